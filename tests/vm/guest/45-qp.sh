#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Queue pairs of one process, looked at by another. What the first says of its own, asked through DevX, is what ece-qp must
# find through fwctl and through netlink; rdma (iproute2) says which there are and whose they are.
. /t/lib.sh

taint_before=$(taint)
ip link set "$NETDEV" up

# start_qps ECE: a process with queue pairs; it ends with stop_qps
start_qps() {
	rm -f /run/qps.in
	mkfifo /run/qps.in
	qps "$IB" "$1" < /run/qps.in > /run/qps 2>&1 &
	qps_pid=$!
	exec 5> /run/qps.in
	wait_for 20 grep -q ready /run/qps
}
stop_qps() {
	exec 5>&-
	wait "$qps_pid"
}
# of KIND COLUMN [N]: the column of the N-th line of that kind that qps printed
of() { awk -v kind="$1" -v column="$2" -v n="${3:-1}" '$1 == kind && ++seen == n { print $column }' /run/qps; }

# shows QPN PATTERN: the line of a queue pair
shows() {
	ece-qp "$IB" --qpn "$1" > /run/show 2>&1
	cat /run/show
	awk -v qpn="$1" '$1 == qpn' /run/show | grep -qE -- "$2"
}
# raw QPN: the ECE word that ece-qp found, as qps prints it
raw() { printf '0x%08x' "$(ece-qp "$IB" --qpn "$1" --json | sed -n 's/.*"raw": *\([0-9]*\),.*/\1/p')"; }
way() { ece-qp "$IB" --qpn "$1" --json | sed -n 's/.*"unnamed": *[^,]*, *"way": *"\([a-z]*\)".*/\1/p'; }

check a_process_makes_queue_pairs start_qps 0x30000003
one=$(of verbs 2)
two=$(of verbs 2 2)
made_by_devx=$(of devx 2)
equal first_has_what_it_asked_for 0x30000003 "$(of verbs 3)"
equal first_reads_its_own "$(of verbs 3)" "$(of verbs 4)"
equal reset_has_none 0x00000000 "$(of reset 3)"

# the list is that of rdma
rdma_numbers() { rdma resource show qp | sed -n 's/.* lqpn \([0-9]*\) .*/\1/p' | sort -n | tr '\n' ' '; }
our_numbers() { ece-qp "$IB" | awk '$1 ~ /^[0-9]+$/ && $2 ~ /^[A-Z]/ { print $1 }' | sort -n | tr '\n' ' '; }
equal list_is_that_of_rdma "$(rdma_numbers)" "$(our_numbers)"
check owner_and_ends shows "$one" "RC +RTS +qps +$qps_pid +$two "
check gsi_is_the_kernels shows 1 'GSI +RTS +\[ib_core\] +- +- +unsupported'
equal by_process 3 "$(ece-qp --pid "$qps_pid" | awk '$4 == "qps"' | wc -l)"
check who_has_it_open sh -c "ece-qp $IB | grep -q 'open by.* qps $qps_pid'"

if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	equal way_of_this_kernel fwctl "$(way "$one")"
	equal reset_by_fwctl 0x00000000 "$(raw "$(of reset 2)")"
else
	equal way_of_this_kernel netlink "$(way "$one")"
	check reset_by_the_window shows "$(of reset 2)" 'RESET .* none +vsc'
fi
equal devx_queue_pair_by_its_number "$(of devx 3)" "$(raw "$made_by_devx")"
refused no_such_number 'the card shows none by that number' ece-qp "$IB" --qpn 0xabcdef
equal first_as_the_process_says "$(of verbs 3)" "$(raw "$one")"
equal second_as_the_process_says "$(of verbs 3 2)" "$(raw "$two")"
check named_options shows "$one" 'version=3 selective_repeat programmable_cc'
check devx_queue_pair_is_in_no_list sh -c "! rdma resource show qp | grep -q ' lqpn $made_by_devx '"

