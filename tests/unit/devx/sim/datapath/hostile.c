// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/hostile.h"

#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"
#include "devx/prm/wq.h"
#include "devx/prm/wqe.h"
#include "tests/unit/devx/sim/datapath/fail.h"
#include "tests/unit/devx/sim/datapath/hostile_honest.h"
#include "tests/unit/devx/sim/datapath/hostile_request.h"

#define ACTIONS_MAX   4096
#define TURNS_AFTER   64
#define TURNS_MAX     16
#define CALL_ACCESSES 400000 /* of memory, that one call into a card may take */
#define CALL_FRAMES   (DP_RUN_PACKETS + 16)
#define RESETS_MAX    3
#define HONEST_TURNS  20000
#define MUTATIONS_MAX 6
#define RC_OPCODES    0x18
#define UC_OPCODES    0x0c

struct trial {
	struct hostile_world world;
	struct source source;
	struct hostile_result *result;
	unsigned int resets;
};

static struct hostile_host *other(struct trial *t, const struct hostile_host *host)
{
	return &t->world.host[host == &t->world.host[0]];
}

/* Everything that runs in a card runs between these two. */
static void enter(struct trial *t)
{
	for (size_t i = 0; i < t->world.driver.cards; i++) {
		struct arena *memory = &t->world.driver.card[i].memory;

		memory->limit = memory->accesses + CALL_ACCESSES;
	}
}

static void leave(struct trial *t)
{
	for (size_t i = 0; i < t->world.driver.cards; i++)
		t->world.driver.card[i].memory.limit = 0;
}

static void ring(struct trial *t, struct hostile_host *host, const uint8_t doorbell[8])
{
	enter(t);
	dp_doorbell(host->card->dp, t->world.driver.now_ns, doorbell);
	leave(t);
}

static void act_request(struct trial *t, struct hostile_host *host)
{
	uint8_t doorbell[8];

	hostile_request(&t->source, host, other(t, host), doorbell);
	ring(t, host, doorbell);
}

static void act_receive(struct trial *t, struct hostile_host *host)
{
	struct driver_sge sges[2];
	size_t n = source_pick(&t->source, HOSTILE_QPS + 1);

	for (size_t i = 0; i < 2; i++)
		sges[i] = source_sge(&t->source, host);
	if (n == HOSTILE_QPS)
		driver_post_frame_receive(&host->rq, sges, 2);
	else if (host->qp[n].srq)
		driver_post_srq(&host->srq, sges, 2);
	else
		driver_post_receive(&host->qp[n], sges, 2);
}

/* Bytes into what the host owns: rings, records, data, anywhere. */
static void act_poke(struct trial *t, struct hostile_host *host)
{
	struct arena *memory = &host->card->memory;
	const struct driver_qp *qp = &host->qp[source_pick(&t->source, HOSTILE_QPS)];
	const struct driver_cq *cq = &host->cq[source_pick(&t->source, HOSTILE_CQS)];
	uint8_t *places[] = {qp->send.record, qp->send.bytes,       cq->ring.record,    cq->ring.bytes,
			     memory->bytes,   host->srq.ring.bytes, host->rq.ring.bytes};
	size_t n = source_pick(&t->source, ARRAY_COUNT(places));
	size_t left, offset;

	offset = n == 0 || n == 2 ? source_pick(&t->source, 8) : source_take(&t->source, n == 4 ? 3 : 2) % 4096;
	if (n == 4)
		offset = offset * 251 % (memory->used - 8);
	left = (size_t)(memory->bytes + memory->pages * ARENA_PAGE - places[n]);
	if (offset + 8 <= left)
		ece_put_be64(places[n] + offset, source_take(&t->source, 8));
}

static void act_doorbell(struct trial *t, struct hostile_host *host)
{
	uint8_t doorbell[8];

	ece_put_be64(doorbell, source_take(&t->source, 8));
	if (source_odd(&t->source, 2))
		ece_put_be32(doorbell + 4, source_number(&t->source, host) << 8);
	ring(t, host, doorbell);
}

static void act_arm(struct trial *t, struct hostile_host *host)
{
	uint8_t doorbell[8];

	ece_put_be32(doorbell, (uint32_t)source_take(&t->source, 4));
	ece_put_be32(doorbell + 4, host->cq[source_pick(&t->source, HOSTILE_CQS)].number);
	if (source_odd(&t->source, 4))
		ece_put_be32(doorbell + 4, (uint32_t)source_take(&t->source, 4));
	enter(t);
	dp_arm(host->card->dp, t->world.driver.now_ns, doorbell);
	leave(t);
}

