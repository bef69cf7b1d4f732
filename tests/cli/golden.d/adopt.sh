# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The store is lost: hosts refuse the next one, until it adopts them.
sed 's/"20 Mb/"30 Mb/' six.json >other.json
ece-apply six.json --yes >first 2>&1
rm state/store.db*
golden adopt-refused ece-apply other.json --yes
check adopt 0 ece-apply other.json --yes --adopt
run=$(ece-apply history | awk 'NR == 1 { print $1 }')
check adopt-once-is-enough 0 ece-apply six.json --yes
check adopt-undo-of-the-last 3 ece-apply undo "$(ece-apply history | awk 'NR == 1 { print $1 }')"
check adopt-undo 3 ece-apply undo "$run"
check adopt-undone 0 ece-apply six.json --check

# It is lost in the middle of a run, which holds hosts.
rm -r state
ece-apply stops.json --yes >first 2>&1 || true
rm state/store.db*
check adopt-held-refused 65 ece-apply other.json --yes
check adopt-held 0 ece-apply other.json --yes --adopt
check adopt-held-check 0 ece-apply other.json --check
