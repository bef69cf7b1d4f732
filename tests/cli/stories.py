#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""stories.py [--update] TOOLS PAGE...: carries out what the pages of docs/stories show, and compares what is printed.

A page starts in an empty folder, with the tools of the folder TOOLS and ECE_STATE=state. A fence "json NAME" is the file
NAME. In a fence "sh" a line that begins with "$ " is a command, what follows is what it prints (both outputs), and a
line "..." stands for any lines. All commands of a page are typed into one shell, so "$ echo $?" has the status of the
last one. A comment "<!-- killed at: TEXT -->" before a fence kills its command as soon as it prints TEXT.

Run ids, dates and names of this machine are replaced by those of the page: the n-th run has the n-th id.
With --update what does not match is written into the page; lines stay left out where they were.
"""
import difflib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

RUN_ID = re.compile(r"20[0-9]{6}-[0-9]{6}-[0-9a-f]{4}")
FENCE = re.compile(r"^```(json|sh)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KILLED = re.compile(r"<!-- killed at: (.*?) -->\n*\Z")
END = "end of command"
LIMIT = 60  # seconds for one command
FOLDER = "/srv/fleet"

# What differs from one time to the next, and what the pages have there.
USUAL = [
    (re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}([ T])[0-9:]{8}Z"), r"2026-11-30\g<1>09:00:00Z"),
    (re.compile(r"\b\w+ on [^ ,]+, (?=2026-)"), "ops on desk, "),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "c0ffee00-0000-4000-8000-000000000001"),
]


class Shell:
    """One shell for a page, and the names of its runs."""

    def __init__(self, tools, folder):
        keep = {"PATH": tools + ":/usr/bin:/bin", "ECE_STATE": "state", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.folder, self.ids = folder, []
        self.process = subprocess.Popen(["/bin/bash"], cwd=folder, env=keep, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

    def id_of(self, n):
        return "20261130-0900%02d-ece%d" % (n, n)

    def typed(self, command):
        """The command with the ids of this time."""
        return RUN_ID.sub(lambda m: next((real for n, real in enumerate(self.ids) if self.id_of(n) == m.group()),
                                         m.group()), command)

    def printed(self, text):
        """The output with the ids of the page."""
        def name(match):
            if match.group() not in self.ids:
                self.ids.append(match.group())
            return self.id_of(self.ids.index(match.group()))
        text = RUN_ID.sub(name, text.replace(os.path.realpath(self.folder), FOLDER))
        for pattern, usual in USUAL:
            text = pattern.sub(usual, text)
        return text

    def type(self, command, killed):
        # A command that is killed replaces its shell, which says its id first.
        if killed:
            command = "bash -c 'exec 2>&1; echo \"pid $$\"; exec %s' | cat; (exit ${PIPESTATUS[0]})" % command
        self.process.stdin.write(("%s\nstatus=$?; echo '%s'; (exit $status)\n" % (command, END)).encode())
        self.process.stdin.flush()

    def read(self, killed):
        text, deadline = "", time.monotonic() + LIMIT
        while not text.endswith(END + "\n"):
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(text)
            part = os.read(self.process.stdout.fileno(), 65536).decode()
            if not part:
                raise EOFError(text)
            text += part
            if killed and killed in text:
                os.kill(int(re.match(r"pid (\d+)", text).group(1)), signal.SIGKILL)
                killed = None
        return re.sub(r"\Apid \d+\n", "", text[:-len(END) - 1])

    def run(self, command, killed=None):
        self.type(self.typed(command), killed)
        return self.printed(self.read(killed))

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT)


def matches(want, got):
    """Are these lines those, where "..." stands for any?"""
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in want)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def shortened(want, got):
    """What it printed, with the "..." where the page had them."""
    out = []
    for _, a, b, c, d in difflib.SequenceMatcher(None, want, got, False).get_opcodes():
        part = got[c:d]
        if "..." in want[a:b]:
            head = want[a:b].index("...")
            tail = b - a - head - 1
            part = part[:head] + ["..."] + part[max(head, len(part) - tail):]
        elif a == b and (out[-1:] == ["..."] or want[a:a + 1] == ["..."]):
            part = []
        out += part
    return out if matches(out, got) else got


def commands(body):
    """Each command of a fence with the lines that it prints."""
    for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        if part:
            lines = part.splitlines()
            yield lines[0][2:], lines[1:]


def play(shell, body, killed, case):
    """One fence: what it should look like."""
    out = []
    for command, want in commands(body):
        got = shell.run(command, killed).splitlines()
        case(command, matches(want, got), want, got)
        out += ["$ " + command] + (want if matches(want, got) else shortened(want, got))
    return "".join(line + "\n" for line in out)


def story(tools, path, update):
    name, failed, count = os.path.splitext(os.path.basename(path))[0], [], 0
    with open(path, encoding="utf-8") as page:
        text = page.read()

    def case(command, good, want, got):
        nonlocal count
        count += 1
        print("[ RUN      ] %s: %s" % (name, command))
        if not good:
            failed.append(command)
            print("the page says:\n  %s\nit printed:\n  %s" % ("\n  ".join(want), "\n  ".join(got)))
        print("[%s] %s: %s" % ("       OK " if good else "  FAILED  ", name, command))

    def fence(shell, match):
        kind, file, body = match.groups()
        if kind == "json":
            with open(os.path.join(shell.folder, file), "w", encoding="utf-8") as out:
                out.write(body)
            return match.group()
        killed = KILLED.search(text[:match.start()])
        return "```sh\n%s```" % play(shell, body, killed and killed.group(1), case)

    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(tools, folder)
        new = FENCE.sub(lambda match: fence(shell, match), text)
        shell.close()
    if update and new != text:
        with open(path, "w", encoding="utf-8") as page:
            page.write(new)
    if not count:
        print("[  FAILED  ] %s: the page has no command" % name)
    return failed or not count


def main(words):
    update = words[0] == "--update"
    tools, pages = os.path.abspath(words[update]), words[update + 1:]
    failed = [story(tools, page, update) for page in pages]
    return any(failed) or not failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