static void execute(struct trial *t, struct hostile_host *host, const uint8_t *in, size_t bytes)
{
	uint8_t out[0x200];
	uint8_t status;

	enter(t);
	status = driver_command(host->card, in, bytes, out, sizeof(out));
	leave(t);
	if (status) {
		t->result->commands_refused++;
		return;
	}
	t->result->commands_done++;
	host->made[host->makes++ % HOSTILE_MADE] = ece_be32(out + 0x08) & 0xffffff;
}

/* A copy that ends where the command ends; sometimes that is early. */
static void execute_some(struct trial *t, struct hostile_host *host, const uint8_t *in, size_t bytes)
{
	uint8_t *copy;

	if (source_odd(&t->source, 8))
		bytes = PRM_MBOX_MIN + source_take(&t->source, 2) % (bytes - PRM_MBOX_MIN + 1);
	copy = malloc(bytes);
	driver_require(copy, "no memory");
	memcpy(copy, in, bytes);
	execute(t, host, copy, bytes);
	free(copy);
}

/* What a driver once sent, about other objects and with some words changed. */
static void act_command(struct trial *t, struct hostile_host *host)
{
	const struct hostile_template *from = &t->world.template[source_pick(&t->source, t->world.templates)];
	uint8_t in[DRIVER_MAILBOX_MAX];

	memcpy(in, from->in, from->bytes);
	for (size_t n = source_pick(&t->source, MUTATIONS_MAX); n; n--) {
		size_t at = source_take(&t->source, 2) % (from->bytes / 4) * 4;

		if (source_odd(&t->source, 2))
			ece_put_be32(in + at, source_number(&t->source, host));
		else
			in[at + source_pick(&t->source, 4)] = source_byte(&t->source);
	}
	execute_some(t, host, in, from->bytes);
}

/* Transitions, modifications and ends of what is there. */
static void act_object(struct trial *t, struct hostile_host *host)
{
	static const uint16_t opcodes[] = {
		0x202, 0x302, 0x401, 0x403, 0x501, 0x502, 0x503, 0x504, 0x505, 0x507, 0x50a,
		0x703, 0x772, 0x801, 0x806, 0x807, 0x901, 0x902, 0x905, 0x906, 0x909, 0x90a,
		0x90d, 0x90e, 0x917, 0x918, 0x50b, 0x402, 0x773, 0x907, 0x90b, 0x90f, 0xa0a,
	};
	uint8_t in[0x110] = {0};

	prm_set(in, &prm_mbox_in.opcode, opcodes[source_pick(&t->source, ARRAY_COUNT(opcodes))]);
	ece_put_be32(in + 0x08, source_number(&t->source, host));
	for (size_t n = source_pick(&t->source, MUTATIONS_MAX); n; n--)
		ece_put_be32(in + source_take(&t->source, 1) % 0x44 * 4, (uint32_t)source_take(&t->source, 4));
	execute_some(t, host, in, sizeof(in));
}

static void deliver(struct trial *t, struct hostile_host *host, const uint8_t *frame, size_t bytes)
{
	uint8_t *copy = malloc(bytes ? bytes : 1);

	driver_require(copy, "no memory");
	memcpy(copy, frame, bytes);
	enter(t);
	dp_receive(host->card->dp, t->world.driver.now_ns, copy, bytes);
	leave(t);
	free(copy);
}

/* One that the cable has seen, damaged; with its invariant CRC right again, so that it goes further. */
static void act_again(struct trial *t, struct hostile_host *host)
{
	const struct hostile_frame *from = &t->world.frame[source_pick(&t->source, HOSTILE_FRAMES)];
	uint8_t frame[WIRE_FRAME_MAX];
	size_t bytes = from->length;

	if (!from->bytes)
		return;
	memcpy(frame, from->bytes, bytes);
	if (source_odd(&t->source, 8))
		bytes = source_take(&t->source, 2) % (bytes + 1);
	for (size_t n = source_pick(&t->source, MUTATIONS_MAX); n && bytes; n--)
		frame[source_take(&t->source, 2) % (bytes < 100 ? bytes : 100)] = source_byte(&t->source);
	if (bytes > 64 && !source_odd(&t->source, 4))
		ece_put_be32(frame + bytes - WIRE_ICRC_BYTES, wire_icrc(frame, bytes));
	deliver(t, host, frame, bytes);
}

static struct wire_path path_to(struct trial *t, const struct hostile_host *host)
{
	const struct hostile_host *from = other(t, host);
	enum driver_gid gid = (enum driver_gid)source_pick(&t->source, 4);
	struct wire_path path = {.vlan = WIRE_NO_VLAN, .hop_limit = 64, .source_port = 0xc000};

