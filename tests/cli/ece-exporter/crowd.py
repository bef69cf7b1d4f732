#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""crowd.py EXPORTER: many clients, slow ones, broken ones, hostile ones. It goes on serving, and nothing is left of them."""
import os
import resource
import socket
import struct
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from exporter import DEADLINE, Exporter, ask, end, receive, status, verdict  # noqa: E402

CROWD = 1000
# Bytes of memory that a crowd may leave behind: pools, pages of the allocator; AddressSanitizer keeps freed memory.
SLACK = (400 if "ASAN_OPTIONS" in os.environ else 40) << 20
FILES = 8


def files_come_back(exporter, before):
    end_at = time.monotonic() + DEADLINE
    while exporter.files() > before + FILES and time.monotonic() < end_at:
        ask(exporter.connect(), "/healthz")
    return exporter.files() <= before + FILES


def connect_all(exporter, count):
    out = []
    for _ in range(count):
        out.append(exporter.connect())
    return out


def close_all(socks):
    for sock in socks:
        sock.close()


def reset(sock):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def crowd_is_answered(exporter):
    socks = connect_all(exporter, CROWD)
    for sock in socks:
        sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    answers = [status(receive(sock)) for sock in socks]
    close_all(socks)
    return answers.count(200) == CROWD


def threads_are_answered(exporter):
    seen = []

    def scrape():
        for _ in range(10):
            seen.append(status(ask(exporter.connect())))

    threads = [threading.Thread(target=scrape) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen == [200] * 160


def answered_meanwhile(exporter, begin):
    """CROWD clients that begin like this, and never go on: others are served, and they go in the end."""
    socks = connect_all(exporter, CROWD)
    for sock in socks:
        sock.sendall(begin)
    good = all(status(ask(exporter.connect())) == 200 for _ in range(20))
    close_all(socks)
    return good


def more_than_fit(exporter):
    """Idle clients make room, the oldest first."""
    socks = connect_all(exporter, 2300)
    good = status(ask(exporter.connect())) == 200
    open_files = exporter.files()
    close_all(socks)
    return good and open_files < 2300


def nobody_reads(exporter):
    """Pages asked for on and on by clients that take nothing: no more is made for them than one connection holds."""
    socks = connect_all(exporter, 50)
    before = exporter.resident()
    for sock in socks:
        sock.settimeout(0.01)
        try:
            for _ in range(200):
                sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n" * 20)
        except OSError:
            pass
    good = status(ask(exporter.connect())) == 200 and exporter.resident() < before + SLACK
    for sock in socks:
        reset(sock)
    return good


GARBAGE = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) + b"\r\n\r\n",
    b"\0" * 5000 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: h\r\n\r\n",
    b"GET  HTTP/1.1\r\n\r\n",
    b"GET /%zz%00%ff HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\n" + b"A: b\r\n" * 5000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    b"GET " + b"/x" * 20000 + b" HTTP/1.1\r\nHost: h\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 40000 + b"\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET http://other/metrics HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Basic " + b"A" * 8000 + b"\r\nConnection: close\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nHost: h\r\nAccept: " + b"a/b;q=0.1," * 900 + b"\r\nConnection: close\r\n\r\n",
]


def garbage_is_survived(exporter):
    for text in GARBAGE:
        sock = exporter.connect()
        try:
            sock.sendall(text)
            sock.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        receive(sock)
        sock.close()
    return status(ask(exporter.connect())) == 200


def who_goes_at_once(exporter):
    for i in range(500):
        sock = exporter.connect()
        if i % 2:
            sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
        reset(sock)
    return status(ask(exporter.connect())) == 200


def byte_by_byte(exporter):
    sock = exporter.connect()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in b"GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n":
        sock.sendall(bytes([byte]))
    return receive(sock).endswith(b"ok\n")


def main():
    wanted = 4096
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            print("[  SKIPPED ] exporter: a crowd: fewer than %d open files are allowed here" % wanted)
            return
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    exporter = Exporter(sys.argv[1])
    ask(exporter.connect())
    files, memory = exporter.files(), None
    cases = [
        ("1,000 clients at once get the page", crowd_is_answered),
        ("16 threads scrape at the same time", threads_are_answered),
        ("1,000 clients that say nothing", lambda e: answered_meanwhile(e, b"")),
        ("1,000 clients with half a line", lambda e: answered_meanwhile(e, b"GET /metr")),
        ("1,000 clients with half a request", lambda e: answered_meanwhile(e, b"GET /metrics HTTP/1.1\r\nHost: ")),
        ("more clients than fit", more_than_fit),
        ("clients that read nothing", nobody_reads),
        ("clients that send garbage", garbage_is_survived),
        ("clients that go at once", who_goes_at_once),
        ("a request byte by byte", byte_by_byte),
    ]
    for name, case in cases:
        verdict(name, case(exporter))
        memory = memory or exporter.resident()
    verdict("no file is left open", files_come_back(exporter, files), "%d, not %d" % (exporter.files(), files))
    verdict("no memory is left in use", exporter.resident() < memory + SLACK,
            "%d kB, %d kB after the first crowd" % (exporter.resident() >> 10, memory >> 10))
    verdict("SIGTERM ends it", exporter.end() == 0, exporter.said.decode("utf-8", "replace"))


main()
end()
