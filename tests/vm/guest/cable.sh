# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced after lib.sh by the scenarios about cables: every card's interface in a network namespace of its own, n0, n1 ...,
# with the addresses 10.0.0.1, 10.0.0.2 ... and fd00::1, fd00::2 ... The RDMA devices stay where they are: in the shared
# mode, which is the kernel's default, programs use them from any namespace.

# pci_of CARD, ib_of CARD: by the slots, which are those of the cards on ece-sim's command line
pci_of() { grep -lx 0x15b3 /sys/bus/pci/devices/*/vendor | cut -d / -f 6 | sed -n "$(($1 + 1))p"; }
ib_of() { ls "/sys/bus/pci/devices/$(pci_of "$1")/infiniband"; }
net_of() { cat "/run/cable/$1"; }
card_count() { grep -lx 0x15b3 /sys/bus/pci/devices/*/vendor | wc -l; }
address_of() { echo "10.0.0.$(($1 + 1))"; }
address6_of() { echo "fd00::$(($1 + 1))"; }

# on CARD COMMAND ARGS...: in the card's namespace; /sys/kernel/debug is not to be seen there
on() {
	on_card=$1
	shift
	$(enter "$on_card") "$@"
}
# the words that do it: behind them a program in the background has the number that the shell knows
enter() { echo "/usr/bin/ip netns exec n$1"; }

# hw_counter CARD NAME
hw_counter() { cat "/sys/class/infiniband/$(ib_of "$1")/ports/1/hw_counters/$2"; }

# gid_of CARD ADDRESS TYPE: the index of a GID by its attributes; IPv4 addresses are the last four bytes
gid_of() {
	gid_port=/sys/class/infiniband/$(ib_of "$1")/ports/1
	for gid_file in "$gid_port"/gid_attrs/types/*; do
		gid_at=${gid_file##*/}
		gid_type=$(cat "$gid_file" 2> /dev/null) || continue
		[ "$gid_type" = "$3" ] && [ "$(cat "$gid_port/gids/$gid_at")" = "$2" ] && { echo "$gid_at"; return 0; }
	done
	return 1
}
# the GID of a card's IPv4 address, as the kernel writes it
gid4_of() { printf '0000:0000:0000:0000:0000:ffff:0a00:00%02x' $(($1 + 1)); }
gid6_of() { printf 'fd00:0000:0000:0000:0000:0000:0000:%04x' $(($1 + 1)); }
v2_of() { gid_of "$1" "$(gid4_of "$1")" 'RoCE v2'; }

add_namespace() { # CARD
	add_net=$(ls "/sys/bus/pci/devices/$(pci_of "$1")/net") || return 1
	echo "$add_net" > "/run/cable/$1"
	ip netns add "n$1" && ip link set "$add_net" netns "n$1" && ip -n "n$1" link set lo up &&
		ip -n "n$1" addr add "$(address_of "$1")/24" dev "$add_net" &&
		ip -n "n$1" addr add "$(address6_of "$1")/64" dev "$add_net" nodad && ip -n "n$1" link set "$add_net" up
}

ready() { # CARD
	ip -n "n$1" link show "$(net_of "$1")" | grep -q LOWER_UP && v2_of "$1" > /dev/null && gid_of "$1" "$(gid6_of "$1")" 'RoCE v2' > /dev/null
}

# cables_up: once a boot; the drivers of all cards, RDMA-CM, the namespaces
cables_up() {
	[ ! -d /run/cable ] || return 0
	mkdir -p /run/cable
	modprobe rdma_ucm && modprobe ib_umad || return 1
	up_last=$(($(card_count) - 1))
	for up_card in $(seq 0 $up_last); do
		wait_for 60 test -e "/sys/bus/pci/devices/$(pci_of "$up_card")/infiniband" &&
			wait_for 60 test -e "/sys/bus/pci/devices/$(pci_of "$up_card")/net" && add_namespace "$up_card" || return 1
	done
	for up_card in $(seq 0 $up_last); do
		wait_for 30 ready "$up_card" || return 1
	done
}

# cables_down: the namespaces go; interfaces (and in exclusive mode the RDMA devices) come back to the first one
cables_down() {
	for down_card in $(seq 0 $(($(card_count) - 1))); do
		ip netns del "n$down_card" || return 1
	done
	for down_card in $(seq 0 $(($(card_count) - 1))); do
		wait_for 30 test -e "/sys/bus/pci/devices/$(pci_of "$down_card")/net" &&
			wait_for 30 test -e "/sys/bus/pci/devices/$(pci_of "$down_card")/infiniband" || return 1
	done
	rm -rf /run/cable
}

# somebody on card SERVER waits for peers: a TCP port, or an RDMA-CM identifier
listens() { on "$1" netstat -ltn | grep -q LISTEN || rdma resource show cm_id | grep -q 'state LISTEN'; }
# a server that listens, or that is no more
served() { listens "$1" || ! kill -0 "$serve_pid" 2> /dev/null; }

# serve CARD COMMAND: in the background, until it listens; finish waits for its end
serve() {
	serve_card=$1
	# shellcheck disable=SC2086 # a command line
	$(enter "$1") timeout 45 $2 > /run/server 2>&1 < /dev/null &
	serve_pid=$!
	wait_for 20 served "$serve_card"
}
finish() { wait "$serve_pid"; }

# pair SERVER-COMMAND CLIENT-COMMAND [SERVER-CARD CLIENT-CARD]: both have to succeed
pair() {
	serve "${3:-1}" "$1" || echo "no server"
	# shellcheck disable=SC2086 # a command line
	on "${4:-0}" timeout 40 $2 > /run/client 2>&1 < /dev/null
	pair_client=$?
	# a server whose client failed may wait for ever
	[ $pair_client = 0 ] || kill "$serve_pid" 2> /dev/null
	finish
	pair_server=$?
	echo "server $pair_server:"
	tail -n 10 /run/server
	echo "client $pair_client:"
	tail -n 15 /run/client
	[ $pair_client = 0 ] && [ $pair_server = 0 ]
}
