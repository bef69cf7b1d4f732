# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What the connection manager's messages carried in a capture, against what the guest expects.

A line of expectations is "NAME PORT VENDOR OPTIONS", of the REQ to that port, and then the REP's "VENDOR OPTIONS", or
"rejected REASON" where a REJ answers the REQ, or both where the end that asked rejects the REP. "NAME PORT datagram OPTIONS"
is of the SIDR_REP to the SIDR_REQ for that port; the vendor in it is printed, since kernels lose it. Options are the attribute modifier; the vendor lies where IBTA
volume 1, 12.6.5, 12.6.6 and 12.11 had reserved bytes before ECE (1.5).
"""
from capture import packets, tshark

REQ, REJ, REP, SIDR_REQ, SIDR_REP = 0x10, 0x12, 0x13, 0x17, 0x18
VENDOR_AT = {REQ: (5, 6, 7), REP: (15, 19, 23), SIDR_REP: (6, 7, 11)}
FIELDS = (
    "infiniband.mad.attributeid",
    "infiniband.mad.attributemodifier",
    "infiniband.mad.data",
    "infiniband.cm.req",
    "infiniband.cm.req.serviceid.dport",
    "infiniband.cm.rep",
    "infiniband.cm.rep.remotecommid",
    "infiniband.cm.rej.remotecommid",
    "infiniband.cm.rej.reason",
)


def number(text):
    return int(text or "0", 0)


class Message:
    """One CM message, as tshark dissected it; the vendor it does not know."""

    def __init__(self, row):
        self.kind = number(row["infiniband.mad.attributeid"])
        self.options = row["infiniband.mad.attributemodifier"]
        data = bytes.fromhex(row["infiniband.mad.data"])
        vendor = bytes(data[at] for at in VENDOR_AT.get(self.kind, ()))
        self.vendor = "0x%x" % int.from_bytes(vendor, "big")
        self.data = data
        self.sender = number(row["infiniband.cm.req"] or row["infiniband.cm.rep"])
        self.answers = number(row["infiniband.cm.rep.remotecommid"] or row["infiniband.cm.rej.remotecommid"])
        self.port = number(row["infiniband.cm.req.serviceid.dport"])
        self.reason = number(row["infiniband.cm.rej.reason"])

    def words(self):
        return [self.vendor, self.options]


def read_messages(path):
    """The messages of a capture; None where there is no tshark."""
    rows = tshark(path, "infiniband.mad.mgmtclass == 7", FIELDS)
    return None if rows is None else [Message(row) for row in rows if row["infiniband.mad.data"]]


def answer(messages, kind, message):
    """The message of this kind that answers another one."""
    return next((m for m in messages if m.kind == kind and message and m.answers == message.sender), None)


def judge_datagram(cases, messages, name, port, words):
    """A lookup has no dissector; its first word is the request's id, and the service ends in the port."""
    request = next((m for m in messages if m.kind == SIDR_REQ and m.data[14:16] == int(port).to_bytes(2, "big")), None)
    reply = next((m for m in messages if m.kind == SIDR_REP and request and m.data[:4] == request.data[:4]), None)
    cases.equal(name + ".reply_on_the_cable", words, reply and [reply.options])
    if reply:
        print("# %s.%s: vendor %s in the SIDR_REP" % (cases.label, name, reply.vendor))


def judge_line(cases, messages, name, port, words):
    request = next((m for m in messages if m.kind == REQ and m.port == int(port)), None)
    reply = answer(messages, REP, request)
    rejection = answer(messages, REJ, reply or request)
    reason = int(words.pop()) if "rejected" in words else None
    if reason:
        words.pop()
    cases.equal(name + ".req_on_the_cable", words[:2], request and request.words())
    cases.equal(name + ".rep_on_the_cable", words[2:], reply.words() if reply else [])
    if reason:
        cases.equal(name + ".rejected_on_the_cable", reason, rejection and rejection.reason)


def judge_messages(cases, capture, expected_path):
    """Returns how many connections were expected."""
    with open(expected_path, encoding="ascii") as file:
        expected = [line.split() for line in file]
    messages = read_messages(capture)
    if messages is None:
        cases.skip("tshark", "there is no tshark here")
    else:
        cases.check("something_is_expected", len(expected) > 0, "the guest said nothing")
        for name, port, *words in expected:
            if words[0] == "datagram":
                judge_datagram(cases, messages, name, port, words[1:])
            else:
                judge_line(cases, messages, name, port, words)
    return len(expected)


def judge_icrc(cases, capture, least):
    """All RoCE packets have a right invariant CRC, and there are at least so many."""
    count = bad = 0
    for packet in packets(capture):
        count += 1
        bad += not packet.icrc_is_good()
    cases.check("packets_captured", count >= least, "%d RoCE packets" % count)
    cases.equal("every_icrc_is_right", 0, bad)
