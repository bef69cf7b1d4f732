// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-sim fleet tell and dump: words to simulated cards. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-sim/fleet.h"

#define LINE_MAX_BYTES 256

/* The words as one line; false when they are too long. */
static bool join(const struct fleet_request *request, char line[LINE_MAX_BYTES])
{
	size_t used = 0;

	if (request->form == SIM_FLEET_FORM_DUMP)
		return snprintf(line, LINE_MAX_BYTES, "dump") > 0;
	for (size_t i = 0; i < request->word_count; i++) {
		int n = snprintf(line + used, LINE_MAX_BYTES - used, "%s%s", i ? " " : "", request->words[i]);

		if (n < 0 || (size_t)n >= LINE_MAX_BYTES - used)
			return false;
		used += (size_t)n;
	}
	return true;
}

/* The VALUE of "ok VALUE": an object or list as such, anything else as text; null where there is none. */
static json_t *answer_json(const char *answer)
{
	const char *value = answer + strlen("ok");
	json_t *json;

	if (!*value)
		return json_null();
	json = json_loads(++value, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
	return json ? json : json_string(value);
}

static int tell_card(struct fleet_request *request, size_t host, size_t card, char *answer, struct ece_error *e)
{
	char line[LINE_MAX_BYTES];
	int ret;

	if (!join(request, line))
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more than %d bytes to tell a card",
				     LINE_MAX_BYTES - 1);
	ret = simfleet_tell(request->sim, host, card, line, answer, e);
	if (ret)
		return ret;
	build_append(&request->answers, json_pack("{s:s, s:I, s:o}", "host", simfleet_host_name(request->sim, host),
						  "card", (json_int_t)card, "answer", answer_json(answer)));
	return 0;
}

static int one_card(const struct fleet_request *request, size_t *card, struct ece_error *e)
{
	char *end;

	errno = 0;
	*card = strtoul(request->card, &end, 10);
	if (errno || *end || end == request->card || *request->card == '-')
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%s\" is no number of a card", request->card);
	return 0;
}

int fleet_tell(struct fleet_request *request, size_t host, struct ece_error *e)
{
	char *answer = malloc(SIMFLEET_ANSWER_MAX);
	size_t card = 0;
	int ret = 0;

	if (!answer)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	if (request->card) {
		ret = one_card(request, &card, e);
		ret = ret ? ret : tell_card(request, host, card, answer, e);
	}
	for (; !request->card && !ret && simfleet_card(request->sim, host, card); card++)
		ret = tell_card(request, host, card, answer, e);
	free(answer);
	return ret;
}

static void print_answer(const json_t *one)
{
	json_t *answer = json_object_get(one, "answer");
	char *text = json_is_string(answer) ? NULL : json_dumps(answer, JSON_COMPACT | JSON_ENCODE_ANY);

	printf("%s card %" JSON_INTEGER_FORMAT ": %s\n", json_string_value(json_object_get(one, "host")),
	       json_integer_value(json_object_get(one, "card")),
	       json_is_null(answer) ? "ok" :
	       text                 ? text :
				      json_string_value(answer));
	free(text);
}

int fleet_print_answers(struct fleet_request *request)
{
	const char *verb = ece_sim_fleet_command.forms[request->form].verb;
	json_t *answers = request->answers;
	json_t *one;
	size_t i;

	request->answers = NULL;
	if (request->json || request->form == SIM_FLEET_FORM_DUMP)
		return output_json(json_pack("{s:i, s:b, s:s, s:o}", "version", 1, "simulated", 1, "verb", verb,
					     "cards", answers));
	json_array_foreach(answers, i, one) print_answer(one);
	json_decref(answers);
	return 0;
}
