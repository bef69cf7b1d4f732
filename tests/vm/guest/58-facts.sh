#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# ece-facts on a real kernel, against what ip, ethtool, dcb and the kernel's files say of the same.
. /t/lib.sh

hostname facts-guest.example
taint_before=$(taint)
read_facts() { ece-facts > /run/facts; }
# fact PATH: a value of the document by its keys; of a list its values with commas between
fact() {
	awk -v want="$1" '{
		match($0, /[^ ]/); depth = (RSTART - 1) / 2; line = substr($0, RSTART); sub(/,$/, "", line)
		if (inside) {
			if (line == "]") { print list; exit }
			list = list (list == "" ? "" : ",") line
		} else if (match(line, /^"[^"]*": /)) {
			key[depth] = substr(line, 2, RLENGTH - 4); value = substr(line, RLENGTH + 1)
			path = key[1]
			for (i = 2; i <= depth; i++) if (key[i] != "") path = path "." key[i]
			if (path == want && value == "[") inside = 1
			else if (path == want) { gsub(/^"|"$/, "", value); print value; exit }
		} else key[depth] = ""
	}' /run/facts
}
nic() { fact "cards.nics.$1"; }
# said PATTERN COMMAND...: what the command says behind the pattern
said() {
	said_pattern=$1
	shift
	"$@" 2> /dev/null | sed -n "s/^[[:space:]]*${said_pattern}[[:space:]]*//p" | head -n 1
}

ip link set "$NETDEV" up
check reads read_facts
equal kernel "$(uname -r)" "$(fact host.kernel)"
equal name "$(hostname)" "$(fact host.name)"
equal driver_is_the_kernels kernel "$(fact host.driver.origin)"
equal rdma_core true "$(fact host.rdma_core)"
equal pci "$PCI" "$(nic pci.address)"
equal rdma "$IB" "$(nic rdma)"
equal mac "$(cat "/sys/class/net/$NETDEV/address")" "$(nic mac)"
equal guid "$(tr -d : < "/sys/class/infiniband/$IB/node_guid")" "$(nic guid)"
equal firmware "$(said firmware-version: ethtool -i "$NETDEV")" "$(fact cards.firmware) ($(fact cards.psid))"
equal speed "$(said Speed: ethtool "$NETDEV")" "$(nic link.settings.speed_mbps)Mb/s"
equal connector "$(said Port: ethtool "$NETDEV")" "$(nic link.settings.connector | sed 's/direct_attach/Direct Attach Copper/')"
equal mtu "$(cat "/sys/class/net/$NETDEV/mtu")" "$(nic link.mtu)"
equal pci_speed "$(cat "/sys/bus/pci/devices/$PCI/current_link_speed")" "$(nic pci.current_link_speed)"
equal trust_by_tag pcp,pcp "$(nic qos.trust.driver),$(nic qos.trust.register)"
equal no_pfc "[]" "$(nic qos.pfc.priorities)"
equal pause_rx "$(said RX: ethtool -a "$NETDEV" | sed 's/on/true/; s/off/false/')" "$(nic qos.pause.rx)"
equal owner_is_the_host host "$(nic qos.dcbx.owner)"
equal ai_rate "$(cat "$CC/rp_ai_rate") Mb/s" "$(awk '/"dcqcn.rp.ai_rate"/ { p = 1 } p && /"value"/ { print; exit }' /run/facts |
	sed 's/.*: "//; s/",$//')"
if [ -n "$FWCTL" ]; then
	equal fwctl_is_open true "$(nic doors.fwctl.open)"
else
	equal fwctl_is_shut false "$(nic doors.fwctl.open)"
fi
cp /run/facts /run/before

