// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/push.h"

/*
 * No data of ours is in it; names and checksums come over its input. For the user's own shell, whatever that is, it is one
 * word in single quotes: so there is no single quote in it, no newline and no exclamation mark. What it runs has its own
 * input, for the rest of this one is the agent's.
 */
const char push_script[] =
	"sh -c '"
	"umask 077; "
	"say() { printf \"%s\\n\" \"$*\"; }; "
	"fail() { say fail \"$@\"; exit 1; }; "
	"sum_of() { sha256sum <\"$1\" 2>/dev/null | cut -c 1-64; }; "
	"for t in cut head id sha256sum uname; do "
	"command -v $t >/dev/null || fail \"the host has no $t\"; done; "
	"b=/var/lib/ece; [ \"$(id -u)\" = 0 ] || b=${XDG_STATE_HOME:-$HOME/.local/state}/ece; "
	"d=$b/pushed; s=$d/guard.sock; "
	"mkdir -p \"$d\" 2>/dev/null && [ -O \"$d\" ] && chmod 700 \"$d\" || fail \"there can be no folder $d\"; "
	"say ece-push 1 \"$(uname -m)\" \"$d\"; "
	"while read -r word name sum size && [ \"$word\" = file ]; do "
	"f=$d/$name-$sum; "
	"if [ -f \"$f\" ] && [ \"$(sum_of \"$f\")\" = \"$sum\" ]; then :; else "
	"say want; t=$d/.$name.$$; "
	"head -c \"$size\" >\"$t\" 2>/dev/null || { rm -f \"$t\"; fail \"$d has no room for it: is the disk full?\"; "
	"}; "
	"[ \"$(sum_of \"$t\")\" = \"$sum\" ] || { rm -f \"$t\"; fail \"what arrived has another checksum\"; }; "
	"chmod 700 \"$t\" && mv -f \"$t\" \"$f\" || fail \"it cannot be kept in $d\"; fi; "
	"w=$(\"$f\" --version 2>&1 >/dev/null </dev/null) || "
	"fail \"it does not run in $d: $(say \"$w\" | head -n 1)\"; "
	"case $name in agent) a=$f ;; guard) g=$f ;; esac; "
	"say have; done; "
	"[ \"$word\" = run ] || exit 1; "
	"alive() { \"$a\" --stdio --guard \"$s\" </dev/null >/dev/null 2>&1; }; "
	"c=\"\\\"\\$0\\\" --socket \\\"\\$1\\\" --idle 60s && rm -rf \\\"\\$2\\\"\"; "
	"if alive; then :; else "
	"if [ \"$(id -u)\" = 0 ] && [ -d /run/systemd/system ] && command -v systemd-run >/dev/null; then "
	"systemd-run --quiet --collect --unit=ece-pushed-guard sh -c \"$c\" \"$g\" \"$s\" \"$d\" "
	"</dev/null >\"$d/log\" 2>&1; "
	"else setsid sh -c \"$c\" \"$g\" \"$s\" \"$d\" </dev/null >\"$d/log\" 2>&1 & fi; "
	"n=0; until alive; do n=$((n + 1)); "
	"[ $n -lt 50 ] || fail \"its guard does not start: $(tail -n 1 \"$d/log\")\"; sleep 0.2; done; fi; "
	"say running; exec \"$a\" --stdio --guard \"$s\"'";
