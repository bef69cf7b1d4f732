# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# What hosts do by themselves while nobody renews their leases, and what a run makes of it.
check lease-paused 5 ece-apply resets.json --yes
golden lease-advance ece-sim fleet advance 20m
golden lease-over-status ece-apply status
check lease-undone-by-the-host 2 ece-apply resets.json --check
golden lease-lost-resume ece-apply resume
golden lease-lost-status ece-apply status
golden lease-lost-resume-again ece-apply resume
check lease-applied 0 ece-apply resets.json --check

# "keep": the value stays, and can still be confirmed or undone.
rm -r state
sed 's/"gates": \[ "losses" \] }/"gates": [ "losses" ], "lease": { "ttl": "10m", "on_loss": "keep" } }/' resets.json >keep.json
check lease-keep-paused 5 ece-apply keep.json --yes
check lease-keep-advance 0 ece-sim fleet advance 20m
golden lease-keep-resume ece-apply resume

# A boot in between: what was held is gone, what was confirmed comes back by the host's own boot unit.
rm -r state
check boot-paused 5 ece-apply resets.json --yes
golden boot-reboot ece-sim fleet reboot n1
golden boot-resume ece-apply resume
golden boot-resume-again ece-apply resume
check boot-reboot-confirmed 0 ece-sim fleet reboot 'n[1-3]'
check boot-all-are-back 0 ece-apply resets.json --check

golden advance-no-time ece-sim fleet advance soon
json reboot-json ece-sim fleet reboot n1 --json
