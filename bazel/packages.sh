#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# packages.sh [test]: installs what packages.txt lists and this machine lacks; with "test", also what only tests need.
set -euo pipefail
cd "$(dirname "$0")/.."
want=${1:-}

wanted() {
	awk -v want="$want" '!/^#/ && NF && (NF == 1 || $2 == want) { print $1 }' packages.txt
}

installed() {
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for package in $(wanted); do
	installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=()
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "ecekit needs these Debian packages: ${missing[*]}. Install them as root, then start again." >&2
		exit 69
	fi
	sudo=(sudo)
fi
echo "installing with apt: ${missing[*]}" >&2
"${sudo[@]}" apt-get -q update >/dev/null
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${missing[@]}" >/dev/null
