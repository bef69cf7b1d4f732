// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/json_position.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/base/json_string.h"

#define STRIDE 1024u /* bytes between two places that are remembered */

struct node {
	uint32_t at;     /* offset of the value's first byte */
	uint32_t key;    /* member: offset of its key's quote; element: its number */
	uint32_t parent; /* of the root: JSON_POSITION_NONE */
	uint32_t next;   /* sibling */
};

struct json_positions {
	const char *text;
	uint32_t len;
	struct node *nodes;
	uint32_t count, room;
	struct json_place *places; /* of every STRIDE-th byte */
	uint32_t *slots;           /* members by parent and key, open addressing: node + 1, or 0 */
	uint32_t slot_count;       /* a power of two */
	struct json_duplicate *duplicates;
	size_t duplicate_count, duplicate_room;
};

/* An object or array that is being read. */
struct level {
	uint32_t node, last; /* @last: the newest child */
	uint32_t children;
	bool object;
};

struct build {
	struct json_positions *p;
	uint32_t at;
	struct level levels[JSON_POSITION_DEPTH_MAX];
	uint32_t depth;
};

static struct json_string string_at(const struct json_positions *p, uint32_t quote)
{
	return json_string_start(p->text + quote, p->text + p->len);
}

/* FNV-1a over the parent's number and the key without escapes. */
static uint32_t hash_start(uint32_t parent)
{
	return (FNV32_START ^ parent) * 2654435761u;
}

static uint32_t hash_end(uint32_t h)
{
	return h ^ h >> 15;
}

static bool is_object(const struct json_positions *p, uint32_t node)
{
	return node < p->count && p->text[p->nodes[node].at] == '{';
}

static bool is_member(const struct json_positions *p, uint32_t node)
{
	return node < p->count && is_object(p, p->nodes[node].parent);
}

static bool same_key(const struct json_positions *p, uint32_t a, uint32_t b)
{
	struct json_string left = string_at(p, p->nodes[a].key), right = string_at(p, p->nodes[b].key);
	int byte;

	if (p->nodes[a].parent != p->nodes[b].parent)
		return false;
	do {
		byte = json_string_next(&left);
		if (byte != json_string_next(&right))
			return false;
	} while (byte >= 0);
	return true;
}

static int duplicate_add(struct json_positions *p, uint32_t node, uint32_t earlier)
{
	if (p->duplicate_count == p->duplicate_room) {
		size_t room = p->duplicate_room ? 2 * p->duplicate_room : 16;
		struct json_duplicate *grown = realloc(p->duplicates, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		p->duplicates = grown;
		p->duplicate_room = room;
	}
	p->duplicates[p->duplicate_count++] = (struct json_duplicate){.node = node, .earlier = earlier};
	return 0;
}

static int slot_put(struct json_positions *p, uint32_t node)
{
	struct json_string key = string_at(p, p->nodes[node].key);
	uint32_t h = hash_start(p->nodes[node].parent), mask = p->slot_count - 1;
	int err = 0;

	for (int byte; (byte = json_string_next(&key)) >= 0;)
		h = fnv32_byte(h, (unsigned char)byte);
	for (h = hash_end(h) & mask; p->slots[h]; h = (h + 1) & mask) {
		if (!same_key(p, node, p->slots[h] - 1))
			continue;
		err = duplicate_add(p, node, p->slots[h] - 1);
		break;
	}
	p->slots[h] = node + 1;
	return err;
}

static int slots_fill(struct json_positions *p)
{
	uint32_t members = 0;
	int err = 0;

	for (uint32_t i = 0; i < p->count; i++)
		members += is_member(p, i);
	for (p->slot_count = 4; p->slot_count < 2 * members;)
		p->slot_count *= 2;
	p->slots = calloc(p->slot_count, sizeof(*p->slots));
	if (!p->slots)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < p->count; i++)
		if (is_member(p, i))
			err = slot_put(p, i);
	return err;
}

static bool starts_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

static struct json_place place_after(struct json_place place, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n')
			place = (struct json_place){.line = place.line + 1, .column = 1};
		else
			place.column += starts_character(text[i]);
	}
	return place;
}

static int places_fill(struct json_positions *p)
{
	size_t count = p->len / STRIDE + 1;

	p->places = calloc(count, sizeof(*p->places));
	if (!p->places)
		return -ENOMEM;
	p->places[0] = (struct json_place){.line = 1, .column = 1};
	for (size_t i = 1; i < count; i++)
		p->places[i] = place_after(p->places[i - 1], p->text + (i - 1) * STRIDE, STRIDE);
	return 0;
}

