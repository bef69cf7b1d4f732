// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/policy.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "ece/offer.h"
#include "lib/base/copy_text.h"
#include "tools/common/file.h"

#define VERSION 1

struct reading {
	json_t *root;
	const char *name;
	struct domain *domain;
	uint32_t allow, apply;
	unsigned int ece_version;
	struct ece_error *e;
};

#define FAULT(r, kind, ...) \
	(ece_error_set((r)->e, -EINVAL, kind, __VA_ARGS__), ece_error_place((r)->e, "%s", (r)->name))

/* Keys that the object must have, and may have. */
static const char *const needed[] = {"version", "domain", "peers", "ece_version", "apply"};
static const char *const optional[] = {"allow"};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const char *key_at(const void *ctx, size_t i)
{
	(void)ctx;
	if (i < COUNT(needed))
		return needed[i];
	return i < COUNT(needed) + COUNT(optional) ? optional[i - COUNT(needed)] : NULL;
}

static bool is_key(const char *name)
{
	const char *key;

	for (size_t i = 0; (key = key_at(NULL, i)); i++)
		if (!strcmp(key, name))
			return true;
	return false;
}

static int check_keys(const struct reading *r)
{
	const char *key, *near;
	json_t *value;

	json_object_foreach(r->root, key, value)
	{
		if (is_key(key))
			continue;
		near = ece_nearest(key, key_at, NULL);
		return near ? FAULT(r, ECE_ERROR_UNKNOWN_NAME, "no key \"%.64s\"; did you mean \"%s\"?", key, near) :
			      FAULT(r, ECE_ERROR_UNKNOWN_NAME, "no key \"%.64s\"", key);
	}
	for (size_t i = 0; i < COUNT(needed); i++)
		if (!json_object_get(r->root, needed[i]))
			return FAULT(r, ECE_ERROR_SYNTAX, "the key \"%s\" is missing", needed[i]);
	return 0;
}

static int read_version(const struct reading *r)
{
	const json_t *version = json_object_get(r->root, "version");

	if (!json_is_integer(version))
		return FAULT(r, ECE_ERROR_TYPE, "\"version\" is a number");
	if (json_integer_value(version) == VERSION)
		return 0;
	return FAULT(r, ECE_ERROR_VERSION,
		     "version %" JSON_INTEGER_FORMAT " is not known here: this ece-trace takes %d",
		     json_integer_value(version), VERSION);
}

static int read_domain(const struct reading *r)
{
	const char *name = json_string_value(json_object_get(r->root, "domain"));

	if (!name)
		return FAULT(r, ECE_ERROR_TYPE, "\"domain\" is a name");
	if (!domain_name_good(name, sizeof(r->domain->name)))
		return FAULT(r, ECE_ERROR_RANGE,
			     "\"%.80s\" is no name of a domain: at most %zu letters, digits, '.', '_' and '-'", name,
			     sizeof(r->domain->name) - 1);
	copy_text(r->domain->name, sizeof(r->domain->name), name);
	return 0;
}

static int read_peer(const struct reading *r, const json_t *item)
{
	struct domain_peer *peer = &r->domain->peers[r->domain->peer_count];
	const char *text = json_string_value(item), *why;

	if (!text)
		return FAULT(r, ECE_ERROR_TYPE, "a peer is a text like \"10.0.0.0/24\"");
	if (r->domain->peer_count == DOMAIN_PEERS_MAX)
		return FAULT(r, ECE_ERROR_LIMIT, "more than %d peers: use prefixes", DOMAIN_PEERS_MAX);
	why = domain_peer_parse(text, peer);
	if (why)
		return FAULT(r, ECE_ERROR_RANGE, "the peer \"%.64s\" %s", text, why);
	r->domain->peer_count++;
	return 0;
}

static int read_peers(const struct reading *r)
{
	const json_t *peers = json_object_get(r->root, "peers");
	int err = 0;

	if (!json_is_array(peers) || !json_array_size(peers))
		return FAULT(r, ECE_ERROR_TYPE, "\"peers\" is a list with at least one address or prefix");
	for (size_t i = 0; !err && i < json_array_size(peers); i++)
		err = read_peer(r, json_array_get(peers, i));
	return err;
}

