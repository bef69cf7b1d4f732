// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/report.h"

#include <errno.h>
#include <string.h>

#include "tools/common/exit_code.h"

struct connect_report report_make(const struct ece_outcome *outcome, uint32_t qpn, bool refused)
{
	struct connect_report report = {
		.qpn = qpn,
		.supported = outcome->supported,
		.has_agreed = outcome->has_agreed,
		.refused = refused,
		.effective_by = outcome->effective_by,
		.card = outcome->card,
		.local = outcome->local,
		.agreed = outcome->agreed,
		.effective = outcome->effective,
		.allow = outcome->policy.allow,
		.require = outcome->policy.require,
	};

	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++)
		report.why[i] = (uint8_t)ece_outcome_why(outcome, UINT32_C(1) << i);
	return report;
}

/* Another vendor's options mean nothing here. */
static uint32_t bits_of(const struct ece_offer *offer)
{
	return offer->vendor_id == ECE_VENDOR_NVIDIA ? ece_offer_bits(offer) : 0;
}

static uint32_t in_effect(const struct connect_report *report)
{
	return report->effective_by == ECE_EFFECTIVE_NOT_READ ? 0 : bits_of(&report->effective);
}

static uint32_t at_both(const struct connect_pair *pair)
{
	return pair->has_peer ? in_effect(&pair->own) & in_effect(&pair->peer) : 0;
}

uint32_t pair_lacking(const struct connect_pair *pair)
{
	uint32_t required = pair->own.require | (pair->has_peer ? pair->peer.require : 0);

	return required & ~at_both(pair);
}

static uint32_t has(const struct connect_report *report)
{
	return report->supported ? bits_of(&report->card) : 0;
}

/* Nothing is in effect then, though some of it was agreed on. */
static uint32_t refused_for(const struct connect_pair *pair)
{
	uint32_t agreed = 0;

	if (pair->own.has_agreed)
		agreed |= bits_of(&pair->own.agreed);
	if (pair->has_peer && pair->peer.has_agreed)
		agreed |= bits_of(&pair->peer.agreed);
	return pair_lacking(pair) & ~agreed ? pair_lacking(pair) & ~agreed : pair_lacking(pair);
}

uint32_t pair_missing(const struct connect_pair *pair)
{
	uint32_t wanted = has(&pair->own) | (pair->has_peer ? has(&pair->peer) : 0);

	if (pair->own.refused || (pair->has_peer && pair->peer.refused))
		return refused_for(pair);
	return (wanted & ~at_both(pair)) | pair_lacking(pair);
}

bool pair_differs(const struct connect_pair *pair)
{
	if (!pair->has_peer || pair->own.effective_by == ECE_EFFECTIVE_NOT_READ ||
	    pair->peer.effective_by == ECE_EFFECTIVE_NOT_READ)
		return false;
	return in_effect(&pair->own) != in_effect(&pair->peer);
}

/* The frame has all that is told, and nothing else. */
static bool same_words(const struct connect_report *a, const struct connect_report *b)
{
	struct connect_report one = *a, other = *b;
	uint8_t frame[2][EXCHANGE_MAX];

	one.qpn = other.qpn = 0;
	exchange_put_report(frame[0], &one);
	return !memcmp(frame[0], frame[1], exchange_put_report(frame[1], &other));
}

bool pair_alike(const struct connect_pair *a, const struct connect_pair *b)
{
	return a->has_peer == b->has_peer && same_words(&a->own, &b->own) &&
	       (!a->has_peer || same_words(&a->peer, &b->peer));
}

/* Returns whether there is nothing to find fault with. */
static bool judge_pair(struct connect_result *result, const struct connect_pair *pair)
{
	if (pair->has_peer && pair->peer.refused)
		ece_error_set(&result->error, -ECONNREFUSED, ECE_ERROR_REFUSED,
			      "the other end refused queue pair %u: its policy requires what is not in effect",
			      pair->peer.qpn);
	else if (pair_differs(pair))
		ece_error_set(&result->error, -EREMOTEIO, ECE_ERROR_NOT_APPLIED,
			      "the two ends of queue pair %u do not have the same options in effect", pair->own.qpn);
	return !result->error.code;
}

void result_judge(struct connect_result *result)
{
	if (result->error.code)
		return;
	for (size_t i = 0; i < result->count; i++)
		if (!judge_pair(result, &result->pairs[i]))
			return;
}

static int error_exit(const struct connect_result *result)
{
	if (result->unreached)
		return TOOL_EXIT_UNREACHABLE;
	switch (result->error.kind) {
	case ECE_ERROR_REFUSED:
		return result->error.code == -ECONNREFUSED ? CONNECT_EXIT_LACKING : TOOL_EXIT_ERROR;
	case ECE_ERROR_UNKNOWN_NAME:
	case ECE_ERROR_CONFLICT:
	case ECE_ERROR_RANGE:
		return TOOL_EXIT_INVALID;
	case ECE_ERROR_NO_DOOR:
		return TOOL_EXIT_UNREACHABLE;
	default:
		return TOOL_EXIT_ERROR;
	}
}

int result_exit(const struct connect_result *result)
{
	if (result->error.code)
		return error_exit(result);
	for (size_t i = 0; i < result->count; i++)
		if (pair_lacking(&result->pairs[i]))
			return CONNECT_EXIT_LACKING;
	return TOOL_EXIT_OK;
}
