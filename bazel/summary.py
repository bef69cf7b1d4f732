#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""summary.py FILE...: what was no pass in a test run, and 'N passed, N failed[, N skipped]' as the last line.

FILE.json is what 'bazel test --build_event_json_file' wrote: each target's log is read for the lines that cmocka
prints for a case; a target without such lines is one case. FILE.log is a log with such lines from outside Bazel.
A target that did not build or run is a failed case. Skipped cases come first, those of one reason in one line; then
what failed, each with the end of what it printed, so that the last screen of a long run says what is wrong. With -v
passed cases are named too.
"""
import collections
import json
import os
import re
import sys
import urllib.parse

CASE = re.compile(r"^(?:.*\s)?\[\s+(OK|FAILED|SKIPPED|ERROR)\s+\] (.+?)\s*$")
RUN = re.compile(r"^(?:.*\s)?\[ RUN\s+\] ")
# What cmocka prints in this form that is no case: its totals, and what an assertion says
OTHER = re.compile(r"^\d+ test\(s\)|^(Test|Group) |: \d+ test|^--- ")
CASE_LINES, ALL_LINES, LINE_CHARS = 30, 150, 300

Case = collections.namedtuple("Case", "state name said")


def tail(lines):
    """The end of what a case printed, as it is shown."""
    lines = [line.rstrip()[:LINE_CHARS] for line in lines]
    if len(lines) > CASE_LINES:
        lines = ["(%d lines before)" % (len(lines) - CASE_LINES + 1)] + lines[1 - CASE_LINES:]
    return lines


class Log:
    """The cases of a log in order, each with its last state and what was printed between its beginning and its end."""

    def __init__(self, path):
        self.cases, self.lines, begin = {}, [], 0
        with open(path, encoding="utf-8", errors="replace") as log:
            for line in log:
                m = CASE.match(line)
                case = m and not OTHER.search(m.group(2))
                if case:
                    self.add(m.group(1), m.group(2), self.lines[begin:])
                if case or RUN.match(line):
                    begin = len(self.lines) + 1
                self.lines.append(line)

    def add(self, state, name, said):
        # cmocka names the failed ones again at the end
        if name not in self.cases or self.cases[name].state != "FAILED":
            self.cases[name] = Case(state, name, tail(said))

    def all_well(self):
        return not any(c.state in ("FAILED", "ERROR") for c in self.cases.values())


def path_of(uri):
    return urllib.parse.unquote(uri[len("file://"):]) if uri and uri.startswith("file://") else None


class Tally:
    def __init__(self, verbose):
        self.verbose, self.passed, self.skipped, self.failed = verbose, 0, [], []

    def add(self, stage, state, name, said=()):
        if state == "OK":
            self.passed += 1
            if self.verbose:
                print("%-8s %s: %s" % (state, stage, name))
        elif state == "SKIPPED":
            self.skipped.append((stage, name))
        else:
            self.failed.append((stage, Case(state, name, said)))

    def print_skipped(self):
        reasons = {}
        for stage, name in self.skipped:
            case, _, reason = name.partition(": ")
            reasons.setdefault((stage, reason or case), []).append(case)
        for (stage, reason), cases in reasons.items():
            names = "" if cases == [reason] else ": " + ", ".join(cases)
            print("%-8s %s: %s%s" % ("SKIPPED", stage, reason, names))

    def print_failed(self):
        room = ALL_LINES
        for stage, case in self.failed:
            print("%-8s %s: %s" % (case.state, stage, case.name))
            for line in case.said[:room]:
                print("    | %s" % line)
            if 0 < room < len(case.said):
                print("    | (and so on: no room for more here)")
            room -= min(room, len(case.said))

    def last_line(self):
        skipped = ", %d skipped" % len(self.skipped) if self.skipped else ""
        return "%d passed, %d failed%s" % (self.passed, len(self.failed), skipped)


def add_log(tally, path):
    stage = os.path.basename(path).rsplit(".", 1)[0]
    log = Log(path)
    for case in log.cases.values():
        tally.add(stage, *case)
    if not log.cases:
        tally.add(stage, "NOT RUN", "no case in %s" % path, tail(log.lines))


class Events:
    """Results by label and shard, labels that have none, and what failed actions printed."""

    def __init__(self, path):
        self.results, self.missing, self.actions = {}, set(), {}
        with open(path, encoding="utf-8") as events:
            for line in events:
                event = json.loads(line)
                self.take(event["id"], event)
        self.missing -= {label for label, _ in self.results}

    def take(self, ident, event):
        if "testResult" in ident and "testResult" in event:
            logs = [f["uri"] for f in event["testResult"].get("testActionOutput", []) if f["name"] == "test.log"]
            self.results[ident["testResult"]["label"], ident["testResult"].get("shard", 0)] = (
                event["testResult"]["status"], path_of(logs[0]) if logs else None)
        elif "testSummary" in ident and event.get("testSummary", {}).get("overallStatus") in ("NO_STATUS", None):
            self.missing.add(ident["testSummary"]["label"])
        elif "targetCompleted" in ident and not event.get("completed", {}).get("success"):
            self.missing.add(ident["targetCompleted"]["label"])
        elif "actionCompleted" in ident and not event.get("action", {}).get("success"):
            path = path_of(event.get("action", {}).get("stderr", {}).get("uri"))
            if path and os.path.exists(path):
                self.actions[ident["actionCompleted"].get("label", "")] = tail(Log(path).lines)


def add_bazel(tally, path):
    stage = os.path.basename(path).rsplit(".", 1)[0]
    events = Events(path)
    for (label, _), (status, log_path) in sorted(events.results.items()):
        log = Log(log_path or os.devnull)
        for case in log.cases.values():
            tally.add(stage, case.state, "%s %s" % (label, case.name), case.said)
        if status != "PASSED" and log.all_well():
            tally.add(stage, "FAILED", "%s (%s)" % (label, status.lower()), tail(log.lines))
        elif not log.cases:
            tally.add(stage, "OK", label)
    # A test that was not built says why beside the first: its own action, or one of what it needs.
    others = [line for label, said in events.actions.items() if label not in events.missing for line in said]
    for label in sorted(events.missing):
        tally.add(stage, "NOT RUN", label, events.actions.get(label, others))
        others = [] if label not in events.actions else others


def main():
    args = sys.argv[1:]
    tally = Tally("-v" in args)
    for path in (a for a in args if a != "-v"):
        (add_bazel if path.endswith(".json") else add_log)(tally, path)
    tally.print_skipped()
    tally.print_failed()
    print(tally.last_line())
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
