// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/hostlist.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* One name of the list is pieces: fixed text, or the inside of brackets. */
#define PIECES_MAX (2 * HOSTLIST_BRACKETS_MAX + 1)

struct piece {
	const char *text;
	size_t len;
	bool numbers;
};

struct item {
	struct piece pieces[PIECES_MAX];
	size_t count;
	size_t hosts;   /* how many names it stands for */
	size_t longest; /* bytes of the longest of them */
};

struct range {
	uint32_t low, high;
	int width;      /* of the lower bound: numbers are padded to it */
	size_t longest; /* bytes of the longest number */
};

struct scan {
	const char *start, *at, *end;
	size_t max;
	struct hostlist_fault *fault;
};

static int fault_at(struct scan *s, const char *at, int code, const char *why)
{
	if (s->fault)
		*s->fault = (struct hostlist_fault){.at = (size_t)(at - s->start), .why = why};
	return code;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_char(char c)
{
	return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == ':';
}

/* Reads digits; @value is right when there are at most HOSTLIST_DIGITS_MAX of them. Returns their number. */
static size_t number(const char **at, const char *end, uint32_t *value)
{
	const char *start = *at;

	*value = 0;
	for (; *at < end && is_digit(**at); ++*at)
		*value = *value * 10 + (uint32_t)(**at - '0');
	return (size_t)(*at - start);
}

/* "7" or "001-016"; leaves *at behind it. Returns NULL or why it is none, with *at where. */
static const char *range_read(const char **at, const char *end, struct range *r)
{
	const char *low_at = *at, *high_at;
	size_t low_len = number(at, end, &r->low), high_len = low_len;

	high_at = low_at;
	r->high = r->low;
	if (low_len && *at < end && **at == '-') {
		high_at = ++*at;
		high_len = number(at, end, &r->high);
	}
	if (!low_len || !high_len)
		return "a number is missing in the brackets; write them as in gpu[001-016,018]";
	if (low_len > HOSTLIST_DIGITS_MAX || high_len > HOSTLIST_DIGITS_MAX) {
		*at = low_len > HOSTLIST_DIGITS_MAX ? low_at : high_at;
		return "the number has more than 9 digits";
	}
	if (r->high < r->low) {
		*at = low_at;
		return "the range is reversed; write the lower number first";
	}
	if (high_len < low_len || (high_len > low_len && *high_at == '0')) {
		*at = high_at;
		return "the bounds of the range have different widths";
	}
	r->width = (int)low_len;
	r->longest = high_len;
	return NULL;
}

/* The count of names may not overflow nor pass the limit on the way. */
static int item_multiply(struct scan *s, struct item *item, uint64_t by, const char *at)
{
	if (item->hosts > s->max / by)
		return fault_at(s, at, -E2BIG, "more hosts than the limit");
	item->hosts *= (size_t)by;
	return 0;
}

static int item_add(struct scan *s, struct item *item, const char *text, bool numbers)
{
	if (item->count == PIECES_MAX)
		return fault_at(s, text, -EINVAL, "more than 8 pairs of brackets in one name");
	item->pieces[item->count++] = (struct piece){.text = text, .len = (size_t)(s->at - text), .numbers = numbers};
	return 0;
}

static int brackets_read(struct scan *s, struct item *item)
{
	const char *text = ++s->at;
	uint64_t hosts = 0;
	size_t longest = 0;
	int err;

	for (;; s->at++) {
		struct range r;
		const char *why = range_read(&s->at, s->end, &r);

		if (why)
			return fault_at(s, s->at, -EINVAL, why);
		hosts += (uint64_t)r.high - r.low + 1;
		if (r.longest > longest)
			longest = r.longest;
		if (s->at == s->end || *s->at != ',')
			break;
	}
	if (s->at == s->end)
		return fault_at(s, text - 1, -EINVAL, "the bracket is not closed");
	if (*s->at != ']')
		return fault_at(s, s->at, -EINVAL, "only numbers, '-' and ',' can stand in brackets");
	err = item_multiply(s, item, hosts, text - 1);
	if (!err)
		err = item_add(s, item, text, true);
	item->longest += longest;
	s->at++;
	return err;
}

static int fixed_read(struct scan *s, struct item *item)
{
	const char *text = s->at;

	while (s->at < s->end && is_name_char(*s->at))
		s->at++;
	item->longest += (size_t)(s->at - text);
	return item_add(s, item, text, false);
}

static int bad_char(struct scan *s, const char *start)
{
	if (s->at == s->end || *s->at == ',')
		return fault_at(s, s->at, -EINVAL, "a host name is missing here");
	if (*s->at == ' ')
		return fault_at(s, s->at, -EINVAL, "a space; write the list without spaces");
	if (s->at == start)
		return fault_at(s, s->at, -EINVAL, "a host name starts with a letter or a digit");
	return fault_at(s, s->at, -EINVAL, "a host name has only letters, digits and -_.:");
}

/* One name with its brackets, up to a comma or the end. */
static int item_read(struct scan *s, struct item *item)
{
	const char *start = s->at;
	int err = 0;

	*item = (struct item){.hosts = 1};
	if (s->at == s->end || !(is_letter(*s->at) || is_digit(*s->at) || *s->at == '['))
		return bad_char(s, start);
	while (!err && s->at < s->end && *s->at != ',') {
		if (*s->at == '[')
			err = brackets_read(s, item);
		else if (is_name_char(*s->at))
			err = fixed_read(s, item);
		else
			return bad_char(s, start);
	}
	if (!err && item->longest > HOSTLIST_NAME_MAX)
		return fault_at(s, start, -EINVAL, "the host name is longer than 253 bytes");
	return err;
}

static struct scan scan_start(const char *text, size_t len, size_t max, struct hostlist_fault *fault)
{
	return (struct scan){.start = text,
			     .at = text,
			     .end = text + len,
			     .max = max < HOSTLIST_MAX ? max : HOSTLIST_MAX,
			     .fault = fault};
}

int hostlist_check(const char *text, size_t len, size_t max, size_t *count, struct hostlist_fault *fault)
{
	struct scan s = scan_start(text, len, max, fault);
	struct item item;
	size_t hosts = 0;

	for (;; s.at++) {
		const char *start = s.at;
		int err = item_read(&s, &item);

		if (err)
			return err;
		if (item.hosts > s.max - hosts)
			return fault_at(&s, start, -E2BIG, "more hosts than the limit");
		hosts += item.hosts;
		if (s.at == s.end)
			break;
	}
	if (count)
		*count = hosts;
	return 0;
}

struct expand {
	const struct item *item;
	hostlist_take *take;
	void *ctx;
	char name[HOSTLIST_NAME_MAX + HOSTLIST_DIGITS_MAX + 1];
};

static int expand_piece(struct expand *x, size_t piece, size_t used);

static int expand_numbers(struct expand *x, size_t piece, size_t used)
{
	const char *at = x->item->pieces[piece].text;
	const char *end = at + x->item->pieces[piece].len;
	struct range r;
	int err = 0;

	for (; !err && at < end; at++) {
		if (range_read(&at, end, &r))
			return -EINVAL; /* not after the check */
		for (uint32_t v = r.low; !err && v <= r.high; v++) {
			int len = snprintf(x->name + used, HOSTLIST_DIGITS_MAX + 1, "%0*u", r.width, v);

			err = expand_piece(x, piece + 1, used + (size_t)len);
		}
	}
	return err;
}

/* As deep as a name has pieces. */
static int expand_piece(struct expand *x, size_t piece, size_t used)
{
	const struct piece *p = &x->item->pieces[piece];

	if (piece == x->item->count)
		return x->take(x->ctx, x->name, used);
	if (p->numbers)
		return expand_numbers(x, piece, used);
	memcpy(x->name + used, p->text, p->len);
	return expand_piece(x, piece + 1, used + p->len);
}

int hostlist_each(const char *text, size_t len, size_t max, hostlist_take *take, void *ctx,
		  struct hostlist_fault *fault)
{
	struct scan s = scan_start(text, len, max, fault);
	struct item item;
	struct expand x = {.item = &item, .take = take, .ctx = ctx};
	int err = hostlist_check(text, len, max, NULL, fault);

	if (err)
		return err;
	for (;; s.at++) {
		err = item_read(&s, &item);
		if (!err)
			err = expand_piece(&x, 0, 0);
		if (err || s.at == s.end)
			return err;
	}
}
