# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""An ece-exporter as a process, for tests: start it on a port that the kernel chooses, ask it, end it."""
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time

DEADLINE = 30
failed = False


def verdict(name, good, why=""):
    global failed
    if not good:
        failed = True
        if why:
            print(why)
    print("[  %s ] exporter: %s" % ("     OK" if good else "FAILED ", name), flush=True)
    return good


def end():
    sys.exit(1 if failed else 0)


class Exporter:
    def __init__(self, tool, *args, env=None, pass_fds=()):
        listen = () if "--web.systemd-socket" in args else ("--web.listen-address", "127.0.0.1:0")
        self.process = subprocess.Popen([tool, *listen, *args], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        env=env, pass_fds=pass_fds)
        self.said = b""
        self.port = None
        self.wait_for(rb"serving on .*\n")
        m = re.search(rb"serving on .*:(\d+)\n", self.said)
        self.port = int(m.group(1)) if m else None

    def read(self, seconds):
        ready, _, _ = select.select([self.process.stderr], [], [], seconds)
        if not ready:
            return False
        text = os.read(self.process.stderr.fileno(), 65536)
        self.said += text
        return bool(text)

    def wait_for(self, text):
        end_at = time.monotonic() + DEADLINE
        while not re.search(text, self.said):
            if time.monotonic() > end_at or not self.read(end_at - time.monotonic()):
                raise RuntimeError("it did not say %r but %r" % (text, self.said))

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE)

    def files(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def resident(self):
        with open("/proc/%d/statm" % self.process.pid) as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE")

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            _, rest = self.process.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, rest = self.process.communicate()
        self.said += rest
        return self.process.returncode


def receive(sock):
    """Everything until the end of the stream."""
    out = b""
    try:
        while True:
            piece = sock.recv(65536)
            if not piece:
                return out
            out += piece
    except ConnectionError:
        return out


def ask(sock, path="/metrics", headers=""):
    sock.sendall(("GET %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n%s\r\n" % (path, headers)).encode())
    return receive(sock)


def status(answer):
    m = re.match(rb"HTTP/1\.[01] (\d+) ", answer)
    return int(m.group(1)) if m else None
