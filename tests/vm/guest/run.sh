# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh
# Sourced by the guest's first process, or started by a unit where that is systemd: runs the scenarios named on the kernel's
# command line, reports on the third serial port.
read -r line < /proc/cmdline
for word in $line; do
	case $word in
	ece.label=*) export LABEL="${word#ece.label=}" ;;
	ece.role=*) export ROLE="${word#ece.role=}" ;;
	ece.boot=*) export BOOT="${word#ece.boot=}" ;;
	ece.limit=*) limit=${word#ece.limit=} ;;
	ece.run=*) scenarios=${word#ece.run=} ;;
	esac
done
for port in /dev/ttyS1 /dev/ttyS2; do stty -F $port raw -echo; done
# kept open: closing a serial port throws away what has arrived on it
exec 3> /dev/ttyS2 4<> /dev/ttyS1
for scenario in $(echo "$scenarios" | tr , ' '); do
	echo "BEGIN $scenario $(cut -d ' ' -f 1 /proc/uptime)" >&3
	SCENARIO=${scenario#*-} timeout "$limit" busybox sh "/t/$scenario.sh" > /run/out 2>&1
	status=$?
	# a script that ends early has skipped checks: never take that for success
	if [ $status != 0 ]; then
		echo "[  FAILED  ] $LABEL:${scenario#*-}.ran_to_its_end" >&3
		echo "# status $status; last lines:" >&3
		tail -n 20 /run/out | sed 's/^/# /' >&3
		dmesg | tail -n 20 | sed 's/^/# /' >&3
	fi
	echo "END $scenario $(cut -d ' ' -f 1 /proc/uptime)" >&3
done
echo "DONE" >&3
