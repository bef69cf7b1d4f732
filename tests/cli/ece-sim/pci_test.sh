#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# pci_test.sh ECE-SIM: what 'ece-sim pci' says to a wrong command line, and how it starts, answers and ends.
set -uo pipefail
sim=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

verdict() { # STATE NAME
	printf '[ %8s ] %s\n' "$1" "ece-sim pci: $2"
	[ "$1" != FAILED ] || failed=1
}

check() { # NAME COMMAND...
	local name=$1
	shift
	if "$@"; then verdict OK "$name"; else verdict FAILED "$name"; fi
}

refuses() { # CODE TEXT WORDS...
	local code=$1 text=$2
	shift 2
	timeout 10 "$sim" pci "$@" >"$work/out" 2>"$work/err"
	[ $? = "$code" ] && [ ! -s "$work/out" ] && grep -qF -- "$text" "$work/err" && return 0
	cat "$work/out" "$work/err"
	return 1
}

check "no card" refuses 64 "no --card"
check "an unknown option, with the nearest" refuses 64 "--control" --contrl x
check "a word too many" refuses 64 "extra" --card a,type=cx7,socket=/x extra
check "a card without a name" refuses 64 "start with a short name" --card type=cx7,socket=/x
check "a card without a type" refuses 64 "no type= for card 'a'" --card a,socket=/x
check "a card without a socket" refuses 64 "no socket= for card 'a'" --card a,type=cx7
check "a type that is not there" refuses 64 "did you mean 'cx7'" --card a,type=cx77,socket=/x
check "a word that is not there" refuses 64 "no 'colour'" --card a,type=cx7,socket=/x,colour=red
check "a word without a value" refuses 64 "no value for 'socket'" --card a,type=cx7,socket
check "no GUID" refuses 64 "not 'twelve'" --card a,type=cx7,socket=/x,guid=twelve
check "a window ajar" refuses 64 "not 'ajar'" --card a,type=cx7,socket=/x,window=ajar
check "two cards of one name" refuses 64 "two cards are called 'a'" --card a,type=cx7,socket=/x --card a,type=cx7,socket=/y
many=()
for i in $(seq 33); do many+=(--card "card$i,type=cx7,socket=$work/$i"); done
check "more cards than there may be" refuses 64 "more than 32 cards" "${many[@]}"
check "a socket that cannot be" refuses 1 "/nowhere/x" --card a,type=cx7,socket=/nowhere/x
check "a log that cannot be" refuses 1 "/nowhere/log" --card "a,type=cx7,socket=$work/s" --log /nowhere/log

one=(--card "a,type=cx7,socket=$work/s")
two=("${one[@]}" --card "b,type=cx7,socket=$work/s2")
check "weather without a cable" refuses 64 "--loss is for cables, and there is no --connect" "${one[@]}" --loss 1%
check "a delay without a unit" refuses 64 "a time like 5us or 1.5ms, not '5'" "${two[@]}" --connect a:1,b:1 --delay 5
check "more than all lost" refuses 64 "no more than all of them, and not 2" "${two[@]}" --connect a:1,b:1 --loss 2
check "a mark that is no part" refuses 64 "like 1% or 0.01, not 'some'" "${two[@]}" --connect a:1,b:1 --mark some
check "a seed that is no number" refuses 64 "'x' is not a number" "${two[@]}" --connect a:1,b:1 --seed x
check "a capture without room" refuses 64 "has 24 bytes at least" "${two[@]}" --connect a:1,b:1 --pcap-max 23
check "a limit without a capture" refuses 64 "there is no --pcap" "${two[@]}" --connect a:1,b:1 --pcap-max 1000
check "a name that no cable could say" refuses 64 "without '=', ':'" --card a:1,type=cx7,socket=/x
check "a capture that cannot be" refuses 1 "/nowhere/f" "${two[@]}" --connect a:1,b:1 --pcap /nowhere/f
mkfifo "$work/pipe"
check "a capture into a pipe without a reader" refuses 64 "a file and no pipe" "${two[@]}" --connect a:1,b:1 --pcap "$work/pipe"
exec {reader}<>"$work/pipe"
check "a capture into a pipe" refuses 64 "a file and no pipe" "${two[@]}" --connect a:1,b:1 --pcap "$work/pipe"
exec {reader}>&-
check "a capture on a full disk" refuses 1 "cannot write '/dev/full': No space" "${two[@]}" --connect a:1,b:1 --pcap /dev/full
check "a cable to nobody" refuses 64 "there is no card 'c' to connect" "${two[@]}" --connect a:1,c:1
check "a cable with one end" refuses 64 "a cable has two ends at least" "${two[@]}" --connect a:1
check "a second cable in a port" refuses 64 "the port of 'a' has a cable already" "${two[@]}" --connect a,b --connect a,b
echo kept >"$work/earlier"
check "a cable to nobody, with a capture" refuses 64 "no card 'c'" "${two[@]}" --connect a:1,c:1 --pcap "$work/earlier"
kept() { [ "$(cat "$work/earlier")" = kept ]; }
check "leaves the capture of before alone" kept
many=()
for _ in $(seq 17); do many+=(--connect "a:1,b:1"); done
check "more cables than there may be" refuses 64 "more than 16 cables" "${two[@]}" "${many[@]}"

