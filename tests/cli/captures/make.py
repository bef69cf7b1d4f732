#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""make.py NAME >FILE: a small capture, byte by byte from the standards; make.py alone lists the names.

Nothing here is shared with the decoder. Sources: IBTA volume 1, 9.2, 12.6, 13.4.3, annexes A16 and A17; the vendor of ECE in
the messages as in Linux drivers/infiniband/core/cm.c; RFC 791, 768, 8200; IEEE 802.1Q; draft-ietf-opsawg-pcap and -pcapng.
"""
import ipaddress
import struct
import sys
import zlib

REQ, MRA, REJ, REP, RTU, DREQ, DREP, SIDR_REQ, SIDR_REP = range(0x10, 0x19)
NVIDIA, BOTH, SELECTIVE = 0x15B3, 0x30000003, 0x20000001
ETHERNET, RAW, SLL, SLL2, INFINIBAND = 1, 101, 113, 276, 247
A, B, C = "10.0.0.1", "10.0.0.2", "10.0.0.3"
TCP_7471 = 0x0000000001061D2F
START = 1234567890


def be24(number):
    return struct.pack(">I", number)[1:]


def gid(address):
    parsed = ipaddress.ip_address(address)
    return parsed.packed if parsed.version == 6 else b"\0" * 10 + b"\xff\xff" + parsed.packed


def mad(attribute, body, modifier=0, transaction=7):
    return (struct.pack(">BBBBHHQHHI", 1, 7, 2, 3, 0, 0, transaction, attribute, 0, modifier) + body).ljust(256, b"\0")


def req(local, qpn, ends, word=(NVIDIA, BOTH), service=TCP_7471, psn=100, transport=0):
    vendor, options = word
    body = struct.pack(">IB3sQQIi", local, 0, be24(vendor), service, 0x0C42A10300ABCDE0, 0, 0)
    body += be24(qpn) + b"\1" + bytes(7) + bytes([transport << 1]) + be24(psn) + bytes(9)
    body += gid(ends[0]) + gid(ends[1])
    return mad(REQ, body, options)


def rep(local, remote, qpn, word=(NVIDIA, BOTH), psn=200):
    vendor, options = word
    high, middle, low = be24(vendor)
    body = struct.pack(">III", local, remote, 0) + be24(qpn) + bytes([high]) + bytes(3) + bytes([middle])
    return mad(REP, body + be24(psn) + bytes([low]) + bytes(4) + struct.pack(">Q", 0x0C42A10300ABCDF0), options)


def ids(attribute, local, remote):
    return mad(attribute, struct.pack(">II", local, remote))


def rej(local, remote, reason, rejects=0):
    return mad(REJ, struct.pack(">IIBBH", local, remote, rejects << 6, 0, reason))


def sidr_req(request, service=0x0000000001111C06):
    return mad(SIDR_REQ, struct.pack(">IHHQ", request, 0xFFFF, 0, service))


def sidr_rep(request, qpn, status=0, word=(0, 0)):
    vendor, options = word
    body = struct.pack(">IBBH3sBQ", request, status, 0, vendor >> 8, be24(qpn), vendor & 0xFF, 0x0000000001111C06)
    return mad(SIDR_REP, body, options)


def transport(payload, qpn=1, opcode=0x64):
    bth = struct.pack(">BBHII", opcode, 0x40, 0xFFFF, qpn, 1)
    return bth + (struct.pack(">II", 0x80010000, 1) if opcode == 0x64 else b"") + payload


def icrc(head, packet):
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + head + packet[:4] + b"\xff" + packet[5:]))


def udp(packet_bytes, checksum=0):
    return struct.pack(">HHHH", 0xC000, 4791, 8 + packet_bytes, checksum)


def ipv4(ends, packet, fragment=0x4000):
    total = 20 + 8 + len(packet) + 4
    head = struct.pack(">BBHHHBBH", 0x45, 2, total, 0, fragment, 64, 17, 0)
    head += b"".join(ipaddress.ip_address(end).packed for end in ends)
    total = sum(struct.unpack(">10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    checked = head[:10] + struct.pack(">H", ~(total + (total >> 16)) & 0xFFFF) + head[12:]
    masked = head[:1] + b"\xff" + head[2:8] + b"\xff" + head[9:10] + b"\xff\xff" + head[12:]
    return checked + udp(len(packet) + 4) + packet + icrc(masked + udp(len(packet) + 4, 0xFFFF), packet)


def ipv6_head(ends, payload, following):
    return struct.pack(">IHBB", 0x60000000, payload, following, 64) + gid(ends[0]) + gid(ends[1])


def masked6(head):
    return b"\x6f\xff\xff\xff" + head[4:7] + b"\xff" + head[8:]


def ipv6(ends, packet):
    head = ipv6_head(ends, 8 + len(packet) + 4, 17)
    return head + udp(len(packet) + 4) + packet + icrc(masked6(head) + udp(len(packet) + 4, 0xFFFF), packet)


def grh(ends, packet):
    head = ipv6_head(ends, len(packet) + 4, 0x1B)
    return head + packet + icrc(masked6(head), packet)


def frame(ends, payload, kind="ipv4", tags=(), qpn=1, opcode=0x64):
    """An Ethernet frame with a management datagram, or with any other RoCE packet."""
    packet = transport(payload, qpn, opcode)
    make, ethertype = {"ipv4": (ipv4, 0x0800), "ipv6": (ipv6, 0x86DD), "v1": (grh, 0x8915)}[kind]
    tagged = b"".join(struct.pack(">HH", kind_of_tag, tag) for kind_of_tag, tag in tags)
    macs = b"".join(b"\2\0\0\0\0" + gid(end)[-1:] for end in reversed(ends))
    return macs + tagged + struct.pack(">H", ethertype) + make(ends, packet)


def connection(a, b, local, word=(NVIDIA, BOTH), answer=(NVIDIA, BOTH), **how):
    """REQ, REP, RTU, DREQ and DREP of one connection: queue pairs 100 and 200 more than a number of its own."""
    mine, theirs = local, local + 0x1000
    there, back = (a, b), (b, a)
    return [
        frame(there, req(mine, 100 + (local & 0xFF), there, word), **how),
        frame(back, rep(theirs, mine, 200 + (local & 0xFF), answer), **how),
        frame(there, ids(RTU, mine, theirs), **how),
        frame(there, ids(DREQ, mine, theirs), **how),
        frame(back, ids(DREP, theirs, mine), **how),
    ]


def pcap(frames, link=ETHERNET, snaplen=65535, order=">", nano=False):
    out = struct.pack(order + "IHHiIII", 0xA1B23C4D if nano else 0xA1B2C3D4, 2, 4, 0, 0, snaplen, link)
    for i, data in enumerate(frames):
        kept = data[:snaplen]
        out += struct.pack(order + "IIII", START + i, 1000 * i if nano else i, len(kept), len(data)) + kept
    return out


def block(kind, body):
    body = body.ljust(len(body) + 3 & ~3, b"\0")
    size = 12 + len(body)
    return struct.pack("<II", kind, size) + body + struct.pack("<I", size)


def pcapng(frames, link=ETHERNET):
    out = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)) + block(1, struct.pack("<HHI", link, 0, 65535))
    for i, data in enumerate(frames):
        time = (START + i) * 1000000 + i
        out += block(6, struct.pack("<IIIII", 0, time >> 32, time & 0xFFFFFFFF, len(data), len(data)) + data)
    return out


def connections():
    """What a fleet does: agreed, reduced, none, another vendor, rejected, unfinished, and a look-up."""
    frames = connection(A, B, 0x10) + connection(A, B, 0x11, answer=(NVIDIA, SELECTIVE))
    frames += connection(A, C, 0x12, answer=(0, 0)) + connection(C, A, 0x13, word=(0, 0), answer=(0, 0))
    frames += connection(A, B, 0x14, word=(0x1234, 5), answer=(0x1234, 0))
    frames += connection("fd00::1", "fd00::2", 0x15, word=(NVIDIA, 0x30000102), answer=(NVIDIA, 0x30000100), kind="ipv6")
    frames += connection("fe80::1", "fe80::2", 0x16, kind="v1")
    frames += connection(A, B, 0x17, kind="ipv4", tags=((0x88A8, 100), (0x8100, 0x6065)))
    # refused for ECE's sake; by nobody's listening: its local id is what lay there in the REQ; the answer is refused
    frames += [frame((A, C), req(0x20, 120, (A, C))), frame((C, A), rej(0, 0x20, 35))]
    frames += [frame((A, C), req(0x21, 121, (A, C))), frame((C, A), rej(NVIDIA, 0x21, 8))]
    frames += [frame((A, C), req(0x22, 122, (A, C))), frame((C, A), rep(0x1022, 0x22, 222)),
               frame((A, C), rej(0x22, 0x1022, 28, rejects=1))]
    # three times without an answer; answered and not heard of again; begun before the capture
    frames += [frame((A, C), req(0x23, 123, (A, C)))] * 3
    frames += [frame((A, C), req(0x24, 124, (A, C))), frame((C, A), rep(0x1024, 0x24, 224))]
    frames += [frame((C, A), rep(0x1025, 0x25, 225)), frame((A, C), ids(RTU, 0x25, 0x1025))]
    frames += [frame((A, C), ids(DREQ, 0x26, 0x1026))]
    # datagram services
    frames += [frame((A, B), sidr_req(0x30)), frame((B, A), sidr_rep(0x30, 230))]
    frames += [frame((A, B), sidr_req(0x31)), frame((B, A), sidr_rep(0x31, 0, status=1))]
    return pcap(frames)


def odd():
    """More answered than offered, GIDs that are not the addresses, UC, another kind of service, a wrong CRC."""
    frames = connection(A, B, 0x10, word=(NVIDIA, SELECTIVE), answer=(NVIDIA, BOTH))
    frames += connection(A, B, 0x11, word=(NVIDIA, SELECTIVE), answer=(0x1234, BOTH))
    there, back, gids = ("fd00::1", "fd00::2"), ("fd00::2", "fd00::1"), ("fe80::1", "fe80::2")
    frames += [frame(there, req(0x12, 112, gids, service=0x1234, transport=1), kind="ipv6"),
               frame(back, rep(0x1012, 0x12, 212), kind="ipv6"), frame(there, ids(RTU, 0x12, 0x1012), kind="ipv6")]
    frames += [frame((B, A), rej(0x1013, 0x13, 99, rejects=0))]
    # the first RTU once more, with a wrong CRC
    frames += [frames[2][:-1] + bytes([frames[2][-1] ^ 1])]
    return pcap(frames)


def garbage():
    """One of each kind of packet that is not understood, and others around them."""
    good = frame((A, B), req(0x10, 110, (A, B)))
    data = bytearray(good)
    changes = {42 + 1: 0x41, 42: 0x04, 62: 9, 62 + 2: 1, 62 + 3: 0x81, 62 + 17: 0x77, 14: 0x44, 20: 0x20, 62 + 1: 4}
    frames = [good, good[:12] + b"\x08\x06" + bytes(40), frame((A, B), bytes(64), qpn=77, opcode=4), good[:20], good[:-10]]
    for at, byte in changes.items():
        data = bytearray(good)
        data[at] = byte
        frames.append(bytes(data))
    frames.append(frame((A, B), req(0x11, 111, (A, B)), tags=[(0x8100, 5)] * 9))
    inner = frame(("fd00::1", "fd00::2"), req(0x12, 112, (A, B)), kind="ipv6")[54:]
    extensions = b"".join(bytes([60 if i < 8 else 17]) + bytes(7) for i in range(9))
    frames.append(good[:12] + b"\x86\xdd" + ipv6_head(("fd00::1", "fd00::2"), len(extensions + inner), 60) + extensions + inner)
    return pcap(frames)


CAPTURES = {
    "connections": connections,
    "odd": odd,
    "garbage": garbage,
    "other": lambda: pcap([frame((A, B), bytes(64), qpn=77, opcode=4), b"\xff" * 12 + b"\x08\x06" + bytes(46)]),
    "empty": lambda: pcap([]),
    "nano": lambda: pcap(connection(A, B, 0x10), order="<", nano=True),
    "pcapng": lambda: pcapng(connection(A, B, 0x10)),
    "cooked": lambda: pcap([b"\0\4\0\1\0\6" + f[6:12] + b"\0\0" + f[12:] for f in connection(A, B, 0x10)], SLL),
    "cooked2": lambda: pcap(
        [f[12:14] + bytes(2) + b"\0\0\0\2\0\1\4\6" + f[6:12] + b"\0\0" + f[14:] for f in connection(A, B, 0x10)], SLL2),
    "raw": lambda: pcap([f[14:] for f in connection(A, B, 0x10)], RAW),
    "infiniband": lambda: pcap([], INFINIBAND),
    "snap200": lambda: pcap(connection(A, B, 0x10), snaplen=200),
    "snap100": lambda: pcap(connection(A, B, 0x10), snaplen=100),
    "damaged": lambda: pcap(connection(A, B, 0x10))[:-100],
    "one-end": lambda: pcap(connection(A, B, 0x10)[0::2]),
    "other-end": lambda: pcap(connection(A, B, 0x10)),
}


def main():
    if len(sys.argv) == 1:
        print("\n".join(CAPTURES))
        return
    sys.stdout.buffer.write(CAPTURES[sys.argv[1]]())


if __name__ == "__main__":
    main()
