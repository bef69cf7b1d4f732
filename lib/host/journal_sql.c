// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/journal_sql.h"

/* Format 1. A new file is made as one of those and then brought up like an old one: both end with the same tables. */
const char journal_schema[] =
	"CREATE TABLE token(host TEXT NOT NULL PRIMARY KEY, store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE run(seq INTEGER PRIMARY KEY, host TEXT NOT NULL, run TEXT NOT NULL, state INTEGER NOT NULL,"
	" UNIQUE(host, run));"
	"CREATE TABLE request(seq INTEGER PRIMARY KEY, host TEXT NOT NULL, id TEXT NOT NULL, run TEXT NOT NULL,"
	" op TEXT NOT NULL, answer TEXT, UNIQUE(host, id));"
	"CREATE TABLE change(host TEXT NOT NULL, run TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL,"
	" param TEXT NOT NULL, old INTEGER NOT NULL, new INTEGER NOT NULL, state TEXT NOT NULL,"
	" PRIMARY KEY(host, run, guid, psid, param)) WITHOUT ROWID;"
	"CREATE TABLE original(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL, param TEXT NOT NULL,"
	" raw INTEGER NOT NULL, PRIMARY KEY(host, guid, psid, param)) WITHOUT ROWID;"
	"CREATE TABLE confirmed(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL, param TEXT NOT NULL,"
	" raw INTEGER NOT NULL, PRIMARY KEY(host, guid, psid, param)) WITHOUT ROWID;"
	"CREATE TABLE hold(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL, run TEXT NOT NULL,"
	" deadline_ns INTEGER NOT NULL, keep INTEGER NOT NULL, PRIMARY KEY(host, guid, psid)) WITHOUT ROWID;";

const char *const journal_migrations[JOURNAL_VERSION - 1] = {
	/*
	 * 2: leases that end, generations, boots, queue pairs from before. A hold of format 1 has its deadline on
	 * another clock, and nobody ever acted on it: it is the next renewal that begins its lease.
	 */
	"ALTER TABLE hold ADD COLUMN lease_ms INTEGER NOT NULL DEFAULT 600000;"
	"ALTER TABLE hold ADD COLUMN expire_ns INTEGER NOT NULL DEFAULT 9223372036854775807;"
	"CREATE INDEX hold_expire ON hold(expire_ns);"
	"CREATE TABLE generation(host TEXT NOT NULL, run TEXT NOT NULL, number INTEGER NOT NULL,"
	" PRIMARY KEY(host, run)) WITHOUT ROWID;"
	"CREATE TABLE boot(host TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL,"
	" restored INTEGER NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE seen(host TEXT NOT NULL, run TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL,"
	" qps BLOB NOT NULL, PRIMARY KEY(host, run, guid, psid)) WITHOUT ROWID;",
	/* 3: signed runs */
	"CREATE TABLE signed(host TEXT NOT NULL, store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL, PRIMARY KEY(host, store)) WITHOUT ROWID;",
	/* 4: freezes, whether the host was ready at the last look, and what the store says that it is owed. */
	"CREATE TABLE freeze(host TEXT NOT NULL, by_hand INTEGER NOT NULL, frozen INTEGER NOT NULL, store TEXT NOT "
	"NULL,"
	" epoch INTEGER NOT NULL, number INTEGER NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL, since_s INTEGER NOT "
	"NULL,"
	" PRIMARY KEY(host, by_hand)) WITHOUT ROWID;"
	"ALTER TABLE boot ADD COLUMN ready INTEGER NOT NULL DEFAULT 0;"
	"CREATE TABLE wanted(host TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;",
};

