#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sweep_test.sh SET APPLY SHOW FLEET: ece-set killed at its n-th operation, and the n-th operation failing, for every n.
#
# Whatever n is: the card has the old values or the new ones and the journal knows which, ece-set --undo brings the old
# ones back, and the next ece-set works.
set -uo pipefail
set_=$(realpath "$1") apply=$(realpath "$2") show=$(realpath "$3") fleet=$(realpath "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
failed=0
# This many operations are swept at least; a smaller number means that some are no longer counted.
least=10
values=(dcqcn.rp.ai_rate=40 dcqcn.np.cnp_prio=5 roce_accl.selective_repeat_forced_en=true)
cd "$work" || exit 1

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] set: $1"
	else
		cat out
		echo "[  FAILED  ] set: $1"
		failed=1
	fi
}

on_host() { # PROGRAM ARGS...
	"$@" --sim state --host "$host" >>out 2>&1
}

card() { "$show" mlx5_0 --json --sim state --host "$host" | python3 -c '
import json, sys
card = json.load(sys.stdin)["cards"][0]["params"]
print([card[name]["value"] for name in ("dcqcn.rp.ai_rate", "dcqcn.np.cnp_prio", "roce_accl.selective_repeat_forced_en")])'; }

"$apply" "$fleet" --yes --state base >out 2>&1 || exit 1
host=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["assign"][0]["hosts"])' "$fleet" |
	sed -E 's/\[([0-9]+).*/\1/')
cp -r base state
old=$(card)
operations=$(ECE_FAULT=count "$set_" mlx5_0 "${values[@]}" --yes --sim state --host "$host" 2>&1 |
	sed -n 's/^operations: //p')
new=$(card)
[ -n "$old" ] && [ "$old" != "$new" ]
verdict "an ece-set without a fault changes the card" $?
[ "${operations:-0}" -ge "$least" ]
verdict "$operations operations are swept, at least $least" $?

# sweep KIND: kill, or fail
sweep() {
	local n now good=0
	for ((n = 1; n <= operations; n++)); do
		rm -rf state out
		cp -r base state
		ECE_FAULT=$1@$n on_host "$set_" mlx5_0 "${values[@]}" --yes
		now=$(card)
		# Killed between two writes the card has some of both, and the journal has intents for all.
		on_host "$set_" --undo --yes || [ "$now" = "$old" ] || break
		[ "$(card)" = "$old" ] || break
		on_host "$set_" mlx5_0 "${values[@]}" --yes || break
		[ "$(card)" = "$new" ] || break
		good=$((good + 1))
	done
	[ $good = "$operations" ]
	verdict "$1 at each of $operations operations ($good good)" $?
}

sweep kill
sweep fail
exit $failed
