# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""ece-decode against tshark, which knows the connection manager's messages, and against what the ends of connections said."""
import ipaddress
import json
import os
import subprocess

from capture import tshark

REQ, REJ, REP, SIDR_REQ, SIDR_REP = 0x10, 0x12, 0x13, 0x17, 0x18
NAMES = {0x10: "REQ", 0x11: "MRA", 0x12: "REJ", 0x13: "REP", 0x14: "RTU", 0x15: "DREQ", 0x16: "DREP", 0x17: "SIDR_REQ",
         0x18: "SIDR_REP", 0x19: "LAP", 0x1A: "APR"}
ADDRESSES = ("ip.src", "ip.dst", "ipv6.src", "ipv6.dst", "infiniband.grh.sgid", "infiniband.grh.dgid")
FIELDS = ADDRESSES + (
    "infiniband.mad.attributeid",
    "infiniband.mad.attributemodifier",
    "infiniband.mad.data",
    "infiniband.cm.req",
    "infiniband.cm.req.serviceid",
    "infiniband.cm.req.localqpn",
    "infiniband.cm.req.startpsn",
    "infiniband.cm.req.prim_localgid",
    "infiniband.cm.req.prim_localgid_ipv4",
    "infiniband.cm.req.prim_remotegid",
    "infiniband.cm.req.prim_remotegid_ipv4",
    "infiniband.cm.rep",
    "infiniband.cm.rep.remotecommid",
    "infiniband.cm.rep.localqpn",
    "infiniband.cm.rep.startpsn",
    "infiniband.cm.rej.remotecommid",
    "infiniband.cm.rej.localcommid",
    "infiniband.cm.rej.reason",
    "infiniband.cm.rej.msgrej",
)


def program():
    """ece-decode: $ECE_DECODE; None where it was not built."""
    path = os.environ.get("ECE_DECODE", "")
    return path if os.access(path, os.X_OK) else None


