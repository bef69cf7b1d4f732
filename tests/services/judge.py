# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What simulated hosts were made to do, judged by their journals: no older token wrote, nobody was touched twice,
nothing was lost, nothing began after a spent budget.

judge.py watch STATE                     from now on the journal of STATE/sim keeps every step, not only the last one
judge.py idle STATE                      nothing was asked of these hosts that writes
judge.py STATE DUMP STATUS... [OPTION]   judge: DUMP is what "ece-sim fleet dump" printed of all hosts, each STATUS what
                                         "ece-apply status RUN --json" did. Prints what is wrong, and exits with 1 then
    --failed N --parallel N              the budget and the parallel of the runs
    --self-test                          break a copy of the journal in every way that is judged, and see it found
"""
import argparse
import collections
import json
import pathlib
import re
import sqlite3
import sys
import tempfile

# What a host records in its journal stays here in the order in which it was recorded, in the same transaction. BEFORE:
# a request that is asked again is no new row, but comes with a token.
WATCH = """
CREATE TABLE watched(seq INTEGER PRIMARY KEY, what, host, run, a, b, c, d);
CREATE TRIGGER watch_token AFTER INSERT ON token BEGIN
  INSERT INTO watched(what, host, a, b, c) VALUES('token', new.host, new.store, new.epoch, new.number); END;
CREATE TRIGGER watch_begin BEFORE INSERT ON request BEGIN
  INSERT INTO watched(what, host, run, a, b) VALUES('begin', new.host, new.run, new.op, new.id); END;
CREATE TRIGGER watch_answer AFTER UPDATE OF answer ON request WHEN new.answer IS NOT NULL BEGIN
  INSERT INTO watched(what, host, run, a, b, c) VALUES('answer', new.host, new.run, new.op, new.id, new.answer); END;
CREATE TRIGGER watch_change AFTER INSERT ON change BEGIN
  INSERT INTO watched(what, host, run, a, b, c, d)
    VALUES('change', new.host, new.run, new.guid || ' ' || new.param, new.state, new.old, new.new); END;
"""
CARD_NAMES = {"dcqcn.rp.ai_rate": "cong.rp.rpg_ai_rate"}  # parameters of these tests, as a card's dump names them
PUT_BACK = {"restored", "undone"}
BEGUN_NOTHING = {"queued", "unreached", "skipped"}
HOST_STATES = {
    # of a run: the states that the journal may have of its changes
    "confirmed": {"confirmed"},
    "held": {"written"},
    "unchanged": set(),
    "failed_old": PUT_BACK,
    "undone": PUT_BACK,
    "self_undone": PUT_BACK,
}
Row = collections.namedtuple("Row", "what host run a b c d")


def run_of(name):
    """A run of several changes is at its hosts under RUN/CHANGE."""
    return name.split("/")[0]


def members(folded):
    """gpu[001-003,007],node1"""
    for word in re.findall(r"[^,\[]+(?:\[[^]]*\])?", folded):
        begin, _, ranges = word.rstrip("]").partition("[")
        for part in ranges.split(","):
            first, _, last = part.partition("-")
            if not first:
                yield begin
                continue
            for number in range(int(first), int(last or first) + 1):
                yield f"{begin}{number:0{len(first)}d}"


class Journal:
    def __init__(self, path):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30) as db:
            rows = db.execute("SELECT what, host, run, a, b, c, d FROM watched ORDER BY seq")
            self.rows = [Row(*row) for row in rows]
            self.confirmed = {
                (host, f"{guid} {param}"): raw
                for host, guid, param, raw in db.execute("SELECT host, guid, param, raw FROM confirmed")
            }
            self.changes = collections.defaultdict(dict)
            for host, run, guid, param, state in db.execute("SELECT host, run, guid, param, state FROM change"):
                self.changes[host, run_of(run)][f"{guid} {param}"] = state
        db.close()


def older_tokens(journal):
    """The token of who writes is the host's highest one, and each belongs to one run."""
    seen, owner, writes = {}, {}, collections.Counter()
    for row in journal.rows:
        if row.what == "token":
            token = (row.b, row.c)
            if row.a == seen.get(row.host, (row.a,))[0] and token < seen.get(row.host, (row.a, token))[1]:
                yield f"{row.host}: token {token} after {seen[row.host][1]}"
            seen[row.host] = (row.a, token)
        elif row.what == "begin":
            run = owner.setdefault(seen.get(row.host), run_of(row.run))
            if run != run_of(row.run):
                yield f"{row.host}: {row.b} came with the token of run {run}"
        elif row.what == "change" and row.b in ("intent", "written", "confirmed"):
            writes[row.b] += 1
            last = owner.get(seen.get(row.host))
            if row.b != "intent" and last != run_of(row.run):
                yield f"{row.host}: {row.b} of run {row.run} under the token of run {last}"
    if not writes["written"]:
        yield "nothing was written: there is nothing to judge"


