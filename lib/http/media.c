// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/media.h"

#include <string.h>
#include <strings.h>

#include "lib/http/ranges.h"

/* How well a range fits, worst first. */
enum fit {
	FIT_NONE,
	FIT_ANYTHING,
	FIT_MAIN_TYPE,
	FIT_TYPE,
	FIT_VERSION,
};

static enum fit fits(const struct http_range *range, const struct http_media *media)
{
	const size_t main_type = strcspn(media->type, "/") + 1;

	if (strcmp(range->name, "*/*") == 0 || strcmp(range->name, "*") == 0)
		return FIT_ANYTHING;
	if (strncasecmp(range->name, media->type, main_type) == 0 && strcmp(range->name + main_type, "*") == 0)
		return FIT_MAIN_TYPE;
	if (strcasecmp(range->name, media->type) != 0)
		return FIT_NONE;
	if (!range->version[0])
		return FIT_TYPE;
	return strcmp(range->version, media->version) == 0 ? FIT_VERSION : FIT_NONE;
}

struct liking {
	enum fit fit;
	unsigned int weight;
	size_t place; /* in the header */
};

static struct liking liking_of(const struct http_range *ranges, size_t count, const struct http_media *media)
{
	struct liking liking = {.fit = FIT_NONE};

	for (size_t i = 0; i < count; i++) {
		enum fit fit = fits(&ranges[i], media);

		if (fit > liking.fit || (fit && fit == liking.fit && ranges[i].weight > liking.weight))
			liking = (struct liking){.fit = fit, .weight = ranges[i].weight, .place = i};
	}
	return liking;
}

static bool better(const struct liking *a, const struct liking *b)
{
	if (a->weight != b->weight)
		return a->weight > b->weight;
	if (a->fit != b->fit)
		return a->fit > b->fit;
	return a->place < b->place;
}

size_t http_choose_media(const char *accept, const struct http_media *medias, size_t count)
{
	struct http_range ranges[HTTP_RANGES_MAX];
	const size_t range_count = accept ? http_ranges(accept, ranges, HTTP_RANGES_MAX) : 0;
	struct liking best = {.fit = FIT_NONE};
	size_t chosen = 0;

	for (size_t i = 0; i < count; i++) {
		struct liking liking = liking_of(ranges, range_count, &medias[i]);

		if (liking.weight && better(&liking, &best)) {
			best = liking;
			chosen = i;
		}
	}
	return chosen;
}

bool http_wants_gzip(const char *accept_encoding)
{
	struct http_range ranges[HTTP_RANGES_MAX];
	const size_t count = accept_encoding ? http_ranges(accept_encoding, ranges, HTTP_RANGES_MAX) : 0;
	unsigned int gzip = 0, any = 0, identity = 0;
	bool named = false;

	for (size_t i = 0; i < count; i++) {
		if (strcasecmp(ranges[i].name, "gzip") == 0 || strcasecmp(ranges[i].name, "x-gzip") == 0) {
			gzip = ranges[i].weight;
			named = true;
		} else if (strcasecmp(ranges[i].name, "identity") == 0) {
			identity = ranges[i].weight;
		} else if (strcmp(ranges[i].name, "*") == 0) {
			any = ranges[i].weight;
		}
	}
	if (!named)
		gzip = any;
	return gzip && gzip >= identity;
}
