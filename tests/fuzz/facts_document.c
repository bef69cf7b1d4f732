// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Documents of facts from strangers: compared with themselves they are alike, and redaction always ends. */
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/compare.h"
#include "lib/facts/redact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is known not to be anybody's must not be in a redacted text. */
static const char canary[] = "b8:ce:f6:12:34:56";

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_compare(const json_t *doc)
{
	const char *labels[] = {"a", "b"};
	struct hostfacts_comparison *c;
	struct ece_error e = {.code = 0};
	json_t *result = NULL;

	require(!hostfacts_comparison_new(2, &c, &e));
	if (hostfacts_comparison_add(c, doc, &e) || hostfacts_comparison_add(c, doc, &e)) {
		require(e.code && e.text[0]);
	} else {
		require(!hostfacts_comparison_result(c, labels, &result, &e));
		require(!json_array_size(json_object_get(result, "groups")));
		json_decref(result);
	}
	hostfacts_comparison_free(c);
}

static void check_redact(json_t *doc)
{
	struct ece_error e = {.code = 0};
	char *text;

	if (!json_is_object(doc) || json_object_set_new(doc, "canary", json_string(canary)))
		return;
	if (hostfacts_redact(doc, "salt", 4, &e)) {
		require(e.code && e.text[0]);
		return;
	}
	text = json_dumps(json_object_get(doc, "canary"), JSON_ENCODE_ANY);
	require(text && !strstr(text, "12:34:56"));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *doc = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);

	if (!doc)
		return 0;
	check_compare(doc);
	check_redact(doc);
	json_decref(doc);
	return 0;
}
