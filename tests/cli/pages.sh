#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# pages.sh PAGES           compares the pages that are made from the tables with those in the tree
# pages.sh --update PAGES  writes them
# PAGES is the built //tools/gen:pages.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
update=
if [ "$1" = --update ]; then
	update=1
	shift
fi
pages=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

page() { # FILE WORDS...
	local file=$root/$1
	shift
	"$pages" "$@" >"$work/page"
	if [ -n "$update" ]; then
		mkdir -p "$(dirname "$file")"
		cp "$work/page" "$file"
	fi
	verdict "${file#"$root/"} is as the tables say" diff -u "$file" "$work/page"
}

verdict() { # NAME COMMAND...
	local name=$1
	shift
	echo "[ RUN      ] pages: $name"
	if "$@"; then
		echo "[       OK ] pages: $name"
	else
		echo "[  FAILED  ] pages: $name"
		failed=1
	fi
}

# What bash would offer behind these words.
offers() { # WORDS...
	COMP_WORDS=("$@")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	"$(complete -p "$1" | sed -E 's/.*-F ([^ ]+) .*/\1/')" "$1" "${COMP_WORDS[COMP_CWORD]}" ''
	echo "${COMPREPLY[*]}"
}

offer() { # WANT WORDS...
	local want=$1 got
	shift
	got=$(offers "$@")
	[ "$got" = "$want" ] || {
		echo "behind '$*': '$got', not '$want'"
		return 1
	}
}

while read -r section name; do
	page "docs/man/${name// /-}.$section" man "$name"
done < <("$pages" list)
page docs/parameters.md parameters
page docs/counters.md counters
page tools/completion/ece.bash completion

# The tools that have a page, and those that the demonstration builds and starts.
tools=$("$pages" list | cut -d ' ' -f 2 | sort -u)
offered() { # PATTERN COMMAND...
	local pattern=$1
	shift
	diff <(echo "$tools") <("$@" 2>&1 | sed -n "s/$pattern//p" | tr ' ' '\n' | sort)
}
verdict "run starts every tool" offered '.*; there are: ' "$root/run" no-such-tool
verdict "run's help names every tool" offered '.* one tool: ' "$root/run" --help

# shellcheck source=tools/completion/ece.bash
. "$root/tools/completion/ece.bash"
verdict "completion of a verb" offer "status" ece-apply sta
verdict "completion of an option" offer "--check" ece-apply --che
verdict "completion of an option of one verb only" offer "" ece-apply status --che
verdict "completion of a parameter" offer "dcqcn.rp.ai_rate" ece-show --param dcqcn.rp.ai
exit $failed
