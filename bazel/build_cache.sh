#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# build_cache.sh: prints options for Bazel with which what was built once for ./test need not be built again, in any
# checkout.
#
# What Bazel knows of an action are the files of the tree and the command, not the compiler's version or the headers of
# the system. So each set of installed compilers and headers has a folder of its own; one that was not in use for
# UNUSED_DAYS is dropped, and so is one that has grown beyond GROWN_MIB. Results of tests are not kept here: in a new
# checkout all of them run.
set -euo pipefail
readonly GROWN_MIB=6000 UNUSED_DAYS=7
base=${XDG_CACHE_HOME:-$HOME/.cache}/ecekit/build
packages=$(dpkg-query -W -f '${Package} ${Version} ${Architecture} ${db:Status-Status}\n' \
	'gcc*' 'g++*' 'clang*' 'llvm*' 'binutils*' '*-dev' | sha256sum | head -c 16)
mkdir -p "$base/$packages"
touch "$base/$packages"
find "$base" -mindepth 1 -maxdepth 1 -mtime +$UNUSED_DAYS -exec rm -rf {} +
if [ "$(du -sm "$base/$packages" | cut -f 1)" -gt $GROWN_MIB ]; then
	rm -rf "${base:?}/$packages"
fi
echo "build --disk_cache=$base/$packages"
echo "build --modify_execution_info=TestRunner=+no-cache"
