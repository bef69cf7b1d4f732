# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the judges of captures share: cases, RoCE frames out of a capture file, and what tshark says of it."""
import shutil
import struct
import subprocess
import zlib

GLOBAL_HEADER, RECORD_HEADER = 24, 16
ETHERNET, IPV4, UDP, BTH, ICRC = 14, 20, 8, 12, 4
ROCE_PORT = 4791


class Cases:
    """One case line each, as the guest prints them."""

    def __init__(self, label):
        self.label = label

    def check(self, name, good, why=""):
        print("[%s] %s.%s" % ("       OK " if good else "  FAILED  ", self.label, name))
        if not good:
            print("# %s" % why)

    def equal(self, name, wanted, got):
        self.check(name, wanted == got, "wanted %s, got %s" % (wanted, got))

    def skip(self, name, why):
        print("[  SKIPPED ] %s.%s: %s" % (self.label, name, why))


def frames(path):
    """The frames of a capture file, in their order."""
    with open(path, "rb") as file:
        data = file.read()
    order = "<" if data[:4] == b"\xd4\xc3\xb2\xa1" else ">"
    at = GLOBAL_HEADER
    while at + RECORD_HEADER <= len(data):
        length = struct.unpack_from(order + "I", data, at + 8)[0]
        yield data[at + RECORD_HEADER : at + RECORD_HEADER + length]
        at += RECORD_HEADER + length


class Packet:
    """A RoCE v2 packet over IPv4 without a VLAN tag: what the judges look at."""

    def __init__(self, frame):
        self.ip = frame[ETHERNET : ETHERNET + IPV4]
        self.udp = frame[ETHERNET + IPV4 : ETHERNET + IPV4 + UDP]
        self.roce = frame[ETHERNET + IPV4 + UDP : ETHERNET + struct.unpack_from(">H", self.ip, 2)[0]]
        self.source = ".".join(str(b) for b in self.ip[12:16])
        self.dscp, self.ecn = self.ip[1] >> 2, self.ip[1] & 3
        self.opcode = self.roce[0]
        self.qpn = int.from_bytes(self.roce[5:8], "big")
        self.psn = int.from_bytes(self.roce[9:12], "big")

    def icrc_is_good(self):
        """IBTA annex A17: what routers change counts as ones, a local route header of ones comes first."""
        ip, udp, bth = bytearray(self.ip), bytearray(self.udp), bytearray(self.roce[:BTH])
        for at in (1, 8, 10, 11):  # type of service, time to live, header checksum
            ip[at] = 0xFF
        udp[6:8] = b"\xff\xff"
        bth[4] = 0xFF
        crc = zlib.crc32(b"\xff" * 8 + ip + udp + bth + self.roce[BTH:-ICRC])
        return struct.pack("<I", crc) == self.roce[-ICRC:]


def packets(path):
    """Those frames that are such packets."""
    for frame in frames(path):
        if len(frame) < ETHERNET + IPV4 + UDP + BTH + ICRC or frame[12:15] != b"\x08\x00\x45":
            continue
        if frame[ETHERNET + 9] == 17 and struct.unpack_from(">H", frame, ETHERNET + IPV4 + 2)[0] == ROCE_PORT:
            yield Packet(frame)


def tshark(path, condition, fields):
    """A list of dictionaries, one for each frame that meets the condition; None where there is no tshark."""
    if not shutil.which("tshark"):
        return None
    options = [word for field in fields for word in ("-e", field)]
    out = subprocess.run(
        ["tshark", "-n", "-r", path, "-Y", condition, "-T", "fields", "-E", "occurrence=f", *options],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ).stdout
    return [dict(zip(fields, line.split("\t"))) for line in out.splitlines()]
