#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# dashboards_test.sh GENERATOR CHECK DASHBOARD...: the dashboards in the tree are those that the counter table gives,
# and have the form that Grafana's classic JSON model wants. They are not opened in Grafana: Debian has none.
set -euo pipefail
generator=$1 check=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

verdict() { # NAME COMMAND...
	local name=$1
	shift
	echo "[ RUN      ] dashboards: $name"
	if "$@"; then
		echo "[       OK ] dashboards: $name"
	else
		echo "[  FAILED  ] dashboards: $name"
		failed=1
	fi
}

for file; do
	name=$(basename "$file" .json)
	"$generator" "$name" >"$work/$name.json"
	verdict "$name is as the counter table says (tests/cli/golden.sh --update makes it anew)" \
		diff -u "$file" "$work/$name.json"
	verdict "$name has what Grafana wants" python3 "$check" "$file"
done
exit $failed
