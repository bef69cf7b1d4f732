// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * All devices at once, on cards that do not answer, come and go. Nothing here sleeps: what a test waits for it is told,
 * and a deadline that passes is the short one of a round.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/scrape/crew.h"
#include "tests/unit/lib/scrape/fake.h"

#define LONG_MS  60000 /* that never passes */
#define SHORT_MS 50

#define PATIENCE_S 40 /* before a test gives up */

static struct fake fake;
static struct ece_os os;
static struct scrape_crew *crew;
static struct scrape_round this;
static time_t began;

static int start(void **state)
{
	struct timespec now;

	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &now);
	began = now.tv_sec;
	fake_new(&fake, &os);
	crew = NULL;
	this = (struct scrape_round){.results = NULL};
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fake_wake(&fake);
	scrape_round_done(&this);
	scrape_crew_free(crew);
	fake_lock(&fake);
	while (fake.kept)
		pthread_cond_wait(&fake.woken, &fake.mutex);
	fake_unlock(&fake);
	fake_done(&fake);
	return 0;
}

static void open_crew(unsigned int deadline_ms)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_RDMA, .deadline_ms = deadline_ms};
	struct ece_error e;

	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
}

static void read_round(void)
{
	scrape_round_done(&this);
	assert_int_equal(scrape_crew_read(crew, &this), 0);
}

static const struct scrape_crew_result *result(const char *name)
{
	for (size_t i = 0; i < this.count; i++)
		if (!strcmp(this.results[i].target.about.name, name))
			return &this.results[i];
	return NULL;
}

static unsigned int silent(void)
{
	unsigned int count;

	fake_lock(&fake);
	count = fake.silent_now;
	fake_unlock(&fake);
	return count;
}

/* On a busy machine a device that answers, or the look for it, may be late as well; nobody waits for that twice. */
static bool patience(void)
{
	struct timespec now;

	sched_yield();
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec < began + PATIENCE_S;
}

static void read_until(const char *name)
{
	do
		read_round();
	while ((!result(name) || !result(name)->device || result(name)->late) && patience());
	if (!result(name) || result(name)->late)
		fail_msg("%s does not come", name);
}

/* Until so many calls do not come back. */
static void read_until_silent(unsigned int count)
{
	do
		read_round();
	while (silent() < count && patience());
	assert_int_equal(silent(), count);
}

static uint64_t value(const struct scrape_device *device, const char *name)
{
	for (size_t i = 0; i < device->ports[0].count; i++)
		if (!strcmp(device->ports[0].counters[i].name, name))
			return device->ports[0].counters[i].reading.value;
	return UINT64_MAX;
}

static void assert_read(const char *name, uint64_t sent)
{
	const struct scrape_crew_result *r = result(name);

	assert_non_null(r);
	assert_false(r->late);
	assert_non_null(r->device);
	assert_int_equal(r->device->fault_count, 0);
	assert_int_equal(value(r->device, "sent_pkts"), sent);
}

static void all_devices_are_read_in_the_order_of_their_names(void **state)
{
	unsigned int lists;
	char name[16];

	(void)state;
	for (int i = 0; i < 12; i++)
		fake_rxe(&fake);
	open_crew(LONG_MS);
	for (int n = 0; n < 3; n++) {
		read_round();
		assert_int_equal(this.count, 12);
		assert_int_equal(this.error.code, 0);
		for (unsigned int i = 0; i < 12; i++) {
			snprintf(name, sizeof(name), "rxe%u", i);
			assert_string_equal(this.results[i].target.about.name, name);
			assert_read(name, UINT64_C(100) + i);
		}
	}
	for (int i = 0; i < 12; i++)
		assert_int_equal(fake.devices[i].reads, 3);
	fake_lock(&fake);
	/* what there is was found once, and then seen to be the same by one question */
	lists = fake.lists;
	fake_unlock(&fake);
	assert_int_equal(lists, 4);
}

static void it_is_told_whether_namespaces_share_devices(void **state)
{
	static const struct {
		bool exclusive;
		int error;
		enum scrape_sharing sharing;
	} kernels[] = {{false, 0, SCRAPE_SHARED}, {true, 0, SCRAPE_EXCLUSIVE}, {true, -EINVAL, SCRAPE_SHARING_UNKNOWN}};

	(void)state;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		fake.exclusive = kernels[i].exclusive;
		fake.sharing_error = kernels[i].error;
		open_crew(LONG_MS);
		read_round();
		assert_int_equal(this.sharing, kernels[i].sharing);
		scrape_crew_free(crew);
		crew = NULL;
	}
}

