# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced after cable.sh by the scenarios about ECE over RDMA-CM: connections of the program cm, looked at while they hold.

# said END STEP COLUMN: what cm printed at one end, "client" or "server"
said() { awk -v step="$2" -v column="$3" '$1 == step { print $column }' "/run/cm.$1"; }
over() { ! kill -0 "$1" 2> /dev/null; }
said_ready() { grep -q '^ready' "/run/cm.$1" || over "$2"; }

# The programs of the two ends, "cm" or "ececm", which is libece's, and their arguments behind the flow
CLIENT=cm CLIENT_ARGS='' SERVER=cm SERVER_ARGS=''

# start_cm CLIENT-CARD SERVER-CARD PORT FLOW [VENDOR]: until both ends are ready, or over. FLOW may be CLIENT-FLOW:SERVER-FLOW
start_cm() {
	rm -f /run/cm.*
	mkfifo /run/cm.client.in /run/cm.server.in
	# shellcheck disable=SC2086 # arguments
	$(enter "$2") timeout 60 $SERVER listen "$(address_of "$2")" "$3" "${4##*:}" $SERVER_ARGS > /run/cm.server 2>&1 < /run/cm.server.in &
	server_pid=$!
	exec 6> /run/cm.server.in
	serve_pid=$server_pid
	wait_for 20 served "$2"
	# shellcheck disable=SC2086 # arguments
	$(enter "$1") timeout 60 $CLIENT connect "$(address_of "$2")" "$3" "${4%%:*}" ${5:+"$5"} $CLIENT_ARGS \
		> /run/cm.client 2>&1 < /run/cm.client.in 6>&- &
	client_pid=$!
	exec 5> /run/cm.client.in
	wait_for 30 said_ready client "$client_pid"
	wait_for 30 said_ready server "$server_pid"
	sed 's/^/client: /' /run/cm.client
	sed 's/^/server: /' /run/cm.server
}
# connect_cm, with the arguments of start_cm: a connection that holds until disconnect_cm
connect_cm() {
	start_cm "$@"
	grep -q '^ready' /run/cm.client && grep -q '^ready' /run/cm.server && grep -q '^data good' /run/cm.server
}
# both at once: either end needs the other one's answer
disconnect_cm() {
	disconnect_bad=0
	exec 5>&- 6>&-
	wait "$client_pid" || { disconnect_bad=1; cat /run/cm.client; }
	wait "$server_pid" || { disconnect_bad=1; cat /run/cm.server; }
	return $disconnect_bad
}

# end_cm CLIENT-STATUS SERVER-STATUS ARGUMENTS-OF-start_cm: both ends end by themselves with these ("any": that does not matter)
end_cm() {
	end_client=$1 end_server=$2
	shift 2
	start_cm "$@"
	exec 5>&- 6>&-
	wait "$client_pid"
	end_client_was=$?
	wait "$server_pid"
	end_server_was=$?
	[ "$end_client" = any ] || test_equal "$end_client" "$end_client_was" || return 1
	test_equal "$end_server" "$end_server_was"
}
# says END TEXT
says() { grep -qF -- "$2" "/run/cm.$1" || { echo "$1 does not say: $2"; cat "/run/cm.$1"; return 1; }; }

# card_word CARD QPN: the word that the card itself tells from outside
card_word() { ctl "card$1 qps $2" | sed -n 's/.*"ece":"\(0x[0-9a-f]*\)".*/\1/p'; }
# tool_word CARD QPN: the word that ece-qp finds
tool_word() { printf '0x%08x\n' "$(ece-qp "$(ib_of "$1")" --qpn "$2" --json | sed -n 's/.*"raw": *\([0-9]*\),.*/\1/p')"; }

# words_are CLIENT-CARD SERVER-CARD WORD: at both ends, by DevX in the process, by ece-qp beside it, and by the card
words_are() {
	words_bad=0
	for words_end in client server; do
		words_card=$1
		[ $words_end = client ] || words_card=$2
		words_qpn=$(said $words_end qpn 2)
		test_equal "$3" "$(said $words_end effective 2)" || { echo "$words_end, DevX"; words_bad=1; }
		test_equal "$3" "$(tool_word "$words_card" "$words_qpn")" || { echo "$words_end, ece-qp"; words_bad=1; }
		test_equal "$3" "$(card_word "$words_card" "$words_qpn")" || { echo "$words_end, card"; words_bad=1; }
	done
	return $words_bad
}

# expect NAME PORT VENDOR OPTIONS VENDOR OPTIONS: what REQ and REP have to carry, for the judge of the capture, who knows more
# forms (judge/messages.py)
expect() { echo "EXPECT $SCENARIO $*" >&3; }

# agree NAME CLIENT-CARD SERVER-CARD PORT FLOW WORD [VENDOR]
agree() {
	check "$1.connects" connect_cm "$2" "$3" "$4" "$5" "${7:-}"
	check "$1.both_ends_have_it" words_are "$2" "$3" "$6"
	check "$1.disconnects" disconnect_cm
}
