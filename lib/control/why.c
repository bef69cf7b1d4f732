// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which runs wrote a parameter of a NIC. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

struct search {
	struct control *control;
	const char *host, *card;
	const struct ece_param *param;
	int (*each)(void *ctx, const struct control_wrote *wrote);
	void *ctx;
	struct ece_error *e;
	uint32_t step; /* whose verdicts are put together */
	char verdicts[512];
};

static bool is_card(const struct search *s, const struct protocol_card *card)
{
	char *end;

	if (!s->card)
		return true;
	if (!strcmp(s->card, card->pci))
		return true;
	return strtoull(s->card, &end, 16) == card->guid && end != s->card && !*end;
}

/* "hard: pass, victims: fail (why)"; of a gate that was judged again the last one stands at the end. */
static int add_verdict(void *ctx, const struct control_verdict *v)
{
	struct search *s = ctx;
	size_t len = strlen(s->verdicts);
	bool plain = v->said.result == GATE_PASS && !v->damaged;

	if (v->step == s->step)
		snprintf(s->verdicts + len, sizeof(s->verdicts) - len, "%s%s: %s%s%s%s", len ? ", " : "", v->gate,
			 control_verdict_word(v), plain ? "" : " (", plain ? "" : v->said.why, plain ? "" : ")");
	return 0;
}

static int tell(struct search *s, struct run *run, uint32_t position, const struct protocol_card *card,
		const struct protocol_set *set)
{
	const struct frozen *f = run->frozen;
	uint32_t step = frozen_step_of(f, position);
	struct control_wrote wrote = {
		.run = &run->record,
		.change = f->change_count > 1 ? f->changes[f->plan.steps[step].part].name : "",
		.step = f->plan.steps[step].name,
		.pci = card->pci,
		.guid = card->guid,
		.from = set->from,
		.to = set->to,
		.state = rollout_host_state(run->rollout, position),
		.verdicts = s->verdicts,
	};
	int err;

	s->step = step;
	s->verdicts[0] = '\0';
	err = verdicts_each(run, add_verdict, s, s->e);
	return err ? err : s->each(s->ctx, &wrote);
}

static int look_at_host(struct search *s, struct run *run, uint32_t position)
{
	struct protocol_request writes = {0};
	int err = frozen_cards(run->frozen, position, &writes, s->e);

	for (size_t c = 0; c < writes.card_count && !err; c++) {
		const struct protocol_card *card = &writes.cards[c];

		for (size_t i = 0; i < card->set_count && !err && is_card(s, card); i++)
			if (card->sets[i].param == s->param)
				err = tell(s, run, position, card, &card->sets[i]);
	}
	frozen_cards_free(&writes);
	return err;
}

static int look_at_run(struct search *s, const char *id)
{
	struct run *run = NULL;
	int err = run_open(s->control, id, false, &run, s->e);

	if (err)
		return err == -EUCLEAN || err == -EPROTONOSUPPORT ? 0 : err;
	for (uint32_t i = 0; i < run->frozen->plan.order_count && !err; i++)
		if (!strcmp(run->frozen->lines[i].host, s->host))
			err = look_at_host(s, run, i);
	run_free(run);
	return err;
}

int control_why(struct control *control, const char *host, const char *card, const struct ece_param *param,
		int (*each)(void *ctx, const struct control_wrote *wrote), void *ctx, struct ece_error *e)
{
	struct search s = {
		.control = control,
		.host = host,
		.card = card,
		.param = param,
		.each = each,
		.ctx = ctx,
		.e = e,
	};
	struct store_run *runs;
	size_t count;
	int err = store_run_list(control->store, &runs, &count, e);

	if (err)
		return err;
	for (size_t i = 0; i < count && !err; i++)
		err = look_at_run(&s, runs[i].id);
	free(runs);
	return err;
}
