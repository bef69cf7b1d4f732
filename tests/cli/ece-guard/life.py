#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""life.py GUARD AGENT APPLY SIM FLEET: a run on a host with its own ece-guard and ece-agent, and what dies on the way.

At every n-th operation, of the controller, of the agent and of the guard: the process is killed there. A guard is started
again, as systemd does, or the host boots first. Nobody comes to mend anything. In the end both cards hold what they held
before, or both what was to be confirmed, by their own dump, and nobody holds them.
"""
import concurrent.futures
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

GUARD, AGENT, APPLY, SIM, REFERENCE = (os.path.abspath(path) for path in sys.argv[1:6])
DEADLINE = 60
BESIDE = 4  # worlds at a time: most of what they do is to wait for a lease
LEASE = "1s"
FULL = bool(os.environ.get("ECE_TEST_FULL"))
POINTS = 1000 if FULL else 6  # of each sweep, spread over all operations
# Fewer operations than these mean that some are no longer counted.
LEAST = {"controller": 20, "agent": 5, "guard": 100}
WANTED = {"roce_accl.selective_repeat_forced_en": True, "dcqcn.rp.ai_rate": "20 Mb/s"}
# what was confirmed before: a host that boots must have it again, and not what its cards have when they are powered on
BEFORE = {"dcqcn.rp.ai_rate": "9 Mb/s"}
BOOTED = "nv.resets"  # how often a card was reset
failed = 0


def verdict(name, good, said=""):
    global failed
    if not good:
        failed = 1
        print(said)
    print("[  %s ] life: %s" % ("     OK" if good else "FAILED ", name))


def until(what, why):
    end = time.monotonic() + DEADLINE
    while not what():
        if time.monotonic() > end:
            raise AssertionError("not within %d s: %s" % (DEADLINE, why))
        time.sleep(0.02)


class World:
    """A simulated host (s), its guard, and a controller (c) that reaches it by an agent: a copy of @base, if there is one."""

    def __init__(self, folder, base=None):
        self.folder = folder
        if base:
            shutil.copytree(base, folder, dirs_exist_ok=True)
        self.guard = None
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("ECE_")}

    def run(self, *command, fault="", check=False):
        return subprocess.run(command, cwd=self.folder, env=dict(self.env, ECE_FAULT=fault) if fault else self.env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=DEADLINE, check=check)

    def start_guard(self, fault=""):
        self.log = open(os.path.join(self.folder, "guard.log"), "a+", encoding="utf-8")
        before = self.said().count("serving on")
        self.guard = subprocess.Popen([GUARD, "--sim", "s", "--host", "h1"], cwd=self.folder, stderr=self.log,
                                      env=dict(self.env, ECE_FAULT=fault) if fault else self.env)
        until(lambda: self.said().count("serving on") > before or self.guard.poll() is not None, "the guard serves")

    def said(self):
        with open(os.path.join(self.folder, "guard.log"), encoding="utf-8") as log:
            return log.read()

    def keep_guard(self, boots):
        """What systemd does, and where the host boots on the way. Returns whether it died."""
        if self.guard.poll() is None:
            return False
        if boots:
            # A simulated host looks after its boot itself, so its cards forget once more before ours is asked.
            self.run(SIM, "fleet", "reboot", "h1", "--state", "s", check=True)
            self.run(SIM, "fleet", "tell", "h1", "firmware-reset", "--state", "s", check=True)
            self.run(GUARD, "boot", "--sim", "s", "--host", "h1")
        self.start_guard()
        return True

    def fleet(self, agent_fault="", wanted=WANTED):
        out = ["/usr/bin/env", "-u", "ECE_FAULT"] if not agent_fault else ["/usr/bin/env", "ECE_FAULT=" + agent_fault]
        fleet = {
            "version": 1,
            "profiles": {"p": {"set": wanted}},
            "assign": [{"hosts": "h1", "profile": "p"}],
            "rollouts": {"default": {"steps": [{"to": "100%", "soak": "0s"}], "baseline": "0s",
                                     "lease": {"ttl": LEASE, "on_loss": "undo"}}},
            "transport": {"kind": "command", "connect_timeout": "5s", "argv": out + [
                "TO={host}", AGENT, "--stdio", "--guard", os.path.join(self.folder, "s", "guard-h1.sock")]},
        }
        with open(os.path.join(self.folder, "fleet.json"), "w", encoding="utf-8") as text:
            json.dump(fleet, text)

    def apply(self, fault="", agent_fault="", boots=False, wanted=WANTED):
        """A run, whatever becomes of it. Returns what it said."""
        self.fleet(agent_fault, wanted)
        with open(os.path.join(self.folder, "apply.log"), "w+", encoding="utf-8") as log:
            with subprocess.Popen([APPLY, "fleet.json", "--yes", "--state", "c"], cwd=self.folder, stdout=log, stderr=log,
                                  stdin=subprocess.DEVNULL, env=dict(self.env, ECE_FAULT=fault) if fault else self.env) as run:
                end = time.monotonic() + DEADLINE
                while run.poll() is None and time.monotonic() < end:
                    self.keep_guard(boots)
                    time.sleep(0.02)
                run.kill()
            log.seek(0)
            return log.read()

    def dump(self):
        cards = json.loads(self.run(SIM, "fleet", "dump", "h1", "--state", "s", check=True).stdout)["cards"]
        return [{key: value for key, value in card["answer"].items() if key != BOOTED} for card in cards]

    def held(self):
        line = json.dumps({"version": 1, "op": "read", "id": "r", "params": ["dcqcn.rp.ai_rate"]}) + "\n"
        out = subprocess.run([AGENT, "--stdio", "--guard", "s/guard-h1.sock"], cwd=self.folder, env=self.env, input=line,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=DEADLINE, check=False).stdout
        return not out or "holder" in json.loads(out)

    def end(self):
        if self.guard and self.guard.poll() is None:
            self.guard.send_signal(signal.SIGKILL)
        if self.guard:
            self.guard.wait()
            self.log.close()


def settled(world, boots=False):
    """Nobody holds the host any more; by its leases alone."""
    def free():
        world.keep_guard(boots)
        return not world.held()
    until(free, "the host is free")
    return world.dump()


def operations(text):
    return int([line for line in text.splitlines() if line.startswith("operations: ")][-1].split()[1])


def confirm_before(base):
    world = World(base)
    world.start_guard()
    said = world.apply(wanted=BEFORE)
    settled(world)
    world.guard.send_signal(signal.SIGTERM)
    world.guard.wait(DEADLINE)
    world.end()
    os.unlink(os.path.join(base, "guard.log"))
    return said


def reference(base):
    """What the cards hold before and after, and how many operations each process has on the way."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder, base)
        world.start_guard("count")
        old = world.dump()
        said = world.apply("count", "")
        new = settled(world)
        world.guard.send_signal(signal.SIGTERM)
        world.guard.wait(DEADLINE)
        counts = {"controller": operations(said), "guard": operations(world.said())}
        world.end()
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder, base)
        world.start_guard()
        line = json.dumps({"version": 1, "op": "read", "id": "r", "params": ["dcqcn.rp.ai_rate"]}) + "\n"
        out = subprocess.run([AGENT, "--stdio", "--guard", "s/guard-h1.sock"], cwd=folder, input=line, text=True,
                             env=dict(world.env, ECE_FAULT="count"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             timeout=DEADLINE, check=False)
        # a run asks its agents for some six things, and this one was asked for one
        counts["agent"] = 6 * operations(out.stderr)
        world.end()
    return old, new, counts


def one(base, old, new, sweep, n):
    """Returns why this n is not well, or nothing."""
    who, boots = sweep
    fault = "kill@%d" % n
    with tempfile.TemporaryDirectory() as folder:
        world = World(folder, base)
        said = ""
        try:
            world.start_guard(fault if who == "guard" else "")
            world.keep_guard(boots)
            said = world.apply(fault if who == "controller" else "", fault if who == "agent" else "", boots)
            now = settled(world, boots)
        except AssertionError as e:
            return "%s %d: %s\n%s\n%s" % (who, n, e, said, world.said())
        finally:
            world.end()
        if now in (old, new):
            return ""
        odd = [key for a, b in zip(now, old) for key in a if a[key] != b.get(key)]
        return "%s %d: neither old nor new: %s\n%s\n%s" % (who, n, odd, said, world.said())


def main():
    with tempfile.TemporaryDirectory() as folder:
        base = os.path.join(folder, "base")
        os.mkdir(base)
        subprocess.run([APPLY, REFERENCE, "--check", "--state", os.path.join(base, "s")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       timeout=DEADLINE, check=False)
        confirm_before(base)
        old, new, counts = reference(base)
        rates = [[card["cong.rp.rpg_ai_rate"] for card in cards] for cards in (old, new)]
        verdict("a run that nothing happens to goes from what was confirmed to what it wants", rates == [[9, 9], [20, 20]])
        for who, least in LEAST.items():
            verdict("%d operations of the %s, at least %d" % (counts[who], who, least), counts[who] >= least)
        with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
            for sweep, name in (
                    (("controller", False), "the controller is killed"),
                    (("agent", False), "each agent is killed"),
                    (("guard", False), "the guard is killed, and started again"),
                    (("guard", True), "the guard is killed, and the host boots")):
                points = sorted({1 + i * (counts[sweep[0]] - 1) // (min(POINTS, counts[sweep[0]]) - 1)
                                 for i in range(min(POINTS, counts[sweep[0]]))})
                bad = [why for why in pool.map(lambda n, sweep=sweep: one(base, old, new, sweep, n), points) if why]
                verdict("%s at the n-th operation (%d of %d tried): old or confirmed values, and nobody holds them" % (name, len(points), counts[sweep[0]]),
                        not bad, "\n".join(bad))
    sys.exit(failed)


main()
