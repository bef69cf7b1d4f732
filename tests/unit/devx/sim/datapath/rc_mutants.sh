#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# rc_mutants.sh FILE...  the sources of the data path, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the reliable connections. The tests that are named before it must go red
# for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 60 "$@"; } # OBJECT...

mutants_begin devx/sim/datapath "$@"
mutants_compile devx/{base,prm,sim/{cards,fw,wire,datapath}}/*.c \
	tests/unit/devx/sim/datapath/{arena,driver,objects,pair,place,post,qp,rc_{loss,packet,read,refuse,wait}_test,rc_test}.c
tests='rc rc_loss rc_packet rc_read rc_refuse rc_wait'
mutants_ready

tests=rc
mutant "a fence does not wait" rc_request.c 's/if \(request->wqe.fence \&\& send->cursor\)$/if (0)/'
mutant "a fence waits for ever for local work" rc_request.c 's/\(send->count \&\& send->count != before\)/false/'
mutant "the window is one larger" rc_request.c 's/\+ step > RC_WINDOW/+ step > RC_WINDOW + 1/'
mutant "every packet is solicited" rc_request.c 's/last \&\& wqe->solicited/wqe->solicited/'
mutant "READs have no depth" rc_request.c 's/send->reads < reads_max\(queue\)/send->reads < RC_READS_MAX/'
mutant "a READ is asked for in one piece" rc_request.c 's/RC_READ_PACKETS - i % RC_READ_PACKETS/request->packets/'
mutant "answers of the last window stay" rc_answer.c '/rc_bit_clear\(\&send->answered, send->una\);/d'
mutant "a message goes on where the last one ended" rc_message.c '/receive->offset = 0;/d'
mutant "an entry is used twice" rc_message.c 's/^\treceive->taken = false;\n\tdp_cq_post/\tdp_cq_post/;/receive->taken = false;$/d'
mutant "an invalidated key lives on" rc_message.c 's/part->shape \& INVALIDATES \&\& dp_memory/0 \&\& dp_memory/'
mutant "what begins is not listened to" rc.c 's/state < PRM_QP_RTR/state < PRM_QP_RTS/'
mutant "nobody is told who is heard" rc.c '/dp_queue_event\(dp, queue, PRM_EVENT_COMM/d'

tests=rc_refuse
mutant "an atomic has any size" rc_request.c 's/request->kind == RC_ATOMIC \&\& bytes != RC_ATOMIC_SIZE/0/'
mutant "a message has any length" rc_request.c 's/ \|\| \(uint64_t\)bytes > max//'
mutant "an atomic stands anywhere" rc_atomic.c 's/return operation->address % RC_ATOMIC_SIZE == 0/return true/'
mutant "a QP allows every READ" rc_respond.c 's/!prm_get\(dp_qp_context\(queue\), \&prm_qpc.rre\)/0/'
mutant "a QP allows every WRITE" rc_message.c 's/!prm_get\(dp_qp_context\(queue\), \&prm_qpc.rwe\)/0/'
mutant "a QP allows every atomic" rc_atomic.c 's/!prm_get\(dp_qp_context\(queue\), \&prm_qpc.rae\) \|\|/0 \|\|/'
mutant "half a message is not flushed" rc.c '/rc_message_flush\(dp, queue, DP_SYNDROME_FLUSHED\);/s/.*/;/'
mutant "the wrong event" rc_reply.c 's/\? PRM_EVENT_QUEUE_ACCESS_ERROR/? PRM_EVENT_QUEUE_CATASTROPHIC/'

