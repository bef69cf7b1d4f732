# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts that are not well, each in its own way.
# shellcheck disable=SC2016 # for the scripts of the hosts
: "${work:?}" "${tools:?}" "${here:?}" "${one_step:?}"
zoo_names=
zoo=() # NAME=SENTENCE, as it has to be told

# Why a host that is never heard of cannot be reached.
animal() { # NAME SENTENCE
	zoo+=("$1=$2")
	zoo_names=${zoo_names:+$zoo_names,}$1
}

# One with an sshd that is well, and an agent that is not; its script on stdin.
sick_agent() { # NAME SENTENCE
	host "$1" "127.0.2.$((${#zoo[@]} + 1))"
	addresses+=("127.0.2.$((${#zoo[@]} + 1))")
	{
		echo '#!/bin/bash'
		cat
	} | host_agent "$1"
	animal "$1" "$2"
}

zoo_sshds() {
	host_name refused 127.0.3.1
	animal refused "nothing listens there: the connection was refused"
	host_name nameless no-such-host.invalid
	animal nameless "its name is not known here"
	host_name silent 127.0.3.2
	python3 -c '
import socket
s = socket.create_server(("127.0.3.2", 22))
held = []
while True:
    held.append(s.accept())' &
	addresses+=(127.0.3.2)
	animal silent "no agent answered within the time to connect"
	host_name rude 127.0.3.3
	python3 -c '
import socket
s = socket.create_server(("127.0.3.3", 22))
while True:
    s.accept()[0].close()' &
	addresses+=(127.0.3.3)
	animal rude "it closed the connection before a session began"
	host_files strange 127.0.3.4
	host_name strange 127.0.3.4
	host_start strange
	addresses+=(127.0.3.4)
	animal strange "its host key is not known here"
	host_files replaced 127.0.3.5
	host_name replaced 127.0.3.5
	echo "replaced $(cut -d ' ' -f 1,2 hosts/gpu001/key.pub)" >>known_hosts
	host_start replaced
	addresses+=(127.0.3.5)
	animal replaced "its host key is another one than is known for it"
	host locked 127.0.3.6
	: >hosts/locked/authorized
	addresses+=(127.0.3.6)
	animal locked "it does not let this user in: root@127.0.3.6: Permission denied (publickey)"
	host asking 127.0.3.7 "PasswordAuthentication yes"
	: >hosts/asking/authorized
	addresses+=(127.0.3.7)
	animal asking "it does not let this user in: root@127.0.3.7: Permission denied (publickey,password)"
}

zoo_agents() {
	sick_agent bare "the host has no such command" </dev/null
	rm hosts/bare/bin/ece-agent
	sick_agent broken "the host cannot run the command" </dev/null
	chmod 644 hosts/broken/bin/ece-agent
	sick_agent hangs "no agent answered within the time to connect" <<<'exec sleep 600'
	sick_agent half "no agent answered within the time to connect" <<<"printf '{\"version\":1,'; exec sleep 600"
	sick_agent greets "something else than an agent answers there: \"Welcome to greets\"" <<<'echo Welcome to greets; exec cat'
	sick_agent endless "no answer could be read: " <<<"exec yes | tr -d '\\n'"
	sick_agent loud "its error output has no end" <<<'exec yes >&2'
	sick_agent steers "the agent exited with code 3: bad ?[2J?]0;you?" <<<"printf 'bad \\033[2J\\033]0;you\\007\\n' >&2; exit 3"
	sick_agent leaves "the connection ended (exit code 255)" <<<'kill -9 $PPID'
	sick_agent future "the message has protocol version 9" <<<"while read -r a; do echo '{\"version\":9,\"id\":\"\",\"result\":\"refused\"}'; done"
}

zoo_hosts() {
	zoo_sshds
	zoo_agents
	mkdir -p disk
	mount -t tmpfs -o size=4m,mode=755 none disk
	host full 127.0.3.8
	addresses+=(127.0.3.8)
	host cut 127.0.4.1
	host rubbish 127.0.4.2
	host dropped 127.0.4.3
	host flood 127.0.4.4
	addresses+=(127.0.4.{1..4})
	zoo_names=$zoo_names,cut,rubbish,dropped,flood
}