def touched_twice(journal):
    """A run writes a host's parameter again, or applies under another id, only after the host has put it back."""
    states, applied = {}, {}
    for row in journal.rows:
        if row.what == "change":
            before = states.get((row.host, row.run, row.a))
            if row.b == "intent" and before not in PUT_BACK | {None, "intent"}:
                yield f"{row.host}: {row.a} was {before} by {row.run}, and is written again"
            states[row.host, row.run, row.a] = row.b
            if row.b in PUT_BACK:
                applied.pop((row.host, row.run), None)
        elif row.what == "answer" and row.a == "apply":
            first = applied.setdefault((row.host, row.run), row.b)
            if first != row.b:
                yield f"{row.host}: applied as {first} and as {row.b}"


def lost_requests(journal, status):
    asked = [row for row in journal.rows if row.run and run_of(row.run) == status["run"]]
    begun = {(row.host, row.b) for row in asked if row.what == "begin"}
    for host, name in begun - {(row.host, row.b) for row in asked if row.what == "answer"}:
        yield f"{host}: {name} was begun and never answered"


def states_of(status):
    return [(host, state) for state, folded in status["hosts"].items() for host in members(folded)]


def lost_hosts(status, hosts):
    """Each host of the fleet is in one state of the run, and none else is."""
    times = collections.Counter(host for host, _ in states_of(status))
    for host in hosts ^ times.keys():
        yield f"{host}: lost by run {status['run']}, or none of its hosts"
    for host, count in times.items():
        if count > 1:
            yield f"{host}: in {count} states of run {status['run']}"


def wrong_states(journal, status):
    """What the run says of a host is what the host says."""
    begun = {row.host for row in journal.rows if row.what == "begin" and run_of(row.run) == status["run"]}
    for host, state in states_of(status):
        changes = set(journal.changes[host, status["run"]].values())
        if state in BEGUN_NOTHING and (host in begun or changes):
            yield f"{host}: {state} by the run, but it has heard of it"
        if state in HOST_STATES and not changes <= HOST_STATES[state]:
            yield f"{host}: {state} by the run, {changes} by its journal"
        if state in ("confirmed", "held") and not changes:
            yield f"{host}: {state} by the run, and its journal knows nothing of it"


def wrong_cards(journal, cards):
    """A card has what was recorded last, and that is what is confirmed if it was confirmed."""
    last = {}
    for row in journal.rows:
        if row.what == "change":
            last[row.host, row.a] = row
    for (host, what), row in last.items():
        guid, param = what.split()
        now = cards[host, int(guid)][CARD_NAMES[param]]
        allowed = {row.c} if row.b in PUT_BACK else {row.d} if row.b in ("written", "confirmed") else {row.c, row.d}
        if now not in allowed:
            yield f"{host}: {what} is {now} on the card, and {row.b} from {row.c} to {row.d} in the journal"
        if row.b == "confirmed" and journal.confirmed.get((host, what)) != row.d:
            yield f"{host}: {what} was confirmed as {row.d}, and {journal.confirmed.get((host, what))} is on record"


def late_starts(journal, run, failed, parallel):
    """Once so many hosts have failed, only what was in flight then begins."""
    bad, late, known = set(), set(), set()
    for row in journal.rows:
        if row.what not in ("begin", "answer") or row.a != "apply" or run_of(row.run) != run:
            continue
        if row.what == "answer" and json.loads(row.c)["result"] in ("failed_old", "dirty"):
            bad.add(row.host)
        if row.what == "begin" and row.host not in known and len(bad) >= failed:
            late.add(row.host)
        known.add(row.host)
    if len(late) >= parallel:
        yield f"run {run}: {len(late)} hosts begun after {failed} had failed, with {parallel} at once: {sorted(late)}"
    if len(bad) < failed:
        yield f"run {run}: only {len(bad)} hosts failed: no budget of {failed} was spent"


def judge(path, cards, statuses, failed, parallel):
    journal = Journal(path)
    yield from older_tokens(journal)
    yield from touched_twice(journal)
    yield from wrong_cards(journal, cards)
    for status in statuses:
        if status["result"]:
            yield from lost_requests(journal, status)
        yield from lost_hosts(status, {host for host, _ in cards})
        yield from wrong_states(journal, status)
        if failed:
            yield from late_starts(journal, status["run"], failed, parallel)


