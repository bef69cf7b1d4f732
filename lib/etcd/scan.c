// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/etcd/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What was handed out is dropped before more is added, not each time, so that bytes are moved once. */
static void drop_used(struct etcd_scan *scan)
{
	if (!scan->start)
		return;
	memmove(scan->buf, scan->buf + scan->start, scan->len - scan->start);
	scan->len -= scan->start;
	scan->at -= scan->start;
	scan->start = 0;
}

int etcd_scan_add(struct etcd_scan *scan, const void *data, size_t len)
{
	drop_used(scan);
	if (scan->size - scan->len < len) {
		size_t size = (scan->len + len) * 2;
		char *buf = realloc(scan->buf, size);

		if (!buf)
			return -ENOMEM;
		scan->buf = buf;
		scan->size = size;
	}
	if (len)
		memcpy(scan->buf + scan->len, data, len);
	scan->len += len;
	return 0;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static void step_string(struct etcd_scan *scan, char c)
{
	if (scan->escape)
		scan->escape = false;
	else if (c == '\\')
		scan->escape = true;
	else if (c == '"')
		scan->string = false;
}

/* Returns 1 at the end of an object, 0, or -EPROTO. */
static int step(struct etcd_scan *scan, char c)
{
	if (scan->string) {
		step_string(scan, c);
	} else if (c == '{' || (c == '[' && scan->depth)) {
		if (++scan->depth > ETCD_SCAN_DEPTH_MAX)
			return -EPROTO;
	} else if (!scan->depth) {
		return -EPROTO;
	} else if (c == '}' || c == ']') {
		return --scan->depth ? 0 : 1;
	} else if (c == '"') {
		scan->string = true;
	}
	return 0;
}

static int hand_out(struct etcd_scan *scan, const char **text, size_t *len)
{
	*text = scan->buf + scan->start;
	*len = scan->at - scan->start;
	scan->start = scan->at;
	return 1;
}

int etcd_scan_next(struct etcd_scan *scan, const char **text, size_t *len, struct ece_error *e)
{
	while (scan->at < scan->len) {
		char c = scan->buf[scan->at++];
		int ret;

		if (!scan->depth && is_space(c)) {
			scan->start = scan->at;
			continue;
		}
		ret = step(scan, c);
		if (ret < 0)
			return ece_error_set(e, ret, ECE_ERROR_PROTOCOL, "what came is not a stream of JSON objects");
		if (scan->at - scan->start > scan->max)
			return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a message is larger than %zu bytes",
					     scan->max);
		if (ret)
			return hand_out(scan, text, len);
	}
	return 0;
}

void etcd_scan_done(struct etcd_scan *scan)
{
	free(scan->buf);
	*scan = (struct etcd_scan){.max = scan->max};
}
