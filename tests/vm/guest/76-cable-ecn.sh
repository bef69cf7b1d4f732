#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# usually: vm7x
# Marks on the cable make congestion notifications, by the values that ece-apply has set: DSCP, interval, on and off. Counted by
# the kernel; what the notifications look like is judged outside, on the capture.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=apply.sh
. /t/apply.sh

names="np_ecn_marked_roce_packets np_cnp_sent rp_cnp_handled rp_cnp_ignored"
remember() { for remember_name in $names; do both "$remember_name" > "/run/before.$remember_name"; done; }
both() { echo $(($(hw_counter 0 "$1") + $(hw_counter 1 "$1"))); }
counted() { echo $(($(both "$1") - $(cat "/run/before.$1"))); }
marked() { counted np_ecn_marked_roce_packets; }

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)

# traffic NAME MARK: ten messages of 64 packets, there and back, MARK of which are marked
traffic() {
	remember
	ctl cable mark "$2" > /run/case/out
	check "$1.pingpong" pair "ibv_rc_pingpong -d $(ib_of 1) -g $gid1 -c -e -s 65536 -n 10" \
		"ibv_rc_pingpong -d $(ib_of 0) -g $gid0 -c -e -s 65536 -n 10 10.0.0.2"
	ctl cable mark 0 > /run/case/out
	qpn=$(sed -n 's/^ *local address:.* QPN \(0x[0-9a-f]*\).*/\1/p' /run/client)
	say "$1: $(for n in $names; do printf '%s %d ' "$n" "$(counted "$n")"; done)"
}
# expect NAME WHAT VALUE: of the notifications to the queue pair of card 0
expect() { echo "EXPECT $SCENARIO $1 $2 $qpn $3" >&3; }

set_all() { # SET
	cat > /run/fleet.json <<-END
		{
		  "version": 1, "if_no_door": "skip",
		  "profiles": { "roce": { "set": { $1 } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
		  "transport": { "kind": "local" }
		}
	END
	exits 0 /run/fleet.json --yes
}

traffic as_shipped 10%
check as_shipped.marks_are_counted test "$(marked)" -ge 20
check as_shipped.notifications test "$(counted np_cnp_sent)" -ge 1
equal as_shipped.all_were_handled "$(counted np_cnp_sent)" "$(counted rp_cnp_handled)"
equal as_shipped.none_was_ignored 0 "$(counted rp_cnp_ignored)"
expect as_shipped dscp 48

traffic no_marks 0
equal no_marks.nothing_is_counted 0 "$(marked)"
equal no_marks.nothing_is_sent 0 "$(counted np_cnp_sent)"
expect no_marks none 0

check dscp.apply set_all '"dcqcn.np.cnp_dscp": 26'
traffic dscp 10%
expect dscp dscp 26

interval_file() { test -e "$CC/np_min_time_between_cnps"; }
if interval_file; then
	check each.apply set_all '"dcqcn.np.min_time_between_cnps": "0us"'
	traffic each 10%
	equal each.mark_has_its_notification "$(marked)" "$(counted np_cnp_sent)"
	check interval.apply set_all '"dcqcn.np.min_time_between_cnps": "100ms"'
	traffic interval 100%
	check interval.fewer_notifications_than_marks test "$(($(counted np_cnp_sent) * 10))" -le "$(marked)"
	expect interval interval 100000
	check interval.undo exits 3 undo "$(newest_run)" --yes
else
	skip interval "this kernel has no file for min_time_between_cnps"
fi

if [ -n "$FWCTL" ]; then
	check rp_off.apply set_all '"dcqcn.rp.enable": "none"'
	traffic rp_off 10%
	check rp_off.notifications test "$(counted np_cnp_sent)" -ge 1
	equal rp_off.all_were_ignored "$(counted np_cnp_sent)" "$(counted rp_cnp_ignored)"
	equal rp_off.none_was_handled 0 "$(counted rp_cnp_handled)"
	check rp_off.undo exits 3 undo "$(newest_run)" --yes
	check np_off.apply set_all '"dcqcn.np.enable": "none"'
	traffic np_off 10%
	check np_off.marks_are_counted test "$(marked)" -ge 20
	equal np_off.no_notification 0 "$(counted np_cnp_sent)"
	expect np_off none 0
	check np_off.undo exits 3 undo "$(newest_run)" --yes
	traffic on_again 10%
	equal on_again.all_were_handled "$(counted np_cnp_sent)" "$(counted rp_cnp_handled)"
	expect on_again dscp 26
else
	skip on_and_off "without fwctl nothing switches DCQCN"
fi
check kernel_is_quiet no_complaint
