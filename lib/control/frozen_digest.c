// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Is a frozen plan as it was written? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/control/frozen_json.h"

void frozen_hex(const uint8_t *digest, char *hex)
{
	for (size_t i = 0; i < SHA256_BYTES; i++)
		sprintf(hex + i * 2, "%02x", digest[i]);
}

static int add_line(const char *bytes, size_t len, void *hash)
{
	sha256_add(hash, bytes, len);
	return 0;
}

int frozen_digest(const json_t *head, const char *body, size_t len, char hex[FROZEN_HEX])
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	if (json_dump_callback(head, add_line, &hash, JSON_COMPACT))
		return -ENOMEM;
	sha256_add(&hash, body, len);
	sha256_end(&hash, digest);
	frozen_hex(digest, hex);
	return 0;
}

int frozen_check(json_t *head, const char *body, size_t len, struct ece_error *e)
{
	const char *want = json_string_value(json_object_get(head, FROZEN_DIGEST));
	char kept[FROZEN_HEX], hex[FROZEN_HEX];

	if (!want || strlen(want) >= sizeof(kept))
		return frozen_damaged(e, "it has no digest");
	snprintf(kept, sizeof(kept), "%s", want);
	json_object_del(head, FROZEN_DIGEST);
	if (frozen_digest(head, body, len, hex))
		return frozen_no_memory(e);
	return strcmp(hex, kept) ? frozen_damaged(e, "its digest is another one") : 0;
}
