#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# lessons_test.sh LESSONS.PY PAGE: the check of docs/lessons.md finds a row that is gone and tests that are not there.
# shellcheck disable=SC2016 # backquotes are those of the page
set -euo pipefail
lessons=$1 page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# A tree with every test that the page names.
while read -r name path; do
	mkdir -p "$work/tests/$(dirname "$path")"
	case $path in
	*.c) echo "CASE($name)," >>"$work/tests/$path" ;;
	*) echo "check $name 0 true" >>"$work/tests/$path" ;;
	esac
done < <(grep -oE '`[A-Za-z0-9_-]+` \(`[a-z0-9_./-]+`\)' "$page" | tr -d '`()')

expect() { # NAME WANT CHANGE: the page with this change of sed is right (0) or not (1)
	local status=0
	sed -E "$3" "$page" >"$work/page.md"
	python3 "$lessons" "$work/tests" "$work/page.md" >"$work/out" || status=1
	echo "[ RUN      ] lessons: $1"
	if [ $status = "$2" ]; then
		echo "[       OK ] lessons: $1"
	else
		cat "$work/out"
		echo "[  FAILED  ] lessons: $1"
		failed=1
	fi
}

expect "the page is right" 0 ''
expect "a row that is gone" 1 '/mej\/nhc#83/d'
expect "a test that is not there" 1 's/`a_lease_ends`/`a_lease_end`/'
expect "the beginning of a name is no test" 1 's/`undo-again`/`undo`/'
expect "a file that is not there" 1 's/time_test\.c/times_test.c/'
expect "a test without its file" 1 's/ \(`unit\/lib\/plan\/steps_test.c`\)//'
expect "a row without a test" 1 '/frr#6062/s/\| `[^|]*\|$/| none |/'
exit $failed
