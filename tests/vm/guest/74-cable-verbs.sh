#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# Other people's programs for verbs between two cards: rdma-core's examples, which check their data, and perftest. Their own
# TCP connection goes over the cable too.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)

# pingpong PROGRAM ARGS...: one on each card
pingpong() {
	pingpong_program=$1
	shift
	pair "$pingpong_program -d $(ib_of 1) -g $gid1 $*" "$pingpong_program -d $(ib_of 0) -g $gid0 $* 10.0.0.2"
}
check rc_pingpong_polls pingpong ibv_rc_pingpong -c -n 100
check rc_pingpong_waits_for_events pingpong ibv_rc_pingpong -c -e -n 200
check rc_pingpong_of_many_packets pingpong ibv_rc_pingpong -c -e -s 65536 -n 50
check rc_pingpong_new_post_send pingpong ibv_rc_pingpong -c -e -N -n 100
check uc_pingpong pingpong ibv_uc_pingpong -c -e -n 100
check uc_pingpong_of_many_packets pingpong ibv_uc_pingpong -c -e -s 32768 -n 20
check ud_pingpong pingpong ibv_ud_pingpong -c -e -n 100
check srq_pingpong pingpong ibv_srq_pingpong -c -e -n 100 -q 4
check rc_pingpong_roce_v1 pair "ibv_rc_pingpong -d $(ib_of 1) -g $(gid_of 1 "$(gid6_of 1)" IB/RoCE\ v1) -c -e -n 50" \
	"ibv_rc_pingpong -d $(ib_of 0) -g $(gid_of 0 "$(gid6_of 0)" IB/RoCE\ v1) -c -e -n 50 10.0.0.2"
check rc_pingpong_ipv6 pair "ibv_rc_pingpong -d $(ib_of 1) -g $(gid_of 1 "$(gid6_of 1)" RoCE\ v2) -c -e -n 50" \
	"ibv_rc_pingpong -d $(ib_of 0) -g $(gid_of 0 "$(gid6_of 0)" RoCE\ v2) -c -e -n 50 10.0.0.2"

# perftest PROGRAM ARGS...
perftest() {
	perftest_program=$1
	shift
	pair "$perftest_program -d $(ib_of 1) -x $gid1 $*" "$perftest_program -d $(ib_of 0) -x $gid0 $* 10.0.0.2"
}
check send_bw perftest ib_send_bw -e -n 100 -s 4096
check send_bw_both_ways perftest ib_send_bw -e -n 100 -s 4096 -b
check send_lat perftest ib_send_lat -n 20 -s 64
check write_bw perftest ib_write_bw -n 100 -s 65536
check write_bw_queue_pairs perftest ib_write_bw -n 50 -s 4096 -q 8
check write_lat perftest ib_write_lat -n 20 -s 64
check read_bw perftest ib_read_bw -e -n 50 -s 65536
check read_lat perftest ib_read_lat -n 20 -s 64
check atomic_fetch_and_add perftest ib_atomic_bw -e -n 50
check atomic_compare_and_swap perftest ib_atomic_bw -e -n 50 -A CMP_AND_SWAP
check atomic_lat perftest ib_atomic_lat -n 20
check send_bw_ud perftest ib_send_bw -e -n 100 -c UD -s 1024
check send_bw_uc perftest ib_send_bw -e -n 100 -c UC -s 4096
check write_bw_uc perftest ib_write_bw -n 50 -c UC -s 4096
check send_bw_rdma_cm perftest ib_send_bw -e -n 100 -R -s 4096
check write_bw_rdma_cm perftest ib_write_bw -n 100 -R -s 4096
check send_bw_shared_receive perftest ib_send_bw -e -n 100 -s 1024 --use-srq -q 2
check kernel_is_quiet no_complaint
