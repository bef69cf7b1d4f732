#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma ucx rxe
# kernels: vm7x
# ece-trace under other people's programs, which stay as they are: what it tells is what the cards have; without --apply and
# --read the cards get the very same commands (the judge compares them); with --apply both ends have the domain's word.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=rxe.sh
. /t/rxe.sh

check cables_up cables_up
CREATE_UCTX=0xa04

# both ends under ece-trace, each with a file of its own; OPTIONS are those of ece-trace
traced() { # OPTIONS SERVER-COMMAND CLIENT-COMMAND
	rm -f /run/trace.server /run/trace.client
	pair "ece-trace --output /run/trace.server $1 -- $2" "ece-trace --output /run/trace.client $1 -- $3"
}
# told END PATTERN: how many lines of that kind
told() { grep -cE -- "$2" "/run/trace.$1"; }
tells() { # END COUNT PATTERN
	grep -E '"(start|transition|end)"' "/run/trace.$1"
	test_equal "$2" "$(told "$1" "$3")"
}
hex() { case $1 in *[!0-9]* | '') echo "$1" ;; *) printf '0x%08x\n' "$1" ;; esac; }
contexts() { ctl "card$1 count $CREATE_UCTX" | cut -d ' ' -f 2; }

# nothing changes: the same program without it, and with it; the judge has the cards' log
rc() { echo "ibv_rc_pingpong -d $(ib_of "$1") -g $(v2_of "$1") -c -e -n 30"; }
first0=$(contexts 0)
first1=$(contexts 1)
check pingpong_as_it_is pair "$(rc 1)" "$(rc 0) 10.0.0.2"
second0=$(contexts 0)
second1=$(contexts 1)
check pingpong_traced traced '' "$(rc 1)" "$(rc 0) 10.0.0.2"
echo "EXPECT $SCENARIO pingpong_client_same_commands card0 $first0 $second0 0" >&3
echo "EXPECT $SCENARIO pingpong_server_same_commands card1 $first1 $second1 0" >&3
for end in client server; do
	check pingpong_${end}_begins tells $end 1 '"event":"start".*"program":"ibv_rc_pingpong","reads":false,"applies":null'
	check pingpong_${end}_is_offered_ece tells $end 3 '"transition".*"default":805306371' # 0x30000003
	check pingpong_${end}_moves_three_times tells $end 3 '"transition".*"errno":0.*"from":"(RESET","to":"INIT|INIT","to":"RTR|RTR","to":"RTS)"'
	check pingpong_${end}_asks_for_nothing tells $end 3 '"asked":null,"got":null'
	check pingpong_${end}_ends tells $end 1 '"end".*"made":1,"transitions":3,"asked":0,"applied":0,"failed":0,"lost":0,"forgotten":0'
done
check pingpong_client_has_its_peer tells client 1 '"to":"RTR".*"remote":{"qpn":[0-9]*,"gid":"::ffff:10.0.0.2"}'
equal pingpong_peers_agree "$(sed -n 's/.*"create".*"qpn":\([0-9]*\).*/\1/p' /run/trace.server)" \
	"$(sed -n 's/.*"to":"RTR".*"remote":{"qpn":\([0-9]*\).*/\1/p' /run/trace.client)"

# --read: one QUERY_QP a transition, no more
third0=$(contexts 0)
check pingpong_read traced --read "$(rc 1)" "$(rc 0) 10.0.0.2"
echo "EXPECT $SCENARIO pingpong_is_queried_at_each_transition card0 $first0 $third0 3" >&3
check pingpong_has_nothing_in_effect tells client 3 '"effective":0,"read_errno":0'

