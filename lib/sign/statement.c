// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/sign/statement.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"

#define HEADLINE "ecekit run 1\n"

void sign_hex(const uint8_t digest[SIGN_DIGEST], char hex[SIGN_HEX])
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < SIGN_DIGEST; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 0xf];
	}
	hex[(size_t)2 * SIGN_DIGEST] = '\0';
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool sign_unhex(const char *hex, uint8_t digest[SIGN_DIGEST])
{
	for (size_t i = 0; i < SIGN_DIGEST; i++) {
		int high = digit(hex[2 * i]), low = high < 0 ? -1 : digit(hex[2 * i + 1]);

		if (low < 0)
			return false;
		digest[i] = (uint8_t)(high << 4 | low);
	}
	return !hex[(size_t)2 * SIGN_DIGEST];
}

static bool is_name(const char *text)
{
	if (!*text)
		return false;
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e)
			return false;
	return true;
}

int sign_statement_write(const struct sign_statement *s, char text[SIGN_STATEMENT_MAX])
{
	char plan[SIGN_HEX], root[SIGN_HEX];

	if (!is_name(s->store) || !is_name(s->run))
		return -EINVAL;
	sign_hex(s->plan, plan);
	sign_hex(s->root, root);
	return snprintf(text, SIGN_STATEMENT_MAX,
			HEADLINE "store %s\nepoch %" PRIu32 "\nnumber %" PRIu64 "\nrun %s\nplan %s\nroot %s\n"
				 "requests %" PRIu32 "\nnot_after %" PRId64 "\n",
			s->store, s->epoch, s->number, s->run, plan, root, s->leaves, s->not_after);
}

/* The text of the line that begins with @name; moves on behind it. */
static bool take(const char **at, const char *name, char *buf, size_t size)
{
	const char *begin = *at + strlen(name), *end;

	if (strncmp(*at, name, strlen(name)) != 0)
		return false;
	end = strchr(begin, '\n');
	if (!end || (size_t)(end - begin) >= size)
		return false;
	memcpy(buf, begin, (size_t)(end - begin));
	buf[end - begin] = '\0';
	*at = end + 1;
	return true;
}

static bool take_number(const char **at, const char *name, uint64_t max, uint64_t *v)
{
	char digits[24], *end;

	if (!take(at, name, digits, sizeof(digits)))
		return false;
	errno = 0;
	*v = strtoull(digits, &end, 10);
	return !errno && !*end && *v <= max;
}

static bool take_digest(const char **at, const char *name, uint8_t *digest)
{
	char hex[SIGN_HEX];

	return take(at, name, hex, sizeof(hex)) && sign_unhex(hex, digest);
}

static bool take_all(const char *at, struct sign_statement *s)
{
	uint64_t epoch, leaves, not_after;

	if (!take(&at, "store ", s->store, sizeof(s->store)) || !take_number(&at, "epoch ", UINT32_MAX, &epoch) ||
	    !take_number(&at, "number ", INT64_MAX, &s->number) || !take(&at, "run ", s->run, sizeof(s->run)) ||
	    !take_digest(&at, "plan ", s->plan) || !take_digest(&at, "root ", s->root) ||
	    !take_number(&at, "requests ", SIGN_LEAVES_MAX, &leaves) ||
	    !take_number(&at, "not_after ", INT64_MAX, &not_after))
		return false;
	s->epoch = (uint32_t)epoch;
	s->leaves = (uint32_t)leaves;
	s->not_after = (int64_t)not_after;
	return true;
}

int sign_statement_read(const char *text, struct sign_statement *statement, struct ece_error *e)
{
	char again[SIGN_STATEMENT_MAX];

	*statement = (struct sign_statement){0};
	if (strncmp(text, "ecekit run ", 11) == 0 && strncmp(text, HEADLINE, strlen(HEADLINE)) != 0)
		return ece_error_set(e, -EPROTO, ECE_ERROR_VERSION,
				     "what is signed has a form that this version does not know: update ecekit here");
	if (strncmp(text, HEADLINE, strlen(HEADLINE)) != 0 || !take_all(text + strlen(HEADLINE), statement) ||
	    sign_statement_write(statement, again) < 0 || strcmp(again, text) != 0)
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "what is signed is no statement about a run");
	return 0;
}
