#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""dashboards.py FILE: is it a dashboard of Grafana's classic model that can be provisioned as it is?"""
import json
import re
import sys

UNITS = {"none", "s", "Bps", "pps", "cps", "percentunit"}
BUILT_IN = {"__all", "__rate_interval", "__url_time_range", "__field"}
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
faults = []


def want(good, *words):
    if not good:
        faults.append(" ".join(str(word) for word in words))


def variables_of(text):
    """Names behind a $ in any text of the dashboard; of "${__field.labels.x}" the first part."""
    return {name for pair in re.findall(r"\$(?:\{(\w+)|(\w+))", text) for name in pair if name}


def check_panel(panel):
    title = panel["title"]
    if panel["type"] == "row":
        want(panel["panels"] == [], title, "has panels inside")
        return
    want(panel["datasource"] == SOURCE, title, "has another data source")
    want(panel["description"].strip() == panel["description"] != "", title, "has no description")
    want(panel["fieldConfig"]["defaults"]["unit"] in UNITS, title, "has no unit, or a new one")
    want(panel["targets"], title, "asks nothing")
    refs = [target["refId"] for target in panel["targets"]]
    want(len(refs) == len(set(refs)), title, "has a refId twice")
    for target in panel["targets"]:
        want(target["datasource"] == SOURCE, title, "has a query with another data source")
        want("@" not in target["expr"], title, "has a counter without its name in Prometheus")
        want(target.get("instant") or target.get("range"), title, "is neither instant nor a range")


def check_places(panels):
    taken = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        want(at["x"] + at["w"] <= 24, panel["title"], "is beyond the right edge")
        want(not cells & taken, panel["title"], "lies on another panel")
        taken |= cells


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    board = json.loads(text)
    want(board["id"] is None and re.fullmatch(r"ece-[a-z]+", board["uid"]), "no fixed uid")
    want(board["schemaVersion"] == 39, "another schema")
    want("__inputs" not in board, "has inputs: it is for provisioning")
    variables = {variable["name"]: variable for variable in board["templating"]["list"]}
    want(variables["datasource"]["type"] == "datasource", "no variable for the data source")
    for name, variable in variables.items():
        want(variable["type"] != "query" or variable["datasource"] == SOURCE, name, "has another data source")
    dangling = variables_of(text) - set(variables) - BUILT_IN
    # of links: what they set in the dashboard that they lead to
    want(not dangling, "variables that are none:", dangling)
    ids = [panel["id"] for panel in board["panels"]]
    want(len(ids) == len(set(ids)), "a panel's id twice")
    for panel in board["panels"]:
        check_panel(panel)
    check_places(board["panels"])
    for fault in faults:
        print(f"{sys.argv[1]}: {fault}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
