#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx
# Two cards of two types in one host: each gets its own values, and nothing goes to the wrong one.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

cx7=$PCI
cx6dx=$(for pci in /sys/bus/pci/devices/*; do grep -lx 0x101d "$pci/device"; done | cut -d / -f 6)
both() { wait_for 60 test -e "/sys/bus/pci/devices/$cx6dx/infiniband"; }
check both_bound both
cc() { cat "/sys/kernel/debug/mlx5/$1/cc_params/rp_ai_rate"; }
guid() { cat "/sys/bus/pci/devices/$1/infiniband/"*/node_guid; }
check guids_differ test "$(guid "$cx7")" != "$(guid "$cx6dx")"
writes() { ctl "$1 count $2" | sed 's/^ok //'; }

cat > /run/fleet.json <<-EOF
	{
	  "version": 1, "if_no_door": "skip",
	  "profiles": {
	    "roce": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s", "roce_accl.selective_repeat_forced_en": true } },
	    "slow": { "extends": "roce", "set": { "dcqcn.rp.ai_rate": "10 Mb/s" } }
	  },
	  "assign": [
	    { "id": "cx7", "hosts": "guest", "nics": { "card": "ConnectX-7" }, "profile": "roce" },
	    { "id": "cx6dx", "hosts": "guest", "nics": { "card": "ConnectX-6 Dx" }, "profile": "slow" }
	  ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
	  "transport": { "kind": "local" }
	}
EOF
check apply exits 0 /run/fleet.json --yes
check says_two_nics says 'Applied: 1 of 1 host changed \(2 NICs\)'
equal cx7_has_its_rate 20 "$(cc "$cx7")"
equal cx6dx_has_its_rate 10 "$(cc "$cx6dx")"
equal cx7_one_write 1 "$(writes card0 0x825)"
equal cx6dx_one_write 1 "$(writes card1 0x825)"
if [ -n "$FWCTL" ]; then
	for pci in "$cx7" "$cx6dx"; do
		mst_get "$pci" ROCE_ACCL
		equal "mstreg_reads_sr.${pci%%:00.0}" 0x00000001 "$(mst_field selective_repeat_forced_en)"
	done
fi
check check_finds_nothing exits 0 /run/fleet.json --check
echo 9 > "/sys/kernel/debug/mlx5/$cx6dx/cc_params/rp_ai_rate"
check check_finds_one exits 2 /run/fleet.json --check
check check_names_it says '1 NIC, ConnectX-6 Dx dcqcn.rp.ai_rate +9 Mb/s +-> +10 Mb/s'
echo 10 > "/sys/kernel/debug/mlx5/$cx6dx/cc_params/rp_ai_rate"

# the RDMA names may change places when the drivers come back; the values follow the card
other_way() {
	echo "$cx7" > /sys/bus/pci/drivers/mlx5_core/unbind && echo "$cx6dx" > /sys/bus/pci/drivers/mlx5_core/unbind &&
		echo "$cx6dx" > /sys/bus/pci/drivers/mlx5_core/bind && echo "$cx7" > /sys/bus/pci/drivers/mlx5_core/bind &&
		wait_for 60 test -e "/sys/bus/pci/devices/$cx7/infiniband"
}
check drivers_come_back other_way
check still_nothing_to_do exits 0 /run/fleet.json --check
check undo exits 3 undo "$(newest_run)" --yes
equal cx7_undone 5 "$(cc "$cx7")"
equal cx6dx_undone 5 "$(cc "$cx6dx")"
check kernel_is_quiet no_complaint
