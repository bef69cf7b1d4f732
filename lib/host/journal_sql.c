// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/journal_sql.h"

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

const char *const journal_sql_text[SQL_COUNT] = {
	[SQL_TOKEN_GET] = "SELECT store, epoch, number FROM token WHERE host = ?",
	[SQL_TOKEN_PUT] = "INSERT OR REPLACE INTO token(host, store, epoch, number) VALUES(?, ?, ?, ?)",
	[SQL_REQUEST_GET] = "SELECT answer, run = ?3 AND op = ?4 FROM request WHERE host = ?1 AND id = ?2",
	[SQL_REQUEST_BEGIN] = "INSERT OR IGNORE INTO request(host, id, run, op) VALUES(?, ?, ?, ?)",
	[SQL_REQUEST_ANSWER] = "UPDATE request SET answer = ?3 WHERE host = ?1 AND id = ?2",
	[SQL_REQUEST_PRUNE] = "DELETE FROM request WHERE host = ?1 AND answer IS NOT NULL AND run NOT IN"
			      " (SELECT run FROM run WHERE host = ?1 ORDER BY seq DESC LIMIT ?2)",
	[SQL_RUN_GET] = "SELECT state FROM run WHERE host = ? AND run = ?",
	[SQL_RUN_PUT] = "INSERT INTO run(host, run, state) VALUES(?1, ?2, ?3)"
			" ON CONFLICT(host, run) DO UPDATE SET state = ?3",
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
	[SQL_LATER] = "SELECT c.run FROM change AS c JOIN run AS r ON r.host = c.host AND r.run = c.run"
		      " WHERE c.host = ?1 AND c.guid = ?3 AND c.psid = ?4 AND c.param = ?5"
		      " AND c.state IN ('intent', 'written', 'confirmed', 'dirty')"
		      " AND r.seq > (SELECT seq FROM run WHERE host = ?1 AND run = ?2) ORDER BY r.seq DESC LIMIT 1",
	[SQL_HOLD_GET] = "SELECT run, deadline_ns, keep FROM hold WHERE host = ? AND guid = ? AND psid = ?",
	[SQL_HOLD_PUT] = "INSERT OR REPLACE INTO hold(host, guid, psid, run, deadline_ns, keep)"
			 " VALUES(?, ?, ?, ?, ?, ?)",
	[SQL_HOLD_DROP_OTHERS] = "DELETE FROM hold WHERE host = ? AND run <> ?",
	[SQL_HOLD_DROP] = "DELETE FROM hold WHERE host = ? AND run = ?",
};
