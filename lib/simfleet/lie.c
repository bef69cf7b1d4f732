// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Agents that do not tell the truth, by the faults of the fleet file. */
#include "lib/simfleet/lie.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"

static struct protocol_nic nic_as_wanted(const struct protocol_card *card, struct protocol_value *values)
{
	struct protocol_nic nic = {.values = values, .value_count = card->set_count, .use = PROTOCOL_USE_UNKNOWN};

	nic.info.guid = card->guid;
	memcpy(nic.info.psid, card->psid, sizeof(nic.info.psid));
	memcpy(nic.info.pci, card->pci, sizeof(nic.info.pci));
	for (size_t i = 0; i < card->set_count; i++)
		values[i] = (struct protocol_value){
			.param = card->sets[i].param,
			.value = {.raw = card->sets[i].to, .state = ECE_VALUE_SET},
			.before = {.raw = card->sets[i].from, .state = ECE_VALUE_SET},
			.write = ECE_WRITE_DONE,
		};
	return nic;
}

/* "Held, and read back": of all that was asked for. */
static int claim(const struct protocol_request *request, struct simfleet_call *call)
{
	struct protocol_answer answer = {.result = PROTOCOL_HELD, .simulated = true};
	struct protocol_nic *nics = calloc(request->card_count + 1, sizeof(*nics));
	int ret = nics ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < request->card_count; i++) {
		struct protocol_value *values = calloc(request->cards[i].set_count + 1, sizeof(*values));

		if (!values)
			ret = -ENOMEM;
		else
			nics[answer.nic_count++] = nic_as_wanted(&request->cards[i], values);
	}
	memcpy(answer.id, request->id, sizeof(answer.id));
	answer.nics = nics;
	ret = ret ? ret : protocol_answer_encode(&answer, &call->answer, &call->answer_len, &call->why);
	protocol_nics_free(nics, answer.nic_count);
	return ret;
}

bool lie_claim(struct simfleet_call *call)
{
	struct protocol_request *request;
	struct ece_error e;
	bool lied = false;

	if (protocol_request_decode(call->line, call->len, &request, &e))
		return false;
	if (request->op == PROTOCOL_APPLY)
		lied = !claim(request, call);
	protocol_request_free(request);
	return lied;
}

bool lie_about_id(struct simfleet_call *call)
{
	struct protocol_answer *answer;
	struct ece_error e;
	bool lied = false;

	if (!call->answer || protocol_answer_decode(call->answer, call->answer_len, &answer, &e))
		return false;
	if (answer->result != PROTOCOL_OK) {
		free(call->answer);
		call->answer = NULL;
		memcpy(answer->id, "another", sizeof("another"));
		protocol_answer_encode(answer, &call->answer, &call->answer_len, &call->why);
		lied = true;
	}
	protocol_answer_free(answer);
	return lied;
}
