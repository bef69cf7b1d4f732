#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""foreign.py PRINT_PAGE METRICS.MD: Prometheus' own client parsers and promtool read a page in each format, and see the
same; and what is on it beside counters is in docs/metrics.md."""
import json
import re
import shutil
import subprocess
import sys

failed = 0


def check(name, good, why=""):
    global failed
    failed += not good
    print("[%s] foreign.%s" % ("       OK " if good else "  FAILED  ", name))
    if not good:
        print("# %.2000s" % (why,))


def page(program, word):
    return subprocess.run([program, word], check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")


def samples(families):
    """{(name, labels): value}, and what was there twice."""
    seen, twice = {}, []
    for family in families:
        for sample in family.samples:
            key = (sample.name, tuple(sorted(sample.labels.items())))
            twice += [key] if key in seen else []
            seen[key] = float(sample.value)
    return seen, twice


def of_json(document):
    ends = {"counter": "_total", "info": "_info"}
    return {
        (family["family"] + ends.get(family["type"], ""), tuple(sorted(sample.get("labels", {}).items()))): float(sample["value"])
        for family in document["families"]
        for sample in family["samples"]
        if "value" in sample
    }


def judge_parsers(program):
    try:
        from prometheus_client import parser
        from prometheus_client.openmetrics import parser as openmetrics
    except ImportError:
        print("[  SKIPPED ] foreign.parsers: python3-prometheus-client is not installed")
        return
    text, twice = samples(parser.text_string_to_metric_families(page(program, "prometheus")))
    check("prometheus_client_reads_text", len(text) > 100 and not twice, twice)
    opened, twice = samples(openmetrics.text_string_to_metric_families(page(program, "openmetrics")))
    check("prometheus_client_reads_openmetrics", len(opened) > 100 and not twice, twice)
    check("both_texts_say_the_same", text == opened, set(text.items()) ^ set(opened.items()))
    told = of_json(json.loads(page(program, "json")))
    check("json_says_the_same", told == opened, set(told.items()) ^ set(opened.items()))
    device = 'a"b\\c\n{}\ufffd'
    check("hostile_names_come_through", opened.get(("ece_device_up", (("device", device),))) == 1)


def judge_docs(program, path):
    """Counters say their kernel's name in brackets; those of processes and queue pairs have a rule instead of a row. What
    the exporter tells of itself (ece_exporter_) is made elsewhere."""
    with open(path, encoding="utf-8") as file:
        documented = set(re.findall(r"`(ece_[a-z_]+)`", file.read()))
    told = set()
    for line in page(program, "prometheus").splitlines():
        found = re.match(r"# HELP (ece_[a-z_]+) (.*)", line)
        if found and not re.search(r" \([A-Za-z0-9_]+\)$", found[2]) and not re.search("counter set", found[2]):
            told.add(found[1])
    told = {name for name in told if not name.startswith("ece_exporter_")}
    documented = {name for name in documented if not name.startswith("ece_exporter_")}
    check("docs_have_what_is_told", len(told) > 50 and told <= documented, told - documented)
    check("what_docs_have_is_told", documented <= told | {"ece_process_", "ece_qp_"}, documented - told)


def judge_promtool(program):
    if not shutil.which("promtool"):
        print("[  SKIPPED ] foreign.promtool: prometheus is not installed")
        return
    run = subprocess.run(["promtool", "check", "metrics"], input=page(program, "prometheus").encode(),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check("promtool_finds_nothing", run.returncode == 0 and not run.stdout, run.stdout.decode())


judge_parsers(sys.argv[1])
judge_promtool(sys.argv[1])
judge_docs(sys.argv[1], sys.argv[2])
sys.exit(failed > 0)
