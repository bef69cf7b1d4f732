// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How a run came to where it is, told from its events. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/control/internal.h"

/* What a reader sees move. */
struct scene {
	enum rollout_run_state state;
	enum rollout_pause pause;
	uint32_t step;
	enum rollout_step_state step_state;
};

/* What a gate said in words. */
struct saying {
	uint32_t step, round;
	char gate[GATE_NAME_MAX], why[GATE_WHY_MAX];
};

/* Who left the word for what a person said. */
struct name {
	uint32_t number;
	char who[STORE_WHO_MAX];
};

struct teller {
	struct run *run;
	struct name *names;
	size_t name_count, name_max;
	struct saying *sayings;
	size_t saying_count, saying_max;
	uint64_t began_ns;
	bool begun;
	struct scene scene;
	int (*each)(void *ctx, const struct control_chapter *chapter);
	void *ctx;
};

static struct scene scene_of(const struct rollout *rollout)
{
	uint32_t step = rollout_current_step(rollout);

	return (struct scene){
		.state = rollout_state(rollout),
		.pause = rollout_pause(rollout),
		.step = step,
		.step_state = rollout_step_state(rollout, step),
	};
}

static bool is_same(const struct scene *a, const struct scene *b)
{
	return a->state == b->state && a->pause == b->pause && a->step == b->step && a->step_state == b->step_state;
}

/* What did not come out of the run itself, in words; NULL for anything else. */
static const char *said(enum rollout_event_kind kind)
{
	switch (kind) {
	case ROLLOUT_EVENT_PAUSE:
		return "pause was asked for";
	case ROLLOUT_EVENT_RESUME:
		return "resume was asked for";
	case ROLLOUT_EVENT_ACCEPT:
		return "accepted: it goes on as if the gate had passed";
	case ROLLOUT_EVENT_ABORT:
		return "abort was asked for";
	case ROLLOUT_EVENT_UNDO:
		return "undo was asked for";
	case ROLLOUT_EVENT_TAKE_OVER:
		return "another controller took the run over";
	case ROLLOUT_EVENT_FREEZE:
		return "writes were frozen";
	case ROLLOUT_EVENT_UNFREEZE:
		return "writes were allowed again";
	default:
		return NULL;
	}
}

static int tell(const struct teller *t, uint64_t now_ns, uint32_t step, const char *text)
{
	struct control_chapter chapter = {.since_ns = now_ns - t->began_ns, .step = step, .text = text};

	return t->each(t->ctx, &chapter);
}

static int grow(struct teller *t, void **list, size_t count, size_t *max, size_t size)
{
	size_t more = *max ? *max * 2 : 16;
	void *grown;

	if (count < *max)
		return 0;
	grown = reallocarray(*list, more, size);
	if (!grown)
		return ece_error_set(t->run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a story");
	*list = grown;
	*max = more;
	return 0;
}

static int add_saying(void *ctx, const struct control_verdict *v)
{
	struct teller *t = ctx;
	struct saying *to;
	int err = grow(t, (void **)&t->sayings, t->saying_count, &t->saying_max, sizeof(*t->sayings));

	if (err)
		return err;
	to = &t->sayings[t->saying_count++];
	*to = (struct saying){.step = v->step, .round = v->round};
	copy_text(to->gate, sizeof(to->gate), v->gate);
	copy_text(to->why, sizeof(to->why), v->said.why);
	return 0;
}

static int add_name(struct teller *t, uint32_t number, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const char *who = json_string_value(json_object_get(json, "who"));
	int err = who ? grow(t, (void **)&t->names, t->name_count, &t->name_max, sizeof(*t->names)) : 0;

	if (who && !err) {
		t->names[t->name_count].number = number;
		copy_text(t->names[t->name_count].who, sizeof(t->names[0].who), who);
		t->name_count++;
	}
	json_decref(json);
	return err;
}

static int add_evidence(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
			uint32_t round, const char *text)
{
	const struct kept about = {.step = step, .gate = gate, .round = round};
	struct teller *t = ctx;

	if (kind == STORE_VERDICT)
		return verdict_read(t->run, &about, text, add_saying, t, t->run->e);
	return kind == STORE_SAID ? add_name(t, sample, text) : 0;
}

static const char *why_of(const struct teller *t, const struct rollout_event *event, const char *gate)
{
	for (size_t i = t->saying_count; i-- > 0;)
		if (t->sayings[i].step == event->step && t->sayings[i].round == event->round &&
		    !strcmp(t->sayings[i].gate, gate))
			return t->sayings[i].why;
	return "";
}

static int tell_verdict(const struct teller *t, uint64_t now_ns, const struct rollout_event *event)
{
	const struct frozen *f = t->run->frozen;
	const char *gate = f->changes[f->plan.steps[event->step].part].gates[event->gate].name;
	const char *why = why_of(t, event, gate);
	char text[GATE_WHY_MAX + 192];

	snprintf(text, sizeof(text), "gate %s of step %u: %s%s%s", gate, event->step + 1,
		 rollout_verdict_name(event->verdict), why[0] ? ": " : "", why);
	return tell(t, now_ns, event->step, text);
}

static const char *who_said(const struct teller *t, enum rollout_event_kind kind)
{
	for (size_t i = 0; i < t->name_count && words_is_said(kind); i++)
		if (t->names[i].number + 1 == t->run->said)
			return t->names[i].who;
	return "";
}

static int tell_cause(const struct teller *t, uint64_t now_ns, const struct rollout_event *event)
{
	const char *words = said(event->kind), *who = who_said(t, event->kind);
	char text[STORE_WHO_MAX + 96];

	if (event->kind == ROLLOUT_EVENT_VERDICT)
		return tell_verdict(t, now_ns, event);
	if (!words)
		return 0;
	snprintf(text, sizeof(text), "%s%s%s", words, who[0] ? ", by " : "", who);
	return tell(t, now_ns, rollout_current_step(t->run->rollout), text);
}

static int tell_event(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	struct teller *t = ctx;
	struct scene scene;
	char reason[512];
	int err = run_replay(t->run, now_ns, event);

	if (err)
		return err;
	if (!t->begun)
		t->began_ns = now_ns;
	t->begun = true;
	err = tell_cause(t, now_ns, event);
	scene = scene_of(t->run->rollout);
	if (err || is_same(&scene, &t->scene))
		return err;
	t->scene = scene;
	return tell(t, now_ns, scene.step, rollout_reason(t->run->rollout, reason, sizeof(reason)));
}

int control_story(struct control *control, const char *run_id,
		  int (*each)(void *ctx, const struct control_chapter *chapter), void *ctx, struct ece_error *e)
{
	struct teller t = {.each = each, .ctx = ctx};
	int err = run_find(control, run_id, false, &t.run, e);

	if (err)
		return err;
	t.run->e = e;
	t.scene = scene_of(t.run->rollout);
	err = store_evidence_each(control->store, t.run->record.id, add_evidence, &t, e);
	if (!err)
		err = store_event_each(control->store, t.run->record.id, tell_event, &t, e);
	free(t.sayings);
	free(t.names);
	run_free(t.run);
	return err;
}
