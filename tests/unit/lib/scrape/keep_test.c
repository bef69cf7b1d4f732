// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rounds of 32-bit counters outlive the process that counted them, and nothing else does. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/scrape/crew.h"
#include "lib/scrape/keep.h"
#include "tests/unit/lib/scrape/fake.h"

#define ROUNDS_MAX 200 /* of 50 ms, before a test gives up */

#define BOOT "3f2a1b9c-1111-2222-3333-444455556666"

static struct fake fake;
static struct ece_os os;
static struct fake_device *rxe;
static char path[64], folder[48];

static int start(void **state)
{
	(void)state;
	fake_new(&fake, &os);
	rxe = fake_rxe(&fake);
	rxe->counters[0] = (struct fake_counter){"packet_seq_err", UINT32_MAX};
	rxe->counters[1] = (struct fake_counter){"np_cnp_sent", 5};
	rxe->counter_count = 2;
	fake_file(&fake, "host/boot_id", BOOT "\n");
	strcpy(folder, "/tmp/keep_test.XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/keep", folder);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fake_wake(&fake);
	fake_lock(&fake);
	while (fake.kept)
		pthread_cond_wait(&fake.woken, &fake.mutex);
	fake_unlock(&fake);
	unlink(path);
	rmdir(folder);
	fake_done(&fake);
	return 0;
}

/* Put it. */
static const struct scrape_device *read_device(struct scrape_reader *reader)
{
	const struct scrape_device *device;

	assert_int_equal(scrape_read(reader, SCRAPE_RDMA, &device), 0);
	return device;
}

static uint64_t total(const struct scrape_device *device, const char *name)
{
	for (size_t i = 0; i < device->ports[0].count; i++)
		if (!strcmp(device->ports[0].counters[i].name, name))
			return device->ports[0].counters[i].total;
	fail_msg("there is no counter %s", name);
	return 0;
}

static uint64_t read_total(struct scrape_reader *reader, const char *name)
{
	const struct scrape_device *device = read_device(reader);
	uint64_t value = total(device, name);

	scrape_device_put(device);
	return value;
}

static struct scrape_reader *new_reader(void)
{
	struct scrape_reader *reader;
	struct scrape_target *list;
	struct ece_error e;
	size_t count;

	assert_int_equal(scrape_find(&os, &list, &count, &e), 0);
	assert_int_equal(scrape_reader_new(&os, &list[0], &reader), 0);
	/* as of a card whose counters have 32 bits */
	strcpy(list[0].driver, "mlx5_core");
	scrape_reader_follow(reader, &list[0]);
	free(list);
	return reader;
}

/* A reader that has seen one round. */
static char *save_one_round(void)
{
	struct scrape_reader *reader = new_reader();
	char *text;

	read_total(reader, "packet_seq_err");
	rxe->counters[0].value = 4;
	assert_int_equal(read_total(reader, "packet_seq_err"), UINT64_C(0x100000004));
	assert_int_equal(scrape_reader_save(reader, &text), 0);
	scrape_reader_free(reader);
	return text;
}

static void a_series_goes_on_over_a_restart(void **state)
{
	char *text = save_one_round();
	struct scrape_reader *reader = new_reader();

	(void)state;
	assert_string_equal(text,
			    "{\"version\":1,\"boot\":\"" BOOT "\",\"name\":\"rxe0\",\"index\":0,"
			    "\"guid\":\"505400fffe000000\",\"ports\":{\"1\":{\"packet_seq_err\":[4294967300,4]}}}");
	assert_int_equal(scrape_reader_load(reader, text), 0);
	assert_int_equal(read_total(reader, "packet_seq_err"), UINT64_C(0x100000004));
	/* and it went round once more while nobody looked */
	scrape_reader_free(reader);
	reader = new_reader();
	assert_int_equal(scrape_reader_load(reader, text), 0);
	rxe->counters[0].value = 3;
	assert_int_equal(read_total(reader, "packet_seq_err"),
			 3); /* by almost all its range: a reset, as is more likely */
	scrape_reader_free(reader);
	free(text);
}

/* Whatever of it is not the same, its counters began anew. */
static void another_boot_or_registration_is_passed_over(void **state)
{
	char *text = save_one_round();

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct scrape_reader *reader;

		fake.files[0].text = i == 0 ? "3f2a1b9c-1111-2222-3333-444455556667\n" : BOOT "\n";
		rxe->index = i == 1 ? 7 : 0;
		rxe->node_guid = i == 2 ? 9 : 0x505400fffe000000;
		reader = new_reader();
		assert_int_equal(scrape_reader_load(reader, text), 0);
		assert_int_equal(read_total(reader, "packet_seq_err"), 4);
		scrape_reader_free(reader);
	}
	free(text);
}

static void a_damaged_text_changes_nothing(void **state)
{
	static const char *const texts[] = {
		"",
		"[]",
		"{",
		"{\"version\":2,\"ports\":{}}",
		"{\"version\":1}",
		"{\"version\":1,\"ports\":{\"1\":[]}}",
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[1]}}}",
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[1,2]}}}",
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[5,4]}}}", /* part of a round */
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[-1,-1]}}}",
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[4294967296,4294967296]}}}",
		"{\"version\":1,\"ports\":{\"1\":{\"packet_seq_err\":[\"4\",\"4\"]}}}",
	};
	struct scrape_reader *reader = new_reader();

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (scrape_reader_load(reader, texts[i]) != -EBADMSG)
			fail_msg("taken: %s", texts[i]);
	rxe->counters[0].value = 4;
	assert_int_equal(read_total(reader, "packet_seq_err"), 4);
	scrape_reader_free(reader);
}

