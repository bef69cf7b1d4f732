# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# An open run whose plan is damaged must not be in the way for ever.
ece-apply stops.json --yes >first 2>&1 || true
python3 - <<'END'
import sqlite3
db = sqlite3.connect("state/store.db")
db.execute("UPDATE plan SET json = '{'")
db.commit()
END
golden damaged-plan-another-run ece-apply six.json --yes
golden damaged-plan-resume ece-apply resume
run=$(ece-apply history | awk 'NR == 1 { print $1 }')
golden damaged-plan-undo ece-apply undo "$run"
golden damaged-plan-history ece-apply history
golden damaged-plan-undo-again ece-apply undo "$run"
check damaged-plan-closed 2 ece-apply six.json --check
