// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Paths and writes into the simulated kernel: a byte for the kernel, one for its flags, one for the tree, then the path,
 * a NUL, and what is written there.
 */
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/kernel.h"

#define CARDS 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static int each(void *arg, const char *name)
{
	size_t *entries = arg;

	require(name[0] && strlen(name) < ECE_OS_NAME_MAX && !strchr(name, '/'));
	(*entries)++;
	return 0;
}

/* What was put in its place is read back, whole. */
static void replace(const struct ece_os *os, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	char text[SIM_POLICY_MAX];

	if (os->ops->replace(os->ctx, root, path, data, len))
		return;
	require(root == ECE_OS_POLICY && len <= sizeof(text));
	require(os->ops->read(os->ctx, root, path, text, sizeof(text)) == (int)len && !memcmp(text, data, len));
}

static void touch(const struct ece_os *os, enum ece_os_root root, const char *path, const uint8_t *data, size_t len)
{
	char text[64];
	size_t entries = 0;
	int n = os->ops->read(os->ctx, root, path, text, sizeof(text));

	require(n <= (int)sizeof(text));
	n = os->ops->link(os->ctx, root, path, text, sizeof(text));
	require(n < 0 || (n < (int)sizeof(text) && strlen(text) == (size_t)n));
	n = os->ops->list(os->ctx, root, path, each, &entries);
	require(n <= 0 && (n == 0 || entries == 0));
	require(os->ops->write(os->ctx, root, path, (const char *)data, len) <= 0);
	replace(os, root, path, (const char *)data, len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fw_state state[CARDS];
	struct sim_card cards[CARDS] = {0};
	struct sim_kept kept[CARDS] = {0};
	struct sim_kernel kernel;
	struct ece_os os;
	size_t path_len;
	char *path;

	if (size < 4)
		return 0;
	for (size_t i = 0; i < CARDS; i++) {
		sim_card_name(&cards[i], i);
		cards[i].fw = (struct fw){.type = fw_card_type_at(i), .state = &state[i]};
		cards[i].kept = &kept[i];
		fw_power_on(&cards[i].fw, i + 1);
	}
	sim_kernel_init(&kernel, sim_persona_at(data[0] % 5), cards, CARDS);
	kernel.flags = data[1] % 32;
	os = sim_kernel_os(&kernel);
	path_len = strnlen((const char *)data + 3, size - 3);
	path = strndup((const char *)data + 3, path_len);
	require(path);
	touch(&os, (enum ece_os_root)(data[2] % (ECE_OS_ROOT_COUNT + 1)), path, data + 3 + path_len,
	      size - 3 - path_len);
	free(path);
	return 0;
}
