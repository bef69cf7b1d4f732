#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# modes_test.sh APPLY AGENT GUARD EXPORTER RECORD SET: files that the tools make, with umask 000: who may read and write them?
set -uo pipefail
apply=$(realpath "$1") agent=$(realpath "$2") guard=$(realpath "$3") exporter=$(realpath "$4") record=$(realpath "$5")
set=$(realpath "$6")
work=$(mktemp -d)
pid=
# shellcheck disable=SC2317 # of the trap
clean_up() {
	[ -z "$pid" ] || kill "$pid" 2>/dev/null
	rm -rf "$work"
}
trap clean_up EXIT
unset ECE_STATE ECE_FAULT
cd "$work" || exit 1
failed=0
umask 000

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] modes: $1"
	else
		cat said out err 2>/dev/null
		echo "[  FAILED  ] modes: $1"
		failed=1
	fi
}

cat >fleet.json <<-'END'
	{"version": 1, "profiles": {"p": {"set": {"dcqcn.rp.ai_rate": "20 Mb/s"}}},
	 "inventory": [{"exec": ["./inventory"], "max_age": "1h"}],
	 "assign": [{"hosts": "h[1-3]", "profile": "p"}],
	 "rollouts": {"default": {"steps": [{"to": "100%", "soak": "1s"}], "gates": ["g"]}},
	 "gates": {"g": {"exec": ["./gate"]}},
	 "transport": {"kind": "sim", "seed": 1}}
END
printf '#!/bin/sh\necho "{\\"inventory\\": [{\\"hosts\\": \\"h[1-3]\\"}]}"\n' >inventory
# what a gate's command is given, while it is there
# shellcheck disable=SC2016 # they are the command's
printf '#!/bin/sh\nstat -c "%%A %%n" "$ECE_TREATED" "$ECE_UNTOUCHED" >>treated\nexit 0\n' >gate
chmod 755 inventory gate
mkdir made pages
chmod 755 made pages

# Everything that is made from here on.
touch -d '1 second ago' mark
run() { timeout 60 "$@" >out 2>err </dev/null; }
run "$apply" fleet.json --state s --plan-out plan.json
run "$apply" fleet.json --state s --yes
run "$apply" freeze why --state s
run "$apply" unfreeze --state s
run "$apply" status --state s
run "$apply" targets fleet.json --state s --out targets.json
run "$set" --sim s --host h1 dcqcn.rp.ai_rate=30
run "$exporter" --sim s --host h1 --textfile pages
run "$exporter" --sim s --host h1 --keep keep --textfile pages
run "$record" --sim s --host h1 recording
run "$guard" boot --state real
printf '%s\n' '{"version":1,"op":"read","id":"r","params":[]}' | timeout 60 "$agent" --stdio --state made >out 2>err
"$guard" --sim s --host h1 >/dev/null 2>log &
pid=$!
for _ in $(seq 200); do
	grep -qs "serving on" log && break
	sleep 0.05
done
[ -S s/guard-h1.sock ] && [ -f s/store.db ] && [ -f s/sim/journal.db ] && [ -f real/journal.db ] && [ -f plan.json ] &&
	[ -f made/journal.db ] && [ -f recording ] && [ -f pages/ece.prom ] && [ -s treated ]
verdict "all that is looked at is there" $?

# Our own files beside them; and pages that are made for others.
ours='^\./(mark|out|err|log|said|treated|fleet\.json|inventory|gate|made|pages)?$|^\.$'
public='^\./(targets\.json|pages/ece\.prom)$'
find . -newer mark -perm /077 ! -type l -printf '%p\n' | grep -Ev "$ours" | grep -Ev "$public" |
	while read -r path; do stat -c '%A %n' "$path"; done >said
[ ! -s said ]
verdict "nobody else may read or write what was made: state, journals, locks, socket, plans, recordings, answers" $?
find . -newer mark -perm /022 ! -type l -printf '%p\n' | grep -Ev "$ours" >said
[ ! -s said ]
verdict "nor write to the pages that are made for others" $?
[ "$(stat -c %a targets.json)" = 644 ] && [ "$(stat -c %a pages/ece.prom)" = 644 ]
verdict "which may be read" $?
grep -v '^-rw-------' treated >said
[ ! -s said ]
verdict "the lists of hosts that a gate's command is given" $?
[ -z "$(find /tmp -maxdepth 1 -name 'ece*' -newer mark -user "$(id -u)" -perm /077 2>/dev/null)" ]
verdict "and what was made in /tmp" $?

# Links that somebody else has put where a file is to be made are not followed.
echo precious >precious
try() { # WHAT LINK COMMAND...
	local what=$1 link=$2
	shift 2
	rm -rf "$link"
	ln -s "$work/precious" "$link"
	run "$@"
	[ "$(cat precious)" = precious ]
	verdict "$what that is a link: what it points to stays as it is" $?
	rm -f "$link"
}
kill "$pid" && wait "$pid" 2>/dev/null
pid=
try "a saved plan" plan.json "$apply" fleet.json --state s --plan-out plan.json
try "a lock of the store" s/lock "$apply" undo nothing --state s
try "a lock of the guard" real/guard.lock timeout 1 "$guard" --state real
try "a lock of the host" real/host.lock "$guard" boot --state real
try "a new journal" real/journal.db.new "$guard" boot --state real
rm -f real/journal.db*
try "a journal that is to be made" real/journal.db.new "$guard" boot --state real
try "a recording" recording "$record" --sim s --host h1 recording
try "a page" pages/ece.prom "$exporter" --sim s --host h1 --textfile pages
try "a temporary page" pages/ece.prom.new "$exporter" --sim s --host h1 --textfile pages
try "what the exporter keeps" keep.new "$exporter" --sim s --host h1 --keep keep --textfile pages
try "targets" targets.json "$apply" targets fleet.json --state s --out targets.json
try "a socket" s/guard-h1.sock timeout 1 "$guard" --sim s --host h1

chmod 777 made
run "$agent" --stdio --state made
grep -q "everybody may write to the state directory" err
verdict "a state directory that everybody may write to is refused" $?
exit $failed
