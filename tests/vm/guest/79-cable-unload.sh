#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# usually: vm61
# After all of it the drivers still go and come: nothing holds a reference, nothing is left in the card.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
check cables_down cables_down
check unload rmmod rdma_ucm rdma_cm ib_umad mlx5_ib
[ -z "$FWCTL" ] || check unload_fwctl rmmod mlx5_fwctl
check unload_core rmmod mlx5_core
left() { ctl "card$1 state" | sed -n 's/.*"objects":\([0-9]*\).*/\1/p'; }
equal nothing_left_in_card0 0 "$(left 0)"
equal nothing_left_in_card1 0 "$(left 1)"
check kernel_is_quiet no_complaint
check load load_drivers
check cables_up_again cables_up
check ping on 0 ping -c 1 -W 5 10.0.0.2
check kernel_stays_quiet no_complaint