# What is done to a copy of a journal, and a part of the sentence that must follow.
BREAK = [
    ("a stale token", "INSERT INTO watched(what, host, a, b, c) SELECT 'token', host, a, b, c - 1 FROM watched"
     " WHERE what = 'token' ORDER BY seq LIMIT 1", " after ("),
    ("a stale run", "INSERT INTO watched(what, host, run, a, b, c, d) SELECT what, host, 'old', a, b, c, d FROM watched"
     " WHERE b = 'written' ORDER BY seq LIMIT 1", "under the token of run"),
    ("a borrowed token", "UPDATE watched SET run = 'other' WHERE seq ="
     " (SELECT MAX(seq) FROM watched WHERE what = 'begin')", "came with the token of run"),
    ("a second write", "INSERT INTO watched(what, host, run, a, b, c, d)"
     " SELECT what, host, run, a, b, c, d FROM watched WHERE b = 'intent' AND EXISTS"
     " (SELECT 1 FROM change WHERE change.host = watched.host AND state = 'confirmed')"
     " ORDER BY seq LIMIT 1", "is written again"),
    ("a second id", "INSERT INTO watched(what, host, run, a, b, c) SELECT what, host, run, a, b || '-1', c FROM watched"
     " WHERE what = 'answer' AND a = 'apply' AND c LIKE '%\"held\"%' ORDER BY seq LIMIT 1", "applied as"),
    ("an answer that is lost", "DELETE FROM watched WHERE seq = (SELECT MIN(seq) FROM watched WHERE what = 'answer')",
     "never answered"),
    ("a confirmed value that is lost", "DELETE FROM confirmed", "is on record"),
    ("a change that is lost", "DELETE FROM change WHERE state = 'confirmed'", "knows nothing of it"),
    ("a change that was undone", "UPDATE change SET state = 'undone' WHERE state = 'confirmed'", "by its journal"),
    ("a start that is late", "INSERT INTO watched(what, host, run, a, b) SELECT what, host || 'x', run, a, b || 'x'"
     " FROM watched WHERE what = 'begin' AND a = 'apply'", "hosts begun after"),
    ("another value", "UPDATE watched SET d = d + 1 WHERE what = 'change' AND b = 'confirmed'", "on the card"),
]


def break_journal(path, copy, sql):
    source, broken = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30), sqlite3.connect(copy)
    source.backup(broken)
    source.close()
    broken.execute(sql)
    broken.commit()
    broken.close()


def self_test(path, cards, statuses, failed, parallel):
    statuses = [dict(status, result=status["result"] or "ended") for status in statuses]
    first = statuses[0]
    twice = dict(first, hosts=dict(first["hosts"], unchanged=next(iter(first["hosts"].values()))))
    for status, sentence in ((dict(first, hosts={}), ": lost by run"), (twice, ": in 2 states")):
        found = list(judge(path, cards, [status], failed, parallel))
        if not any(sentence in line for line in found):
            yield f"a host{sentence} is not found: {found}"
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, sql, sentence) in enumerate(BREAK):
            if "late" in name and not failed:
                continue
            copy = pathlib.Path(folder, f"{number}.db")
            break_journal(path, copy, sql)
            found = list(judge(copy, cards, statuses, failed, parallel))
            if not any(sentence in line for line in found):
                yield f"{name} is not found: {found}"


def main():
    if sys.argv[1:2] == ["watch"]:
        with sqlite3.connect(f"{sys.argv[2]}/sim/journal.db", timeout=30) as db:
            db.executescript(WATCH)
        db.close()
        return 0
    if sys.argv[1:2] == ["idle"]:
        rows = Journal(f"{sys.argv[2]}/sim/journal.db").rows
        print(*rows[:20], sep="\n")
        return 1 if rows else 0
    parser = argparse.ArgumentParser()
    parser.add_argument("state")
    parser.add_argument("dump")
    parser.add_argument("status", nargs="+")
    parser.add_argument("--failed", type=int, default=0)
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    dump = json.loads(pathlib.Path(args.dump).read_text(encoding="utf-8"))["cards"]
    cards = {(card["host"], int(card["answer"]["identity.node_guid"], 16)): card["answer"] for card in dump}
    statuses = [json.loads(pathlib.Path(name).read_text(encoding="utf-8")) for name in args.status]
    path = f"{args.state}/sim/journal.db"
    wrong = list(judge(path, cards, statuses, args.failed, args.parallel))
    if args.self_test and not wrong:
        wrong = list(self_test(path, cards, statuses, args.failed, args.parallel))
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


sys.exit(main())
