#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# What a test does to the card from outside is what the drivers then see.
. /t/lib.sh

hw=/sys/class/infiniband/$IB/ports/1/hw_counters
ip link set "$NETDEV" up
port_is() { rdma link show "$IB/1" | grep -q "state $1 "; }
check port_active wait_for 20 port_is ACTIVE
equal link_down_is_taken ok "$(ctl link down)"
check port_goes_down wait_for 20 port_is DOWN
ctl link up > /dev/null
check port_comes_back wait_for 20 port_is ACTIVE
check kernel_is_quiet no_complaint

ctl counter out_of_sequence 5 > /dev/null
ctl counter np_cnp_sent 4294967297 > /dev/null
wait_for 5 grep -qx 5 "$hw/out_of_sequence"
equal q_counter 5 "$(cat "$hw/out_of_sequence")"
equal cong_counter 4294967297 "$(cat "$hw/np_cnp_sent")"

ctl fault status 0x825 3 1 > /dev/null
refused refusal_reaches_the_writer "Invalid argument" sh -c "echo 20 > $CC/np_cnp_dscp"
check refusal_is_logged sh -c "dmesg | grep 'MODIFY_CONG_PARAMS.*bad parameter'"
check next_one_goes sh -c "echo 20 > $CC/np_cnp_dscp"
equal and_is_there 20 "$(cat "$CC/np_cnp_dscp")"
dmesg -c > /dev/null

before=$(cut -d ' ' -f 1 /proc/uptime | tr -d .)
ctl fault delay 0x824 700 > /dev/null
cat "$CC/np_cnp_dscp" > /dev/null
took=$(($(cut -d ' ' -f 1 /proc/uptime | tr -d .) - before))
check delay_is_felt test "$took" -ge 70

ctl health 1 > /dev/null
reported() { devlink health show "pci/$PCI" reporter fw | grep -qE 'error [1-9]'; }
check health_is_reported wait_for 20 reported
ctl health 0 > /dev/null
# the driver's own report comes a little after that; it is not the next scenario's
logged() { dmesg | grep -q 'synd 0x1: firmware internal error'; }
[ "$LABEL" = vm61 ] || check health_is_logged wait_for 20 logged