static int read_ece_version(struct reading *r)
{
	const json_t *version = json_object_get(r->root, "ece_version");
	json_int_t n = json_integer_value(version);

	if (!json_is_integer(version) || n < 1 || n > ECE_OFFER_VERSION_MAX)
		return FAULT(r, ECE_ERROR_RANGE, "\"ece_version\" is a number from 1 to %d", ECE_OFFER_VERSION_MAX);
	r->ece_version = (unsigned int)n;
	return 0;
}

static int read_bit(const struct reading *r, const char *key, const json_t *item, uint32_t *bits)
{
	const char *name = json_string_value(item);
	const struct ece_option *option = name ? ece_option_find(name) : NULL;

	if (!name)
		return FAULT(r, ECE_ERROR_TYPE, "\"%s\" has names of options, like \"selective_repeat\"", key);
	if (!option)
		return FAULT(r, ECE_ERROR_UNKNOWN_NAME,
			     "no option \"%.64s\" in \"%s\"; a bit without a public name cannot be applied", name, key);
	if (*bits & option->bit)
		return FAULT(r, ECE_ERROR_DUPLICATE, "\"%s\" is twice in \"%s\"", name, key);
	*bits |= option->bit;
	return 0;
}

static int read_bits(const struct reading *r, const char *key, uint32_t *bits)
{
	const json_t *list = json_object_get(r->root, key);
	int err = 0;

	*bits = 0;
	if (!json_is_array(list))
		return FAULT(r, ECE_ERROR_TYPE, "\"%s\" is a list of options", key);
	for (size_t i = 0; !err && i < json_array_size(list); i++)
		err = read_bit(r, key, json_array_get(list, i), bits);
	return err;
}

static int read_options(struct reading *r)
{
	int err = read_bits(r, "apply", &r->apply);

	r->allow = ECE_OPTIONS_ALL;
	if (!err && json_object_get(r->root, "allow"))
		err = read_bits(r, "allow", &r->allow);
	if (!err && !r->apply)
		return FAULT(r, ECE_ERROR_RANGE, "\"apply\" is empty: there is nothing to ask for");
	if (!err && r->apply & ~r->allow)
		return FAULT(r, ECE_ERROR_CONFLICT, "\"apply\" has an option that \"allow\" has not");
	return err;
}

static int check_since(const struct reading *r)
{
	const struct ece_option *option;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (r->apply & option->bit && r->ece_version < option->since)
			return FAULT(r, ECE_ERROR_CONFLICT, "%s is known from \"ece_version\" %u on, not in %u",
				     option->name, option->since, r->ece_version);
	return 0;
}

static int read_all(struct reading *r)
{
	int err;

	if (!json_is_object(r->root))
		return FAULT(r, ECE_ERROR_SYNTAX, "a policy is one JSON object");
	err = read_version(r);
	if (!err)
		err = check_keys(r);
	if (!err)
		err = read_domain(r);
	if (!err)
		err = read_peers(r);
	if (!err)
		err = read_ece_version(r);
	if (!err)
		err = read_options(r);
	if (!err)
		err = check_since(r);
	if (!err)
		r->domain->word = ece_offer_make(r->ece_version, r->apply).options;
	return err;
}

int policy_parse(const char *text, size_t len, const char *name, struct domain *domain, struct ece_error *e)
{
	struct reading r = {.name = name, .domain = domain, .e = e};
	json_error_t fault;
	int err;

	*domain = (struct domain){.word = 0};
	r.root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &fault);
	if (!r.root) {
		ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "%s", fault.text);
		return ece_error_place(e, "%s:%d:%d", name, fault.line, fault.column);
	}
	err = read_all(&r);
	json_decref(r.root);
	return err;
}

int policy_load(const char *path, struct domain *domain, struct ece_error *e)
{
	size_t len;
	char *text;
	int err = file_read(path, POLICY_FILE_MAX, &text, &len, e);

	if (err)
		return err;
	err = policy_parse(text, len, path, domain, e);
	free(text);
	return err;
}
