// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The policy of ece-trace --apply, and the line that carries it: what is taken goes to the library and comes out as the same,
 * and no line of anybody's makes a domain of everybody.
 */
#include <stdlib.h>
#include <string.h>

#include "ece/offer.h"
#include "tools/ece-trace/domain.h"
#include "tools/ece-trace/policy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static bool same(const struct domain *a, const struct domain *b)
{
	return !strcmp(a->name, b->name) && a->word == b->word && a->peer_count == b->peer_count &&
	       !memcmp(a->peers, b->peers, a->peer_count * sizeof(a->peers[0])) && a->barred_count == b->barred_count;
}

static void goes_through(const struct domain *domain)
{
	static struct domain again;
	char text[DOMAIN_TEXT_MAX];

	require(domain_encode(domain, text, sizeof(text)));
	require(domain_decode(text, &again));
	require(same(domain, &again));
	for (size_t i = 0; i < domain->peer_count; i++)
		require(domain->peers[i].bits >= DOMAIN_IPV6_BITS && domain->peers[i].bits <= 8 * DOMAIN_GID_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct domain domain;
	char *line = malloc(size + 1);
	struct ece_error e = {0};

	require(line);
	memcpy(line, data, size);
	line[size] = '\0';
	if (policy_parse(line, size, "policy", &domain, &e)) {
		require(e.code < 0 && e.text[0] && e.place[0]);
	} else {
		require(domain.peer_count && domain.word & ECE_OPTIONS_ALL);
		goes_through(&domain);
	}
	if (domain_decode(line, &domain))
		goes_through(&domain);
	free(line);
	return 0;
}
