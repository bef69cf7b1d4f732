#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# guard_test.sh GUARD AGENT APPLY SIM FLEET: ece-guard as a process: its socket, leases by the real clock, kill -9, boots.
set -uo pipefail
guard=$(realpath "$1") agent=$(realpath "$2") apply=$(realpath "$3") sim=$(realpath "$4") fleet=$(realpath "$5")
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null; rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
cd "$work" || exit 1
failed=0
socket=s/guard-h1.sock

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] guard: $1"
	else
		cat out err log 2>/dev/null
		echo "[  FAILED  ] guard: $1"
		failed=1
	fi
}

# until COMMAND...: within ten seconds
until_() {
	local end=$((SECONDS + 10))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.05
	done
}

run() { # ARGS...
	status=0
	timeout 60 "$guard" "$@" >out 2>err || status=$?
}

check() { # NAME STATUS FILE TEXT
	[ "$status" = "$2" ] && grep -qF -- "$4" "$3"
	verdict "$1" $?
}

serving() { grep -qs "serving on" log; }

start() {
	rm -f log
	"$guard" --sim s --host h1 >out 2>log &
	pid=$!
	until_ serving
}

stop() { # SIGNAL
	kill "-$1" "$pid" && wait "$pid" 2>/dev/null
	pid=
}

ask() { printf '%s\n' "$1" | timeout 60 "$agent" --stdio --guard "$socket" >out 2>err; }
token='"token":{"store":"s","epoch":1,"number":1}'
op() { ask "{\"version\":1,\"op\":\"$1\",\"id\":\"$1-$RANDOM\",\"run\":\"$2\",$token}"; }
hold() { # RUN LEASE_MS FROM TO
	ask "{\"version\":1,\"op\":\"apply\",\"id\":\"$1/apply\",\"run\":\"$1\",$token,\"lease_ms\":$2,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"0c42a10300000001\",\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":$3,\"to\":$4}]}]}"
	grep -q '"result":"held"' out
}
rate() { # the first card has this rate
	ask '{"version":1,"op":"read","id":"r","params":["dcqcn.rp.ai_rate"]}' &&
		grep -q "^[^]]*\"raw\":$1," out
}
answered() { grep -q "\"result\":\"$1\"" out; }

run --host h1
check "--host alone is 64" 64 err "--sim and --host go together"
run --sim s --host h1 --state s
check "--state with --sim is 64" 64 err "--state is of a real host"
run forget 12
check "forget wants a GUID" 65 err "16 hexadecimal digits"
run --socket x boot
check "--socket is not of boot" 64 err "--socket"
run --user nobody-has-this-name --state real
check "a user that is not there is named" 1 err 'no user "nobody-has-this-name"'
run boot --state real
check "a real host without history is ready" 0 out "ready"
run boot --state real --json
check "and says so in JSON" 0 out '"ready":true'
printf 'x' >file
run --state real --socket file
check "what is no socket is not taken away" 1 err "is no socket"
[ -f file ]
verdict "and stays" $?
run --state real --socket "$(printf 'd%.0s' {1..120})"
check "a name that is too long for a socket is refused" 1 err "longer than 107 bytes"

"$apply" "$fleet" --check --state s >out 2>err
start
verdict "it serves" $?
[ "$(stat -c %a $socket)" = 600 ]
verdict "the socket is for one user" $?
run --sim s --host h1
check "a second guard is refused" 1 err "another ece-guard has this host"
rate 5
verdict "an agent without rights reads through it" $?
ask '{"version":1,"op":"qps","id":"q"}' && grep -q '"id":"q","result":"ok".*"qps":{"count":' out
verdict "and has queue pairs counted by it" $?
ask 'rubbish' && grep -q '"result":"refused"' out
verdict "rubbish is refused by the agent" $?
status=0
printf '%s\n' '{}' | "$agent" --stdio --guard nowhere >out 2>err || status=$?
check "without a guard the agent says so" 1 err "there is no ece-guard at nowhere"
status=0
printf '%s\n' '{}' | "$agent" --stdio --guard x --state y >out 2>err || status=$?
check "--guard with --state is 64" 64 err "--guard has its state of its own"

python3 - $socket <<'EOF'
import os, socket, sys
def closed(data):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    s.settimeout(10)
    s.connect(sys.argv[1])
    s.send(data)
    while True:
        got = s.recv(1 << 16)
        if not got:
            return True
        if int.from_bytes(got[4:8], sys.byteorder) != 7:  # anything but FAILED
            return False
