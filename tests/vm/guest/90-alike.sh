#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# The simulated kernel and this one, side by side: which backend can do what with every parameter and why not, as
# ece-show says it, must be the same of a simulated host with a ConnectX-7 and of this card.
. /t/lib.sh

case $LABEL in
vm510) persona=old-errno ;;
vm61) persona=6.1 ;;
vm612) persona=6.12 ;;
*) persona=7.x ;;
esac
cat > /run/alike.json <<-EOF
	{ "version": 1, "profiles": { "p": { "set": { "dcqcn.rp.ai_rate": "leave" } } },
	  "assign": [ { "hosts": "node1", "profile": "p" } ],
	  "transport": { "kind": "sim", "cards": [ { "type": "cx7", "count": 1 } ] } }
EOF
simulated() {
	ece-apply --state /run/alike /run/alike.json --yes && ece-sim fleet kernel "$persona" node1 --state /run/alike
}
check simulated_host simulated
# what a line is about stands in it; the first one is who the host and the card are
told() {
	sed -e 's/},[{"]/\
/g' -e "s/kernel [0-9][^ \"]*/kernel RELEASE/g" -e 's/syndrome 0x[0-9a-f]*/syndrome/g' -e 's/0000:[0-9a-f:.]*/PCI/g' |
		sed 1d
}
# alike ARGS...
alike() {
	ece-show "$@" --json --sim /run/alike --host node1 | told > /run/model
	ece-show "$@" --json "$PCI" | told > /run/real
	[ "$(wc -l < /run/real)" -gt 50 ] || { echo "only $(wc -l < /run/real) lines"; return 1; }
	diff /run/model /run/real
}
check what_backends_can alike --probe
check values_and_how_they_are_read alike