	path.network = gid == DRIVER_GID_IPV4 ? WIRE_ROCE_V2_IPV4 :
		       gid == DRIVER_GID_IPV6 ? WIRE_ROCE_V2_IPV6 :
						WIRE_ROCE_V1;
	path.traffic_class = source_byte(&t->source);
	memcpy(path.dmac, host->card->mac, sizeof(path.dmac));
	memcpy(path.smac, from->card->mac, sizeof(path.smac));
	driver_gid(host->card, gid, path.dgid);
	driver_gid(from->card, gid, path.sgid);
	if (source_odd(&t->source, 16))
		path.vlan = (uint16_t)source_take(&t->source, 2);
	return path;
}

/* An opcode of the QP's own service, most of the time. */
static uint8_t any_opcode(struct source *source, enum hostile_qp kind)
{
	uint8_t opcode = source_byte(source);

	if (source_odd(source, 8))
		return opcode;
	if (kind == HOSTILE_UD || kind == HOSTILE_GSI)
		return WIRE_UD_SEND + opcode % 2;
	if (opcode >= 0xf0)
		return WIRE_CNP;
	return kind == HOSTILE_UC ? WIRE_UC + opcode % UC_OPCODES : opcode % RC_OPCODES;
}

/* What a QP awaits is one behind the last that the cable carried to it; none yet: its first. */
static uint32_t awaited(const struct trial *t, const struct hostile_host *host, uint32_t qpn)
{
	struct wire_packet packet;

	for (size_t n = 1; n <= HOSTILE_FRAMES && n <= t->world.frames; n++) {
		const struct hostile_frame *frame = &t->world.frame[(t->world.frames - n) % HOSTILE_FRAMES];

		if (wire_frame_parse(frame->bytes, frame->length, &packet) == 1 && packet.bth.qpn == qpn)
			return packet.bth.psn + 1;
	}
	return driver_link.psn[host == &t->world.host[0]];
}

static struct wire_bth any_bth(struct trial *t, const struct hostile_host *host)
{
	struct source *source = &t->source;
	enum hostile_qp kind = (enum hostile_qp)source_pick(source, HOSTILE_QPS);
	struct wire_bth bth = {.pkey = WIRE_PKEY, .qpn = host->qp[kind].number};

	bth.opcode = any_opcode(source, kind);
	bth.solicited = source_odd(source, 4);
	bth.ack = source_odd(source, 2);
	bth.becn = source_odd(source, 16);
	if (source_odd(source, 8))
		bth.qpn = source_number(source, host);
	bth.psn = awaited(t, host, bth.qpn);
	if (source_odd(source, 3))
		bth.psn += (uint32_t)source_take(source, 1) - 32;
	if (source_odd(source, 16))
		bth.psn = (uint32_t)source_take(source, 3);
	bth.psn &= 0xffffff;
	return bth;
}

/* A packet that is well formed and means something to one of the queue pairs. */
static void act_packet(struct trial *t, struct hostile_host *host)
{
	uint8_t payload[2048] = {0}, frame[WIRE_FRAME_MAX];
	struct wire_path path = path_to(t, host);
	struct wire_bth bth = any_bth(t, host);
	size_t bytes =
		source_odd(&t->source, 2) ? source_pick(&t->source, 40) : source_length(&t->source) % sizeof(payload);

	ece_put_be64(payload, source_address(&t->source, host));
	ece_put_be32(payload + 8, source_key(&t->source, host));
	ece_put_be32(payload + 12, source_length(&t->source));
	if (source_odd(&t->source, 2))
		ece_put_be64(payload, source_take(&t->source, 8));
	bytes = wire_frame_build(frame, &path, &bth, payload, bytes);
	deliver(t, host, frame, bytes);
}

static void act_raw_frame(struct trial *t, struct hostile_host *host)
{
	uint8_t frame[256];
	size_t bytes = source_byte(&t->source);

	for (size_t i = 0; i < bytes; i++)
		frame[i] = source_byte(&t->source);
	deliver(t, host, frame, bytes);
}

static void turns(struct trial *t, size_t count)
{
	struct driver *driver = &t->world.driver;

	while (count--) {
		uint64_t frames = wire_cable_counts(driver->cable)->frames;
		uint64_t next;

		enter(t);
		next = driver_turn(driver);
		leave(t);
		driver_require(wire_cable_counts(driver->cable)->frames - frames <= CALL_FRAMES * driver->cards,
			       "more frames in one run than it may send");
		if (next == DP_NEVER)
			return;
		if (next > driver->now_ns)
			driver->now_ns = next;
	}
}

