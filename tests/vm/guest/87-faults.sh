#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx
# What a sick card does to its driver, and that the other card of the same process does not notice.
# shellcheck source=lib.sh
. /t/lib.sh

sick=$PCI
well=$(for pci in /sys/bus/pci/devices/*; do grep -lx 0x101d "$pci/device"; done | cut -d / -f 6)
both() { wait_for 60 test -e "/sys/kernel/debug/mlx5/$well/cc_params"; }
check both_bound both
rate() { cat "/sys/kernel/debug/mlx5/$1/cc_params/rp_ai_rate"; }
# shellcheck disable=SC3037 # BusyBox's echo, which says what write(2) said
set_rate() { echo -n "$2" > "/sys/kernel/debug/mlx5/$1/cc_params/rp_ai_rate"; }
now() { cut -d ' ' -f 1 /proc/uptime; }

# the second of three writes fails, the first and the third do not
check tell_fail ctl 'card0 fault status 0x825 3 1 1'
check first_write set_rate "$sick" 11
refused second_write_fails 'Invalid argument' set_rate "$sick" 12
equal second_changed_nothing 11 "$(rate "$sick")"
check third_write set_rate "$sick" 13

# accepted, and nothing done
check tell_ignore ctl 'card0 fault ignore 0x825'
check ignored_write set_rate "$sick" 14
equal ignored 13 "$(rate "$sick")"
dmesg -c > /dev/null

# longer than the five seconds that a vfio-user client waits for an answer on the bus: a command is no bus access
check tell_delay ctl 'card0 fault delay 0x824 6000'
start=$(now)
rate "$sick" > /run/late &
late=$!
for i in 1 2 3 4 5 6 7 8 9 10; do set_rate "$well" "$i"; done
equal other_card_serves 10 "$(rate "$well")"
between=$(now)
wait $late
end=$(now)
equal late_answer 13 "$(cat /run/late)"
took() { awk -v a="$1" -v b="$2" -v least="$3" 'BEGIN { print b - a; exit !(b - a >= least) }'; }
check answer_was_late took "$start" "$end" 6
less() { ! took "$@"; }
check other_card_did_not_wait less "$start" "$between" 6
check kernel_is_quiet no_complaint

# a health syndrome that the driver reports
reported() { devlink health show "pci/$sick" reporter fw | grep -q 'state error'; }
check tell_health ctl 'card0 health 1'
check driver_reports_health wait_for 30 reported
log_tells() { dmesg | tee /dev/stderr | grep -iE "mlx5_core $sick.*(synd|health)"; }
# 6.1 tells only the reporter
[ "$LABEL" = vm61 ] || check log_tells_health wait_for 10 log_tells
check tell_healthy ctl 'card0 health 0'
check put_back_sick set_rate "$sick" 5
check put_back_well set_rate "$well" 5
dmesg -c > /dev/null
