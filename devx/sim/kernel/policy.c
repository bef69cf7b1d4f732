// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The directory of ECE policies. It has files for the functions of the host and no others, and is there with the first. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/kernel/kernel_internal.h"

#define SUFFIX ".json"

static bool has_policy(const struct sim_card *card)
{
	return card->kept && card->kept->policy.there;
}

static bool is_of(const struct sim_card *card, const char *path)
{
	size_t len = strlen(card->pci);

	return !strncmp(card->pci, path, len) && !strcmp(path + len, SUFFIX);
}

static struct sim_card *named(struct sim_kernel *kernel, const char *path)
{
	for (size_t i = 0; i < kernel->card_count; i++)
		if (is_of(&kernel->cards[i], path))
			return &kernel->cards[i];
	return NULL;
}

static bool has_dir(const struct sim_kernel *kernel)
{
	for (size_t i = 0; i < kernel->card_count; i++)
		if (has_policy(&kernel->cards[i]))
			return true;
	return false;
}

bool sim_policy_is_file(struct sim_kernel *kernel, const char *path)
{
	const struct sim_card *card = named(kernel, path);

	return card && has_policy(card);
}

int sim_policy_read(struct sim_kernel *kernel, const char *path, char *buf, size_t size)
{
	const struct sim_card *card = named(kernel, path);

	if (!path[0])
		return has_dir(kernel) ? -EISDIR : -ENOENT;
	if (!card || !has_policy(card))
		return -ENOENT;
	if (card->kept->policy.len > size)
		return -EFBIG;
	memcpy(buf, card->kept->policy.text, card->kept->policy.len);
	return card->kept->policy.len;
}

int sim_policy_list(struct sim_kernel *kernel, const char *path, int (*each)(void *arg, const char *name), void *arg)
{
	int stop = 0;

	if (path[0])
		return sim_policy_is_file(kernel, path) ? -ENOTDIR : -ENOENT;
	if (!has_dir(kernel))
		return -ENOENT;
	for (size_t i = 0; !stop && i < kernel->card_count; i++) {
		char name[sizeof(kernel->cards[i].pci) + sizeof(SUFFIX)];

		if (!has_policy(&kernel->cards[i]))
			continue;
		snprintf(name, sizeof(name), "%s" SUFFIX, kernel->cards[i].pci);
		stop = each(arg, name);
	}
	return stop;
}

int sim_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	struct sim_kernel *kernel = ctx;
	struct sim_card *card;

	if (root != ECE_OS_POLICY || !path[0] || strchr(path, '/') || !strcmp(path, ".."))
		return -EINVAL;
	if (kernel->flags & SIM_UNPRIVILEGED)
		return -EACCES;
	card = named(kernel, path);
	if (!card || !card->kept || len > sizeof(card->kept->policy.text))
		return -ENOSPC;
	memcpy(card->kept->policy.text, data, len);
	card->kept->policy.len = (uint16_t)len;
	card->kept->policy.there = 1;
	return 0;
}
