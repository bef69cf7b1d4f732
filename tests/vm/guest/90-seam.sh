#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# The cases that the simulated kernel passes in the unit tests, on the kernel it imitates. Needs a card just powered on.
. /t/lib.sh

case $LABEL in
vm510) persona=old-errno ;;
vm61) persona=6.1 ;;
vm612) persona=6.12 ;;
*) persona=7.x ;;
esac
if [ "$LABEL" = vm7x ] && [ -z "$FWCTL" ]; then
	skip cases "the fwctl modules could not be built on this machine"
	exit 0
fi
ip link set "$NETDEV" up
status=0
seam_vm --kernel $persona --pci "$PCI" > /run/seam || status=$?
sed -n -e "s/^\(\[.*\] \)seam $persona: /\1$LABEL:$SCENARIO./p" -e 't' -e 's/^/# /p' /run/seam >&3
equal cases_run_to_their_end 1 "$((status == 0 || status == 1))"
check cases_exist grep -q '^\[' /run/seam
