#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# The card comes back from every kind of reload, and the driver hands everything back.
. /t/lib.sh

here() { test -e "/sys/bus/pci/devices/$PCI/infiniband" && test -e "/sys/bus/pci/devices/$PCI/net"; }
gone() { ! test -e "/sys/bus/pci/devices/$PCI/infiniband"; }
works() {
	wait_for 60 here || return 1
	name=$(ls "/sys/bus/pci/devices/$PCI/infiniband")
	wait_for 60 test -e "/sys/class/infiniband_verbs/uverbs0" && answers ok '00000000*' devx "$name" 4112 \
		01000000000000010000000000000000
}
dmesg -c > /dev/null
check devlink_reload devlink dev reload "pci/$PCI"
check after_devlink_reload works
check quiet_after_devlink_reload no_complaint

unload() {
	[ -z "$FWCTL" ] || rmmod mlx5_fwctl || return 1
	rmmod mlx5_ib && rmmod mlx5_core
}
check unload unload
check unloaded wait_for 60 gone
check quiet_after_unload no_complaint
check load load_drivers
check after_load works
check quiet_after_load no_complaint

flr() {
	echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/unbind && echo 1 > "/sys/bus/pci/devices/$PCI/reset" &&
		echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/bind
}
check function_reset flr
check after_function_reset works
check quiet_after_function_reset no_complaint

# the link, as the card tells it
netdev=$(ls "/sys/bus/pci/devices/$PCI/net")
ip link set "$netdev" up
carrier() { [ "$(cat "/sys/class/net/$netdev/carrier")" = "$1" ]; }
check link_up wait_for 60 carrier 1
check card_drops_link ctl 'link down'
check link_down wait_for 60 carrier 0
check card_raises_link ctl 'link up'
check link_up_again wait_for 60 carrier 1
check quiet_at_the_end no_complaint
