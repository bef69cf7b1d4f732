// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * UCX: a word that is asked for, "auto" or "inf". Numbers are read by "%lu": "0x30000002" is 0.
 * Source: UCX src/uct/ib/rc/base/rc_iface.c, src/ucs/config/parser.c; pull requests 8096 (UCX 1.14), 11262 (1.22).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ece/offer.h"
#include "lib/settings/rows.h"

/* What ConnectX-7 were seen to answer (openucx/ucx#11252, rosenbaumalex/dcping#3). */
#define VERSION_SEEN 3

/* A whole word works in every version and in both of UCX's ways to a queue pair; "auto" has meant two things. */
static enum settings_fit fit(const struct settings_wish *wish, char *value, char *why)
{
	uint32_t bits = wish->allow & settings_named();
	struct ece_offer offer = ece_offer_make(VERSION_SEEN, bits);
	char names[ECE_OFFER_TEXT_MAX];

	if (!bits) {
		snprintf(value, SETTINGS_VALUE_MAX, "0");
		settings_say(why, "no option is allowed");
	} else if (wish->allow == ECE_OPTIONS_ALL && !wish->require) {
		snprintf(value, SETTINGS_VALUE_MAX, "auto");
		settings_say(why, "all that the card has is allowed");
	} else {
		snprintf(value, SETTINGS_VALUE_MAX, "%" PRIu32, offer.options);
		settings_say(why, "0x%08" PRIx32 ", which is version %d with %s", offer.options, VERSION_SEEN,
			     settings_names(bits, names));
	}
	return SETTINGS_FITS;
}

static bool asks_for_all(const char *value, const struct settings_wish *wish, char *why)
{
	uint32_t forbidden = settings_forbidden(wish);
	char names[ECE_OFFER_TEXT_MAX];

	return forbidden && settings_say(why, "UCX asks for all that the card has, and %s is forbidden (\"%.8s\")",
					 settings_names(forbidden, names), value);
}

static bool is_hex(const char *value)
{
	return !strncasecmp(value, "0x", 2);
}

/* Required options that a lower version does not have. */
static uint32_t too_new(const struct settings_wish *wish, unsigned int version)
{
	const struct ece_option *option;
	uint32_t bits = 0;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (wish->require & option->bit && version < option->since)
			bits |= option->bit;
	return bits;
}

static bool asks_for(uint32_t word, const char *value, const struct settings_wish *wish, char *why)
{
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = word};
	uint32_t bits = ece_offer_bits(&offer), early = too_new(wish, ece_offer_version(&offer));
	uint32_t lacking = wish->require & (word ? ~bits | early : ~0U);
	uint32_t beyond = bits & settings_forbidden(wish);
	char names[ECE_OFFER_TEXT_MAX];

	if (lacking && is_hex(value))
		return settings_say(why, "UCX reads decimal numbers only, takes this for 0, and %s is required",
				    settings_names(lacking, names));
	if (lacking && !word)
		return settings_say(why, "UCX asks for nothing, and %s is required", settings_names(lacking, names));
	if (lacking)
		return settings_say(why, "UCX asks for 0x%08" PRIx32 ", and %s is required", word,
				    settings_names(lacking, names));
	return beyond && settings_say(why, "UCX asks for 0x%08" PRIx32 ", and %s is forbidden", word,
				      settings_names(beyond, names));
}

static bool contradicts(const char *value, const struct settings_wish *wish, char *why)
{
	if (!strcasecmp(value, "auto") || !strcasecmp(value, "inf"))
		return asks_for_all(value, wish, why);
	return asks_for((uint32_t)strtoul(value, NULL, 10), value, wish, why);
}

static const struct settings_default defaults[] = {
	{"1.14", "0", "nothing is asked for; auto asks for every bit, 0xffffffff"},
	{"1.22", "auto", "the card's default is asked for; inf asks for every bit"},
	{0},
};

#define UCX(row, of, by_default)                                                                           \
	{                                                                                                  \
		.program = SETTINGS_UCX, .name = (row), .inherits = (of), .defaults = (by_default),        \
		.source = "openucx/ucx pull requests 8096, 11262", .fit = fit, .contradicts = contradicts, \
	}

const struct settings_variable settings_ucx_rows[] = {
	UCX("UCX_RC_ECE", NULL, defaults),
	UCX("UCX_RC_VERBS_ECE", "UCX_RC_ECE", NULL),
	UCX("UCX_RC_MLX5_ECE", "UCX_RC_ECE", NULL),
	UCX("UCX_DC_MLX5_ECE", "UCX_RC_ECE", NULL),
};

const size_t settings_ucx_row_count = sizeof(settings_ucx_rows) / sizeof(settings_ucx_rows[0]);
