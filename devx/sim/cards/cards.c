// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/cards/cards.h"

#include <string.h>

static const struct fw_card_type *const types[] = {
	&fw_card_cx7,      &fw_card_cx7_2p,     &fw_card_cx7_2p_shared, &fw_card_cx7_vf,
	&fw_card_cx7_user, &fw_card_cx7_closed, &fw_card_bf3,           &fw_card_bf3_dpu,
	&fw_card_cx6dx,    &fw_card_cx6dx_old,  &fw_card_cx4,
};

const struct fw_card_type *fw_card_type_at(size_t i)
{
	return i < FW_COUNT_OF(types) ? types[i] : NULL;
}

const struct fw_card_type *fw_card_type_find(const char *name)
{
	for (size_t i = 0; i < FW_COUNT_OF(types); i++)
		if (!strcmp(types[i]->name, name))
			return types[i];
	return NULL;
}
