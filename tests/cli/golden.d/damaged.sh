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

# What only compares does without a store that it cannot read, says so, and leaves it where it is.
rm -f state/store.db-wal state/store.db-shm
printf 'this is no database, and long enough to be taken for one: the header of SQLite has a hundred bytes in all' \
	>state/store.db
golden damaged-store-check ece-apply six.json --check
check damaged-store-left-alone 0 test ! -e state/store.db.damaged-1

# One damaged verdict is told, and hides no other.
rm -r state
ece-apply six.json --yes >second 2>&1 || true
python3 - <<'END'
import sqlite3
db = sqlite3.connect("state/store.db")
db.execute("UPDATE evidence SET json = '{' WHERE kind = 2 AND step = 0")
db.commit()
END
golden damaged-verdict-status ece-apply status
json damaged-verdict-status-json ece-apply status --json
golden damaged-verdict-history ece-apply history "$(ece-apply history | cut -d' ' -f1)"
golden damaged-verdict-why ece-apply why node1 dcqcn.rp.ai_rate
