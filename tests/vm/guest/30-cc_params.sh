#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# debugfs cc_params: what it takes, what it refuses, and that the firmware got it (QUERY_CONG_PARAMS over DevX).
. /t/lib.sh

check folder test -d "$CC"
all='np_cnp_dscp np_cnp_prio np_cnp_prio_mode np_min_time_between_cnps'
all="$all rp_ai_rate rp_byte_reset rp_clamp_tgt_rate rp_clamp_tgt_rate_ati rp_dce_tcp_g rp_dce_tcp_rtt rp_gd rp_hai_rate"
all="$all rp_initial_alpha_value rp_max_rate rp_min_dec_fac rp_min_rate rp_rate_reduce_monitor_period"
all="$all rp_rate_to_set_on_first_cnp rp_threshold rp_time_reset"
[ "$LABEL" = vm61 ] || all="$all rtt_resp_dscp rtt_resp_dscp_valid"
equal files "$all" "$(cd "$CC" && echo *)"
equal mode 600 "$(stat -c %a "$CC/rp_ai_rate")"

# shellcheck disable=SC3037 # BusyBox's echo, which says what write(2) said
set_cc() { echo -n "$2" > "$CC/$1"; }
cong_word() { word "$2" devx "$IB" 272 "0824000000000000""0000000${1}00000000"; }
# write NAME VALUE READS-AS
write() {
	check "$1.$2" set_cc "$1" "$2"
	equal "$1.$2.reads_back" "$3" "$(cat "$CC/$1")"
}
# the reaction point's additive increase rate: parameter block + 0x24
write rp_ai_rate 20 20
equal firmware_has_rp_ai_rate 20 "$(cong_word 1 52)"
write rp_ai_rate 0x10 16
write rp_ai_rate 010 8
write rp_ai_rate 5 5
equal firmware_has_rp_ai_rate_5 5 "$(cong_word 1 52)"
write rp_initial_alpha_value 1000 1000
# the kernel checks no range: 99 does not fit 6 bits
write np_cnp_dscp 48 48
write np_cnp_dscp 99 35
write np_cnp_dscp 48 48
# writing the priority switches its mode
write np_cnp_prio_mode 1 1
write np_cnp_prio 5 5
equal prio_clears_prio_mode 0 "$(cat "$CC/np_cnp_prio_mode")"

deny() { refused "refuses_$1" "$2" set_cc rp_ai_rate "$3"; }
deny a_word 'Invalid argument' abc
deny nothing 'Invalid argument' ' '
deny a_sign 'Invalid argument' -1
deny a_unit 'Invalid argument' '20 Mb/s'
equal unchanged_by_refusals 5 "$(cat "$CC/rp_ai_rate")"
if [ "$LABEL" = vm61 ]; then
	deny 33_bits 'Invalid argument' 4294967296
	write rp_ai_rate 0000000006 6
	# eleven bytes are taken, and the last one is lost
	write rp_ai_rate 00000000015 1
	write rp_ai_rate 6 6
	deny 12_bytes 'Invalid argument' 000000000006
else
	deny 33_bits 'out of range' 4294967296
	write rp_ai_rate 000000000006 6
fi

# what the firmware refuses comes back as a mapped errno, its syndrome only in the kernel's log
dmesg -c > /dev/null
ctl 'fault status 0x825 3 1' > /run/case/ctl
refused firmware_says_bad_param 'Invalid argument' set_cc rp_ai_rate 7
check syndrome_in_the_log grep -q 'MODIFY_CONG_PARAMS(0x825).*failed, status bad parameter(0x3)' - <<-EOF
	$(dmesg)
EOF
equal unchanged_by_firmware_refusal 6 "$(cat "$CC/rp_ai_rate")"
dmesg -c > /dev/null

if [ "$LABEL" = vm7x ]; then
	write rtt_resp_dscp 26 26
	equal dscp_sets_valid 1 "$(cat "$CC/rtt_resp_dscp_valid")"
	# both share one select bit, and a write carries only its own field
	check valid.1 set_cc rtt_resp_dscp_valid 1
	equal writing_valid_loses_dscp 0 "$(cat "$CC/rtt_resp_dscp")"
fi
check kernel_is_quiet no_complaint