static void a_host_without_devices_has_an_empty_round(void **state)
{
	(void)state;
	open_crew(LONG_MS);
	read_round();
	assert_int_equal(this.count, 0);
	assert_int_equal(this.error.code, 0);
}

static void a_card_that_does_not_answer_holds_up_nobody(void **state)
{
	(void)state;
	for (int i = 0; i < 5; i++)
		fake_rxe(&fake);
	open_crew(LONG_MS);
	read_round();
	fake_lock(&fake);
	fake.devices[2].silent = true;
	fake_unlock(&fake);
	scrape_crew_free(crew);
	open_crew(SHORT_MS);
	read_until_silent(1);
	for (int n = 0; n < 3; n++) {
		read_round();
		assert_int_equal(this.count, 5);
		assert_true(result("rxe2")->late);
		assert_null(result("rxe2")->device);
		assert_true(result("rxe2")->late_seconds > 0);
	}
	read_until("rxe0");
	assert_read("rxe0", 100);
	read_until("rxe4");
	assert_read("rxe4", 104);
	/* it is asked once, not once more each time */
	assert_int_equal(silent(), 1);
	fake_wake(&fake);
	read_until("rxe2");
	assert_read("rxe2", 102);
}

/* Who is late already is not waited for again: a round does not take the deadline each time. */
static void a_late_device_does_not_make_rounds_long(void **state)
{
	double seconds = 0;

	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake);
	open_crew(700);
	read_until("rxe1");
	assert_read("rxe1", 101);
	fake_lock(&fake);
	fake.devices[1].silent = true;
	fake_unlock(&fake);
	read_round();
	assert_true(this.seconds >= 0.7);
	assert_true(result("rxe1")->late);
	assert_int_equal(value(result("rxe1")->device, "sent_pkts"), 101); /* that of before */
	for (int i = 0; i < 20; i++) {
		read_round();
		seconds += this.seconds;
		assert_true(result("rxe1")->late);
	}
	assert_true(seconds < 10 * 0.7);
	read_until("rxe0");
}

/* All functions of a card hang with it. There are more of them than threads. */
static void one_card_with_many_functions_holds_up_nobody(void **state)
{
	double seconds = 0;

	(void)state;
	for (int i = 0; i < FAKE_DEVICES; i++) {
		struct fake_device *device = fake_rxe(&fake);

		device->system_guid = i < FAKE_DEVICES - 2 ? 77 : 78;
		device->silent = i < FAKE_DEVICES - 2;
	}
	open_crew(300);
	read_until("rxe598");
	assert_int_equal(this.count, FAKE_DEVICES);
	assert_true(result("rxe0")->late);
	assert_read("rxe598", 100 + 598);
	read_until("rxe599");
	assert_read("rxe599", 100 + 599);
	assert_true(silent() >= 1 && silent() <= 4);
	/* those that wait for their card are not waited for again and again */
	for (int i = 0; i < 20; i++) {
		read_round();
		seconds += this.seconds;
	}
	assert_true(seconds < 10 * 0.3);
}

static unsigned int threads(void)
{
	unsigned int count;

	fake_lock(&fake);
	count = fake.kept;
	fake_unlock(&fake);
	return count;
}

/* And many cards at once, as when a switch of PCIe hangs. Those that are held up are replaced, with an end. */
static void threads_have_a_limit(void **state)
{
	(void)state;
	for (int i = 0; i < 400; i++)
		fake_rxe(&fake)->silent = i != 100;
	open_crew(300);
	read_until("rxe100");
	assert_int_equal(this.count, 400);
	while (threads() < 248 && patience())
		read_round();
	assert_true(threads() >= 248 && threads() <= 256);
	/* some are left for those that answer */
	for (int i = 0; i < 3; i++)
		read_until("rxe100");
	assert_true(threads() <= 256);
	/* and when they come back there are too many of them */
	fake_wake(&fake);
	do
		read_round();
	while (threads() > 8 && patience());
	assert_true(threads() <= 8);
	read_until("rxe399");
}

