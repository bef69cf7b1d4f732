// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What both ends do with what their device says. */
#include <errno.h>

#include "lib/ece/outcome.h"
#include "lib/ece/session.h"

int ece_session_local(struct ece_session *session, const struct ece_offer *offer, bool supported)
{
	struct ece_outcome *o = &session->outcome;
	const struct ece_policy policy = o->policy;

	if (session->want != ECE_WANT_LOCAL)
		return -EINVAL;
	outcome_begin(o, o->role, &policy, offer, supported);
	if (o->role == ECE_RESPONDER)
		session->want = ECE_WANT_RECEIVE;
	else if (outcome_lacks(o, &o->local))
		session_refuse_policy(session);
	else
		session_send(session, MESSAGE_OFFER, MESSAGE_REASON_NONE, ECE_WANT_RECEIVE);
	return 0;
}

/* Where it could not be read, what was asked for is all that is known. */
static void agree(struct ece_session *session)
{
	struct ece_outcome *o = &session->outcome;

	o->has_agreed = true;
	o->agreed = session->ask;
	if (o->effective_by != ECE_EFFECTIVE_NOT_READ)
		o->agreed = ece_offer_intersect(&session->ask, &o->effective);
}

int ece_session_effective(struct ece_session *session, const struct ece_offer *effective, enum ece_effective_by by)
{
	struct ece_outcome *o = &session->outcome;
	bool responds = o->role == ECE_RESPONDER;

	if (session->want != ECE_WANT_ASK)
		return -EINVAL;
	outcome_set_effective(o, effective, by);
	if (responds)
		agree(session);
	if (outcome_lacks(o, by == ECE_EFFECTIVE_NOT_READ ? NULL : &o->effective) || outcome_lacks(o, &o->agreed))
		session_refuse_policy(session);
	else if (responds)
		session_send(session, MESSAGE_ANSWER, MESSAGE_REASON_NONE, ECE_WANT_RECEIVE);
	else
		session_send(session, MESSAGE_CONFIRMATION, MESSAGE_REASON_NONE, ECE_WANT_DONE);
	return 0;
}
