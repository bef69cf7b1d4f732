# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""pyverbs.py LABEL LIST --dev DEVICE --gid INDEX: rdma-core's own Python tests, as Debian's python3-pyverbs ships them.

LIST says what of them is run: "run MODULE", and "skip MODULE[.CLASS.TEST] WHY" for what is not. A case line a test, or a module
that is not run at all; a test that skips itself says why by itself.
"""
import os
import signal
import sys
import unittest

TESTS = "/usr/lib/python3/dist-packages/tests"
TEST_SECONDS = 40


class Result(unittest.TestResult):
    """Prints each test's end as a line that the guest's init takes for a case."""

    def __init__(self, label):
        super().__init__()
        self.label = label

    def name(self, test):
        return test.id().split(".", 1)[1]

    def say(self, what, name, why=""):
        print("[%s] %s.%s%s" % (what, self.label, name, why), flush=True)

    def startTest(self, test):
        signal.alarm(TEST_SECONDS)
        super().startTest(test)

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)

    def addSuccess(self, test):
        self.say("       OK ", self.name(test))

    def addSkip(self, test, reason):
        self.say("  SKIPPED ", self.name(test), ": " + " ".join(reason.split()))

    def failed(self, test, err):
        self.say("  FAILED  ", self.name(test))
        for line in self._exc_info_to_string(err, test).splitlines()[-6:]:
            print("# " + line[:200], flush=True)

    def addError(self, test, err):
        self.failed(test, err)

    def addFailure(self, test, err):
        self.failed(test, err)


def too_long(_signal, _frame):
    raise TimeoutError("no end after %d s" % TEST_SECONDS)


def read_list(path):
    """The modules to run, and reasons by the beginning of a test's name."""
    modules, skips = [], {}
    with open(path, encoding="ascii") as file:
        for line in file:
            word, *rest = line.split(maxsplit=2)
            if word == "run":
                modules.append(rest[0])
            elif word == "skip":
                skips[rest[0]] = rest[1].strip()
    return modules, skips


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def main():
    label, list_path = sys.argv[1:3]
    del sys.argv[1:3]
    sys.path[:0] = [TESTS, os.path.dirname(TESTS)]
    from args_parser import parser

    parser.parse_args()
    signal.signal(signal.SIGALRM, too_long)
    modules, skips = read_list(list_path)
    result = Result(label)
    for name in sorted(set(skips) - {s for s in skips if s.split(".")[0] in modules}):
        result.say("  SKIPPED ", name, ": " + skips[name])
    tests = list(each(unittest.defaultTestLoader.loadTestsFromNames("tests." + m for m in modules)))
    for name in skips.keys() - {result.name(test) for test in tests}:
        if "." in name:
            result.say("  FAILED  ", "list", "\n# %s: there is no such test" % name)
    for test in tests:
        if result.name(test) in skips:
            result.addSkip(test, skips[result.name(test)])
        else:
            test.run(result)


main()