static void a_text_has_a_limit(void **state)
{
	struct scrape_reader *reader = new_reader();
	char *text = malloc(SCRAPE_KEEP_LINE_MAX + 2);

	(void)state;
	assert_non_null(text);
	memset(text, ' ', SCRAPE_KEEP_LINE_MAX + 1);
	text[SCRAPE_KEEP_LINE_MAX + 1] = '\0';
	memcpy(text, "{\"version\":1,\"ports\":{}}", 24);
	assert_int_equal(scrape_reader_load(reader, text), -EBADMSG);
	text[SCRAPE_KEEP_LINE_MAX] = '\0';
	assert_int_equal(scrape_reader_load(reader, text), 0);
	free(text);
	scrape_reader_free(reader);
}

static uint64_t read_by_crew(void)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_RDMA, .deadline_ms = 60000, .keep = path};
	struct scrape_round round;
	struct scrape_crew *crew;
	struct ece_error e;
	uint64_t value;

	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	assert_int_equal(scrape_crew_read(crew, &round), 0);
	value = total(round.results[0].device, "packet_seq_err");
	scrape_round_done(&round);
	scrape_crew_free(crew);
	return value;
}

static void write_file(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void a_crew_keeps_a_file(void **state)
{
	char line[512], *text = save_one_round();
	struct stat st;
	FILE *file;

	(void)state;
	/* The driver of software is not known to have 32 bits; that of no name is taken to be mlx5 */
	snprintf(line, sizeof(line), "damaged\n\n%s\n{}", text);
	write_file(line);
	assert_int_equal(read_by_crew(), UINT64_C(0x100000004));
	/* what the crew leaves is whole, and the next one goes on with it */
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	assert_string_equal(line, text);
	assert_int_equal(read_by_crew(), UINT64_C(0x100000004));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	free(text);
}

static bool is_silent(void)
{
	bool silent;

	fake_lock(&fake);
	silent = fake.silent_now;
	fake_unlock(&fake);
	return silent;
}

static struct scrape_crew *open_crew(void)
{
	const struct scrape_crew_options options = {.parts = SCRAPE_RDMA, .deadline_ms = 50, .keep = path};
	struct scrape_crew *crew;
	struct ece_error e;

	assert_int_equal(scrape_crew_new(&os, &options, &crew, &e), 0);
	return crew;
}

/* A card that hangs while the file is written anew, and over the end of the process. */
static void what_a_late_device_had_is_kept(void **state)
{
	char line[512] = "", *text = save_one_round();
	struct scrape_crew *crew;
	struct scrape_round round;
	FILE *file;

	(void)state;
	write_file(text);
	fake_lock(&fake);
	rxe->silent = true;
	fake_unlock(&fake);
	crew = open_crew();
	/* The look for devices may be late as well */
	for (int i = 0; i < ROUNDS_MAX && !is_silent(); i++) {
		assert_int_equal(scrape_crew_read(crew, &round), 0);
		scrape_round_done(&round);
	}
	assert_true(is_silent());
	scrape_crew_free(crew);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	assert_string_equal(line, text);
	free(text);
}

static void that_a_file_cannot_be_written_is_told(void **state)
{
	struct scrape_round round;
	struct scrape_crew *crew;

	(void)state;
	crew = open_crew();
	assert_int_equal(scrape_crew_read(crew, &round), 0);
	assert_int_equal(round.keep_error.code, 0);
	scrape_round_done(&round);
	scrape_crew_free(crew);
	snprintf(path, sizeof(path), "%s/none/keep", folder);
	crew = open_crew();
	assert_int_equal(scrape_crew_read(crew, &round), 0);
	assert_int_equal(round.keep_error.code, -ENOENT);
	assert_non_null(strstr(round.keep_error.text, path));
	scrape_round_done(&round);
	scrape_crew_free(crew);
	snprintf(path, sizeof(path), "%s/keep", folder);
}

static void a_file_that_cannot_be_kept_is_done_without(void **state)
{
	(void)state;
	rxe->counters[0].value = 4;
	assert_int_equal(read_by_crew(), 4);
	/* a folder in its place, and one that is not there */
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(read_by_crew(), 4);
	assert_int_equal(rmdir(path), 0);
	snprintf(path, sizeof(path), "%s/keep.new", folder);
	unlink(path);
	snprintf(path, sizeof(path), "%s/none/keep", folder);
	assert_int_equal(read_by_crew(), 4);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_series_goes_on_over_a_restart),
		CASE(another_boot_or_registration_is_passed_over),
		CASE(a_damaged_text_changes_nothing),
		CASE(a_text_has_a_limit),
		CASE(a_crew_keeps_a_file),
		CASE(what_a_late_device_had_is_kept),
		CASE(that_a_file_cannot_be_written_is_told),
		CASE(a_file_that_cannot_be_kept_is_done_without),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
