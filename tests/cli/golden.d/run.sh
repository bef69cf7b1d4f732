# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# A run from the plan to the undo, and what is said about it.
golden status-no-runs ece-apply status
golden run-off-a-terminal ece-apply six.json
golden run-check ece-apply six.json --check
golden run-yes ece-apply six.json --yes
golden run-again ece-apply six.json --yes
golden run-check-same ece-apply six.json --check
golden run-status ece-apply status
golden run-history ece-apply history
json run-status-json ece-apply status --json
json run-history-json ece-apply history --json
golden drift ece-sim fleet drift 'node[2-3]'
golden drift-check ece-apply six.json --check
json drift-check-json ece-apply six.json --check --json
run=$(ece-apply history | cut -d' ' -f1)
golden undo ece-apply undo "$run"
golden undo-status ece-apply status "$run"
golden undo-unknown-run ece-apply undo 20200101-000000-0000
golden resume-nothing-open ece-apply resume
rm -r state
json run-yes-json ece-apply six.json --yes --json

# Each agent as a process of its own: ece-apply finds the one that lies beside it.
rm -r state
check agents-as-processes 0 ece-apply processes.json --yes
check agents-as-processes-check 0 ece-apply six.json --check
