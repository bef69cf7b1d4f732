# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# State directories that cannot be used are said before the first write.
golden state-no-place ece-apply six.json --yes --state /proc/ece
golden state-is-a-file ece-apply six.json --yes --state six.json
ece-apply six.json --yes >first 2>&1
python3 - <<'END'
import sqlite3
db = sqlite3.connect("state/store.db")
db.execute("PRAGMA user_version = 99")
db.commit()
END
golden state-newer ece-apply status
rm -r state
mkdir state
head -c 8192 /dev/zero | tr '\0' x >state/store.db
golden state-damaged ece-apply six.json --yes
golden state-damaged-set-aside ece-apply history
rm -r state
golden state-none ece-apply status