def decode(path, capture):
    """The objects that it prints: those of exchanges, and the summary."""
    out = subprocess.run([path, "--json", capture], check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    return lines[:-1], lines[-1]


def number(text):
    return int(text or "0", 0)


def ends(row):
    """Source and destination as tshark shows them: of IPv4, IPv6, or a GRH."""
    for source, destination in (("ip.src", "ip.dst"), ("ipv6.src", "ipv6.dst"),
                                ("infiniband.grh.sgid", "infiniband.grh.dgid")):
        if row[source]:
            return str(ipaddress.ip_address(row[source])), str(ipaddress.ip_address(row[destination]))
    return None, None


def gid(row, field):
    """A GID of the REQ; where it is an IPv4 address, tshark has another field."""
    return ipaddress.ip_address(row[field] or "::ffff:" + row[field + "_ipv4"])


def vendor(row, *at):
    """It is not known to tshark, which shows the bytes around it as they are."""
    data = bytes.fromhex(row["infiniband.mad.data"])
    return int.from_bytes(bytes(data[i] for i in at), "big")


def by_tshark(rows):
    """{(requester, responder, its id): what was said} of all connections whose REQ was captured."""
    found = {}
    for row in rows:
        if number(row["infiniband.mad.attributeid"]) != REQ:
            continue
        key = (*ends(row), number(row["infiniband.cm.req"]))
        found.setdefault(key, {
            "service": number(row["infiniband.cm.req.serviceid"]),
            "qpn": number(row["infiniband.cm.req.localqpn"]),
            "psn": number(row["infiniband.cm.req.startpsn"]),
            "gids": (gid(row, "infiniband.cm.req.prim_localgid"), gid(row, "infiniband.cm.req.prim_remotegid")),
            "offered": (vendor(row, 5, 6, 7), number(row["infiniband.mad.attributemodifier"])),
        })
    for row in rows:
        kind = number(row["infiniband.mad.attributeid"])
        source, destination = ends(row)
        if kind == REP:
            said = found.get((destination, source, number(row["infiniband.cm.rep.remotecommid"])))
            if said is not None and "answered" not in said:
                said.update(
                    remote_id=number(row["infiniband.cm.rep"]),
                    remote_qpn=number(row["infiniband.cm.rep.localqpn"]),
                    remote_psn=number(row["infiniband.cm.rep.startpsn"]),
                    answered=(vendor(row, 15, 19, 23), number(row["infiniband.mad.attributemodifier"])),
                )
        elif kind == REJ:
            said = found.get((destination, source, number(row["infiniband.cm.rej.remotecommid"])))
            if said is None:
                said = found.get((source, destination, number(row["infiniband.cm.rej.localcommid"])))
            if said is not None:
                said.setdefault("reason", number(row["infiniband.cm.rej.reason"]))
    return found


def word(value):
    return value["vendor"], value["raw"]


def by_decode(exchanges):
    """The same of ece-decode."""
    found = {}
    for exchange in exchanges:
        if exchange["type"] != "connection" or exchange["offered"] is None:
            continue
        requester, responder = exchange["requester"], exchange["responder"]
        said = {
            "service": number(exchange["service"]["id"]),
            "qpn": requester["qpn"],
            "psn": requester["psn"],
            "gids": tuple(ipaddress.ip_address(end["gid"]) for end in (requester, responder)),
            "offered": word(exchange["offered"]),
        }
        if exchange["answered"] is not None:
            said.update(remote_id=number(responder["comm_id"]), remote_qpn=responder["qpn"], remote_psn=responder["psn"],
                        answered=word(exchange["answered"]))
        if exchange["reject"] is not None:
            said["reason"] = exchange["reject"]["reason"]
        found[requester["address"], responder["address"], number(requester["comm_id"])] = said
    return found


def judge_against_tshark(cases, capture, exchanges, summary):
    rows = tshark(capture, "infiniband.mad.mgmtclass == 7", FIELDS)
    if rows is None:
        cases.skip("decode.tshark", "there is no tshark here")
        return
    wanted, got = by_tshark(rows), by_decode(exchanges)
    cases.equal("decode.as_many_connections_as_tshark", sorted(wanted), sorted(got))
    different = ["%s: tshark %s, ece-decode %s" % (key, wanted[key], got.get(key)) for key in wanted if wanted[key] != got.get(key)]
    cases.check("decode.says_what_tshark_says", not different, "; ".join(different[:3]))
    counts = dict.fromkeys(NAMES.values(), 0)
    for row in rows:
        counts[NAMES[number(row["infiniband.mad.attributeid"])]] += 1
    messages = {name: count for name, count in summary["messages"].items() if name in counts}
    cases.equal("decode.as_many_messages_as_tshark", counts, messages)


def said_by_ends(words):
    """Of a line of expectations: offered, answered, reason; see messages.py."""
    reason = int(words[-1]) if "rejected" in words else None
    words = [number(w) for w in (words[:-2] if "rejected" in words else words)]
    return tuple(words[:2]), tuple(words[2:]) or None, reason


def judge_against_ends(cases, exchanges, expected_path):
    with open(expected_path, encoding="ascii") as file:
        expected = [line.split() for line in file]
    for name, port, *words in expected:
        if words[0] == "datagram":  # whose vendor kernels lose: what ece-decode makes of it has no ends that said it
            continue
        exchange = next((x for x in exchanges if x["service"] and x["service"]["port"] == int(port)), None)
        got = exchange and (word(exchange["offered"]), exchange["answered"] and word(exchange["answered"]),
                            exchange["reject"] and exchange["reject"]["reason"])
        cases.equal(name + ".decoded_as_the_ends_said", said_by_ends(words), got)


def feature_word(value, options="raw"):
    """Vendor and options, or None for all that says nothing: no vendor, no options, no word at all."""
    return (value["vendor"], value[options]) if value and value["vendor"] and value[options] else None


def judge_against_reports(cases, exchanges, expected_path):
    """Where each line of expectations is what one end's ece-connect printed of a connection, as JSON."""
    by_qpns = {(x["requester"]["qpn"], x["responder"]["qpn"]): x for x in exchanges if x["ending"] == "established"}
    wanted, got = {}, {}
    with open(expected_path, encoding="utf-8") as file:
        for line in file:
            for pair in json.loads(line)["pairs"]:
                key, local = (pair["qpn"], pair["peer_qpn"]), pair["local"]
                agreed = feature_word(local["agreed"], "options")
                wanted[key] = feature_word(local["offered"], "options"), agreed, agreed
                found = by_qpns.get(key, {})
                got[key] = tuple(feature_word(found.get(name)) for name in ("offered", "answered", "agreed"))
                if not found:
                    got[key] = "no such connection"
    cases.check("decode.something_is_expected", len(wanted) > 0, "no end said anything")
    different = ["%s: ece-connect %s, ece-decode %s" % (key, wanted[key], got[key]) for key in wanted if wanted[key] != got[key]]
    cases.check("decode.says_what_the_ends_said", not different, "; ".join(different[:5]))
    print("# %d connections of ece-connect were decoded" % len(wanted))


def judge_decode(cases, capture, expected_path, against=judge_against_ends):
    """All of it; where it was built."""
    path = program()
    if path is None:
        cases.skip("decode", "there is no ece-decode here")
        return
    exchanges, summary = decode(path, capture)
    garbage = ("cut", "short", "length", "tags", "headers", "fragment", "bth_version", "opcode", "mad_version", "method",
               "attribute")
    cases.equal("decode.everything_understood", {}, {k: summary["packets"][k] for k in garbage if summary["packets"][k]})
    cases.equal("decode.every_icrc_is_right", 0, summary["messages"]["bad_icrc"])
    judge_against_tshark(cases, capture, exchanges, summary)
    against(cases, exchanges, expected_path)
