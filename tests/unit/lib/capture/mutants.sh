#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/capture, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the decoder. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 60 "$@"; } # OBJECT...

mutants_begin lib/capture "$@"
mutants_compile lib/capture/*.c devx/base/*.c tests/unit/lib/capture/*_test.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Links.
mutant "any number of tags" link.c 's/tags == CAPTURE_TAGS_MAX/0/'
mutant "one tag fewer" link.c 's/tags == CAPTURE_TAGS_MAX/tags + 1 == CAPTURE_TAGS_MAX/'
mutant "the innermost tag is the VLAN" link.c 's/if \(!tags\)/if (1)/'
mutant "a VLAN with its priority" link.c 's/ \& VLAN_MASK//'
mutant "802.1ad is unknown" link.c 's/ \|\| type == 0x88a8//'
mutant "the type of cooked packets elsewhere" link.c 's/SLL_TYPE = 14/SLL_TYPE = 12/'

# Networks.
mutant "every port is that of RoCE" network.c 's/ece_be16\(view->at \+ UDP_TO\) != ROCE_PORT/0/'
mutant "UDP may be of any length" network.c 's/length < UDP_BYTES \|\| length > view->wire/0/'
mutant "what pads is a part of it" network.c 's/capture_view_end\(view, length\);/;/'
mutant "options are not skipped" network.c 's/capture_view_skip\(view, header\)/capture_view_skip(view, IPV4_BYTES)/'
mutant "a header of four words" network.c 's/header < IPV4_BYTES \|\| //'
mutant "a packet longer than its frame" network.c 's/ \|\| total > view->wire//'
mutant "a packet shorter than its header" network.c 's/total < header \|\| //'
mutant "any version is IPv4" network.c 's/view->at\[0\] >> IP_VERSION_SHIFT != 4 \|\| //'
mutant "a fragment is a packet" network.c 's/ece_be16\(view->at \+ IPV4_FRAGMENT\) \& IPV4_FRAGMENT_MASK/0/'
mutant "only the first fragment is one" network.c 's/IPV4_FRAGMENT_MASK = 0x3fff/IPV4_FRAGMENT_MASK = 0x1fff/'
mutant "from and to are swapped" network.c 's/map_address\(mad->from, view->at \+ IPV4_FROM\)/map_address(mad->from, view->at + IPV4_TO)/'
mutant "any version is IPv6" network.c 's/view->at\[0\] >> IP_VERSION_SHIFT != 6 \|\| //'
mutant "IPv6 longer than its frame" network.c 's/ \|\| length > view->wire - IPV6_BYTES//'
mutant "a fragment of IPv6 is a packet" network.c 's/ \&\& ece_be16\(view->at \+ FRAGMENT_OFFSET\) \& FRAGMENT_MASK/ \&\& 0/'
mutant "a whole fragment is none" network.c 's/FRAGMENT_MASK = 0xfff9/FRAGMENT_MASK = 0xffff/;s/ece_be16\(view->at \+ FRAGMENT_OFFSET\) \& FRAGMENT_MASK/1/'
mutant "any number of extension headers" network.c 's/headers < CAPTURE_HEADERS_MAX \?/1 ?/'
mutant "authentication in units of eight" network.c 's/if \(kind == NEXT_AUTHENTICATION\)/if (0)/'
mutant "what a GRH carries is not asked" network.c 's/next == NEXT_BTH \? CAPTURE_GOOD : CAPTURE_OTHER/next ? CAPTURE_GOOD : CAPTURE_OTHER/'
mutant "a GRH is IPv6" network.c 's/mad->roce_v1 = true;/;/'

# Transport and class.
mutant "every version of the BTH" packet.c 's/view->at\[BTH_FLAGS\] \& BTH_VERSION_MASK/0/'
mutant "every queue pair is QP1" packet.c 's/\(ece_be32\(view->at \+ BTH_QPN\) \& LOW_24\) != GSI_QPN/0/'
mutant "the number has 8 bits" packet.c 's/LOW_24 = 0xffffff/LOW_24 = 0xff/'
mutant "every opcode is a datagram" packet.c 's/view->at\[BTH_OPCODE\] != UD_SEND_ONLY/0/'
mutant "every version of MADs" packet.c 's/view->at\[MAD_BASE_VERSION\] != MAD_BASE_VERSION_1/0/'
mutant "every class is the connection manager" packet.c 's/view->at\[MAD_CLASS\] != MAD_CLASS_CM/0/'
mutant "every version of the class" packet.c 's/view->at\[MAD_CLASS_VERSION\] != MAD_CLASS_VERSION_CM/0/'
mutant "every method sends" packet.c 's/view->at\[MAD_METHOD\] != MAD_METHOD_SEND/0/'
mutant "half a MAD is one" packet.c 's/view->wire < CAPTURE_MAD_BYTES \? CAPTURE_SHORT : CAPTURE_GOOD/CAPTURE_GOOD/'
mutant "the CRC is a part of the MAD" packet.c 's/capture_view_end\(\&view, CAPTURE_MAD_BYTES\);/;/'

# The CRC.
mutant "the CRC covers the time to live" icrc.c '/network\[IPV4_TTL\] = ONES;/d'
mutant "the CRC covers the class" icrc.c '/network\[IPV4_CLASS\] = ONES;/d'
mutant "the CRC covers the UDP checksum" icrc.c 's/memset\(network \+ bytes - UDP_BYTES.*/;/'
mutant "the CRC covers congestion bits" icrc.c '/BTH_CONGESTION\] = ONES;/d'
mutant "every CRC is right" icrc.c 's/le32toh\(carried\) == sum \?/1 ?/'
mutant "the CRC of a part is wrong" icrc.c 's/transport->len < transport->wire \|\|/0 ||/'

