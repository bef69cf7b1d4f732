#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""units.py TOOL... UNIT...: the units of a host as systemd reads them. One line a case, as cmocka prints them."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

DEADLINE = 60
# Tenths, of systemd-analyze security. Who writes to cards has their devices, the PCI window and debugfs: no better than "OK".
EXPOSURE_MAX = {"ece-guard.service": 35, "ece-boot.service": 35, "ece-reload@.service": 35, "ece-agent.service": 15}
FIRST_OF_BOX, LAST_OF_BOX = "DevicePolicy=", "TasksMax="
failed = 0


def verdict(name, good, said=""):
    global failed
    if not good:
        failed = 1
        print(said)
    print("[  %s ] units: %s" % ("     OK" if good else "FAILED ", name))


def run(*command):
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE, check=False)
    return out.returncode, out.stdout.decode()


def lines(unit):
    with open(unit, encoding="utf-8") as text:
        return [line for line in text.read().splitlines() if line and not line.startswith("#")]


def box(unit):
    """What a unit's processes may do: from the first to the last line about it, without comments."""
    inside = [i for i, line in enumerate(lines(unit)) if line.startswith((FIRST_OF_BOX, LAST_OF_BOX))]
    return lines(unit)[inside[0]:inside[-1] + 1]


def test_verify(units):
    # An instance is what systemd can look at of a template
    names = ["./" + unit.replace("@.", "@mlx5_0.") for unit in units]
    for unit, name in zip(units, names):
        if not os.path.exists(name):
            os.symlink(unit, name)
    said = run("systemd-analyze", "verify", "--man=no", *names)[1]
    ours = [line for line in said.splitlines() if "ece-" in line]
    verdict("systemd finds no fault in %d of them" % len(units), len(units) >= 8 and not ours, "\n".join(ours))


def test_exposure():
    for unit, most in EXPOSURE_MAX.items():
        code, said = run("systemd-analyze", "security", "--offline=true", "--threshold=%d" % most, "--no-pager", "./" + unit)
        verdict("%s: exposure of at most %.1f" % (unit, most / 10), code == 0, said)


def test_contents():
    guard = box("ece-guard.service")
    for unit in ("ece-boot.service", "ece-reload@.service"):
        verdict("%s may do what ece-guard.service may, and no more" % unit, box(unit) == guard,
                "\n".join(set(box(unit)) ^ set(guard)))
    boot = "\n".join(lines("ece-boot.service"))
    before = re.search(r"^Before=(.*)$", boot, re.M).group(1).split()
    verdict("what was confirmed is put back before workloads", {"slurmd.service", "kubelet.service"} <= set(before))
    ready = lines("ece-ready.target")
    verdict("a host that is not as confirmed is not ready", {"Requires=ece-boot.service", "After=ece-boot.service"} <= set(ready))
    devices = [line for line in guard if line.startswith("DeviceAllow=")]
    verdict("of the devices the commands to the firmware, and nothing else",
            devices == ["DeviceAllow=char-infiniband_verbs rw", "DeviceAllow=char-fwctl rw"])
    agent = lines("ece-agent.service")
    verdict("the agent has no rights", {"User=ece", "CapabilityBoundingSet=", "NoNewPrivileges=yes", "PrivateDevices=yes"} <= set(agent))


def main():
    files = [os.path.abspath(path) for path in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("bin")
        units = []
        for path in files:
            name = os.path.basename(path)
            if not name.endswith((".service", ".socket", ".target")):
                os.symlink(path, "bin/" + name)
                continue
            units.append(name)
            with open(path, encoding="utf-8") as text, open(name, "w", encoding="utf-8") as out:
                out.write(text.read().replace("@PREFIX@", folder))
        test_contents()
        if shutil.which("systemd-analyze"):
            test_verify(units)
            test_exposure()
        else:
            print("[  SKIPPED ] units: there is no systemd-analyze")
        os.chdir("/")
    sys.exit(failed)


main()
