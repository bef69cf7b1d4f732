// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whatever comes down the stream of a watch, in chunks of a size that the first byte says: news, or the stream ends. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/follow_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

static void followed(void *ctx, const struct etcd_news *news)
{
	(void)ctx;
	require(news->range < 2);
	if (news->kind == ETCD_SET || news->kind == ETCD_GONE)
		require(news->kv && news->kv->key && news->kv->key[0]);
	if (news->kind == ETCD_LOST)
		require(news->why && news->why[0]);
}

static void feed(struct etcd_follow *follow, const uint8_t *data, size_t size, size_t chunk)
{
	struct etcd_scan scan = {.max = 4096};
	int64_t from[2] = {0};
	struct ece_error e;
	const char *text;
	size_t len;
	int ret = 0;

	for (size_t at = 0; at < size && !ret && follow->state == FOLLOW_STREAM; at += chunk) {
		require(!etcd_scan_add(&scan, data + at, chunk < size - at ? chunk : size - at));
		while (follow->state == FOLLOW_STREAM && (ret = etcd_scan_next(&scan, &text, &len, &e)) == 1) {
			require(len >= 2 && len <= 4096 && text[0] == '{' && strchr("]}", text[len - 1]));
			follow_message(follow, text, len);
			for (size_t i = 0; i < 2; i++) {
				require(follow->from[i] >= from[i]);
				from[i] = follow->from[i];
			}
		}
	}
	etcd_scan_done(&scan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct etcd_range ranges[] = {{.key = "a/", .prefix = true}, {.key = "b"}};
	static struct etcd *etcd;
	const char *url = "http://127.0.0.1:1";
	const struct etcd_config config = {.endpoints = &url, .endpoint_count = 1};
	struct etcd_follow *follow;
	struct ece_error e;

	if (!etcd)
		require(!etcd_new(&config, &etcd, &e));
	if (!size || etcd_follow(etcd, ranges, 2, followed, NULL, &follow, &e))
		return 0;
	follow->state = FOLLOW_STREAM;
	follow->listed = true;
	feed(follow, data + 1, size - 1, data[0] + 1U);
	etcd_unfollow(etcd, follow);
	return 0;
}
