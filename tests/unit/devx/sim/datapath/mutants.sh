#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of the data path, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of what knows no connections: paths, headers, Ethernet, datagrams, UC,
# congestion notification. The tests that are named before it must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 60 "$@"; } # OBJECT...

mutants_begin devx/sim/datapath "$@"
mutants_compile devx/{base,prm,sim/{cards,fw,wire,datapath}}/*.c \
	tests/unit/devx/sim/datapath/{arena,driver,objects,place,post,qp,{path,headers,ethernet,ud,uc,cnp,count}_test}.c
tests='path headers ethernet ud uc cnp count'
mutants_ready

tests=path
mutant "an address that is not set is one" path.c 's/!memcmp\(path->smac, nobody, sizeof\(nobody\)\)/0/'
mutant "version 1 is version 2" path.c 's/== PRM_ROCE_VERSION_1\)/== 77)/'
mutant "both families are one" path.c 's/== PRM_ROCE_L3_IPV4 \?/!= 77 ?/'
mutant "a tag has no priority" path.c 's/priority << WIRE_VLAN_PRIORITY \| //'
mutant "an address is not mapped" path.c '/map_ipv4\(path->sgid\);/d'
mutant "no hop limit is none" path.c 's/if \(!path->hop_limit\)/if (0)/'
mutant "no source port is none" path.c 's/if \(!path->source_port\)/if (0)/'
mutant "a DSCP alone does not count" path.c 's/if \(dscp \&\& /if (0 \&\& /'
mutant "congestion bits are never set" path.c '/found.traffic_class \|= WIRE_ECN_CAPABLE;/d'
mutant "congestion bits are always set" path.c 's/if \(!\(found.traffic_class \& WIRE_ECN_MASK\)\)/if (1)/'
mutant "a reply goes to itself" path.c '/memcpy\(back.dmac, received->smac/d'
mutant "anybody is the peer" path.c 's/!memcmp\(path->dgid, received->sgid, WIRE_GID_BYTES\)/1/'
mutant "the peer may mean somebody else" path.c 's/!memcmp\(path->sgid, received->dgid, WIRE_GID_BYTES\)/1/'

tests=headers
mutant "a cut IPv4 packet is one" headers.c 's/ \|\| total > room\)/)/'
mutant "a cut IPv6 packet is one" headers.c 's/if \(payload > room - WIRE_IPV6_BYTES\)/if (0)/'
mutant "a short header is one" headers.c 's/length < WIRE_IPV4_BYTES \|\| //'
mutant "a fragment has a transport header" headers.c 's/\& IPV4_FRAGMENT_MASK\)\)/\& 0))/'
mutant "a transport header may be cut" headers.c 's/ \|\| headers->end - at < need\)/)/'
mutant "extension headers are the end" headers.c 's/is_extension\(next\) \&\& //;s/i < IPV6_EXTENSIONS_MAX/0/'
mutant "an extension header may be longer than the packet" headers.c 's/if \(at > headers->end\)/if (0)/'
mutant "one tag is enough" headers.c 's/VLAN_TAGS_MAX = 2/VLAN_TAGS_MAX = 1/'
mutant "a zero UDP checksum goes out" headers.c 's/sum \|\| headers->protocol == DP_TCP \? sum : 0xffff/sum/'
mutant "the pseudo header has no protocol" headers.c 's/sum \+ headers->protocol \+ bytes/sum + bytes/'
mutant "every checksum of IPv4 is good" headers.c 's/return wire_sum\(0, frame \+ headers->l3, ipv4_bytes\(frame, headers\)\) == 0xffff/return true/'
mutant "IPv6 may leave the checksum out" headers.c 's/ \&\& headers->ip == 4 \&\& !ece_be16\(udp/ \&\& !ece_be16(udp/'
mutant "ports are no part of a flow" headers.c 's/sum = wire_sum\(sum, frame \+ headers->l4, PORTS\)/(void)0/'
mutant "all pieces have one sequence number" segment.c 's/sequence \+ \(uint32_t\)\(i \* segments->mss\)/sequence/'
mutant "all pieces have one identification" segment.c 's/ \+ i\)\);$/));/'
mutant "the connection ends with each piece" segment.c 's/if \(i \+ 1 < segments->count\)/if (0)/'
mutant "each piece says that the window was reduced" segment.c 's/if \(i\)$/if (0)/'
mutant "UDP keeps its length" segment.c '/ece_put_be16\(l4 \+ UDP_LENGTH/d;s/^\telse$//'
mutant "any number of pieces" segment.c 's/ \|\| data_bytes > mss \* DP_SEGMENTS_MAX//'
mutant "pieces of any length" segment.c 's/ \|\| head_bytes \+ mss > WIRE_FRAME_MAX//'
mutant "data may begin anywhere" segment.c 's/ \|\| headers->l4 \+ l4_bytes\(head, headers\) != head_bytes//'

tests=ethernet
mutant "a tag is not inserted" ethernet.c 's/if \(send->vlan\)/if (0)/'
mutant "checksums are not filled in" ethernet.c 's/prm_get\(send->segment, \&prm_wqe_eth.l4_checksum\)/0/'
mutant "the MTU does not hold" ethernet.c 's/bytes > dp_ethernet_frame_max\(dp\)/0/'
mutant "a frame may be shorter than its header" ethernet.c 's/bytes < WIRE_ETHERNET_BYTES \|\| //'
mutant "other opcodes are sends" ethernet.c 's/if \(wqe->opcode != DP_OP_SEND \&\& .*/if (0)/'
mutant "an error does not stop the queue" ethernet.c '/prm_set\(context_of\(queue\), \&prm_queue_context.state, PRM_QUEUE_ERR\);/d'
mutant "a queue that stopped sends" ethernet.c 's/state\) != PRM_QUEUE_RDY\)/state) == 77)/'
mutant "every frame is taken in" ethernet_receive.c 's/!fw_port_takes\(dp->fw, frame\) \|\| //'
mutant "long frames are taken in" ethernet_receive.c 's/ \|\| bytes > dp_ethernet_frame_max\(dp\)//'
mutant "tags stay" ethernet_receive.c 's/ \&\& !prm_get\(context_of\(rq\), \&prm_rqc.vsd\)\)/ \&\& 0)/'
mutant "tags go" ethernet_receive.c 's/ \&\& !prm_get\(context_of\(rq\), \&prm_rqc.vsd\)\)/)/'
mutant "a frame that does not fit is fine" ethernet_receive.c 's/if \(err\) \{/if (0) {/'
mutant "the sum covers the Ethernet header" ethernet_receive.c 's/frame \+ WIRE_ETHERNET_BYTES, bytes - WIRE_ETHERNET_BYTES/frame, bytes/'
mutant "every TCP segment has data" ethernet_receive.c 's/headers->end > data_at \?/headers->end < data_at ?/'

