#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Not a check: what one firmware command costs on each way, here, as a multiple of the cheapest. Run by its name.
. /t/lib.sh

caps=01000000000000010000000000000000
seconds_each() { # COUNT COMMAND...: microseconds of one run
	bench_count=$1
	shift
	bench_start=$(cut -d ' ' -f 1 /proc/uptime)
	i=0
	while [ $i -lt "$bench_count" ]; do
		"$@" > /dev/null 2>&1
		i=$((i + 1))
	done
	bench_end=$(cut -d ' ' -f 1 /proc/uptime)
	awk -v a="$bench_start" -v b="$bench_end" -v n="$bench_count" 'BEGIN { printf "%.0f\n", (b - a) * 1e6 / n }'
}
read_file() { read -r _ < "$CC/rp_ai_rate"; }
write_file() { echo 5 > "$CC/rp_ai_rate"; }
{
	echo "QUERY_HCA_CAP, DevX $(door -n 300 devx "$IB" 4112 $caps)"
	echo "QUERY_CONG_PARAMS, DevX $(door -n 300 devx "$IB" 272 08240000000000000000000100000000)"
	if [ -n "$FWCTL" ]; then
		echo "QUERY_HCA_CAP, fwctl $(door -n 300 fwctl "$FWCTL" 1 4112 $caps)"
		echo "ROCE_ACCL, fwctl $(door -n 300 fwctl "$FWCTL" 1 144 08050000000000010000402c00000000+128)"
	fi
	echo "cc_params read, debugfs $(seconds_each 200 read_file)"
	echo "cc_params write, debugfs $(seconds_each 200 write_file)"
	echo "ROCE_ACCL, mstreg by PCI window, whole process $(seconds_each 3 mstreg -d "$PCI" --reg_name ROCE_ACCL --get)"
	[ ! -x /usr/bin/ece-show ] || echo "all of ece-show, whole process $(seconds_each 10 ece-show)"
} > /run/bench
least=$(awk '{ print $NF }' /run/bench | sort -n | head -n 1)
awk -v least="$least" '{ us = $NF; $NF = ""; printf "# bench %8.1f x  %8d us  %s\n", us / least, us, $0 }' /run/bench >&3
ok printed
