// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"

/* A name cut at the number that is folded: before, digits, after. */
struct cut {
	const char *name;
	uint16_t before, digits, length;
	uint32_t value;
};

struct text {
	char *data;
	size_t used, size;
	bool failed;
};

static void text_add(struct text *t, const char *data, size_t len)
{
	if (t->failed || !len)
		return;
	if (len >= t->size - t->used) {
		size_t size = 2 * (t->size + len) + 64;
		char *grown = realloc(t->data, size);

		if (!grown) {
			t->failed = true;
			return;
		}
		t->data = grown;
		t->size = size;
	}
	memcpy(t->data + t->used, data, len);
	t->used += len;
	t->data[t->used] = '\0';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static struct cut cut_at_number(const char *name)
{
	size_t length = strlen(name);
	size_t end = is_digit(name[0]) ? length : strcspn(name, ".");
	size_t digits = 0;
	struct cut c = {.name = name, .length = (uint16_t)length};

	while (end && !is_digit(name[end - 1]))
		end--;
	while (digits < end && digits < HOSTLIST_DIGITS_MAX && is_digit(name[end - 1 - digits]))
		digits++;
	c.before = (uint16_t)(digits ? end - digits : length);
	c.digits = (uint16_t)digits;
	for (size_t i = c.before; i < c.before + digits; i++)
		c.value = c.value * 10 + (uint32_t)(name[i] - '0');
	return c;
}

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	int order = memcmp(a, b, a_len < b_len ? a_len : b_len);

	return order ? order : (a_len > b_len) - (a_len < b_len);
}

static size_t after_len(const struct cut *c)
{
	return (size_t)c->length - c->before - c->digits;
}

static const char *after(const struct cut *c)
{
	return c->name + c->before + c->digits;
}

/* Names that differ in the number only stand together. */
static int compare_group(const struct cut *a, const struct cut *b)
{
	int order = compare_bytes(a->name, a->before, b->name, b->before);

	if (!order)
		order = (a->digits != 0) - (b->digits != 0);
	return order ? order : compare_bytes(after(a), after_len(a), after(b), after_len(b));
}

static int compare_cut(const void *left, const void *right)
{
	const struct cut *a = left, *b = right;
	int order = compare_group(a, b);

	if (!order)
		order = (a->value > b->value) - (a->value < b->value);
	return order ? order : (a->digits > b->digits) - (a->digits < b->digits);
}

/* Would a range that starts with @low print @next as it is written? */
static bool continues(const struct cut *low, const struct cut *last, const struct cut *next)
{
	char digits[HOSTLIST_DIGITS_MAX + 2];
	int len;

	if (next->value != last->value + 1)
		return false;
	len = snprintf(digits, sizeof(digits), "%0*u", low->digits, next->value);
	return len == next->digits && !memcmp(digits, next->name + next->before, next->digits);
}

static void fold_group(struct text *t, const struct cut *cuts, size_t count)
{
	bool brackets = count > 1;

	text_add(t, cuts->name, cuts->before);
	if (brackets)
		text_add(t, "[", 1);
	for (size_t i = 0; i < count;) {
		const struct cut *low = &cuts[i], *last = low;

		while (++i < count && continues(low, last, &cuts[i]))
			last = &cuts[i];
		text_add(t, low->name + low->before, low->digits);
		if (last != low)
			text_add(t, "-", 1);
		if (last != low)
			text_add(t, last->name + last->before, last->digits);
		if (i < count)
			text_add(t, ",", 1);
	}
	if (brackets)
		text_add(t, "]", 1);
	text_add(t, after(cuts), after_len(cuts));
}

static size_t unique(struct cut *cuts, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!kept || compare_cut(&cuts[kept - 1], &cuts[i]))
			cuts[kept++] = cuts[i];
	return kept;
}

int hostlist_fold(const char *const *names, size_t count, char **text)
{
	struct cut *cuts = calloc(count + 1, sizeof(*cuts));
	struct text t = {.data = calloc(1, 1), .size = 1};

	if (!cuts || !t.data)
		t.failed = true;
	for (size_t i = 0; !t.failed && i < count; i++)
		cuts[i] = cut_at_number(names[i]);
	if (!t.failed && count) {
		qsort(cuts, count, sizeof(*cuts), compare_cut);
		count = unique(cuts, count);
	}
	for (size_t i = 0, n; !t.failed && i < count; i += n) {
		for (n = 1; i + n < count && !compare_group(&cuts[i], &cuts[i + n]);)
			n++;
		if (i)
			text_add(&t, ",", 1);
		fold_group(&t, &cuts[i], n);
	}
	free(cuts);
	if (t.failed) {
		free(t.data);
		return -ENOMEM;
	}
	*text = t.data;
	return 0;
}
