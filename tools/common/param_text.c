// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/param_text.h"

#include <stdio.h>

static const struct {
	const char *sentence, *word;
} costs[] = {
	[ECE_COST_LIVE] = {"acts at once", "live"},
	[ECE_COST_NEXT_QP] = {"acts on queue pairs made afterwards", "next QP"},
	[ECE_COST_LINK_FLAP] = {"takes the link down for a moment", "link flap"},
	[ECE_COST_DRIVER_RELOAD] = {"acts after the driver is loaded again", "reload"},
	[ECE_COST_FIRMWARE_RESET] = {"acts after a firmware reset", "fw reset"},
	[ECE_COST_REBOOT] = {"acts after a reboot", "reboot"},
};

const char *param_text_cost(const struct ece_param *param)
{
	return (size_t)param->cost < sizeof(costs) / sizeof(costs[0]) ? costs[param->cost].sentence : "";
}

const char *param_text_effect(const struct ece_param *param)
{
	return (size_t)param->cost < sizeof(costs) / sizeof(costs[0]) ? costs[param->cost].word : "";
}

const char *param_text_range(const struct ece_param *param, char *buf, size_t size)
{
	char min[PARAM_TEXT_VALUE_MAX], max[PARAM_TEXT_VALUE_MAX], list[PARAM_TEXT_VALUE_MAX];

	if (param->kind == ECE_PARAM_BOOL)
		snprintf(buf, size, "true or false");
	else if (param->kind == ECE_PARAM_WORD)
		ece_param_words(param, "", buf, size);
	else if (param->kind == ECE_PARAM_PRIORITIES)
		snprintf(buf, size, "priorities such as 3 or 3,4%s",
			 ece_param_words(param, ", or ", list, sizeof(list)));
	else if (param->kind == ECE_PARAM_OPTIONS)
		snprintf(buf, size, "ECE options such as selective_repeat,0x4%s",
			 ece_param_words(param, ", or ", list, sizeof(list)));
	else if (!param->min && !param->max)
		snprintf(buf, size, "the card tells its range");
	else
		snprintf(buf, size, "%s to %s%s", ece_param_format(param, param->min, min, sizeof(min)),
			 ece_param_format(param, param->max, max, sizeof(max)),
			 ece_param_words(param, ", or ", list, sizeof(list)));
	return buf;
}