tests=ud
mutant "QP1 has no key of its own" ud.c 's/return is_qp1\(queue\) \? DP_UD_QP1_QKEY :/return/'
mutant "QP1 tells its number" ud.c 's/is_qp1\(queue\) \? DP_UD_QP1 : //'
mutant "a request for the own key is a key" ud.c 's/\(qkey \& PRM_AV_OWN_QKEY\) \|\| //'
mutant "messages of any length" ud.c 's/ \|\| data > message_max\(queue\)//'
mutant "packets have no numbers" ud.c 's/\(psn \+ 1\) \& WIRE_PSN_MASK/psn/'
mutant "immediates do not go out" ud.c 's/if \(wqe->opcode != DP_OP_SEND_IMM\)$/if (1)/'
mutant "any key opens" ud.c 's/if \(datagram->deth.qkey == own_qkey\(queue\)\)/if (1)/'
mutant "wrong keys are not counted" ud.c '/^\tcount_violation\(dp\);/d'
mutant "every state receives" ud.c 's/!dp_qp_receives\(queue\) \|\| //'
mutant "the route header is not told" ud.c '/prm_set\(entry, \&prm_cqe.grh, GRH_PRESENT\);/d'
mutant "an IPv4 header is at the front" ud.c 's/grh \+ WIRE_GRH_BYTES - bytes/grh/'
mutant "tags are not told" ud.c 's/if \(path->vlan != WIRE_NO_VLAN\)/if (0)/'
mutant "a short entry is the end of nothing" ud.c '/dp_qp_error\(dp, queue\);/d'
mutant "a queue pair that is not ready sends" sender.c 's/== PRM_QP_RTS;/!= 77;/'
mutant "a failed send queue does not say so" sender.c '/prm_set\(dp_qp_context\(queue\), \&prm_qpc.state, PRM_QP_SQER\);/d'
mutant "a failed send queue flushes nothing" ud.c '/dp_flush_side\(dp, queue, DP_SEND\);/d;/== PRM_QP_SQER\)/d'
mutant "own packets go over the cable" transmit.c 's/ \&\& dp_own_mac\(dp, frame\)//;s/bytes >= WIRE_MAC_BYTES/0/'
mutant "members at home get nothing" transmit.c 's/if \(has_members_here\(dp, path\)\)/if (0)/'
mutant "everybody is in the group" ud.c 's/while \(\(qpn = fw_mcg_next.*/for (qpn = 0x100; qpn < 0x108; qpn++, at++) {/'

