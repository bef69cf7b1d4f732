// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The file with rounds of 32-bit counters, as anybody may have left it: whatever is taken from it is of this boot and
 * device, is told again word for word, and a damaged line changes nothing.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/scrape/keep.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char boot[] = "3f2a1b9c-1111-2222-3333-444455556666\n";

static int read_boot(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	(void)ctx;
	if (root != ECE_OS_HOST || strcmp(path, "boot_id") != 0 || size < sizeof(boot) - 1)
		return -ENOENT;
	memcpy(buf, boot, sizeof(boot) - 1);
	return sizeof(boot) - 1;
}

static const struct ece_os_ops ops = {.read = read_boot};
static const struct ece_os os = {.ops = &ops};

static void require(bool holds)
{
	if (!holds)
		abort();
}

static struct scrape_reader *new_reader(void)
{
	const struct scrape_target target = {
		.about = {.name = "mlx5_0", .index = 3, .ports = 2, .node_guid = 0xb8cef60300000001},
		.driver = "mlx5_core",
	};
	struct scrape_reader *reader;

	require(!scrape_reader_new(&os, &target, &reader));
	return reader;
}

static char *saved(const struct scrape_reader *reader)
{
	char *text;

	require(!scrape_reader_save(reader, &text));
	return text;
}

static void check_line(const char *line)
{
	struct scrape_reader *reader = new_reader(), *again = new_reader();
	char *before = saved(reader), *after, *told;
	int err = scrape_reader_load(reader, line);

	require(!err || err == -EBADMSG);
	after = saved(reader);
	require(!err || !strcmp(before, after));
	require(!scrape_reader_load(again, after));
	told = saved(again);
	require(!strcmp(after, told));
	free(told);
	free(after);
	free(before);
	scrape_reader_free(again);
	scrape_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct scrape_reader *reader = new_reader();
	struct scrape_keep keep;
	char *text = malloc(size + 1), *line = malloc(size + 1);

	require(text && line);
	memcpy(text, data, size);
	memcpy(line, data, size);
	line[size] = '\0';
	check_line(line);
	scrape_keep_parse(text, size, &keep);
	scrape_keep_load(&keep, reader);
	scrape_keep_done(&keep);
	scrape_reader_free(reader);
	free(line);
	return 0;
}
