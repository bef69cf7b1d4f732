# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2016
# Hosts without an agent: it is brought along. Each has a /var/lib/ece of its own. The agent is the real program; the guard
# is a script that begins the real one on the host's simulated cards, with leases on the real clock.
: "${work:?}" "${tools:?}" "${here:?}" "${one_step:?}"
push_names='bare1,bare2,bare3'

push_host() { # N MOUNT...: what its /var/lib/ece is
	host_files "bare$1" "127.0.5.$1"
	rm "hosts/bare$1/bin/ece-agent"
	host_name "bare$1" "127.0.5.$1"
	host_known "bare$1"
	mkdir "hosts/bare$1/state"
	unshare --mount sh -c "mkdir -p /var/lib/ece && mount ${*:2} /var/lib/ece &&
		exec /usr/sbin/sshd -D -f $work/hosts/bare$1/sshd_config -E $work/hosts/bare$1/log" &
	addresses+=("127.0.5.$1")
}

push_hosts() {
	local i
	for i in 1 2 3; do
		push_host $i --bind "$work/hosts/bare$i/state"
	done
	push_host 4 -t tmpfs -o size=64k none
	push_host 5 -t tmpfs -o noexec none
}

# A guard that takes its host from the folder that it was brought to.
push_guard() { # IDLE
	mkdir -p bring
	cp "$tools/ece-agent" bring/ece-agent
	cat >bring/ece-guard <<-END
		#!/bin/sh
		[ "\$1" != --version ] || exit 0
		host=\$(cat /var/lib/ece/name)
		mkdir -p /var/lib/ece/pushed
		exec $tools/ece-guard --sim $work/bare_cards --host "\$host" "\$@" --idle $1
	END
	for i in 1 2 3; do
		echo "bare$i" >"hosts/bare$i/state/name"
	done
}

push_fleet() { # HOSTS RATE TTL
	fleet push.json "$1" "$2" "$one_step, \"gates\": [], \"lease\": { \"ttl\": \"$3\", \"on_loss\": \"undo\" }"
	python3 - <<-'END'
		import json
		fleet = json.load(open("push.json"))
		argv = fleet["transport"].pop("argv")[:4]
		fleet["transport"]["push"] = {"argv": argv, "agent": "bring/ece-agent"}
		json.dump(fleet, open("push.json", "w"))
	END
}

until_true() { # SECONDS COMMAND...
	local until=$((SECONDS + $1))
	shift
	until "$@"; do
		[ $SECONDS -lt $until ] || return 1
		sleep 0.2
	done
}

# Nothing is left but the journal's place.
is_gone() {
	[ ! -e "hosts/$1/state/pushed" ]
}

brought_along() {
	push_guard 3s
	push_fleet "$push_names" 20 1m
	expect 0 ece-apply push.json --yes
	grep -q "3 of 3 hosts changed (6 NICs)" out
	cards_have bare_cards "$push_names" =20
	ls -l hosts/bare1/state/pushed
	[ "$(stat -c %a hosts/bare1/state/pushed)" = 700 ]
	# the same again has everything there already
	expect 0 ece-apply push.json --yes
	for i in 1 2 3; do
		until_true 20 is_gone "bare$i"
	done
}

# The controller dies with the change held. The guard is apart from the connection: it puts back what was there, and then
# goes, too.
lease_outlives() {
	local pid
	push_guard 3s
	push_fleet bare1 25 4s
	sed -i 's/"soak": "0s"/"soak": "5m"/' push.json
	ece-apply push.json --yes >out 2>err </dev/null &
	pid=$!
	until_true 60 cards_have bare_cards bare1 =25 >/dev/null
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || true
	until_true 60 cards_have bare_cards bare1 =20 >/dev/null
	until_true 60 is_gone bare1
	expect 3 ece-apply undo "$(newest)"
}

# ELF files of another machine, of none; a guard that ends; a disk that is full, one from which nothing is run.
refused() { # SENTENCE
	expect 69 ece-apply push.json --check
	tr '\n' ' ' <err | grep -qF "$1" || { cat err; return 1; }
}

not_brought() {
	push_guard 3s
	push_fleet bare2 30 1m
	head -c 4096 "$tools/ece-agent" | python3 -c '
import sys
data = bytearray(sys.stdin.buffer.read())
data[18:20] = (183).to_bytes(2, "little")
sys.stdout.buffer.write(data)' >bring/ece-agent
	refused "its machine is $(uname -m), and the agent to bring along is for aarch64"
	printf 'rubbish' >bring/ece-agent
	refused "the agent could not be brought to it: it does not run in /var/lib/ece/pushed: "
	cp "$tools/ece-agent" bring/ece-agent
	printf '#!/bin/sh\n[ "$1" != --version ] || exit 0\necho the card is on fire >&2\nexit 1\n' >bring/ece-guard
	refused "its guard does not start: the card is on fire"
	rm bring/ece-guard
	expect 1 ece-apply push.json --check
	grep -q 'ece-guard", which is to be brought along: No such file' err || { cat err; return 1; }
	push_guard 3s
	push_fleet bare4 30 1m
	refused "/var/lib/ece/pushed has no room for it: is the disk full?"
	push_fleet bare5 30 1m
	refused "it does not run in /var/lib/ece/pushed: "
	grep -q "Permission denied" err
	cards_have bare_cards "$push_names" =20
}

push_cases() {
	cards_of bare_cards "$push_names"
	case_ok "agent and guard are brought along, and go when they are done" brought_along
	case_ok "a lease outlives controller and connection of an agent that was brought along" lease_outlives
	case_ok "what cannot be brought along is told by why" not_brought
}