static void a_look_that_hangs_leaves_what_was_known(void **state)
{
	(void)state;
	fake_rxe(&fake);
	open_crew(400);
	read_until("rxe0");
	fake_lock(&fake);
	fake.list_silent = true;
	fake_unlock(&fake);
	for (int n = 0; n < 2; n++) {
		read_until("rxe0");
		assert_int_equal(this.error.code, -ETIMEDOUT);
		assert_read("rxe0", 100);
	}
	/* it was not followed by another one */
	assert_int_equal(silent(), 1);
	fake_wake(&fake);
	while (this.error.code && patience())
		read_round();
	read_until("rxe0");
}

static void a_look_that_fails_says_so_and_leaves_what_was_known(void **state)
{
	(void)state;
	fake_rxe(&fake);
	open_crew(LONG_MS);
	read_round();
	fake_lock(&fake);
	fake.list_error = -EBADMSG;
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.error.code, -EBADMSG);
	assert_read("rxe0", 100);
	fake_lock(&fake);
	fake.list_error = 0;
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.error.code, 0);
}

static void devices_come_and_go(void **state)
{
	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake);
	open_crew(LONG_MS);
	read_round();
	assert_int_equal(this.count, 2);
	fake_lock(&fake);
	fake.devices[0].gone = true;
	fake_rxe(&fake);
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.count, 2);
	assert_null(result("rxe0"));
	assert_read("rxe1", 101);
	assert_read("rxe2", 102);
	fake_lock(&fake);
	fake.devices[1].gone = fake.devices[2].gone = true;
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.count, 0);
}

static void a_device_that_goes_while_it_is_read_is_forgotten(void **state)
{
	(void)state;
	fake_rxe(&fake)->silent = true;
	fake_rxe(&fake);
	open_crew(SHORT_MS);
	read_until_silent(1);
	assert_true(result("rxe0")->late);
	fake_lock(&fake);
	fake.devices[0].gone = true;
	fake_unlock(&fake);
	while (result("rxe0") && patience())
		read_round();
	assert_int_equal(this.count, 1);
	fake_wake(&fake);
	read_until("rxe1");
	assert_int_equal(this.count, 1);
	assert_read("rxe1", 101);
}

static uint32_t resets(const char *name)
{
	const struct scrape_device *device = result(name)->device;

	for (size_t i = 0; i < device->ports[0].count; i++)
		if (!strcmp(device->ports[0].counters[i].name, "packet_seq_err"))
			return device->ports[0].counters[i].resets;
	return UINT32_MAX;
}

static void a_renamed_device_goes_on_and_one_registered_anew_starts_over(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 5};
	fake_rxe(&fake);
	open_crew(LONG_MS);
	read_round();
	fake_lock(&fake);
	strcpy(fake.devices[0].name, "rocep1s0");
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.count, 2);
	assert_null(result("rxe0"));
	assert_int_equal(resets("rocep1s0"), 0);
	assert_false(result("rocep1s0")->device->started_over);
	fake_lock(&fake);
	fake.devices[0].index = 9;
	fake.devices[0].counters[0].value = 6;
	fake_unlock(&fake);
	read_round();
	assert_int_equal(resets("rocep1s0"), 1);
	assert_true(result("rocep1s0")->device->started_over);
}

/* Another device under the number of one that has gone. */
static void a_device_that_was_replaced_has_counters_of_its_own(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 5};
	open_crew(LONG_MS);
	read_round();
	fake_lock(&fake);
	strcpy(fake.devices[0].name, "rxe9");
	fake.devices[0].node_guid = 99;
	fake.devices[0].counters[0].value = 3;
	fake_unlock(&fake);
	read_round();
	assert_int_equal(this.count, 1);
	assert_int_equal(resets("rxe9"), 0);
	assert_int_equal(value(result("rxe9")->device, "packet_seq_err"), 3);
}