static int node_add(struct build *b, uint32_t key)
{
	struct json_positions *p = b->p;
	struct level *level = b->depth ? &b->levels[b->depth - 1] : NULL;
	struct node *node;

	if (p->count == p->room) {
		uint32_t room = p->room ? 2 * p->room : 256;
		struct node *grown = realloc(p->nodes, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		p->nodes = grown;
		p->room = room;
	}
	node = &p->nodes[p->count];
	*node = (struct node){.at = b->at, .key = key, .parent = JSON_POSITION_NONE, .next = JSON_POSITION_NONE};
	if (level) {
		node->parent = level->node;
		if (!level->object)
			node->key = level->children;
		if (level->children++)
			p->nodes[level->last].next = p->count;
		level->last = p->count;
	}
	p->count++;
	return 0;
}

static char peek(const struct build *b)
{
	return b->at < b->p->len ? b->p->text[b->at] : '\0';
}

static void skip_space(struct build *b)
{
	while (b->at < b->p->len && strchr(" \t\r\n", b->p->text[b->at]) && b->p->text[b->at])
		b->at++;
}

static int skip_string(struct build *b)
{
	const char *text = b->p->text;

	for (b->at++; b->at < b->p->len; b->at++) {
		if (text[b->at] == '"') {
			b->at++;
			return 0;
		}
		if (text[b->at] == '\\')
			b->at++;
	}
	b->at = b->p->len;
	return -EINVAL;
}

/* A number, true, false or null; which of them does not matter here. */
static int skip_scalar(struct build *b)
{
	uint32_t start = b->at;

	for (char c = peek(b);
	     (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '+' || c == '.' || c == 'E';
	     c = peek(b))
		b->at++;
	return b->at > start ? 0 : -EINVAL;
}

static int key_read(struct build *b, uint32_t *key)
{
	int err;

	skip_space(b);
	*key = b->at;
	if (peek(b) != '"')
		return -EINVAL;
	err = skip_string(b);
	if (err)
		return err;
	skip_space(b);
	if (peek(b) != ':')
		return -EINVAL;
	b->at++;
	return 0;
}

static int open_level(struct build *b, bool object)
{
	if (b->depth == JSON_POSITION_DEPTH_MAX)
		return -E2BIG;
	b->levels[b->depth++] = (struct level){.node = b->p->count - 1, .object = object};
	b->at++;
	return 0;
}

static bool at_end_of_level(struct build *b)
{
	skip_space(b);
	return peek(b) == (b->levels[b->depth - 1].object ? '}' : ']');
}

/* After a value: closes what ends here, and stands on the next value unless the text is done. */
static int after_value(struct build *b)
{
	while (b->depth && at_end_of_level(b)) {
		b->at++;
		b->depth--;
	}
	if (!b->depth)
		return 0;
	if (peek(b) != ',')
		return -EINVAL;
	b->at++;
	return 0;
}

static int value_read(struct build *b)
{
	bool member = b->depth && b->levels[b->depth - 1].object;
	uint32_t key = 0;
	int err = member ? key_read(b, &key) : 0;
	char c;

	if (err)
		return err;
	skip_space(b);
	err = node_add(b, key);
	if (err)
		return err;
	c = peek(b);
	if (c == '{' || c == '[') {
		err = open_level(b, c == '{');
		if (err || !at_end_of_level(b))
			return err;
		return after_value(b);
	}
	err = c == '"' ? skip_string(b) : skip_scalar(b);
	return err ? err : after_value(b);
}

static int nodes_fill(struct build *b)
{
	int err;

	do
		err = value_read(b);
	while (!err && b->depth);
	if (err)
		return err;
	skip_space(b);
	return b->at == b->p->len ? 0 : -EINVAL;
}

int json_positions_new(const char *text, size_t len, struct json_place *where, struct json_positions **positions)
{
	struct json_positions *p;
	struct build b = {0};
	int err;

	if (len > JSON_POSITION_TEXT_MAX) {
		if (where)
			*where = (struct json_place){.line = 1, .column = 1};
		return -E2BIG;
	}
	p = calloc(1, sizeof(*p));
	if (!p)
		return -ENOMEM;
	p->text = text;
	p->len = (uint32_t)len;
	b.p = p;
	err = places_fill(p);
	if (!err)
		err = nodes_fill(&b);
	if (err && p->places && where)
		*where = json_position_offset(p, b.at);
	if (!err)
		err = slots_fill(p);
	if (err) {
		json_positions_free(p);
		return err;
	}
	*positions = p;
	return 0;
}

void json_positions_free(struct json_positions *positions)
{
	if (!positions)
		return;
	free(positions->nodes);
	free(positions->places);
	free(positions->slots);
	free(positions->duplicates);
	free(positions);
}

uint32_t json_position_first(const struct json_positions *positions, uint32_t node)
{
	if (node >= positions->count || node + 1 >= positions->count)
		return JSON_POSITION_NONE;
	return positions->nodes[node + 1].parent == node ? node + 1 : JSON_POSITION_NONE;
}

uint32_t json_position_next(const struct json_positions *positions, uint32_t node)
{
	return node < positions->count ? positions->nodes[node].next : JSON_POSITION_NONE;
}

static bool key_is(const struct json_positions *p, uint32_t node, const char *key)
{
	struct json_string have = string_at(p, p->nodes[node].key);
	int byte;

	while ((byte = json_string_next(&have)) >= 0)
		if (byte != (unsigned char)*key++)
			return false;
	return !*key;
}

uint32_t json_position_member(const struct json_positions *positions, uint32_t node, const char *key)
{
	uint32_t h = hash_start(node), mask = positions->slot_count - 1;

	if (!is_object(positions, node))
		return JSON_POSITION_NONE;
	for (const char *c = key; *c; c++)
		h = fnv32_byte(h, (unsigned char)*c);
	for (h = hash_end(h) & mask; positions->slots[h]; h = (h + 1) & mask) {
		uint32_t found = positions->slots[h] - 1;

		if (positions->nodes[found].parent == node && key_is(positions, found, key))
			return found;
	}
	return JSON_POSITION_NONE;
}

struct json_place json_position_offset(const struct json_positions *positions, size_t offset)
{
	size_t at = offset < positions->len ? offset : positions->len;
	size_t stride = at / STRIDE;

	return place_after(positions->places[stride], positions->text + stride * STRIDE, at % STRIDE);
}

struct json_place json_position_value(const struct json_positions *positions, uint32_t node)
{
	if (node >= positions->count)
		return (struct json_place){0};
	return json_position_offset(positions, positions->nodes[node].at);
}

struct json_place json_position_key(const struct json_positions *positions, uint32_t node)
{
	if (!is_member(positions, node))
		return json_position_value(positions, node);
	return json_position_offset(positions, positions->nodes[node].key);
}

struct json_place json_position_inside(const struct json_positions *positions, uint32_t node, size_t offset)
{
	struct json_string u;

	if (node >= positions->count || positions->text[positions->nodes[node].at] != '"')
		return json_position_value(positions, node);
	u = string_at(positions, positions->nodes[node].at);
	while (offset-- && json_string_next(&u) >= 0)
		;
	return json_position_offset(positions, (size_t)(u.at - positions->text));
}

const struct json_duplicate *json_position_duplicates(const struct json_positions *positions, size_t *count)
{
	*count = positions->duplicate_count;
	return positions->duplicates;
}

static bool is_word(struct json_string u)
{
	int byte = json_string_next(&u), first = byte;

	for (; byte >= 0; byte = json_string_next(&u))
		if (!((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
		      byte == '_' || byte == '$' || byte == '-'))
			return false;
	return first >= 0;
}

struct path {
	char *buf;
	size_t used, size;
};

static void path_put(struct path *path, char c)
{
	if (path->used + 1 < path->size)
		path->buf[path->used++] = c;
}

static void path_put_text(struct path *path, const char *text)
{
	while (*text)
		path_put(path, *text++);
}

static void path_put_key(struct path *path, struct json_string key)
{
	bool word = is_word(key);

	path_put_text(path, !word ? "[\"" : path->used ? "." : "");
	for (int byte; (byte = json_string_next(&key)) >= 0;)
		path_put(path, (char)byte);
	path_put_text(path, word ? "" : "\"]");
}

const char *json_position_path(const struct json_positions *positions, uint32_t node, char *buf, size_t size)
{
	uint32_t chain[JSON_POSITION_DEPTH_MAX + 1];
	struct path path = {.buf = buf, .size = size};
	char element[16];
	size_t depth = 0;

	if (!size)
		return buf;
	for (; node < positions->count && node != JSON_POSITION_ROOT; node = positions->nodes[node].parent)
		chain[depth++] = node;
	while (depth--) {
		node = chain[depth];
		if (is_member(positions, node)) {
			path_put_key(&path, string_at(positions, positions->nodes[node].key));
			continue;
		}
		snprintf(element, sizeof(element), "[%u]", positions->nodes[node].key);
		path_put_text(&path, element);
	}
	path.buf[path.used] = '\0';
	return buf;
}
