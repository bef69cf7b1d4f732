#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""expressions.py URL DASHBOARD...: every expression of rules, alerts and dashboards gives data, as Prometheus sees it.

Alerts are asked without their comparisons, and each side of an "and", "or", "unless" by itself: whether they fire is
for configs/prometheus/tests. Variables of dashboards are asked, then used.
"""
import json
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

WINDOW = 60  # seconds that were watched
SET_OPERATOR = re.compile(r"\s(?:or|and|unless)\s+(?:(?:on|ignoring)\s*\([^)]*\)\s*)?")
COMPARISON = re.compile(r"(?<=\s)(==|!=|>=|<=|>|<)\s+(?!bool)")
# What the hosts of the test have: see its head.
ALERTS = {
    "EceConfigurationsMixed",
    "EceHostsOwed",
    "EceLosslessDrops",
    "EceParametersDrifted",
    "EceParametersLost",
    "EceRunPaused",
    "EceSeriesLeftOut",
}
failed = False


class Prometheus:
    def __init__(self, url):
        self.url = url

    def get(self, path, **words):
        url = f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(words, doseq=True)}"
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise ValueError(json.load(error)["error"]) from error

    def instant(self, expr):
        return self.get("query", query=expr)["result"]

    def range(self, expr):
        now = time.time()
        return self.get("query_range", query=expr, start=now - WINDOW, end=now, step=5)["result"]


def verdict(name, why):
    global failed
    print(f"[ RUN      ] monitoring: {name}")
    if why:
        failed = True
        print(f"{why}\n[  FAILED  ] monitoring: {name}")
    else:
        print(f"[       OK ] monitoring: {name}")


def whole(text):
    """Is the parenthesis that the text begins with closed by its last character?"""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth:
            return i == len(text) - 1
    return False


def sides(expr):
    """What stands on either side of set operators, down to expressions without one; of "vector(0)" nothing."""
    expr = expr.strip()
    while expr.startswith("(") and whole(expr):
        expr = expr[1:-1].strip()
    depth, start, found = 0, 0, []
    for i, c in enumerate(expr):
        depth += (c in "([{") - (c in ")]}")
        operator = SET_OPERATOR.match(expr, i) if not depth else None
        if operator:
            found.append(expr[start:i])
            start = operator.end()
    if not found:
        return [] if expr == "vector(0)" else [expr]
    return [side for part in found + [expr[start:]] for side in sides(part)]


def without_comparison(expr):
    return COMPARISON.sub(r"\1 bool ", expr)


def plain(expr):
    return re.sub(r"\s+", " ", expr)


def try_all(ask, exprs):
    """What is wrong with the first of them that gives nothing, or None."""
    for expr in exprs:
        try:
            if not ask(expr):
                return f"no data: {expr}"
        except ValueError as error:
            return f"{error}: {expr}"
    return None


def check_rules(prometheus):
    for group in prometheus.get("rules")["groups"]:
        for rule in group["rules"]:
            why = None if rule["health"] == "ok" else f"{rule['health']}: {rule.get('lastError')}"
            exprs = [without_comparison(side) for side in sides(plain(rule["query"]))]
            if rule["type"] == "recording":
                exprs.append(rule["name"])
            verdict(f"rule {rule['name']}", why or try_all(prometheus.instant, exprs))


def label_values(prometheus, query):
    metric, label = re.fullmatch(r"label_values\((.*), (\w+)\)", query).groups()
    return prometheus.get(f"label/{label}/values", **{"match[]": metric})


def fill(text, values):
    return re.sub(r"\$(\w+)", lambda match: values[match[1]], text)


def words_of(prometheus, variable, value):
    words = label_values(prometheus, fill(variable["query"]["query"], value))
    return [variable["allValue"]] if words and variable["includeAll"] else words


def one_of(prometheus, name, board):
    """Values of the variables that choose hosts and NICs: an expression is to give data for one of them."""
    values = [{"__rate_interval": "30s"}]
    for variable in board["templating"]["list"]:
        if variable["type"] == "query":
            values = [
                dict(value, **{variable["name"]: word})
                for value in values
                for word in words_of(prometheus, variable, value)
            ]
            verdict(f"{name}: variable {variable['name']}", None if values else "no value")
    return values


def each_of(board):
    """Values of the variables that are a choice of the dashboard's own: data is to be there for every one."""
    values = [{}]
    for variable in board["templating"]["list"]:
        if variable["type"] == "custom":
            words = [option["value"] for option in variable["options"]]
            values = [dict(value, **{variable["name"]: word}) for value in values for word in words]
    return values


def check_target(prometheus, target, hosts, choice):
    ask = prometheus.instant if target.get("instant") else prometheus.range
    why = "no host"
    for host in hosts:
        expr = fill(target["expr"], {**host, **choice})
        parts = sides(expr)
        # as Grafana asks it; what it is made of, where it may be empty for good
        why = try_all(ask, [without_comparison(part) for part in parts] + ([expr] if len(parts) > 1 else []))
        if not why:
            return None
    return why


def check_panel(prometheus, panel, hosts, board):
    for target in panel.get("targets", []):
        for choice in each_of(board):
            why = check_target(prometheus, target, hosts, choice)
            if why:
                return why
    return None


def check_dashboard(prometheus, path):
    with open(path, encoding="utf-8") as file:
        board = json.load(file)
    name = board["title"].removeprefix("ece: ")
    hosts = one_of(prometheus, name, board)
    for panel in board["panels"]:
        if panel["type"] != "row":
            verdict(f"{name}: {panel['title']}", check_panel(prometheus, panel, hosts, board))
    for line in board["annotations"]["list"]:
        verdict(f"{name}: annotation {line['name']}", try_all(prometheus.instant, [fill(line["expr"], hosts[0])]))


def check_labels(prometheus):
    """A label of a target that a series has as well is renamed by Prometheus: `ece-apply targets` knows too few."""
    hidden = [name for name in prometheus.get("labels") if name.startswith("exported_")]
    verdict("labels of the targets hide none of a series", f"hidden: {hidden}" if hidden else None)


def check_alerts(prometheus):
    """Pending ones too: what waits for its time holds now."""
    found = {alert["labels"]["alertname"] for alert in prometheus.get("alerts")["alerts"]}
    verdict("alerts are those that this fleet gives reason for", None if found == ALERTS else f"they are {found}")


def main():
    prometheus = Prometheus(sys.argv[1])
    check_labels(prometheus)
    check_alerts(prometheus)
    check_rules(prometheus)
    for path in sys.argv[2:]:
        check_dashboard(prometheus, path)
    return failed


if __name__ == "__main__":
    sys.exit(main())
