// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/cable_words.h"

#include <string.h>

#include "devx/sim/pci/cable.h"
#include "devx/sim/wire/text.h"

/* A line, behind the word "cable" and the card. */
struct request {
	struct sim_words *words;
	size_t at; /* of the verb */
	struct pci_cable *cable;
};

static json_t *ends_json(const struct pci_cable *cable)
{
	json_t *ends = json_array();
	size_t i;

	for (i = 0; i < cable->cards; i++) {
		const struct pci_card *card = cable->card[i];

		json_array_append_new(ends, json_pack("{s:s, s:b, s:b}", "card", card->name, "up", card->link.up,
						      "link", fw_link_up(&card->state)));
	}
	return ends;
}

static json_t *capture_json(const struct pci_cable *cable)
{
	if (!cable->capture)
		return json_null();
	return json_pack("{s:I, s:b}", "bytes", (json_int_t)cable->capture->pcap.used, "full",
			 cable->capture->pcap.full);
}

static void show(struct request *r)
{
	const struct wire_weather *weather = wire_cable_weather(r->cable->wire);
	const struct wire_counts *counts = wire_cable_counts(r->cable->wire);

	sim_words_say_json(r->words,
			   json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "ends",
				     ends_json(r->cable), "delay_ns", (json_int_t)weather->delay_ns, "loss_per_million",
				     (json_int_t)weather->loss_per_million, "mark_per_million",
				     (json_int_t)weather->mark_per_million, "lose_next", (json_int_t)weather->lose_next,
				     "mark_next", (json_int_t)weather->mark_next, "seed", (json_int_t)weather->seed,
				     "frames", (json_int_t)counts->frames, "bytes", (json_int_t)counts->bytes,
				     "delivered", (json_int_t)counts->delivered, "lost", (json_int_t)counts->lost,
				     "marked", (json_int_t)counts->marked, "dropped", (json_int_t)counts->dropped,
				     "capture", capture_json(r->cable)));
}

static bool number(struct request *r, unsigned long max, unsigned long *value)
{
	return sim_words_number(r->words, r->at + 1, max, 0, value);
}

static bool said(struct request *r, int err, const struct ece_error *error)
{
	if (err)
		sim_words_say(r->words, "error: %s", error->text);
	return !err;
}

static bool take_delay(struct request *r, struct wire_weather *weather)
{
	struct ece_error error = {0};

	return said(r, wire_delay_parse(r->words->word[r->at + 1], &weather->delay_ns, &error), &error);
}

static bool take_loss(struct request *r, struct wire_weather *weather)
{
	struct ece_error error = {0};

	return said(r, wire_share_parse(r->words->word[r->at + 1], &weather->loss_per_million, &error), &error);
}

static bool take_mark(struct request *r, struct wire_weather *weather)
{
	struct ece_error error = {0};

	return said(r, wire_share_parse(r->words->word[r->at + 1], &weather->mark_per_million, &error), &error);
}

static bool take_lose(struct request *r, struct wire_weather *weather)
{
	unsigned long value;
	bool good = number(r, UINT32_MAX, &value);

	if (good)
		weather->lose_next = (uint32_t)value;
	return good;
}

static bool take_mark_next(struct request *r, struct wire_weather *weather)
{
	unsigned long value;
	bool good = number(r, UINT32_MAX, &value);

	if (good)
		weather->mark_next = (uint32_t)value;
	return good;
}

static bool take_seed(struct request *r, struct wire_weather *weather)
{
	unsigned long value;
	bool good = number(r, INT64_MAX, &value);

	if (good)
		weather->seed = value;
	return good;
}

static const struct {
	const char *name;
	bool (*take)(struct request *r, struct wire_weather *weather);
} kinds[] = {
	{"delay", take_delay}, {"loss", take_loss},           {"mark", take_mark},
	{"lose", take_lose},   {"mark-next", take_mark_next}, {"seed", take_seed},
};

static void change(struct request *r, size_t kind)
{
	struct wire_weather weather = *wire_cable_weather(r->cable->wire);
	struct ece_error error = {0};

	if (!sim_words_fit(r->words, 0, r->at + 2))
		return;
	if (r->words->count < r->at + 2) {
		sim_words_say(r->words, "error: 'cable %s' needs a value", kinds[kind].name);
		return;
	}
	if (kinds[kind].take(r, &weather) && said(r, wire_cable_set_weather(r->cable->wire, &weather, &error), &error))
		sim_words_say(r->words, "ok");
}

static void zero(struct request *r)
{
	if (!sim_words_fit(r->words, 0, r->at + 1))
		return;
	wire_cable_clear_counts(r->cable->wire);
	sim_words_say(r->words, "ok");
}

static void run(struct request *r)
{
	const char *verb = r->at < r->words->count ? r->words->word[r->at] : NULL;
	size_t i;

	if (!verb) {
		show(r);
		return;
	}
	if (strcmp(verb, "zero") == 0) {
		zero(r);
		return;
	}
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(verb, kinds[i].name) == 0) {
			change(r, i);
			return;
		}
	}
	sim_words_say(r->words,
		      "error: no card and no verb '%s'; a cable has delay, loss, mark, lose, mark-next, seed, zero",
		      verb);
}

/* The cable that is meant when none is named. Says so and returns NULL when there is none, or more than one. */
static struct pci_cable *the_cable(struct sim_words *words, struct pci_card *const *cards, size_t count)
{
	struct pci_cable *found = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		struct pci_cable *cable = cards[i]->link.cable;

		if (cable && found && cable != found) {
			sim_words_say(words, "error: which cable? Say the name of a card on it");
			return NULL;
		}
		found = cable ? cable : found;
	}
	if (!found)
		sim_words_say(words, "error: no card is on a cable");
	return found;
}

void pci_cable_words(struct sim_words *words, struct pci_card *const *cards, size_t count, struct pci_card *named)
{
	struct request r = {.words = words, .at = 1};
	struct pci_card *card = words->count > 1 ? pci_card_named(cards, count, words->word[1]) : NULL;

	if (card)
		r.at = 2;
	else
		card = named;
	r.cable = card ? card->link.cable : the_cable(words, cards, count);
	if (r.cable)
		run(&r);
	else if (card)
		sim_words_say(words, "error: no cable is in the port of '%s'", card->name);
}
