#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""watch_test.py TOOLS SCREEN FLEET: ece-counters --watch at a terminal.

What a person sees and types, and that the terminal is afterwards as it was, whatever ended the program.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

DEADLINE = 30
TOOLS, FLEET = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[3])
sys.path.insert(0, os.path.dirname(os.path.realpath(sys.argv[2])))
from screen import Screen  # noqa: E402

SIM = ["--sim", "state", "--host", "n01"]


class Terminal:
    """A program on a terminal of its own; the terminal outlives it."""

    def __init__(self, *words, rows=40, columns=100, **environment):
        self.fd, self.other = pty.openpty()
        self.before = termios.tcgetattr(self.other)
        self.size(rows, columns)
        self.out = b""
        env = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.other, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(self.other, number)
            os.execve(TOOLS + "/ece-counters", ["ece-counters", *words], env)

    def size(self, rows, columns):
        fcntl.ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def pump(self, seconds=0.05):
        while select.select([self.fd], [], [], seconds)[0]:
            self.out += os.read(self.fd, 65536)
            seconds = 0

    def text(self):
        return self.out.decode(errors="replace")

    def lines(self):
        screen = Screen()
        screen.feed(self.text())
        return [line.rstrip() for line in screen.lines]

    def wait(self, what, condition):
        end = time.monotonic() + DEADLINE
        while not condition(self.lines()):
            self.pump()
            assert time.monotonic() < end, "never: %s; the screen:\n%s" % (what, "\n".join(self.lines()))

    def shows(self, pattern):
        self.wait(pattern, lambda lines: any(re.search(pattern, line) for line in lines))

    def hides(self, pattern):
        self.wait("no " + pattern, lambda lines: lines != [""] and not any(re.search(pattern, line) for line in lines))

    def type(self, text):
        os.write(self.fd, text.encode())

    def ends(self):
        end = time.monotonic() + DEADLINE
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.pump()
            if pid:
                break
            assert time.monotonic() < end, "it does not end"
        self.pump()
        return os.waitstatus_to_exitcode(status)

    def is_as_before(self):
        assert termios.tcgetattr(self.other) == self.before, "the terminal has other settings"
        text = self.text()
        assert text.rfind("\x1b[?1049l") > text.rfind("\x1b[?1049h"), "the other screen is still shown"
        assert text.rfind("\x1b[?25h") > text.rfind("\x1b[?25l"), "the cursor is hidden"

    def close(self):
        os.close(self.fd)
        os.close(self.other)


def watch(*words, **kwargs):
    terminal = Terminal(*words, "--watch", "100ms", *SIM, **kwargs)
    terminal.shows(r"packet_seq_err +\d+ +\+\d+ +")
    return terminal


def a_picture_moves_and_ends():
    terminal = watch()
    assert re.match(r"\d\d:\d\d:\d\d  ", terminal.lines()[0]), terminal.lines()[0]
    assert "no real card is read" in terminal.lines()[0]
    terminal.shows(r"^mlx5_0/1  eth0  active  400 Gb/s  PFC on 3")
    terminal.shows(r"^  !  packet_seq_err .*/s  [▁-█ ]+$")
    terminal.shows("3 .PFC. +[0-9.]+/s")
    terminal.shows("^q quit")
    assert len(terminal.lines()) <= 40
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.is_as_before()
    assert terminal.lines() == [""], "the picture is left on the first screen"
    terminal.close()


def keys_change_the_picture():
    terminal = watch("mlx5_0", rows=200)
    terminal.hides("local_ack_timeout_err")
    terminal.type("a")
    terminal.shows("local_ack_timeout_err +0$")
    terminal.type("am")
    terminal.hides("local_ack_timeout_err")
    terminal.shows("sequence NAKs received, retried")
    terminal.type("m")
    terminal.hides("sequence NAKs received, retried")
    terminal.type(" ")
    terminal.shows("  held$")
    terminal.type(" ")
    terminal.hides("  held$")
    terminal.type("\x1b[24~")
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.close()


