#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""verdicts.py JUDGE SCHEMA AJV: the schema and our parser say the same of every file of a corpus.

Where a schema cannot tell, the reason is in UNTOLD; every reason must be needed by a case, or it is a defect.
"""
import json
import os
import re
import subprocess
import sys

import corpus

# What a schema cannot tell: the parser refuses, ajv does not. A pattern for the parser's sentence, and the reason.
UNTOLD = [
    (r"the last step leaves hosts out", "what the last element of an array must be"),
    (r"only (faults|a transport|a store) of kind |needs \"(argv|endpoints)\"|runs must be kept there too|"
     r"either \"to\" or \"hosts\"|select among them in|"
     r"\"(delay|param|value|at|protocol)\" is missing|only a congestion parameter is rounded|"
     r"an entry has either|only entries with|only gates (on|with)|a gate (has|with)|needs \"per\"|only \"max\" has|"
     r"take every NIC", "which keys go together is in the parser's code, not in its tables"),
    (r"no inventory entry has this label|is in no \"inventory\"|no (profile|rollout|role|gate|change) is called|"
     r"more hosts than the limit|extends itself|in a circle|no profile that is assigned|goes out with change|after itself",
     "names that another place of the file must have"),
    (r"no parameter is called", "which names there are, where a glob may stand as well"),
    (r"is built in|no other names|another entry has this id", "names that are taken"),
    (r"there is no such day or time", "which days there are"),
    (r"this is more than 0|this is 0 or more|more than 1000 PB|is above \"max\"", "how large a number is"),
    (r"reaches this machine only|the limit is [0-9]+ NICs a host", "how many hosts or NICs all entries come to"),
    (r"no simulated card is of type", "which simulated cards this program has"),
    (r"too big integer", "whole numbers of more than 53 bits, which JavaScript rounds"),
    (r"in the brackets|range is reversed|host name is |a host name|only one range", "the grammar of host lists"),
    (r"longer than 366 days|a day has 24h|a time of day is below|a lease lasts at least|in no time|signed for no time",
     "how long a duration is"),
    (r" takes (a|one of|true).* not \"[0-9.e+]+\"$", "whether a whole number was written with a point"),
    (r" takes a (whole )?number.* not \"[0-9.]+ ?[A-Za-z%/]*\"$", "whether a text is a whole number of the raw unit"),
    (r"may be the fraction or the card's own number", "whether 1.0 was written or 1"),
    (r" takes [0-9]+ to [0-9]+|does not take [0-9]|reach into the version", "the range of a number inside a text"),
    (r"ECE option .* is named twice", "that two words of a text have a bit in common"),
    (r"names two different values", "that two numbers in a text mean the same"),
    (r"which the profile sets as", "that two keys are names of one parameter"),
]


def answers(command, lines, env=None):
    run = subprocess.run(command, input="".join(lines), stdout=subprocess.PIPE, text=True, check=True, env=env)
    out = [json.loads(line) for line in run.stdout.splitlines()]
    if len(out) != len(lines):
        raise SystemExit("%s gave %d answers to %d files" % (command[0], len(out), len(lines)))
    return out


def case(state, name):
    print("[ %8s ] schema corpus: %s" % (state, name))


def reason_of(text):
    return next((i for i, (pattern, _) in enumerate(UNTOLD) if re.search(pattern, text)), None)


def compare(cases, ours, theirs):
    """(cases that agree, faults, how often each reason was needed)"""
    same, faults, needed = 0, [], [0] * len(UNTOLD)
    for (name, _), parser, schema in zip(cases, ours, theirs):
        if bool(parser) == bool(schema):
            same += 1
        elif schema:
            faults.append("%s: the schema says %s, the parser takes it" % (name, schema["text"]))
        elif reason_of(parser["text"]) is None:
            faults.append("%s: the parser says \"%s\", the schema takes it" % (name, parser["text"]))
        else:
            needed[reason_of(parser["text"])] += 1
    return same, faults, needed


def report(cases, ours, theirs):
    same, faults, needed = compare(cases, ours, theirs)
    good = sum(not answer for answer in ours)
    for fault in faults[:50]:
        print("# %s" % fault)
    case("FAILED" if faults else "OK", "both judge alike, or a reason is known")
    print("# %d files, %d of them good; %d judged alike, %d with a reason, %d without" %
          (len(cases), good, same, sum(needed), len(faults)))
    for (_, reason), count in zip(UNTOLD, needed):
        print("# %4d: %s" % (count, reason))
        case("OK" if count else "FAILED", "a schema cannot tell: %s" % reason)
    enough = good > 300 and len(cases) - good > 300
    case("OK" if enough else "FAILED", "there are hundreds of good and of bad files")
    return bool(faults) or not all(needed) or not enough


def has_ajv(env):
    try:
        return subprocess.run(["node", "-e", "require('ajv')"], env=env, stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def main():
    judge, schema, ajv = sys.argv[1:]
    env = dict(os.environ, NODE_PATH="/usr/share/nodejs")
    if not has_ajv(env):
        case("SKIPPED", "both judge alike, or a reason is known (node-ajv is not installed)")
        return 0
    with open(schema, encoding="utf-8") as text:
        cases = corpus.generated(json.load(text))
    lines = [json.dumps(document) + "\n" for _, document in cases]
    return report(cases, answers([judge], lines), answers(["node", ajv, schema], lines, env))


if __name__ == "__main__":
    sys.exit(main())
