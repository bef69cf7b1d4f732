// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Troubles of a run: hosts with the same one are one line, and none waits longer than it must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-apply/watch.h"

#define HOSTS    4
#define SECOND   UINT64_C(1000000000)
#define DONE     "00:00:00  step 1 of 1 (100 %): done, 0 changed, 4 not\n"
#define WRITING  "00:00:00  step 1 of 1 (100 %): writing, 4 hosts\n"
#define NO_ROUTE "there is no route to it"

struct watched {
	struct watch watch;
	struct control_watch calls;
	struct rollout *run;
	struct plan plan;
	struct plan_step step;
	uint32_t order[HOSTS];
	char *text;
	size_t len;
};

static void feed(struct watched *w, struct rollout_event event, uint64_t now_ns)
{
	const struct rollout_action *actions;
	size_t count;

	/* only the attempt that is open is taken */
	while (event.attempt < 8 && rollout_step(w->run, &event, now_ns, &actions, &count) != 1)
		event.attempt++;
	assert_true(event.attempt < 8);
}

static void move(struct watched *w, uint64_t now_ns)
{
	w->calls.moved(w->calls.ctx, &w->plan, w->run, now_ns);
}

static void start(struct watched *w)
{
	const struct rollout_limits limits = {.unreachable = HOSTS + 1,
					      .lost = 1,
					      .failed = 1,
					      .parallel = HOSTS,
					      .undo_parallel = HOSTS,
					      .attempts = 1,
					      .answer_ns = 30 * SECOND};
	const struct rollout_change change = {.name = "", .limits = limits};
	const struct rollout_step_plan step = {.count = HOSTS};
	static char name[] = "100 %";

	*w = (struct watched){.step = {.name = name, .count = HOSTS}, .order = {0, 1, 2, 3}};
	w->plan = (struct plan){.order = w->order, .order_count = HOSTS, .steps = &w->step, .step_count = 1};
	watch_init(&w->watch, &w->calls);
	w->watch.term = (struct term){.out = open_memstream(&w->text, &w->len)};
	w->watch.read = true;
	assert_non_null(w->watch.term.out);
	assert_int_equal(rollout_new(&(struct rollout_plan){.changes = &change,
							    .change_count = 1,
							    .steps = &step,
							    .step_count = 1,
							    .host_count = HOSTS},
				     &w->run),
			 0);
	feed(w, (struct rollout_event){.kind = ROLLOUT_EVENT_START}, 0);
	move(w, 0);
}

/* As the control room tells it: the answer is taken, the trouble said, and then that the run moved. */
static void not_reached(struct watched *w, uint32_t host, const char *name, uint64_t now_ns)
{
	feed(w,
	     (struct rollout_event){.kind = ROLLOUT_EVENT_ANSWER,
				    .host = host,
				    .request = ROLLOUT_REQUEST_APPLY,
				    .answer = ROLLOUT_ANSWER_NOT_SENT},
	     now_ns);
	w->calls.trouble(w->calls.ctx, name, NO_ROUTE);
	move(w, now_ns);
}

static void assert_end(struct watched *w, const char *want)
{
	fflush(w->watch.term.out);
	assert_string_equal(w->text, want);
	watch_end(&w->watch);
	fclose(w->watch.term.out);
	assert_string_equal(w->text, want);
	free(w->text);
	rollout_free(w->run);
}

static void the_same_trouble_is_one_line(void **state)
{
	struct watched w;

	(void)state;
	start(&w);
	not_reached(&w, 2, "n3", 0);
	not_reached(&w, 0, "n1", SECOND / 10);
	not_reached(&w, 1, "n2", SECOND / 5);
	not_reached(&w, 3, "n7", SECOND / 5);
	assert_end(&w, WRITING "00:00:00  n[1-3,7]: " NO_ROUTE "\n" DONE);
}

/* Requests to others are open, and may be for long. */
static void trouble_waits_a_second_at_most_while_others_answer(void **state)
{
	struct watched w;

	(void)state;
	start(&w);
	not_reached(&w, 0, "n1", 0);
	not_reached(&w, 1, "n2", SECOND / 2);
	fflush(w.watch.term.out);
	assert_string_equal(w.text, WRITING);
	move(&w, SECOND);
	assert_end(&w, WRITING "00:00:00  n[1-2]: " NO_ROUTE "\n");
}

static void what_waits_is_told_at_the_end(void **state)
{
	struct watched w;

	(void)state;
	start(&w);
	not_reached(&w, 0, "n1", 0);
	watch_end(&w.watch);
	assert_end(&w, WRITING "00:00:00  n1: " NO_ROUTE "\n");
}

/* Twenty lines, one that says that there are more, and then no more. */
static void lines_end(void **state)
{
	struct watched w;
	size_t lines = 0;

	(void)state;
	start(&w);
	for (int i = 0; i < 30; i++) {
		char why[32];

		snprintf(why, sizeof(why), "reason %02d", i);
		w.calls.trouble(w.calls.ctx, "n1", why);
		move(&w, (uint64_t)(i + 1) * SECOND);
	}
	fflush(w.watch.term.out);
	for (const char *at = w.text; *at; at++)
		lines += *at == '\n';
	assert_int_equal(lines, 1 + WATCH_TROUBLES_MAX + 1);
	assert_non_null(strstr(w.text, "  n1: reason 19\n"));
	assert_null(strstr(w.text, "reason 20"));
	assert_non_null(strstr(w.text, "1 more host has trouble, which is not listed here\n"));
	assert_end(&w, strdupa(w.text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_trouble_is_one_line),
		cmocka_unit_test(trouble_waits_a_second_at_most_while_others_answer),
		cmocka_unit_test(what_waits_is_told_at_the_end),
		cmocka_unit_test(lines_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
