// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A card that hangs, from the seam up to the picture: it is shown as late, and the others go on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/lib/scrape/fake.h"
#include "tests/unit/tools/ece-counters/made.h"
#include "tools/ece-counters/past.h"
#include "tools/ece-counters/round_view.h"

#define DEVICES     3
#define DEADLINE_MS 50
#define ROUNDS_MAX  400 /* of a busy machine */

static struct fake fake;
static struct ece_os os;
static struct scrape_crew *crew;
static struct past *past;
static struct events events;
static const struct selection all;

static int setup(void **state)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_RDMA, .deadline_ms = DEADLINE_MS};
	struct ece_error e;

	(void)state;
	fake_new(&fake, &os);
	for (size_t i = 0; i < DEVICES; i++)
		assert_non_null(fake_rxe(&fake));
	past = past_new();
	return scrape_crew_new(&os, &options, &crew, &e);
}

static int teardown(void **state)
{
	(void)state;
	fake_wake(&fake);
	scrape_crew_free(crew);
	past_free(past);
	fake_done(&fake);
	return 0;
}

static void read_once(void)
{
	struct scrape_round round;

	assert_int_equal(scrape_crew_read(crew, &round), 0);
	assert_int_equal(past_feed(past, &round, "12:00:00", &events), 0);
	scrape_round_done(&round);
}

static bool all_answer(void)
{
	for (size_t i = 0; i < past_count(past); i++)
		if (past_at(past, i)->late || !past_at(past, i)->reading_count)
			return false;
	return past_count(past) == DEVICES;
}

static bool one_is_late(void)
{
	return past_at(past, 1)->late && !past_at(past, 0)->late && !past_at(past, 2)->late;
}

static void read_until(bool (*reached)(void))
{
	for (size_t i = 0; i < ROUNDS_MAX; i++) {
		read_once();
		if (reached())
			return;
	}
	fail();
}

static bool happened(const char *text)
{
	for (size_t i = 0; i < events.count; i++)
		if (events_at(&events, i) && !strcmp(events_at(&events, i)->text, text))
			return true;
	return false;
}

static void print(const struct term *term, void *arg)
{
	struct view_options options = {.all = false};
	struct round_view view;

	(void)arg;
	assert_int_equal(round_view_make(past, &all, &view), 0);
	assert_int_equal(round_text(term, &options, &view), 0);
	round_view_done(&view);
}

static void a_card_that_hangs_holds_up_no_other(void **state)
{
	char *text;

	(void)state;
	read_until(all_answer);
	fake_lock(&fake);
	fake.devices[1].silent = true;
	fake.devices[0].counters[0].value += 1000;
	fake_unlock(&fake);
	read_until(one_is_late);
	assert_true(happened("rxe1 does not answer"));
	text = made_text(print, NULL);
	/* It is the worst, so it is the first */
	assert_memory_equal(text, "rxe1/1 ", 7);
	assert_non_null(strstr(text, "late: no answer for "));
	assert_non_null(strstr(text, "+1000"));
	free(text);
	fake_wake(&fake);
	read_until(all_answer);
	assert_true(happened("rxe1 answers again"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_card_that_hangs_holds_up_no_other, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