tests=uc
mutant "all packets are the first" uc.c 's/bool first = !from,/bool first = true,/'
mutant "the immediate is in front" uc.c 's/if \(last \&\& dp_wqe_has_immediate\(wqe\)\)/if (first \&\& dp_wqe_has_immediate(wqe))/'
mutant "a request cut in two begins anew" uc.c 's/if \(result != -EAGAIN \&\& /if (/'
mutant "reads are sends" uc.c 's/\(!dp_wqe_writes\(wqe\) \&\& .*wqe->opcode != DP_OP_SEND_IMM\) \|\|/(0) ||/'
mutant "an entry in use is not flushed" uc.c 's/if \(to == PRM_QP_ERR \&\& uc->has_entry\)/if (0)/'
mutant "gaps do not matter" uc_receive.c 's/if \(psn != prm_get\(context, \&prm_qpc.next_rcv_psn\)\)/if (0)/'
mutant "a gap costs an entry" uc_receive.c 's/if \(!uc->has_entry\)/if (1)/'
mutant "a first packet may be short" uc_receive.c 's/return part->bytes == mtu;/return true;/'
mutant "a last packet may be empty" uc_receive.c 's/ \&\& \(part->bytes \|\| part->first\)//'
mutant "a packet may be longer than the MTU" uc_receive.c 's/part->bytes <= mtu \&\&/1 \&\&/'
mutant "rights of the queue pair do not matter" uc_receive.c 's/prm_get\(dp_qp_context\(queue\), \&prm_qpc.rwe\) \&\& //'
mutant "more may be written than announced" uc_receive.c 's/if \(uc->write \&\& part->bytes > uc->reth.bytes - uc->received\)/if (0)/'
mutant "less may be written than announced" uc_receive.c 's/uc->received == uc->reth.bytes \&\& //'
mutant "packets of anybody" uc_receive.c 's/ \|\| !dp_path_from_peer\(dp, queue, packet\)//'
mutant "a message may end as another one" uc_receive.c 's/ \|\| \(!part.first \&\& uc->write != part.write\)//'
mutant "writes are not counted" uc_receive.c '/FW_COUNT_RX_WRITE_REQUESTS/d'

# Congestion notification, and what the port counts.
tests='cnp'
mutant "an interval is over one late" cnp.c 's/now_ns - queue->cnp_sent_ns >=/now_ns - queue->cnp_sent_ns >/'
mutant "the first notification waits, too" cnp.c 's/!queue->cnp_sent \|\| //'
mutant "intervals are nanoseconds" cnp.c 's/ \* NS_PER_US;/;/'
mutant "a stranger draws notifications" cnp.c 's/connected\(queue\) \&\& !dp_path_from_peer/0 \&\& !dp_path_from_peer/'
mutant "a notification understands no marks" cnp.c 's/ \| WIRE_ECN_CAPABLE//'
mutant "a notification does not say what it is" cnp.c 's/.becn = true, //'
mutant "the priority is always the configured one" cnp.c 's/if \(!parameter\(dp, \&prm_cong_np.cnp_prio_mode\)\)//'
mutant "a tag keeps its priority" cnp.c 's/if \(path->vlan != WIRE_NO_VLAN\)/if (0)/'
mutant "who is not ready to send is deaf" sender.c '/bool dp_qp_receives/,/^}/{/case PRM_QP_RTR:/d}'
mutant "the dead are asked for notifications" cnp.c 's/dp_qp_receives\(queue\) \&\& //'
mutant "UC knows no other end" cnp.c 's/service == PRM_QP_RC \|\| service == PRM_QP_UC/service == PRM_QP_RC/'
mutant "a datagram may be cut off" cnp.c 's/if \(packet->payload_bytes < WIRE_DETH_BYTES\)/if (0)/'
mutant "queue pair 0 gets notifications" cnp.c 's/!bth.qpn \|\| //'
mutant "an unconnected queue pair has a path" cnp.c 's/connected\(queue\) \&\& !dp_path/!dp_path/'
mutant "a reaction point is never off" cnp.c 's/enabled\(dp, PRM_CONG_ROCE_RP, flow_priority\(dp, queue, packet\)\)/1/'
mutant "who cannot send reacts" cnp.c 's/== PRM_QP_RTS \&\&/>= 0 \&\&/'
tests='count'
mutant "a tag has no priority to count" count.c 's/vlan = ece_be16\(frame \+ at\);/vlan = 0;/'
mutant "nothing is behind a tag" count.c 's/at \+= WIRE_VLAN_BYTES;/;/'
mutant "what is behind the end counts" count.c 's/bytes < at \+ sizeof\(type\) \? FW_QOS_NO_DSCP : //'
mutant "no packet meets a flow table" count.c 's/fw_flow_pass\(dp->fw, direction, field, bytes\);//'
mutant "flow tables do not know the sender" count.c 's/\[FW_FLOW_SOURCE_QUEUE\] = source/[FW_FLOW_SOURCE_QUEUE] = 0/'
mutant "an unversioned packet has a version" count.c 's/if \(network == WIRE_ROCE_V1\)/if (0)/'
mutant "packets have no priority of their own" path.c 's/\(uint16_t\)\(path->priority << WIRE_VLAN_PRIORITY\)/0/'
exit $failed
