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
