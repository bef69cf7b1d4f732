#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of tools/ece-connect that need no device, of their tests, and of what they stand on
#
# Plants one fault after the other in a copy of what two ends tell each other. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 30 "$@" -ljansson -lpthread; } # OBJECT...

mutants_begin tools/ece-connect "$@"
mutants_compile tools/ece-connect/*.c lib/ece/o*.c devx/{base,ece}/*.c tests/unit/tools/ece-connect/*.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Frames.
mutant "any magic will do" exchange.c 's/memcmp\(head, magic, sizeof\(magic\)\) != 0/0/'
mutant "any version will do" exchange.c 's/head\[4\] != EXCHANGE_MAJOR/0/'
mutant "a frame may be longer than its limit" exchange.c 's/\*len > EXCHANGE_MAX - EXCHANGE_HEAD \|\| //'
mutant "a greeting may be cut" exchange.c 's/len < HELLO_LEN \|\| //'
mutant "a mode may be anything" exchange.c 's/ \|\| body\[HELLO_MODE\] >= CONNECT_MODE_COUNT//'
mutant "no queue pair is enough" exchange.c 's/!hello->qps \|\| //'
mutant "the most queue pairs are too many" exchange.c 's/hello->qps > CONNECT_QPS_MAX/hello->qps >= CONNECT_QPS_MAX/'
mutant "queue pairs have no limit" exchange.c 's/ \|\| hello->qps > CONNECT_QPS_MAX//'
mutant "bytes have no limit" exchange.c 's/hello->bytes > CONNECT_BYTES_MAX/0/'
mutant "holding has no limit" exchange.c 's/hello->hold_ms > CONNECT_HOLD_MAX/0/'
mutant "an MTU may be anything" exchange.c 's/hello->mtu > MTU_MAX/0/'
mutant "a number may have 32 bits" exchange.c 's/qp->qpn > NUMBER_MAX \|\| //'
mutant "a report may be cut" exchange.c 's/len < REPORT_LEN/0/'
mutant "later reasons are taken as they are" exchange.c 's/why < ECE_MISSING_COUNT \? why : ECE_MISSING_UNKNOWN/why/'
mutant "later ways to read are taken as they are" exchange.c 's/body\[REPORT_EFFECTIVE_BY\] > ECE_EFFECTIVE_BY_CALLER/0/'
mutant "a farewell is printed as it came" exchange.c "s/c >= ' ' && c < 0x7f/1/"
mutant "a refusal is not told" exchange.c 's/report->refused \? REPORT_REFUSED : 0/0/'

# Over a socket.
mutant "silence is waited out" talk.c 's/if \(!ms\)/if (0 \&\& !ms)/'
mutant "a closed connection is no end" talk.c 's/code == ECONNRESET \|\| code == EPIPE/0/'
mutant "any frame is the one due" talk.c 's/got == kind \? 0/1 ? 0/'
mutant "a farewell is a frame like others" talk.c 's/if \(got == EXCHANGE_BYE\)/if (0)/'
mutant "a look takes what it finds" talk.c 's/if \(n \|\| kind != EXCHANGE_BYE\)/if (n)/'
mutant "a farewell has no place" talk.c 's/why->place\[0\] \? ": " : ""/""/'

# What came of it.
mutant "only this end requires" report.c 's/\(pair->has_peer \? pair->peer.require : 0\)/0/'
mutant "only this end counts" report.c 's/in_effect\(&pair->own\) & in_effect\(&pair->peer\)/in_effect(\&pair->own)/'
mutant "what was not read is on" report.c 's/report->effective_by == ECE_EFFECTIVE_NOT_READ \? 0 : //'
mutant "any vendor's bits are features" report.c 's/offer->vendor_id == ECE_VENDOR_NVIDIA \? ece_offer_bits\(offer\) : 0/ece_offer_bits(offer)/'
mutant "only this card is worth a word" report.c 's/\(pair->has_peer \? has\(&pair->peer\) : 0\)/0/'
mutant "ends may differ" report.c 's/in_effect\(&pair->own\) != in_effect\(&pair->peer\)/0/'
mutant "numbers make a difference" report.c 's/one.qpn = other.qpn = 0;//'
mutant "a refusal of the other end goes unseen" report.c 's/pair->has_peer && pair->peer.refused\)$/0)/'
mutant "an end that was not reached is an error" report.c 's/if \(result->unreached\)/if (0)/'
mutant "what lacks is no failure" report.c 's/if \(pair_lacking\(&result->pairs\[i\]\)\)/if (0)/'

# Addresses.
mutant "RoCE v1 will do" gid.c 's/list\[i\].gid_type == IBV_GID_TYPE_ROCE_V2 && //'
mutant "any port will do" gid.c 's/\(!port \|\| list\[i\].port_num == port\)/1/'
mutant "the longest name is too long" address.c 's/len >= ADDRESS_HOST_MAX/len >= ADDRESS_HOST_MAX - 1/'
mutant "a port has no limit" address.c 's/ \|\| strtoul\(digits, NULL, 10\) > PORT_MAX//'
mutant "an IPv6 address has a port" address.c 's/!colon \|\| strchr\(colon \+ 1, .:.\)/!colon/'
mutant "an IPv4 peer is one of IPv6" socket.c 's/\*address = \(struct sockaddr_storage\).*/return;/'
exit $failed
