#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# signing_test.sh APPLY AGENT GUARD: signed fleet files, plans and runs with the real ssh-keygen, on a simulated fleet.
set -uo pipefail
apply=$(realpath "$1") agent=$(realpath "$2") guard=$(realpath "$3")
work=$(mktemp -d)
pids=()
# shellcheck disable=SC2317 # of the trap
clean_up() {
	[ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null
	rm -rf "$work"
}
trap clean_up EXIT
unset ECE_STATE ECE_FAULT SSH_AUTH_SOCK SSH_ASKPASS DISPLAY
export HOME=$work
cd "$work" || exit 1
failed=0

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] signing: $1"
	else
		cat out err 2>/dev/null
		echo "[  FAILED  ] signing: $1"
		failed=1
	fi
}

run() { # ARGS...
	status=0
	timeout 60 "$apply" --state s "$@" </dev/null >out 2>err || status=$?
}

check() { # NAME STATUS [TEXT]: of either stream
	[ "$status" = "$2" ] && { [ $# -lt 3 ] || grep -qF -- "$3" out err; }
	verdict "$1" $?
}

key() { ssh-keygen -q -t ed25519 -N "${2-}" -C '' -f "$1"; }
sign() { # KEY PURPOSE FILE
	rm -f "$3.sig"
	ssh-keygen -q -Y sign -f "$1" -n "$2@ecekit" "$3" 2>/dev/null
}
# fleet RATE [MORE]: two hosts and what they should have
fleet() {
	cat >fleet.json <<-END
		{"version": 1, ${2-}
		 "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "$1 Mb/s"}}},
		 "assign": [{"hosts": "gpu[1-2]", "profile": "p"}],
		 "rollouts": {"default": {"steps": [{"to": "100%", "soak": "0s"}], "gates": []}},
		 "transport": {"kind": "sim", "seed": 1}}
	END
}
allow() { # NAME NAMESPACES KEY >>FILE
	echo "$1 namespaces=\"$2\" $(cut -d' ' -f1,2 "$3.pub")"
}

key alice
key bob
key mallory
allow alice@example.com run@ecekit,fleet@ecekit alice >allowed
allow bob@example.com plan@ecekit bob >>allowed
chmod 600 allowed

# A run that is signed for a second; that second goes by while the rest is tested.
cat >slow.json <<-'END'
	{"version": 1, "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "60 Mb/s"}}},
	 "assign": [{"hosts": "gpu[1-2]", "profile": "p"}],
	 "rollouts": {"default": {"steps": [{"to": "50%", "soak": "0s"}, {"to": "100%", "soak": "0s"}],
	  "gates": ["g"], "on_inconclusive": "pause"}},
	 "gates": {"g": {"exec": ["./gate"]}},
	 "transport": {"kind": "sim", "seed": 1}}
END
printf '#!/bin/sh\nexit 75\n' >gate
chmod 755 gate
mkdir -p slow/sim
cp allowed slow/sim/allowed_signers
chmod 700 slow
run slow.json --state slow --yes --sign alice --sign-for 1s
check "a run that is signed for a second has written its first step and pauses" 5
over=$(($(date +%s) + 2))

fleet 20
run fleet.json --yes
check "a fleet without signers writes what nobody signed" 0

cp allowed s/sim/allowed_signers
fleet 30
run fleet.json --yes
check "hosts with signers refuse a run that is not signed" 3 "this host writes only what is signed"
run fleet.json --yes --sign mallory
check "and one of somebody who may not" 3 "signed by nobody who may"
run fleet.json --yes --sign bob
check "and one of somebody who may only sign plans" 3 "is not one of this for the purpose run@ecekit"
run fleet.json --check
check "nothing of it was written" 2
run fleet.json --yes --sign mallory --allowed-signers allowed
check "a fleet file without a signature is refused where signers are named" 65 "a signature is required here"
sign alice fleet fleet.json
run fleet.json --yes --sign mallory --allowed-signers allowed
check "a key that hosts would not take is found out before a host is asked" 1 "hosts would not take what mallory signs"
run fleet.json --yes --sign alice --allowed-signers allowed
check "a signed run is written" 0
run fleet.json --check
check "and there" 0

fleet 40
key secret passphrase
run fleet.json --yes --sign secret
check "a key with a passphrase is not asked for on the terminal" 1 "belongs into ssh-agent"
run fleet.json --yes --sign absent
check "a key that is not there is named" 1 "cannot sign with absent"
run history
check "a run that could not be signed is closed" 0 "error"
eval "$(ssh-agent -s)" >/dev/null
pids+=("$SSH_AGENT_PID")
ssh-add -q alice
mv alice alice.away
run fleet.json --yes --sign alice.pub
check "the private half may be in ssh-agent" 0
mv alice.away alice
kill "$SSH_AGENT_PID"
pids=()
unset SSH_AUTH_SOCK SSH_AGENT_PID

fleet 50
sign alice fleet fleet.json
run fleet.json --check --allowed-signers allowed
check "a signed fleet file is read" 2
echo >>fleet.json
run fleet.json --check --allowed-signers allowed
check "one byte more and it is not" 65 "fleet.json.sig"
sign bob fleet fleet.json
run fleet.json --check --allowed-signers allowed
check "nor one that is signed by somebody who may not sign it" 65
sign alice run fleet.json
run fleet.json --check --allowed-signers allowed
check "nor one that was signed for another purpose" 65 "fleet@ecekit"
sign alice fleet fleet.json
chmod 620 allowed
run fleet.json --check --allowed-signers allowed
check "a list that others may write to is not believed" 65 "chmod go-w"
chmod 600 allowed
run fleet.json --check --allowed-signers none
check "a list that is named must be there" 65 "none cannot be read"

rm fleet.json.sig
fleet 50 '"signing": {"allowed_signers": "allowed", "valid": "1h"},'
run fleet.json --check
check "a fleet file that names signers must be signed" 65 "a signature is required here"
sign alice fleet fleet.json
run fleet.json --check
check "by one of them" 2
run fleet.json --yes
check "and so must its runs" 65 "--sign KEY"
run fleet.json --plan-out plan.json
check "to look at it needs no key" 2
run fleet.json --plan plan.json --yes --sign alice --require-signature
check "a saved plan that must be signed is not" 65 "plan.json.sig"
sign alice plan plan.json
run fleet.json --plan plan.json --yes --sign alice --require-signature
check "who signs runs may not sign plans here" 65 "plan@ecekit"
sign bob plan plan.json
run fleet.json --plan plan.json --yes --sign alice --require-signature
check "two persons: one signs the plan, one the run" 0
run fleet.json --require-signature --check
check "--require-signature is about a saved plan" 64 "goes with --plan"
run fleet.json --sign-for 1h --check
check "--sign-for is about --sign" 64 "goes with --sign"
run fleet.json --explain
check "--explain says who may sign, and for how long" 0 "signing.valid"

# What the store keeps of a signed run is what ssh-keygen itself verifies, and no secret.
python3 - s/store.db >statement <<'END'
import json, sqlite3, sys
for text, in sqlite3.connect(sys.argv[1]).execute("SELECT json FROM evidence ORDER BY rowid"):
    if '"statement"' in text:
        kept = json.loads(text)
open("statement.sig", "w").write(kept["signature"])
sys.stdout.write(kept["statement"])
END
ssh-keygen -q -Y verify -f allowed -I alice@example.com -n run@ecekit -s statement.sig <statement >out 2>err &&
	grep -q '^requests 2$' statement && grep -q '^not_after ' statement
verdict "ssh-keygen verifies the statement that the store has" $?

# The guard checks, whatever the agent before it says. A host that is reached by way of both, as real ones are.
cat >real.json <<-END
	{"version": 1, "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "70 Mb/s"}}},
	 "assign": [{"hosts": "gpu1", "profile": "p"}],
	 "rollouts": {"default": {"steps": [{"to": "100%", "soak": "0s"}], "gates": []}},
	 "transport": {"kind": "command", "argv": ["$agent", "--stdio", "--guard", "$work/s/guard-{host}.sock"]}}
END
guarded() { # NAME: of the host, as its guard is told
	"$guard" --sim s --host gpu1 --allowed-signers allowed --name "$1" >/dev/null 2>log &
	pids=($!)
	for _ in $(seq 200); do
		grep -qs "serving on" log && return
		sleep 0.05
	done
}
ended() {
	kill "${pids[@]}" && wait "${pids[@]}" 2>/dev/null
	pids=()
}
guarded gpu1
printf '%s\n' '{"version":1,"op":"apply","id":"x","run":"x","token":{"store":"zz","epoch":1,"number":1},"adopt":true,"lease_ms":1000,"on_loss":"keep","cards":[]}' |
	timeout 60 "$agent" --stdio --guard s/guard-gpu1.sock >out 2>err
grep -q '"refused"' out && grep -q "writes only what is signed" out
verdict "the guard refuses what is not signed" $?
run real.json --state r --yes --adopt
check "also of a controller" 3 "this host writes only what is signed"
ended
guarded gpu2
run real.json --state r --yes --adopt --sign alice
check "and what is signed for a host of another name" 3 'this host is "gpu2"'
ended
guarded gpu1
run real.json --state r --yes --adopt --sign alice
check "it takes what is signed for it" 0
run real.json --state r --check
check "which is there then" 0
ended

# What was signed for a second is not written any more.
printf '#!/bin/sh\nexit 0\n' >gate
until [ "$(date +%s)" -ge "$over" ]; do
	sleep 0.05
done
run accept --state slow
check "when its time is over it writes nothing more" 3 "its time is over"
exit $failed
