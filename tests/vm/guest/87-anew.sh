#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx
# kernels: vm7x
# What who watches counters sees of a counter of 32 bits that goes round, and of a driver that is loaded anew.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=watch.sh
. /t/watch.sh

ready() { test -e "/sys/bus/pci/devices/$PCI/infiniband" && test -e "/sys/bus/pci/devices/$PCI/net"; }
watch_starts
check reads wait_for 30 watch_shows "$PCI" packet_seq_err raw 0

check nearly_round ctl card0 counter packet_seq_err 4294967290
check nearly_round_shows wait_for 30 watch_shows "$PCI" packet_seq_err raw 4294967290
check round ctl card0 counter packet_seq_err 4294967301
check round_shows wait_for 30 watch_shows "$PCI" packet_seq_err raw 5
equal round_is_added 4294967301 "$(watch_says "$PCI" packet_seq_err value)"
equal round_is_no_reset 0 "$(watch_says "$PCI" packet_seq_err resets)"
check wide ctl card0 counter np_cnp_sent 4294967303
check wide_shows wait_for 30 watch_shows "$PCI" np_cnp_sent raw 4294967303

# a driver that comes back registers its device anew: what was counted before is over
ctl card0 counter packet_seq_err 3 > /run/case/out
check reload devlink dev reload "pci/$PCI"
check comes_back wait_for 60 ready
check reload_shows wait_for 30 watch_shows "$PCI" packet_seq_err raw 3
equal reload_starts_over 3 "$(watch_says "$PCI" packet_seq_err value)"
check ends watch_ends
equal watched_quietly '' "$(cat /run/watch.err)"
for counter in packet_seq_err np_cnp_sent; do ctl card0 counter $counter 0 > /run/case/out; done
check kernel_is_quiet no_complaint
