// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/ranges.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define SPACE " \t"

/* A piece of the header. */
struct span {
	const char *at;
	size_t len;
};

/* Up to @end, which does not count within quotes. */
static struct span cut(const char **text, char end)
{
	struct span span = {.at = *text};
	bool quoted = false;

	while (**text && (quoted || **text != end)) {
		if (**text == '"')
			quoted = !quoted;
		else if (quoted && **text == '\\' && (*text)[1])
			++*text;
		++*text;
	}
	span.len = (size_t)(*text - span.at);
	if (**text)
		++*text;
	return span;
}

static struct span trim(struct span span)
{
	while (span.len && strchr(SPACE, span.at[0])) {
		span.at++;
		span.len--;
	}
	while (span.len && strchr(SPACE, span.at[span.len - 1]))
		span.len--;
	return span;
}

static struct span unquote(struct span span)
{
	if (span.len >= 2 && span.at[0] == '"' && span.at[span.len - 1] == '"')
		return (struct span){.at = span.at + 1, .len = span.len - 2};
	return span;
}

static bool store(struct span span, char *to, size_t size)
{
	if (!span.len || span.len >= size)
		return false;
	memcpy(to, span.at, span.len);
	to[span.len] = '\0';
	return true;
}

/* "0", "1", "0.25", "1.000": at most three digits behind the point */
static bool weight(struct span span, unsigned int *value)
{
	unsigned int digit = HTTP_WEIGHT_FULL;

	if (!span.len || span.len > 5 || (span.at[0] != '0' && span.at[0] != '1') ||
	    (span.len > 1 && span.at[1] != '.'))
		return false;
	*value = span.at[0] == '1' ? HTTP_WEIGHT_FULL : 0;
	for (size_t i = 2; i < span.len; i++) {
		if (span.at[i] < '0' || span.at[i] > '9')
			return false;
		digit /= 10;
		*value += digit * (unsigned int)(span.at[i] - '0');
	}
	return *value <= HTTP_WEIGHT_FULL;
}

static bool named(struct span span, const char *name)
{
	return span.len == strlen(name) && strncasecmp(span.at, name, span.len) == 0;
}

static bool parameter(struct span span, struct http_range *range)
{
	const char *equals = memchr(span.at, '=', span.len);
	struct span name, value;

	if (!equals)
		return true;
	name = trim((struct span){.at = span.at, .len = (size_t)(equals - span.at)});
	value = unquote(trim((struct span){.at = equals + 1, .len = span.len - (size_t)(equals - span.at) - 1}));
	if (named(name, "q"))
		return weight(value, &range->weight);
	if (named(name, "version"))
		return store(value, range->version, sizeof(range->version));
	return true;
}

static bool element(const char **text, struct http_range *range)
{
	const struct span all = cut(text, ',');
	const char *at = all.at, *end = all.at + all.len;
	bool good = true;

	*range = (struct http_range){.weight = HTTP_WEIGHT_FULL};
	for (bool first = true; at < end; first = false) {
		struct span part = cut(&at, ';');

		if (part.at + part.len > end)
			part.len = (size_t)(end - part.at);
		part = trim(part);
		good = (first ? store(part, range->name, sizeof(range->name)) : parameter(part, range)) && good;
	}
	return good && range->name[0];
}

size_t http_ranges(const char *header, struct http_range *ranges, size_t max)
{
	size_t count = 0;

	while (*header && count < max)
		if (element(&header, &ranges[count]))
			count++;
	return count;
}
