// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/record/scrub.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Names of files whose text tells nothing about who has the card. */
static const char *const kept[] = {
	"vendor",
	"device",
	"subsystem_vendor",
	"subsystem_device",
	"class",
	"revision",
	"numa_node",
	"max_link_speed",
	"max_link_width",
	"current_link_speed",
	"current_link_width",
	"fw_ver",
	"board_id",
	"hca_type",
	"hw_rev",
	"state",
	"phys_state",
	"rate",
	"link_layer",
	"speed",
	"carrier",
	"mtu",
	"operstate",
	"version",
	"kernel_release",
	"lockdown",
	"tainted",
	"sriov_numvfs",
	"dev_port",
	"phys_port_name",
};

static const char *const identities[] = {
	"node_guid", "sys_image_guid", "address",      "permaddr",       "hostname",
	"boot_id",   "serial",         "phys_port_id", "phys_switch_id",
};

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

enum scrub_file scrub_file(enum ece_os_root root, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	if (is_one_of(name, identities, sizeof(identities) / sizeof(identities[0])))
		return SCRUB_IDENTITY;
	/* numbers, by parameter: the driver's debug tree and the vendor's files */
	if (root == ECE_OS_DEBUGFS_MLX5 || strstr(path, "/ecn/"))
		return SCRUB_KEEP;
	return is_one_of(name, kept, sizeof(kept) / sizeof(kept[0])) ? SCRUB_KEEP : SCRUB_WITHHOLD;
}

#define NO_DIGIT 0x100

static unsigned int hex(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10 : NO_DIGIT;
}

/* Hexadecimal digits in groups of @digits with @between. Returns the length of the text, 0 when it is not of this form. */
static size_t read_groups(const char *text, size_t groups, size_t digits, char between, uint8_t *bytes)
{
	const char *at = text;
	size_t n = 0;

	for (size_t g = 0; g < groups; g++) {
		if (g && between && *at++ != between)
			return 0;
		for (size_t d = 0; d < digits; d += 2, at += 2) {
			/* the second is only looked at behind a first */
			unsigned int byte = hex(at[0]) == NO_DIGIT ? NO_DIGIT : hex(at[0]) << 4 | hex(at[1]);

			if (byte > UINT8_MAX)
				return 0;
			bytes[n++] = (uint8_t)byte;
		}
	}
	return hex(*at) != NO_DIGIT || (between && *at == between) ? 0 : (size_t)(at - text);
}

/* An address at the start of a text: MAC, GUID, GID. Returns the length of its text, 0 for none. */
static size_t read_address(const char *text, uint8_t *bytes, uint8_t *count)
{
	static const struct {
		uint8_t groups, digits;
		char between;
	} forms[] = {{6, 2, ':'}, {6, 2, '-'}, {4, 4, ':'}, {8, 4, ':'},
		     {8, 2, ':'}, {1, 12, 0},  {1, 16, 0},  {1, 32, 0}};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		size_t len = read_groups(text, forms[i].groups, forms[i].digits, forms[i].between, bytes);

		*count = (uint8_t)(forms[i].groups * forms[i].digits / 2);
		if (len)
			return len;
	}
	return 0;
}

static bool all_zero(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (bytes[i])
			return false;
	return true;
}

static const struct scrub_secret *find_bytes(const struct scrub *scrub, const uint8_t *bytes, uint8_t count)
{
	for (size_t i = 0; i < scrub->count; i++)
		if (scrub->secrets[i].byte_count == count && !memcmp(scrub->secrets[i].bytes, bytes, count))
			return &scrub->secrets[i];
	return NULL;
}

static struct scrub_secret *add(struct scrub *scrub, const char *kind, unsigned int number)
{
	struct scrub_secret *secret;

	if (scrub->count == SCRUB_SECRETS_MAX)
		return NULL;
	secret = &scrub->secrets[scrub->count++];
	*secret = (struct scrub_secret){.byte_count = 0};
	snprintf(secret->name, sizeof(secret->name), "%s-%u", kind, number);
	return secret;
}