word = lambda *v: b"".join(x.to_bytes(4, sys.byteorder) for x in v)
order = 592  # bytes; version 2 of the datagrams, the protocol is 1.1
bad = [b"x", word(2, 1), word(3, 1) + bytes(order - 8), word(2, 2) + bytes(176), word(2, 99) + bytes(order - 8),
       word(2, 1, 77) + bytes(order - 12), word(2, 1, 1, 0, 0, 5000, 0, 0, 1, 1) + bytes(order - 40), os.urandom(20000),
       word(2, 1) + os.urandom(order - 8)]
sys.exit(0 if all(closed(b) for b in bad) else 1)
EOF
verdict "nine datagrams that are none: each ends its connection" $?
rate 5
verdict "and nothing else" $?
# Sixteen that say nothing, one of which makes room then.
python3 - $socket "$agent" <<'EOF' >out 2>err
import socket, subprocess, sys
def connect():
    s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    s.connect(sys.argv[1])
    return s
def asks():
    line = '{"version":1,"op":"read","id":"r","params":["dcqcn.rp.ai_rate"]}\n'
    return subprocess.run([sys.argv[2], "--stdio", "--guard", sys.argv[1]], input=line, text=True, timeout=60,
                          capture_output=True)
idle = [connect() for _ in range(16)]
seventeenth = asks()
print(seventeenth.stdout, seventeenth.stderr)
idle.pop().close()
sys.exit(0 if "more than 16 agents" in seventeenth.stdout + seventeenth.stderr and '"ok"' in asks().stdout else 1)
EOF
verdict "the seventeenth agent at a time is told so, and the next one is served" $?
if [ "$(id -u)" = 0 ] && python3 -c 'import os; os.setgroups([]); os.setuid(65534)' 2>err; then
	chmod 711 "$work"
	chmod 755 s
	chmod 666 $socket
	python3 - $socket <<'EOF' && until_ grep -q "a connection of user 65534 was closed" log
import os, socket, sys
os.setgroups([])
os.setuid(65534)
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
s.settimeout(10)
s.connect(sys.argv[1])
sys.exit(1 if s.recv(100) else 0)
EOF
	verdict "another user is turned away, whatever the mode of the socket" $?
else
	echo "[  SKIPPED ] guard: another user is turned away: needs root that can be another user"
fi

hold R1 1000 5 20 && rate 20
verdict "a change is held" $?
until_ rate 5
verdict "and undone when its lease is over, by the real clock" $?
grep -q "not renewed in time: undone" log
verdict "the guard says so" $?
op confirm R1 && answered self_undone
verdict "a confirmation that comes too late is told" $?

hold R2 1500 5 20
end=$((SECONDS + 3))
good=0
while [ $SECONDS -lt $end ]; do
	op renew R2 && answered renewed || good=1
done
[ $good = 0 ] && rate 20
verdict "a renewed lease does not end" $?
stop KILL
hold R3 1000 5 20
verdict "without a guard nothing is held" $((!$?))
start && rate 20
verdict "killed, and a new guard finds the change held" $?
until_ rate 5
verdict "and undoes it in time" $?

hold R4 1000 5 20 && stop KILL
start && until_ rate 5
verdict "a lease that ended while there was no guard is ended by the next one" $?
ask "{\"version\":1,\"op\":\"renew\",\"id\":\"n\",\"run\":\"R4\",\"token\":{\"store\":\"s\",\"epoch\":0,\"number\":9}}"
answered refused
verdict "a stale token is refused" $?

by_hand() { timeout 60 "$agent" "$@" --guard "$socket" >out 2>err; }
hold F1 1000 5 20 && by_hand freeze --why test && grep -q "^frozen since .*(test)" out
verdict "a host is frozen by hand through the guard" $?
op undo F1 && answered refused && grep -q '"kind":"locked"' out
verdict "an undo is refused then, and a lease that is over waits" $?
stop KILL
start && grep -q "frozen since" log; rate 20
verdict "also for the next guard" $?
by_hand unfreeze && until_ rate 5
verdict "the thaw ends it" $?
hold F2 60000 5 20 && op confirm F2 && answered confirmed && by_hand freeze
"$sim" fleet reboot h1 --state s >out 2>err
rate 5
verdict "a host that boots while it is frozen has what a boot leaves" $?
status=0
by_hand ensure || status=$?
[ $status = 5 ] && grep -q "^not ready" out
verdict "and is not ready" $?
by_hand unfreeze && rate 20
verdict "the guard looks at the boot again after the thaw" $?
by_hand ensure --json && grep -q '"state": *"ready", *"changed": *false' out
verdict "and the host is ready" $?
op undo F2 && rate 5
verdict "what was confirmed can be undone as ever" $?

