#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# The cases for a real card (tests/hw) and the recorder, tried on the software card: practice for both, and nothing about
# silicon.
. /t/lib.sh

taint_before=$(taint)
ctl mark > /dev/null
status=0
hw --device "$PCI" --write --saved /run/hw.saved --record /run/hw.jsonl > /run/hw 2>&1 || status=$?
say "the card is software: what these cases saw was decided by its authors"
sed -n -e "s/^\(\[.*\] \)hw: /\1$LABEL:$SCENARIO./p" /run/hw >&3
[ "$status" = 0 ] || grep -v '^\[' /run/hw | tail -n 40 | cut -c 1-200 >&3
equal cases_succeed 0 "$status"
equal nothing_moved 'ok {}' "$(ctl moved | sed 's/"commands":[^]]*\],*//')"
check saved_file_is_gone test ! -e /run/hw.saved
refused unknown_card 'no ConnectX NIC is called' hw --device mlx5_9

# a recording of this card must say what the model says, and nobody's addresses
records() { ece-record /run/card.jsonl "$PCI" && ece-record replay /run/card.jsonl; }
check recording_replays records
mac=$(cat "/sys/class/net/$NETDEV/address")
guid=$(cat "/sys/class/infiniband/$IB/node_guid")
anonymous() {
	! grep -iqF -e "$mac" -e "$guid" -e "$(echo "$mac" | tr -d :)" -e "$(echo "$guid" | tr -d :)" "$1"
}
check recording_is_anonymous anonymous /run/card.jsonl
check hw_recording_is_anonymous anonymous /run/hw.jsonl
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
