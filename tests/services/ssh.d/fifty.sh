# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Fifty hosts that are well, but for what is done to them.
: "${work:?}" "${tools:?}" "${here:?}" "${two_steps:?}"
fifty='gpu[001-048],jumped,signed'
addresses=()

# Two of them are reached as sites do it: one through another host, one by certificates on both sides.
fifty_hosts() {
	local i
	for i in $(seq 1 48); do
		addresses+=("127.0.1.$i")
		host "$(printf 'gpu%03d' "$i")" "127.0.1.$i"
	done
	host jumped 127.0.1.49
	printf '\tProxyJump gpu001\n' >>ssh_config
	ssh-keygen -q -t ed25519 -N '' -f keys/ca
	host_files signed 127.0.1.50 "TrustedUserCAKeys $work/keys/ca.pub" "HostCertificate $work/hosts/signed/key-cert.pub"
	: >hosts/signed/authorized
	ssh-keygen -q -s keys/ca -h -I signed -n signed hosts/signed/key.pub
	ssh-keygen -q -t ed25519 -N '' -f keys/other
	ssh-keygen -q -s keys/ca -I operator -n root keys/other.pub
	host_name signed 127.0.1.50
	printf '\tIdentityFile %s\n' "$work/keys/other" >>ssh_config
	echo "@cert-authority signed $(cut -d ' ' -f 1,2 keys/ca.pub)" >>known_hosts
	host_start signed
	addresses+=(127.0.1.49 127.0.1.50)
}

wait_for_all() {
	local address
	for address in "${addresses[@]}"; do
		host_wait "$address"
	done
}

whole_run() {
	fleet fifty.json "$fifty" 20 "$two_steps"
	expect 0 ece-apply fifty.json --yes
	grep -q "Applied: 50 of 50 hosts changed (100 NICs)" out || { cat out err; return 1; }
	cards_have cards "$fifty" =20
	python3 "$here/journal.py" once cards "$(newest)" 50
}

# Of ssh and of our tools, but for those of the link.
left_behind() {
	local exe words
	for exe in /proc/[0-9]*/exe; do
		case $(readlink "$exe") in
		/usr/bin/ssh | "$tools"/*) ;;
		*) continue ;;
		esac
		words=$(tr '\0' ' ' <"${exe%exe}cmdline" 2>/dev/null) || continue
		[[ $words == *far* ]] || echo "$words"
	done
}

nothing_left_behind() {
	local until=$((SECONDS + 20)) left
	while left=$(left_behind) && [ -n "$left" ]; do
		[ $SECONDS -lt $until ] || { echo "$left"; return 1; }
		sleep 0.1
	done
}

# The agent of host N dies at the N-th operation of its apply, or of its confirm; once. The controller asks again under
# the same id.
die_once() {
	local i name op
	for i in $(seq 1 48); do
		name=$(printf 'gpu%03d' "$i")
		op=apply
		[ "$i" -le 24 ] || op=confirm
		: >"hosts/$name/armed"
		host_agent "$name" <<-END
			#!/bin/bash
			while read -r line; do
				fault=
				case \$line in
				*'"op":"hello"'*) echo '{"result":"refused"}'; continue ;;
				*'"op":"$op"'*) rm $work/hosts/$name/armed 2>/dev/null && fault=kill@$(((i - 1) % 24 + 1)) ;;
				esac
				ECE_FAULT=\$fault @AGENT@ "\$@" <<<"\$line"
				code=\$?
				[ \$code = 0 ] || { echo \$code >$work/hosts/$name/died; exit \$code; }
			done
		END
	done
	fleet fifty.json "$fifty" 25 "$two_steps"
	expect 0 ece-apply fifty.json --yes
	cards_have cards "$fifty" =25
	python3 "$here/journal.py" once cards "$(newest)" 50
	# an apply and a confirm have more operations than that
	[ "$(grep -lx 137 hosts/gpu*/died | wc -l)" -ge 12 ] || { grep . hosts/gpu*/died; return 1; }
}

# Killed with its ssh in full flight; another one goes on from the store.
killed_controller() {
	local pid i
	for i in $(seq 1 48); do
		host_agent_well "$(printf 'gpu%03d' "$i")"
	done
	fleet fifty.json "$fifty" 30 "$two_steps, \"gates\": []"
	sed -i 's/"parallel": 8/"parallel": 4/' fifty.json
	ece-apply fifty.json --yes >out 2>err </dev/null &
	pid=$!
	if ! python3 "$here/journal.py" wait cards 114 60; then
		cat out err
		kill "$pid" || true
		return 1
	fi
	kill -9 "$pid"
	wait "$pid" 2>/dev/null || true
	! cards_have cards "$fifty" =30 >/dev/null || { echo "it had written everything by then"; return 1; }
	expect 0 ece-apply resume
	cards_have cards "$fifty" =30
	python3 "$here/journal.py" once cards "$(newest)" 50
	expect 3 ece-apply undo "$(newest)"
	cards_have cards "$fifty" =25
}

fifty_cases() {
	case_ok "fifty hosts, one through another, one by certificates: a whole run" whole_run
	case_ok "no ssh and no agent is left behind" nothing_left_behind
	case_ok "agents die at every step, and nothing is lost" die_once
	case_ok "the controller is killed, and another one goes on" killed_controller
}
