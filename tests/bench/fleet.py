#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""fleet.py HOSTS [plain | traffic | gates]: a fleet file for benches.

One inventory entry a rack of 32 hosts, 8 simulated cards each. plain: without gates.
traffic: counters move. gates: they are also watched, and a gate on the untouched stops the run at its second step.
"""
import json
import sys

RACK = 32


def main():
    hosts = int(sys.argv[1])
    width = len(str(hosts))
    racks = range((hosts + RACK - 1) // RACK)

    def members(rack):
        return "node[%0*d-%0*d]" % (width, rack * RACK + 1, width, min(hosts, (rack + 1) * RACK))

    fleet = {
        "version": 1,
        "inventory": [{"hosts": members(r), "labels": {"rack": "r%05d" % r, "domain": "job%05d" % (r // 4)}} for r in racks],
        "profiles": {"roce": {"set": {"roce_accl.selective_repeat_forced_en": True, "dcqcn.rp.ai_rate": "20 Mb/s",
                                      "ztr_rtt.ALPHA": 0.08}}},
        "assign": [{"id": "rack%05d" % r, "hosts": {"rack": "r%05d" % r}, "profile": "roce"} for r in racks],
        "transport": {"kind": "sim", "seed": 1,
                      "cards": [{"hosts": "node[%0*d-%d]" % (width, 1, hosts), "type": "cx7", "count": 8}]},
    }
    if sys.argv[2:] in (["traffic"], ["gates"]):
        fleet["transport"]["traffic"] = {}
    if sys.argv[2:] == ["plain"]:
        fleet["rollouts"] = {"default": {"gates": []}}
    if sys.argv[2:] == ["gates"]:
        fleet["profiles"]["roce"]["set"] = {"dcqcn.rp.ai_rate": "320 Mb/s"}
        fleet["gates"] = {"victims": {"counter": "rx_prio3_pause_duration", "on": "untouched", "per": "second",
                                      "max": {"times_baseline": 2.5, "floor": 1}}}
        fleet["rollouts"] = {"default": {"steps": [{"to": 1, "soak": "10m"}, {"to": "50%", "soak": "10m"},
                                                   {"to": "100%", "soak": "10m"}],
                                         "parallel": 512, "undo_parallel": 512, "gates": ["victims"]}}
    json.dump(fleet, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
