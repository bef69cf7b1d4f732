// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A card of the model is recorded under a simulated kernel, and the recording held against another card of the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/kernel.h"
#include "lib/record/record.h"
#include "lib/record/replay.h"
#include "lib/record/survey.h"

struct host {
	struct sim_kernel kernel;
	struct sim_card card;
	struct fw_state state;
	struct ece_os os;
	char guid[64], mac[64];
	char *text; /* the recording */
	size_t len;
	FILE *out;
	size_t take; /* lines that are taken; 0: all */
	size_t taken;
};

static int keep(void *ctx, const char *line, size_t len)
{
	struct host *host = ctx;

	if (host->take && host->taken == host->take)
		return -ENOSPC;
	host->taken++;
	fwrite(line, 1, len, host->out);
	fputc('\n', host->out);
	return 0;
}

static void read_text(struct host *host, enum ece_os_root root, const char *path, char text[64])
{
	int n = host->os.ops->read(host->os.ctx, root, path, text, 63);

	assert_true(n > 0);
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

static void start(struct host *host, const char *persona, const char *type)
{
	memset(host, 0, sizeof(*host));
	host->card.fw = (struct fw){.type = fw_card_type_find(type), .state = &host->state};
	sim_card_name(&host->card, 0);
	fw_power_on(&host->card.fw, 0x5ec2e7);
	sim_kernel_init(&host->kernel, sim_persona_find(persona), &host->card, 1);
	host->kernel.hostname = "hidden-host";
	host->os = sim_kernel_os(&host->kernel);
	read_text(host, ECE_OS_INFINIBAND, "mlx5_0/node_guid", host->guid);
	read_text(host, ECE_OS_NET, "eth0/address", host->mac);
	host->out = open_memstream(&host->text, &host->len);
	assert_non_null(host->out);
}

static void stop(struct host *host)
{
	free(host->text);
}

/* Returns what the recorder says at the end. */
static int record_all(struct host *host)
{
	struct ece_nic_info *list;
	struct record *record;
	struct ece_error e = {0};
	char text[64];
	size_t count;
	int err = record_new(&host->os, "a card", keep, host, &record, &e);

	if (err)
		return err;
	record_os(record)->ops->read(record_os(record)->ctx, ECE_OS_HOST, "hostname", text, sizeof(text));
	record_os(record)->ops->read(record_os(record)->ctx, ECE_OS_NET, "eth0/address", text, sizeof(text));
	assert_int_equal(ece_nic_list(record_os(record), &list, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_int_equal(record_survey(record_os(record), &list[0], &e), 0);
	err = record_error(record, &e);
	record_free(record);
	free(list);
	fflush(host->out);
	return err;
}

struct seen {
	size_t count;
	char last[256];
};

static void see(void *ctx, const struct replay_difference *d)
{
	struct seen *seen = ctx;

	seen->count++;
	snprintf(seen->last, sizeof(seen->last), "%s %s %llu %llu", d->command, d->field,
		 (unsigned long long)d->recorded, (unsigned long long)d->model);
	if (seen->count <= 8)
		print_message("line %zu: %s\n", d->line, seen->last);
}

static struct replay_totals replay_all(const char *text, const char *type, struct seen *seen)
{
	struct replay *replay = replay_new(fw_card_type_find(type), see, seen);
	struct replay_totals totals;
	struct ece_error e = {0};

	memset(seen, 0, sizeof(*seen));
	for (const char *end; (end = strchr(text, '\n')); text = end + 1)
		assert_int_equal(replay_line(replay, text, (size_t)(end - text), &e), 0);
	assert_int_equal(replay_end(replay, &totals, &e), 0);
	replay_free(replay);
	return totals;
}

static void a_recording_of_the_model_is_the_model(void **state)
{
	static const char *const personas[] = {"6.1", "7.x"}, *const types[] = {"cx7", "cx6dx"};
	struct replay_totals totals;
	struct host host;
	struct seen seen;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		start(&host, personas[i / 2], types[i % 2]);
		assert_int_equal(record_all(&host), 0);
		fclose(host.out);
		totals = replay_all(host.text, types[i % 2], &seen);
		assert_int_equal(seen.count, 0);
		assert_true(totals.compared > (i < 2 ? 5 : 50));
		assert_int_equal(totals.same, totals.compared);
		assert_int_equal(totals.withheld, 0);
		stop(&host);
	}
}

static size_t times(const char *text, const char *word)
{
	size_t n = 0;

	while ((text = strstr(text, word))) {
		text += strlen(word);
		n++;
	}
	return n;
}

/* Before Linux 6.15 no register is reached but through the PCI window: 0x402c in ACCESS_REG (0x805), a read (1). */
static void registers_through_the_window_are_whole(void **state)
{
	static const char accl[] =
		"{\"door\":\"vsc\",\"on\":\"0000:01:00.0\",\"errno\":0,\"in_len\":%d,\"out_len\":%d,"
		"\"command\":\"ACCESS_REG ROCE_ACCL\",\"in\":\"08050000000000010000402c\",\"out\":\"";
	struct host host;
	struct seen seen;
	char line[256], *at;

	(void)state;
	start(&host, "6.1", "cx7");
	assert_int_equal(record_all(&host), 0);
	fclose(host.out);
	snprintf(line, sizeof(line), accl, 0x90, 0x90);
	at = strstr(host.text, line);
	assert_non_null(at);
	assert_true(times(host.text, "{\"door\":\"vsc\"") > 50);
	assert_true(times(host.text, "\"ACCESS_REG PPCC\"") > 10);
	assert_true(times(host.text, "\"ACCESS_REG MNVDA\"") > 5);
	/* the number of counters (0x0e) of port 1 and what the first is (0x0f), of slots 0 and 15 */
	assert_int_equal(times(host.text, "\"in\":\"08050000000000010000506e00000000"
					  "0001000e\""),
			 1);
	assert_int_equal(times(host.text, "\"in\":\"08050000000000010000506e00000000"
					  "0001000e0000000f\""),
			 1);
	assert_int_equal(times(host.text, "\"in\":\"08050000000000010000506e00000000"
					  "0001000f\""),
			 1);
	assert_int_equal(times(host.text, "\"in\":\"08050000000000010000506e00000000"
					  "0001000f0000000f\""),
			 1);
	assert_int_equal(replay_all(host.text, "cx7", &seen).not_reached, 0);
	assert_int_equal(seen.count, 0);

	/* the card refused with the window's word for a bad parameter, 7 */
	at += strlen(line);
	assert_memory_equal(at, "00", 2);
	at[1] = '7';
	replay_all(host.text, "cx7", &seen);
	assert_int_equal(seen.count, 1);
	assert_string_equal(seen.last, "ACCESS_REG ROCE_ACCL status 7 0");
	/* roce_adp_retrans_en is bit 0 of the register's second word, 5 on the model */
	at[1] = '0';
	assert_memory_equal(at + 2 * 0x14, "00000005", 8);
	at[2 * 0x14 + 7] = '4';
	replay_all(host.text, "cx7", &seen);
	assert_int_equal(seen.count, 1);
	assert_string_equal(seen.last, "ACCESS_REG ROCE_ACCL roce_accl.roce_adp_retrans_en 0 1");
	stop(&host);
}

/* The firmware takes the read of ROCE_ACCL and never answers; the line has ETIMEDOUT (110). */
static void an_access_without_an_answer_is_told(void **state)
{
	struct fw_fault rule = {.opcode = 0x805, .register_id = 0x402c, .action = FW_FAULT_VANISH, .left = 1};
	struct host host;
	struct seen seen;

	(void)state;
	start(&host, "6.1", "cx7");
	assert_int_equal(fw_fault_add(&host.state, &rule), 0);
	record_all(&host);
	fclose(host.out);
	assert_non_null(strstr(host.text, "{\"door\":\"vsc\",\"on\":\"0000:01:00.0\",\"errno\":110,\"in_len\":144,"
					  "\"out_len\":144,\"command\":\"ACCESS_REG ROCE_ACCL\","
					  "\"in\":\"08050000000000010000402c\"}\n"));
	assert_true(replay_all(host.text, "cx7", &seen).not_reached >= 1);
	stop(&host);
}

/* The first of a word in a text, in any case of its letters and without colons. */
static bool holds(const char *text, const char *word)
{
	char bare[64];
	size_t n = 0;

	for (const char *c = word; *c; c++)
		if (*c != ':')
			bare[n++] = *c;
	bare[n] = '\0';
	return strcasestr(text, word) || strcasestr(text, bare);
}

static void nobody_is_named(void **state)
{
	static const char *const personas[] = {"6.1", "7.x"};
	struct host host;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		start(&host, personas[i], "cx7");
		assert_int_equal(record_all(&host), 0);
		fclose(host.out);
		assert_false(holds(host.text, host.guid));
		assert_false(holds(host.text, host.mac));
		assert_false(holds(host.text, "hidden-host"));
		assert_non_null(strstr(host.text, "\"guid-1"));
		assert_non_null(strstr(host.text, "\"mac-1"));
		assert_non_null(strstr(host.text, "\"name-1"));
		assert_ptr_equal(strstr(host.text, "{\"ecekit_record\":1,\"of\":\"a card\"}\n"), host.text);
		stop(&host);
	}
}

static void another_card_is_found_out(void **state)
{
	struct host host;
	struct seen seen;

	(void)state;
	start(&host, "7.x", "cx7");
	assert_int_equal(record_all(&host), 0);
	fclose(host.out);
	replay_all(host.text, "cx6dx", &seen);
	assert_true(seen.count > 20);
	stop(&host);
}

/* One exchange by hand: DCQCN's rpg_gd (0x2c of the block at 0x10) is 10 on the card, and 11 on the model. */
static void a_planted_difference_is_named(void **state)
{
	static const char head[] = "{\"ecekit_record\":1,\"of\":\"x\"}\n";
	static const char query[] =
		"{\"door\":\"devx\",\"on\":\"mlx5_0\",\"errno\":%d,\"in_len\":16,\"out_len\":272,"
		"\"command\":\"QUERY_CONG_PARAMS RP\",\"in\":\"0824000000000000000000%s\",\"out\":\"%s\"}\n";
	char text[2048], out[2 * 272 + 1];
	struct replay_totals totals;
	struct host host;
	struct seen seen;
	char *at;

	(void)state;
	start(&host, "7.x", "cx7");
	assert_int_equal(record_all(&host), 0);
	fclose(host.out);
	at = strstr(host.text, "\"in\":\"0824000000000000000000"
			       "01\",\"out\":\"");
	assert_non_null(at);
	at = strstr(at, "\"out\":\"") + 7;
	snprintf(out, sizeof(out), "%.*s", (int)strcspn(at, "\""), at);
	assert_memory_equal(out + 2 * 0x3c, "0000000b", 8);
	out[2 * 0x3c + 7] = 'a';
	snprintf(text, sizeof(text), "%s", head);
	snprintf(text + strlen(text), sizeof(text) - strlen(text), query, 0, "01", out);
	totals = replay_all(text, "cx7", &seen);
	assert_int_equal(seen.count, 1);
	assert_string_equal(seen.last, "QUERY_CONG_PARAMS RP cong_rp.rpg_gd 10 11");
	assert_int_equal(totals.compared, 1);
	assert_int_equal(totals.same, 0);

	/* a bit of which no row tells: 0x7c of the answer */
	out[2 * 0x3c + 7] = 'b';
	memset(out + strlen(out), '0', 2 * 0x7c + 8 - strlen(out));
	out[2 * 0x7c + 8] = '\0';
	out[2 * 0x7c] = '8';
	snprintf(text + strlen(head), sizeof(text) - strlen(head), query, 0, "01", out);
	replay_all(text, "cx7", &seen);
	assert_string_equal(seen.last, "QUERY_CONG_PARAMS RP 0x7c 2147483648 0");

	/* the card refused what the model takes */
	snprintf(text + strlen(head), sizeof(text) - strlen(head), query, EREMOTEIO, "01", "0300000000325a82");
	replay_all(text, "cx7", &seen);
	assert_string_equal(seen.last, "QUERY_CONG_PARAMS RP status 3 0");
	stop(&host);
}

static void a_full_disk_ends_the_recording_but_not_the_work(void **state)
{
	struct host host;

	(void)state;
	start(&host, "7.x", "cx7");
	host.take = 20;
	assert_int_equal(record_all(&host), -ENOSPC);
	assert_int_equal(host.taken, 20);
	fclose(host.out);
	stop(&host);
}

/* A card that answers QUERY_HCA_CAP (0x100) with nothing but ones, as long as anybody asks for. */
static int ones(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	(void)devx;
	(void)in;
	(void)in_len;
	memset(out, 0xff, out_len);
	return 0;
}

static int open_ones(void *ctx, const char *device, struct ece_os_devx **devx)
{
	(void)ctx;
	(void)device;
	*devx = NULL;
	return 0;
}

static void close_ones(struct ece_os_devx *devx)
{
	assert_null(devx);
}

static const struct ece_os_ops ones_ops = {.devx_open = open_ones, .devx_command = ones, .devx_close = close_ones};

struct counted {
	size_t bytes, withheld;
};

static int count_line(void *ctx, const char *line, size_t len)
{
	struct counted *counted = ctx;

	counted->bytes += len + 1;
	counted->withheld += len < 1024 && strstr(line, "\"withheld\":true");
	return 0;
}

/* A mailbox has up to 64 KiB, a recording up to 256 MiB; the work goes on behind that. */
static void a_recording_has_an_end(void **state)
{
	static uint8_t in[(64 << 10) + 1] = {0x01}, out[(64 << 10) + 1];
	const struct ece_os os = {.ops = &ones_ops};
	struct counted counted = {0};
	struct ece_os_devx *devx;
	struct record *record;
	struct ece_error e;

	(void)state;
	memset(in + 8, 0xff, sizeof(in) - 8);
	assert_int_equal(record_new(&os, "a card", count_line, &counted, &record, &e), 0);
	assert_int_equal(record_os(record)->ops->devx_open(record_os(record)->ctx, "mlx5_0", &devx), 0);
	record_os(record)->ops->devx_command(devx, in, sizeof(in), out, 16);
	record_os(record)->ops->devx_command(devx, in, 16, out, sizeof(out));
	assert_int_equal(counted.withheld, 2);
	for (int i = 0; i < 1100 && !record_error(record, &e); i++)
		record_os(record)->ops->devx_command(devx, in, 64 << 10, out, 64 << 10);
	assert_int_equal(record_error(record, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_in_range(counted.bytes, (256 << 20) - (300 << 10), 256 << 20);
	out[0] = 0;
	assert_int_equal(record_os(record)->ops->devx_command(devx, in, 16, out, 16), 0);
	assert_int_equal(out[0], 0xff);
	assert_in_range(counted.bytes, 0, 256 << 20);
	record_os(record)->ops->devx_close(devx);
	record_free(record);
}

/* 1 MiB is the longest line; a byte more is none. */
static void a_line_has_an_end(void **state)
{
	static const char text[] = "{\"ecekit_record\":1}";
	const size_t most = 1 << 20;
	struct seen seen = {0};
	struct replay *replay = replay_new(fw_card_type_find("cx7"), see, &seen);
	struct ece_error e;
	char *line = malloc(most + 1);

	(void)state;
	assert_non_null(line);
	memset(line, ' ', most + 1);
	memcpy(line, text, strlen(text));
	assert_int_equal(replay_line(replay, line, most, &e), 0);
	assert_int_equal(replay_line(replay, line, most + 1, &e), -EINVAL);
	assert_non_null(strstr(e.text, "longer than a line may be"));
	replay_free(replay);
	free(line);
}

/* Whoever waits for a window that another tool holds, waits through the recorder too. */
static void a_window_that_is_taken_is_waited_for(void **state)
{
	struct host host;

	(void)state;
	start(&host, "6.1", "cx7");
	host.state.window_semaphore = 4711;
	assert_int_equal(record_all(&host), 0);
	assert_true(host.kernel.due_ns >= UINT64_C(3000000000));
	assert_int_equal(host.state.window_semaphore, 4711);
	fclose(host.out);
	stop(&host);
}

static void refuse_line(const char *first, const char *line, enum ece_error_kind kind)
{
	struct seen seen = {0};
	struct replay *replay = replay_new(fw_card_type_find("cx7"), see, &seen);
	struct ece_error e = {0};

	if (first)
		assert_int_equal(replay_line(replay, first, strlen(first), &e), 0);
	assert_int_equal(replay_line(replay, line, strlen(line), &e), -EINVAL);
	assert_int_equal(e.kind, kind);
	replay_free(replay);
}

static void lines_that_are_none(void **state)
{
	static const char first[] = "{\"ecekit_record\":1}";
	struct seen seen = {0};
	struct replay *replay = replay_new(fw_card_type_find("cx7"), see, &seen);
	struct replay_totals totals;
	struct ece_error e;

	(void)state;
	assert_int_equal(replay_end(replay, &totals, &e), -EINVAL);
	replay_free(replay);
	refuse_line(NULL, "{}", ECE_ERROR_SYNTAX);
	refuse_line(NULL, "hello", ECE_ERROR_SYNTAX);
	refuse_line(NULL, "{\"ecekit_record\":2}", ECE_ERROR_VERSION);
	refuse_line(first, "[", ECE_ERROR_SYNTAX);
	refuse_line(first, "{\"door\":\"devx\",\"in_len\":16,\"out_len\":15,\"in\":\"08\",\"out\":\"\"}",
		    ECE_ERROR_SYNTAX);
	refuse_line(first, "{\"door\":\"devx\",\"in_len\":16,\"out_len\":65537,\"in\":\"08\",\"out\":\"\"}",
		    ECE_ERROR_SYNTAX);
	refuse_line(first, "{\"door\":\"devx\",\"in_len\":16,\"out_len\":16,\"in\":\"0g\",\"out\":\"\"}",
		    ECE_ERROR_SYNTAX);
	refuse_line(first, "{\"door\":\"devx\",\"in_len\":16,\"out_len\":16,\"in\":\"082\",\"out\":\"\"}",
		    ECE_ERROR_SYNTAX);
	/* CREATE_QP is never kept */
	refuse_line(first, "{\"door\":\"devx\",\"in_len\":16,\"out_len\":16,\"in\":\"0500\",\"out\":\"\"}",
		    ECE_ERROR_SYNTAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_recording_of_the_model_is_the_model),
		cmocka_unit_test(registers_through_the_window_are_whole),
		cmocka_unit_test(an_access_without_an_answer_is_told),
		cmocka_unit_test(nobody_is_named),
		cmocka_unit_test(another_card_is_found_out),
		cmocka_unit_test(a_planted_difference_is_named),
		cmocka_unit_test(a_full_disk_ends_the_recording_but_not_the_work),
		cmocka_unit_test(a_recording_has_an_end),
		cmocka_unit_test(a_line_has_an_end),
		cmocka_unit_test(a_window_that_is_taken_is_waited_for),
		cmocka_unit_test(lines_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
