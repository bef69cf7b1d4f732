#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: python
# kernels: vm7x
# rdma-core's own Python tests on one card, whose packets for itself come back; pyverbs.list says what is run, and why not all.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
# its pairs of processes share memory
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
on 0 python3 /t/pyverbs.py "$LABEL:$SCENARIO" /t/pyverbs.list --dev "$(ib_of 0)" --gid "$(v2_of 0)" > /run/pyverbs 2> /run/case/out
status=$?
grep -E '^(\[|#)' /run/pyverbs >&3
equal ends 0 "$status"
check kernel_is_quiet no_complaint
