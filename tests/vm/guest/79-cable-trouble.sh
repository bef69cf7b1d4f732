#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# full: yes
# Things change while packets are on their way: what cards offer, marks, links, values, and a driver that goes. Afterwards all
# works, and no queue pair is left.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)
# not all objects: 7.3 keeps memory keys for those who come next
qps() { ctl "card$1 state" | sed -n 's/.*"qps":\([0-9]*\).*/\1/p'; }
works() {
	on 0 ping -c 1 -W 10 10.0.0.2 &&
		pair "ibv_rc_pingpong -d $(ib_of 1) -g $(v2_of 1) -c -e -n 20" "ibv_rc_pingpong -d $(ib_of 0) -g $(v2_of 0) -c -e -n 20 10.0.0.2"
}
check works works
qps0=$(qps 0)
qps1=$(qps 1)
let_go() { [ "$(qps 0)" -le "$qps0" ] && [ "$(qps 1)" -le "$qps1" ]; }

frames() { ctl cable | sed -n 's/.*"frames":\([0-9]*\).*/\1/p'; }
moving() { [ "$(frames)" -gt $((moving_from + 100)) ]; }
# traffic SECONDS: in the background, from card 0 to card 1; stopped waits for its end
traffic() {
	serve 1 "ib_write_bw -d $(ib_of 1) -x $gid1 -R -D $1 -s 65536" || return 1
	moving_from=$(frames)
	$(enter 0) timeout 40 ib_write_bw -d "$(ib_of 0)" -x "$gid0" -R -D "$1" -s 65536 10.0.0.2 > /run/traffic 2>&1 < /dev/null &
	traffic_pid=$!
	wait_for 20 moving
}
stopped() {
	wait "$traffic_pid"
	traffic_status=$?
	finish
	cat /run/traffic /run/server
	return $traffic_status
}

# during NAME SECONDS COMMAND: it works, and the traffic comes to its end
during() {
	during_name=$1
	check "$during_name.traffic" traffic "$2"
	shift 2
	check "$during_name" "$@"
	check "$during_name.traffic_ends" stopped
}

offers() {
	for word in none 0x10000002 0xffffffff 0x30000003; do
		ctl card0 ece $word && ctl card1 ece $word || return 1
	done
}
during offers 2 offers

cnps() { [ "$(hw_counter 1 np_cnp_sent)" -gt 0 ]; }
check all_marked ctl cable mark 100%
during marks 2 wait_for 10 cnps
check none_marked ctl cable mark 0

flaps() {
	for i in $(seq 30); do
		ctl "card$((i % 2))" link down && ctl "card$((i % 2))" link up || return 1
	done
}
check flaps.traffic traffic 2
check flaps flaps
# a link that is away half of the time may use up a connection's retries
stopped > /run/case/out 2>&1
check links_are_up wait_for 30 works

export ECE_STATE=/run/ece-set
set_values() {
	for value in 10 20 30; do
		ece-set "$(ib_of 0)" "dcqcn.rp.ai_rate=$value Mb/s" --yes || return 1
	done
}
during values 3 set_values
check let_go wait_for 10 let_go

check ten_seconds_late ctl cable delay 10s
refused late_ping "100% packet loss" on 0 ping -c 1 -W 2 10.0.0.2
check late_no_more ctl cable delay 0
check in_time_again wait_for 30 works

check kernel_is_quiet no_complaint

check reload.traffic traffic 20
check reload devlink dev reload "pci/$(pci_of 1)"
kill "$traffic_pid" "$serve_pid"
wait "$traffic_pid" "$serve_pid"
check reload.down cables_down
check reload.up cables_up
check reload.works works
