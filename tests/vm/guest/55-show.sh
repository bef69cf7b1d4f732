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
check card shows "^$PCI +ConnectX-7 +$IB +$NETDEV +.*firmware $firmware +PSID $psid\$" "$PCI"
check by_rdma_name shows "^$PCI " "$IB"
check by_netdev shows "^$PCI " "$NETDEV"
check json shows '^\{"version":1,"simulated":false,' --json
refused unknown_card 'no card "mlx5_9"' ece-show mlx5_9

echo 20 > "$CC/rp_ai_rate"
check ai_rate_20 shows 'dcqcn.rp.ai_rate +20 Mb/s +devx'
echo 5 > "$CC/rp_ai_rate"
check ai_rate_5 shows 'dcqcn.rp.ai_rate +5 Mb/s +devx'
# probed PARAMETER BACKEND PATTERN: the line of a backend below (or beside) its parameter
probed() {
	ece-show --probe | awk -v param="$1" -v backend="$2" '$1 ~ /\./ { now = $1; sub(/^ *[^ ]+/, "") }
		now == param && $1 == backend' | tee /dev/stderr | grep -qE -- "$3"
}
check ai_rate_by_devx probed dcqcn.rp.ai_rate devx 'reads +- +.*MODIFY_CONG_PARAMS'
check ai_rate_by_debugfs probed dcqcn.rp.ai_rate debugfs 'reads +writes'
check sr_by_devx probed $sr devx '- +- +.*register'
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
	check sr_no_door shows "$sr +no_door .*no fwctl node"
	check alpha_no_door shows 'ztr_rtt.ALPHA +no_door .*no fwctl node'
fi
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
