#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# fwctl: its ABI, its list of commands by scope, and that scopes 0 and 1 taint nothing. Sources: Linux
# include/uapi/fwctl/fwctl.h, drivers/fwctl/main.c, drivers/fwctl/mlx5/main.c.
. /t/lib.sh

if [ "$LABEL" = vm61 ]; then
	check kernel_has_no_fwctl test ! -e /sys/class/fwctl
	exit 0
fi
if [ -z "$FWCTL" ]; then
	skip node "the modules could not be built on this machine"
	exit 0
fi
check node test -c "/dev/fwctl/$FWCTL"
equal node_mode 600 "$(stat -c %a "/dev/fwctl/$FWCTL")"
equal device_link "$PCI" "$(basename "$(readlink -f "/sys/class/fwctl/$FWCTL/device")")"

door fwctl-abi "$FWCTL" > /run/abi
abi() { equal "abi_$1" "$2" "$(sed -n "s/^$1 //p" /run/abi)"; }
abi info ok
abi device_type 1
abi info_flags EOPNOTSUPP
abi info_longer_with_tail E2BIG
abi rpc_too_short EINVAL
abi unknown_ioctl ENOTTY
abi rpc ok
abi scope_4 EOPNOTSUPP
abi in_15_bytes EMSGSIZE
abi out_15_bytes EMSGSIZE
abi out_over_2MiB EMSGSIZE

taint_before=$(taint)
# rpc NAME SCOPE ERRNO PATTERN MAILBOX [OUT_LEN]
rpc() { check "$1" answers "$3" "$4" fwctl "$FWCTL" "$2" "${6:-4112}" "$5"; }
tail8=0000000000000000
accl_read="0805000000000001""0000402c00000000+128"
accl_write="0805000000000000""0000402c00000000"
rpc caps_scope_0 0 ok '00000000*' "0100000000000001$tail8"
rpc caps_scope_1 1 ok '00000000*' "0100000000000001$tail8"
rpc register_read_needs_scope_1 0 EBADMSG '*' "$accl_read" 144
rpc register_read 1 ok '*' "$accl_read" 144
rpc cong_params_need_scope_1 0 EBADMSG '*' "0824000000000000""0000000100000000" 272
rpc cong_params 1 ok '00000000*' "0824000000000000""0000000100000000" 272
rpc cong_status 1 ok '*' "0822000000000000""0000000100000000" 16
rpc modify_cong_status 0 ok '*' "0823000000000000""00000001c0000000" 16
rpc modify_cong_params_scope_0 0 EBADMSG '*' "0825000000000000""0000000100000080+272" 16
rpc modify_cong_params_scope_1 1 EBADMSG '*' "0825000000000000""0000000100000080+272" 16
rpc create_qp 1 EBADMSG '*' "0500000000000000$tail8+256" 16
rpc q_counter 1 ok '*' "0773000000000000$tail8+16" 256
rpc unknown_register_is_for_firmware 1 ok '0[1-9]*' "0805000000000001""00000bad00000000+16" 32

# selective_repeat_forced_en: select bit 6 of word 0, value bit 6 of word 1
accl() { word $((16 + $1 * 4)) fwctl "$FWCTL" 1 144 "$accl_read"; }
equal field_can_be_set 64 "$(($(accl 0) & 64))"
rpc register_write_scope_0 0 ok '' "$accl_write""0000004000000040+120" 144
equal register_has_it 64 "$(($(accl 1) & 64))"
others=$(($(accl 1) & ~64))
rpc register_write_back 0 ok '' "$accl_write""0000004000000000+120" 144
equal register_has_it_not 0 "$(($(accl 1) & 64))"
equal other_fields_untouched "$others" "$(accl 1)"
rpc unselected_write_is_accepted 0 ok '' "$accl_write""0000000000000040+120" 144
equal unselected_write_changes_nothing 0 "$(($(accl 1) & 64))"
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
