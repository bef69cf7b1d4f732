// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/selection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"

#define PCI_DOMAIN_0 "0000:"
#define NAMES        3 /* of a target */

/* "mlx5_0/1" without its port; @port receives that, or 0. */
static size_t split(const char *word, uint32_t *port)
{
	const char *slash = strrchr(word, '/');
	unsigned long number;
	char *end;

	*port = 0;
	if (!slash || slash[1] < '1' || slash[1] > '9')
		return strlen(word);
	number = strtoul(slash + 1, &end, 10);
	if (*end || number > UINT16_MAX)
		return strlen(word);
	*port = (uint32_t)number;
	return (size_t)(slash - word);
}

static bool is_name(const char *name, const char *word, size_t len)
{
	return name[0] && strlen(name) == len && !memcmp(name, word, len);
}

static bool is_pci(const char *pci, const char *word, size_t len)
{
	size_t domain = strlen(PCI_DOMAIN_0);

	return is_name(pci, word, len) || (!strncmp(pci, PCI_DOMAIN_0, domain) && is_name(pci + domain, word, len));
}

static bool is_target(const struct scrape_target *target, const char *word, size_t len)
{
	return is_name(target->about.name, word, len) || is_pci(target->pci, word, len) ||
	       (target->has_nic && (is_name(target->nic.netdev, word, len) || is_name(target->nic.bond, word, len)));
}

bool selection_names(const char *word, const struct scrape_target *target)
{
	uint32_t port;
	size_t len = split(word, &port);

	return is_target(target, word, len) && (!port || !target->about.ports || port <= target->about.ports);
}

bool selection_has(const struct selection *selection, const struct scrape_target *target)
{
	for (size_t i = 0; i < selection->count; i++)
		if (selection_names(selection->words[i], target))
			return true;
	return !selection->count;
}

static bool is_device(const struct scrape_device *device, const struct scrape_port *port, const char *word, size_t len)
{
	return is_name(device->about.name, word, len) || is_pci(device->pci, word, len) ||
	       is_name(port->netdev, word, len) ||
	       (device->has_nic && (is_name(device->nic.netdev, word, len) || is_name(device->nic.bond, word, len)));
}

bool selection_has_port(const struct selection *selection, const struct scrape_device *device,
			const struct scrape_port *port)
{
	for (size_t i = 0; i < selection->count; i++) {
		uint32_t number;
		size_t len = split(selection->words[i], &number);

		if (is_device(device, port, selection->words[i], len) && (!number || number == port->number))
			return true;
	}
	return !selection->count;
}

struct known {
	const struct scrape_target *targets;
	size_t count;
};

static const char *known_name(const void *ctx, size_t i)
{
	const struct known *known = ctx;
	const struct scrape_target *target = &known->targets[i / NAMES];

	if (i / NAMES >= known->count)
		return NULL;
	switch (i % NAMES) {
	case 0:
		return target->about.name;
	case 1:
		return target->has_nic ? target->nic.netdev : "";
	default:
		return target->pci;
	}
}

static int unknown(const struct known *known, const char *word, struct ece_error *e)
{
	const char *near = ece_nearest(word, known_name, known);
	uint32_t port;
	size_t len = split(word, &port);

	for (size_t i = 0; port && i < known->count; i++)
		if (is_target(&known->targets[i], word, len))
			return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%.*s has no port %u: it has %u",
					     (int)len, word, port, known->targets[i].about.ports);
	if (near)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no device \"%s\"; did you mean \"%s\"?", word,
				     near);
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "no device \"%s\": it takes an RDMA device, with or without a port (mlx5_0/1), a network "
			     "interface or a PCI address",
			     word);
}

int selection_check(const struct selection *selection, const struct scrape_target *targets, size_t count,
		    struct ece_error *e)
{
	struct known known = {targets, count};

	for (size_t i = 0; i < selection->count; i++) {
		size_t at = 0;

		while (at < count && !selection_names(selection->words[i], &targets[at]))
			at++;
		if (at == count)
			return unknown(&known, selection->words[i], e);
	}
	return 0;
}