const char *const journal_sql_text[SQL_COUNT] = {
	[SQL_TOKEN_GET] = "SELECT store, epoch, number FROM token WHERE host = ?",
	[SQL_TOKEN_PUT] = "INSERT OR REPLACE INTO token(host, store, epoch, number) VALUES(?, ?, ?, ?)",
	[SQL_SIGNED_GET] = "SELECT epoch, number FROM signed WHERE host = ? AND store = ?",
	[SQL_SIGNED_PUT] = "INSERT OR REPLACE INTO signed(host, store, epoch, number) VALUES(?, ?, ?, ?)",
	[SQL_REQUEST_GET] = "SELECT answer, run = ?3 AND op = ?4 FROM request WHERE host = ?1 AND id = ?2",
	[SQL_REQUEST_BEGIN] = "INSERT OR IGNORE INTO request(host, id, run, op) VALUES(?, ?, ?, ?)",
	[SQL_REQUEST_ANSWER] = "UPDATE request SET answer = ?3 WHERE host = ?1 AND id = ?2",
	[SQL_REQUEST_PRUNE] = "DELETE FROM request WHERE host = ?1 AND answer IS NOT NULL AND run NOT IN"
			      " (SELECT run FROM run WHERE host = ?1 ORDER BY seq DESC LIMIT ?2)",
	[SQL_RUN_GET] = "SELECT state FROM run WHERE host = ? AND run = ?",
	[SQL_RUN_PUT] = "INSERT INTO run(host, run, state) VALUES(?1, ?2, ?3)"
			" ON CONFLICT(host, run) DO UPDATE SET state = ?3",
	[SQL_RUN_NEWEST] = "UPDATE run SET seq = (SELECT MAX(seq) + 1 FROM run) WHERE host = ?1 AND run = ?2 AND NOT"
			   " EXISTS (SELECT 1 FROM run AS r CROSS JOIN change AS c CROSS JOIN change AS ours"
			   " WHERE r.host = ?1 AND r.seq > run.seq AND c.host = ?1 AND c.run = r.run"
			   " AND c.state NOT IN ('restored', 'undone') AND ours.host = ?1 AND ours.run = ?2"
			   " AND ours.guid = c.guid AND ours.psid = c.psid AND ours.param = c.param"
			   " AND ours.state NOT IN ('restored', 'undone'))",
	[SQL_RUNS] = "SELECT run, state FROM run WHERE host = ? ORDER BY seq DESC LIMIT ?",
	[SQL_CHANGES] = "SELECT guid, psid, param, old, new, state FROM change WHERE host = ? AND run = ?"
			" ORDER BY guid, psid, param",
	[SQL_CHANGE_PUT] = "INSERT OR REPLACE INTO change(host, run, guid, psid, param, old, new, state)"
			   " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_ORIGINAL_ADD] = "INSERT OR IGNORE INTO original(host, guid, psid, param, raw) VALUES(?, ?, ?, ?, ?)",
	[SQL_ORIGINAL_GET] = "SELECT raw FROM original WHERE host = ? AND guid = ? AND psid = ? AND param = ?",
	[SQL_CONFIRMED_GET] = "SELECT raw FROM confirmed WHERE host = ? AND guid = ? AND psid = ? AND param = ?",
	[SQL_CONFIRMED_PUT] = "INSERT OR REPLACE INTO confirmed(host, guid, psid, param, raw) VALUES(?, ?, ?, ?, ?)",
	[SQL_CONFIRMED_DROP] = "DELETE FROM confirmed WHERE host = ? AND guid = ? AND psid = ? AND param = ?",
	[SQL_CONFIRMED_BY] = "SELECT c.run, c.new FROM change AS c JOIN run AS r ON r.host = c.host AND r.run = c.run"
			     " WHERE c.host = ?1 AND c.guid = ?2 AND c.psid = ?3 AND c.param = ?4"
			     " AND c.state = 'confirmed' ORDER BY r.seq DESC LIMIT 1",
	[SQL_LATER] = "SELECT c.run FROM change AS c JOIN run AS r ON r.host = c.host AND r.run = c.run"
		      " WHERE c.host = ?1 AND c.guid = ?3 AND c.psid = ?4 AND c.param = ?5"
		      " AND c.state NOT IN ('restored', 'undone')"
		      " AND r.seq > (SELECT seq FROM run WHERE host = ?1 AND run = ?2) ORDER BY r.seq DESC LIMIT 1",
	[SQL_HOLD_GET] = "SELECT run, deadline_ns, keep, lease_ms, expire_ns, guid FROM hold"
			 " WHERE host = ? AND guid = ? AND psid = ?",
	[SQL_HOLD_PUT] = "INSERT OR REPLACE INTO hold(host, guid, psid, run, deadline_ns, keep, lease_ms, expire_ns)"
			 " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_HOLD_DROP_OTHERS] = "DELETE FROM hold WHERE host = ? AND run <> ?",
	[SQL_HOLD_DROP] = "DELETE FROM hold WHERE host = ? AND run = ?",
	[SQL_HOLD_OF_RUN] =
		"SELECT run, deadline_ns, keep, lease_ms, expire_ns, guid FROM hold WHERE host = ? AND run = ?"
		" ORDER BY guid LIMIT 1",
	[SQL_HOLD_ANY] = "SELECT run FROM hold WHERE host = ? ORDER BY run LIMIT 1",
	[SQL_HOLD_RENEW] = "UPDATE hold SET deadline_ns = ?3, expire_ns = ?4 WHERE host = ?1 AND run = ?2",
	[SQL_HOLD_DUE] = "SELECT DISTINCT run FROM hold WHERE host = ?1 AND expire_ns <= ?2 AND NOT EXISTS"
			 " (SELECT 1 FROM freeze WHERE host = ?1 AND frozen) ORDER BY run LIMIT ?3",
	[SQL_HOLD_RUNS] = "SELECT DISTINCT run FROM hold WHERE host = ?1 ORDER BY run LIMIT ?2",
	[SQL_HOLD_NEXT] = "SELECT MIN(expire_ns) FROM hold WHERE host = ?1 AND NOT EXISTS"
			  " (SELECT 1 FROM freeze WHERE host = ?1 AND frozen)",
	[SQL_HOLD_FIRST] = "SELECT host, expire_ns FROM hold WHERE NOT EXISTS"
			   " (SELECT 1 FROM freeze WHERE freeze.host = hold.host AND frozen)"
			   " ORDER BY expire_ns LIMIT 1",
	[SQL_REQUEST_FORGET] = "DELETE FROM request WHERE host = ? AND run = ? AND op = ?",
	[SQL_GENERATION_GET] = "SELECT MAX(number) FROM generation WHERE host = ?",
	[SQL_GENERATION_PUT] = "INSERT OR REPLACE INTO generation(host, run, number) VALUES(?, ?, ?)",
	[SQL_GENERATION_DROP] = "DELETE FROM generation WHERE host = ? AND run = ?",
	[SQL_BOOT_GET] = "SELECT id, restored, ready FROM boot WHERE host = ?",
	[SQL_BOOT_PUT] = "INSERT OR REPLACE INTO boot(host, id, restored, ready) VALUES(?, ?, ?, ?)",
	[SQL_SEEN_GET] = "SELECT qps FROM seen WHERE host = ? AND run = ? AND guid = ? AND psid = ?",
	[SQL_SEEN_ADD] = "INSERT OR IGNORE INTO seen(host, run, guid, psid, qps) VALUES(?, ?, ?, ?, ?)",
	[SQL_SEEN_PRUNE] = "DELETE FROM seen WHERE host = ?1 AND run <> ?2 AND run NOT IN"
			   " (SELECT run FROM run WHERE host = ?1 ORDER BY seq DESC LIMIT ?3)",
	[SQL_ORIGINALS] = "SELECT guid, psid, param, raw FROM original WHERE host = ? ORDER BY guid, psid, param",
	[SQL_CONFIRMED] = "SELECT guid, psid, param, raw FROM confirmed WHERE host = ? ORDER BY guid, psid, param",
	[SQL_CONFIRMED_FORGET] = "DELETE FROM confirmed WHERE host = ? AND guid = ? AND psid = ?",
	[SQL_FREEZE_GET] = "SELECT frozen, store, epoch, number, who, why, since_s FROM freeze"
			   " WHERE host = ? AND by_hand = ?",
	[SQL_FREEZE_PUT] =
		"INSERT OR REPLACE INTO freeze(host, by_hand, frozen, store, epoch, number, who, why, since_s)"
		" VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[SQL_WANTED_GET] = "SELECT number FROM wanted WHERE host = ?",
	[SQL_WANTED_PUT] = "INSERT OR REPLACE INTO wanted(host, number) VALUES(?, ?)",
};
