#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""transcript.py AGENT APPLY FLEET TRANSCRIPT...   an old controller, and the agent of today

Each request of a transcript goes to this agent, on a simulated host as it was then. Its answer must have everything
that the old agent's had; it may have more, since who does not know a key ignores it.
"""
import json
import subprocess
import sys
import tempfile

AGENT, APPLY, FLEET = sys.argv[1:4]
# Of another day, another clock, or in other words. "counters" of a NIC move; those of the answer are names.
VARY = {"text", "boot", "at_ns", "since"}
# What a program of version 1.0 can be told: it refuses an answer with another word.
WORDS_1_0 = {
    "result": "ok held unchanged confirmed undone failed_old dirty conflict undo_failed refused renewed self_undone",
    "state": "set inert unset unsupported unreadable no_door",
    "write": "done unchanged failed not_tried",
    "kind": "io memory limit syntax unknown_name duplicate type range conflict not_yet unsupported no_door denied "
            "refused not_applied stale locked damaged version timeout gone protocol",
}


def missing(old, new, place):
    """The first thing that the new answer lacks, or None."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key in VARY:
                continue
            if key not in new:
                return f"{place}.{key} is gone"
            found = missing(value, new[key], f"{place}.{key}")
            if found:
                return found
        return None
    if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return f"{place} has {len(new)} entries, not {len(old)}"
        if place.endswith("nics[].counters"):
            return None
        return next(filter(None, (missing(o, n, f"{place}[]") for o, n in zip(old, new))), None)
    return None if old == new else f"{place} is {new!r}, not {old!r}"


def unknown_word(answer, place=""):
    if isinstance(answer, list):
        return next(filter(None, (unknown_word(entry, place) for entry in answer)), None)
    if not isinstance(answer, dict):
        return None
    for key, value in answer.items():
        if isinstance(value, str) and key in WORDS_1_0 and value not in WORDS_1_0[key].split():
            return f"{place}.{key} is {value!r}"
        found = unknown_word(value, f"{place}.{key}")
        if found:
            return found
    return None


def replay(path):
    """What is wrong, or None."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line[0] in "<>"]
    requests = [line[2:] for line in lines if line[0] == ">"]
    answers = [json.loads(line[2:]) for line in lines if line[0] == "<"]
    old = path.endswith("1.0")
    with tempfile.TemporaryDirectory() as state:
        subprocess.run([APPLY, FLEET, "--check", "--state", state], capture_output=True, check=False, timeout=60)
        told = subprocess.run([AGENT, "--stdio", "--sim", state, "--host", "n1"], input="\n".join(requests) + "\n",
                              capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
    if len(told) != len(answers):
        return f"{len(told)} answers, not {len(answers)}"
    for request, before, line in zip(requests, answers, told):
        now = json.loads(line)
        # Now a refusal names its request.
        before["id"] = now["id"] if before["id"] == "" else before["id"]
        found = missing(before, now, "")
        if not found and old:
            found = unknown_word(now) or ("it has a minor version" if "minor" in now else None)
        if found:
            return f"{found}\n  asked: {request}\n  then:  {before}\n  now:   {line}"
    return None


failed = False
for transcript in sys.argv[4:]:
    wrong = replay(transcript)
    version = transcript.rsplit("/", 1)[-1]
    if wrong:
        print(wrong)
    print(f"[  FAILED  ] agent: a controller of version {version} is served" if wrong else
          f"[       OK ] agent: a controller of version {version} is served")
    failed = failed or wrong is not None
sys.exit(failed)
