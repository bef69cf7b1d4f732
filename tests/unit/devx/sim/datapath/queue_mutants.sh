#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# queue_mutants.sh FILE...  as mutants.sh, for what all transports stand on: rings, requests, keys, completions, the loop

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 20 "$@"; } # OBJECT...

mutants_begin devx/sim/datapath "$@"
mutants_compile devx/{base,prm,sim/{cards,fw,wire,datapath}}/*.c \
	tests/unit/devx/sim/datapath/{bare,{ring,wqe,sge,memory,umr,cq,receive,queue}_test}.c
tests='ring wqe sge memory umr cq receive queue'
mutants_ready

tests=ring
mutant "a umem begins with its first page" ring.c 's/prm_get\(umem->create, \&prm_create_umem_in.page_offset\) \+ //'
mutant "an offset may go round" ring.c 's/ \|\| offset > START_MAX\)/)/'
mutant "a page may lie behind the list" ring.c 's/if \(page >= ring->page_count\)/if (0)/'
mutant "rights are part of an address" ring.c 's/\(ece_be64\((.*)\) \& ~PAGE_FLAGS\)/ece_be64(\1)/'
mutant "the send queue begins where the receive queue does" ring.c 's/own \? \(uint64_t\)stride \* entries : 0/0/'
mutant "a shared queue leaves a hole" ring.c 's/own \? \(uint64_t\)stride \* entries : 0/(uint64_t)stride * entries/'
mutant "completions of sending go to receiving" ring.c 's/prm_qpc.cqn_snd/prm_qpc.cqn_rcv/'
mutant "page_offset is in bytes" ring.c 's/\* \(\(UINT64_C\(1\) << ring->log_page\) \/ OFFSET_UNITS\);/* 1;/'
mutant "a ring may be of any size" ring.c 's/log_entries > LOG_ENTRIES_MAX/0/'
mutant "a CQ may be of any size" ring.c 's/log_entries > LOG_CQ_ENTRIES_MAX/0/'
mutant "a send queue of any stride" ring.c 's/side == DP_SEND \? ring->stride != DP_BLOCK_BYTES : /side == DP_SEND ? 0 : /'
mutant "no record is one" ring.c 's/ring->record != 0 \&\& //'
mutant "large entries are small" ring.c 's/== PRM_CQE_SIZE_64 \?/!= 77 ?/'
mutant "an access ends at the end of the ring" ring.c 's/at %= total;//'
mutant "an access goes over the end of the ring" ring.c 's/if \(room > total - at\)/if (0)/'
mutant "every round is the first" ring.c 's/\(index \& ring->entries\) != 0/0/'
mutant "entries lie at the start of their stride" ring.c 's/uint32_t at = ring->stride - \(uint32_t\)bytes;/uint32_t at = 0;/'
mutant "both counts are one" ring.c 's/side == DP_SEND \? PRM_DOORBELL_RECORD_SEND : //'

tests=wqe
mutant "an inline header is not there" wqe.c 's/header > within \?/0 ?/'
mutant "a header may end behind the request" wqe.c 's/if \(wqe->size < bytes\)/if (0)/'
mutant "a VLAN tag is an inline header" wqe.c 's/prm_get\(segment, \&prm_wqe_eth.insert_vlan\) \? 0 : //'
mutant "a small fence is a fence" wqe.c 's/>= PRM_WQE_FENCE;/>= PRM_WQE_FENCE_SMALL;/'
mutant "completion and event is none" wqe.c 's/>= PRM_WQE_COMPLETION_ALWAYS;/== PRM_WQE_COMPLETION_ALWAYS;/'
mutant "a masked atomic has two operands" wqe.c 's/2UL \* PRM_WQE_ATOMIC_BYTES/PRM_WQE_ATOMIC_BYTES/'
mutant "more may be posted than there is room" wqe.c 's/if \(waiting > ring->entries\)/if (0)/'
mutant "a request may be longer than was posted" wqe.c 's/ \|\| wqe->blocks > waiting\)/)/'
mutant "a request may have no length" wqe.c 's/if \(!units \|\| /if (/'
mutant "only the first block is copied" wqe.c 's/if \(wqe->blocks > 1 \&\& !dp_ring_read/if (0 \&\& !dp_ring_read/'

tests=sge
mutant "inline data may end behind" sge.c 's/if \(bytes > left - PRM_WQE_INLINE_AT\)/if (0)/'
mutant "inline data is not padded" sge.c 's/\(PRM_WQE_INLINE_AT \+ bytes \+ PRM_WQE_UNIT - 1\) \/ PRM_WQE_UNIT \* PRM_WQE_UNIT/PRM_WQE_INLINE_AT + bytes/'
mutant "a message of any length" sge.c 's/if \(bytes > DP_MESSAGE_MAX\)/if (0)/'
mutant "nothing ends a list" sge.c 's/return segment->key != PRM_WQE_TERMINATE_LKEY \|\| segment->bytes;/return true;/'
mutant "gathered from the start" sge.c 's/segment.address \+ from/segment.address/'
mutant "scattered from the start" sge.c 's/segment.address \+ to/segment.address/'

tests=memory
mutant "any PD" memory.c 's/prm_get\(context, \&prm_mkc.pd\) != r->pd \|\| //'
mutant "a free key is one" memory.c 's/prm_get\(context, \&prm_mkc.free\) \|\| //'
mutant "any variant" key.c 's/!= PRM_MKEY_VARIANT\(key\)/== 0x100/'
mutant "no right is asked for" memory.c 's/ \|\| !allowed\(context, r->access\)\)/)/'
mutant "who may write may read" memory.c 's/\&prm_mkc.rr\)/\&prm_mkc.rw)/'
mutant "any start" memory.c 's/return address >= start \&\& /return /'
mutant "any end" memory.c 's/ \&\& address - start <= length - bytes;/;/'
mutant "addresses may go round" memory.c 's/if \(address > UINT64_MAX - bytes\)/if (0)/'
mutant "the far end may use the reserved key" memory.c 's/return local\(r->access\) \&\& \(/return (/'
mutant "a page that was not written is one" memory.c 's/ \|\| !ece_be64\(entry\)\)/)/'
mutant "pages count from the first byte" memory.c 's/first = prm_get\(context, \&prm_mkc.start_addr\) \& ~\(page - 1\);/first = prm_get(context, \&prm_mkc.start_addr);/'
mutant "any size of pages" memory.c 's/if \(log_page < LOG_PAGE_MIN \|\| log_page > LOG_PAGE_MAX\)/if (0)/'
mutant "a piece goes over its end" memory.c 's/if \(piece->bytes > r.bytes\)/if (0)/'
mutant "a piece has no end" memory.c 's/if \(r->bytes > room\)/if (0)/'
mutant "what the far end may do, the inner key must say" memory.c 's/if \(!local\(r->access\)\)/if (0)/'
mutant "nesting ends a step later" memory.c 's/nesting < NESTING_MAX/nesting <= NESTING_MAX/'
mutant "any key can be invalidated" memory.c 's/ \|\| !prm_get\(context, \&prm_mkc.umr_en\)\)/)/'
mutant "an offset in a umem does not count" memory.c 's/prm_get\(key->create, \&prm_create_mkey_in.mkey_umem_offset\) \+ //'
mutant "the null key is memory" memory.c 's/if \(piece->nowhere\)/if (0)/'

tests=umr
mutant "any key may be changed" umr.c 's/if \(!prm_get\(context, \&prm_mkc.umr_en\)\)/if (0)/'
mutant "a key of any PD may be changed" umr.c 's/\&\& !privileged\(queue\)\)/\&\& 0)/'
mutant "nobody is privileged" umr.c 's/== PRM_QP_REG_UMR;/== 77;/'
mutant "flags say the opposite" umr.c 's/is_free \? \&prm_wqe_umr.fail_if_free : \&prm_wqe_umr.fail_if_not_free/is_free ? \&prm_wqe_umr.fail_if_not_free : \&prm_wqe_umr.fail_if_free/'
mutant "an inline list may end behind" umr.c 's/if \(bytes > wqe->size - LIST_AT\)/if (0)/'
mutant "a list has no end" umr.c 's/ \|\| offset > room \|\| bytes > room - offset\)/)/'
mutant "no offset counts" umr.c 's/offset \*= PRM_OCTWORD_BYTES;/offset = 0;/'
mutant "all of the context changes" umr.c 's/if \(mask >> masked\[i\].bit \& 1\)/if (1)/'
mutant "lists of any length" key.c 's/room > DP_KEY_LIST_MAX \|\| //'
mutant "any number of lists" key.c 's/ \|\| room > DP_KEY_LISTS_MAX - dp->key_bytes\)/)/'
mutant "room does not come back" key.c '/dp->key_bytes -= key->bytes;/d'
mutant "what was there is lost" key.c '/memcpy\(key->list, created/d'

tests=cq
mutant "events for ever" cq.c 's/cq->armed = FW_NOT_ARMED;//'
mutant "every completion is solicited" cq.c 's/if \(solicited \|\| opcode >= DP_CQE_REQUESTER_ERROR\)/if (1)/'
mutant "errors are not solicited" cq.c 's/solicited \|\| opcode >= DP_CQE_REQUESTER_ERROR/solicited/'
mutant "nobody looks at what is there" cq.c 's/if \(behind\(consumer, .*\)\)/if (0)/'
mutant "the index has 32 bits" cq.c 's/\(producer - consumer\) \& INDEX_MASK;/producer - consumer;/'
mutant "a full queue takes one more" cq.c 's/>= ring->entries;/> ring->entries;/'
mutant "an overrun mends itself" cq.c 's/cq->failed = true;//'
mutant "who does not care is told" cq.c 's/prm_get\(cq->create, \&prm_create_cq_in.oi\) \|\| //'
mutant "all requests complete" cq.c 's/if \(!syndrome \&\& !wqe->signalled\)/if (0)/'
mutant "a flush consumes nothing" cq.c '/queue->send_head = \(uint16_t\)/d'

tests=receive
mutant "more may be posted than there is room (receive)" receive.c 's/return posted > ring->entries \? 0 : posted;/return posted;/'
mutant "a list is a ring" receive.c 's/== PRM_WQ_LINKED_LIST;/== 77;/'
mutant "entries of a shared ring have no link" receive.c 's/== FW_OBJECT_QP\);/== FW_OBJECT_SQ);/'
mutant "entries of an Ethernet ring have a link" receive.c 's/ \&\& queue->object->kind == FW_OBJECT_QP\)/)/'
mutant "the head may lie anywhere" receive.c 's/ \& \(ring.entries - 1\)\);/);/'
mutant "the PD is that of the queue" receive.c 's/dp_queue_pd\(source\);/dp_queue_pd(queue);/'
mutant "a limit is told for ever" receive.c 's/prm_set\(wq_of\(shared\), \&prm_wq.lwm, 0\);//'
mutant "a limit is told too late" receive.c 's/if \(left >= limit\)/if (left + 1U >= limit)/'
mutant "nobody counts what is missed" receive.c 's/FW_COUNT_OUT_OF_BUFFER, 1\)/FW_COUNT_OUT_OF_BUFFER, 0)/'
mutant "striding queues are played" receive.c 's/> PRM_WQ_CYCLIC;/> 77;/'

tests=queue
mutant "a queue waits twice" queue.c 's/if \(queue->ready\)/if (0)/'
mutant "who goes still waits" queue.c 's/before->next_ready = queue->next_ready;/(void)before;/'
mutant "the last one stays" queue.c 's/if \(dp->ready_last == queue\)/if (0)/'
mutant "a reset keeps what was consumed" queue.c 's/queue->send_head = 0;//'
mutant "an error flushes nothing" queue.c 's/if \(from != to \&\& is_error/if (0 \&\& is_error/'
mutant "late entries are looked for without end" queue.c 's/queue->flush_wait_ns <= FLUSH_LAST_NS \?/1 ?/'
mutant "a reset looks on" queue.c 's/^	queue->flush_ns = DP_NEVER;//'
mutant "the last entry is not told" queue.c 's/if \(shares_receives\(queue\)\)/if (0)/'
mutant "each queue is a queue pair" queue.c 's/\? PRM_EVENT_OF_SQ : PRM_EVENT_OF_QP/? PRM_EVENT_OF_QP : PRM_EVENT_OF_QP/'
mutant "a timer rings twice" dp.c 's/queue->due_ns = DP_NEVER;//'
mutant "a turn that costs nothing" dp.c 's/if \(\*budget == before\)/if (0)/'
mutant "who has more to do does not come again" dp.c 's/if \((queue->service->run\(dp, queue, budget\))\)/if (\1 \&\& 0)/'
mutant "the soonest is the last" dp.c 's/if \(queue->due_ns < next\)/if (queue->due_ns != DP_NEVER)/'
mutant "only queue pairs are rung" dp.c 's/dp_queue_find\(dp, FW_OBJECT_QP, number\);/NULL;/'

exit $failed
