// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Packets of a capture. The first byte chooses how the rest is taken: as a whole file, or as packets of one kind of link,
 * each behind a byte that tells its length in units of four and, by its top bit, that the capture cut it.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/capture/file.h"
#include "lib/capture/session.h"

#define LINKS    4
#define KEPT_MAX 3
#define UNIT     4
#define CUT_BIT  0x80

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

/* Told once each, and every answer about it can be asked for. */
static void check_exchange(void *arg, const struct capture_exchange *exchange)
{
	uint64_t *told = arg;
	struct ece_offer agreed = capture_exchange_agreed(exchange);
	enum capture_ending ending = capture_exchange_ending(exchange);
	const char *protocol;
	uint16_t port;

	(*told)++;
	require(exchange->seen && exchange->first_ns <= exchange->last_ns);
	require(strcmp(capture_ending_name(ending), "?"));
	require(!agreed.vendor_id || (ending == CAPTURE_ESTABLISHED && exchange->requester.known &&
				      agreed.vendor_id == exchange->requester.word.vendor_id));
	require(capture_exchange_is_over(exchange) || !agreed.vendor_id);
	require(exchange->requester.qpn <= 0xffffff && exchange->requester.word.vendor_id <= ECE_VENDOR_MAX);
	capture_service_port(exchange->service_id, &protocol, &port);
}

static void check_counts(const struct capture_counts *counts, uint64_t packets, uint64_t told)
{
	uint64_t verdicts = 0, messages = 0;

	for (size_t i = 0; i < CAPTURE_VERDICT_COUNT; i++)
		verdicts += counts->verdicts[i];
	for (size_t i = 0; i < CAPTURE_KIND_COUNT; i++)
		messages += counts->messages[i];
	require(counts->packets == packets && verdicts == packets && messages == counts->verdicts[CAPTURE_GOOD]);
	require(told + counts->repeats + counts->strays + counts->late <= messages);
}

/* In memory of exactly its captured bytes, so that a read behind them is seen. */
static void check_packet(struct capture_session *session, enum capture_link link, uint64_t time_ns,
			 const uint8_t *bytes, size_t len, size_t wire)
{
	uint8_t *copy = malloc(len ? len : 1);
	struct capture_view view = {.at = copy, .len = len, .wire = wire};

	require(copy != NULL);
	if (len)
		memcpy(copy, bytes, len);
	require(!capture_session_packet(session, link, time_ns, &view, NULL));
	free(copy);
}

static uint64_t check_packets(struct capture_session *session, enum capture_link link, const uint8_t *data, size_t size)
{
	uint64_t packets = 0;

	while (size) {
		size_t len = (size_t)(data[0] & ~CUT_BIT) * UNIT, wire = data[0] & CUT_BIT ? len + 400 : len;

		data++;
		size--;
		if (len > size)
			len = size;
		check_packet(session, link, packets, data, len, wire > len ? wire : len);
		data += len;
		size -= len;
		packets++;
	}
	return packets;
}

static uint64_t check_file(struct capture_session *session, const uint8_t *data, size_t size)
{
	struct capture_file *file;
	struct capture_view packet;
	struct ece_error e = {0};
	uint64_t time_ns, packets = 0;
	uint8_t *copy = malloc(size + 1);
	FILE *stream;
	int more = 1;

	require(copy != NULL);
	if (size)
		memcpy(copy, data, size);
	stream = fmemopen(copy, size ? size : 1, "r");
	require(stream != NULL);
	if (capture_file_of(stream, "fuzz", &file, &e)) {
		require(e.code < 0 && e.text[0]);
		free(copy);
		return 0;
	}
	while ((more = capture_file_next(file, &packet, &time_ns, &e)) > 0) {
		require(packet.len <= packet.wire);
		check_packet(session, capture_file_link(file), time_ns, packet.at, packet.len, packet.wire);
		packets++;
	}
	require(!more || e.text[0]);
	capture_file_close(file);
	free(copy);
	return packets;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct capture_session *session;
	uint64_t told = 0, packets;

	if (!size)
		return 0;
	session = capture_session_new(KEPT_MAX, check_exchange, &told);
	require(session != NULL);
	if (data[0] % (LINKS + 1) == LINKS)
		packets = check_file(session, data + 1, size - 1);
	else
		packets = check_packets(session, (enum capture_link)(data[0] % (LINKS + 1)), data + 1, size - 1);
	capture_session_end(session);
	check_counts(capture_session_counts(session), packets, told);
	capture_session_free(session);
	return 0;
}
