// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/control.h"

#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/pci/cable_words.h"
#include "devx/sim/pci/event_queue.h"

struct request {
	struct pci_card *const *cards;
	size_t card_count;
	struct pci_card *card; /* NULL: none was named, and there are several */
	struct sim_words words;
};

static void do_cards(struct request *r)
{
	json_t *all = json_array();
	size_t i;

	for (i = 0; i < r->card_count; i++)
		json_array_append_new(all, json_pack("{s:s, s:s}", "name", r->cards[i]->name, "type",
						     r->cards[i]->fw.type->name));
	sim_words_say_json(&r->words, all);
}

static void do_count(struct request *r)
{
	unsigned long opcode;

	if (sim_words_number(&r->words, 1, PCI_CARD_OPCODES - 1, 0, &opcode))
		sim_words_say(&r->words, "ok %u", r->card->executed[opcode]);
}

static void do_event(struct request *r)
{
	const uint8_t data[PRM_EQE_DATA_BYTES] = {0};
	unsigned long type;
	unsigned long sub_type;

	if (!sim_words_number(&r->words, 1, UINT8_MAX, 0, &type) ||
	    !sim_words_number(&r->words, 2, UINT8_MAX, 0, &sub_type))
		return;
	pci_event(r->card, (uint8_t)type, (uint8_t)sub_type, data);
	sim_words_say(&r->words, "ok");
}

static void do_cable(struct request *r)
{
	pci_cable_words(&r->words, r->cards, r->card_count, r->card);
}

static void do_state(struct request *r)
{
	const struct pci_card *card = r->card;
	const struct fw_objects *objects = card->fw.objects;

	sim_words_say_json(&r->words,
			   json_pack("{s:s, s:s, s:b, s:b, s:b, s:i, s:I, s:i, s:i, s:i, s:i}", "name", card->name,
				     "type", card->fw.type->name, "client", card->vfu.fd >= 0, "link",
				     fw_link_up(&card->state), "vanished", card->state.vanished, "health",
				     card->state.health_syndrome, "commands", (json_int_t)card->state.commands,
				     "objects", (int)fw_object_count(objects, FW_OBJECT_NONE), "qps",
				     (int)fw_object_count(objects, FW_OBJECT_QP), "eqs",
				     (int)fw_object_count(objects, FW_OBJECT_EQ), "pages", (int)objects->driver.pages));
}

/* What happens on the bus, beside what the words (devx/sim/words) do to the state. */
static const struct {
	const char *name;
	size_t words_min, words_max;
	bool of_all; /* not about one card */
	void (*run)(struct request *r);
} verbs[] = {
	{"cards", 1, 1, true, do_cards},  {"cable", 1, SIM_WORDS_MAX, true, do_cable},
	{"count", 2, 2, false, do_count}, {"event", 3, 3, false, do_event},
	{"state", 1, 1, false, do_state},
};

static bool run_own(struct request *r)
{
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(r->words.word[0], verbs[i].name) != 0)
			continue;
		if (!verbs[i].of_all && !r->card)
			sim_words_say(&r->words, "error: which card? Say its name first");
		else if (sim_words_fit(&r->words, verbs[i].words_min, verbs[i].words_max))
			verbs[i].run(r);
		return true;
	}
	return false;
}

static bool run_words(struct request *r)
{
	struct sim_words *words = &r->words;

	if (!sim_words_known(words->word[0]))
		return false;
	if (!r->card) {
		sim_words_say(words, "error: which card? Say its name first");
		return true;
	}
	words->fw = &r->card->fw;
	words->mark = &r->card->mark;
	sim_words_run(words);
	if (strcmp(words->word[0], "link") == 0 && strcmp(words->answer, "ok") == 0)
		pci_link_told(r->card);
	return true;
}

/* The first word may be a card. */
static void choose_card(struct request *r)
{
	struct sim_words *words = &r->words;

	r->card = words->count ? pci_card_named(r->cards, r->card_count, words->word[0]) : NULL;
	if (r->card)
		memmove(words->word, words->word + 1, --words->count * sizeof(words->word[0]));
	else if (r->card_count == 1)
		r->card = r->cards[0];
}

void pci_control_line(struct pci_card *const *cards, size_t count, char *line, char *answer)
{
	struct request r = {.cards = cards, .card_count = count, .words = {.answer = answer}};

	bool empty;

	sim_words_split(&r.words, line);
	empty = r.words.count == 0;
	choose_card(&r);
	if (empty)
		sim_words_say(&r.words, "error: an empty line");
	else if (r.words.count == 0)
		sim_words_say(&r.words, "error: and what about '%s'? A verb is missing", r.card->name);
	else if (!run_own(&r) && !run_words(&r))
		sim_words_say(&r.words, "error: no verb or card '%s'; see 'ece-sim pci --help'", r.words.word[0]);
}