hold R5 60000 5 20 && op confirm R5 && answered confirmed
verdict "a confirmed change stays" $?
hold R6 60000 20 9 && rate 9
verdict "and another is held over it" $?
stop KILL
"$sim" fleet reboot h1 --state s >out 2>err
run boot --sim s --host h1 --json
check "after a boot the host is ready" 0 out '"ready":true'
start && rate 20
verdict "what was confirmed is back, and what was not is gone" $?
op confirm R6 && answered self_undone
verdict "and cannot be confirmed" $?
stop KILL
"$sim" fleet tell h1 firmware-reset --state s >out 2>err
run boot --sim s --host h1 --json
grep -q '"restored":1' out && grep -q '"ready":true' out
verdict "after a reset of the card it is put back too" $?
# A card that is not there yet: its congestion parameters cannot be read (0x824) until it is told otherwise.
"$sim" fleet tell h1 firmware-reset --state s >out 2>err
"$sim" fleet tell h1 fault status 0x824 3 1000000 --state s >out 2>err
run boot --sim s --host h1 --wait 300ms
check "what does not come is waited for as long as was said" 1 err "cannot be read"
timeout 60 "$guard" boot --sim s --host h1 --wait 50s --json >out 2>err &
pid=$!
"$sim" fleet tell h1 fault clear --state s >log 2>&1
wait "$pid" && grep -q '"restored":1' out && grep -q '"ready":true' out && ! grep -q "cannot be read" err
verdict "and put back when it comes" $?
pid=
run boot --sim s --host h1 --wait soon
check "a time that is none" 64 err "a duration is a whole number"
run boot --sim s --host h1 --wait 2h
check "a time that is too long" 64 err "at most 1h"
"$sim" fleet drift h1 --param dcqcn.rp.ai_rate --value "7 Mb/s" --state s >out 2>err
run boot --sim s --host h1 --wait 1h
check "somebody else's value in this boot is left alone, and not waited for" 1 err "somebody changed it in this boot, left alone"
check "and the host is not ready" 1 out "not ready"
run forget 0c42a10300000001 --sim s --host h1
check "a card can be forgotten" 0 out "its original values are kept"
run boot --sim s --host h1
check "and then the host is ready without it" 0 out "ready"
run forget 0c42a10300000001 --sim s --host h1
check "forgetting it twice is told" 65 err "nothing was confirmed on a card"

# What systemd hears: ready when it serves, alive within the half of what the watchdog waits, then that it stops.
python3 - "$guard" <<'EOF' >out 2>err
import os, signal, socket, subprocess, sys, time
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind("notify.sock")
manager.settimeout(10)
def serve(**more):
    env = dict(os.environ, NOTIFY_SOCKET=os.path.abspath("notify.sock"), **more)
    return subprocess.Popen([sys.argv[1], "--sim", "s", "--host", "h1"], env=env, stderr=subprocess.DEVNULL)
guard = serve(WATCHDOG_USEC="400000")
heard, times = [], []
while len(heard) < 5:
    heard.append(manager.recv(100))
    times.append(time.monotonic())
served = os.path.exists("s/guard-h1.sock")
guard.send_signal(signal.SIGTERM)
while heard[-1] != b"STOPPING=1":
    heard.append(manager.recv(100))
print(heard, times)
good = heard[0] == b"READY=1" and served and guard.wait(10) == 0 and set(heard[1:-1]) == {b"WATCHDOG=1"}
good = good and 0.3 < times[4] - times[1] < 8
guard = serve(WATCHDOG_USEC="400000", WATCHDOG_PID="1")
good = good and manager.recv(100) == b"READY=1"
guard.send_signal(signal.SIGTERM)
good = good and manager.recv(100) == b"STOPPING=1" and guard.wait(10) == 0
sys.exit(0 if good else 1)
EOF
verdict "the service manager hears how it stands" $?

start
stop TERM
verdict "SIGTERM ends it" $?
[ ! -e $socket ]
verdict "and takes the socket away" $?
exit $failed
