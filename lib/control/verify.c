// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Success is the read-back: a host that says it is done must show every value that it was asked for. */
#include <string.h>

#include "lib/control/internal.h"

static const struct protocol_nic *find_nic(const struct protocol_answer *answer, const struct protocol_card *card)
{
	for (size_t i = 0; i < answer->nic_count; i++)
		if (answer->nics[i].info.guid == card->guid && !strcmp(answer->nics[i].info.psid, card->psid))
			return &answer->nics[i];
	return NULL;
}

static bool shows(const struct protocol_nic *nic, const struct protocol_set *set)
{
	if (set->param->no_verify)
		return true;
	for (size_t i = 0; nic && i < nic->value_count; i++) {
		const struct ece_value *value = &nic->values[i].value;

		if (nic->values[i].param == set->param)
			return (value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT) &&
			       ece_param_matches(set->param, set->to, value->raw);
	}
	return false;
}

const struct ece_param *answer_unshown(const struct protocol_answer *answer, const struct protocol_request *asked)
{
	for (size_t c = 0; c < asked->card_count; c++) {
		const struct protocol_card *card = &asked->cards[c];
		const struct protocol_nic *nic = find_nic(answer, card);

		for (size_t i = 0; i < card->set_count; i++)
			if (!shows(nic, &card->sets[i]))
				return card->sets[i].param;
	}
	return NULL;
}
