# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# How many lines and commands there are grows with the parameter table.
uncounted() {
	local status=0
	"$@" >uncounted.out || status=$?
	sed -E -e '/^[0-9]+ (lines|commands)|^Not compared/s/[0-9]+ (lines|commands|answered alike|that)/N \1/g' \
		-e 's/"lines":[0-9]+/"lines":N/' uncounted.out
	return $status
}

cat >stops.json <<-'END'
	{ "version": 1, "profiles": { "p": { "set": { "dcqcn.rp.ai_rate": "leave" } } },
	  "assign": [ { "hosts": "node1", "profile": "p" } ],
	  "transport": { "kind": "sim", "cards": [ { "type": "cx7", "count": 2 } ] } }
END
ece-apply stops.json --yes >first 2>&1
golden record uncounted ece-record card.jsonl --sim state --host node1
golden record-exists ece-record card.jsonl --sim state --host node1
golden record-one uncounted ece-record one.jsonl mlx5_1 --json --sim state --host node1
golden record-no-card ece-record none.jsonl mlx5_7 --sim state --host node1
golden record-replay uncounted ece-record replay card.jsonl
golden record-replay-type ece-record replay card.jsonl --type cx9
golden record-replay-no-file ece-record replay none.jsonl
cat >planted.jsonl <<-'END'
	{"ecekit_record":1,"of":"a real host"}
	{"door":"fwctl","on":"fwctl0","errno":0,"in_len":144,"out_len":144,"scope":1,"in":"08050000000000010000402c","out":"0300000000325a82"}
	{"door":"devx","on":"mlx5_0","errno":22,"in_len":16,"out_len":272,"in":"0824000000000000000000"}
	{"door":"devx","on":"mlx5_0","errno":0,"in_len":16,"out_len":16,"in":"082200000000000000000031","out":"00000000000000000000000040"}
END
golden record-planted ece-record replay planted.jsonl
json record-planted-json ece-record replay planted.jsonl --json
echo '{"door":' >>planted.jsonl
golden record-damaged ece-record replay planted.jsonl

# 256 cards are looked for, a word more is none; 2000 differences are shown; a file has up to 256 MiB.
cards() {
	# shellcheck disable=SC2046 # one word a card
	ece-record none.jsonl $(seq -f card%.0f "$1") --sim state --host node1
}
golden record-cards-most cards 256
golden record-cards-too-many cards 257
differences() {
	head -n 1 planted.jsonl >many.jsonl
	# the state of all, and a word of which no row tells, another one in each answer
	for ((i = 1; i <= $1; i++)); do
		printf '{"door":"devx","on":"mlx5_0","errno":0,"in_len":16,"out_len":20,"in":"%s","out":"%032d%08x"}\n' \
			082200000000000000000031 0 "$i"
	done >>many.jsonl
	ece-record replay many.jsonl >differences.out
	local status=$?
	grep -c '^QUERY_CONG_STATUS' differences.out
	tail -n 3 differences.out | cut -c 1-75
	return $status
}
golden record-differences-most differences 1999
golden record-differences-too-many differences 2000
truncate -s 268435457 huge.jsonl
golden record-too-long ece-record replay huge.jsonl
