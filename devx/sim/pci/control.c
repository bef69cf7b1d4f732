// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/control.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/fw/qos.h"
#include "devx/sim/pci/event_queue.h"

#define WORDS_MAX  8
#define SEPARATORS " \t\r"

struct request {
	struct pci_card *const *cards;
	size_t card_count;
	struct pci_card *card;
	char *word[WORDS_MAX]; /* from the verb on */
	size_t words;
	char *answer;
};

__attribute__((format(printf, 2, 3))) static void say(struct request *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->answer, PCI_CONTROL_ANSWER_MAX, format, args);
	va_end(args);
}

/* Takes @value over. */
static void say_json(struct request *r, json_t *value)
{
	char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

	if (text && strlen(text) + sizeof("ok ") <= PCI_CONTROL_ANSWER_MAX)
		say(r, "ok %s", text);
	else
		say(r, "error: the answer does not fit");
	free(text);
	json_decref(value);
}

static bool number(const char *text, unsigned long max, unsigned long *value)
{
	char *end;

	errno = 0;
	*value = strtoul(text, &end, 0);
	return !errno && end != text && *end == '\0' && *text != '-' && *value <= max;
}

/* The number in word @i, or @otherwise where there are fewer words. Says so and returns false when it is none. */
static bool argument(struct request *r, size_t i, unsigned long max, unsigned long otherwise, unsigned long *value)
{
	*value = otherwise;
	if (i >= r->words || number(r->word[i], max, value))
		return true;
	say(r, "error: '%s' is not a number up to %lu", r->word[i], max);
	return false;
}

static void do_cards(struct request *r)
{
	json_t *all = json_array();
	size_t i;

	for (i = 0; i < r->card_count; i++)
		json_array_append_new(all, json_pack("{s:s, s:s}", "name", r->cards[i]->name, "type",
						     r->cards[i]->fw.type->name));
	say_json(r, all);
}

static void do_link(struct request *r)
{
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};
	bool up = strcmp(r->word[1], "up") == 0;

	if (!up && strcmp(r->word[1], "down") != 0) {
		say(r, "error: a link is 'up' or 'down', not '%s'", r->word[1]);
		return;
	}
	r->card->state.link_down = !up;
	prm_set(data, &prm_event_data.port_num, 1);
	pci_event(r->card, PRM_EVENT_PORT_CHANGE, up ? PRM_PORT_CHANGE_ACTIVE : PRM_PORT_CHANGE_DOWN, data);
	say(r, "ok");
}

static bool opcode_argument(struct request *r, struct fw_fault *rule)
{
	char *slash;
	unsigned long value;

	if (r->words < 3) {
		say(r, "error: which opcode?");
		return false;
	}
	slash = strchr(r->word[2], '/');
	if (slash) {
		*slash = '\0';
		if (!number(slash + 1, UINT16_MAX, &value)) {
			say(r, "error: '%s' is not a register number", slash + 1);
			return false;
		}
		rule->register_id = (uint16_t)value;
	}
	if (!argument(r, 2, UINT16_MAX, 0, &value))
		return false;
	rule->opcode = (uint16_t)value;
	return true;
}

/* How often, after how many: words @i and @i + 1. */
static bool repeat_arguments(struct request *r, size_t i, struct fw_fault *rule)
{
	unsigned long count;
	unsigned long skip;

	if (!argument(r, i, UINT32_MAX, 1, &count) || !argument(r, i + 1, UINT32_MAX, 0, &skip))
		return false;
	rule->left = (uint32_t)count;
	rule->skip = (uint32_t)skip;
	return true;
}

static bool status_arguments(struct request *r, struct fw_fault *rule)
{
	unsigned long value;

	if (!argument(r, 3, UINT8_MAX, PRM_STATUS_INTERNAL, &value))
		return false;
	rule->status = (uint8_t)value;
	return repeat_arguments(r, 4, rule);
}

static bool ignore_arguments(struct request *r, struct fw_fault *rule)
{
	return repeat_arguments(r, 3, rule);
}

static bool delay_arguments(struct request *r, struct fw_fault *rule)
{
	unsigned long value;

	if (!argument(r, 3, UINT32_MAX, 0, &value))
		return false;
	rule->delay_ms = (uint32_t)value;
	return repeat_arguments(r, 4, rule);
}

static bool vanish_arguments(struct request *r, struct fw_fault *rule)
{
	unsigned long value;

	if (!argument(r, 3, UINT32_MAX, 0, &value))
		return false;
	rule->left = 1;
	rule->skip = (uint32_t)value;
	return true;
}

static const struct {
	const char *name;
	uint8_t action;
	bool (*arguments)(struct request *r, struct fw_fault *rule);
} faults[] = {
	{"status", FW_FAULT_STATUS, status_arguments},
	{"ignore", FW_FAULT_IGNORE, ignore_arguments},
	{"delay", FW_FAULT_DELAY, delay_arguments},
	{"vanish", FW_FAULT_VANISH, vanish_arguments},
};

