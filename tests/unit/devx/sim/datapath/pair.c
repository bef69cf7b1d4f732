// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/pair.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/roce_accl.h"
#include "devx/sim/datapath/dp.h"
#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/fail.h"

#define LOG_CQ      10
#define LOG_SEND    8
#define LOG_RECEIVE 8
#define PAGES       4096

static void keep_frame(struct pair *pair, const uint8_t *frame, size_t bytes)
{
	if (pair->frames == PAIR_FRAMES_MAX || bytes > sizeof(pair->frame[0].bytes))
		return;
	memcpy(pair->frame[pair->frames].bytes, frame, bytes);
	pair->frame[pair->frames++].length = bytes;
}

static bool chosen(struct pair *pair, const struct pair_packet *packet)
{
	for (size_t i = 0; i < pair->losses; i++) {
		struct pair_loss *loss = &pair->loss[i];

		if (loss->times && loss->from == packet->from && loss->psn == packet->psn) {
			loss->times--;
			return true;
		}
	}
	return false;
}

static void watch(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct pair *pair = ctx;
	struct pair_packet *seen = &pair->packet[pair->packets];
	struct wire_weather weather = *wire_cable_weather(pair->d.cable);
	struct wire_packet packet;

	(void)now_ns;
	if (wire_frame_parse(frame, bytes, &packet) != 1 || pair->packets == PAIR_PACKETS_MAX)
		return;
	*seen = (struct pair_packet){
		.opcode = packet.bth.opcode,
		.syndrome = packet.payload_bytes ? packet.payload[0] : 0,
		.from = memcmp(packet.path.smac, pair->d.card[0].mac, sizeof(packet.path.smac)) != 0,
		.psn = packet.bth.psn,
		.bytes = (uint16_t)packet.payload_bytes,
		.ack = packet.bth.ack,
		.solicited = packet.bth.solicited,
		.traffic_class = packet.path.traffic_class,
	};
	keep_frame(pair, frame, bytes);
	pair->packets++;
	if (!pair->lose && !pair->losses)
		return;
	seen->lost = chosen(pair, seen) || (pair->lose && pair->lose(pair, seen));
	weather.lose_next = seen->lost;
	driver_require(!wire_cable_set_weather(pair->d.cable, &weather, NULL), "weather");
}

/* Times of the QP's own only; tests of the others switch them on again. */
static void plain_times(struct driver_card *card)
{
	prm_set(card->state.roce_accl, &prm_roce_accl.roce_adp_retrans_en, 0);
}

static void start_end(struct pair *pair, int end, unsigned int memory, unsigned int qp)
{
	struct driver_card *card = &pair->d.card[end];

	plain_times(card);
	driver_make_cq(card, &pair->cq[end], &(struct driver_cq_options){.log_entries = LOG_CQ});
	driver_make_qp(card, &pair->qp[end],
		       &(struct driver_qp_options){.service = PRM_QP_RC,
						   .send_cq = &pair->cq[end],
						   .log_send = LOG_SEND,
						   .log_receive = LOG_RECEIVE,
						   .rights = qp});
	driver_make_mr(card, &pair->mr[end],
		       &(struct driver_mr_options){.bytes = PAIR_BYTES, .rights = memory, .skip = 24});
}

struct pair *pair_start_rights(const struct driver_link *link, uint32_t ece, unsigned int memory, unsigned int qp)
{
	struct pair *pair = calloc(1, sizeof(*pair));
	struct driver_link asked = *link;

	driver_require(pair, "memory");
	pair->packet = calloc(PAIR_PACKETS_MAX, sizeof(*pair->packet));
	driver_require(pair->packet, "memory");
	driver_start_sized(&pair->d, "cx7", "cx7", PAGES);
	start_end(pair, 0, DRIVER_ALL, 0);
	start_end(pair, 1, memory, qp);
	if (ece)
		asked.ece[0] = asked.ece[1] = ece;
	driver_connect(&pair->qp[0], &pair->qp[1], &asked);
	wire_cable_tap(pair->d.cable, watch, pair);
	return pair;
}