tests=rc_packet
mutant "strangers are heard" rc.c 's/ \|\| !dp_path_from_peer\(dp, queue, packet\)//'
mutant "what a connection knows is not given back" rc.c '/rc_drop\(rc->dp, sizeof\(\*rc\)\);/d'
mutant "early packets are not given back" rc.c '/rc_early_forget\(rc\);/d'
mutant "a refusal is not the end" rc_reply.c '/receive->failed = true;/d'
mutant "a closed gap is named" rc_reply.c 's/ \&\& answer.psn != receive->psn/ \&\& 0/'
mutant "a duplicate READ reaches on" rc_respond.c 's/packets_of\(queue, reth.bytes\) > rc_ahead/0 > rc_ahead/'
mutant "early packets of the next window are kept" rc_respond.c 's/>= RC_WINDOW/> RC_WINDOW/'
mutant "an early packet is kept twice" rc_respond.c 's/if \(\*slot \|\| /if (/'
mutant "bits of the last window stay" rc_answer.c '/rc_bit_clear\(\&send->again, send->una\);/d'
mutant "a last packet may be empty" rc_message.c 's/\(part->shape \& IS_FIRST \|\| part->bytes\)/1/'
mutant "a WRITE may have more than it said" rc_message.c 's/part->bytes >= left/0/'
mutant "a WRITE forgets what is left" rc_message.c '/receive->left -= part->bytes;/d'
mutant "an atomic may be in the middle" rc_atomic.c 's/receive->message != RC_NO_MESSAGE \|\| //'
mutant "any atomic is the answer" rc_atomic.c 's/ \|\| known->psn != packet->bth.psn//'
mutant "the cursor stays behind" rc_answer.c '/rc_cursor_to_una\(send\);/s/.*/;/'

tests=rc_loss
mutant "version 1 repeats selectively" rc.c 's/ECE_FIRST_VERSION    2/ECE_FIRST_VERSION    1/'
mutant "a gap is filled as often as it is named" rc_recover.c 's/send->named \&\& send->gap == psn/0/'
mutant "what is sent again is forgotten" rc_request.c 's/if \(rc_diff\(send->next, send->top\) > 0\)/if (1)/'
mutant "a gap is named each time" rc_reply.c '/receive->nak = true;/d'
mutant "a gap is named once for ever" rc_respond.c '/receive->nak = false;/d'
mutant "the next gap is not named" rc_respond.c 's/receive->early_count \&\& !receive->nak/0/'

tests=rc_read
mutant "an older acknowledge takes back" rc_answer.c 's/if \(rc_diff\(psn, send->acked\) > 0\) \{/if (1) {/'
mutant "going back keeps later answers" rc_answer.c 's/send->una != psn \&\& !rc_selective\(queue\)/0/'
mutant "a gap of answers is asked for each time" rc_recover.c '/send->seen = psn;/d'
mutant "going back never ends" rc_recover.c 's/if \(send->went_back\)/if (0)/'
mutant "going back is done once for ever" rc_recover.c '/send->went_back = false;/d'
mutant "a time-out asks for one answer" rc_recover.c '/mark_unanswered\(send, send->una, send->next\);/d'
mutant "READs that went back count twice" rc_recover.c '/send->reads = 0;/d'
mutant "pieces of a READ move" rc_request.c 's/RC_READ_PACKETS - i % RC_READ_PACKETS/RC_READ_PACKETS/'
mutant "progress makes up for nothing" rc_recover.c '/send->tries = 0;/d'

tests=rc_wait
mutant "one more try" rc_timer.c 's/->tries\+\+ >= prm_get/->tries++ > prm_get/'
mutant "one more wait for the receiver" rc_recover.c 's/send->rnr_tries\+\+ >= limit/send->rnr_tries++ > limit/'
mutant "waits add up" rc_recover.c '/send->rnr_tries = 0;/d'
mutant "the receiver stays deaf" rc_respond.c '/receive->rnr = false;/d'
mutant "the receiver hears what it cannot take" rc_reply.c '/receive->rnr = true;/d'
mutant "a lost NAK stays lost" rc_respond.c 's/else if \(receive->early_count\)/else if (0)/'
mutant "who sleeps waits" rc_timer.c 's/if \(timer->late \|\| dp->now_ns - timer->at_ns < LATE_NS\)/if (1)/'
mutant "who sleeps waits for ever" rc_timer.c 's/if \(timer->late \|\| dp->now_ns/if (dp->now_ns/'
mutant "adaptive times stay" rc_timer.c 's/timer->adapted \? timer->exponent :/0 ? 0 :/'
mutant "adaptive times have no bound" rc_timer.c 's/adaptive < own \? adaptive : own/adaptive/'
mutant "the total adds up for ever" rc_timer.c '/send->timer.spent_ns = 0;/d'
mutant "adaptive times never go down" rc_timer.c '/shorter\(\&send->timer, reg\);/s/.*/;/'
mutant "a range has no end" rc_timer.c 's/if \(timer->exponent < last\)/if (1)/'
mutant "a DSCP is not forced" rc.c 's/prm_get\(reg, \&prm_roce_accl.ack_dscp_force\)/0/'

exit $failed
