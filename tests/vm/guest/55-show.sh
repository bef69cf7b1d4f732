#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# ece-show on a real kernel, against what the kernel's files and mstreg say.
. /t/lib.sh

sr=roce_accl.selective_repeat_forced_en
taint_before=$(taint)
# shows PATTERN ARGS...
shows() {
	shows_pattern=$1
	shift
	ece-show "$@" > /run/show 2>&1
	cat /run/show
	grep -qE -- "$shows_pattern" /run/show
}
psid=$(cat "/sys/class/infiniband/$IB/board_id")
firmware=$(cat "/sys/class/infiniband/$IB/fw_ver")
check card shows "^$PCI +ConnectX-7 +$IB +$NETDEV( |\$)" "$PCI"
check identity shows "^  firmware $firmware +PSID $psid +GUID [0-9a-f]{16}\$" "$PCI"
check by_rdma_name shows "^$PCI " "$IB"
check by_netdev shows "^$PCI " "$NETDEV"
check json shows '^\{"version":1,"simulated":false,' --json
refused unknown_card 'no card "mlx5_9"' ece-show mlx5_9

echo 20 > "$CC/rp_ai_rate"
check ai_rate_20 shows 'dcqcn.rp.ai_rate +20 Mb/s +devx'
echo 5 > "$CC/rp_ai_rate"
check ai_rate_5 shows 'dcqcn.rp.ai_rate +5 Mb/s +devx'
# probed PARAMETER BACKEND PATTERN: the line of a backend below the group of its parameter
probed() {
	ece-show --probe | awk -v param="$1" -v backend="$2" '
		/^  [^ ]/ {
			if (!names)
				in_group = 0
			names = 1
			gsub(/,/, "")
			for (i = 1; i <= NF; i++) {
				if ($i ~ /^\./)
					$i = family $i
				family = $i
				sub(/\.[^.]*$/, "", family)
				if ($i == param)
					in_group = 1
			}
			next
		}
		{ names = 0 }
		in_group && $1 == backend { line = $0; next }
		line && /^        / { sub(/^ +/, ""); line = line " " $0; next }
		line { print line; line = "" }
		END { if (line) print line }' | tee /dev/stderr | grep -qE -- "$3"
}
check ai_rate_by_devx probed dcqcn.rp.ai_rate devx 'reads +- +.*MODIFY_CONG_PARAMS'
check ai_rate_by_debugfs probed dcqcn.rp.ai_rate debugfs 'reads +writes'
check sr_by_vsc probed $sr vsc 'reads +writes'
check ai_rate_by_vsc probed dcqcn.rp.ai_rate vsc '- +- +.*registers, not commands'
check ai_rate_by_ofed probed dcqcn.rp.ai_rate ofed '- +- +.*vendor driver only'
check sr_by_devx probed $sr devx '- +- +DevX: the firmware grants it to no user'
if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	check sr_by_fwctl probed $sr fwctl 'reads +writes'
	check sr_off shows "$sr +false +fwctl"
	mst_set ROCE_ACCL selective_repeat_forced_en=1,selective_repeat_forced_en_field_select=1 > /dev/null
	check sr_on_after_mstreg shows "$sr +true +fwctl"
	mst_set ROCE_ACCL selective_repeat_forced_en=0,selective_repeat_forced_en_field_select=1 > /dev/null
	check sr_off_after_mstreg shows "$sr +false +fwctl"
	check alpha shows 'ztr_rtt.ALPHA +0.1 \(6553\) +fwctl'
else
	check sr_by_fwctl probed $sr fwctl '- +- +no fwctl node'
	check sr_by_window shows "$sr +false +vsc"
	check alpha_by_window shows 'ztr_rtt.ALPHA +0.1 \(6553\) +vsc'
fi
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