struct pair *pair_start(const struct driver_link *link, uint32_t ece)
{
	return pair_start_rights(link, ece, DRIVER_ALL, 0);
}

void pair_stop(struct pair *pair)
{
	driver_stop(&pair->d);
	free(pair->packet);
	free(pair);
}

void pair_delay(struct pair *pair, uint64_t ns)
{
	struct wire_weather weather = *wire_cable_weather(pair->d.cable);

	weather.delay_ns = ns;
	driver_weather(&pair->d, &weather);
}

void pair_fill(struct pair *pair, int end, unsigned int seed)
{
	uint32_t word = seed * 2654435761U + 1;

	for (size_t i = 0; i < PAIR_BYTES; i++) {
		word = word * 1664525 + 1013904223;
		pair->mr[end].bytes[i] = (uint8_t)(word >> 24);
	}
}

bool pair_same(const struct pair *pair, size_t from, size_t to, size_t bytes)
{
	return !memcmp(pair->mr[0].bytes + from, pair->mr[1].bytes + to, bytes);
}

void pair_post(struct pair *pair, enum dp_opcode opcode, size_t from, size_t to, size_t bytes)
{
	struct driver_sge sge = driver_sge(&pair->mr[0], from, bytes);

	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = opcode,
							     .sges = &sge,
							     .sge_count = bytes != 0,
							     .immediate = 0x12345678,
							     .remote_address = pair->mr[1].address + to,
							     .remote_key = pair->mr[1].key});
}

void pair_receive(struct pair *pair, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&pair->mr[1], at, bytes);

	driver_post_receive(&pair->qp[1], &sge, 1);
}

struct driver_cqe pair_done(struct pair *pair, int end, enum dp_cqe opcode, uint8_t syndrome)
{
	struct driver_cqe cqe;

	driver_settle(&pair->d);
	driver_require(driver_poll(&pair->cq[end], &cqe), "no completion at end %d", end);
	driver_require(cqe.opcode == opcode && cqe.syndrome == syndrome,
		       "end %d: completion %d with syndrome %#x instead of %d with %#x", end, cqe.opcode, cqe.syndrome,
		       opcode, syndrome);
	return cqe;
}

void pair_nothing(struct pair *pair, int end)
{
	struct driver_cqe cqe;

	driver_settle(&pair->d);
	driver_require(!driver_poll(&pair->cq[end], &cqe), "end %d: completion %d, syndrome %#x", end, cqe.opcode,
		       cqe.syndrome);
}

size_t pair_count(const struct pair *pair, int from, uint8_t opcode)
{
	size_t n = 0;

	for (size_t i = 0; i < pair->packets; i++)
		n += pair->packet[i].from == from && pair->packet[i].opcode == opcode;
	return n;
}

size_t pair_sent_by(const struct pair *pair, int from)
{
	size_t n = 0;

	for (size_t i = 0; i < pair->packets; i++)
		n += pair->packet[i].from == from;
	return n;
}

size_t pair_times_sent(const struct pair *pair, int from, uint32_t psn)
{
	size_t n = 0;

	for (size_t i = 0; i < pair->packets; i++)
		n += pair->packet[i].from == from && pair->packet[i].psn == psn;
	return n;
}

void pair_lose(struct pair *pair, int from, uint32_t psn, unsigned int times)
{
	driver_require(pair->losses < PAIR_LOSSES_MAX, "too many losses");
	pair->loss[pair->losses++] = (struct pair_loss){.from = from, .psn = psn, .times = times};
}

bool pair_chosen(uint32_t i)
{
	return i == 5 || i == 77 || i == 78 || i == 300;
}

void pair_lose_chosen(struct pair *pair, int from)
{
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		if (pair_chosen(i))
			pair_lose(pair, from, driver_link.psn[0] + i, 1);
}

void pair_inject(struct pair *pair, size_t i, int end)
{
	driver_require(i < pair->frames, "frame %zu", i);
	dp_receive(pair->d.card[end].dp, pair->d.now_ns, pair->frame[i].bytes, pair->frame[i].length);
}

uint32_t pair_counter(struct pair *pair, int end, enum driver_counter what)
{
	return driver_counter(&pair->d.card[end], 0, what);
}