lists() { "$sim" pci --types | grep -q '^cx7 .*ConnectX-7'; }
check "the types are listed" lists
as_json() {
	"$sim" pci --types --json >"$work/types" && python3 - "$work/types" <<'PY'
import json, sys
types = {t["type"]: t for t in json.load(open(sys.argv[1]))["types"]}
assert types["cx7"]["functions"] == 1 and types["cx7-2p"]["functions"] == 2 and "ConnectX-6 Dx" in types["cx6dx"]["title"]
PY
}
check "and as JSON" as_json
unheard() { "$sim" pci --types "$@" >/dev/full 2>"$work/err"; [ $? = 1 ] && [ -s "$work/err" ]; }
check "a list that nobody got" unheard
check "and as JSON that nobody got" unheard --json
check "JSON of nothing" refuses 64 "--json is for --types" "${one[@]}" --json

"$sim" pci --card "a,type=cx7,socket=$work/a" --card "b,type=cx6dx,socket=$work/b,guid=0x77,window=off" \
	--connect a:1,b:1 --delay 5us --loss 1% --seed 7 --pcap "$work/pcap" --control "$work/control" --log "$work/log" &
pid=$!
for _ in $(seq 500); do
	[ -S "$work/control" ] && break
	sleep 0.02
done

ask() { # LINE
	python3 - "$work/control" "$1" <<'PY'
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.settimeout(10)
s.connect(sys.argv[1])
s.sendall(sys.argv[2].encode() + b"\n")
print(s.makefile().readline(), end="")
PY
}
answers() { # LINE ANSWER
	local got
	got=$(ask "$1")
	[ "$got" = "$2" ] || { echo "got: $got"; return 1; }
}
check "the cards are there" answers cards 'ok [{"name":"a","type":"cx7"},{"name":"b","type":"cx6dx"}]'
check "a card takes a line" answers "b link down" ok
says_down() { ask "b state" | grep -q '"link":false'; }
check "and shows it" says_down

weather() { ask cable | grep -q '"delay_ns":5000,"loss_per_million":10000,"mark_per_million":0,.*"seed":7,'; }
check "the cable has its weather" weather
check "and takes a line" answers "cable loss 0.5%" ok
other() { ask "cable a" | grep -q '"loss_per_million":5000,'; }
check "and shows it" other
captured() { [ "$(od -An -tx1 "$work/pcap" | tr -d ' \n')" = a1b2c3d400020004000000000000000000004000000000"01" ]; }
check "a capture has begun" captured

survives() { kill -PIPE "$pid" && kill -XFSZ "$pid" && ask cards | grep -q '^ok'; }
check "a pipe that broke and a file that is full do not end it" survives

second() { ! "$sim" pci --card "c,type=cx7,socket=$work/a" 2>"$work/err" && grep -qF "$work/a" "$work/err"; }
check "a socket in use is refused" second

ends() { kill -TERM "$pid" && wait "$pid"; }
check "SIGTERM ends it with 0" ends
clean() { [ ! -e "$work/a" ] && [ ! -e "$work/b" ] && [ ! -e "$work/control" ]; }
check "no socket is left" clean
exit $failed
