// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * NCCL, and RCCL with the same variable. It offers all that the card has, or nothing.
 * Source: NCCL's user guide ("since 2.23", "default 1 since 2.19"), src/transport/net_ib.cc (IbEceEnable).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "ece/offer.h"
#include "lib/settings/rows.h"

static enum settings_fit fit(const struct settings_wish *wish, char *value, char *why)
{
	uint32_t forbidden = settings_forbidden(wish);
	char no[ECE_OFFER_TEXT_MAX], yes[ECE_OFFER_TEXT_MAX];

	if (forbidden && wish->require) {
		settings_say(why, "NCCL offers all that the card has, or nothing: %s is required, and %s is forbidden",
			     settings_names(wish->require, yes), settings_names(forbidden, no));
		return SETTINGS_NONE_FITS;
	}
	snprintf(value, SETTINGS_VALUE_MAX, "%d", !forbidden);
	if (forbidden == settings_named())
		settings_say(why, "no option is allowed");
	else if (forbidden)
		settings_say(why, "NCCL offers all that the card has, or nothing, and %s is forbidden",
			     settings_names(forbidden, no));
	else
		settings_say(why, "NCCL offers all that the card has, which is allowed");
	return SETTINGS_FITS;
}

/* Numbers as strtoll() reads them; what is none is the default. */
static bool is_off(const char *value)
{
	char *end;
	long long number;

	errno = 0;
	number = strtoll(value, &end, 0);
	return end != value && !errno && !number;
}

static bool contradicts(const char *value, const struct settings_wish *wish, char *why)
{
	uint32_t forbidden = settings_forbidden(wish);
	char names[ECE_OFFER_TEXT_MAX];

	if (is_off(value))
		return wish->require && settings_say(why, "NCCL offers nothing, and %s is required",
						     settings_names(wish->require, names));
	return forbidden && settings_say(why, "NCCL offers all that the card has, and %s is forbidden",
					 settings_names(forbidden, names));
}

static const struct settings_default defaults[] = {
	{"2.19", NULL, "ECE is used, and there is no variable to stop it"},
	{"2.23", "1", "ECE is used"},
	{0},
};

const struct settings_variable settings_nccl_rows[] = {
	{
		.program = SETTINGS_NCCL,
		.name = "NCCL_IB_ECE_ENABLE",
		.defaults = defaults,
		.source = "NCCL user guide, environment variables",
		.fit = fit,
		.contradicts = contradicts,
	},
};

const size_t settings_nccl_row_count = sizeof(settings_nccl_rows) / sizeof(settings_nccl_rows[0]);
