#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""service.py EXPORTER SERVICE SOCKET PORT_H: as a service: systemd's sockets and signals, rights, and the unit files."""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from exporter import DEADLINE, Exporter, ask, end, status, verdict  # noqa: E402

FIRST_FD = 3
EXPOSURE_MAX = 15  # tenths, of systemd-analyze security: "OK" begins at 50, and below 20 nothing else in Debian 12 is


def skip(name, why):
    print("[  SKIPPED ] exporter: %s: %s" % (name, why))


def handed_over(tool, sockets, *args, pid="$$", count=None):
    """Starts it as systemd does: descriptors from 3 on, and its own pid in the environment."""
    for i, sock in enumerate(sockets):
        os.dup2(sock.fileno(), 100 + i, inheritable=True)
    moves = " ".join("%d<&%d %d<&-" % (FIRST_FD + i, 100 + i, 100 + i) for i in range(len(sockets)))
    script = "LISTEN_PID=%s LISTEN_FDS=%d exec %s %s %s" % (
        pid, len(sockets) if count is None else count, tool, " ".join(args), moves)
    return script, [100 + i for i in range(len(sockets))]


class Activated(Exporter):
    def __init__(self, tool, sockets, **how):
        script, fds = handed_over(tool, sockets, "--web.systemd-socket", **how)
        super().__init__("/bin/bash", "-c", script, "--web.systemd-socket", pass_fds=fds)


def refused(tool, sockets, text, **how):
    script, fds = handed_over(tool, sockets, "--web.systemd-socket", **how)
    out = subprocess.run(["/bin/bash", "-c", script], pass_fds=fds, stderr=subprocess.PIPE, timeout=DEADLINE, check=False)
    return out.returncode == 1 and text in out.stderr


def listening(family, address):
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.bind(address)
    sock.listen()
    return sock


def test_activation(tool):
    tcp = listening(socket.AF_INET, ("127.0.0.1", 0))
    local = listening(socket.AF_UNIX, "local.sock")
    exporter = Activated(tool, [tcp, local])
    with socket.create_connection(tcp.getsockname(), timeout=DEADLINE) as sock:
        verdict("systemd's socket is served", status(ask(sock)) == 200)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(DEADLINE)
        sock.connect("local.sock")
        verdict("a local one too", status(ask(sock)) == 200)
    with open("/proc/%d/environ" % exporter.process.pid, "rb") as environ:
        verdict("the process had its number", b"LISTEN_PID=%d" % exporter.process.pid in environ.read())
    verdict("SIGTERM ends it", exporter.end() == 0)
    verdict("a socket for another process is none", refused(tool, [tcp], b"handed over no socket", pid="1"))
    verdict("a number that is none", refused(tool, [tcp], b"handed over no socket", pid="x"))
    verdict("no sockets", refused(tool, [], b"handed over no socket"))
    verdict("fewer than were told", refused(tool, [tcp], b"is not open", count=2))
    verdict("more than are taken", refused(tool, [tcp], b"17 sockets, 16 are taken", count=17))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("127.0.0.1", 0))
        verdict("one that does not listen", refused(tool, [datagrams], b"no stream socket that listens"))


def test_notify(tool):
    for path in os.path.abspath("notify.sock"), "@ece-exporter-test-%d" % os.getpid():
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(path if path[0] != "@" else "\0" + path[1:])
            manager.settimeout(DEADLINE)
            exporter = Exporter(tool, env=dict(os.environ, NOTIFY_SOCKET=path))
            verdict("READY is told to %s" % ("an abstract socket" if path[0] == "@" else "a socket"), manager.recv(100) == b"READY=1")
            exporter.end()
            verdict("and STOPPING", manager.recv(100) == b"STOPPING=1")


def test_signals(tool):
    with open("web.yml", "w", encoding="utf-8") as out:
        out.write("")
    exporter = Exporter(tool, "--web.config.file", "web.yml")
    exporter.process.send_signal(signal.SIGHUP)
    verdict("SIGHUP does not end it", status(ask(exporter.connect())) == 200)
    idle = exporter.connect()
    verdict("who is idle does not hold up its end", exporter.end(signal.SIGINT) == 0)
    idle.close()


def process_status(exporter):
    with open("/proc/%d/status" % exporter.process.pid, encoding="utf-8") as out:
        return dict(line.rstrip("\n").split(":\t", 1) for line in out if ":\t" in line)


def test_rights(tool):
    exporter = Exporter(tool)
    seen = process_status(exporter)
    exporter.end()
    verdict("it keeps no capability", all(int(seen[which], 16) == 0 for which in ("CapEff", "CapPrm", "CapAmb")))
    verdict("it can gain none", seen["NoNewPrivs"] == "1")
    if os.geteuid() or "0 4294967295" not in re.sub(" +", " ", open("/proc/self/uid_map", encoding="utf-8").read()):
        skip("--user", "only root of a whole machine can become another user")
        return
    exporter = Exporter(tool, "--user", "nobody", "--collect", "congestion")
    seen = process_status(exporter)
    said = exporter.said
    exporter.end()
    verdict("--user is who it is", set(seen["Uid"].split()) == {"65534"} and set(seen["Gid"].split()) == {"65534"})
    verdict("--user has left root's groups", set(seen["Groups"].split()) <= {"65534"})
    verdict("CAP_SYS_RAWIO alone stays for firmware commands", int(seen["CapEff"], 16) == 1 << 17)
    verdict("what that means is said", b"fwctl's are usually root's" in said)
    out = subprocess.run([tool, "--user", "no-such-user", "--web.listen-address", "127.0.0.1:0"],
                         stderr=subprocess.PIPE, timeout=DEADLINE, check=False)
    verdict("a user that does not exist", out.returncode == 1 and b"no user \"no-such-user\"" in out.stderr)


def test_units(tool, service, sock, port_h):
    with open(port_h, encoding="utf-8") as text:
        port = re.search(r"EXPORTER_PORT (\d+)", text.read()).group(1)
    with open(sock, encoding="utf-8") as text:
        verdict("units: the socket has the usual port", "ListenStream=%s\n" % port in text.read())
    if not shutil.which("systemd-analyze"):
        skip("units", "there is no systemd-analyze")
        return
    os.mkdir("bin")
    os.symlink(tool, "bin/ece-exporter")
    with open(service, encoding="utf-8") as text, open("ece-exporter.service", "w", encoding="utf-8") as out:
        out.write(text.read().replace("@PREFIX@", os.getcwd()))
    shutil.copy(sock, "ece-exporter.socket")
    out = subprocess.run(["systemd-analyze", "verify", "--man=no", "./ece-exporter.service", "./ece-exporter.socket"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE, check=False)
    ours = [line for line in out.stdout.decode().splitlines() if "ece-exporter" in line]
    verdict("units: systemd finds no fault", not ours, "\n".join(ours))
    out = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=%d" % EXPOSURE_MAX,
                          "--no-pager", "./ece-exporter.service"],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE, check=False)
    verdict("units: exposure of at most %.1f" % (EXPOSURE_MAX / 10), out.returncode == 0, out.stdout.decode())


def main():
    tool, service, sock, port_h = (os.path.abspath(path) for path in sys.argv[1:5])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        test_activation(tool)
        test_notify(tool)
        test_signals(tool)
        test_rights(tool)
        test_units(tool, service, sock, port_h)
        os.chdir("/")


main()
end()
