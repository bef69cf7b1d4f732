// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/protocol.h"

#include <jansson.h>
#include <stdlib.h>

#include "lib/host/words.h"

const char *const protocol_op_words[PROTOCOL_OPS] = {
	[PROTOCOL_READ] = "read",     [PROTOCOL_APPLY] = "apply",   [PROTOCOL_CONFIRM] = "confirm",
	[PROTOCOL_UNDO] = "undo",     [PROTOCOL_RENEW] = "renew",   [PROTOCOL_COUNTERS] = "counters",
	[PROTOCOL_QPS] = "qps",       [PROTOCOL_FREEZE] = "freeze", [PROTOCOL_UNFREEZE] = "unfreeze",
	[PROTOCOL_ENSURE] = "ensure", [PROTOCOL_FACTS] = "facts",
};

const char *const protocol_result_words[PROTOCOL_RESULTS] = {
	[PROTOCOL_OK] = "ok",
	[PROTOCOL_HELD] = "held",
	[PROTOCOL_UNCHANGED] = "unchanged",
	[PROTOCOL_CONFIRMED] = "confirmed",
	[PROTOCOL_UNDONE] = "undone",
	[PROTOCOL_FAILED_OLD] = "failed_old",
	[PROTOCOL_DIRTY] = "dirty",
	[PROTOCOL_CONFLICT] = "conflict",
	[PROTOCOL_UNDO_FAILED] = "undo_failed",
	[PROTOCOL_REFUSED] = "refused",
	[PROTOCOL_RENEWED] = "renewed",
	[PROTOCOL_SELF_UNDONE] = "self_undone",
	[PROTOCOL_FROZEN] = "frozen",
	[PROTOCOL_THAWED] = "thawed",
	[PROTOCOL_READY] = "ready",
	[PROTOCOL_NOT_READY] = "not_ready",
};

const char *const protocol_reached_words[PROTOCOL_REACHED] = {
	[ECE_REACHED_NO] = "no",
	[ECE_REACHED_YES] = "yes",
	[ECE_REACHED_UNKNOWN] = "unknown",
};

const char *const protocol_write_words[PROTOCOL_WRITES] = {
	[ECE_WRITE_NOT_TRIED] = "not_tried",
	[ECE_WRITE_DONE] = "done",
	[ECE_WRITE_UNCHANGED] = "unchanged",
	[ECE_WRITE_FAILED] = "failed",
};

const char *protocol_op_name(enum protocol_op op)
{
	return op < PROTOCOL_OPS ? protocol_op_words[op] : "unknown";
}

const char *protocol_result_name(enum protocol_result result)
{
	return result < PROTOCOL_RESULTS ? protocol_result_words[result] : "unknown";
}

bool protocol_op_writes(enum protocol_op op)
{
	return op == PROTOCOL_APPLY || op == PROTOCOL_CONFIRM || op == PROTOCOL_UNDO || op == PROTOCOL_RENEW;
}

bool protocol_op_of_host(enum protocol_op op)
{
	return op == PROTOCOL_FREEZE || op == PROTOCOL_UNFREEZE || op == PROTOCOL_ENSURE;
}

uint32_t protocol_op_minor(enum protocol_op op)
{
	return protocol_op_of_host(op) || op == PROTOCOL_FACTS ? 1 : 0;
}

void protocol_request_free(struct protocol_request *request)
{
	if (!request)
		return;
	for (size_t i = 0; i < request->card_count; i++)
		free(request->cards[i].sets);
	free(request->cards);
	free(request->proof);
	free(request->params);
	free(request->counters);
	free(request);
}

void protocol_nics_free(struct protocol_nic *nics, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(nics[i].values);
		free(nics[i].originals);
		free(nics[i].counters);
		free(nics[i].qps);
	}
	free(nics);
}

void protocol_answer_free(struct protocol_answer *answer)
{
	if (!answer)
		return;
	protocol_nics_free(answer->nics, answer->nic_count);
	free(answer->counters);
	json_decref(answer->facts);
	free(answer);
}