def zero_is_where_growth_begins():
    def growth(lines):
        found = [re.search(r"np_cnp_sent +\S+(?: \w)? +\+([0-9.]+)( ?[kMG])?", line) for line in lines]
        return next((float(match[1]) for match in found if match and not match[2]), None)

    terminal = watch("mlx5_0")
    terminal.wait("growth", lambda lines: (growth(lines) or 0) > 20000)
    before = growth(terminal.lines())
    terminal.type("z")
    terminal.wait("less growth", lambda lines: growth(lines) is not None and growth(lines) < before)
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.close()


def a_wide_terminal_has_ports_beside_each_other():
    terminal = watch(columns=170)
    terminal.shows(r"^mlx5_[01]/1 .* mlx5_[01]/1 ")
    terminal.wait("both kept apart", lambda lines: sum("packet_seq_err" in line[:78] for line in lines) == 1)
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.close()


def a_smaller_terminal_shows_less():
    terminal = watch()
    terminal.size(12, 50)
    os.kill(terminal.pid, signal.SIGWINCH)
    terminal.shows(r"^lines 1 to \d+ of \d+$")
    terminal.wait("twelve lines of fifty", lambda lines: len(lines) <= 12 and max(map(len, lines)) <= 50)
    terminal.type("\x1b[B\x1b[B")
    terminal.shows(r"^lines [23] to")
    terminal.type("\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~\x1b[6~")
    terminal.shows(r"^lines \d\d to (\d+) of \1$")
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.close()


def signals_end_it_in_order():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        terminal = watch("mlx5_0")
        os.kill(terminal.pid, number)
        assert terminal.ends() == 0, number
        terminal.is_as_before()
        terminal.close()
    terminal = watch("mlx5_0")
    terminal.type("\x03")
    assert terminal.ends() == 0
    terminal.is_as_before()
    terminal.close()


def a_crash_leaves_the_terminal_as_it_was():
    terminal = watch("mlx5_0")
    os.kill(terminal.pid, signal.SIGSEGV)
    assert terminal.ends() == -signal.SIGSEGV
    terminal.is_as_before()
    terminal.close()


def it_can_be_stopped_and_goes_on():
    terminal = watch("mlx5_0")
    os.kill(terminal.pid, signal.SIGTSTP)
    end = time.monotonic() + DEADLINE
    while not os.waitpid(terminal.pid, os.WUNTRACED | os.WNOHANG)[0]:
        terminal.pump()
        assert time.monotonic() < end, "it does not stop"
    terminal.pump()
    terminal.is_as_before()
    seen = len(terminal.out)
    os.kill(terminal.pid, signal.SIGCONT)
    terminal.wait("the picture again", lambda _: b"\x1b[?1049h" in terminal.out[seen:])
    terminal.shows("packet_seq_err")
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.is_as_before()
    terminal.close()


def nothing_flickers():
    terminal = watch("mlx5_0")
    terminal.wait("ten pictures", lambda _: terminal.text().count("\x1b[H") > 10)
    terminal.type("q")
    assert terminal.ends() == 0
    # Only the first one clears the screen before it is drawn
    assert terminal.text().count("\x1b[H\x1b[J") == 1, terminal.text().count("\x1b[H\x1b[J")
    terminal.close()


def no_colour_where_nobody_wants_it():
    styles = re.compile(r"\x1b\[[1-9][0-9;]*m")
    terminal = watch("mlx5_0")
    terminal.type("q")
    terminal.ends()
    assert styles.search(terminal.text())
    terminal.close()
    terminal = watch("mlx5_0", NO_COLOR="1")
    terminal.type("q")
    terminal.ends()
    assert not styles.search(terminal.text())
    terminal.close()


