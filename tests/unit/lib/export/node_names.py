#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""node_names.py PRINT_PAGE: node_exporter reads a sysfs tree, and a page of the same numbers tells what it tells; and it
takes a page as a file of its textfile collector."""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

SECONDS = 30  # for node_exporter to answer

# What the round of print_page has.
PORT = {"state": "4: ACTIVE", "phys_state": "5: LinkUp", "rate": "200 Gb/sec (4X HDR)", "link_layer": "Ethernet"}
DEVICE = {"fw_ver": "28.39.1002", "board_id": "MT_0000000838", "hca_type": "MT4129"}

# Every file of the kernel's folder "counters", each with another value.
FILES = [
    "VL15_dropped", "excessive_buffer_overrun_errors", "link_downed", "link_error_recovery",
    "local_link_integrity_errors", "multicast_rcv_packets", "multicast_xmit_packets", "port_rcv_constraint_errors",
    "port_rcv_data", "port_rcv_errors", "port_rcv_packets", "port_rcv_remote_physical_errors",
    "port_rcv_switch_relay_errors", "port_xmit_constraint_errors", "port_xmit_data", "port_xmit_discards",
    "port_xmit_packets", "port_xmit_wait", "symbol_error", "unicast_rcv_packets", "unicast_xmit_packets",
]
COUNTERS = {name: 1000 + number for number, name in enumerate(FILES)}

failed = 0


def check(name, good, why=""):
    global failed
    failed += not good
    print("[%s] node_names.%s" % ("       OK " if good else "  FAILED  ", name))
    if not good:
        print("# %.2000s" % (why,))


def write(path, files):
    os.makedirs(path)
    for name, value in files.items():
        with open(os.path.join(path, name), "w", encoding="ascii") as file:
            file.write("%s\n" % value)


def make_tree(root):
    device = os.path.join(root, "class/infiniband/mlx5_0")
    write(device, DEVICE)
    write(os.path.join(device, "ports/1"), PORT)
    write(os.path.join(device, "ports/1/counters"), COUNTERS)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def fetch(process, port):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/metrics" % port, timeout=SECONDS) as answer:
                return answer.read().decode()
        except OSError:
            # It listens a moment later: the wait ends with the first answer.
            time.sleep(0.02)
    return ""


def theirs(program, *collector):
    port = free_port()
    args = [program, "--collector.disable-defaults", "--web.disable-exporter-metrics",
            "--web.listen-address=127.0.0.1:%d" % port, *collector]
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            return fetch(process, port)
        finally:
            process.kill()


def series(text):
    """{name and labels in one order: value} of the names of this collector, for the one device."""
    found = {}
    for line in text.splitlines():
        if line.startswith("node_infiniband_") and 'device="mlx5_0"' in line:
            name, value = line.rsplit(" ", 1)
            name, labels = name[:-1].split("{", 1)
            found[name, tuple(sorted(labels.split(",")))] = float(value)
    return found


def types(text):
    return {line for line in text.splitlines() if line.startswith("# TYPE node_infiniband_")}


def judge_textfile(program, page):
    """A page as --textfile writes it is told on by node_exporter, whole."""
    ours = {line for line in page.splitlines() if line.startswith("ece_")}
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "ece.prom"), "w", encoding="utf-8") as file:
            file.write(page)
        told = theirs(program, "--collector.textfile", "--collector.textfile.directory=" + folder)
    lines = told.splitlines()
    check("its_textfile_collector_has_no_fault", "node_textfile_scrape_error 0" in lines, told)
    names = {re.split("[{ ]", line)[0] for line in ours}
    check("every_metric_is_told_on", len(names) > 50 and names <= {re.split("[{ ]", line)[0] for line in lines},
          names - {re.split("[{ ]", line)[0] for line in lines})
    check("every_series_is_told_on", len(ours) == sum(line.startswith("ece_") for line in lines), len(ours))


def main():
    program = shutil.which("prometheus-node-exporter") or os.environ.get("ECE_NODE_EXPORTER")
    if not program:
        print("[  SKIPPED ] node_names: prometheus-node-exporter is not installed")
        return 0
    with tempfile.TemporaryDirectory() as root:
        make_tree(root)
        told = theirs(program, "--path.sysfs=" + root, "--collector.infiniband")
    page = subprocess.run([sys.argv[1], "prometheus"] + ["%s=%d" % pair for pair in COUNTERS.items()],
                          check=True, stdout=subprocess.PIPE).stdout.decode()
    wanted, got = series(told), series(page)
    check("node_exporter_tells_enough", len(wanted) > len(COUNTERS) - 3, told)
    check("names_and_values_are_the_same", wanted.items() <= got.items(), wanted.items() - got.items())
    check("nothing_is_beside_them", not got.keys() - wanted.keys(), got.keys() - wanted.keys())
    check("types_are_the_same", types(told) <= types(page), types(told) - types(page))
    judge_textfile(program, page)
    return failed > 0


sys.exit(main())
