#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# The programs of docs/examples between two cards, over the shared library: what they print at both ends.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cable_up cables_up

# both_say WORDS: the last pair of programs printed this line, client and server
both_say() { grep -qx "$1" /run/client && grep -qx "$1" /run/server; }
client_says() { grep -qx "$1" /run/client; }
server_says() { grep -qx "$1" /run/server; }

raw_pair() { # [VARIABLE=VALUE of the client]
	pair "raw $(ib_of 1) $(v2_of 1)" "env ${1:-} raw $(ib_of 0) $(v2_of 0) $(address_of 1)"
}
cm_pair() { # PROGRAM [VARIABLE=VALUE of the client]
	pair "$1 $(address_of 1)" "env ${2:-} $1 $(address_of 1) client"
}

# librdmacm offers all that the card has, so nothing can be kept back
cannot_be_narrowed() { ! cm_pair cm_managed ECE_ALLOW=selective_repeat && grep -q "librdmacm advertises all" /run/client; }

check raw.connects raw_pair
check raw.repeats_selectively both_say 'selective_repeat: it is in effect'
check raw.has_programmable_cc both_say 'programmable_cc (a name by inference): it is in effect'
check raw.narrowed raw_pair ECE_ALLOW=selective_repeat
check raw.narrowed_one_stays both_say 'selective_repeat: it is in effect'
check raw.narrowed_here client_says "programmable_cc (a name by inference): this end's policy keeps it back"
check raw.narrowed_there server_says "programmable_cc (a name by inference): the peer's policy keeps it back"

check external.connects cm_pair cm_external
check external.repeats_selectively both_say 'selective_repeat: it is in effect'
check external.narrowed cm_pair cm_external ECE_ALLOW=selective_repeat
check external.narrowed_here client_says "programmable_cc (a name by inference): this end's policy keeps it back"

check managed.connects cm_pair cm_managed
check managed.repeats_selectively both_say 'selective_repeat: it is in effect'
check managed.cannot_be_narrowed cannot_be_narrowed

check kernel_is_quiet no_complaint