/* Names change places, as when udev sorts them anew: the counters go with the device. */
static void devices_that_change_names_keep_their_counters(void **state)
{
	(void)state;
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 5};
	fake_rxe(&fake)->counters[0] = (struct fake_counter){"packet_seq_err", 4000};
	open_crew(LONG_MS);
	read_round();
	fake_lock(&fake);
	strcpy(fake.devices[0].name, "rxe1");
	strcpy(fake.devices[1].name, "rxe0");
	fake_unlock(&fake);
	read_round();
	assert_int_equal(value(result("rxe1")->device, "packet_seq_err"), 5);
	assert_int_equal(resets("rxe1"), 0);
	assert_int_equal(resets("rxe0"), 0);
}

static bool all_but(void *arg, const struct scrape_target *target)
{
	return strcmp(target->about.name, arg) != 0;
}

static void a_device_that_is_not_wanted_is_not_touched(void **state)
{
	const struct scrape_crew_options options = {
		.parts = SCRAPE_RDMA,
		.deadline_ms = LONG_MS,
		.wanted = all_but,
		.arg = (char[]){"rxe0"},
	};
	struct ece_error e;

	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake);
	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	read_round();
	assert_int_equal(this.count, 1);
	assert_read("rxe1", 101);
	assert_int_equal(fake.devices[0].reads, 0);
}

static void *read_in_thread(void *arg)
{
	struct scrape_round round;

	(void)arg;
	if (scrape_crew_read(crew, &round) || round.count != 2)
		return &fake;
	scrape_round_done(&round);
	return NULL;
}

/* Ten ask while a device is read, and it is read once. */
static void those_who_ask_at_once_share_a_round(void **state)
{
	pthread_t threads[10];
	void *failed;

	(void)state;
	fake_rxe(&fake);
	fake_rxe(&fake)->silent = true;
	open_crew(LONG_MS);
	for (size_t i = 0; i < 10; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, read_in_thread, NULL), 0);
	fake_wait_silent(&fake, 1);
	fake_wake(&fake);
	for (size_t i = 0; i < 10; i++) {
		assert_int_equal(pthread_join(threads[i], &failed), 0);
		assert_null(failed);
	}
	assert_true(fake.devices[0].reads <= 10);
}

static void a_simulated_host_has_no_threads(void **state)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_RDMA, .one_thread = true};
	struct ece_error e;

	(void)state;
	fake_rxe(&fake);
	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	read_round();
	read_round();
	assert_read("rxe0", 100);
	assert_int_equal(fake.kept_most, 0);
}

/* The thread ends when the card answers, and nothing of the crew is used by then but by it. */
static void a_crew_ends_while_a_card_does_not_answer(void **state)
{
	(void)state;
	fake_rxe(&fake)->silent = true;
	open_crew(SHORT_MS);
	read_until_silent(1);
	scrape_crew_free(crew);
	crew = NULL;
	assert_int_equal(silent(), 1);
}

static void snapshots_outlive_their_crew(void **state)
{
	const struct scrape_device *device;

	(void)state;
	fake_rxe(&fake);
	open_crew(LONG_MS);
	read_round();
	device = scrape_device_get(this.results[0].device);
	scrape_round_done(&this);
	scrape_crew_free(crew);
	crew = NULL;
	assert_int_equal(value(device, "sent_pkts"), 100);
	scrape_device_put(device);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(all_devices_are_read_in_the_order_of_their_names),
		CASE(it_is_told_whether_namespaces_share_devices),
		CASE(a_host_without_devices_has_an_empty_round),
		CASE(a_card_that_does_not_answer_holds_up_nobody),
		CASE(a_late_device_does_not_make_rounds_long),
		CASE(one_card_with_many_functions_holds_up_nobody),
		CASE(threads_have_a_limit),
		CASE(a_look_that_hangs_leaves_what_was_known),
		CASE(a_look_that_fails_says_so_and_leaves_what_was_known),
		CASE(devices_come_and_go),
		CASE(a_device_that_goes_while_it_is_read_is_forgotten),
		CASE(a_renamed_device_goes_on_and_one_registered_anew_starts_over),
		CASE(a_device_that_was_replaced_has_counters_of_its_own),
		CASE(devices_that_change_names_keep_their_counters),
		CASE(a_device_that_is_not_wanted_is_not_touched),
		CASE(those_who_ask_at_once_share_a_round),
		CASE(a_simulated_host_has_no_threads),
		CASE(a_crew_ends_while_a_card_does_not_answer),
		CASE(snapshots_outlive_their_crew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
