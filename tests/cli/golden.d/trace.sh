# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The command around the library: what it takes, what it refuses, and what it makes of lines.
# Programs that were not built for a sanitizer get the library all the same
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0:detect_leaks=0"

check "trace: the exit status is the program's" 7 ece-trace sh -c 'exit 7'
check "trace: options behind the program are the program's" 0 ece-trace test -n --output
golden trace-no-queue-pair ece-trace --read printf 'nothing to tell\n'
golden trace-no-program ece-trace
golden trace-not-there ece-trace ./no-such-program
touch not-a-program
check "trace: what is no program cannot be run" 126 ece-trace ./not-a-program
golden trace-json ece-trace --json true
golden trace-show-runs-nothing ece-trace --show x -- true

# where lines go is settled before the program runs
places() { # shellcheck disable=SC2016 # the program's own variables
	(cd / && ece-trace --output "$1" sh -c 'echo "$ECE_TRACE_OUTPUT $ECE_TRACE_READ ${LD_PRELOAD##*/}"')
}
golden trace-output-from-here places trace.%p.jsonl
golden trace-output-absolute places /tmp/trace.jsonl

policy() { # NAME JSON
	printf '%s\n' "$2" >policy.json
	# shellcheck disable=SC2016
	golden "trace-policy-$1" ece-trace --apply policy.json sh -c 'echo "$ECE_TRACE_APPLY"'
}
good='"version": 1, "domain": "job-a", "ece_version": 2'
peers='"peers": ["10.0.0.0/24", "fd00::/64", "192.168.1.7"]'
policy good "{ $good, $peers, \"allow\": [\"selective_repeat\", \"programmable_cc\"], \"apply\": [\"selective_repeat\"] }"
policy all-allowed "{ $good, $peers, \"apply\": [\"selective_repeat\", \"programmable_cc\"] }"
policy not-allowed "{ $good, $peers, \"allow\": [], \"apply\": [\"selective_repeat\"] }"
policy nothing "{ $good, $peers, \"apply\": [] }"
policy unnamed-bit "{ $good, $peers, \"apply\": [\"0x4\"] }"
policy too-early "{ \"version\": 1, \"domain\": \"a\", \"ece_version\": 1, $peers, \"apply\": [\"selective_repeat\"] }"
policy everybody "{ $good, \"peers\": [\"0.0.0.0/0\"], \"apply\": [\"selective_repeat\"] }"
policy everybody-mapped "{ $good, \"peers\": [\"::ffff:0.0.0.0/96\"], \"apply\": [\"selective_repeat\"] }"
policy no-peers "{ $good, \"peers\": [], \"apply\": [\"selective_repeat\"] }"
policy bad-peer "{ $good, \"peers\": [\"10.0.0.1/24\"], \"apply\": [\"selective_repeat\"] }"
policy unknown-key "{ $good, $peers, \"aply\": [\"selective_repeat\"], \"apply\": [\"selective_repeat\"] }"
policy missing-key "{ \"version\": 1, \"domain\": \"a\", $peers, \"apply\": [\"selective_repeat\"] }"
policy newer "{ \"version\": 2 }"
policy domain "{ \"version\": 1, \"domain\": \"a b\", \"ece_version\": 2, $peers, \"apply\": [\"selective_repeat\"] }"
policy no-json '{ "version": 1,'
golden trace-policy-not-there ece-trace --apply none.json true

