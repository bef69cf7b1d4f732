// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/export/strict.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the text. */
struct piece {
	const char *at;
	size_t len;
};

struct pieces {
	struct piece *list;
	size_t count, max;
};

struct check {
	bool openmetrics;
	char *why;
	size_t line;
	struct piece family, unit;
	char type[16];
	bool helped, sampled;
	struct pieces families, series; /* .series of the family */
	size_t total;
};

static bool wrong(struct check *c, const char *what)
{
	snprintf(c->why, STRICT_WHY_MAX, "line %zu: %s", c->line, what);
	return false;
}

static bool is_same(struct piece a, struct piece b)
{
	return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

static bool is_text(struct piece a, const char *text)
{
	return is_same(a, (struct piece){text, strlen(text)});
}

static bool has(const struct pieces *pieces, struct piece piece)
{
	for (size_t i = 0; i < pieces->count; i++)
		if (is_same(pieces->list[i], piece))
			return true;
	return false;
}

static void add(struct pieces *pieces, struct piece piece)
{
	if (pieces->count == pieces->max) {
		pieces->max = pieces->max ? 2 * pieces->max : 64;
		pieces->list = realloc(pieces->list, pieces->max * sizeof(*pieces->list));
		if (!pieces->list)
			abort();
	}
	pieces->list[pieces->count++] = piece;
}

/* Takes what begins @piece up to @end, and @end with it. */
static bool take_to(struct piece *piece, char end, struct piece *taken)
{
	const char *at = memchr(piece->at, end, piece->len);

	if (!at)
		return false;
	*taken = (struct piece){piece->at, (size_t)(at - piece->at)};
	piece->len -= taken->len + 1;
	piece->at = at + 1;
	return true;
}

static bool take_text(struct piece *piece, const char *text)
{
	size_t len = strlen(text);

	if (piece->len < len || memcmp(piece->at, text, len) != 0)
		return false;
	piece->at += len;
	piece->len -= len;
	return true;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name(struct piece name)
{
	if (!name.len || !is_letter(name.at[0]))
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!is_letter(name.at[i]) && !(name.at[i] >= '0' && name.at[i] <= '9'))
			return false;
	return true;
}

static bool begin_family(struct check *c, struct piece name, struct piece type)
{
	static const char *const known[2][5] = {{"counter", "gauge", "untyped"},
						{"counter", "gauge", "unknown", "info"}};

	if (c->family.len && !c->sampled)
		return wrong(c, "a family without samples");
	if (!is_name(name) || has(&c->families, name))
		return wrong(c, "a family that is none, or comes twice");
	add(&c->families, name);
	c->family = name;
	c->unit.len = 0;
	c->series.count = 0;
	c->helped = c->sampled = false;
	for (const char *const *word = known[c->openmetrics]; *word; word++)
		if (is_text(type, *word)) {
			snprintf(c->type, sizeof(c->type), "%s", *word);
			return true;
		}
	return wrong(c, "no such type");
}

static bool ends_in(struct piece name, struct piece end)
{
	return name.len > end.len && name.at[name.len - end.len - 1] == '_' &&
	       !memcmp(name.at + name.len - end.len, end.at, end.len);
}

static bool is_escaped(struct piece text, const char *may_follow)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] == '\\' && (++i == text.len || !strchr(may_follow, text.at[i])))
			return false;
	return true;
}

static bool check_comment(struct check *c, struct piece line)
{
	struct piece word, name;

	if (!take_to(&line, ' ', &word) || !take_to(&line, ' ', &name))
		return wrong(c, "a comment");
	if (is_text(word, "TYPE"))
		return begin_family(c, name, line);
	if (!is_same(name, c->family) || c->helped || c->sampled)
		return wrong(c, "out of order");
	if (is_text(word, "UNIT") && c->openmetrics && !c->unit.len && ends_in(c->family, line)) {
		c->unit = line;
		return true;
	}
	c->helped = true;
	if (is_text(word, "HELP") && is_escaped(line, c->openmetrics ? "\\n\"" : "\\n"))
		return true;
	return wrong(c, "a comment that is none");
}

/* Which name a sample must have. */
static bool is_sample_of(const struct check *c, struct piece name)
{
	const char *end = "";

	if (c->openmetrics && !strcmp(c->type, "counter"))
		end = "_total";
	else if (c->openmetrics && !strcmp(c->type, "info"))
		end = "_info";
	else if (!strcmp(c->type, "counter") && !ends_in(c->family, (struct piece){"total", 5}))
		return false;
	return name.len == c->family.len + strlen(end) && !memcmp(name.at, c->family.at, c->family.len) &&
	       !memcmp(name.at + c->family.len, end, strlen(end));
}