def ascii_where_the_locale_has_no_more():
    terminal = Terminal("mlx5_0", "--watch", "100ms", *SIM, LC_ALL="C")
    terminal.shows(r"packet_seq_err .*/s  [_.:=+*# -]+$")
    terminal.type("q")
    assert terminal.ends() == 0
    assert terminal.text().isascii()
    terminal.close()


def optional():
    return subprocess.run([TOOLS + "/ece-counters", "mlx5_0", "--optional", "list", *SIM], check=True,
                          capture_output=True, text=True).stdout


def what_was_switched_is_put_back_by_a_signal_too():
    subprocess.run([TOOLS + "/ece-counters", "mlx5_0", "--optional", "enable", "cc_tx_cnp_pkts", *SIM], check=True,
                   capture_output=True)
    for number in (signal.SIGTERM, signal.SIGHUP):
        terminal = Terminal("mlx5_0", "--optional", "enable", "cc_rx_ce_pkts", "cc_tx_cnp_pkts", "--watch", "100ms", *SIM)
        terminal.shows(r"cc_rx_ce_pkts +\d+ +\+")
        assert re.search("cc_rx_ce_pkts +on ", optional())
        os.kill(terminal.pid, number)
        assert terminal.ends() == 0
        terminal.close()
        assert re.search("cc_rx_ce_pkts +off ", optional())
        # It was on before, by somebody else
        assert re.search("cc_tx_cnp_pkts +on ", optional())


def a_reader_that_goes_away_ends_it():
    with subprocess.Popen([TOOLS + "/ece-counters", "mlx5_0", "--optional", "enable", "cc_rx_ce_pkts", "--watch", "10ms",
                           *SIM], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.readline()
        child.stdout.close()
        assert child.wait(DEADLINE) == -signal.SIGPIPE
        assert child.stderr.read() == b""
    assert re.search("cc_rx_ce_pkts +off ", optional())


def others_may_use_the_host_meanwhile():
    terminal = watch("mlx5_0")
    for _ in range(5):
        subprocess.run([TOOLS + "/ece-show", "mlx5_0", *SIM], check=True, capture_output=True)
    terminal.type("q")
    assert terminal.ends() == 0
    terminal.close()


def let_time_pass(over):
    """Traffic is counted by whole seconds of the simulated clock: these go by faster than those of the test."""
    while not over.wait(0.03):
        subprocess.run([TOOLS + "/ece-sim", "fleet", "advance", "1s", "--state", "state"], check=False,
                       capture_output=True)


CASES = [
    a_picture_moves_and_ends,
    keys_change_the_picture,
    zero_is_where_growth_begins,
    a_wide_terminal_has_ports_beside_each_other,
    a_smaller_terminal_shows_less,
    signals_end_it_in_order,
    a_crash_leaves_the_terminal_as_it_was,
    it_can_be_stopped_and_goes_on,
    nothing_flickers,
    no_colour_where_nobody_wants_it,
    ascii_where_the_locale_has_no_more,
    what_was_switched_is_put_back_by_a_signal_too,
    a_reader_that_goes_away_ends_it,
    others_may_use_the_host_meanwhile,
]


def main():
    failed = False
    over = threading.Event()
    clock = threading.Thread(target=let_time_pass, args=(over,))
    work = tempfile.mkdtemp()
    os.chdir(work)
    os.environ.pop("NO_COLOR", None)
    try:
        subprocess.run([TOOLS + "/ece-apply", FLEET, "--check"], env={**os.environ, "ECE_STATE": "state"},
                       capture_output=True)
        clock.start()
        for case in CASES:
            print("[ RUN      ] watch:", case.__name__)
            try:
                case()
                print("[       OK ] watch:", case.__name__)
            except AssertionError as e:
                failed = True
                print(e)
                print("[  FAILED  ] watch:", case.__name__)
    finally:
        over.set()
        clock.join()
        shutil.rmtree(work)
    return failed


sys.exit(main())
