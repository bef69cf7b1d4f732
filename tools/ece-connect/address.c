// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/address.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT_MAX 65535

static int no_address(const char *word, struct ece_error *e)
{
	return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
			     "\"%.64s\" is no address: write HOST, HOST:PORT, or [IPV6]:PORT", word);
}

static int take_port(const char *word, const char *digits, struct connect_address *address, struct ece_error *e)
{
	if (!digits[0] || digits[strspn(digits, "0123456789")])
		return no_address(word, e);
	if (strlen(digits) >= ADDRESS_PORT_MAX || strtoul(digits, NULL, 10) > PORT_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE, "a port is a number up to %d, not %.64s", PORT_MAX,
				     digits);
	snprintf(address->port, sizeof(address->port), "%s", digits);
	return 0;
}

static int take_host(const char *host, size_t len, struct connect_address *address, struct ece_error *e)
{
	if (len >= ADDRESS_HOST_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "the name of a host has at most %d letters",
				     ADDRESS_HOST_MAX - 1);
	memcpy(address->host, host, len);
	address->host[len] = '\0';
	return 0;
}

/* [IPV6] or [IPV6]:PORT */
static int parse_bracketed(const char *word, struct connect_address *address, struct ece_error *e)
{
	const char *end = strchr(word, ']');
	int err;

	if (!end || end == word + 1 || (end[1] && end[1] != ':'))
		return no_address(word, e);
	err = take_host(word + 1, (size_t)(end - word - 1), address, e);
	return err || !end[1] ? err : take_port(word, end + 2, address, e);
}

int address_parse(const char *word, struct connect_address *address, struct ece_error *e)
{
	const char *colon = strchr(word, ':');
	struct connect_address parsed = {.host = ""};
	int err;

	if (word[0] == '[') {
		err = parse_bracketed(word, &parsed, e);
	} else if (!colon || strchr(colon + 1, ':')) {
		/* No port, or an IPv6 address, whose colons leave no room for one */
		err = take_host(word, strlen(word), &parsed, e);
	} else {
		err = take_host(word, (size_t)(colon - word), &parsed, e);
		if (!err)
			err = take_port(word, colon + 1, &parsed, e);
	}
	if (!err)
		*address = parsed;
	return err;
}
