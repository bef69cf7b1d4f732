// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/facts/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>

/* Groups of hexadecimal digits with one character between. */
static const struct form {
	const char *kind;
	unsigned char groups, digits;
	char between;
} forms[] = {
	{"mac", 20, 2, ':'}, {"guid", 8, 2, ':'}, {"mac", 6, 2, ':'}, {"mac", 6, 2, '-'}, {"guid", 4, 4, ':'},
};

static const unsigned char uuid_groups[] = {8, 4, 4, 4, 12};

static bool is_hex(char c)
{
	return isxdigit((unsigned char)c);
}

static bool is_zero(const char *digits)
{
	return strspn(digits, "0:.") == strlen(digits);
}

/* Takes @n digits. Returns false when there are fewer. */
static bool take(const char *text, size_t n, struct address *a, size_t *filled)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_hex(text[i]))
			return false;
		a->digits[(*filled)++] = (char)tolower((unsigned char)text[i]);
	}
	a->digits[*filled] = '\0';
	return true;
}

static bool read_form(const char *text, const struct form *form, struct address *a)
{
	const char *at = text;
	size_t filled = 0;

	for (unsigned int g = 0; g < form->groups; g++) {
		if (g && *at++ != form->between)
			return false;
		if (!take(at, form->digits, a, &filled))
			return false;
		at += form->digits;
	}
	a->kind = form->kind;
	a->len = (size_t)(at - text);
	return !is_hex(*at) && *at != form->between;
}

static bool read_uuid(const char *text, struct address *a)
{
	const char *at = text;
	size_t filled = 0;

	for (size_t g = 0; g < sizeof(uuid_groups); g++) {
		if (g && *at++ != '-')
			return false;
		if (!take(at, uuid_groups[g], a, &filled))
			return false;
		at += uuid_groups[g];
	}
	a->kind = "id";
	a->len = (size_t)(at - text);
	return !is_hex(*at);
}

/* Digits alone, as in "enx0c42a1000001" and "0x0c42a10300000001". */
static bool read_run(const char *text, struct address *a)
{
	size_t n = 0, filled = 0;

	while (is_hex(text[n]) && n <= 32)
		n++;
	if (n != 12 && n != 16 && n != 32)
		return false;
	a->kind = n == 12 ? "mac" : "guid";
	a->len = n;
	return take(text, n, a, &filled);
}

static bool read_ip(const char *text, struct address *a)
{
	size_t n = strspn(text, "0123456789abcdefABCDEF:.");
	unsigned char bytes[sizeof(struct in6_addr)];
	char copy[INET6_ADDRSTRLEN];

	/* The full stop of a sentence is none of it */
	while (n && (text[n - 1] == '.' || (text[n - 1] == ':' && (n < 2 || text[n - 2] != ':'))))
		n--;
	if (!n || n >= sizeof(copy))
		return false;
	memcpy(copy, text, n);
	copy[n] = '\0';
	a->kind = "ip";
	a->len = n;
	if (inet_pton(AF_INET, copy, bytes) == 1)
		return inet_ntop(AF_INET, bytes, a->digits, sizeof(a->digits));
	return inet_pton(AF_INET6, copy, bytes) == 1 && inet_ntop(AF_INET6, bytes, a->digits, sizeof(a->digits));
}

bool address_at(const char *text, char before, struct address *a)
{
	bool found = false;

	if (is_hex(before) || before == ':' || before == '.')
		return false;
	for (size_t i = 0; !found && i < sizeof(forms) / sizeof(forms[0]); i++)
		found = read_form(text, &forms[i], a);
	found = found || read_uuid(text, a) || read_ip(text, a) || read_run(text, a);
	return found && !is_zero(a->digits);
}
