// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/words/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/port_counter.h"
#include "devx/sim/fw/traffic.h"
#include "devx/sim/words/fault_words.h"
#include "devx/sim/words/qp_words.h"
#include "devx/sim/words/state_json.h"

#define SEPARATORS " \t\r"

void sim_words_split(struct sim_words *words, char *line)
{
	char *rest = NULL;
	char *word;

	words->count = 0;
	for (word = strtok_r(line, SEPARATORS, &rest); word && words->count < SIM_WORDS_MAX;
	     word = strtok_r(NULL, SEPARATORS, &rest))
		words->word[words->count++] = word;
}

void sim_words_say(struct sim_words *words, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(words->answer, SIM_WORDS_ANSWER_MAX, format, args);
	va_end(args);
}

void sim_words_say_json(struct sim_words *words, json_t *value)
{
	char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

	if (!text)
		sim_words_say(words, "error: out of memory");
	else if (strlen(text) + sizeof("ok ") > SIM_WORDS_ANSWER_MAX)
		sim_words_say(words, "error: the answer is longer than %d bytes", SIM_WORDS_ANSWER_MAX);
	else
		sim_words_say(words, "ok %s", text);
	free(text);
	json_decref(value);
}

bool sim_words_number(struct sim_words *words, size_t i, unsigned long max, unsigned long otherwise,
		      unsigned long *value)
{
	const char *text;
	char *end;

	*value = otherwise;
	if (i >= words->count)
		return true;
	text = words->word[i];
	errno = 0;
	*value = strtoul(text, &end, 0);
	if (!errno && end != text && *end == '\0' && *text != '-' && *value <= max)
		return true;
	sim_words_say(words, "error: '%s' is not a number up to %lu", text, max);
	return false;
}

bool sim_words_fit(struct sim_words *words, size_t min, size_t max)
{
	if (words->count < min)
		sim_words_say(words, "error: '%s' needs %zu more", words->word[0], min - words->count);
	else if (words->count > max)
		sim_words_say(words, "error: a word too many: '%s' behind '%s'", words->word[max],
			      words->word[max - 1]);
	else
		return true;
	return false;
}

static void do_link(struct sim_words *words)
{
	bool up = strcmp(words->word[1], "up") == 0;

	if (!up && strcmp(words->word[1], "down") != 0) {
		sim_words_say(words, "error: a link is 'up' or 'down', not '%s'", words->word[1]);
		return;
	}
	words->fw->state->link_down = !up;
	sim_words_say(words, "ok");
}

static uint64_t *counter_named(struct fw_state *state, const char *name)
{
	uint64_t *other = fw_priority_counter(state, name);

	if (!other)
		other = fw_port_counter(state, name);
	return other ? other : fw_vport_counter(state, name);
}

/* Of a counter that the driver sees by set. */
static void do_set_counter(struct sim_words *words, enum fw_count what)
{
	unsigned long value;

	if (!sim_words_number(words, 2, UINT64_MAX, fw_counter_value(words->fw, what), &value))
		return;
	if (words->count > 2)
		fw_counter_set(words->fw, what, value);
	sim_words_say(words, "ok %lu", value);
}

/* Of those that the card keeps in 32 bits. */
static bool do_narrow_counter(struct sim_words *words)
{
	uint32_t *at = fw_flow_gauge(words->fw->state, words->word[1]);
	unsigned long value;

	if (!at)
		at = fw_ppcc_counter(words->fw, words->word[1]);
	if (!at)
		return false;
	if (sim_words_number(words, 2, UINT32_MAX, *at, &value)) {
		*at = (uint32_t)value;
		sim_words_say(words, "ok %lu", value);
	}
	return true;
}

static void do_frame_counter(struct sim_words *words)
{
	uint64_t value;

	if (!fw_traffic_counter(words->fw, words->word[1], &value))
		sim_words_say(words, "error: no counter '%s'", words->word[1]);
	else if (words->count > 2)
		sim_words_say(words, "error: '%s' counts frames and cannot be set", words->word[1]);
	else
		sim_words_say(words, "ok %" PRIu64, value);
}

static void do_counter(struct sim_words *words)
{
	int i = fw_counter_find(words->word[1]);
	uint64_t *counter = i < 0 ? counter_named(words->fw->state, words->word[1]) : NULL;
	unsigned long value;

	if (i >= 0) {
		do_set_counter(words, (enum fw_count)i);
	} else if (!counter) {
		if (!do_narrow_counter(words))
			do_frame_counter(words);
	} else if (sim_words_number(words, 2, UINT64_MAX, *counter, &value)) {
		*counter = value;
		sim_words_say(words, "ok %lu", value);
	}
}

static void do_health(struct sim_words *words)
{
	unsigned long syndrome;

	if (!sim_words_number(words, 1, UINT8_MAX, 0, &syndrome))
		return;
	words->fw->state->health_syndrome = (uint8_t)syndrome;
	sim_words_say(words, "ok");
}

static void do_dump(struct sim_words *words)
{
	sim_words_say_json(words, sim_state_json(words->fw, words->count > 1 ? words->word[1] : ""));
}

static void do_mark(struct sim_words *words)
{
	if (!words->mark) {
		sim_words_say(words, "error: this card has no place for a mark; compare two dumps");
		return;
	}
	*words->mark = *words->fw->state;
	sim_words_say(words, "ok");
}

static void do_moved(struct sim_words *words)
{
	struct fw then = *words->fw;

	if (!words->mark || !words->mark->powered) {
		sim_words_say(words, "error: nothing was marked");
		return;
	}
	then.state = words->mark;
	sim_words_say_json(words, sim_state_moved(&then, words->fw));
}

static void do_firmware_reset(struct sim_words *words)
{
	fw_firmware_reset(words->fw);
	sim_words_say(words, "ok");
}

static const struct {
	const char *name;
	size_t words_min, words_max;
	void (*run)(struct sim_words *words);
} verbs[] = {
	{"link", 2, 2, do_link},       {"fault", 2, 6, sim_fault_words},
	{"counter", 2, 3, do_counter}, {"health", 2, 2, do_health},
	{"dump", 1, 2, do_dump},       {"mark", 1, 1, do_mark},
	{"moved", 1, 1, do_moved},     {"firmware-reset", 1, 1, do_firmware_reset},
	{"ece", 1, 2, sim_ece_words},  {"qps", 1, 2, sim_qps_words},
};

#define VERB_COUNT (sizeof(verbs) / sizeof(verbs[0]))

static size_t verb_find(const char *name)
{
	size_t i = 0;

	while (i < VERB_COUNT && strcmp(name, verbs[i].name) != 0)
		i++;
	return i;
}

bool sim_words_known(const char *verb)
{
	return verb_find(verb) < VERB_COUNT;
}

bool sim_words_run(struct sim_words *words)
{
	size_t i = words->count ? verb_find(words->word[0]) : VERB_COUNT;

	words->answer[0] = '\0';
	if (i == VERB_COUNT)
		return false;
	if (sim_words_fit(words, verbs[i].words_min, verbs[i].words_max))
		verbs[i].run(words);
	return true;
}
