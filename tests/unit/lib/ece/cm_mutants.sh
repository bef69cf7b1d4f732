#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cm_mutants.sh FILE...  the sources of lib/ece, of the tests of RDMA-CM, and of what they stand on
#
# Plants one fault after the other in a copy of the negotiation over RDMA-CM. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 30 "$@"; } # OBJECT...

mutants_begin lib/ece "$@"
mutants_compile lib/ece/*.c devx/{base,ece,prm}/*.c tests/unit/lib/ece/*.c
# shellcheck disable=SC2034 # read by run_tests
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# This end.
mutant "a queue pair of librdmacm's is as good" cm_common.c 's/if \(id->qp\)$/if (0)/'
mutant "the policy is not looked for" cm_common.c 's/verbs_policy\(qp, policy,/verbs_policy(qp, policy ? policy : \&outcome->policy,/'
mutant "none is put in" cm_common.c 's/ece_offer_is_none\(offer\) \|\| //'
mutant "what librdmacm refuses is put in" cm_common.c 's/\|\| !rdma_set_local_ece\(id, \&ece\)/|| rdma_set_local_ece(id, \&ece) || 1/'
mutant "what librdmacm does not tell is none" cm_common.c 's/if \(rdma_get_remote_ece\(id, \&ece\)\)/if (rdma_get_remote_ece(id, \&ece) \&\& 0)/'
mutant "a vendor is forgotten" cm_common.c 's/\{\.vendor_id = ece.vendor_id, /{.vendor_id = ECE_VENDOR_NVIDIA, /'
mutant "what cannot be read is in effect" cm_common.c 's/\? NULL :/? \&outcome->policy.require ? \&outcome->local : \&outcome->local :/'
mutant "datagrams are connections" cm_common.c 's/id->qp_type == IBV_QPT_UD/0/'
mutant "connections are datagrams" cm_common.c 's/id->qp_type == IBV_QPT_UD/1/'
mutant "a kernel that keeps the words is a peer without" cm_common.c 's/if \(remote->vendor_id\)/if (1)/'

# Offer and take.
mutant "what this end lacks is offered" cm_active.c 's/if \(outcome_lacks\(outcome, \&outcome->local\)\)/if (0)/'
mutant "all that the card has is offered" cm_active.c 's/cm_put\(id, \&outcome->local, e\)/cm_put(id, \&outcome->card, e)/'
mutant "an answer beyond the offer is taken" cm_active.c 's/if \(!foreign/if (0 \&\& !foreign/'
mutant "another vendor's answer is a fault" cm_active.c 's/if \(!foreign \&\& /if (/'
mutant "whoever offers nothing has a vendor" cm_active.c 's/local->vendor_id \&\& remote/remote/'
mutant "none is beyond the offer" cm_active.c 's/!ece_offer_is_none\(remote\) \&\& //'
mutant "an answer beyond the offer is not rejected" cm_active.c 's/cm_reject\(id, outcome\);/;/'
mutant "an answer without what is required is taken" cm_active.c 's/if \(outcome_lacks\(outcome, \&outcome->agreed\)\)/if (0)/'
mutant "the device is asked for all that was offered" cm_active.c 's/cm_ask_and_move\(id, qp, \&outcome->agreed/cm_ask_and_move(id, qp, \&outcome->local/'
mutant "what the active device leaves out meets a requirement" cm_active.c 's/return cm_lacks_effective\(outcome\) \? .*;/return 0;/'

# Answer.
mutant "the passive device is asked for all that it has" cm_passive.c 's/both = ece_offer_intersect.*;/both = outcome->local;/'
mutant "a request without what is required is answered" cm_passive.c 's/if \(outcome_lacks\(outcome, \&both\)\)/if (0)/'
mutant "what was asked for is the answer" cm_passive.c 's/if \(outcome->effective_by != ECE_EFFECTIVE_NOT_READ\)/if (0)/'
mutant "what the passive device leaves out meets a requirement" cm_passive.c 's/if \(cm_lacks_effective\(outcome\)\)/if (0)/'
mutant "the answer is the offer" cm_passive.c 's/return cm_put\(id, \&outcome->agreed, e\)/return cm_put(id, \&outcome->local, e)/'
mutant "the answer names the request's vendor" cm_passive.c 's/return cm_put\(id, \&outcome->agreed, e\)/return cm_put(id, \&remote, e)/'
mutant "a lookup is refused without a word" cm_passive.c 's/if \(ret == -ECONNREFUSED\)/if (0)/'
mutant "a lookup is answered with nothing" cm_passive.c 's/cm_put\(id, \&outcome->local, e\);/0;/'
mutant "an outcome is wanted" cm_passive.c 's/outcome = outcome \? outcome : \&unwanted;/if (!outcome) return -EFAULT;/'

# Transitions.
mutant "options go with the first transition" cm_move.c 's/move->move \? 0 : modify\(id, qp, IBV_QPS_INIT\)/0/;s/ret = modify\(id, qp, IBV_QPS_RTR\);/ret = modify(id, qp, IBV_QPS_INIT);\n\tret = ret ? ret : modify(id, qp, IBV_QPS_RTR);/'
mutant "a program's move is not called" cm_move.c 's/if \(move->move\)$/if (0)/'
mutant "a queue pair does not send" cm_move.c 's/return ret \? ret : modify\(id, qp, IBV_QPS_RTS\);/return ret;/'
mutant "the device is not asked" cm_move.c 's/ret = ece_qp_ask\(qp, ask, e\);/ret = 0;/'
mutant "attributes that there are not" cm_move.c 's/if \(rdma_init_qp_attr\(id, \&attr, \&mask\)\)/if (rdma_init_qp_attr(id, \&attr, \&mask) \&\& 0)/'
mutant "the default is in effect" cm_move.c 's/!ece_offer_is_none\(ask\), \&effective/1, \&effective/'

# Queue pairs of librdmacm's.
mutant "the passive queue pair is asked itself" cm_managed.c 's/role == ECE_REQUESTOR \?/1 ?/'
mutant "the active end makes a queue pair" cm_managed.c 's/role == ECE_REQUESTOR \?/0 ?/'
mutant "what a policy keeps back goes out" cm_managed.c 's/if \(!kept\)/if (1)/'
mutant "what this end lacks is connected" cm_managed.c 's/if \(!ret \&\& outcome_lacks\(outcome, \&outcome->local\)\)/if (0)/'
mutant "the verbs tell what librdmacm did" cm_managed.c 's/ece_qp_effective\(id->qp, false,/ece_qp_effective(id->qp, true,/'
mutant "what is not in effect meets a requirement" cm_managed.c 's/return cm_lacks_effective\(outcome\) \? .*;/return 0;/'

# Rejections.
mutant "every rejection is about ECE" cm_refuse.c 's/ \|\| event->status != ECE_CM_REJECT_REASON//'
mutant "every event is a rejection" cm_refuse.c 's/event->event != RDMA_CM_EVENT_REJECTED \|\| //'
mutant "private data are always there" cm_refuse.c 's/!bytes \|\| //'
mutant "a message is as long as it says" cm_refuse.c 's/message_size\(bytes\) > len/0/'
mutant "any version is this one" cm_refuse.c 's/message_major\(bytes\) != ECE_MESSAGE_MAJOR/0/'
mutant "any message is a refusal" cm_refuse.c 's/refusal.kind != MESSAGE_REFUSAL/0/'
mutant "what is missing is not told" cm_refuse.c 's/\.lacking = outcome->lacking,/.lacking = 0,/'
mutant "what is required is not told" cm_refuse.c 's/\.require = outcome->policy.require,/.require = 0,/'
exit $failed
