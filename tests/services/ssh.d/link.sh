# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Two hosts in a network namespace of their own, whose link goes down while they hold a change. It goes on beside the
# other cases, for it waits for deadlines most of the time; so it has cards and a store of its own.
: "${work:?}" "${here:?}"
link_pid=

link_hosts() {
	link_pid=
	ip netns add far 2>/dev/null || return 0
	ip link add near0 type veth peer name far0 netns far
	ip addr add 10.77.0.1/24 dev near0
	ip link set near0 up
	ip -n far addr add 10.77.0.2/24 dev far0
	ip -n far addr add 10.77.0.3/24 dev far0
	ip -n far link set far0 up
	for i in 2 3; do
		host_files "far$i" "10.77.0.$i"
		host_name "far$i" "10.77.0.$i"
		host_known "far$i"
		ip netns exec far /usr/sbin/sshd -D -f "$work/hosts/far$i/sshd_config" -E "$work/hosts/far$i/log" &
		sed -i "s#--sim $work/cards#--sim $work/far#" "hosts/far$i/bin/ece-agent"
		addresses+=("10.77.0.$i")
	done
}

link_goes_down() {
	local pid got=0
	export ECE_STATE=$work/far_state
	mkdir -p down
	fleet link.json 'far[2-3]' 20 '"steps": [ { "to": "100%", "soak": "4s" } ], "gates": []' 5s
	ece-apply link.json --yes >down/out 2>down/err </dev/null &
	pid=$!
	python3 "$here/journal.py" wait far 2 60
	ip -n far link set far0 down
	wait "$pid" || got=$?
	# what was written can be neither confirmed nor undone now, and it says so
	[ $got = 4 ] || { cat down/*; echo "exit status $got, not 4"; return 1; }
	cards_have far 'far[2-3]' =20
	ip -n far link set far0 up
	host_wait 10.77.0.2
	ece-apply undo "$(newest)" >down/out 2>down/err </dev/null || got=$?
	[ $got = 3 ] || { cat down/*; echo "exit status $got, not 3"; return 1; }
	cards_have far 'far[2-3]' =5
}

link_begin() {
	ip netns list | grep -q far || return 0
	cards_of far 'far[2-3]'
	(
		set -e
		link_goes_down
		: >link_is_well
	) >link_said 2>&1 &
	link_pid=$!
}

link_cases() {
	if [ -z "$link_pid" ]; then
		echo "[  SKIPPED ] ssh: a link goes down: there are no network namespaces here"
		return
	fi
	wait "$link_pid" || true
	case_ok "a link goes down while hosts hold a change: it is put back when it is there again" link_ended
}

link_ended() {
	[ -e link_is_well ] && return
	cat link_said
	return 1
}
