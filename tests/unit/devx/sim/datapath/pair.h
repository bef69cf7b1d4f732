/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two connected QPs on two cards, each with registered memory, and somebody who watches the cable between them. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_PAIR_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_PAIR_H

#include "tests/unit/devx/sim/datapath/post.h"

#define PAIR_PACKETS_MAX 65536
#define PAIR_BYTES       (1U << 20) /* of memory at each end */
#define PAIR_FRAMES_MAX  64
#define PAIR_LOSSES_MAX  8

#define PAIR_SELECTIVE UINT32_C(0x20000001) /* an ECE word that has selective repeat in it */

/* A packet as it went into the cable. */
struct pair_packet {
	uint8_t opcode;
	uint8_t syndrome; /* of an acknowledge */
	int from;         /* 0 or 1 */
	uint32_t psn;
	uint16_t bytes; /* behind the base transport header */
	bool ack;       /* was asked for */
	bool solicited;
	bool lost;
	uint8_t traffic_class;
};

/* The next so many packets with this number. */
struct pair_loss {
	int from;
	uint32_t psn;
	unsigned int times;
};

struct pair {
	struct driver d;
	struct driver_cq cq[2];
	struct driver_qp qp[2];
	struct driver_mr mr[2];
	struct pair_packet *packet; /* all so far, those that did not fit apart */
	size_t packets;
	struct pair_loss loss[PAIR_LOSSES_MAX];
	size_t losses;
	bool (*lose)(struct pair *pair, const struct pair_packet *packet); /* what gets lost besides; may be NULL */
	size_t nth;                                                        /* for ->lose to count with */
	struct {
		uint8_t bytes[1200];
		size_t length;
	} frame[PAIR_FRAMES_MAX]; /* the first ones */
	size_t frames;
};

/* pair_start - @link, both ends asking for @ece unless it is 0; cards whose acknowledge times are the QPs' own */
struct pair *pair_start(const struct driver_link *link, uint32_t ece);

/* pair_start_rights - the same with other rights at the memory of the second end, and what its QP lets the peer do */
struct pair *pair_start_rights(const struct driver_link *link, uint32_t ece, unsigned int memory, unsigned int qp);
void pair_stop(struct pair *pair);

/* pair_delay - of each frame */
void pair_delay(struct pair *pair, uint64_t ns);

/* pair_fill - bytes that tell where they stand, other ones for each @seed */
void pair_fill(struct pair *pair, int end, unsigned int seed);

/* pair_same - are @bytes at @from of the first end those at @to of the other? */
bool pair_same(const struct pair *pair, size_t from, size_t to, size_t bytes);

/* pair_post - a request of the first end about [@from, +@bytes) of its memory and from @to on of the other's */
void pair_post(struct pair *pair, enum dp_opcode opcode, size_t from, size_t to, size_t bytes);

/* pair_receive - an entry of the second end for [@at, +@bytes) */
void pair_receive(struct pair *pair, size_t at, size_t bytes);

/* pair_done - settles, then the next completion of an end must be there and be this */
struct driver_cqe pair_done(struct pair *pair, int end, enum dp_cqe opcode, uint8_t syndrome);

/* pair_nothing - settles, then there must be no completion at this end */
void pair_nothing(struct pair *pair, int end);

/* pair_count - packets of this kind that @from sent so far */
size_t pair_count(const struct pair *pair, int from, uint8_t opcode);

/* pair_sent_by - packets that @from sent so far; pair_times_sent - those with this number */
size_t pair_sent_by(const struct pair *pair, int from);
size_t pair_times_sent(const struct pair *pair, int from, uint32_t psn);

/* pair_lose - the next @times packets with this number get lost, whatever they are */
void pair_lose(struct pair *pair, int from, uint32_t psn, unsigned int times);

/* 400 packets leave at once, as the window is 512 and the cable longer than all of them. */
#define PAIR_MANY 400

/* pair_lose_chosen - of so many from the first number of the first end on, those that pair_chosen() names, once each */
bool pair_chosen(uint32_t i);
void pair_lose_chosen(struct pair *pair, int from);

/* pair_inject - the @i-th frame of all arrives at @end, once more */
void pair_inject(struct pair *pair, size_t i, int end);

/* pair_counter - of the QP of this end */
uint32_t pair_counter(struct pair *pair, int end, enum driver_counter what);

#endif
