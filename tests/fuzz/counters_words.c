// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What people type at ece-counters: keys end, whatever bytes they are made of, and a word names a device only by one of
 * its names.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-counters/keys.h"
#include "tools/ece-counters/selection.h"

#define WORD_MAX 200

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void type(const char *bytes, size_t len)
{
	size_t used;

	while (len) {
		int key = keys_next(bytes, len, &used);

		require(key != KEY_NONE || !bytes[0]);
		require(used > 0 && used <= len);
		bytes += used;
		len -= used;
	}
	require(keys_next(bytes, 0, &used) == KEY_NONE && !used);
}

static int begins(const char *word, const char *name)
{
	return !strncmp(word, name, strlen(name));
}

static void name(char *word)
{
	static const struct scrape_target targets[] = {
		{.about = {.name = "mlx5_0", .ports = 2},
		 .pci = "0000:01:00.0",
		 .has_nic = 1,
		 .nic = {.netdev = "eth0"}},
		{.about = {.name = "rxe/1", .ports = 1}, .pci = ""},
	};
	struct selection selection = {&word, 1};
	struct ece_error e;

	if (selection_check(&selection, targets, 2, &e)) {
		require(e.text[0] && !selection_has(&selection, &targets[0]) &&
			!selection_has(&selection, &targets[1]));
		return;
	}
	require(begins(word, "mlx5_0") || begins(word, "0000:01:00.0") || begins(word, "01:00.0") ||
		begins(word, "eth0") || begins(word, "rxe/1"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char word[WORD_MAX + 1];

	type((const char *)data, size);
	if (size > WORD_MAX)
		return 0;
	memcpy(word, data, size);
	word[size] = '\0';
	name(word);
	return 0;
}
