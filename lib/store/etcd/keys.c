// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/etcd/keys.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

struct store_key key_of(const char *prefix, const char *format, ...)
{
	struct store_key key;
	int len = snprintf(key.text, sizeof(key.text), "%.255s/", prefix);
	va_list args;

	va_start(args, format);
	vsnprintf(key.text + len, sizeof(key.text) - (size_t)len, format, args);
	va_end(args);
	return key;
}

struct store_key key_record(const char *prefix, const char *run)
{
	return key_of(prefix, "runs/%s", run);
}

struct store_key key_run(const char *prefix, const char *run)
{
	return key_of(prefix, "run/%s/", run);
}

struct store_key key_plan(const char *prefix, const char *run, uint32_t chunk)
{
	return key_of(prefix, "run/%s/plan/%08" PRIu32, run, chunk);
}

struct store_key key_events(const char *prefix, const char *run, uint64_t first)
{
	return key_of(prefix, "run/%s/event/%016" PRIu64, run, first);
}

struct store_key key_word(const char *prefix, int64_t number)
{
	return key_of(prefix, "word/%016" PRIx64, number);
}

struct store_key key_owed(const char *prefix, const char *host, const char *change)
{
	return key_of(prefix, "owed/%s/%s", host, change);
}

struct store_key key_note(const char *prefix, const char *key)
{
	return key_of(prefix, "note/%s", key);
}
