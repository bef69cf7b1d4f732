// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/facts/redact.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/sha256.h"
#include "lib/facts/address.h"
#include "lib/facts/internal.h"

#define PSEUDONYM_MAX   24
#define PSEUDONYM_BYTES 4 /* of the digest */
/* A name this long is looked for inside words too: shorter ones would be found where they do not stand. */
#define INSIDE_WORDS 5

/* Keys whose text is an identity without a form of its own. */
static const struct {
	const char *key, *kind;
} identities[] = {
	{"name", "host"},
	{"serial", "serial"},
};

struct name {
	const char *kind;
	char *text;
};

struct redactor {
	const void *salt;
	size_t salt_len;
	struct name names[HOSTFACTS_NAMES_MAX];
	size_t count;
	struct ece_error *e;
};

static void pseudonym(const struct redactor *r, const char *kind, const char *original, size_t len,
		      char name[PSEUDONYM_MAX])
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;
	size_t used;

	sha256_init(&hash);
	sha256_add(&hash, r->salt, r->salt_len);
	sha256_add(&hash, kind, strlen(kind) + 1);
	for (size_t i = 0; i < len; i++) {
		char small = (char)tolower((unsigned char)original[i]);

		sha256_add(&hash, &small, 1);
	}
	sha256_end(&hash, digest);
	used = (size_t)snprintf(name, PSEUDONYM_MAX, "%s-", kind);
	for (size_t i = 0; i < PSEUDONYM_BYTES; i++)
		used += (size_t)snprintf(name + used, PSEUDONYM_MAX - used, "%02x", digest[i]);
}

static int no_memory(struct redactor *r)
{
	return ece_error_set(r->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static int learn(struct redactor *r, const char *kind, const char *text, size_t len)
{
	char *copy;

	if (!len)
		return 0;
	for (size_t i = 0; i < r->count; i++)
		if (strlen(r->names[i].text) == len && !strncasecmp(r->names[i].text, text, len))
			return 0;
	if (r->count == HOSTFACTS_NAMES_MAX)
		return ece_error_set(r->e, -E2BIG, ECE_ERROR_LIMIT, "more than %d names to take out",
				     HOSTFACTS_NAMES_MAX);
	copy = strndup(text, len);
	if (!copy)
		return no_memory(r);
	r->names[r->count++] = (struct name){kind, copy};
	return 0;
}

/* A host is known by its whole name, by the first part, and its owner by the rest. */
static int learn_text(struct redactor *r, const char *kind, const char *text)
{
	const char *dot = strchr(text, '.');
	int err = learn(r, kind, text, strlen(text));

	if (err || !dot || strcmp(kind, "host") != 0)
		return err;
	err = learn(r, kind, text, (size_t)(dot - text));
	return err ? err : learn(r, "domain", dot + 1, strlen(dot + 1));
}

static int learn_all(struct redactor *r, const json_t *host)
{
	for (size_t i = 0; i < sizeof(identities) / sizeof(identities[0]); i++) {
		const char *text = json_string_value(json_object_get(host, identities[i].key));
		int err = text ? learn_text(r, identities[i].kind, text) : 0;

		if (err)
			return err;
	}
	return 0;
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The longest name that stands at @text. */
static const struct name *name_at(const struct redactor *r, const char *text, char before)
{
	const struct name *best = NULL;
	size_t best_len = 0;

	for (size_t i = 0; i < r->count; i++) {
		size_t len = strlen(r->names[i].text);

		if (len <= best_len || strncasecmp(text, r->names[i].text, len) != 0)
			continue;
		if (len < INSIDE_WORDS && (in_word(before) || in_word(text[len])))
			continue;
		best = &r->names[i];
		best_len = len;
	}
	return best;
}

/* One identity: what kind it is, and what its pseudonym is made from. */
struct match {
	const char *kind, *original;
	size_t len; /* of the text that it takes */
	struct address address;
};

/* The longer one of the name and the address that stand at @text. Returns false where neither does. */
static bool match_at(const struct redactor *r, const char *text, char before, struct match *m)
{
	const struct name *name = name_at(r, text, before);
	bool address = address_at(text, before, &m->address);

	if (!name && !address)
		return false;
	if (name && (!address || strlen(name->text) >= m->address.len)) {
		m->kind = name->kind;
		m->original = name->text;
		m->len = strlen(name->text);
	} else {
		m->kind = m->address.kind;
		m->original = m->address.digits;
		m->len = m->address.len;
	}
	return true;
}

/*
 * What stands at @text. An identity that begins inside of another and goes on behind it goes with it, or a part of it
 * would stay. Returns how many characters the pseudonym replaces; 0: nothing to replace.
 */
static size_t replace_at(const struct redactor *r, const char *text, char before, char out[PSEUDONYM_MAX])
{
	struct match m, inside;
	size_t len;

	if (!match_at(r, text, before, &m))
		return 0;
	len = m.len;
	for (size_t i = 1; i < len; i++)
		if (match_at(r, text + i, text[i - 1], &inside) && i + inside.len > len)
			len = i + inside.len;
	if (len == m.len)
		pseudonym(r, m.kind, m.original, strlen(m.original), out);
	else
		pseudonym(r, "text", text, len, out);
	return len;
}

/* Returns a text to be freed, or NULL when memory ran out. */
static char *redacted(const struct redactor *r, const char *text)
{
	char *out = malloc(strlen(text) * PSEUDONYM_MAX + 1);
	char before = '\0';
	size_t used = 0;

	if (!out)
		return NULL;
	while (*text) {
		char name[PSEUDONYM_MAX];
		size_t len = replace_at(r, text, before, name);

		if (len) {
			used += (size_t)sprintf(out + used, "%s", name);
			before = text[len - 1];
			text += len;
		} else {
			before = *text;
			out[used++] = *text++;
		}
	}
	out[used] = '\0';
	return out;
}

static int redact_string(struct redactor *r, json_t *value)
{
	char *text = redacted(r, json_string_value(value));
	int err = text ? json_string_set(value, text) : -1;

	free(text);
	return err ? no_memory(r) : 0;
}

static int redact_value(struct redactor *r, json_t *value, unsigned int depth)
{
	const char *key;
	json_t *child;
	size_t i;
	int err = 0;

	if (depth > FACTS_DEPTH_MAX)
		return ece_error_set(r->e, -EINVAL, ECE_ERROR_LIMIT, "a document of facts has at most %d levels",
				     FACTS_DEPTH_MAX);
	if (json_is_string(value))
		return redact_string(r, value);
	json_object_foreach(value, key, child)
	{
		err = redact_value(r, child, depth + 1);
		if (err)
			return err;
	}
	json_array_foreach(value, i, child)
	{
		err = redact_value(r, child, depth + 1);
		if (err)
			return err;
	}
	return 0;
}

int hostfacts_redact(json_t *doc, const void *salt, size_t salt_len, struct ece_error *e)
{
	struct redactor *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	r->salt = salt;
	r->salt_len = salt_len;
	r->e = e;
	err = learn_all(r, json_object_get(doc, "host"));
	if (!err)
		err = redact_value(r, doc, 0);
	if (!err && json_object_set_new(doc, "redacted", json_true()))
		err = no_memory(r);
	for (size_t i = 0; i < r->count; i++)
		free(r->names[i].text);
	free(r);
	return err;
}
