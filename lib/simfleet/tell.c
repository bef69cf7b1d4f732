// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/words/words.h"
#include "lib/simfleet/internal.h"

_Static_assert(SIMFLEET_ANSWER_MAX == SIM_WORDS_ANSWER_MAX, "an answer fits");

#define HOST_WAIT_MS 5000

static int find_card(const struct simfleet *sim, size_t host, size_t card, struct fw *fw, struct ece_error *e)
{
	const struct host_record *record = host_record(sim, host);

	if (card >= record->card_count)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "the simulated host %s has no card %zu",
				     record->name, card);
	fw->state = &card_record(sim, record, card)->state;
	if (fw->state->function && fw->state->function <= card)
		fw->card = &card_record(sim, record, card - fw->state->function)->state;
	fw->type = fw_card_type_find(simfleet_card_type(sim, host, card));
	if (!fw->type)
		return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED,
				     "card %zu of the simulated host %s has a type that this program does not know",
				     card, record->name);
	return 0;
}

int simfleet_tell(struct simfleet *sim, size_t host, size_t card, char *line, char *answer, struct ece_error *e)
{
	struct fw fw = {0};
	struct sim_words words = {.fw = &fw, .answer = answer};
	int ret = find_card(sim, host, card, &fw, e);

	if (ret)
		return ret;
	sim_words_split(&words, line);
	ret = records_lock(&sim->hosts, host, HOST_WAIT_MS, e);
	if (ret)
		return ret;
	traffic_count(sim, host_record(sim, host));
	if (!sim_words_run(&words))
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "a simulated card does not understand \"%s\"",
				    words.count ? words.word[0] : "");
	else if (strncmp(answer, "ok", strlen("ok")) != 0)
		ret = ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "%s", answer + strlen("error: "));
	traffic_look(sim, host_record(sim, host));
	records_unlock(&sim->hosts, host);
	return ret;
}
