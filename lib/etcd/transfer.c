// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One POST to one endpoint. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/internal.h"

static size_t give_body(char *buf, size_t size, size_t count, void *ctx)
{
	struct transfer *transfer = ctx;
	size_t n = transfer->len - transfer->sent;

	n = n < size * count ? n : size * count;
	memcpy(buf, transfer->body + transfer->sent, n);
	transfer->sent += n;
	return n;
}

static size_t take_data(char *data, size_t size, size_t count, void *ctx)
{
	struct transfer *transfer = ctx;

	return transfer->data(transfer->ctx, data, size * count) ? 0 : size * count;
}

static int add_header(struct transfer *transfer, const char *line)
{
	struct curl_slist *more = curl_slist_append(transfer->headers, line);

	if (!more)
		return -1;
	transfer->headers = more;
	return 0;
}

static int add_headers(struct transfer *transfer, const char *token)
{
	char line[ETCD_TOKEN_MAX + 32];
	int ret = add_header(transfer, "Content-Type: application/json");

	/* a member that is cut off from the others then says so instead of hanging (etcd-io/etcd#10819) */
	ret |= add_header(transfer, "Grpc-Metadata-hasleader: true");
	ret |= add_header(transfer, "Expect:");
	if (token && !ret) {
		snprintf(line, sizeof(line), "Authorization: %s", token);
		ret = add_header(transfer, line);
		explicit_bzero(line, sizeof(line));
	}
	return ret;
}

static void set_tls(const struct etcd *etcd, CURL *easy)
{
	if (etcd->ca)
		curl_easy_setopt(easy, CURLOPT_CAINFO, etcd->ca);
	if (etcd->cert) {
		curl_easy_setopt(easy, CURLOPT_SSLCERT, etcd->cert);
		curl_easy_setopt(easy, CURLOPT_SSLKEY, etcd->key);
	}
}

/*
 * The body comes from a function that cannot be wound back: curl repeats a POST by itself when a connection that it
 * kept dies before the answer, and a write must not go out twice unasked.
 */
static void set_body(struct transfer *transfer)
{
	CURL *easy = transfer->easy;

	curl_easy_setopt(easy, CURLOPT_POST, 1L);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->len);
	curl_easy_setopt(easy, CURLOPT_READFUNCTION, give_body);
	curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_data);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
}

/* A portable agent is built with a libcurl that has no other way, and runs with newer ones that still have it. */
static void set_protocols(CURL *easy)
{
#if CURL_AT_LEAST_VERSION(7, 85, 0)
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static void set_options(const struct etcd *etcd, struct transfer *transfer, const char *url, uint64_t timeout_ns)
{
	CURL *easy = transfer->easy;
	long ms = (long)(timeout_ns / CLOCK_MS_NS);

	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	set_protocols(easy);
	/* the gateway has one connection for each watch anyway, and one end of a connection is then one answer */
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
	curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "ecekit");
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
			 timeout_ns && ms < ETCD_CONNECT_MS ? ms + 1 : (long)ETCD_CONNECT_MS);
	if (timeout_ns)
		curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, ms + 1);
	set_tls(etcd, easy);
	set_body(transfer);
}

struct transfer *transfer_start(struct etcd *etcd, const struct transfer *want, size_t endpoint, const char *path,
				const char *token, uint64_t timeout_ns)
{
	struct transfer *transfer = malloc(sizeof(*transfer));
	char url[ETCD_URL_MAX + 64];

	if (!transfer)
		return NULL;
	*transfer = *want;
	transfer->easy = curl_easy_init();
	if (!transfer->easy || add_headers(transfer, token)) {
		transfer_free(etcd, transfer);
		return NULL;
	}
	snprintf(url, sizeof(url), "%s/v3/%s", etcd->endpoints[endpoint], path);
	set_options(etcd, transfer, url, timeout_ns);
	if (curl_multi_add_handle(etcd->multi.curl, transfer->easy)) {
		transfer_free(etcd, transfer);
		return NULL;
	}
	return transfer;
}

void transfer_free(struct etcd *etcd, struct transfer *transfer)
{
	if (!transfer)
		return;
	if (transfer->easy) {
		curl_multi_remove_handle(etcd->multi.curl, transfer->easy);
		curl_easy_cleanup(transfer->easy);
	}
	for (struct curl_slist *line = transfer->headers; line; line = line->next)
		explicit_bzero(line->data, strlen(line->data));
	curl_slist_free_all(transfer->headers);
	free(transfer);
}
