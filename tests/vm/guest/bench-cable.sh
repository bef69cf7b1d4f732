#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# What perftest gets between two software cards under TCG: printed, never judged. It tells which test sizes are sensible, and
# nothing about silicon.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
gid0=$(v2_of 0)
gid1=$(v2_of 1)

# rate NAME PROGRAM ARGS...: the last line of numbers that the client prints
rate() {
	rate_name=$1 rate_program=$2
	shift 2
	check "$rate_name" pair "$rate_program -d $(ib_of 1) -x $gid1 $*" "$rate_program -d $(ib_of 0) -x $gid0 $* 10.0.0.2"
	say "$rate_name: $(grep -E '^ #bytes' /run/client | tail -n 1 | tr -s ' \t' ' '):$(grep -E '^ *[0-9]+ +[0-9]+ +[0-9.]' /run/client | tail -n 1 | tr -s ' \t' ' ')"
}
rate send_64 ib_send_bw -e -n 2000 -s 64
rate send_4k ib_send_bw -e -n 1000 -s 4096
rate write_64k ib_write_bw -n 300 -s 65536
rate read_64k ib_read_bw -e -n 300 -s 65536
rate atomics ib_atomic_bw -e -n 1000
rate ud_1k ib_send_bw -e -n 1000 -c UD -s 1024
rate send_lat ib_send_lat -n 100 -s 64
