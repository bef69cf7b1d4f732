// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-sim/card_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "tools/ece-sim/caps.h"

#define FIRST_IDENTITY 0x00abcde0 /* cards without guid= count up from here */
#define IDENTITY_STEP  16

static int bad(struct ece_error *error, const char *what, const char *word)
{
	return ece_error_set(error, -EINVAL, ECE_ERROR_SYNTAX, "%s '%s'", what, word);
}

static const char *type_name_at(const void *ctx, size_t i)
{
	const struct fw_card_type *type = fw_card_type_at(i);

	(void)ctx;
	return type ? type->name : NULL;
}

static int set_type(struct card_words *card, const char *value, struct ece_error *error)
{
	const char *near;

	card->options.type = fw_card_type_find(value);
	if (card->options.type)
		return 0;
	near = ece_nearest(value, type_name_at, NULL);
	if (near)
		return ece_error_set(error, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no card type '%s'; did you mean '%s'?",
				     value, near);
	return ece_error_set(error, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no card type '%s'; --types lists them", value);
}

static int set_of(struct card_words *card, const char *value, struct ece_error *error)
{
	(void)error;
	card->of = value;
	return 0;
}

static int set_socket(struct card_words *card, const char *value, struct ece_error *error)
{
	(void)error;
	card->socket = value;
	return 0;
}

static int set_caps(struct card_words *card, const char *value, struct ece_error *error)
{
	(void)error;
	card->caps = value;
	return 0;
}

static int set_guid(struct card_words *card, const char *value, struct ece_error *error)
{
	char *end;

	errno = 0;
	card->options.identity = strtoull(value, &end, 0);
	if (errno || end == value || *end || *value == '-')
		return bad(error, "a GUID is a number like 0x0c42a10300abcde0, not", value);
	return 0;
}

static int set_window(struct card_words *card, const char *value, struct ece_error *error)
{
	card->options.no_window = strcmp(value, "off") == 0;
	if (!card->options.no_window && strcmp(value, "on") != 0)
		return bad(error, "window is on or off, not", value);
	return 0;
}

static const struct {
	const char *key;
	int (*set)(struct card_words *card, const char *value, struct ece_error *error);
} keys[] = {
	{"type", set_type}, {"of", set_of},     {"socket", set_socket},
	{"guid", set_guid}, {"caps", set_caps}, {"window", set_window},
};

static int set_word(struct card_words *card, char *word, struct ece_error *error)
{
	char *value = strchr(word, '=');
	size_t i;

	if (!value)
		return bad(error, "no value for", word);
	*value++ = '\0';
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(word, keys[i].key) == 0)
			return keys[i].set(card, value, error);
	}
	return bad(error, "a card has type, of, socket, guid, caps and window, but no", word);
}

static int check_name(const struct card_words *cards, size_t count, const char *name, struct ece_error *error)
{
	size_t i;

	if (!*name || strlen(name) >= PCI_CARD_NAME_MAX || strpbrk(name, "=: \t"))
		return bad(error, "the words of a card start with a short name without '=', ':' and blanks, not", name);
	for (i = 0; i < count; i++) {
		if (strcmp(cards[i].options.name, name) == 0)
			return bad(error, "two cards are called", name);
	}
	return 0;
}

/* After all words: the type may stand behind the folder. */
static int load_caps(struct card_words *card, struct ece_error *error)
{
	int err;

	if (!card->caps)
		return 0;
	if (!card->options.type)
		return bad(error, "caps= goes with type=, not with of=, for", card->options.name);
	err = caps_load(card->caps, card->options.type, &card->overlay, error);
	if (!err)
		card->options.type = &card->overlay->type;
	return err;
}

static int parse(struct card_words *cards, size_t count, struct ece_error *error)
{
	struct card_words *card = &cards[count];
	char *rest = card->text;
	int err;

	card->options.name = strsep(&rest, ",");
	card->options.identity = FIRST_IDENTITY + count * IDENTITY_STEP;
	err = check_name(cards, count, card->options.name, error);
	while (!err && rest)
		err = set_word(card, strsep(&rest, ","), error);
	if (!err && !card->options.type && !card->of)
		err = bad(error, "no type= for card", card->options.name);
	if (!err && card->options.type && card->of)
		err = bad(error, "type= and of= exclude each other: the type is that of the card, see",
			  card->options.name);
	if (!err && !card->socket)
		err = bad(error, "no socket= for card", card->options.name);
	return err ? err : load_caps(card, error);
}

int card_words_parse(struct card_words *cards, size_t count, const char *words, struct ece_error *error)
{
	struct card_words *card = &cards[count];
	int err;

	memset(card, 0, sizeof(*card));
	card->text = strdup(words);
	if (!card->text)
		return ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for the words of a card");
	err = parse(cards, count, error);
	if (err)
		free(card->text);
	return err;
}

void card_words_free(struct card_words *cards, size_t count)
{
	while (count--) {
		free(cards[count].overlay);
		free(cards[count].text);
	}
}