# as an administrator sets a lossless class
quality() {
	dcb app add dev "$NETDEV" dscp-prio 26:3 48:6 && dcb pfc set dev "$NETDEV" prio-pfc 3:on &&
		dcb ets set dev "$NETDEV" tc-tsa all:strict 0:ets 3:ets tc-bw 0:40 3:60 &&
		dcb maxrate set dev "$NETDEV" tc-maxrate 0:1Gbit
}
check dcb_sets quality
check counter_is_set ctl counter rx_prio3_pause 77
wait_for 10 sh -c "ethtool -S $NETDEV | grep -q 'rx_prio3_pause: 77'"
check reads_again read_facts
equal trust_by_dscp dscp,dscp "$(nic qos.trust.driver),$(nic qos.trust.register)"
equal driver_map 26,48 "$(nic qos.priority_dscps.driver.3),$(nic qos.priority_dscps.driver.6)"
equal register_map 24-31 "$(nic qos.priority_dscps.register.3)"
equal pfc 3 "$(nic qos.pfc.priorities)"
equal ets ets,40 "$(nic qos.ets.classes.scheduling),$(nic qos.ets.classes.percent)"
# dcb hands the kernel bytes a second where its header has kilobits
equal maxrate 125000000 "$(nic qos.ets.classes.limit_kbps)"
equal pause_counter "$(said rx_prio3_pause: ethtool -S "$NETDEV")" "$(nic counters.rx_prio3_pause)"
equal pause_follows_pfc "$(said RX: ethtool -a "$NETDEV" | sed 's/on/true/; s/off/false/')" "$(nic qos.pause.rx)"
# compare tells it apart, whatever the host is called
compared() {
	status=0
	ece-facts compare /run/before /run/facts > /run/compared || status=$?
	cat /run/compared
	[ "$status" = 2 ] && grep -q 'qos.trust.driver *dscp *1 of 2: pcp' /run/compared &&
		! grep -q counters /run/compared
}
check compare_tells_it compared

# the register written past the driver: the driver does not know
if mst_set QPTS trust_state=1 > /run/mst 2>&1; then
	check reads_a_third_time read_facts
	equal driver_remembers dscp,pcp "$(nic qos.trust.driver),$(nic qos.trust.register)"
	mst_set QPTS trust_state=2 > /run/mst 2>&1
else
	skip driver_remembers "this mstreg does not set QPTS"
fi

mac=$(cat "/sys/class/net/$NETDEV/address")
guid=$(cat "/sys/class/infiniband/$IB/node_guid")
anonymous() {
	ece-facts --redact > /run/redacted && grep -q "$PCI" /run/redacted &&
		! grep -iqF -e facts-guest -e "$mac" -e "$guid" -e "$(echo "$mac" | tr -d :)" -e "$(echo "$guid" | tr -d :)" \
			-e "$(cat /proc/sys/kernel/random/boot_id)" /run/redacted
}
check redacted_is_anonymous anonymous
unprivileged() {
	setpriv --reuid 65534 --clear-groups ece-facts > /run/user 2>&1 || su -s /bin/sh nobody -c ece-facts > /run/user 2>&1
	grep -q '"trust": {' /run/user && grep -q '"unknown": ' /run/user
}
check works_without_root unprivileged

# settings of applications against the policy of the host: a file, and the environment of a process that has the device open
mkdir -p /run/ece/policy
echo '{"version": 1, "require": ["selective_repeat"]}' > "/run/ece/policy/$PCI.json"
echo NCCL_IB_ECE_ENABLE=0 > /etc/nccl.conf
mkfifo /run/qps.in
UCX_RC_ECE=0 A_SECRET=do-not-tell qps "$IB" 0x30000003 < /run/qps.in > /run/qps 2>&1 &
qps_pid=$!
exec 5> /run/qps.in
check program_is_ready wait_for 20 grep -q ready /run/qps
warned() { ece-facts > /run/facts 2> /run/warnings && grep -q "^warning: $1 contradicts the policy of $PCI: " /run/warnings; }
check file_is_against_the_policy warned "/etc/nccl.conf:1: NCCL_IB_ECE_ENABLE=0"
check process_is_against_the_policy warned "process $qps_pid (qps): UCX_RC_ECE=0"
check nothing_else_is_told sh -c '! grep -q do-not-tell /run/facts'
rm "/run/ece/policy/$PCI.json"
silent() { ece-facts > /run/facts 2> /run/warnings && [ ! -s /run/warnings ]; }
check no_policy_no_warning silent
exec 5>&-
wait "$qps_pid"
rm /etc/nccl.conf

dcb app del dev "$NETDEV" dscp-prio 26:3 48:6
dcb pfc set dev "$NETDEV" prio-pfc all:off
dcb maxrate set dev "$NETDEV" tc-maxrate all:0bit
dcb ets set dev "$NETDEV" tc-tsa all:strict
ctl counter rx_prio3_pause 0 > /dev/null
ethtool -A "$NETDEV" rx on tx on
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
