# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Two changes, one after the other, the second one by domain; a host that is left alone, and owed.
golden changes ece-apply changes.json --yes
golden changes-status ece-apply status
golden changes-check ece-apply changes.json --check
golden changes-again ece-apply changes.json --yes
run=$(ece-apply history | cut -d' ' -f1)

# It is back: what it missed is brought to it, with the gates of its rollouts.
sed '/"exclude":/d' changes.json >back.json
golden changes-back ece-apply back.json --yes
check changes-nothing-left 0 ece-apply back.json --check

# The undo of the first run is that of both changes, and leaves alone what came later.
golden changes-undo ece-apply undo "$run"
golden changes-undo-check ece-apply back.json --check

# Somebody else wrote to a host, and another one has a new card: neither is put back, and each is one host.
rm -r state
check changes-new 0 ece-apply back.json --yes
check changes-drift 0 ece-sim fleet drift n2
sed 's/"cards": \[/& { "hosts": "n3", "type": "cx6dx", "count": 1 },/' back.json >replaced.json
check changes-replaced 2 ece-apply replaced.json --check
golden changes-conflict ece-apply undo "$(ece-apply history | cut -d' ' -f1)"
golden changes-conflict-status ece-apply status

# One that was to be reported is said, and written only when a person asks.
rm -r state
sed 's/, "on_return": "ensure"//' changes.json >report.json
check changes-report-owed 7 ece-apply report.json --yes
golden changes-reported ece-apply back.json --yes
sed 's/20 Mb/30 Mb/' back.json >faster.json
check changes-still-reported 7 ece-apply faster.json --yes
golden changes-reported-check ece-apply faster.json --check
golden changes-ensured ece-apply faster.json --ensure --yes
check changes-owed-nothing 0 ece-apply faster.json --check
golden changes-usage-ensure ece-apply faster.json --ensure --resume
