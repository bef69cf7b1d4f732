#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# cards: cx7 bf3
# Odd states of a real kernel, and what ece-show makes of them: a BlueField in NIC mode, an interface in another network
# namespace, no RDMA driver, no driver at all, a driver of a guest.
. /t/lib.sh

bf3=$(for pci in /sys/bus/pci/devices/*; do grep -lx 0xa2dc "$pci/device"; done | cut -d / -f 6)
here() { test -e "/sys/bus/pci/devices/$1/infiniband" && test -e "/sys/bus/pci/devices/$1/net"; }
check both_bound wait_for 60 here "$bf3"

# look ARGS...: what ece-show prints, for says and silent: through the PCI window a whole look takes seconds
look() { ece-show "$@" > /run/show 2>&1; }
says() {
	cat /run/show
	grep -qE -- "$1" /run/show
}
silent() { ! says "$1"; }

look "$bf3"
check dpu_in_nic_mode says "^$bf3 +BlueField-3 "
check dpu_in_nic_mode_is_read says 'dcqcn.rp.ai_rate +[0-9]+ Mb/s'
check dpu_in_nic_mode_is_not_left_alone silent 'left alone'
node_guid() { tr -d : < "/sys/bus/pci/devices/$1/infiniband/$IB/node_guid"; }
guid=$(node_guid "$PCI")
psid=$(cat "/sys/class/infiniband/$IB/board_id")

ip link property add dev "$NETDEV" altname rail_seven
look --param dcqcn.rp.gd rail_seven
check alternative_name says "^ +$PCI +[0-9]+"
# A namespace lives as long as a process in it.
unshare -n sleep 600 &
sleeper=$!
other_namespace() { [ "$(readlink /proc/$sleeper/ns/net)" != "$(readlink /proc/self/ns/net)" ]; }
check namespace wait_for 10 other_namespace
check moves_away ip link set "$NETDEV" netns $sleeper
look "$PCI"
check another_namespace_is_said says 'its network interface is in another network namespace'
check another_namespace_is_read says 'dcqcn.rp.ai_rate +[0-9]+ Mb/s +devx'
kill $sleeper
back() { ip link show "$NETDEV"; }
check comes_back wait_for 30 back

# Without the RDMA driver: who the card is comes from ethtool and fwctl.
rmmod mlx5_ib
look "$PCI"
check no_other_namespace_any_more silent 'another network namespace'
check no_rdma_psid says "PSID $psid"
if [ -n "$FWCTL" ]; then
	check no_rdma_guid_by_fwctl says "PSID $psid +GUID $guid\$"
	check no_rdma_register says 'selective_repeat_forced_en +false +fwctl'
else
	check no_rdma_no_guid says 'left alone: its GUID cannot be read'
	check no_rdma_register says 'selective_repeat_forced_en +false +vsc'
fi
modprobe mlx5_ib
check rdma_is_back wait_for 60 here "$PCI"

echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/unbind
look "$PCI"
check no_driver says 'left alone: no driver is bound to it'
check no_driver_is_not_read silent 'dcqcn.rp.ai_rate'
look --json "$PCI"
check no_driver_json says '"bar":"no_driver"'
if modprobe vfio-pci 2> /dev/null; then
	echo vfio-pci > "/sys/bus/pci/devices/$PCI/driver_override"
	# Without an IOMMU the kernel wants to be told that this is meant
	echo 1 > /sys/module/vfio/parameters/enable_unsafe_noiommu_mode 2> /dev/null
	echo "$PCI" > /sys/bus/pci/drivers/vfio-pci/bind
	look "$PCI"
	check guests_driver says 'left alone: the driver vfio-pci has it'
	echo "$PCI" > /sys/bus/pci/drivers/vfio-pci/unbind
	echo > "/sys/bus/pci/devices/$PCI/driver_override"
else
	skip guests_driver "this kernel has no vfio-pci"
fi
echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/bind
check driver_is_back wait_for 60 here "$PCI"
look --probe "$PCI"
check all_is_well_again silent 'left alone'
