#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# What the kernel lets through DevX, and how it refuses; the firmware's own refusals. Sources: Linux
# drivers/infiniband/hw/mlx5/devx.c (general command list), PRM command layouts.
. /t/lib.sh

# general MAILBOX ERRNO PATTERN
devx() {
	devx_name=$1
	check "$devx_name" answers "$2" "$3" devx "$IB" "${5:-4112}" "$4"
}
tail8=0000000000000000
devx query_hca_cap ok '00000000*' "0100000000000001$tail8"
devx query_adapter ok '00000000*' "0101000000000000$tail8"
devx query_issi ok '00000000*' "010a000000000000$tail8"
devx query_vport_state ok '00000000*' "0750000000000000$tail8"
devx query_nic_vport_context ok '00000000*' "0754000000000000$tail8"
devx query_cong_status ok '00000000*' "0822000000000000""0000000100000000" 16
devx query_cong_params ok '00000000*' "0824000000000000""0000000100000000" 272
devx query_cong_statistics ok '*' "0826000000000000$tail8" 272

devx access_reg_is_not_for_devx EINVAL '*' "0805000000000001""0000402c00000000+128" 144
devx modify_cong_params_is_not_for_devx EINVAL '*' "0825000000000000""0000000100000080+272" 16
devx modify_cong_status_is_not_for_devx EINVAL '*' "0823000000000000""0000000100000000" 16
devx query_q_counter_is_not_for_devx EINVAL '*' "0773000000000000$tail8+16" 256
devx set_hca_cap_is_not_for_devx EINVAL '*' "0109000000000000$tail8+4096" 16
devx create_qp_is_not_for_devx EINVAL '*' "0500000000000000$tail8+256" 16
devx enable_hca_is_not_for_devx EINVAL '*' "0104000000000000$tail8" 16
devx opcode_0_is_not_for_devx EINVAL '*' "0000000000000000$tail8" 16

# the kernel passes 0xb00..0xcff on; what the firmware does not know it refuses itself, and that looks different
devx unknown_opcode_reaches_firmware EREMOTEIO '02*' "0bff000000000000$tail8" 16
devx bad_protocol_reaches_firmware EREMOTEIO '03*' "0824000000000000""0000000f00000000" 272
ctl_count() { ctl "count $1" | sed 's/^ok //'; }
before=$(ctl_count 0x825)
door devx "$IB" 16 "0825000000000000""0000000100000080+272" > /dev/null
equal refused_commands_never_reach_firmware "$before" "$(ctl_count 0x825)"

# mailboxes too short for a header
check in_8_bytes answers EINVAL '*' devx "$IB" 4112 0100000000000001
check out_8_bytes answers EINVAL '*' devx "$IB" 8 "0100000000000001$tail8"
check kernel_is_quiet no_complaint
