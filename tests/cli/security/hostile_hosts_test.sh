#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# hostile_hosts_test.sh APPLY AGENT HOST PRINTABLE: a controller among hosts that lie to it.
set -uo pipefail
apply=$(realpath "$1") agent=$(realpath "$2") host=$(realpath "$3") printable=$(realpath "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
export PYTHONDONTWRITEBYTECODE=1
cd "$work" || exit 1
failed=0
texts=30 # of an answer, at most

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] hostile hosts: $1"
	else
		tail -c 3000 out err said 2>/dev/null | cat -v
		echo "[  FAILED  ] hostile hosts: $1"
		failed=1
	fi
}

run() { # ARGS...
	status=0
	timeout 300 "$apply" --state c "$@" </dev/null >out 2>err || status=$?
}

# What was printed goes to a terminal, a ticket, a log.
clean() { # NAME
	python3 "$printable" out err >said
	verdict "$1: nothing that steers a terminal" $?
}

rate=20
# fleet HOSTS: another value each time
fleet() {
	rate=$((rate + 1))
	cat >fleet.json <<-END
		{"version": 1, "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "$rate Mb/s"}}},
		 "assign": [{"hosts": $1, "profile": "p"}],
		 "rollouts": {"default": {"steps": [{"to": "100%", "soak": "0s"}], "gates": [],
		  "budget": {"unreachable": "100%", "lost": "100%", "failed": "100%"}}},
		 "transport": {"kind": "command", "argv": ["python3", "$host", "$agent", "$work/s", "{host}"]}}
	END
}

# The host that all of them stand for.
cat >base.json <<-END
	{"version": 1, "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "20 Mb/s"}}},
	 "assign": [{"hosts": "base", "profile": "p"}], "transport": {"kind": "sim", "seed": 1}}
END
timeout 60 "$apply" --state s base.json --check >out 2>err
find s -type f ! -name "*.db-*" | sort >before

fleet "[\"behaves\", \"evil-[0-$texts]\", \"error\"]"
run fleet.json --check
clean "texts of $((texts + 1)) kinds, --check"
run fleet.json --check --json
python3 -c 'import json, sys; json.load(open("out")); sys.exit(0)' 2>err2
verdict "--json is one JSON object all the same" $?
clean "--json"
run fleet.json --check --markdown
clean "--markdown"
run fleet.json --yes
clean "a run"
for verb in status history "status --json" "history --json" "why behaves dcqcn.rp.ai_rate" \
	"why evil-3 dcqcn.rp.ai_rate"; do
	# shellcheck disable=SC2086 # words
	run $verb
	clean "$verb"
done

fleet "[\"behaves\", \"path-[0-$texts]\"]"
run fleet.json --check
clean "names that are paths"
find s -type f ! -name "*.db-*" | sort >after
diff before after >said
verdict "they are nowhere below the state of the host" $?
! compgen -G "/tmp/ece-pwned*" >/dev/null
verdict "nor where the path leads" $?
[ -z "$(find c -name '*pwned*' -o -name '*etc*')" ]
verdict "nor below that of the controller" $?

kinds="huge endless deep deepkey numbers many nul latin escape otherid twice half empty silent float negative result version stderr"
fleet "[\"behaves\", \"long-[0-9]\", \"${kinds// /\", \"}\"]"
began=$SECONDS
run fleet.json --check
[ "$status" -lt 100 ] && [ $((SECONDS - began)) -lt 240 ]
verdict "huge, deep, endless, half, false, empty answers: it ends ($status)" $?
clean "of all kinds"
for kind in $kinds; do
	case $kind in
	twice | stderr | latin) continue ;; # harmless, or as good as none
	esac
	grep -qw -- "$kind" out err || echo "$kind"
done >unsaid
[ ! -s unsaid ]
verdict "each that could not be read is named: $(tr '\n' ' ' <unsaid)" $?
grep -qw "behaves" out
verdict "the host that behaves is planned for" $?

# Answers to an APPLY: who says "held" for another request, or shows no value, has not done it.
fleet '["behaves", "otherid", "result", "numbers", "escape", "half"]'
run fleet.json --yes --json
python3 - <<'END'
import json
said = json.load(open("out"))
assert said["result"] not in ("applied", "unchanged"), said["result"]
END
verdict "a run among liars is not called applied" $?
clean "a run among liars"
exit $failed
