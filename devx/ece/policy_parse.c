// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/base/nearest.h"
#include "devx/ece/bits.h"
#include "devx/ece/policy_text.h"

static const char *const keys[] = {"version", "allow", "require"};

#define KEY_COUNT (sizeof(keys) / sizeof(keys[0]))

static const char *key_at(const void *ctx, size_t i)
{
	(void)ctx;
	return i < KEY_COUNT ? keys[i] : NULL;
}

static bool is_key(const char *word)
{
	for (size_t i = 0; i < KEY_COUNT; i++)
		if (!strcmp(keys[i], word))
			return true;
	return false;
}

static int check_keys(json_t *root, struct ece_error *e)
{
	const char *key, *near;
	json_t *value;

	json_object_foreach(root, key, value)
	{
		if (is_key(key))
			continue;
		near = ece_nearest(key, key_at, NULL);
		if (near)
			return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
					     "a policy has no key \"%.64s\"; did you mean \"%s\"?", key, near);
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
				     "a policy has no key \"%.64s\": it has version, allow and require", key);
	}
	return 0;
}

static int check_version(json_t *root, struct ece_error *e)
{
	json_t *version = json_object_get(root, "version");

	if (!json_is_integer(version) || json_integer_value(version) < 1)
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "a policy begins with \"version\": %d",
				     ECE_POLICY_FORMAT);
	if (json_integer_value(version) > ECE_POLICY_FORMAT)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "the policy has version %" JSON_INTEGER_FORMAT
				     ", this program knows up to %d: bring it up to date",
				     json_integer_value(version), ECE_POLICY_FORMAT);
	return 0;
}

/* A number in a list is one of bits, as in a text. */
static int take_word(json_t *word, uint32_t *bits, struct ece_error *e)
{
	char number[32];

	if (json_is_integer(word)) {
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, json_integer_value(word));
		return ece_bits_take(number, bits, e);
	}
	if (!json_is_string(word))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "an ECE option is a name, or a number of bits");
	return ece_bits_take(json_string_value(word), bits, e);
}

/* A list of words, or one text of them. */
static int read_bits(json_t *root, const char *key, uint32_t *bits, struct ece_error *e)
{
	json_t *value = json_object_get(root, key), *word;
	uint32_t set = 0;
	size_t i;

	if (!value)
		return 0;
	if (json_is_string(value))
		return ece_bits_parse(json_string_value(value), bits, e);
	if (!json_is_array(value))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "\"%s\" is a list of ECE options, \"all\" or \"none\"",
				     key);
	json_array_foreach(value, i, word)
	{
		int err = take_word(word, &set, e);

		if (err)
			return err;
	}
	*bits = set;
	return 0;
}

static int read_policy(json_t *root, struct ece_policy *policy, struct ece_error *e)
{
	char text[ECE_OFFER_TEXT_MAX];
	int err;

	if (!json_is_object(root))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE, "a policy is an object");
	/* Who does not know the version cannot know its keys. */
	err = check_version(root, e);
	err = err ? err : check_keys(root, e);
	err = err ? err : read_bits(root, "allow", &policy->allow, e);
	err = err ? err : read_bits(root, "require", &policy->require, e);
	if (!err && policy->require & ~policy->allow)
		err = ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT, "it requires ECE %s, which it does not allow",
				    ece_bits_format(policy->require & ~policy->allow, text, sizeof(text)));
	return err;
}

static int load(const char *text, size_t len, const char *name, json_t **root, struct ece_error *e)
{
	json_error_t why;

	if (len > ECE_POLICY_FILE_MAX)
		return ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT, "the policy is longer than %d bytes",
				     ECE_POLICY_FILE_MAX);
	*root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
	if (*root)
		return 0;
	if (json_error_code(&why) == json_error_out_of_memory)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	ece_error_set(e, -EINVAL,
		      json_error_code(&why) == json_error_duplicate_key ? ECE_ERROR_DUPLICATE : ECE_ERROR_SYNTAX,
		      "not a policy: %s", why.text);
	return ece_error_place(e, "%s:%d:%d", name, why.line, why.column);
}

int ece_policy_parse(const char *text, size_t len, const char *name, struct ece_policy *policy, struct ece_error *e)
{
	struct ece_policy read = ece_policy_open();
	struct ece_error why = {0};
	json_t *root = NULL;
	int err = load(text, len, name, &root, &why);

	err = err ? err : read_policy(root, &read, &why);
	json_decref(root);
	if (err) {
		if (!why.place[0])
			ece_error_place(&why, "%s", name);
		if (e)
			*e = why;
		return err;
	}
	snprintf(read.origin, sizeof(read.origin), "%s", name);
	*policy = read;
	return 0;
}