static void add_fault(struct request *r, size_t i)
{
	struct fw_fault rule = {.action = faults[i].action};

	if (!opcode_argument(r, &rule) || !faults[i].arguments(r, &rule))
		return;
	if (fw_fault_add(&r->card->state, &rule))
		say(r, "error: %d rules wait already; 'fault clear' forgets them", FW_FAULTS);
	else
		say(r, "ok");
}

static void do_fault(struct request *r)
{
	size_t i;

	if (strcmp(r->word[1], "clear") == 0) {
		fw_fault_clear(&r->card->state);
		say(r, "ok");
		return;
	}
	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		if (strcmp(r->word[1], faults[i].name) == 0) {
			add_fault(r, i);
			return;
		}
	}
	say(r, "error: no fault '%s'; there are status, ignore, delay, vanish, clear", r->word[1]);
}

static void do_count(struct request *r)
{
	unsigned long opcode;

	if (argument(r, 1, PCI_CARD_OPCODES - 1, 0, &opcode))
		say(r, "ok %u", r->card->executed[opcode]);
}

static uint64_t *counter_named(struct fw_state *state, const char *name)
{
	int i = fw_counter_find(name);

	return i < 0 ? fw_priority_counter(state, name) : &state->counter[i];
}

static void do_counter(struct request *r)
{
	uint64_t *counter = counter_named(&r->card->state, r->word[1]);
	unsigned long value;

	if (!counter) {
		say(r, "error: no counter '%s'", r->word[1]);
		return;
	}
	if (!argument(r, 2, UINT64_MAX, *counter, &value))
		return;
	*counter = value;
	say(r, "ok %lu", value);
}

static void do_health(struct request *r)
{
	unsigned long syndrome;

	if (!argument(r, 1, UINT8_MAX, 0, &syndrome))
		return;
	r->card->state.health_syndrome = (uint8_t)syndrome;
	say(r, "ok");
}

static void do_event(struct request *r)
{
	const uint8_t data[PRM_EQE_DATA_BYTES] = {0};
	unsigned long type;
	unsigned long sub_type;

	if (!argument(r, 1, UINT8_MAX, 0, &type) || !argument(r, 2, UINT8_MAX, 0, &sub_type))
		return;
	pci_event(r->card, (uint8_t)type, (uint8_t)sub_type, data);
	say(r, "ok");
}

static void do_state(struct request *r)
{
	const struct pci_card *card = r->card;
	const struct fw_objects *objects = card->fw.objects;

	say_json(r,
		 json_pack("{s:s, s:s, s:b, s:b, s:b, s:i, s:I, s:i, s:i, s:i, s:i}", "name", card->name, "type",
			   card->fw.type->name, "client", card->vfu.fd >= 0, "link", !card->state.link_down, "vanished",
			   card->state.vanished, "health", card->state.health_syndrome, "commands",
			   (json_int_t)card->state.commands, "objects", (int)fw_object_count(objects, FW_OBJECT_NONE),
			   "qps", (int)fw_object_count(objects, FW_OBJECT_QP), "eqs",
			   (int)fw_object_count(objects, FW_OBJECT_EQ), "pages", (int)objects->driver.pages));
}

static const struct {
	const char *name;
	size_t words_min;
	bool of_all; /* not about one card */
	void (*run)(struct request *r);
} verbs[] = {
	{"cards", 1, true, do_cards},      {"link", 2, false, do_link},     {"fault", 2, false, do_fault},
	{"count", 2, false, do_count},     {"health", 2, false, do_health}, {"event", 3, false, do_event},
	{"counter", 2, false, do_counter}, {"state", 1, false, do_state},
};

static void run(struct request *r)
{
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(r->word[0], verbs[i].name) != 0)
			continue;
		if (r->words < verbs[i].words_min)
			say(r, "error: '%s' needs %zu more", r->word[0], verbs[i].words_min - r->words);
		else if (!verbs[i].of_all && !r->card)
			say(r, "error: which card? Say its name first");
		else
			verbs[i].run(r);
		return;
	}
	say(r, "error: no verb or card '%s'; see 'ece-sim pci --help'", r->word[0]);
}

static struct pci_card *named(struct pci_card *const *cards, size_t count, const char *name)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (strcmp(cards[i]->name, name) == 0)
			return cards[i];
	}
	return NULL;
}

void pci_control_line(struct pci_card *const *cards, size_t count, char *line, char *answer)
{
	struct request r = {.cards = cards, .card_count = count, .answer = answer};
	char *rest = NULL;
	char *word = strtok_r(line, SEPARATORS, &rest);

	r.card = word ? named(cards, count, word) : NULL;
	if (r.card)
		word = strtok_r(NULL, SEPARATORS, &rest);
	else if (count == 1)
		r.card = cards[0];
	for (; word && r.words < WORDS_MAX; word = strtok_r(NULL, SEPARATORS, &rest))
		r.word[r.words++] = word;
	if (r.words == 0)
		say(&r, "error: an empty line");
	else
		run(&r);
}
