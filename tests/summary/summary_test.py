#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""summary_test.py SUMMARY.PY: what a summary says of logs with failed and skipped cases, and in which order."""
import json
import os
import subprocess
import sys
import tempfile

SUMMARY = os.path.abspath(sys.argv[1])


def summary(files, *args):
    """Its lines and its exit status, for files of a name and a text; WORK in a text is where they are."""
    with tempfile.TemporaryDirectory() as work:
        for name, text in files.items():
            with open(os.path.join(work, name), "w", encoding="utf-8") as f:
                f.write(text.replace("WORK", work))
        paths = [os.path.join(work, name) for name in files if not name.endswith(".txt")]
        done = subprocess.run([sys.executable, SUMMARY, *args, *paths], stdout=subprocess.PIPE, text=True, check=False)
        return done.stdout.replace(work, "WORK").splitlines(), done.returncode


def result(label, status, log):
    output = [{"name": "test.log", "uri": "file://WORK/" + log}]
    return json.dumps({"id": {"testResult": {"label": label}},
                       "testResult": {"status": status, "testActionOutput": output}}) + "\n"


def line(state, name):
    """As cmocka prints it."""
    return "[%s] %s\n" % ({"RUN": " RUN      ", "OK": "       OK "}.get(state, state.center(10)), name)


def only_counts_when_all_is_well():
    return summary({"lint.log": line("OK", "a") + line("OK", "b")}) == (["2 passed, 0 failed"], 0)


def names_what_passed_when_asked():
    return summary({"lint.log": line("OK", "a")}, "-v")[0] == ["OK       lint: a", "1 passed, 0 failed"]


def failed_come_last_with_what_they_printed():
    log = (line("OK", "before") + line("RUN", "bad") + "-want\n+got\n" + line("FAILED", "bad") +
           line("RUN", "left out") + line("SKIPPED", "left out") + line("RUN", "after") + line("OK", "after"))
    return summary({"x.log": log}) == ([
        "SKIPPED  x: left out",
        "FAILED   x: bad",
        "    | -want",
        "    | +got",
        "2 passed, 1 failed, 1 skipped"], 1)


def skipped_of_one_reason_are_one_line():
    log = "".join(line("SKIPPED", name) for name in ("a: no card", "b: no tool", "c: no card")) + line("OK", "d")
    return summary({"hw.log": log}) == ([
        "SKIPPED  hw: no card: a, c",
        "SKIPPED  hw: no tool: b",
        "1 passed, 0 failed, 3 skipped"], 0)


def an_assertion_of_cmocka_is_no_case():
    log = (line("RUN", "sum") + line("ERROR", "--- 0x1 != 0x2") + "[   LINE   ] --- t.c:3: error\n" +
           line("FAILED", "sum") + line("PASSED", "0 test(s).") + line("FAILED", "1 test(s), listed below:") +
           line("FAILED", "sum"))
    return summary({"gcc.json": result("//t:t", "FAILED", "t.txt"), "t.txt": log}) == ([
        "FAILED   gcc: //t:t sum",
        "    | [  ERROR   ] --- 0x1 != 0x2",
        "    | [   LINE   ] --- t.c:3: error",
        "0 passed, 1 failed"], 1)


def a_target_that_broke_off_shows_its_end():
    log = line("OK", "a") + "Segmentation fault\n"
    return summary({"gcc.json": result("//t:t", "FAILED", "t.txt"), "t.txt": log}) == ([
        "FAILED   gcc: //t:t (failed)",
        "    | [       OK ] a",
        "    | Segmentation fault",
        "1 passed, 1 failed"], 1)


def a_target_that_was_not_built_shows_why():
    events = (json.dumps({"id": {"actionCompleted": {"label": "//lib:l"}},
                          "action": {"success": False, "stderr": {"uri": "file://WORK/stderr.txt"}}}) + "\n" +
              json.dumps({"id": {"targetCompleted": {"label": "//t:t"}}, "completed": {}}) + "\n")
    return summary({"gcc.json": events, "stderr.txt": "l.c:1: error: no\n"}) == ([
        "NOT RUN  gcc: //t:t",
        "    | l.c:1: error: no",
        "0 passed, 1 failed"], 1)


def much_text_is_cut_to_its_end():
    log = line("RUN", "bad") + "".join("line %d\n" % i for i in range(100)) + line("FAILED", "bad")
    lines, _ = summary({"x.log": log})
    return lines[:3] == ["FAILED   x: bad", "    | (71 lines before)", "    | line 71"] and len(lines) == 32


def many_failures_are_all_named():
    log = "".join(line("RUN", "bad %d" % i) + "text\n" * 40 + line("FAILED", "bad %d" % i) for i in range(20))
    lines, _ = summary({"x.log": log})
    named = [text for text in lines if text.startswith("FAILED")]
    return len(named) == 20 and len(lines) == 20 + 150 + 1 and lines[-1] == "0 passed, 20 failed"


def main():
    failed = 0
    for case in (only_counts_when_all_is_well, names_what_passed_when_asked, failed_come_last_with_what_they_printed,
                 skipped_of_one_reason_are_one_line, an_assertion_of_cmocka_is_no_case,
                 a_target_that_broke_off_shows_its_end, a_target_that_was_not_built_shows_why,
                 much_text_is_cut_to_its_end, many_failures_are_all_named):
        good = case()
        failed += not good
        print(line("OK" if good else "FAILED", "summary: " + case.__name__), end="")
    return 1 if failed else 0


sys.exit(main())
