#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""screen.py ANSWERS COMMAND...: run a command on a terminal of 100 x 40, type, and print what the screen shows at the end.
screen.py --styles COMMAND...: print how many changes of colour or weight it sent.

ANSWERS is 'what to wait for=what to type' pairs, separated by '|'; in what is typed, ^C is Ctrl-C. The screen is kept by
a small terminal that knows what the tools use: newline, carriage return, cursor up and home, erase to the end of a line or
of the screen, the other screen, and styles, which it drops. A frame that is not erased properly therefore shows.
"""
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

DEADLINE = 60
TOKEN = re.compile(r"\x1b\[(\??\d*)(?:;\d+)*([A-Za-z])|([\r\n])|([^\x1b\r\n]+)|(\x1b)")
OTHER_SCREEN = "?1049"


class Screen:
    def __init__(self):
        self.lines, self.row, self.column = [""], 0, 0
        self.kept = None  # the first screen, while the other one is shown

    def switch(self, on):
        if on and self.kept is None:
            self.kept = self.lines, self.row, self.column
            self.lines, self.row, self.column = [""], 0, 0
        elif not on and self.kept is not None:
            (self.lines, self.row, self.column), self.kept = self.kept, None

    def feed(self, text):
        for number, letter, control, words, _ in TOKEN.findall(text):
            if number == OTHER_SCREEN:
                self.switch(letter == "h")
            elif letter == "H":
                self.row = self.column = 0
            elif letter == "J":
                self.lines[self.row] = self.lines[self.row][: self.column]
                del self.lines[self.row + 1:]
            elif letter == "A":
                self.row = max(0, self.row - int(number or 1))
            elif letter == "K":
                self.lines[self.row] = self.lines[self.row][: self.column]
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self.row += 1
                if self.row == len(self.lines):
                    self.lines.append("")
            elif words:
                line = self.lines[self.row].ljust(self.column)
                self.lines[self.row] = line[: self.column] + words + line[self.column + len(words):]
                self.column += len(words)


def run(answers, argv):
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        os.execvp(argv[0], argv)
    out, seen, end = b"", 0, time.monotonic() + DEADLINE
    while time.monotonic() < end:
        if not select.select([fd], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(fd, 65536)
        except OSError:
            break
        if not data:
            break
        out += data
        if answers and answers[0][0].encode() in out[seen:]:
            seen = len(out)
            os.write(fd, answers.pop(0)[1].replace("^C", "\x03").encode())
    else:
        os.kill(pid, 9)
    return out.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def show(text, status, argv):
    screen = Screen()
    screen.feed(text)
    print("$", *argv)
    print("\n".join(line.rstrip() for line in screen.lines).rstrip())
    print("--- exit status %d" % status)


def main():
    if sys.argv[1] == "--styles":
        text, status = run([], sys.argv[2:])
        print(len(re.findall(r"\x1b\[[0-9;]*m", text)))
        return status
    answers = [pair.split("=", 1) for pair in sys.argv[1].split("|") if pair]
    text, status = run([(wait, typed.replace("\\n", "\n")) for wait, typed in answers], sys.argv[2:])
    show(text, status, sys.argv[2:])
    return status


if __name__ == "__main__":
    sys.exit(main())
