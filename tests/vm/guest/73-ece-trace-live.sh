#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma ucx
# kernels: vm61
# ece-trace under other people's programs while they run: of each queue pair that it tells as connected, the card is asked from
# outside, and has the word that the line tells. Small messages, since the capture of the cable is for others too.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh

check cables_up cables_up

# words END: "QPN 0x..." of each queue pair that moved to RTR
words() {
	sed -n 's/.*"event":"transition".*"qpn":\([0-9]*\),.*"errno":0,.*"to":"RTR",.*"effective":\([0-9]*\),.*/\1 \2/p' "/run/trace.$1" |
		while read -r words_qpn words_word; do printf '%d 0x%08x\n' "$words_qpn" "$words_word"; done
}
# as_card CARD: the same of the queue pairs on stdin, as the card has them
as_card() { cut -d ' ' -f 1 | while read -r as_qpn; do echo "$as_qpn $(card_word "$1" "$as_qpn")"; done; }
has() { words "$1" | grep -q " $2\$"; }
both_have() { { has client "$1" && has server "$1"; } || over "$client_pid"; }
# tells CARD END WORD: what was told at that end is so in the card, and some queue pair has the word
tells() {
	told=$(words "$2")
	echo "$told" | grep -q " $3\$" || { echo "told '$told'"; return 1; }
	test_equal "$(echo "$told" | as_card "$1")" "$told"
}
# live NAME WORD SERVER CLIENT [OPTIONS]
live() {
	: > /run/trace.server
	: > /run/trace.client
	serve 1 "ece-trace --read --output /run/trace.server ${5:-} -- $3"
	# shellcheck disable=SC2086 # words of a command line
	$(enter 0) timeout 40 ece-trace --read --output /run/trace.client ${5:-} -- $4 > /run/client 2>&1 < /dev/null &
	client_pid=$!
	wait_for 30 both_have "$2"
	check "$1.client_tells_what_its_card_has" tells 0 client "$2"
	check "$1.server_tells_what_its_card_has" tells 1 server "$2"
	kill "$client_pid" "$serve_pid" 2> /dev/null
	wait "$client_pid" "$serve_pid"
}

rc() { echo "ibv_rc_pingpong -d $(ib_of "$1") -g $(v2_of "$1") -s 64 -n 1000000"; }
live pingpong 0x00000000 "$(rc 1)" "$(rc 0) 10.0.0.2"
lat() { echo "ib_write_lat -x $(v2_of "$1") -D 30 $2"; }
live write_lat 0x00000000 "$(lat 1 "-d $(ib_of 1)")" "$(lat 0 "-d $(ib_of 0)") 10.0.0.2"
# by RDMA-CM, and librdmacm negotiates
live write_lat_cm 0x30000003 "$(lat 1 -R)" "$(lat 0 -R) 10.0.0.2"

cat > /run/policy.json <<- 'END'
	{"version": 1, "domain": "vm", "peers": ["10.0.0.0/24"], "ece_version": 2, "allow": ["selective_repeat"],
	 "apply": ["selective_repeat"]}
END
live pingpong_applied 0x20000001 "$(rc 1)" "$(rc 0) 10.0.0.2" '--apply /run/policy.json'
live write_lat_applied 0x20000001 "$(lat 1 "-d $(ib_of 1)")" "$(lat 0 "-d $(ib_of 0)") 10.0.0.2" '--apply /run/policy.json'

# UCX, which asks where it is told to; its own console, as 73-ece-trace has it
mkdir -p /dev/shm
mountpoint -q /dev/shm || mount -t tmpfs shm /dev/shm
cat > /run/perftest <<- 'END'
	#!/bin/sh
	exec ucx_perftest -p 13337 "$@" < /dev/console
END
chmod +x /run/perftest
export UCX_LOG_LEVEL=warn UCX_WARN_UNUSED_ENV_VARS=n
ucx() { # NAME TRANSPORT DEVX ECE WORD
	export UCX_TLS="$2,self" UCX_IB_MLX5_DEVX="$3" UCX_RC_ECE="$4"
	live "$1" "$5" "env UCX_NET_DEVICES=$(ib_of 1):1 /run/perftest" \
		"env UCX_NET_DEVICES=$(ib_of 0):1 /run/perftest 10.0.0.2 -w 5 -t tag_lat -n 1000000"
}
ucx ucx_verbs rc_v n 0 0x00000000
# its numbers are decimal
ucx ucx_verbs_asks rc_v n $((0x30000001)) 0x30000001
ucx ucx_devx_asks rc_x y $((0x30000001)) 0x30000001
unset UCX_RC_ECE
check kernel_is_quiet no_complaint