static const struct scrub_secret *learn_bytes(struct scrub *scrub, const uint8_t *bytes, uint8_t count)
{
	const struct scrub_secret *known = find_bytes(scrub, bytes, count);
	struct scrub_secret *secret;

	if (known)
		return known;
	secret = count == 6 ? add(scrub, "mac", ++scrub->macs) : add(scrub, "guid", ++scrub->guids);
	if (secret) {
		memcpy(secret->bytes, bytes, count);
		secret->byte_count = count;
	}
	return secret;
}

static const struct scrub_secret *find_name(const struct scrub *scrub, const char *text, size_t len)
{
	for (size_t i = 0; i < scrub->count; i++) {
		const struct scrub_secret *secret = &scrub->secrets[i];

		if (!secret->byte_count && strlen(secret->text) == len && !strncmp(secret->text, text, len))
			return secret;
	}
	return NULL;
}

bool scrub_learn(struct scrub *scrub, const char *text)
{
	size_t len = strcspn(text, "\r\n");
	uint8_t bytes[16], count;
	struct scrub_secret *secret;

	if (!len || len >= SCRUB_TEXT_MAX)
		return !len;
	if (read_address(text, bytes, &count) == len)
		return all_zero(bytes, count) || learn_bytes(scrub, bytes, count);
	if (find_name(scrub, text, len))
		return true;
	secret = add(scrub, "name", ++scrub->names);
	if (secret)
		memcpy(secret->text, text, len);
	return secret;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A name that was learned, where it stands as a word. Returns its length, 0 for none. */
static size_t read_name(const struct scrub *scrub, const char *text, const struct scrub_secret **secret)
{
	for (size_t i = 0; i < scrub->count; i++) {
		size_t len = strlen(scrub->secrets[i].text);

		if (len && !strncmp(scrub->secrets[i].text, text, len) && !in_word(text[len])) {
			*secret = &scrub->secrets[i];
			return len;
		}
	}
	return 0;
}

/* The identity that begins here. Returns its length, 0 for none. */
static size_t read_secret(struct scrub *scrub, const char *text, const struct scrub_secret **secret)
{
	uint8_t bytes[16], count;
	size_t len = read_address(text, bytes, &count);

	if (len && !all_zero(bytes, count)) {
		*secret = learn_bytes(scrub, bytes, count);
		return len;
	}
	return read_name(scrub, text, secret);
}

void scrub_text(struct scrub *scrub, const char *text, char *to, size_t size)
{
	size_t used = 0;
	bool inside = false; /* of a word, in which nothing begins */

	while (*text && used + 1 < size) {
		const struct scrub_secret *secret = NULL;
		size_t len = inside ? 0 : read_secret(scrub, text, &secret);

		if (len) {
			int n = snprintf(to + used, size - used, "%s", secret ? secret->name : "?");

			used += (size_t)n < size - used ? (size_t)n : size - used - 1;
			text += len;
			inside = true;
			continue;
		}
		/* "0x" and "enx" stand in front of addresses */
		inside = in_word(*text) && *text != 'x';
		to[used++] = *text++;
	}
	to[used] = '\0';
}

/* A pseudonym of the same length: locally administered, and nobody's. */
static void put_pseudonym(const struct scrub *scrub, const struct scrub_secret *secret, uint8_t *bytes)
{
	size_t number = (size_t)(secret - scrub->secrets) + 1;

	memset(bytes, 0, secret->byte_count);
	bytes[0] = 0x02;
	bytes[secret->byte_count - 2] = (uint8_t)(number >> 8);
	bytes[secret->byte_count - 1] = (uint8_t)number;
}

void scrub_bytes(const struct scrub *scrub, uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < scrub->count; i++) {
		const struct scrub_secret *secret = &scrub->secrets[i];

		if (!secret->byte_count || secret->byte_count > len)
			continue;
		for (size_t at = 0; at + secret->byte_count <= len; at++)
			if (!memcmp(bytes + at, secret->bytes, secret->byte_count))
				put_pseudonym(scrub, secret, bytes + at);
	}
}
