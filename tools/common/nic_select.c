// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/nic_select.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "devx/net/rtnl.h"

#define PCI_DOMAIN_0   "0000:"
#define NAMES_OF_A_NIC 3

static bool names(const struct ece_nic_info *nic, const char *word)
{
	if (!word[0])
		return false;
	return strcmp(nic->pci, word) == 0 || strcmp(nic->netdev, word) == 0 || strcmp(nic->rdma, word) == 0 ||
	       strcmp(nic->bond, word) == 0 ||
	       (strncmp(nic->pci, PCI_DOMAIN_0, strlen(PCI_DOMAIN_0)) == 0 &&
		strcmp(nic->pci + strlen(PCI_DOMAIN_0), word) == 0);
}

struct known {
	const struct ece_nic_info *list;
	size_t count;
};

static const char *known_name(const void *ctx, size_t i)
{
	const struct known *known = ctx;
	const struct ece_nic_info *nic = &known->list[i / NAMES_OF_A_NIC];

	if (i / NAMES_OF_A_NIC >= known->count)
		return NULL;
	switch (i % NAMES_OF_A_NIC) {
	case 0:
		return nic->rdma;
	case 1:
		return nic->netdev;
	default:
		return nic->pci;
	}
}

static int unknown(const struct ece_nic_info *list, size_t count, const char *word, struct ece_error *e)
{
	struct known known = {list, count};
	const char *near = ece_nearest(word, known_name, &known);

	if (near)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no card \"%s\"; did you mean \"%s\"?", word,
				     near);
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "no card \"%s\": it takes a PCI address, a network interface or an RDMA device", word);
}

static bool keep_named(const struct ece_nic_info *list, size_t count, const char *word, bool *keep)
{
	bool found = false;

	for (size_t i = 0; i < count && i < ECE_NIC_LIST_MAX; i++)
		if (names(&list[i], word))
			keep[i] = found = true;
	return found;
}

/* An alternative name leads to the interface of that name, which the kernel tells by its own. */
static bool keep_altnamed(const struct ece_os *os, const struct ece_nic_info *list, size_t count, const char *word,
			  bool *keep)
{
	struct ece_link link;

	return os && !ece_rtnl_link(os, word, &link) && keep_named(list, count, link.name, keep);
}

int select_nics(const struct ece_os *os, struct ece_nic_info *list, size_t *count, char *const *words,
		size_t word_count, struct ece_error *e)
{
	bool keep[ECE_NIC_LIST_MAX] = {false};
	size_t kept = 0;

	if (!word_count)
		return 0;
	for (size_t w = 0; w < word_count; w++)
		if (!keep_named(list, *count, words[w], keep) && !keep_altnamed(os, list, *count, words[w], keep))
			return unknown(list, *count, words[w], e);
	for (size_t i = 0; i < *count && i < ECE_NIC_LIST_MAX; i++)
		if (keep[i])
			list[kept++] = list[i];
	*count = kept;
	return 0;
}
