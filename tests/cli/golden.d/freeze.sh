# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Hosts that are told to write nothing, whoever asks, and that may write again.
mkdir state
golden freeze-no-file ece-apply freeze "no run has been yet"
golden freeze-other-file ece-apply unfreeze --fleet limit.json
check "a fleet of which one host is down" 7 ece-apply limit.json --yes
golden freeze-hosts ece-apply freeze "switches of pod 3"
golden freeze-status ece-apply status
json freeze-hosts-json ece-apply freeze --json
golden freeze-new-run ece-apply limit.json --yes
sed 's/20 Mb/30 Mb/' limit.json >other.json
check "a frozen fleet can be compared" 2 ece-apply other.json --check
golden freeze-over ece-apply unfreeze
golden freeze-over-again ece-apply unfreeze --fleet faulty.json
check "a run goes out again" 0 ece-apply other.json --yes