# a program that asks, and holds its queue pairs: by verbs, and by commands of its own
rm -f /run/qps.in /run/trace.qps
mkfifo /run/qps.in
ece-trace --read --output /run/trace.qps -- qps "$(ib_of 0)" 0xffffffff < /run/qps.in > /run/qps 2>&1 &
qps_pid=$!
exec 5> /run/qps.in
check qps_asks wait_for 20 grep -q ready /run/qps
for n in 1 2; do
	qpn=$(awk -v n=$n '$1 == "verbs" && ++seen == n { print $2 }' /run/qps)
	told_init=$(sed -n "/\"qpn\":$qpn,/s/.*\"to\":\"INIT\",\"asked\":\\([0-9]*\\),\"got\":\\([0-9]*\\),.*\"effective\":\\([0-9]*\\).*/\\1 \\2 \\3/p" /run/trace.qps)
	equal "qps_verbs_$n.asked" 0xffffffff "$(hex "${told_init%% *}")"
	equal "qps_verbs_$n.got_is_what_the_card_has" "$(card_word 0 "$qpn")" "$(hex "$(echo "$told_init" | cut -d ' ' -f 2)")"
	equal "qps_verbs_$n.in_effect_is_what_the_card_has" "$(card_word 0 "$qpn")" "$(hex "${told_init##* }")"
done
qpn=$(awk '$1 == "devx" { print $2 }' /run/qps)
told_devx=$(sed -n "/\"qpn\":$qpn,.*\"how\":\"devx\"/s/.*\"to\":\"INIT\",\"asked\":\\([0-9]*\\),\"got\":\\([0-9]*\\),.*\"effective\":\\([0-9]*\\).*/\\1 \\2 \\3/p" /run/trace.qps)
equal qps_devx.asked 0xffffffff "$(hex "${told_devx%% *}")"
equal qps_devx.got_is_what_the_card_has "$(card_word 0 "$qpn")" "$(hex "$(echo "$told_devx" | cut -d ' ' -f 2)")"
equal qps_devx.in_effect_is_what_the_card_has "$(card_word 0 "$qpn")" "$(hex "${told_devx##* }")"
exec 5>&-
wait "$qps_pid"
check show_is_a_table sh -c "ece-trace --show /run/trace.qps | grep -E \"^ .* $qpn .*DevX.* RESET to INIT\""

# perftest makes its queue pairs by ibv_create_qp_ex() where the device can; RDMA-CM
bw() { echo "ib_write_bw -d $(ib_of "$1") -x $(v2_of "$1") -n 50 -s 4096 -q 2"; }
check write_bw traced --read "$(bw 1)" "$(bw 0) 10.0.0.2"
check write_bw_moves tells client 6 '"transition".*"errno":0.*"asked":null,"got":null,"default":805306371'
check rping_negotiates traced --read 'rping -s -a 10.0.0.2 -V -C 5' 'rping -c -a 10.0.0.2 -V -C 5'
for end in client server; do
	# librdmacm asks when the words are there, which is before the move to RTR
	check rping_${end}_asks_once tells $end 1 '"to":"INIT","asked":805306371,"got":805306371.*"effective":805306371'
	check rping_${end}_has_both tells $end 1 '"to":"RTR","asked":null.*"effective":805306371'
done

# UCX: by verbs, and by commands of its own
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
cat > /run/perftest <<- 'END'
	#!/bin/sh
	exec ucx_perftest -p 13337 "$@" < /dev/console
END
chmod +x /run/perftest
export UCX_LOG_LEVEL=warn UCX_WARN_UNUSED_ENV_VARS=n
ucx() { # TRANSPORT DEVX
	export UCX_TLS="$1,self" UCX_IB_MLX5_DEVX="$2"
	traced --read "env UCX_NET_DEVICES=$(ib_of 1):1 /run/perftest" \
		"env UCX_NET_DEVICES=$(ib_of 0):1 /run/perftest 10.0.0.2 -w 5 -t tag_lat -n 50"
}
check ucx_by_verbs ucx rc_v n
check ucx_verbs_moves test "$(told client '"how":"verbs".*"from":"INIT","to":"RTR".*"effective":0')" -gt 0
check ucx_by_devx ucx rc_x y
check ucx_devx_moves test "$(told client '"how":"devx".*"from":"INIT","to":"RTR".*"effective":0')" -gt 0
check ucx_ends tells client 1 '"end".*"failed":0,"lost":0,"forgotten":0'

# --apply
cat > /run/policy.json <<- 'END'
	{"version": 1, "domain": "vm", "peers": ["10.0.0.0/24"], "ece_version": 2, "allow": ["selective_repeat"],
	 "apply": ["selective_repeat"]}
END
check apply_pingpong traced '--read --apply /run/policy.json' "$(rc 1)" "$(rc 0) 10.0.0.2"
for end in client server; do
	check apply_${end}_has_the_word tells $end 1 \
		'"to":"RTR","asked":536870913,"got":536870913.*"effective":536870913.*"apply":{"domain":"vm","result":"applied"' # 0x20000001
	check apply_${end}_only_at_rtr tells $end 1 '"apply":'
done
check apply_leaves_rdma_cm_alone traced '--read --apply /run/policy.json' 'rping -s -a 10.0.0.2 -V -C 5' 'rping -c -a 10.0.0.2 -V -C 5'
check apply_rdma_cm_as_before tells client 1 '"to":"RTR","asked":null,.*"effective":805306371.*"result":"program_calls_ece"'
# the host's own policy has the last word, for the card that it is about
mkdir -p /run/ece/policy
echo '{"version": 1, "allow": [], "require": []}' > "/run/ece/policy/$(pci_of 0).json"
check apply_under_a_policy traced '--read --apply /run/policy.json' "$(rc 1)" "$(rc 0) 10.0.0.2"
check apply_policy_bars_the_client tells client 1 '"to":"RTR","asked":null.*"effective":0.*"result":"barred_by_host_policy"'
check apply_policy_lets_the_server tells server 1 '"to":"RTR","asked":536870913.*"result":"applied"'
rm -r /run/ece/policy
sed -i 's:10.0.0.0/24:10.9.0.0/24:' /run/policy.json
check apply_elsewhere traced '--read --apply /run/policy.json' "$(rc 1)" "$(rc 0) 10.0.0.2"
check apply_elsewhere_asks_nothing tells client 1 '"to":"RTR","asked":null.*"effective":0.*"result":"peer_not_in_domain"'

# a device of another driver, which has no ECE and no DevX: nothing is taken for 0
over_rxe() {
	rm -f /run/trace.server /run/trace.client
	rxe_up && rxe_pair "ece-trace --read --output /run/trace.server -- rping -s -a 10.1.0.2 -V -C 5" \
		"ece-trace --read --apply /run/policy.json --output /run/trace.client -- rping -c -a 10.1.0.2 -V -C 5" && rxe_down
}
if modprobe -n rdma_rxe; then
	check without_ece over_rxe
	check without_ece_nothing_is_offered tells client 1 '"to":"RTR","asked":null,"got":null,"default":null' # and 95 is EOPNOTSUPP
	check without_ece_nothing_is_read tells client 1 '"to":"RTR".*"effective":null,"read_errno":95'
else
	skip without_ece "this kernel's rdma_rxe was not built"
fi
check kernel_is_quiet no_complaint
