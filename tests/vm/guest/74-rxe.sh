#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma rxe
# kernels: vm7x
# ECE where the driver has none: the verbs of rdma_rxe answer EOPNOTSUPP, while the kernel's connection manager carries the
# words all the same. What the packets carried is judged outside, on a capture made in the guest.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=rxe.sh
. /t/rxe.sh

modprobe -n rdma_rxe || skip_all "this kernel's rdma_rxe was not built"
check rxe_up rxe_up
check capture rxe_capture /run/rxe.pcap
check rping rxe_pair "rping -s -a 10.1.0.2 -V -C 5" "rping -c -a 10.1.0.2 -V -C 5"

# has END LINE: it was printed at this end, "server" or "client"
has() { grep -qx "$2" "/run/$1" || { echo "$1 does not say '$2'"; return 1; }; }
both_have() { has server "$1" && has client "$1"; }

# no end has any, and librdmacm and a program of its own live with that
check managed.connects rxe_pair "cm listen 10.1.0.2 7701 managed" "cm connect 10.1.0.2 7701 managed"
check managed.verbs_have_no_ece both_have 'refused EOPNOTSUPP'
expect managed 7701 0x0 0x00000000 0x0 0x00000000
check own.connects rxe_pair "cm listen 10.1.0.2 7702 own" "cm connect 10.1.0.2 7702 own"
check own.verbs_have_no_ece both_have 'refused EOPNOTSUPP'
check own.peer_has_none both_have 'remote 0x0 0x00000000'
expect own 7702 0x0 0x00000000 0x0 0x00000000

# the kernel carries what a program gives it, and a driver that cannot is asked nothing
check offered.connects rxe_pair "cm listen 10.1.0.2 7703 own" "cm connect 10.1.0.2 7703 own 0x15b3 0x30000003"
check offered.server_is_told has server 'remote 0x15b3 0x30000003'
check offered.server_answers_none has server 'answer 0x0 0x00000000'
check offered.client_is_told_none has client 'remote 0x15b3 0x00000000'
# the vendor comes back, with none of its options
expect offered 7703 0x15b3 0x30000003 0x15b3 0x00000000

# libece says so, and goes on without features; what is required fails
check libece.connects rxe_pair "ececm listen 10.1.0.2 7704 own allow=all" "ececm connect 10.1.0.2 7704 own allow=all"
check libece.why both_have 'missing selective_repeat driver'
expect libece 7704 0x0 0x00000000 0x0 0x00000000
check libece_managed.connects rxe_pair "ececm listen 10.1.0.2 7705 managed allow=none" "ececm connect 10.1.0.2 7705 managed allow=none"
check libece_managed.why both_have 'missing selective_repeat driver'
expect libece_managed 7705 0x0 0x00000000 0x0 0x00000000
check libece_is_offered.connects rxe_pair "ececm listen 10.1.0.2 7706 own allow=all" "cm connect 10.1.0.2 7706 own 0x15b3 0x30000003"
check libece_is_offered.told has server 'remote 0x15b3 0x30000003'
expect libece_is_offered 7706 0x15b3 0x30000003 0x15b3 0x00000000
refused libece_requires "requires selective_repeat, but this end has no ECE" on_rxe 0 timeout 30 ececm connect 10.1.0.2 7707 own \
	require=selective_repeat
not() { ! "$@"; }
check libece_rejects.both_end not rxe_pair "ececm listen 10.1.0.2 7708 own require=selective_repeat" \
	"cm connect 10.1.0.2 7708 own 0x15b3 0x30000003"
check libece_rejects.client_is_told grep -q 'REJECTED (status 35)' /run/client
expect libece_rejects 7708 0x15b3 0x30000003 rejected 35

# REQ, REP, RTU, DREQ, DREP of each that was made, REQ and REJ of the other
check capture_ends rxe_capture_end /run/rxe.pcap 37
check capture_sent guest_capture /run/rxe.pcap
check rxe_down rxe_down
check kernel_is_quiet no_complaint
