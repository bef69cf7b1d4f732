// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A negotiation against a peer that sends anything, in pieces cut anywhere. The first byte has the role and how the device
 * is, the second the size of the pieces; the rest is what comes. Nothing is asked for that was not offered by both, and
 * what fails says so.
 */
#include <stdlib.h>
#include <string.h>

#include "ece/negotiate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static const struct ece_offer card = {0x15b3, 0x30000107};

static void ask_device(struct ece_session *session, unsigned int device)
{
	struct ece_offer ask = ece_session_ask(session), effective = ask;
	bool blind = device & 4;

	require(ece_offer_is_none(&ask) || ask.vendor_id == card.vendor_id);
	require(!(ece_offer_bits(&ask) & ~ece_offer_bits(&ece_session_outcome(session)->local)));
	require(ece_offer_version(&ask) <= 3);
	if (device & 8)
		effective.options &= ~1U;
	require(!ece_session_effective(session, blind ? NULL : &effective,
				       blind ? ECE_EFFECTIVE_NOT_READ : ECE_EFFECTIVE_BY_DEVICE));
}

/* Returns false where nothing more can come of it. */
static bool step(struct ece_session *session, unsigned int device, const uint8_t **at, size_t *left, size_t piece)
{
	size_t n = *left < piece ? *left : piece, taken, len;

	switch (ece_session_want(session)) {
	case ECE_WANT_LOCAL:
		require(!ece_session_local(session, &card, !(device & 2)));
		return true;
	case ECE_WANT_SEND:
		require(ece_session_message(session, &len) && len && len <= ECE_MESSAGE_MAX);
		require(!ece_session_sent(session));
		return true;
	case ECE_WANT_RECEIVE:
		require(ece_session_missing(session) > 0 && ece_session_missing(session) <= ECE_MESSAGE_MAX);
		if (!n)
			return false;
		require(!ece_session_received(session, *at, n, &taken) && taken && taken <= n);
		*at += taken;
		*left -= taken;
		return true;
	case ECE_WANT_ASK:
		ask_device(session, device);
		return true;
	default:
		return false;
	}
}

static void check_end(const struct ece_session *session)
{
	const struct ece_outcome *outcome = ece_session_outcome(session);
	const struct ece_error *e = ece_session_error(session);
	char text[ECE_OUTCOME_TEXT_MAX];

	if (ece_session_want(session) == ECE_WANT_FAILED)
		require(e->code < 0 && e->kind != ECE_ERROR_NONE && e->text[0]);
	if (ece_session_want(session) == ECE_WANT_DONE)
		require(!e->code && outcome->has_agreed && !outcome->lacking);
	for (uint32_t bit = 1; bit & ECE_OPTIONS_ALL; bit <<= 1)
		require(strlen(ece_outcome_format(outcome, bit, text, sizeof(text))) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ece_policy policy = {.allow = ECE_OPTIONS_ALL};
	struct ece_session *session;
	size_t piece, left;
	const uint8_t *at;

	if (size < 2)
		return 0;
	if (data[0] & 16)
		policy.allow = policy.require = 3;
	session = ece_session_new(data[0] & 1 ? ECE_RESPONDER : ECE_REQUESTOR, &policy);
	require(session);
	piece = (size_t)data[1] + 1;
	at = data + 2;
	left = size - 2;
	while (step(session, data[0], &at, &left, piece))
		;
	check_end(session);
	if (ece_session_want(session) != ECE_WANT_DONE && ece_session_want(session) != ECE_WANT_FAILED)
		require(!ece_session_closed(session) && ece_session_error(session)->code);
	ece_session_free(session);
	return 0;
}
