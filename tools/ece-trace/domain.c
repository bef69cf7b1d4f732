// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/domain.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"

#define GID_BITS    (8 * DOMAIN_GID_BYTES)
#define IPV4_PREFIX 96 /* bits of ::ffff:0:0 */
#define WORDS       5

static const uint8_t ipv4_start[IPV4_PREFIX / 8] = {[10] = 0xff, [11] = 0xff};

bool domain_name_good(const char *name, size_t max)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	size_t len = strspn(name, letters);

	return len && !name[len] && len < max && name[0] != '-';
}

static bool is_ipv4(const struct domain_peer *peer)
{
	return !memcmp(peer->gid, ipv4_start, sizeof(ipv4_start));
}

static bool address_parse(const char *text, struct domain_peer *peer, unsigned int *bits)
{
	*bits = 0;
	if (inet_pton(AF_INET6, text, peer->gid) == 1)
		return true;
	memcpy(peer->gid, ipv4_start, sizeof(ipv4_start));
	*bits = IPV4_PREFIX;
	return inet_pton(AF_INET, text, peer->gid + sizeof(ipv4_start)) == 1;
}

/* At most three digits. */
static bool length_parse(const char *text, unsigned int *length)
{
	size_t digits = strspn(text, "0123456789");

	*length = digits && digits <= 3 ? (unsigned int)strtoul(text, NULL, 10) : GID_BITS + 1;
	return digits && !text[digits] && *length <= GID_BITS;
}

static bool rest_is_zero(const struct domain_peer *peer)
{
	for (unsigned int bit = peer->bits; bit < GID_BITS; bit++)
		if (peer->gid[bit / 8] & 0x80 >> bit % 8)
			return false;
	return true;
}

const char *domain_peer_parse(const char *text, struct domain_peer *peer)
{
	char address[INET6_ADDRSTRLEN];
	const char *slash = strchrnul(text, '/');
	unsigned int before, length = GID_BITS;

	*peer = (struct domain_peer){.bits = 0};
	if ((size_t)(slash - text) >= sizeof(address))
		return "is no address";
	memcpy(address, text, (size_t)(slash - text));
	address[slash - text] = '\0';
	if (!address_parse(address, peer, &before))
		return "is no IPv4 or IPv6 address";
	if (*slash && (!length_parse(slash + 1, &length) || before + length > GID_BITS))
		return "has no such prefix length";
	peer->bits = (uint8_t)(*slash ? before + length : GID_BITS);
	if (!rest_is_zero(peer))
		return "has bits behind its prefix";
	if (peer->bits < (is_ipv4(peer) ? IPV4_PREFIX + DOMAIN_IPV4_BITS : DOMAIN_IPV6_BITS))
		return "is too many hosts for a domain: an IPv4 prefix has at least 8 bits, an IPv6 prefix 16";
	return NULL;
}

static bool in_prefix(const struct domain_peer *peer, const uint8_t *gid)
{
	unsigned int whole = peer->bits / 8, left = peer->bits % 8;

	if (memcmp(peer->gid, gid, whole) != 0)
		return false;
	return !left || !((peer->gid[whole] ^ gid[whole]) >> (8 - left));
}

bool domain_has(const struct domain *domain, const uint8_t *gid)
{
	for (size_t i = 0; i < domain->peer_count; i++)
		if (in_prefix(&domain->peers[i], gid))
			return true;
	return false;
}

bool domain_bars(const struct domain *domain, const char *device)
{
	for (size_t i = 0; i < domain->barred_count; i++)
		if (!strcmp(domain->barred[i], device))
			return true;
	return false;
}

struct text {
	char *at;
	size_t left;
	bool full;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *text, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->at, text->left, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= text->left) {
		text->full = true;
		return;
	}
	text->at += n;
	text->left -= (size_t)n;
}

bool domain_encode(const struct domain *domain, char *buf, size_t size)
{
	struct text text = {.at = buf, .left = size};
	char address[INET6_ADDRSTRLEN];

	put(&text, "1 %s 0x%08x ", domain->name, domain->word);
	for (size_t i = 0; i < domain->peer_count; i++) {
		inet_ntop(AF_INET6, domain->peers[i].gid, address, sizeof(address));
		put(&text, "%s%s/%u", i ? "," : "", address, domain->peers[i].bits);
	}
	put(&text, domain->barred_count ? " " : " -");
	for (size_t i = 0; i < domain->barred_count; i++)
		put(&text, "%s%s", i ? "," : "", domain->barred[i]);
	return !text.full;
}

static bool decode_peers(char *list, struct domain *domain)
{
	char *save, *word = strtok_r(list, ",", &save);

	for (; word; word = strtok_r(NULL, ",", &save))
		if (domain->peer_count == DOMAIN_PEERS_MAX ||
		    domain_peer_parse(word, &domain->peers[domain->peer_count++]))
			return false;
	return domain->peer_count;
}

static bool decode_barred(char *list, struct domain *domain)
{
	char *save, *word = strtok_r(list, ",", &save);

	if (!strcmp(list, "-"))
		return true;
	for (; word; word = strtok_r(NULL, ",", &save)) {
		if (domain->barred_count == DOMAIN_BARRED_MAX || !domain_name_good(word, DOMAIN_DEVICE_MAX))
			return false;
		copy_text(domain->barred[domain->barred_count++], DOMAIN_DEVICE_MAX, word);
	}
	return domain->barred_count;
}

static bool decode_word(const char *text, uint32_t *word)
{
	unsigned long n;
	char *end;

	if (strspn(text, "0123456789abcdefx") != strlen(text) || strlen(text) != strlen("0x00000000"))
		return false;
	n = strtoul(text, &end, 16);
	*word = (uint32_t)n;
	return !*end && *word;
}

bool domain_decode(const char *text, struct domain *domain)
{
	char copy[DOMAIN_TEXT_MAX], *words[WORDS + 1], *save;
	size_t count = 0;

	*domain = (struct domain){.word = 0};
	if (strlen(text) >= sizeof(copy))
		return false;
	copy_text(copy, sizeof(copy), text);
	for (char *word = strtok_r(copy, " ", &save); word && count <= WORDS; word = strtok_r(NULL, " ", &save))
		words[count++] = word;
	if (count != WORDS || strcmp(words[0], "1") != 0 || !domain_name_good(words[1], DOMAIN_NAME_MAX))
		return false;
	copy_text(domain->name, sizeof(domain->name), words[1]);
	return decode_word(words[2], &domain->word) && decode_peers(words[3], domain) &&
	       decode_barred(words[4], domain);
}
