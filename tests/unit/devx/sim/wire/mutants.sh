#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of devx/sim/wire, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the cable. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 60 "$@"; } # OBJECT...

mutants_begin devx/sim/wire "$@"
mutants_compile devx/{sim/wire,base}/*.c tests/unit/devx/sim/wire/*_test.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Where a packet is.
mutant "a packet may end behind its frame" place.c 's/length > bytes - start \|\| //'
mutant "a packet needs no room for its CRC" place.c 's/ \+ WIRE_ICRC_BYTES\)$/)/'
mutant "options are skipped over" place.c 's/ip\[0\] != IPV4_PLAIN/ip[0] >> 4 != 4/'
mutant "a fragment is a packet" place.c 's/\(ece_be16\(ip \+ IPV4_FRAGMENT\) \& IPV4_FRAGMENT_MASK\)/0/'
mutant "what IPv6 carries is not asked" place.c 's/ip\[IPV6_NEXT\] != NEXT_UDP/0/'
mutant "UDP over IPv6 may have any length" place.c 's/ece_be16\(frame \+ udp_at \+ UDP_LENGTH\) != length/0/'
mutant "UDP over IPv4 may have any length" place.c 's/ece_be16\(frame \+ udp_at \+ UDP_LENGTH\) != total - WIRE_IPV4_BYTES/0/'
mutant "every port is that of RoCE" place.c 's/ \&\& ece_be16\(frame \+ at \+ UDP_TO\) == WIRE_ROCE_PORT//'
mutant "what a GRH carries is not asked" place.c 's/grh\[IPV6_NEXT\] != NEXT_BTH/0/'
mutant "a tag moves nothing" place.c 's/found.network_at \+= WIRE_VLAN_BYTES/(void)0/'

# The CRC.
mutant "the CRC covers the time to live" icrc.c '/header\[IPV4_TTL\] = ONES;/d'
mutant "the CRC covers the traffic class" icrc.c '/header\[IPV4_TOS\] = ONES;/d'
mutant "the CRC covers the hop limit" icrc.c '/header\[IPV6_HOP_LIMIT\] = ONES;/d'
mutant "the CRC covers the flow label" icrc.c '/memset\(header \+ 1, ONES, 3\);/d'
mutant "the CRC covers congestion bits" icrc.c '/bth\[BTH_CONGESTION\] = ONES;/d'
mutant "the CRC covers the UDP checksum" icrc.c 's/memset\(bth - WIRE_UDP_BYTES.*/;/'
mutant "the CRC goes out the other way round" icrc.c 's/__builtin_bswap32\(\(uint32_t\)sum\)/(uint32_t)sum/'
mutant "any CRC is good" icrc.c 's/ece_be32\(packet->frame \+ place.icrc_at\) ==/1 \|\| 0 ==/'

# Marks.
mutant "who understands no marks is marked" mark.c 's/ecn != 0 \&\& //'
mutant "a marked header has its old checksum" mark.c '/\(uint16_t\)~wire_sum/d'
mutant "a GRH is marked" mark.c 's/place.network == WIRE_ROCE_V2_IPV6 \&\& //'
mutant "a sum forgets the odd byte" mark.c 's/if \(bytes \& 1\)/if (0)/'
mutant "a sum forgets half a word" mark.c 's/if \(bytes \& 2\)/if (0)/'

# Packets taken apart and put together.
mutant "there may be more padding than data" frame.c 's/pad > body \|\| //'
mutant "a packet may have any length" frame.c 's/body % PAD_UNIT \|\| //'
mutant "every version is taken" frame.c 's/ \|\| \(bth\[BTH_FLAGS\] \& BTH_VERSION_MASK\)//'
mutant "padding is data" frame.c 's/body - pad;/body;/'
mutant "padding may go over the limit" frame.c 's/HEADERS_MAX - pad\)/HEADERS_MAX)/'
mutant "a flow label is not sent" frame.c 's/\(path->flow_label \& IPV6_FLOW_MASK\)/0/'
mutant "a tag is not sent" frame.c 's/path->vlan != WIRE_NO_VLAN/0/'

# On its way.
mutant "a frame arrives at once" cable.c 's/ \+ cable->chance.weather.delay_ns//'
mutant "a run goes on for ever" cable.c 's/i < frames \&\& //'
mutant "a run runs inside a run" cable.c 's/if \(cable->running\)/if (0)/'
mutant "the queue takes any number of frames" cable.c 's/cable->frames_queued == WIRE_QUEUE_FRAMES_MAX \|\| //'
mutant "the queue takes any number of bytes" cable.c 's/ \|\| bytes > WIRE_QUEUE_BYTES_MAX - cable->bytes_queued//'
mutant "a frame may be short" cable.c 's/bytes >= FRAME_MIN \&\& //'
mutant "a frame may be long" cable.c 's/ \&\& bytes <= WIRE_FRAME_MAX//'
mutant "a port that is down sends" cable.c 's/ \&\& cable->port\[port\].up//'
mutant "a port sends to nobody" cable.c 's/wire_port_carrier\(cable, port\);/true;/'
mutant "a port that is down receives" cable.c 's/if \(!port->up\)/if (0)/'
mutant "carrier is told again and again" cable.c 's/if \(carrier == port->carrier\)/if (0)/'
mutant "a frame comes back" cable.c 's/if \(i != frame->from\)/if (1)/'
mutant "a switch sends back where it came from" cable.c 's/to != frame->from \&\& deliver/deliver/'
mutant "a port that goes down is remembered" cable.c '/wire_addresses_forget\(\&cable->addresses, port\);/d'
mutant "the tap sees frames before they are marked" cable.c '/cable->counts.marked \+= /d'
mutant "a group is learned" addresses.c 's/if \(wire_mac_is_group\(mac\)\)/if (0)/'
mutant "the latest goes" addresses.c 's/heard < addresses->row\[oldest\].heard/heard > addresses->row[oldest].heard/'

# Weather.
mutant "datagrams get lost" weather.c 's/ \|\| !connected\(\&packet\)//'
mutant "unreliable connections do not" weather.c 's/<= SERVICE_UC/< SERVICE_UC/'
mutant "notifications are marked" weather.c 's/packet->bth.opcode != WIRE_CNP \&\& //'
mutant "the lost are the marked" weather.c 's/ \^ OTHER_STREAM//'
mutant "dice do not start anew" weather.c '/chance->loss.state = weather->seed;/d'
mutant "marks by count are forgotten" weather.c 's/!counted_down\(\&chance->weather.mark_next\) \&\& //'
mutant "losses by count never end" weather.c 's/--\*left;/;/'

# The capture.
mutant "a capture has no limit" pcap.c 's/ \|\| whole > pcap->room//'
mutant "a capture has room for ever" pcap.c '/pcap->room -= whole;/d'
mutant "a capture goes on behind a hole" pcap.c 's/pcap->full \|\| //'

# What people write.
mutant "a unit may be left out" text.c 's/if \(!\*name \&\& value == 0\)/if (!*name)/'
mutant "more than all of them" text.c 's/if \(value > 1\)/if (0)/'
mutant "a number may have two points" text.c 's/end == text \+ digits \? end : NULL/end/'
exit $failed
