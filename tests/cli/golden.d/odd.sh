# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts and agents that do not behave; one of four, and a budget that allows for one.
odd() { # FAULT: a fresh fleet whose n3 has this fault instead
	rm -rf state
	sed "s#\"kind\": \"twice\"#$1#" odd.json >one.json
}

check odd-twice 0 ece-apply odd.json --yes
odd '"kind": "other_id", "times": 1'
check odd-other-id 0 ece-apply one.json --yes
odd '"kind": "slow", "delay": "20s"'
check odd-slow 0 ece-apply one.json --yes
odd '"kind": "lost", "times": 2'
check odd-answer-lost 0 ece-apply one.json --yes
odd '"kind": "lost"'
check odd-never-answers 7 ece-apply one.json --yes

# It says that it holds the change. Its lease, or the confirmation, finds it out.
odd '"kind": "lies"'
golden odd-liar ece-apply one.json --yes
check odd-liar-has-nothing 2 ece-apply one.json --check
sed 's/"soak": "10m"/"soak": "1m"/' one.json >short.json
rm -r state
golden odd-liar-confirm ece-apply short.json --yes

# A second tool writes the same field again and again: before the write, and while the run is open.
rewrites='"kind": "rewrites", "param": "dcqcn.rp.ai_rate", "value": "9 Mb/s"'
odd "$rewrites, \"at\": \"5m\", \"every\": \"5m\""
golden odd-second-tool ece-apply one.json --yes
check odd-second-tool-check 2 ece-apply one.json --check
odd "$rewrites, \"at\": \"15m\""
golden odd-second-tool-soak ece-apply one.json --yes
check odd-second-tool-lets-go 0 ece-sim fleet advance 20m
check odd-second-tool-soak-check 2 ece-apply one.json --check
odd "$rewrites, \"at\": \"1h\""
check odd-second-tool-afterwards 0 ece-apply one.json --yes
check odd-second-tool-waits 0 ece-sim fleet advance 1h
golden odd-second-tool-undo ece-apply undo "$(ece-apply history | cut -d' ' -f1)"

# A driver update rounds what it is given: what was confirmed is not there any more, and cannot be.
odd '"kind": "rounds", "param": "dcqcn.rp.ai_rate", "value": "3 Mb/s", "at": "30m"'
check odd-before-the-update 0 ece-apply one.json --yes
check odd-the-update 0 ece-sim fleet advance 30m
golden odd-rounded ece-apply one.json --yes

# A host is dead for weeks: the run leaves it behind, it comes back with what it had before, and is brought up.
odd '"kind": "dies", "at": "30s", "for": "21d"'
golden odd-dead ece-apply one.json --yes
check odd-dead-is-off 0 ece-sim fleet show n3
check odd-weeks 0 ece-sim fleet advance 22d
check odd-back-owed 2 ece-apply one.json --check
check odd-back 0 ece-apply one.json --yes
check odd-back-done 0 ece-apply one.json --check
