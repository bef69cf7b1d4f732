#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm61
# ece-connect between two cards: each combination of two features, with raw verbs, and by RDMA-CM with queue pairs of its own and
# of librdmacm's. What is in effect is told alike by both ends, and by both cards.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=connect.sh
. /t/connect.sh

word() { printf '0x3000000%x' "$1"; }

check cables_up cables_up
check listens connect_listen 1 ""
for client in 0 1 2 3; do
	ctl card0 ece "$(word $client)" > /run/case/out
	for server in 0 1 2 3; do
		ctl card1 ece "$(word $server)" > /run/case/out
		both=$(word $((client & server)))
		check "raw.${client}_and_$server" meets 0 1 "$both"
		check "cm.${client}_and_$server" meets 0 1 "$both" --cm
		check "managed.${client}_and_$server" meets 0 1 "$both" --cm-managed
	done
done
check listener_ends connect_listen_ends
check kernel_is_quiet no_complaint
