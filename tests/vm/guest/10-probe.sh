#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Debian's own drivers bind to the card, the port comes up, and other people's tools see what they should.
. /t/lib.sh

equal device 0x1021 "$(cat "/sys/bus/pci/devices/$PCI/device")"
driver_is() { [ "$(basename "$(readlink "/sys/bus/pci/devices/$PCI/driver")")" = "$1" ]; }
check core_driver_binds driver_is mlx5_core
check rdma_device test -d "/sys/class/infiniband/$IB"
check netdev test -d "/sys/class/net/$NETDEV"
check kernel_is_quiet no_complaint

ip link set "$NETDEV" up
port_is() { rdma link show "$IB/1" | grep -q "state $1 physical_state $2 "; }
check port_becomes_active wait_for 60 port_is ACTIVE LINK_UP
check gid_table_filled test "$(cat "/sys/class/infiniband/$IB/ports/1/gids/0")" != 0000:0000:0000:0000:0000:0000:0000:0000
check kernel_stays_quiet no_complaint

devinfo() { ibv_devinfo -d "$IB" | grep -E "$1"; }
check devinfo_transport devinfo 'transport:[[:space:]]*InfiniBand'
check devinfo_vendor devinfo 'vendor_id:[[:space:]]*0x02c9'
check devinfo_part devinfo 'vendor_part_id:[[:space:]]*4129'
check devinfo_psid devinfo 'board_id:[[:space:]]*MT_[0-9]+'
check devinfo_firmware devinfo 'fw_ver:[[:space:]]*28\.[0-9]+\.[0-9]+'
check devinfo_active devinfo 'state:[[:space:]]*PORT_ACTIVE'
check devinfo_ethernet devinfo 'link_layer:[[:space:]]*Ethernet'
ethtool_says() { ethtool -i "$NETDEV" | grep -E "$1"; }
check ethtool_bus ethtool_says "^bus-info: $PCI"
check ethtool_firmware ethtool_says '^firmware-version: 28\.[0-9]+\.[0-9]+ \(MT_'
speed() { ethtool "$NETDEV" | grep -E 'Speed: [0-9]+Mb/s'; }
check ethtool_speed speed
devlink_says() { devlink dev info "pci/$PCI" | grep -E "$1"; }
check devlink_driver devlink_says 'driver mlx5_core'
check devlink_psid devlink_says 'fw.psid MT_'
check devlink_firmware devlink_says 'fw.version 28\.45\.1020$'
counter() { grep -E '^[0-9]+$' "/sys/class/infiniband/$IB/ports/1/hw_counters/$1"; }
for name in out_of_sequence packet_seq_err local_ack_timeout_err rp_cnp_handled np_cnp_sent; do
	check "counter_$name" counter "$name"
done
