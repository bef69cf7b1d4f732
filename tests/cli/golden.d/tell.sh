# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Words to simulated cards.
ece-apply six.json --check >first 2>&1 || true
golden tell ece-sim fleet tell node[1-2] counter np_cnp_sent 7
golden tell-fault ece-sim fleet tell node1 --card 1 fault status 0x825 3
golden tell-dump-part ece-sim fleet tell node1 dump fault
golden tell-no-verb ece-sim fleet tell node1 jump
golden tell-no-fault ece-sim fleet tell node1 fault jump
golden tell-no-card ece-sim fleet tell node1 --card 9 fault clear
golden tell-no-words ece-sim fleet tell node1
check dump 0 ece-sim fleet dump node1 --card 0
golden tell-refused ece-apply six.json --yes
