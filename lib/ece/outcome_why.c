// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/negotiate.h"

#include <stdio.h>

#include "lib/ece/outcome.h"

/* Of another vendor's word no bit is known. */
static bool has(const struct ece_offer *offer, uint32_t bit)
{
	return offer->vendor_id == ECE_VENDOR_NVIDIA && (ece_offer_bits(offer) & bit);
}

static bool is_in_effect(const struct ece_outcome *o, uint32_t bit)
{
	return o->effective_by != ECE_EFFECTIVE_NOT_READ && has(&o->effective, bit) &&
	       (!o->has_peer_effective || has(&o->peer_effective, bit));
}

static enum ece_missing why_not_offered(const struct ece_outcome *o, uint32_t bit)
{
	if (!o->supported)
		return ECE_MISSING_DRIVER;
	if (!has(&o->card, bit))
		return ECE_MISSING_CARD;
	if (!(o->policy.allow & bit))
		return ECE_MISSING_POLICY;
	return has(&o->local, bit) ? ECE_MISSING_NOT : ECE_MISSING_NOT_ASKED;
}

static enum ece_missing why_not_offered_by_peer(const struct ece_outcome *o, uint32_t bit)
{
	if (!o->has_remote || has(&o->remote, bit))
		return ECE_MISSING_NOT;
	if (o->remote.vendor_id != ECE_VENDOR_NVIDIA && o->remote.vendor_id != ECE_VENDOR_NONE)
		return ECE_MISSING_PEER_VENDOR;
	if (ece_offer_is_none(&o->remote))
		return ECE_MISSING_PEER_NO_ECE;
	if (!o->has_withheld)
		return ECE_MISSING_PEER;
	return o->withheld & bit ? ECE_MISSING_PEER_POLICY : ECE_MISSING_PEER_CARD;
}

static bool is_too_new(const struct ece_outcome *o, uint32_t bit)
{
	struct ece_offer common = ece_offer_intersect(&o->local, &o->remote);

	return o->has_remote && !has(&common, bit);
}

/* Both offered it; the responder's device has the first word on what is agreed. */
static enum ece_missing why_left_out(const struct ece_outcome *o, uint32_t bit)
{
	if (o->has_agreed && !has(&o->agreed, bit))
		return o->role == ECE_RESPONDER ? ECE_MISSING_LOCAL_DEVICE : ECE_MISSING_PEER_DEVICE;
	if (o->effective_by != ECE_EFFECTIVE_NOT_READ && !has(&o->effective, bit))
		return o->has_remote || o->has_agreed ? ECE_MISSING_LOCAL_DEVICE : ECE_MISSING_PEER;
	if (o->has_peer_effective && !has(&o->peer_effective, bit))
		return ECE_MISSING_PEER_DEVICE;
	return ECE_MISSING_UNKNOWN;
}

enum ece_missing ece_outcome_why(const struct ece_outcome *outcome, uint32_t bit)
{
	enum ece_missing why;

	if (is_in_effect(outcome, bit))
		return ECE_MISSING_NOT;
	why = why_not_offered(outcome, bit);
	if (why == ECE_MISSING_NOT)
		why = why_not_offered_by_peer(outcome, bit);
	if (why == ECE_MISSING_NOT && is_too_new(outcome, bit))
		why = ECE_MISSING_VERSION;
	return why == ECE_MISSING_NOT ? why_left_out(outcome, bit) : why;
}
