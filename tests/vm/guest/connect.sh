# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced after cable.sh and ece.sh by the scenarios about ece-connect. One end listens on and prints one line of JSON a
# peer; each connection is held until both cards were asked for the word of its queue pairs.

# connect_listen CARD WORDS: an ece-connect that listens at the card's address
connect_listen() {
	listen_card=$1
	# shellcheck disable=SC2086 # words of a command line
	$(enter "$1") timeout 120 ece-connect --listen --forever --json $2 > /run/listen 2> /run/listen.errors < /dev/null &
	listen_pid=$!
	serve_pid=$!
	wait_for 20 served "$1"
}
connect_listen_ends() { kill "$listen_pid" && { wait "$listen_pid"; rm -f /run/listen; }; }

# json_words KEY: of each end in a line of ece-connect's JSON: 0x..., or null; equal ones of queue pairs and ends once
json_words() {
	grep -oE "\"$1\":(null|\{\"vendor\":[0-9]+,\"options\":[0-9]+)" | sed 's/.*://' |
		while read -r json_word; do
			[ "$json_word" = null ] && echo null || printf '0x%08x\n' "$json_word"
		done | sort -u | xargs
}
heard() { wc -l < /run/listen; }
heard_more() { [ "$(heard)" -gt "$1" ]; }
held() { grep -q '^holding' /run/connect.errors || over "$connect_pid"; }

# connect_end CARD ADDRESS WORDS: the end that connects; held until its input ends
connect_begin() {
	rm -f /run/connect*
	mkfifo /run/connect.in
	# shellcheck disable=SC2086 # words of a command line
	$(enter "$1") timeout 60 ece-connect "$2" --json --hold 40 $3 > /run/connect 2> /run/connect.errors < /run/connect.in &
	connect_pid=$!
	exec 5> /run/connect.in
	wait_for 40 held
}
# connect_finish: its exit status
connect_finish() {
	exec 5>&-
	wait "$connect_pid"
}
# held_qpn here|there
held_qpn() { sed -n "s/^holding.* \([0-9]*\) $1.*/\1/p" /run/connect.errors; }

# meets CLIENT-CARD SERVER-CARD WORD WORDS...: a connection; at both ends, as both tell, and as both cards say, WORD is in effect
meets() {
	meets_bad=0
	meets_from=$1 meets_to=$2 meets_word=$3
	shift 3
	meets_heard=$(heard)
	connect_begin "$meets_from" "$(address_of "$meets_to")" "$*"
	test_equal "$meets_word" "$(card_word "$meets_from" "$(held_qpn here)")" || { echo "client's card"; meets_bad=1; }
	test_equal "$meets_word" "$(card_word "$meets_to" "$(held_qpn there)")" || { echo "server's card"; meets_bad=1; }
	connect_finish || { echo "client's exit status $?"; meets_bad=1; }
	wait_for 20 heard_more "$meets_heard" || { echo "the server says nothing"; meets_bad=1; }
	test_equal "$meets_word" "$(json_words effective < /run/connect)" || { echo "client"; meets_bad=1; }
	test_equal "$meets_word" "$(tail -n 1 /run/listen | json_words effective)" || { echo "server"; meets_bad=1; }
	grep -q '"moved":true' /run/connect || { echo "no data"; meets_bad=1; }
	# the connection manager's messages are on the cable, for the judge of the capture
	case " $* " in *" --cm "*) expect "$(cat /run/connect)" ;; esac
	[ $meets_bad = 0 ] || { cat /run/connect.errors /run/connect; tail -n 1 /run/listen; tail -n 3 /run/listen.errors; }
	return $meets_bad
}

# refuses CLIENT-CARD SERVER-CARD CLIENT-WORDS SERVER-WORDS: a connection that both ends refuse with exit status 2
refuses() {
	# shellcheck disable=SC2086 # words of command lines
	serve "$2" "ece-connect --listen $4"
	# shellcheck disable=SC2086
	on "$1" timeout 40 ece-connect "$(address_of "$2")" $3 > /run/client 2>&1 < /dev/null
	refuses_client=$?
	finish
	refuses_server=$?
	cat /run/client /run/server
	test_equal "2 2" "$refuses_client $refuses_server"
}