# counted: as many as rdma lists, and of each word as many as the process has
summary() { ece-qp "$IB" --summary --json | tr -d ' '; }
words_of_process() { awk -v word="$1" '($1 == "verbs" || $1 == "reset") && $3 == word' /run/qps | wc -l; }
# counted CONNECTED WORD: the RC queue pairs with it
counted() {
	summary | grep -o "\"type\":\"RC\",\"connected\":$1,\"count\":[0-9]*,\"ece\":{\"state\":\"set\",\"raw\":$2," |
		sed 's/.*"count":\([0-9]*\).*/\1/'
}
exit_of() {
	"$@" > /run/exit_of 2>&1
	echo $?
}
equal summary_counts_what_rdma_lists "$(rdma resource show qp | wc -l)" \
	"$(summary | sed 's/.*"want":null,"count":\([0-9]*\),.*/\1/')"
equal summary_counts_the_words "$(words_of_process 0x30000003)" "$(counted true 805306371)"
equal summary_counts_reset_apart "$(words_of_process 0x00000000)" "$(counted false 0)"
equal summary_has_what_is_wanted 0 "$(exit_of ece-qp "$IB" --summary --want selective_repeat,programmable_cc)"
equal summary_lacks_what_is_wanted 2 "$(exit_of ece-qp "$IB" --summary --want 0x4)"
check summary_names_who_lacks grep -q "2 RC lack 0x4: QP $one of qps $qps_pid to $two" /run/exit_of

# the same by an agent, and over a fleet file
mkdir -p /run/qp-state
printf '{"version":1,"op":"qps","id":"q1"}\n' | ece-agent --stdio --state /run/qp-state > /run/qp-agent
check agent_counts_the_same grep -q \
	"\"RC\",\"connected\":true,\"count\":2,\"state\":\"set\",\"options\":805306371,\"examples\":.{\"qpn\":$one,\"remote\":$two,\"pid\":$qps_pid," \
	/run/qp-agent
cat > /run/qp-fleet.json << EOF
{ "version": 1, "fleet": "one", "inventory": [ { "hosts": "guest" } ],
  "profiles": { "p": { "set": { "dcqcn.rp.ai_rate": "5 Mb/s" } } },
  "assign": [ { "id": "a", "hosts": "guest", "profile": "p" } ], "transport": { "kind": "local" } }
EOF
fleet_qps() { exit_of ece-qp --fleet /run/qp-fleet.json --state /run/qp-state --want "$1"; }
equal fleet_has_what_is_wanted 0 "$(fleet_qps selective_repeat)"
check fleet_counts_the_same grep -qE '^ +2 +RC +yes +version=3 selective_repeat programmable_cc' /run/exit_of
equal fleet_lacks_what_is_wanted 2 "$(fleet_qps 0x4)"

# nobody: the list is shown, the card is not asked
one_line() { su -s /bin/sh nobody -c "ece-qp $IB --summary --want selective_repeat" | tr -s ' \n' ' '; }
user_counts() { one_line | grep -q '2 RC yes no_door .* 0 have it, 0 lack it, of 2 it is not known'; }
check user_counts_no_door user_counts
check user_sees_the_list sh -c "su -s /bin/sh nobody -c 'ece-qp $IB' | grep -qE '^ +$one +RC +RTS .*no_door'"
check user_is_told_why sh -c "su -s /bin/sh nobody -c 'ece-qp $IB' | tr -s ' \n' ' ' | grep -q 'needs CAP_NET_ADMIN'"

if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	# the same through netlink, on this kernel too
	rmmod mlx5_fwctl
	equal way_without_fwctl netlink "$(way "$one")"
	equal first_through_netlink "$(of verbs 3)" "$(raw "$one")"
	equal second_through_netlink "$(of verbs 3 2)" "$(raw "$two")"
	equal devx_way_without_fwctl vsc "$(way "$made_by_devx")"
	equal devx_queue_pair_through_the_window "$(of devx 3)" "$(raw "$made_by_devx")"
	modprobe mlx5_fwctl
	wait_for 10 test -e /sys/class/fwctl/fwctl0
fi
stop_qps
refused gone_with_its_process 'no' ece-qp "$IB" --qpn "$one"

# other options, and a word that this card turns into what both can
check version_1_only start_qps 0x10000000
equal version_1_as_the_process_says "$(of verbs 3)" "$(raw "$(of verbs 2)")"
check version_1_in_words shows "$(of verbs 2)" ' version=1 +(fwctl|netlink)'
stop_qps
check all_bits start_qps 0xffffffff
equal all_bits_as_the_process_says "$(of verbs 3)" "$(raw "$(of verbs 2)")"
equal all_bits_are_those_of_the_card 0x30000003 "$(raw "$(of verbs 2)")"
stop_qps
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
