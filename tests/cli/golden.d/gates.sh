# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What gates see and what a run does then, from the file to the exit code, on a fleet with traffic.

# Treated hosts look better and only the rest of their rack suffers: one gate sees it, at the first step ...
golden gates-victims ece-apply victim.json --yes
golden gates-victims-status ece-apply status
json gates-victims-status-json ece-apply status --json
check gates-victims-nothing-stays 2 ece-apply victim.json --check

# ... and without that gate nothing stops it: all others pass at every step.
rm -r state
sed -e 's/, "victims" \]/ ]/' -e '/"goodput":/s/,$//' -e '/"victims":/d' victim.json >blind.json
golden gates-without-the-victim-gate ece-apply blind.json --yes
check gates-the-bad-change-is-everywhere 0 ece-apply victim.json --check

# A change that is bad for those who get it: the canary stops it.
rm -r state
golden gates-canary ece-apply canary.json --yes
check gates-canary-again 3 ece-apply canary.json --yes

# Nights are too quiet to tell: the run waits for a person, or until the morning where the gate may wait.
rm -r state
golden gates-night ece-apply night.json --yes
rm -r state
sed 's/"min_traffic": "1 TB"/&, "wait": "9h"/' night.json >patient.json
golden gates-night-waits ece-apply patient.json --yes

# Counters that start over in the middle of a soak say nothing, until a person has looked or they are watched again.
rm -r state
golden gates-reset ece-apply resets.json --yes
golden gates-reset-status ece-apply status
golden gates-reset-accept ece-apply accept
check gates-reset-accepted 0 ece-apply resets.json --check
rm -r state
check gates-reset-pauses 5 ece-apply resets.json --yes
golden gates-reset-resume ece-apply resume
rm -r state
check gates-reset-pauses-again 5 ece-apply resets.json --yes
golden gates-reset-abort ece-apply abort
check gates-reset-aborted 2 ece-apply resets.json --check

# Queue pairs by DevX do not move the counter that is asked for; a counter of the port does it.
rm -r state
sed 's/"kind": "resets", "at": "15m"/"kind": "devx_only"/' resets.json >devx.json
golden gates-devx-only ece-apply devx.json --yes
rm -r state
sed 's/packet_seq_err", "per": "TB"/rx_discards_phy", "per": "second"/' devx.json >port.json
check gates-devx-only-by-the-port 0 ece-apply port.json --yes

# A bad optic was bad before, and 32-bit counters go round: neither is harm.
rm -r state
sed 's/"kind": "resets", "at": "15m"/"kind": "optic"/' resets.json >optic.json
check gates-broken-before 0 ece-apply optic.json --yes
rm -r state
sed 's/"kind": "resets", "at": "15m"/"kind": "wraps"/' resets.json >wraps.json
check gates-wraps 0 ece-apply wraps.json --yes
