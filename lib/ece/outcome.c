// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/ece/outcome.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/error.h"

static const struct ece_policy open_policy = {.allow = ECE_OPTIONS_ALL};

static uint32_t bits_of(const struct ece_offer *offer)
{
	return offer->vendor_id == ECE_VENDOR_NVIDIA ? ece_offer_bits(offer) : 0;
}

void outcome_begin(struct ece_outcome *outcome, enum ece_role role, const struct ece_policy *policy,
		   const struct ece_offer *card, bool supported)
{
	*outcome = (struct ece_outcome){
		.role = role,
		.supported = supported,
		.card = supported ? *card : ece_offer_none(),
		.policy = policy ? *policy : open_policy,
	};
	outcome->policy.allow &= ECE_OPTIONS_ALL;
	outcome->policy.require &= ECE_OPTIONS_ALL;
	if (!ece_offer_is_none(&outcome->card))
		outcome->local = ece_offer_allow(&outcome->card, outcome->policy.allow);
}

void outcome_set_remote(struct ece_outcome *outcome, const struct ece_offer *remote)
{
	outcome->has_remote = true;
	outcome->remote = *remote;
}

void outcome_set_effective(struct ece_outcome *outcome, const struct ece_offer *effective, enum ece_effective_by by)
{
	outcome->effective_by = by;
	outcome->effective = by == ECE_EFFECTIVE_NOT_READ ? ece_offer_none() : *effective;
}

uint32_t outcome_lacks(struct ece_outcome *outcome, const struct ece_offer *offer)
{
	uint32_t required = outcome->policy.require | outcome->peer_require;
	uint32_t lacking = required & ~(offer ? bits_of(offer) : 0);

	outcome->lacking |= lacking;
	return lacking;
}

static const char *describe_policy(const struct ece_outcome *outcome, uint32_t bit, char *buf, size_t size)
{
	const char *origin = outcome->policy.origin;

	if (!(outcome->policy.require & bit))
		return "the peer's policy";
	if (!origin[0])
		return "this end's policy";
	snprintf(buf, size, "this end's policy (%s)", origin);
	return buf;
}

/* The end that refused knows more than this one, where nothing seems to be missing here. */
static enum ece_missing why_lacking(const struct ece_outcome *outcome, uint32_t bit)
{
	enum ece_missing why = ece_outcome_why(outcome, bit);

	return why == ECE_MISSING_NOT ? ECE_MISSING_UNKNOWN : why;
}

int outcome_refused(const struct ece_outcome *outcome, struct ece_error *e)
{
	char text[ECE_ERROR_TEXT_MAX] = "", whose[ECE_POLICY_ORIGIN_MAX + 32], name[ECE_OFFER_TEXT_MAX];
	size_t len = 0;

	for (uint32_t bits = outcome->lacking; bits && len < sizeof(text); bits &= bits - 1) {
		uint32_t bit = bits & -bits;

		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s requires %s, but %s", len ? "; " : "",
					describe_policy(outcome, bit, whose, sizeof(whose)),
					ece_bits_format(bit, name, sizeof(name)),
					ece_missing_text(why_lacking(outcome, bit)));
	}
	if (!len)
		return ece_error_set(e, -ECONNREFUSED, ECE_ERROR_REFUSED,
				     "the peer refused by its policy, and did not say which option it lacks");
	return ece_error_set(e, -ECONNREFUSED, ECE_ERROR_REFUSED, "%s", text);
}
