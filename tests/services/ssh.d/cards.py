# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""cards.py RATE...: judges the output of "ece-sim fleet dump" on stdin by the cards' own words.

Each RATE is HOSTS=N: all cards of hosts whose names begin with HOSTS have the rate N. Prints who has not, and hosts that
no rate is of; the exit status is 1 then.
"""
import json
import sys


def main():
    wanted = [word.split("=") for word in sys.argv[1:]]
    bad = 0
    for card in json.load(sys.stdin)["cards"]:
        host, rate = card["host"], card["answer"]["cong.rp.rpg_ai_rate"]
        want = [int(n) for begin, n in wanted if host.startswith(begin)][:1]
        if want != [rate]:
            print(f"{host} card {card['card']}: {rate}, not {want}")
            bad = 1
    return bad


sys.exit(main())
