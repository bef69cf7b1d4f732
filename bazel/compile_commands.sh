#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Writes compile_commands.json for clang-tidy and clangd out of Bazel's own action list; runs no compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
# Paths are from here on, by the link to Bazel's output: they are the same in every checkout, so what clang-tidy found clean in
# one need not be looked at in another.
out=.bazel/out
base=$out/../../..
bazel aquery --output=jsonproto 'mnemonic("CppCompile", //...)' 2>/dev/null |
	python3 -c '
import json, os, sys
base, out = sys.argv[1:]
gcc_only = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object", "-Wunused-but-set-parameter"}
commands = {}
for action in json.load(sys.stdin).get("actions", []):
    args = [a for a in action["arguments"] if a not in gcc_only]
    source = args[args.index("-c") + 1]
    if source.startswith("external/") or not source.endswith(".c"):
        continue
    args = [base + "/" + a if a.startswith("external/") else out + a[len("bazel-out"):] if a.startswith("bazel-out/") else a
            for a in args]
    # the folder is the checkout, or clang-tidy finds no .clang-tidy and is content with everything
    commands[source] = {"directory": os.getcwd(), "file": source, "arguments": args}
json.dump(list(commands.values()), open("compile_commands.json", "w"), indent=1)
print(len(commands), "files in compile_commands.json")
' "$base" "$out"