/* The end of a value in quotes, behind the first one; NULL: it has none. */
static const char *end_of_value(struct piece rest)
{
	for (size_t i = 0; i < rest.len; i++) {
		if (rest.at[i] == '"')
			return rest.at + i;
		if (rest.at[i] == '\\' && (++i == rest.len || !strchr("\\n\"", rest.at[i])))
			return NULL;
	}
	return NULL;
}

static bool check_labels(struct check *c, struct piece *line)
{
	struct piece names[32], name;
	size_t count = 0;

	do {
		const char *end;

		if (!take_to(line, '=', &name) || !is_name(name) || !take_text(line, "\""))
			return wrong(c, "no label");
		for (size_t i = 0; i < count; i++)
			if (is_same(names[i], name))
				return wrong(c, "a label twice");
		if (count == sizeof(names) / sizeof(names[0]))
			return wrong(c, "too many labels");
		names[count++] = name;
		end = end_of_value(*line);
		if (!end || end == line->at)
			return wrong(c, "no value of a label, or an empty one");
		line->len -= (size_t)(end - line->at) + 1;
		line->at = end + 1;
	} while (take_text(line, ","));
	return take_text(line, "}") || wrong(c, "labels without an end");
}

static bool is_number(struct piece text)
{
	char buf[64], *end;

	if (!text.len || text.len >= sizeof(buf) || strchr(" \t", text.at[0]))
		return false;
	memcpy(buf, text.at, text.len);
	buf[text.len] = '\0';
	if (!strcmp(buf, "NaN") || !strcmp(buf, "+Inf") || !strcmp(buf, "-Inf"))
		return true;
	strtod(buf, &end);
	return !*end && strspn(buf, "0123456789+-.e") == text.len;
}

static bool check_sample(struct check *c, struct piece line)
{
	struct piece series = line, name = {line.at, 0};

	while (line.len && line.at[0] != '{' && line.at[0] != ' ') {
		line.at++;
		line.len--;
	}
	name.len = (size_t)(line.at - name.at);
	if (!c->helped || !is_sample_of(c, name))
		return wrong(c, "a sample of no family");
	if (take_text(&line, "{") && !check_labels(c, &line))
		return false;
	series.len = (size_t)(line.at - series.at);
	if (has(&c->series, series))
		return wrong(c, "a series twice");
	add(&c->series, series);
	c->sampled = true;
	c->total++;
	return (take_text(&line, " ") && is_number(line)) || wrong(c, "no number");
}

/* Source: RFC 3629; overlong forms and surrogates are left to the unit tests of labels. */
static bool is_utf8(const uint8_t *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		size_t more = text[i] < 0x80 ? 0 : text[i] >= 0xf0 ? 3 : text[i] >= 0xe0 ? 2 : 1;

		if ((text[i] & 0xc0) == 0x80 || text[i] > 0xf4 || more >= len - i)
			return false;
		for (; more; more--)
			if ((text[++i] & 0xc0) != 0x80)
				return false;
	}
	return true;
}

static bool check_line(struct check *c, struct piece line)
{
	if (take_text(&line, "# "))
		return check_comment(c, line);
	return line.len ? check_sample(c, line) : wrong(c, "an empty line");
}

static bool check_lines(struct check *c, struct piece text)
{
	bool ended = false;
	struct piece line;

	while (text.len) {
		c->line++;
		if (ended || !take_to(&text, '\n', &line))
			return wrong(c, "a line without its end, or behind the end");
		ended = c->openmetrics && is_text(line, "# EOF");
		if (!ended && !check_line(c, line))
			return false;
	}
	if (c->openmetrics && !ended)
		return wrong(c, "no end");
	return !c->family.len || c->sampled || wrong(c, "a family without samples");
}

bool strict_check(const char *text, size_t len, bool openmetrics, size_t *series, char *why)
{
	struct check c = {.openmetrics = openmetrics, .why = why, .family = {"", 0}};
	bool right;

	why[0] = '\0';
	right = is_utf8((const uint8_t *)text, len) ? check_lines(&c, (struct piece){text, len}) :
						      wrong(&c, "no UTF-8");
	*series = c.total;
	free(c.families.list);
	free(c.series.list);
	return right;
}