# Messages.
mutant "the vendor of a REQ elsewhere" message.c 's/REQ_VENDOR = 5/REQ_VENDOR = 4/'
mutant "the vendor of a REP elsewhere" message.c 's/REP_VENDOR_MIDDLE = 19/REP_VENDOR_MIDDLE = 16/'
mutant "the vendor of a SIDR_REP elsewhere" message.c 's/SIDR_REP_VENDOR_LOW = 11/SIDR_REP_VENDOR_LOW = 10/'
mutant "the QP of a REQ elsewhere" message.c 's/REQ_QPN = 32/REQ_QPN = 36/'
mutant "the PSN of a REP elsewhere" message.c 's/REP_PSN = 20/REP_PSN = 21/'
mutant "the reason elsewhere" message.c 's/REJ_REASON = 10/REJ_REASON = 9/'
mutant "GIDs are swapped" message.c 's/REQ_LOCAL_GID = 56/REQ_LOCAL_GID = 72/'
mutant "a REQ has a second id" message.c 's/message->service_id = ece_be64\(body \+ REQ_SERVICE\);/message->remote_id = 1;/'
mutant "a REQ needs fewer bytes" message.c 's/REQ_END = 88/REQ_END = 84/'
mutant "a REJ needs fewer bytes" message.c 's/REJ_END = 12/REJ_END = 8/'
mutant "XRC is not known" message.c 's/== EXTENDED_XRC \? "XRC"/== 9 ? "XRC"/'
mutant "one attribute more" message.c 's/id < CAPTURE_KIND_FIRST \+ CAPTURE_KIND_COUNT \?/id <= CAPTURE_KIND_FIRST + CAPTURE_KIND_COUNT ?/'

# Exchanges.
mutant "an RTU alone establishes" exchange.c 's/if \(!saw\(exchange, CAPTURE_REQ\)\)/if (0)/'
mutant "an answer is enough" exchange.c 's/return confirmed\(exchange\) \?/return 1 ?/'
mutant "a disconnect confirms nothing" exchange.c 's/saw\(exchange, CAPTURE_DREQ\) \|\| saw\(exchange, CAPTURE_DREP\)/0/'
mutant "a reject needs no request" exchange.c 's/return saw\(exchange, CAPTURE_REQ\);/return true;/'
mutant "vendors may differ" exchange.c 's/ \|\| asked->vendor_id != answered->vendor_id//'
mutant "vendor 0 agrees" exchange.c 's/return answered->vendor_id \? \*answered : none;/return *answered;/'
mutant "every look-up finds" exchange.c 's/exchange->status \?/0 ?/'
mutant "ports are those of services" exchange.c 's/service_id >> 16 != spaces\[i\].space/(service_id >> 16 \& 0xffff) != spaces[i].space/'

# Sessions.
mutant "a REJ is the responder's" session.c 's/message->rejects == CAPTURE_REJECTS_REP \? SIDE_REQUESTER : SIDE_UNKNOWN/SIDE_RESPONDER/'
mutant "an id is used but once" session.c 's/if \(node \&\& starts_anew\(node, seen->message\)\)/if (0)/'
mutant "the same request is another" session.c 's/return exchange->requester.known \&\&/return exchange->requester.known || /'
mutant "repeats are not counted" session.c 's/!aside \&\& exchange->seen \& CAPTURE_SEEN\(kind\)/0/'
mutant "what is over is told again" session.c 's/if \(!node->told\)$/if (1)/'
mutant "what is over is not told at once" session.c 's/!node->told \&\& capture_exchange_is_over\(exchange\)/0/'
mutant "late words are not counted" session.c 's/if \(!aside \&\& node->told\)/if (0)/'
mutant "strays start exchanges" session.c 's/if \(!node \&\& side_of\(seen->message\) == SIDE_UNKNOWN\)/if (0)/'
mutant "ids of answers are not compared" session.c 's/node->exchange.responder.comm_id != seen->message->remote_id/0/'
mutant "addresses are swapped" session.c 's/asks \? mad->from : mad->to, sizeof\(key.requester\)/asks ? mad->to : mad->from, sizeof(key.requester)/'
mutant "time goes forwards only" session.c 's/if \(seen->time_ns < exchange->first_ns\)/if (0)/'
mutant "the end tells nothing" session.c 's/while \(\(node = capture_table_oldest_open\(session->table\)\)\) \{/while (0 \&\& (node = capture_table_oldest_open(session->table))) {/'
mutant "what was forgotten is not marked" session.c 's/node->exchange.forgotten = true;/;/'

# Tables.
mutant "the table takes any number" table.c 's/table->count >= table->max/0/'
mutant "what is not over goes first" table.c 's/table->told.oldest \? table->told.oldest : table->open.oldest/table->open.oldest ? table->open.oldest : table->told.oldest/'
mutant "datagrams are connections" table.c 's/ \&\& a->datagram == b->datagram//'
mutant "ids do not matter" table.c 's/a->id == b->id \&\& //;s/hash = fnv64\(hash, \&key->id, sizeof\(key->id\)\);//'
exit $failed
