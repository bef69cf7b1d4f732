// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From a host's answer, or its absence, to what the run makes of it. */
#include <stdio.h>
#include <string.h>

#include "lib/control/internal.h"

/* A result that is no answer to a run's requests (OK) is nonsense: nobody knows then what the host did. */
static enum rollout_answer from_result(enum protocol_result result)
{
	switch (result) {
	case PROTOCOL_HELD:
		return ROLLOUT_ANSWER_HELD;
	case PROTOCOL_UNCHANGED:
		return ROLLOUT_ANSWER_UNCHANGED;
	case PROTOCOL_CONFIRMED:
		return ROLLOUT_ANSWER_CONFIRMED;
	case PROTOCOL_UNDONE:
		return ROLLOUT_ANSWER_UNDONE;
	case PROTOCOL_FAILED_OLD:
		return ROLLOUT_ANSWER_FAILED_OLD;
	case PROTOCOL_DIRTY:
		return ROLLOUT_ANSWER_DIRTY;
	case PROTOCOL_CONFLICT:
		return ROLLOUT_ANSWER_CONFLICT;
	case PROTOCOL_UNDO_FAILED:
		return ROLLOUT_ANSWER_UNDO_FAILED;
	case PROTOCOL_REFUSED:
		return ROLLOUT_ANSWER_REFUSED;
	case PROTOCOL_RENEWED:
		return ROLLOUT_ANSWER_RENEWED;
	case PROTOCOL_SELF_UNDONE:
		return ROLLOUT_ANSWER_SELF_UNDONE;
	default:
		return ROLLOUT_ANSWER_MAYBE;
	}
}

static const struct protocol_value *failed_value(const struct protocol_answer *answer, const struct protocol_nic **nic)
{
	for (size_t n = 0; n < answer->nic_count; n++) {
		*nic = &answer->nics[n];
		for (size_t v = 0; v < answer->nics[n].value_count; v++)
			if (answer->nics[n].values[v].error.code)
				return &answer->nics[n].values[v];
	}
	return NULL;
}

/* What a result that is no success means to a person. */
static const char *in_words(enum protocol_result result)
{
	switch (result) {
	case PROTOCOL_FAILED_OLD:
		return "a write failed, and the old values were put back";
	case PROTOCOL_DIRTY:
		return "a write failed, and the old values could not be put back";
	case PROTOCOL_CONFLICT:
		return "not put back, since somebody else has changed it meanwhile";
	case PROTOCOL_UNDO_FAILED:
		return "could not be put back";
	case PROTOCOL_REFUSED:
		return "the host refused, and wrote nothing";
	case PROTOCOL_SELF_UNDONE:
		return "its lease had run out or it was restarted, and it has what it had before";
	default:
		return protocol_result_name(result);
	}
}

static void say_why(const struct protocol_answer *answer, char *why, size_t size)
{
	const struct protocol_nic *nic = NULL;
	const struct protocol_value *value = failed_value(answer, &nic);
	const char *words = in_words(answer->result);

	if (value)
		snprintf(why, size, "%s: %s%s%s: %s", words, nic->info.pci, nic->info.pci[0] ? " " : "",
			 value->param ? value->param->name : "", value->error.text);
	else if (answer->error.code)
		snprintf(why, size, "%s: %s", words, answer->error.text);
	else
		snprintf(why, size, "%s", words);
}

static bool is_success(enum rollout_answer answer)
{
	return answer == ROLLOUT_ANSWER_HELD || answer == ROLLOUT_ANSWER_UNCHANGED ||
	       answer == ROLLOUT_ANSWER_CONFIRMED || answer == ROLLOUT_ANSWER_UNDONE ||
	       answer == ROLLOUT_ANSWER_RENEWED;
}

/* Nobody knows then what is on the card, and an undo shall look after it. */
static enum rollout_answer check_success(const struct protocol_answer *answer, const struct protocol_request *asked,
					 enum rollout_answer meaning, char *why, size_t size)
{
	const struct ece_param *param = answer_unshown(answer, asked);

	if (!param)
		return meaning;
	snprintf(why, size, "it says that it is done, but its answer does not show %s as it was asked for",
		 param->name);
	return ROLLOUT_ANSWER_DIRTY;
}

static enum rollout_answer read_reply(const struct channel_answer *reply, const char *id,
				      const struct protocol_request *asked, char *why, size_t size)
{
	struct protocol_answer *answer = NULL;
	enum rollout_answer meaning;
	struct ece_error e;

	if (protocol_answer_decode(reply->line, reply->len, &answer, &e)) {
		snprintf(why, size, "its answer cannot be read: %s", e.text);
		return ROLLOUT_ANSWER_MAYBE;
	}
	meaning = strcmp(answer->id, id) ? ROLLOUT_ANSWER_MAYBE : from_result(answer->result);
	/* the freeze was there before the request, which is sent again when it is over */
	if (meaning == ROLLOUT_ANSWER_REFUSED && (answer->frozen.fleet || answer->frozen.by_hand))
		meaning = ROLLOUT_ANSWER_NOT_SENT;
	if (meaning == ROLLOUT_ANSWER_MAYBE)
		snprintf(why, size, "it answered something else than it was asked");
	else if (is_success(meaning))
		meaning = check_success(answer, asked, meaning, why, size);
	else
		say_why(answer, why, size);
	protocol_answer_free(answer);
	return meaning;
}

enum rollout_answer answer_read(const struct channel_answer *answer, const char *id,
				const struct protocol_request *asked, char *why, size_t size)
{
	why[0] = '\0';
	if (answer->outcome == CHANNEL_REPLY)
		return read_reply(answer, id, asked, why, size);
	snprintf(why, size, "%s", answer->why ? answer->why : "no answer");
	return answer->outcome == CHANNEL_NOT_SENT ? ROLLOUT_ANSWER_NOT_SENT : ROLLOUT_ANSWER_MAYBE;
}
