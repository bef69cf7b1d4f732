#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""summary.py FILE...: every case of a test run, and 'N passed, N failed[, N skipped]' as the last line.

FILE.json is what 'bazel test --build_event_json_file' wrote: each target's log is read for the lines that cmocka
prints for a case; a target without such lines is one case. FILE.log is a log with such lines from outside Bazel.
A target that did not build or run is a failed case. Only what is not a pass is listed, unless -v is given.
"""
import json
import os
import re
import sys
import urllib.parse

CASE = re.compile(r"^(?:.*\s)?\[\s+(OK|FAILED|SKIPPED|ERROR)\s+\] (.+?)\s*$")
TOTAL = re.compile(r"^\d+ test\(s\)|^(Test|Group) |: \d+ test")


class Tally:
    def __init__(self, verbose):
        self.verbose, self.passed, self.failed, self.skipped = verbose, 0, 0, 0

    def add(self, stage, state, name):
        self.passed += state == "OK"
        self.failed += state in ("FAILED", "ERROR", "NOT RUN")
        self.skipped += state == "SKIPPED"
        if self.verbose or state != "OK":
            print("%-8s %s: %s" % (state, stage, name))

    def last_line(self):
        skipped = ", %d skipped" % self.skipped if self.skipped else ""
        return "%d passed, %d failed%s" % (self.passed, self.failed, skipped)


def cases_of(path):
    """The last state of each case named in a log, in order."""
    cases = {}
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            m = CASE.match(line)
            if m and not TOTAL.match(m.group(2)):
                name, state = m.group(2), m.group(1)
                if cases.get(name) != "FAILED":
                    cases[name] = state
    return cases


def add_log(tally, path):
    stage = os.path.basename(path).rsplit(".", 1)[0]
    cases = cases_of(path)
    for name, state in cases.items():
        tally.add(stage, state, name)
    if not cases:
        tally.add(stage, "NOT RUN", "no case in %s" % path)


def read_events(path):
    results, missing = {}, set()
    with open(path, encoding="utf-8") as events:
        for line in events:
            event = json.loads(line)
            ident = event["id"]
            if "testResult" in ident and "testResult" in event:
                logs = [f["uri"] for f in event["testResult"].get("testActionOutput", []) if f["name"] == "test.log"]
                results[ident["testResult"]["label"], ident["testResult"].get("shard", 0)] = (
                    event["testResult"]["status"], logs[0] if logs else None)
            elif "testSummary" in ident and event.get("testSummary", {}).get("overallStatus") in ("NO_STATUS", None):
                missing.add(ident["testSummary"]["label"])
            elif "targetCompleted" in ident and not event.get("completed", {}).get("success"):
                missing.add(ident["targetCompleted"]["label"])
    return results, missing - {label for label, _ in results}


def add_bazel(tally, path):
    stage = os.path.basename(path).rsplit(".", 1)[0]
    results, missing = read_events(path)
    for (label, _), (status, log) in sorted(results.items()):
        cases = cases_of(urllib.parse.unquote(log[len("file://"):])) if log and log.startswith("file://") else {}
        for name, state in cases.items():
            tally.add(stage, state, "%s %s" % (label, name))
        if status != "PASSED" and not any(s in ("FAILED", "ERROR") for s in cases.values()):
            tally.add(stage, "FAILED", "%s (%s)" % (label, status.lower()))
        elif not cases:
            tally.add(stage, "OK", label)
    for label in sorted(missing):
        tally.add(stage, "NOT RUN", label)


def main():
    args = sys.argv[1:]
    tally = Tally("-v" in args)
    for path in (a for a in args if a != "-v"):
        (add_bazel if path.endswith(".json") else add_log)(tally, path)
    print(tally.last_line())
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
