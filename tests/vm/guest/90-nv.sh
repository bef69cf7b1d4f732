#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# usually: vm61
# shellcheck source=lib.sh
# NV configuration: mstconfig stages it through the PCI window, the card keeps it, the toolkit reads it.
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

SR=roce_accl.selective_repeat_forced_en
# field NAME: what the toolkit reads, "NEXT CURRENT FACTORY [pending]"
field() { nv "$PCI" "$1" | cut -d ' ' -f 2-; }
# what mstconfig says of the next boot, for every field that both show
same_as_mstconfig() {
	mstconfig -d "$PCI" q > /run/mstconfig 2>&1
	nv "$PCI" | awk '
		NR == FNR { if (NF == 2) theirs[$1] = $2; next }
		$2 !~ /^(unset|unsupported)$/ && $1 in theirs {
			both++
			if (theirs[$1] != $2) { print $1 ": mstconfig " theirs[$1] ", we " $2; bad = 1 }
		}
		END { print both " fields"; exit bad || both < 50 }' /run/mstconfig -
}
words() { ctl "dump nv" | sed 's/^ok //'; }
# value PARAM STATE [PATTERN]: the state that ece-show gives, and what it says of it
value() {
	ece-show --json "$PCI" | grep -oE "\"$1\": ?\{[^}]*\}" > /run/value
	cat /run/value
	grep -qE "\"state\": ?\"$2\"" /run/value && grep -qE -- "${3:-}" /run/value
}

equal stored_by_somebody 'True(1) True(1) False(0)' "$(field RDMA_SELECTIVE_REPEAT_EN)"
equal not_on_this_card 'unsupported unsupported unsupported' "$(field ROCE_CC_LEGACY_DCQCN)"
equal empty_is_unset 'unset unset unset' "$(field ece_disable_mask)"
check sr_may_be_set value "$SR" set

# two words of one TLV, a port, a valid bit that mstconfig sets by itself, an enumeration
check mstconfig_sets mstconfig -y -d "$PCI" set RDMA_SELECTIVE_REPEAT_EN=0 LOG_TX_PSN_WINDOW=11 ROCE_CC_PRIO_MASK_P1=8 \
	ROCE_CC_CNP_MODERATION_P1=2 RPG_AI_RATE_P1=20 CNP_DSCP_P1=63 USER_PROGRAMMABLE_CC=1 PCC_INT_NP_RTT_DSCP=9 \
	ROCE_RTT_RESP_DSCP_P1=48 ROCE_RTT_RESP_DSCP_MODE_P1=1 QOS_TRUST_STATE_P1=2 DCBX_WILLING_P1=0 LLDP_NB_RX_MODE_P1=2
check same_as_staged same_as_mstconfig
equal flag_is_pending 'False(0) True(1) False(0) pending' "$(field RDMA_SELECTIVE_REPEAT_EN)"
equal neighbour_is_not 'True(1) True(1) True(1)' "$(field UCTX_EN)"
equal word_is_pending '11 9 9 pending' "$(field LOG_TX_PSN_WINDOW)"
equal port_is_pending '8 255 255 pending' "$(field ROCE_CC_PRIO_MASK)"
equal valid_bit_is_pending '9 unset unset pending' "$(field PCC_INT_NP_RTT_DSCP)"
equal enumeration_is_pending 'FIXED_VALUE(1) DEVICE_DEFAULT(0) DEVICE_DEFAULT(0) pending' \
	"$(field ROCE_RTT_RESP_DSCP_MODE)"
# the bytes, by the layout of mstflint's database: type word, word
for want in '"nv.next.0000010a.0x00":1280' '"nv.next.0000010a.0x04":655087734' '"nv.next.01010107.0x00":520' \
	'"nv.next.01010108.0x14":20' '"nv.next.01010108.0x40":16134' '"nv.next.00000111.0x00":2147483648' \
	'"nv.next.00000114.0x00":1078525952' '"nv.next.0101011b.0x00":16432' '"nv.reset_trigger":64'; do
	check "card_has_${want##*nv.}" grep -qF "$want" << EOF
$(words)
EOF
done
check sr_may_still_be_set value "$SR" set

new_firmware() {
	echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/unbind && ctl firmware-reset &&
		echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/bind &&
		wait_for 60 test -e "/sys/bus/pci/devices/$PCI/infiniband" && wait_for 60 test -e "/sys/bus/pci/devices/$PCI/net"
}
check firmware_reset new_firmware
equal in_force 'False(0) False(0) False(0)' "$(field RDMA_SELECTIVE_REPEAT_EN)"
equal port_in_force '8 8 255' "$(field ROCE_CC_PRIO_MASK)"
equal dcqcn_starts_with_it 20 "$(cat "$CC/rp_ai_rate")"
check sr_is_inert value "$SR" inert 'NV config RDMA_SELECTIVE_REPEAT_EN is False\(0\): selective repeat stays off'
check dcqcn_is_inert value dcqcn.rp.ai_rate inert 'NV config USER_PROGRAMMABLE_CC is True\(1\)'

cat > /run/nv.json <<-EOF
	{
	  "version": 1,
	  "profiles": { "roce": { "set": { "$SR": true } } },
	  "assign": [ { "hosts": "guest", "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
	  "transport": { "kind": "local" }
	}
EOF
check plan_is_refused exits 65 /run/nv.json --yes
check and_says_why says 'NV config RDMA_SELECTIVE_REPEAT_EN is False\(0\)'
equal nothing_written 'ok {"roce_accl.selective_repeat_forced_en":0}' "$(ctl "dump $SR")"

check mstconfig_resets mstconfig -y -d "$PCI" reset
equal back_to_factory 'False(0) False(0) False(0)' "$(field RDMA_SELECTIVE_REPEAT_EN)"
equal factory_is_pending '255 8 255 pending' "$(field ROCE_CC_PRIO_MASK)"
check second_reset new_firmware
equal factory_in_force '255 255 255' "$(field ROCE_CC_PRIO_MASK)"

if [ "$LABEL" = vm7x ]; then
	devlink dev info "pci/$PCI" > /run/devlink 2>&1
	check devlink_tells_firmware grep -q 'fw.version 28.45.1020' /run/devlink
	devlink dev param show "pci/$PCI" > /run/params 2>&1
	# shellcheck disable=SC2016 # awk's own
	check devlink_reads_nv awk '$2 == "enable_sriov" { want = 1 } want && /cmode permanent value true/ { ok = 1 } END { exit !ok }' \
		/run/params
	check devlink_writes_nv devlink dev param set "pci/$PCI" name cqe_compress_type value aggressive cmode permanent
	check card_has_devlinks_word grep -qF '"nv.next.0000010a.0x00":1281' <<-EOF
		$(words)
	EOF
else
	skip devlink_params "this kernel has none of them"
fi
check kernel_is_quiet no_complaint
