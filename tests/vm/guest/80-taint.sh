#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# fwctl's two upper scopes: who may use them, and that they do taint (so that "taints nothing" elsewhere means something).
. /t/lib.sh

if [ "$LABEL" = vm61 ]; then
	exit 0
fi
if [ -z "$FWCTL" ]; then
	skip scopes "the fwctl modules could not be built on this machine"
	exit 0
fi
caps=01000000000000010000000000000000
bit19() { echo $(($(taint) >> 19 & 1)); }
equal clean_before 0 "$(bit19)"
chmod 666 "/dev/fwctl/$FWCTL"
scope_as_nobody() { door -u fwctl "$FWCTL" "$1" 4112 "$caps" 2>&1 | head -n 1; }
equal nobody_scope_0 ok "$(scope_as_nobody 0)"
equal nobody_scope_1 ok "$(scope_as_nobody 1)"
equal nobody_scope_3 EPERM "$(scope_as_nobody 3)"
equal still_clean 0 "$(bit19)"
chmod 600 "/dev/fwctl/$FWCTL"
modify="0825000000000000""0000000100000080+272"
check modify_cong_params_scope_2 answers EBADMSG '*' fwctl "$FWCTL" 2 16 "$modify"
equal scope_2_taints 1 "$(bit19)"
check modify_cong_params_scope_3 answers EBADMSG '*' fwctl "$FWCTL" 3 16 "$modify"
