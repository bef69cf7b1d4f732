// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/gzip.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#define WINDOW_GZIP (MAX_WBITS + 16) /* zlib's way to ask for gzip's head and tail */
#define MEMORY      8                /* zlib's default */

int http_gzip(const char *text, size_t len, char **packed, size_t *packed_len)
{
	z_stream stream = {0};
	size_t room;
	char *out;
	int end;

	if (len > UINT_MAX)
		return -E2BIG;
	/* Pages of counters shrink tenfold at the fastest level, and a scrape waits for this. */
	if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, WINDOW_GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	room = deflateBound(&stream, len);
	out = room > UINT_MAX ? NULL : malloc(room);
	if (!out) {
		deflateEnd(&stream);
		return room > UINT_MAX ? -E2BIG : -ENOMEM;
	}
	/* zlib only reads what next_in points to */
	stream.next_in = (z_const Bytef *)(size_t)text;
	stream.avail_in = (uInt)len;
	stream.next_out = (Bytef *)out;
	stream.avail_out = (uInt)room;
	end = deflate(&stream, Z_FINISH);
	*packed_len = stream.total_out;
	deflateEnd(&stream);
	if (end != Z_STREAM_END) {
		free(out);
		return -E2BIG;
	}
	*packed = out;
	return 0;
}