zoo_list() {
	local IFS=,
	echo "${zoo[*]%%=*}"
}

# Each is told by its own sentence, in little more than the time to connect, and the others are changed.
zoo_is_told() {
	local begin=$SECONDS
	fleet zoo.json "gpu[001-004],$(zoo_list)" 35 "$one_step, \"budget\": { \"unreachable\": \"90%\" }" 10s
	expect 2 ece-apply zoo.json --check --json
	python3 "$here/told.py" "${zoo[@]}" <out
	[ $((SECONDS - begin)) -lt 60 ] || { echo "it took $((SECONDS - begin)) s"; return 1; }
	expect 7 ece-apply zoo.json --yes
	grep -q "Applied to 4 of $((4 + ${#zoo[@]})) hosts (8 NICs)" out || { cat out; return 1; }
	cards_have cards 'gpu[001-004]' =35
	cards_have cards "$(zoo_list)" =5
}

# The terminal is a real one here, and ssh would like to ask on it.
no_question() {
	fleet asking.json asking 35 "$one_step"
	sed -i 's/"ssh", /&"-o", "PreferredAuthentications=password", /' asking.json
	script -qec "ece-apply asking.json --check" /dev/null >out </dev/null || true
	grep -q "it does not let this user in" out || { cat out; return 1; }
	! grep -qi "password:" out || { cat out; return 1; }
}

# Between the controller and an agent that is well: the first answer to an apply does not come through whole.
spoil() { # NAME WHAT-TO-DO-WITH-THE-ANSWER
	: >"hosts/$1/armed"
	host_agent "$1" <<-END
		#!/bin/bash
		coproc agent { @AGENT@ "\$@"; }
		while read -r line; do
			echo "\$line" >&\${agent[1]}
			read -r answer <&\${agent[0]}
			case \$line in
			*'"op":"apply"'*) rm $work/hosts/$1/armed 2>/dev/null && { $2; } ;;
			esac
			echo "\$answer"
		done
	END
}

# What was sent may have been done. It was, and the same request is answered from the journal.
answers_are_lost() {
	spoil cut 'echo "${answer:0:100}"; exit 0'
	sed -i 's/echo "\(.*100.*\)"/printf %s "\1"/' hosts/cut/bin/ece-agent
	spoil rubbish 'echo "<html>"; exit 0'
	spoil dropped 'kill -9 $PPID; exit 0'
	spoil flood 'yes >\&2'
	fleet spoiled.json cut,rubbish,dropped,flood 40 "$one_step"
	expect 0 ece-apply spoiled.json --yes
	for name in cut rubbish dropped flood; do
		[ ! -e "hosts/$name/armed" ] || { echo "$name was never spoiled"; return 1; }
	done
	cards_have cards cut,rubbish,dropped,flood =40
	python3 "$here/journal.py" once cards "$(newest)" 4
}

# Its journal cannot take the intent, so nothing is written.
disk_is_full() {
	cards_of "$work/disk/full" full
	printf '#!/bin/sh\nexec %s --sim %s --host full "$@"\n' "$tools/ece-agent" "$work/disk/full" >hosts/full/bin/ece-agent
	# the index of the log has room, the log itself has not
	head -c 40k /dev/zero >disk/room
	dd if=/dev/zero of=disk/rest bs=4096 2>/dev/null || true
	rm disk/room
	fleet full.json full 35 "$one_step"
	expect 3 ece-apply full.json --yes
	grep -qi "full" out err || { cat out err; return 1; }
	rm disk/rest
	cards_have disk/full full =5
}

zoo_cases() {
	case_ok "hosts that cannot be reached are told by why, and the others are changed" zoo_is_told
	case_ok "nobody is asked for a password" no_question
	case_ok "answers that are lost change nothing twice" answers_are_lost
	case_ok "a host with a full disk writes nothing" disk_is_full
}
