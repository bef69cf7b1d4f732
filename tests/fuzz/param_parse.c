// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Text of a value for a parameter of every kind: what is taken is in range, prints, and comes back the same. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/param.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct ece_param_word none_all[] = {{"none", 0}, {"all", 255}, {NULL, 0}};

static const struct ece_param_word none_all_options[] = {{"none", 0}, {"all", 0x0fffffff}, {NULL, 0}};

static const struct ece_param params[] = {
	{.name = "a.options", .kind = ECE_PARAM_OPTIONS, .unit = "", .max = 0x0fffffff, .words = none_all_options},
	{.name = "a.set", .kind = ECE_PARAM_PRIORITIES, .unit = "", .max = 255, .words = none_all},
	{.name = "a.flag", .kind = ECE_PARAM_BOOL, .unit = "", .max = 1},
	{.name = "a.count", .kind = ECE_PARAM_COUNT_OF, .unit = "", .max = 63},
	{.name = "a.rate", .kind = ECE_PARAM_RATE, .unit = "Mb/s", .max = 131071},
	{.name = "a.time", .kind = ECE_PARAM_TIME, .unit = "us", .min = 1, .max = UINT32_MAX},
	{.name = "a.fxp16", .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = 16},
	{.name = "a.fxp20", .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = 20},
	{.name = "a.fxp24", .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = 24},
};

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_taken(const struct ece_param *param, uint64_t raw)
{
	uint64_t max = param->max ? param->max : UINT32_MAX;
	uint64_t back = ~raw;
	char text[64];

	require(raw >= param->min && raw <= max);
	require(!ece_param_parse(param, ece_param_format(param, raw, text, sizeof(text)), &back, NULL));
	require(back == raw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	require(text);
	memcpy(text, data, size);
	text[size] = '\0';
	for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++) {
		struct ece_error e = {0};
		uint64_t raw = 0;

		if (ece_param_parse(&params[i], text, &raw, &e))
			require(e.code == -EINVAL && e.text[0]);
		else
			check_taken(&params[i], raw);
	}
	/* Costs more than all the rest together. */
	if (size <= 16)
		ece_param_nearest(text);
	ece_param_find(text);
	free(text);
	return 0;
}