static void act_time(struct trial *t, struct hostile_host *host)
{
	(void)host;
	t->world.driver.now_ns += UINT64_C(1) << source_byte(&t->source) % 36;
	turns(t, 1);
}

static void act_turns(struct trial *t, struct hostile_host *host)
{
	(void)host;
	turns(t, 1 + source_pick(&t->source, TURNS_MAX));
}

static void act_weather(struct trial *t, struct hostile_host *host)
{
	struct wire_weather weather = {
		.delay_ns = source_take(&t->source, 2),
		.loss_per_million = (uint32_t)source_take(&t->source, 2) * 4,
		.mark_per_million = (uint32_t)source_take(&t->source, 2) * 8,
		.lose_next = (uint32_t)source_pick(&t->source, 4),
		.seed = source_take(&t->source, 1),
	};

	if (source_odd(&t->source, 8))
		driver_link_up(host->card, source_odd(&t->source, 2));
	driver_weather(&t->world.driver, &weather);
}

static void act_pages(struct trial *t, struct hostile_host *host)
{
	struct arena *memory = &host->card->memory;
	size_t page = source_take(&t->source, 2) % memory->pages;

	arena_allow(memory, memory->bytes + page * ARENA_PAGE, ARENA_PAGE, source_byte(&t->source) & 3);
}

/* Rarely: all that the host has is gone, and its driver begins anew. */
static void act_reset(struct trial *t, struct hostile_host *host)
{
	if (source_byte(&t->source) != 0xa5 || t->resets == RESETS_MAX)
		return;
	t->resets++;
	enter(t);
	driver_reset_card(host->card);
	leave(t);
}

static void act_poll(struct trial *t, struct hostile_host *host)
{
	struct driver_cqe cqe;

	for (size_t i = 0; i < HOSTILE_CQS; i++)
		while (driver_poll(&host->cq[i], &cqe))
			t->result->completions++;
}

/* Both ends of a connection begin anew, with entries to receive into; else all would soon be in the error state. */
static void act_heal(struct trial *t, struct hostile_host *host)
{
	(void)host;
	enter(t);
	hostile_connect(&t->world, (enum hostile_qp)source_pick(&t->source, HOSTILE_QPS));
	leave(t);
}

typedef void action(struct trial *t, struct hostile_host *host);

/* What matters most stands there more than once. */
static action *const actions[] = {
	act_request, act_request, act_request,   act_request, act_turns,  act_turns,    act_receive,
	act_packet,  act_packet,  act_again,     act_poke,    act_poke,   act_doorbell, act_arm,
	act_command, act_command, act_heal,      act_heal,    act_object, act_time,     act_weather,
	act_pages,   act_reset,   act_raw_frame, act_poll,
};

/* Whatever was done to the two cards: who has queues and memory of his own there can use them. */
static void serve_honest_hosts(struct trial *t)
{
	struct driver *driver = &t->world.driver;
	struct hostile_honest honest;
	bool served = false;

	for (size_t h = 0; h < HOSTILE_HOSTS; h++) {
		struct arena *memory = &driver->card[h].memory;

		arena_allow(memory, memory->bytes, memory->pages * ARENA_PAGE, ARENA_READ | ARENA_WRITE);
		driver_link_up(&driver->card[h], true);
	}
	driver_weather(driver, &(struct wire_weather){0});
	hostile_honest_begin(&honest, driver);
	for (size_t n = 0; n < HONEST_TURNS && !served; n++) {
		turns(t, 1);
		served = hostile_honest_served(&honest);
	}
	driver_require(served, "an honest host is not served");
}

void hostile_run(const uint8_t *data, size_t size, struct hostile_result *result)
{
	struct trial *t = calloc(1, sizeof(*t));

	driver_require(t, "no memory");
	*result = (struct hostile_result){0};
	t->source = (struct source){data, data + size};
	t->result = result;
	hostile_begin(&t->world);
	for (size_t n = 0; n < ACTIONS_MAX && t->source.at < t->source.end; n++) {
		uint8_t what = source_byte(&t->source);

		actions[(what >> 1) % ARRAY_COUNT(actions)](t, &t->world.host[what & 1]);
	}
	turns(t, TURNS_AFTER);
	result->frames = wire_cable_counts(t->world.driver.cable)->frames;
	for (size_t h = 0; h < HOSTILE_HOSTS; h++) {
		act_poll(t, &t->world.host[h]);
		result->refused += t->world.host[h].card->memory.refused;
	}
	serve_honest_hosts(t);
	hostile_end(&t->world);
	free(t);
}
