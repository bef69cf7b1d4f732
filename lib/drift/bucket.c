// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/drift/bucket.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define MS_NS UINT64_C(1000000)

struct drift_bucket drift_bucket_full(uint32_t burst, int64_t now_ms)
{
	return (struct drift_bucket){.level = burst * DRIFT_BUCKET_UNIT, .at_ms = now_ms};
}

/* Parts of a token that a time brings; more than a bucket can hold is no more than that. */
static uint64_t brought(const struct fleet_rate *rate, uint64_t ms, uint64_t most)
{
	uint64_t each = rate->n * (DRIFT_BUCKET_UNIT / (rate->per_ns / MS_NS));

	return ms > most / each ? most : ms * each;
}

static void fill(struct drift_bucket *bucket, const struct fleet_rate *rate, uint64_t most, int64_t now_ms)
{
	if (now_ms > bucket->at_ms)
		bucket->level += brought(rate, (uint64_t)now_ms - (uint64_t)bucket->at_ms, most);
	if (bucket->level > most)
		bucket->level = most;
	if (now_ms > bucket->at_ms || now_ms < bucket->at_ms - DRIFT_BUCKET_SKEW_MS)
		bucket->at_ms = now_ms;
}

uint32_t drift_bucket_take(struct drift_bucket *bucket, const struct fleet_rate *rate, uint32_t burst, int64_t now_ms,
			   uint32_t want)
{
	uint64_t tokens;

	fill(bucket, rate, burst * DRIFT_BUCKET_UNIT, now_ms);
	tokens = bucket->level / DRIFT_BUCKET_UNIT;
	if (tokens > want)
		tokens = want;
	bucket->level -= tokens * DRIFT_BUCKET_UNIT;
	return (uint32_t)tokens;
}

uint64_t drift_bucket_wait_ms(const struct drift_bucket *bucket, const struct fleet_rate *rate, int64_t now_ms)
{
	uint64_t missing = bucket->level < DRIFT_BUCKET_UNIT ? DRIFT_BUCKET_UNIT - bucket->level : 0;
	uint64_t per_ms = rate->per_ns / MS_NS, each = rate->n * DRIFT_BUCKET_UNIT;
	uint64_t behind = missing && bucket->at_ms > now_ms ? (uint64_t)bucket->at_ms - (uint64_t)now_ms : 0;

	return behind + (missing * per_ms + each - 1) / each;
}

const char *drift_bucket_encode(const struct drift_bucket *bucket, char buf[DRIFT_BUCKET_TEXT_MAX])
{
	snprintf(buf, DRIFT_BUCKET_TEXT_MAX, "{\"version\":1,\"level\":%" PRIu64 ",\"at_ms\":%" PRId64 "}",
		 bucket->level, bucket->at_ms);
	return buf;
}

bool drift_bucket_decode(const char *text, struct drift_bucket *bucket)
{
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	json_int_t version, level, at;
	bool good = !json_unpack(json, "{s:I, s:I, s:I}", "version", &version, "level", &level, "at_ms", &at) &&
		    version == 1 && level >= 0 && at >= 0;

	json_decref(json);
	if (good)
		*bucket = (struct drift_bucket){.level = (uint64_t)level, .at_ms = at};
	return good;
}