cat >trace.jsonl <<-'END'
	{"ece_trace":1,"event":"start","n":0,"time":"2026-11-30T12:29:40.957936Z","pid":3238,"thread":3238,"program":"rping","reads":true,"applies":null}
	{"ece_trace":1,"event":"create","n":1,"time":"2026-11-30T12:29:40.960001Z","pid":3238,"thread":3238,"device":"mlx5_0","qpn":272,"type":"RC","how":"verbs","errno":0,"default":805306371}
	what the program itself says
	{"ece_trace":1,"event":"transition","n":2,"time":"2026-11-30T12:29:40.966527Z","pid":3238,"thread":3238,"device":"mlx5_0","qpn":272,"type":"RC","how":"verbs","errno":0,"from":"RESET","to":"INIT","asked":null,"got":null,"default":805306371,"remote":null,"effective":0,"read_errno":0}
	{"ece_trace":1,"event":"transition","n":4,"time":"2026-11-30T12:29:41.002138Z","pid":3238,"thread":3241,"device":"mlx5_0","qpn":272,"type":"RC","how":"verbs","errno":0,"from":"INIT","to":"INIT","asked":805306371,"got":536870913,"default":805306371,"remote":null,"effective":536870913,"read_errno":0}
	{"ece_trace":1,"event":"transition","n":5,"time":"2026-11-30T12:29:41.003908Z","pid":3238,"thread":3241,"device":"mlx5_0","qpn":272,"type":"RC","how":"verbs","errno":0,"from":"INIT","to":"RTR","asked":null,"got":null,"default":805306371,"remote":{"qpn":268,"gid":"::ffff:10.0.0.2"},"effective":536870913,"read_errno":0,"apply":{"domain":"a","result":"program_calls_ece","errno":0}}
	{"ece_trace":1,"event":"transition","n":6,"time":"2026-11-30T12:29:41.009164Z","pid":3238,"thread":3241,"device":"mlx5_0","qpn":300,"type":"DCT","how":"devx","errno":121,"from":"RESET","to":"RTR","asked":4294967295,"got":null,"default":null,"remote":{"qpn":5,"gid":"fd00::2"},"status":3,"syndrome":287454020}
	{"ece_trace":1,"event":"end","n":9,"time":"2026-11-30T12:29:41.115683Z","pid":3238,"thread":3238,"made":1,"transitions":3,"asked":1,"applied":0,"failed":1,"lost":2,"forgotten":0}
	{"ece_trace":2,"event":"transition"}
END
golden trace-show ece-trace --show trace.jsonl
# of anybody's: nothing in it reaches the terminal as more than text, and no number is cut into another one
cat >strange.jsonl <<-'END'
	{"ece_trace":1,"event":"start","pid":1,"program":"\u001b]0;title\u0007"}
	{"ece_trace":1,"event":"transition","pid":1,"device":"\u001b[2Jmlx5_0","qpn":1,"type":"\u009b1m","from":"INIT","to":"\u007f","remote":{"qpn":1,"gid":"::ffff:1.2.3.\n4"},"asked":99999999999,"got":-1,"errno":99999999999999}
	{"ece_trace":1,"event":"transition","pid":1,"device":"\u00e4","qpn":1,"type":"RC","from":"INIT","to":"RTR","apply":{"result":"\u001b[1m"}}
	{"ece_trace":1,"event":"end","pid":1}
END
golden trace-show-strange ece-trace --show strange.jsonl
head -c 40000 /dev/zero >long.json
golden trace-policy-too-long ece-trace --apply long.json true
golden trace-show-stdin sh -c 'ece-trace --show - <trace.jsonl'
json trace-show-json ece-trace --show trace.jsonl --json
printf 'no trace\n' >other
golden trace-show-other ece-trace --show other
golden trace-show-not-there ece-trace --show none
{ head -c 100000 /dev/zero | tr '\0' x; echo; cat trace.jsonl; } >long
golden trace-show-long-line sh -c 'ece-trace --show long | tail -n 1'
awk 'BEGIN { for (i = 0; i <= 100000; i++) print "{\"ece_trace\":1,\"event\":\"destroy\",\"pid\":1}" }' >many.jsonl
golden trace-show-too-many sh -c 'ece-trace --show many.jsonl | tail -n 1'
# shellcheck disable=SC2046 # words
check trace-4096-words 127 ece-trace $(seq 4096)
# shellcheck disable=SC2046
check trace-4097-words 64 ece-trace $(seq 4097)
