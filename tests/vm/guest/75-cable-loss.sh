#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# A cable of half a millisecond that loses one packet of connections in a hundred. Where ECE has agreed on selective repeat only
# what was lost goes again; where one end cannot, what was sent behind it as well. Counted by the kernel, and on the capture.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

weather() {
	for weather_word; do
		ctl cable "${weather_word%=*}" "${weather_word#*=}" || return 1
	done
}
lost() { ctl cable | sed -n 's/.*"lost": *\([0-9]*\).*/\1/p'; }
# counted CARD NAME: since the last remember
remember() {
	for remember_name in packet_seq_err out_of_sequence local_ack_timeout_err roce_adp_retrans; do
		for remember_card in 0 1; do
			hw_counter $remember_card $remember_name > "/run/before.$remember_card.$remember_name"
		done
	done
	ctl cable zero > /dev/null
}
counted() { echo $(($(hw_counter "$1" "$2") - $(cat "/run/before.$1.$2"))); }

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)

# lossy NAME CLIENT-WORD SERVER-WORD MODE: a hundred writes of 64 KiB over RDMA-CM, so that ECE is negotiated
lossy() {
	ctl card0 ece "$2" > /run/case/out
	ctl card1 ece "$3" > /run/case/out
	check "$1.weather" weather seed=7 delay=500us loss=1%
	remember
	check "$1.write_bw" pair "ib_write_bw -d $(ib_of 1) -x $gid1 -R -n 100 -s 65536" \
		"ib_write_bw -d $(ib_of 0) -x $gid0 -R -n 100 -s 65536 10.0.0.2"
	check "$1.clear" weather loss=0
	say "$1: $(lost) lost, packet_seq_err $(counted 0 packet_seq_err), out_of_sequence $(counted 1 out_of_sequence), roce_adp_retrans $(counted 0 roce_adp_retrans)"
	check "$1.packets_were_lost" test "$(lost)" -ge 20
	check "$1.sender_was_told" test "$(counted 0 packet_seq_err)" -ge 5
	check "$1.receiver_saw_gaps" test "$(counted 1 out_of_sequence)" -ge 5
	qpn=$(sed -n 's/^ *remote address:.* QPN \(0x[0-9a-f]*\).*/\1/p' /run/client | head -n 1)
	echo "EXPECT $SCENARIO $1 $4 $qpn $(lost) $(($(counted 0 roce_adp_retrans) + $(counted 0 local_ack_timeout_err)))" >&3
}
lossy selective_repeat 0x30000003 0x30000003 selective
lossy server_cannot 0x30000003 0x30000002 window
lossy client_cannot 0x30000002 0x30000003 window
ctl card0 ece 0x30000003 > /run/case/out
ctl card1 ece 0x30000003 > /run/case/out

check data.weather weather delay=50us loss=2%
check data.rping_writes_and_reads pair "rping -s -a 10.0.0.2 -V -C 40 -S 20000" "rping -c -a 10.0.0.2 -V -C 40 -S 20000"
check data.rc_pingpong pair "ibv_rc_pingpong -d $(ib_of 1) -g $gid1 -c -e -s 65536 -n 30" \
	"ibv_rc_pingpong -d $(ib_of 0) -g $gid0 -c -e -s 65536 -n 30 10.0.0.2"
check data.atomics pair "ib_atomic_bw -d $(ib_of 1) -x $gid1 -e -n 100" "ib_atomic_bw -d $(ib_of 0) -x $gid0 -e -n 100 10.0.0.2"
check data.clear weather loss=0

# one packet that is all there is: nobody sees a gap, only time tells; with adaptive retransmission, as shipped, another counter
one() { pair "ibv_rc_pingpong -d $(ib_of 1) -g $gid1 -c -e -s 512 -n 5" "ibv_rc_pingpong -d $(ib_of 0) -g $gid0 -c -e -s 512 -n 5 10.0.0.2"; }
# time_out NAME COUNTER
time_out() {
	remember
	check "$1.lose_one" weather lose=1
	check "$1.pingpong" one
	equal "$1.lost" 1 "$(lost)"
	check "$1.counted" test "$(($(counted 0 "$2") + $(counted 1 "$2")))" -ge 1
	equal "$1.no_gap" 0 "$(counted 1 out_of_sequence)"
}
time_out adaptive_time_out roce_adp_retrans
if [ -n "$FWCTL" ]; then
	export ECE_STATE=/run/ece-set
	adaptive() { ece-set "$(ib_of 0)" roce_accl.roce_adp_retrans_en="$1" --yes && ece-set "$(ib_of 1)" roce_accl.roce_adp_retrans_en="$1" --yes; }
	check adaptive_off adaptive false
	time_out plain_time_out local_ack_timeout_err
	check adaptive_on adaptive true
else
	skip plain_time_out "without fwctl nothing switches adaptive retransmission"
fi

check nothing_gets_through.weather weather loss=100%
refused nothing_gets_through.retries_end 'transport retry counter exceeded (12)' one
check nothing_gets_through.clear weather loss=0 delay=0us
check pingpong_again one
check kernel_is_quiet no_complaint
