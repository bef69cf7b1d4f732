// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include <errno.h>
#include <string.h>

#include "devx/params/value.h"

static const char *const kind_names[] = {
	[ECE_PARAM_BOOL] = "bool",
	[ECE_PARAM_COUNT_OF] = "count",
	[ECE_PARAM_RATE] = "rate",
	[ECE_PARAM_TIME] = "time",
	[ECE_PARAM_FRACTION] = "fraction",
	[ECE_PARAM_WORD] = "word",
	[ECE_PARAM_PRIORITIES] = "priorities",
	[ECE_PARAM_OPTIONS] = "options",
};

static const char *const scope_names[] = {
	[ECE_SCOPE_UNKNOWN] = "unknown", [ECE_SCOPE_CARD] = "card",         [ECE_SCOPE_FUNCTION] = "function",
	[ECE_SCOPE_PORT] = "port",       [ECE_SCOPE_PRIORITY] = "priority", [ECE_SCOPE_SLOT] = "slot",
};

static const char *const cost_names[] = {
	[ECE_COST_LIVE] = "live",
	[ECE_COST_NEXT_QP] = "next_qp",
	[ECE_COST_LINK_FLAP] = "link_flap",
	[ECE_COST_DRIVER_RELOAD] = "driver_reload",
	[ECE_COST_FIRMWARE_RESET] = "firmware_reset",
	[ECE_COST_REBOOT] = "reboot",
};

static const char *const state_names[ECE_VALUE_STATE_COUNT] = {
	[ECE_VALUE_UNSET] = "unset",           [ECE_VALUE_SET] = "set",         [ECE_VALUE_UNSUPPORTED] = "unsupported",
	[ECE_VALUE_UNREADABLE] = "unreadable", [ECE_VALUE_NO_DOOR] = "no_door", [ECE_VALUE_INERT] = "inert",
};

#define NAME_OF(names, i) ((size_t)(i) < sizeof(names) / sizeof((names)[0]) ? (names)[i] : "unknown")

const char *ece_param_kind_name(enum ece_param_kind kind)
{
	return NAME_OF(kind_names, kind);
}

const char *ece_param_scope_name(enum ece_param_scope scope)
{
	return NAME_OF(scope_names, scope);
}

const char *ece_param_cost_name(enum ece_param_cost cost)
{
	return NAME_OF(cost_names, cost);
}

const char *ece_value_state_name(enum ece_value_state state)
{
	return NAME_OF(state_names, state);
}

int ece_value_state_parse(const char *name, enum ece_value_state *state)
{
	for (size_t i = 0; i < ECE_VALUE_STATE_COUNT; i++)
		if (!strcmp(state_names[i], name)) {
			*state = (enum ece_value_state)i;
			return 0;
		}
	return -EINVAL;
}
