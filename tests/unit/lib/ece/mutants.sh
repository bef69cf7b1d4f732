#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/ece, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the negotiation. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 30 "$@"; } # OBJECT...

mutants_begin lib/ece "$@"
mutants_compile lib/ece/*.c devx/{base,ece,prm}/*.c tests/unit/lib/ece/*.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Words.
mutant "a word without a version is common" offer_meet.c 's/ \|\| !d.version//'
mutant "two of another vendor have much in common" offer_meet.c 's/a->vendor_id != ECE_VENDOR_NVIDIA \|\| //'
mutant "an option is in every version" offer_meet.c 's/ \& ~not_yet_in\(d.version\)//'
mutant "an option comes a version late" offer_meet.c 's/option->since > version/option->since >= version/'
mutant "a policy takes the version" offer_meet.c 's/allow \| ~ECE_OPTIONS_ALL/allow/'
mutant "a policy keeps back what it does not know" offer_meet.c 's/if \(offer->vendor_id == ECE_VENDOR_NVIDIA\)/if (1)/'
mutant "a version alone is none" offer_meet.c 's/ \|\| !offer->options;/ || !ece_offer_bits(offer);/'

# Messages.
mutant "a vendor may have 32 bits" message.c 's/message->offer.vendor_id <= ECE_VENDOR_MAX/1/'
mutant "what is agreed may have any vendor" message.c 's/message->agreed.vendor_id <= ECE_VENDOR_MAX/1/'
mutant "what is in effect may have any vendor" message.c 's/message->effective.vendor_id <= ECE_VENDOR_MAX/1/'
mutant "versions are options" message.c 's/message->require \| message->lacking/message->lacking/'
mutant "a short message is read" message.c 's/size < ECE_MESSAGE_BYTES/0/'
mutant "every flag says that it is known" message.c 's/bytes\[AT_FLAGS\] \& FLAG_EFFECTIVE/bytes[AT_FLAGS] != 0 || bytes[AT_KIND]/'
mutant "a message may be longer than there is room" message.c 's/<= ECE_MESSAGE_MAX/<= ECE_MESSAGE_MAX + 1/'
mutant "the longest message is too long" message.c 's/<= ECE_MESSAGE_MAX/< ECE_MESSAGE_MAX/'
mutant "rubbish is known when it is complete" message.c 's/len < sizeof\(magic\) \? len : sizeof\(magic\)/len < sizeof(magic) ? 0 : sizeof(magic)/'
mutant "words are in the order of the host" message.c 's/ece_put_be32\(to \+ 4, offer->options\);/memcpy(to + 4, \&offer->options, 4);/'

# Steps.
mutant "what this end's card lacks is offered" session_step.c 's/else if \(outcome_lacks\(o, \&o->local\)\)/else if (0)/'
mutant "agreed is what was asked for" session_step.c 's/o->agreed = ece_offer_intersect.*;/;/'
mutant "what cannot be read is nothing" session_step.c 's/if \(o->effective_by != ECE_EFFECTIVE_NOT_READ\)/if (1)/'
mutant "what a device leaves out meets a requirement" session_step.c 's/if \(outcome_lacks\(o, by.*\)$/if (0)/'
mutant "what cannot be read meets a requirement" session_step.c 's/outcome_lacks\(o, by == ECE_EFFECTIVE_NOT_READ \? NULL : \&o->effective\)/outcome_lacks(o, by == ECE_EFFECTIVE_NOT_READ ? \&o->agreed : \&o->effective)/'
mutant "an offer that lacks is accepted" session_take.c 's/if \(outcome_lacks\(o, \&session->ask\)\)/if (0)/'
mutant "the device is asked for all that it has" session_take.c 's/session->ask = ece_offer_intersect\(\&o->local, \&o->remote\)/session->ask = o->local/'
mutant "a policy is forgotten" outcome.c 's/ece_offer_allow\(\&outcome->card, outcome->policy.allow\)/outcome->card/'
mutant "an answer of anything is taken" session_take.c 's/if \(!is_same\(\&covered, \&agreed\)\)/if (0)/'
mutant "an answer's options beside no vendor count" session_take.c 's/ece_offer_is_none\(\&message->agreed\) \? ece_offer_none\(\) : message->agreed/message->agreed/'
mutant "an answer without what is required is taken" session_take.c 's/if \(outcome_lacks\(o, \&agreed\) \|\| .*\)$/if (0)/'
mutant "a blind peer meets a requirement" session_take.c 's/ \|\| outcome_lacks\(o, o->has_peer_effective \? \&o->peer_effective : NULL\)\)$/)/'
mutant "a confirmation of anything is taken" session_take.c 's/if \(!is_same\(\&agreed, \&o->agreed\)\)/if (0)/'
mutant "a confirmation without what is required is taken" session_take.c 's/else if \(outcome_lacks\(o, o->has_peer/else if (0 \&\& outcome_lacks(o, o->has_peer/'
mutant "the peer's requirement is no matter" session_take.c 's/o->peer_require = message->require;/;/'
mutant "what the peer withholds is not told" session.c 's/\.withheld = .*$/.withheld = 0,/'
mutant "the own requirement is not told" session.c 's/\.require = o->policy.require,/.require = 0,/'
mutant "what is missing is not told" session.c 's/\.lacking = o->lacking,/.lacking = 0,/'
mutant "refusals of other versions are refused" session_take.c 's/if \(!message_is_refusal\(session->in\)\)/if (1)/'
mutant "other versions are not told" session_take.c 's/if \(!message_is_refusal\(session->in\)\)/if (0)/'
mutant "other versions are this one" session_take.c 's/message_major\(session->in\) != ECE_MESSAGE_MAJOR/0/'
mutant "messages come in any order" session_take.c 's/else if \(message.kind != expected\(session\)\)/else if (0)/'
mutant "a fault is forgotten once the offer is there" session_take.c 's/else if \(session->error.code\)/else if (0)/'
mutant "a responder gives up unheard" session.c 's/want == ECE_WANT_LOCAL \&\& session->outcome.role == ECE_RESPONDER/0/'
mutant "the peer is not told of a fault" session.c 's/else if \(want == ECE_WANT_LOCAL \|\| want == ECE_WANT_ASK\)/else if (0)/'
mutant "the last error wins" session.c 's/if \(session->error.code\)$/if (0)/'
mutant "the next message is eaten" session.c 's/at < len \&\& session->want == ECE_WANT_RECEIVE/at < len/'
mutant "a message is added to the one before" session.c 's/session->in_len = 0;/;/'
mutant "who has ended can be closed" session.c 's/return session->want == ECE_WANT_DONE \|\| /return /'
mutant "bits of no option are required" outcome.c 's/outcome->policy.require \&= ECE_OPTIONS_ALL;/;/'

# Why.
mutant "another vendor's bits are known" outcome_why.c 's/offer->vendor_id == ECE_VENDOR_NVIDIA \&\& \(/(/'
mutant "only this end counts" outcome_why.c 's/ \&\&$/ \&\& 1 ||/;s/\(!o->has_peer_effective \|\| has\(\&o->peer_effective, bit\)\)/1/'
mutant "a card is blamed for its policy" outcome_why.c 's/if \(!\(o->policy.allow \& bit\)\)/if (0)/'
mutant "a policy comes before the card" outcome_why.c 's/return ECE_MISSING_CARD;/return ECE_MISSING_POLICY;/'
mutant "a peer of another vendor has no ECE" outcome_why.c 's/return ECE_MISSING_PEER_VENDOR;/return ECE_MISSING_PEER_NO_ECE;/'
mutant "a peer's card is blamed for its policy" outcome_why.c 's/o->withheld \& bit \?/0 ?/'
mutant "a peer that says nothing has a card" outcome_why.c 's/if \(!o->has_withheld\)/if (0)/'
mutant "versions are no reason" outcome_why.c 's/o->has_remote \&\& !has\(\&common, bit\)/0/'
mutant "the responder's device is the requestor's" outcome_why.c 's/o->role == ECE_RESPONDER \?/o->role == ECE_REQUESTOR ?/'
mutant "whose policy is no matter" outcome.c 's/if \(!\(outcome->policy.require \& bit\)\)/if (0)/'
mutant "where a policy is from is not said" outcome.c 's/if \(!origin\[0\]\)/if (1)/'
mutant "one missing option is enough" outcome.c 's/bits \&= bits - 1/bits = 0/'

# Queue pairs and descriptors.
mutant "no options are an offer" verbs_qp.c 's/!ece.vendor_id \|\| !ece.options/0/'
mutant "a driver without ECE is a fault" verbs_qp.c 's/err == EOPNOTSUPP \|\| err == ENOSYS/0/'
mutant "every fault is no ECE" verbs_qp.c 's/if \(err == EOPNOTSUPP \|\| err == ENOSYS\)/if (err)/'
mutant "none is asked for" verbs_qp.c 's/if \(ece_offer_is_none\(offer\)\)/if (0)/'
mutant "the default is in effect" verbs_qp.c 's/if \(!asked \|\| /if (/'
mutant "what is in effect is what the verbs say" verbs_qp.c 's/if \(reading.state == ECE_VALUE_SET\)/if (0)/'
mutant "a transition that fails is none" verbs_common.c 's/if \(!ret\)/if (1)/'
mutant "a positive errno is a result" verbs_common.c 's/ret > 0 \? -ret : ret/ret/'
mutant "SIGPIPE is raised" verbs_channel.c 's/MSG_NOSIGNAL \| //'
mutant "sending blocks" verbs_channel.c 's/MSG_NOSIGNAL \| MSG_DONTWAIT/MSG_NOSIGNAL/'
mutant "a silent peer is waited for" verbs_channel.c 's/if \(!ret \&\& now >= deadline_ns\)/if (0)/'
mutant "a peer that closes is a fault of the kernel" verbs_channel.c 's/err == EPIPE \|\| err == ECONNRESET/0/'
mutant "the first piece is all" verbs_channel.c 's/len -= \(size_t\)n;/len = 0;/'
mutant "more is read than belongs to it" verbs_negotiate.c 's/ece_session_missing\(n->session\), \&got/sizeof(bytes), \&got/'
mutant "a policy that cannot be read allows all" verbs_negotiate.c 's/if \(session \&\& fault.code\)/if (0)/'
exit $failed
