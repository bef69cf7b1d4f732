#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A Debian host with the units that ./install installs: a lease that nobody renews, clocks that step, a guard that is
# killed, drivers that come back; then it boots again, and what was confirmed is back before a workload starts.
# The judges are the kernel's file, systemd's own times, and the card's dump.
# root: debian
# boots: 2
# kernels: vm7x
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

state=/var/lib/controller
sr=roce_accl.selective_repeat_forced_en
day=86400
rate() { [ "$(cat /sys/kernel/debug/mlx5/*/cc_params/rp_ai_rate 2> /dev/null)" = "$1" ]; }
property() { systemctl show --value -p "$2" "$1"; }
is() { [ "$(systemctl is-active "$1")" = "$2" ]; }
# said UNIT TEXT: in this boot
said() { journalctl --no-pager -q -b -o cat -u "$1" | tr -s ' ' > /run/said; tail -n 20 /run/said; grep -qE -- "$2" /run/said; }

# fleet NAME SOAK TTL SET: reached by an agent without rights, as over ssh
fleet() {
	cat > "/run/$1.json" <<-END
		{
		  "version": 1,
		  "profiles": { "roce": { "set": { $4 } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "$2" } ], "baseline": "0s",
		    "lease": { "ttl": "$3", "on_loss": "undo" } } },
		  "transport": { "kind": "command", "argv": [ "/usr/bin/env", "TO={host}", "/usr/bin/setpriv", "--reuid=ece", "--regid=ece", "--clear-groups",
		    "/usr/bin/ece-agent", "--stdio", "--guard", "/run/ece/guard.sock" ] }
		}
	END
}
# begin NAME: a controller that goes on beside this script
begin() {
	ece-apply --state "$state" "/run/$1.json" --yes > "/run/$1.log" 2>&1 &
	controller=$!
}
driver=/sys/bus/pci/drivers/mlx5_core
# what a firmware recovery is to a driver: it goes, and comes back to a card that has forgotten
forget() {
	echo "$PCI" > $driver/unbind && ctl firmware-reset && echo "$PCI" > $driver/bind
}
restarted() { pid=$(property ece-guard MainPID) && [ "$pid" != 0 ] && [ "$pid" != "$1" ] && is ece-guard active; }

first_boot() {
	check ready is ece-ready.target active
	check guard is ece-guard active
	check workload is slurmd active
	equal socket_is_the_agents "ece 600" "$(stat -c '%U %a' /run/ece/guard.sock)"
	equal state_is_roots "root 700" "$(stat -c '%U %a' /var/lib/ece)"

	ctl mark > /dev/null
	fleet lost 10m 15s '"dcqcn.rp.ai_rate": "30 Mb/s"'
	begin lost
	check change_is_held wait_for 120 rate 30
	kill -9 "$controller"
	check lost_controller_is_undone wait_for 120 rate 5
	check guard_says_so wait_for 60 said ece-guard 'not renewed in time: undone, and that was verified'
	equal nothing_else_moved 'ok {}' "$(ctl moved)"
	check its_run_is_ended exits 3 abort

	fleet good 15s 60s "\"$sr\": true, \"dcqcn.rp.ai_rate\": \"20 Mb/s\""
	begin good
	check next_change_is_held wait_for 120 rate 20
	now=$(date +%s)
	check clock_goes_forward date -s "@$((now + 2 * day))"
	check clock_goes_back date -s "@$((now - 2 * day))"
	wait "$controller"
	equal run_ends_well_all_the_same 0 $?
	date -s "@$now" > /dev/null
	check confirmed rate 20

	guard=$(property ece-guard MainPID)
	kill -9 "$guard"
	check guard_is_started_again wait_for 60 restarted "$guard"
	check and_serves exits 0 /run/good.json --check

	check driver_comes_back_to_a_card_that_forgot forget
	check values_come_back wait_for 120 rate 20
	check reload_says_so wait_for 60 said 'ece-reload@*' 'put back and read back 2'
	runs=$(journalctl --no-pager -q -b -o cat -u 'ece-reload@*' | grep -c '^ready')
	check devlink_reload devlink dev reload "pci/$PCI"
	check devlink_is_looked_at_too wait_for 120 looked_at_again "$runs"

	fleet open 10m 1h '"dcqcn.rp.ai_rate": "40 Mb/s"'
	begin open
	check unconfirmed_when_it_ends wait_for 120 rate 40
	kill -9 "$controller"
}
looked_at_again() { [ "$(journalctl --no-pager -q -b -o cat -u 'ece-reload@*' | grep -c '^ready')" -gt "$1" ]; }

# ensured STATUS TEXT: what a prolog asks, by the guard's usual socket
ensured() {
	got=0
	ece-agent ensure --current --json > /run/ensured 2>&1 || got=$?
	cat /run/ensured
	[ "$got" = "$1" ] && grep -q "$2" /run/ensured
}

second_boot() {
	check what_was_confirmed_is_back rate 20
	check put_back said ece-boot 'put back and read back 2'
	check unconfirmed_is_dropped said ece-boot 'unconfirmed runs dropped 1'
	equal workload_saw_it_at_its_start 20 "$(cat /run/slurmd/saw)"
	check it_started_after test "$(property slurmd ExecMainStartTimestampMonotonic)" -ge "$(property ece-boot ActiveEnterTimestampMonotonic)"
	check ready_again is ece-ready.target active
	check ensure_asks_the_guard ensured 0 '"changed": *false'
	check check_finds_nothing exits 0 /run/good.json --check

	# a host whose firmware refuses: the value from before we came, and writes of congestion parameters fail
	echo 5 > "$CC/rp_ai_rate"
	ctl fault status 0x825 3 1000000 > /dev/null
	refused boot_fails '' systemctl restart ece-boot
	check host_is_not_ready is ece-ready.target inactive
	check no_workload is slurmd inactive
	check drained wait_for 60 grep -q drained /run/drained
	check ensure_says_not_ready ensured 1 '"state": *"not_ready"'
	ctl fault clear > /dev/null
	check mended systemctl start slurmd
	check and_ready is ece-ready.target active
	check and_back rate 20
}

[ "$BOOT" != 1 ] || first_boot
[ "$BOOT" != 2 ] || { fleet good 15s 60s "\"$sr\": true, \"dcqcn.rp.ai_rate\": \"20 Mb/s\"" && second_boot; }
