// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>

#include "ece/negotiate.h"

static const struct {
	const char *name;
	const char *text;
} words[ECE_MISSING_COUNT] = {
	[ECE_MISSING_NOT] = {"in_effect", "it is in effect"},
	[ECE_MISSING_UNKNOWN] = {"unknown", "what is in effect could not be read"},
	[ECE_MISSING_DRIVER] = {"driver", "this end has no ECE: its driver, library or device does not know it"},
	[ECE_MISSING_CARD] = {"card", "this end's device does not offer it"},
	[ECE_MISSING_POLICY] = {"policy", "this end's policy keeps it back"},
	[ECE_MISSING_PEER] = {"peer", "the peer does not offer it, and did not say why"},
	[ECE_MISSING_PEER_NO_ECE] = {"peer_no_ece", "the peer has no ECE"},
	[ECE_MISSING_PEER_VENDOR] = {"peer_vendor", "the peer is of another vendor"},
	[ECE_MISSING_PEER_CARD] = {"peer_card", "the peer's device does not offer it"},
	[ECE_MISSING_PEER_POLICY] = {"peer_policy", "the peer's policy keeps it back"},
	[ECE_MISSING_VERSION] = {"version", "the lower one of both ends' ECE versions does not have it"},
	[ECE_MISSING_PEER_DEVICE] = {"peer_device", "the peer's device left it out, though both offered it"},
	[ECE_MISSING_LOCAL_DEVICE] = {"local_device", "this end's device left it out, though both offered it"},
	[ECE_MISSING_NOT_ASKED] = {"not_asked", "nobody asked for it on this queue pair"},
};

static enum ece_missing known(enum ece_missing missing)
{
	return missing < ECE_MISSING_COUNT ? missing : ECE_MISSING_UNKNOWN;
}

const char *ece_missing_name(enum ece_missing missing)
{
	return words[known(missing)].name;
}

const char *ece_missing_text(enum ece_missing missing)
{
	return words[known(missing)].text;
}

static bool is_inferred(uint32_t bit)
{
	const struct ece_option *option;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (option->bit == bit)
			return option->by_inference;
	return false;
}

const char *ece_outcome_format(const struct ece_outcome *outcome, uint32_t bit, char *buf, size_t size)
{
	char name[ECE_OFFER_TEXT_MAX];

	snprintf(buf, size, "%s%s: %s", ece_bits_format(bit, name, sizeof(name)),
		 is_inferred(bit) ? " (a name by inference)" : "", ece_missing_text(ece_outcome_why(outcome, bit)));
	return buf;
}
