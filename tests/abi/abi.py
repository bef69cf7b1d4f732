#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""abi.py LIBRARY MAP SYMBOLS HEADER...: what libece.so exports and what it needs. One line a case, as cmocka prints them.

SYMBOLS is the checked-in list of what "nm -D" has to say. A name leaves it only with another soname.
"""
import re
import subprocess
import sys

SONAME = "libece.so.1"
# Only these may be needed by a program that links with -lece.
NEEDED = re.compile(r"^(libc|libpthread|libdl|libibverbs|librdmacm|libjansson|libmnl|ld-linux-[a-z0-9-]+)\.so\.[0-9]+$")
# Sanitizers bring libraries of their own.
SANITIZERS = re.compile(r"^lib(a|ub|t)san\.so\.[0-9]+$")
DECLARED = re.compile(r"\b(ece_[a-z0-9_]+)\s*\(")
EXTERN_C = re.compile(r'^extern "C" \{$', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def rows(path):
    with open(path, encoding="utf-8") as text:
        return [line.strip() for line in text if line.strip() and not line.startswith("#")]


def exported(library):
    """{"ece_offer_make@@ECE_1.0", ...}, without the names of the nodes."""
    cells = [line.split() for line in run("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines()]
    return {cell[2] for cell in cells if cell[1] != "A"}


def without_comments(path):
    with open(path, encoding="utf-8") as text:
        return COMMENT.sub("", text.read())


def declared(headers):
    return {name for path in headers for name in DECLARED.findall(without_comments(path))}


def mapped(path):
    """{"ece_offer_make@@ECE_1.0", ...} of the version script."""
    node, names = None, set()
    for line in rows(path):
        begin = re.match(r"(ECE_[0-9.]+) \{$", line)
        if begin:
            node = begin.group(1)
        elif line.startswith("ece_"):
            names.add("%s@@%s" % (line.rstrip(";"), node))
    return names


def dynamic(library, tag):
    return re.findall(r"\(%s\).*\[(.*)\]" % tag, run("readelf", "--dynamic", "--wide", library))


def differences(left, right, left_name, right_name):
    return ["only in %s: %s" % (left_name, name) for name in sorted(left - right)] + \
           ["only in %s: %s" % (right_name, name) for name in sorted(right - left)]


def bare(names):
    return {name.split("@")[0] for name in names}


def check(name, faults):
    print("[ RUN      ] abi: %s" % name)
    for fault in faults:
        print(fault)
    print("[  FAILED  ] abi: %s" % name if faults else "[       OK ] abi: %s" % name)
    return bool(faults)


def main():
    library, script, symbols, headers = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    has = exported(library)
    sonames = dynamic(library, "SONAME")
    strangers = [name for name in dynamic(library, "NEEDED") if not NEEDED.match(name) and not SANITIZERS.match(name)]
    failed = check("the symbols are those of the list", differences(has, set(rows(symbols)), "the library", "the list"))
    failed |= check("what is declared is exported, and nothing else",
                    differences(declared(headers), bare(has), "the headers", "the library"))
    failed |= check("the map is what is exported", differences(mapped(script), has, "the map", "the library"))
    failed |= check("the soname", [] if sonames == [SONAME] else ["it is %s, not %s" % (sonames, SONAME)])
    failed |= check("it needs nothing but RDMA libraries, JSON and the C library", strangers)
    failed |= check("headers are for C++ too", [path for path in headers if not EXTERN_C.search(without_comments(path))])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
