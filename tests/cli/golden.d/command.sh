# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts behind a command: six simulated ones, reached by a script that stands where ssh would. What is left of the run is
# what their cards say.
reach() { # WORDS that come before the agent
	cat >reach <<-END
		#!/bin/bash
		host=\$1
		shift
		$1
		exec "\$@" --sim hosts --host "\$host" 2>/dev/null
	END
	chmod +x reach
}
reach :
check "command: the simulated hosts are made" 2 env ECE_STATE=hosts ece-apply six.json --check
# What it prints while it goes on has the real time in it.
quiet() {
	"$@" 2>/dev/null
}
cards() {
	ECE_STATE=hosts ece-sim fleet dump 'node[1-6]'
}
cards >before
golden command-explain ece-apply command.json --explain
sed -e 's#"argv": .*#"push": { "argv": ["ssh", "{host}"], "agent": "arm64/ece-agent" },#' \
	-e 's/"steps"/"lease": { "on_loss": "undo" }, &/' command.json >push.json
golden command-explain-push ece-apply push.json --explain --host node1
golden command-check ece-apply command.json --check
# shellcheck disable=SC2016 # for the script
reach '[ "$host" != node5 ] || { echo "ssh: connect to host node5 port 22: Connection refused" >&2; exit 255; }
[ "$host" != node6 ] || { printf "%s\n" "No ED25519 host key is known for node6 and you have requested strict checking." \
	"Host key verification failed." >&2; exit 255; }'
golden command-unreachable ece-apply command.json --check
check "command: no card was written" 0 cmp <(cards) before
reach :
golden command-run quiet ece-apply command.json --yes
golden command-again quiet ece-apply command.json --yes
# It is undone by the command that its plan has, from another folder and without the fleet file.
run=$(ece-apply history | sed -n '1s/ .*//p')
mv command.json gone.json
mkdir elsewhere
undo_elsewhere() {
	(cd elsewhere && quiet env ECE_STATE=../state ece-apply undo "$1")
}
golden command-undo undo_elsewhere "$run"
check "command: the cards have what they had" 0 cmp <(cards) before
