#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Not a check: a profile of 25 parameters given to one card by ece-apply, and by the loop of mstreg and echo that people
# write for the same; then a card read as a whole. Wall clock, CPU of all processes, firmware commands. Run by its name.
#
# ece-apply also reads before and after, keeps the old values in its journal and can undo; the loop does none of that, so
# a line adds the reading back to it. Our values go to set A and back to B, those of the loop to A.
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

# name, value A, value B
accl='roce_tx_window_en 1 0
roce_slow_restart_idle_en 1 0
min_ack_timeout_limit_disabled 1 0
selective_repeat_forced_en 1 0
roce_slow_restart_en 0 1'
rp='time_reset 55 300
byte_reset 1000 32767
threshold 5 1
ai_rate 40 5
hai_rate 200 50
min_dec_fac 25 50
min_rate 100 1
rate_to_set_on_first_cnp 85000 0
dce_tcp_g 1020 1019
dce_tcp_rtt 55 1
rate_reduce_monitor_period 8 4
initial_alpha_value 1000 1023'
np='min_time_between_cnps 50 4
cnp_dscp 46 48'
# with the index on this card
ztr='AI 100 96 4
HAI 2000 1700 5
HAI_PERIOD 200000 2000000 6
CONGESTION_DELAY_THRESHOLD 15000 13000 7
MAX_DELAY 150000 250000 8
DELAY_ONLY 1 0 10'

# rows PREFIX COLUMN: members of "set"
rows() { awk -v prefix="$1" -v column="$2" '{ printf "%s\"%s%s\": %s", (NR > 1 ? ", " : ""), prefix, $1, $column }'; }
flags() { awk -v column="$1" '{ printf "%s\"roce_accl.%s\": %s", (NR > 1 ? ", " : ""), $1, $column ? "true" : "false" }'; }
file() { # COLUMN
	cat <<-EOF
		{ "version": 1,
		  "profiles": { "p": { "set": { $(echo "$accl" | flags "$1"), $(echo "$rp" | rows dcqcn.rp. "$1"),
		    $(echo "$np" | rows dcqcn.np. "$1"),
		    $(echo "$ztr" | sed "s/^\(DELAY_ONLY\) 1 0/\1 true false/" | rows ztr_rtt. "$1") } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "p" } ],
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
		  "transport": { "kind": "local" } }
	EOF
}
file 2 > /run/a.json
file 3 > /run/b.json

ppcc() { echo "mstreg -d $PCI --reg_name PPCC -i local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=$1 -o cmd_type=$2"; }
{
	echo "$accl" | while read -r name a _; do
		select=$(echo "$name" | sed 's/_en$//')
		[ "$name" = selective_repeat_forced_en ] && select=$name
		echo "mstreg -d $PCI --yes --reg_name ROCE_ACCL --set $name=$a,${select}_field_select=1"
	done
	echo "$rp" | while read -r name a _; do echo "echo $a > $CC/rp_$name"; done
	echo "$np" | while read -r name a _; do echo "echo $a > $CC/np_$name"; done
	echo "$ztr" | while read -r _ a _ index; do echo "$(ppcc "$index" 8) --yes --set value=$a"; done
} > /run/loop.sh
{
	echo "mstreg -d $PCI --reg_name ROCE_ACCL --get"
	echo "cat $CC/*"
	echo "$ztr" | while read -r _ _ _ index; do echo "$(ppcc "$index" 6) --get"; done
} > /run/read.sh

commands() { ctl state | sed 's/.*"commands":\([0-9]*\).*/\1/'; }
# measured NAME COMMAND...: a line "WALL CPU COMMANDS NAME" in /run/bench
measured() {
	bench_name=$1
	shift
	bench_before=$(commands)
	command time -f '%e %U %S' -o /run/time "$@" > /run/case/out 2>&1
	bench_status=$?
	# the status of ece-apply --check is not 0; time says so in a line of its own
	read -r wall user system <<-EOF
		$(tail -n 1 /run/time)
	EOF
	[ $bench_status = 0 ] || say "$bench_name ended with $bench_status"
	echo "$wall $(awk -v u="$user" -v s="$system" 'BEGIN { print u + s }') $(($(commands) - bench_before)) $bench_name" >> /run/bench
}
# compared: the lines of /run/bench, as multiples of the first
compared() {
	awk 'NR == 1 { wall = $1; cpu = $2; n = $3 } { name = $4; for (i = 5; i <= NF; i++) name = name " " $i
		printf "# bench %6.2f s (%5.1f x)  CPU %6.2f s (%5.1f x)  %4d firmware commands (%5.1f x)  %s\n",
			$1, $1 / wall, $2, $2 / cpu, $3, n ? $3 / n : 0, name }' /run/bench >&3
	rm /run/bench
}

equal profile_has_25 25 "$(printf '%s\n' "$accl" "$rp" "$np" "$ztr" | wc -l)"
measured 'profile: ece-apply, journal and read-back included' ece-apply --state "$state" /run/a.json --yes
check a_is_set exits 0 /run/a.json --check
measured 'profile: ece-apply, back again' ece-apply --state "$state" /run/b.json --yes
measured 'profile: ece-apply, nothing to do' ece-apply --state "$state" /run/b.json --yes
measured 'profile: mstreg and echo, a call a value, nothing read back' sh /run/loop.sh
check the_loop_set_the_same exits 0 /run/a.json --check
cp /run/bench /run/profile
rm /run/bench
measured 'read: ece-show, all parameters' ece-show "$PCI" --json
measured 'read: mstreg and cat, those of the profile' sh /run/read.sh
cp /run/bench /run/read
compared
{
	cat /run/profile
	tail -qn 1 /run/profile /run/read |
		awk '{ wall += $1; cpu += $2; n += $3 } END { print wall, cpu, n, "profile: mstreg and echo, then read back" }'
} > /run/bench
compared
