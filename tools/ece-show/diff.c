// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-show/diff.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/file.h"
#include "tools/common/json_build.h"
#include "tools/ece-show/diff_parts.h"
#include "tools/ece-show/show.h"

#define TEXT_MAX 128

/* What is compared of a NIC beside its parameters. Names and places differ from host to host. */
static const char *const described[] = {"card",       "psid", "firmware", "driver", "link_layer",
					"speed_mbps", "bond", "bar",      NULL};

static int check_document(const char *path, const json_t *root, struct ece_error *e)
{
	const json_t *cards = json_object_get(root, "cards");
	json_int_t version = json_integer_value(json_object_get(root, "version"));
	const json_t *card;
	size_t i;

	if (json_is_object(json_object_get(root, "host")))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
				     "%s is a document of ece-facts: save two and use 'ece-facts compare'", path);
	if (!json_is_array(cards) || !version)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "%s is not what 'ece-show --json' prints", path);
	if (version != SHOW_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "%s has version %lld, this program knows version %d", path, (long long)version,
				     SHOW_VERSION);
	json_array_foreach(
		cards, i,
		card) if (!json_is_string(json_object_get(card, "pci")) ||
			  !json_object_get(card,
					   "params")) return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
									   "card %zu of %s has no PCI address or no "
									   "parameters: save it with 'ece-show "
									   "--json'",
									   i + 1, path);
	return 0;
}

int diff_load(const char *path, json_t **document, struct ece_error *e)
{
	json_error_t where;
	json_t *root;
	char *text;
	size_t len;
	int err = file_read(path, DIFF_FILE_MAX, &text, &len, e);

	if (err)
		return err;
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &where);
	free(text);
	if (!root) {
		ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "not JSON: %s", where.text);
		ece_error_place(e, "%s:%d:%d", path, where.line, where.column);
		return -EINVAL;
	}
	err = check_document(path, root, e);
	if (err) {
		json_decref(root);
		return err;
	}
	*document = root;
	return 0;
}

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* A field or a parameter as people read it. */
static const char *in_words(const json_t *v, char buf[TEXT_MAX])
{
	if (json_is_object(v)) {
		const char *value = text_at(v, "value");
		bool inert = !strcmp(text_at(v, "state"), "inert");

		snprintf(buf, TEXT_MAX, "%s%s", value[0] ? value : text_at(v, "state"), inert ? ", inert" : "");
	} else if (json_is_string(v)) {
		snprintf(buf, TEXT_MAX, "%s", json_string_value(v));
	} else if (json_is_boolean(v)) {
		snprintf(buf, TEXT_MAX, "%s", json_is_true(v) ? "true" : "false");
	} else if (json_is_integer(v)) {
		snprintf(buf, TEXT_MAX, "%lld", (long long)json_integer_value(v));
	} else {
		snprintf(buf, TEXT_MAX, "-");
	}
	return buf;
}

void diff_field(const char *what, const json_t *there, const json_t *here, json_t **list)
{
	char one[TEXT_MAX], other[TEXT_MAX];

	if (strcmp(in_words(there, one), in_words(here, other)) != 0)
		build_append(list, json_pack("{s:s, s:o, s:o}", "what", what, "there", build_text(one), "here",
					     build_text(other)));
}

/* "unreadable", "no_door": the state of a value that nobody knows. */
static bool is_unknown(const json_t *v)
{
	const char *state = text_at(v, "state");

	return strcmp(state, "set") != 0 && strcmp(state, "inert") != 0 && strcmp(state, "unsupported") != 0;
}

static size_t compare_params(json_t *there, json_t *here, json_t **list)
{
	size_t unknown = 0;
	const char *name;
	json_t *v;

	json_object_foreach(here, name, v)
	{
		json_t *other = json_object_get(there, name);

		if (is_unknown(v) && (!other || is_unknown(other)))
			unknown++;
		else
			diff_field(name, other, v, list);
	}
	json_object_foreach(there, name, v) if (!json_object_get(here, name)) diff_field(name, v, NULL, list);
	return unknown;
}

/* The card of a list with the same text under a key; NULL for an empty text. */
static json_t *find(const json_t *cards, const char *key, const char *text)
{
	json_t *card;
	size_t i;

	json_array_foreach(cards, i, card) if (text[0] && !strcmp(text_at(card, key), text)) return card;
	return NULL;
}

static const char *common_key(const json_t *there, const json_t *here)
{
	const json_t *card;
	size_t i;

	json_array_foreach(here, i, card) if (find(there, "guid", text_at(card, "guid"))) return "guid";
	return "pci";
}

static size_t compare_card(json_t *there, json_t *here, json_t **cards)
{
	json_t *list = json_array();
	size_t unknown;

	for (size_t i = 0; described[i]; i++)
		diff_field(described[i], json_object_get(there, described[i]), json_object_get(here, described[i]),
			   &list);
	unknown = compare_params(json_object_get(there, "params"), json_object_get(here, "params"), &list);
	diff_algorithms(there, here, &list);
	if (list && !json_array_size(list))
		json_decref(list);
	else
		build_append(cards, json_pack("{s:s, s:s, s:o}", "pci", text_at(here, "pci"), "there",
					      text_at(there, "pci"), "differences", list));
	return unknown;
}

/* The PCI addresses of cards that the other list does not have. */
static json_t *missing(const json_t *cards, const json_t *others, const char *key)
{
	json_t *list = json_array();
	const json_t *card;
	size_t i;

	json_array_foreach(cards, i, card) if (!find(others, key, text_at(card, key)))
		build_append(&list, json_string(text_at(card, "pci")));
	return list;
}

json_t *diff_documents(const json_t *there, const json_t *here)
{
	const json_t *theirs = json_object_get(there, "cards"), *ours = json_object_get(here, "cards");
	const char *key = common_key(theirs, ours);
	json_t *cards = json_array(), *card;
	size_t i, unknown = 0;

	json_array_foreach(ours, i, card)
	{
		json_t *other = find(theirs, key, text_at(card, key));

		if (other)
			unknown += compare_card(other, card, &cards);
	}
	return json_pack("{s:o, s:o, s:o, s:I}", "cards", cards, "only_there", missing(theirs, ours, key), "only_here",
			 missing(ours, theirs, key), "not_compared", (json_int_t)unknown);
}

size_t diff_count(const json_t *diff)
{
	size_t i, count = json_array_size(json_object_get(diff, "only_there")) +
			  json_array_size(json_object_get(diff, "only_here"));
	const json_t *card;

	json_array_foreach(json_object_get(diff, "cards"), i, card) count +=
		json_array_size(json_object_get(card, "differences"));
	return count;
}
