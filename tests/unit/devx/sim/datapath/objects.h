/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Objects that a driver makes: protection domains, keys, registered memory, completion queues, shared receive queues,
 * send and receive queues of Ethernet.
 */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_OBJECTS_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/unit/devx/sim/datapath/driver.h"

#define DRIVER_RESERVED_LKEY 0x500

/* Where a queue lies: memory of the host, and how the card is told. */
struct driver_ring {
	uint8_t *bytes; /* entry 0 */
	uint32_t entries;
	uint32_t stride;
	uint8_t *record; /* doorbell record, 8 bytes */
};

/* How a queue's memory is described to the card. */
struct driver_place {
	bool umem;           /* in registered user memory, as DevX makes it, with its record in another */
	bool big_pages;      /* of 8 KiB */
	bool cut;            /* the last page is not told: what lies there is nowhere */
	uint8_t page_offset; /* the queue begins so many 64ths of a page behind the first one; see each queue */
};

uint32_t driver_make_pd(struct driver_card *card);

uint32_t driver_make_counters(struct driver_card *card); /* a counter set */

/* Where counters stand in the answer of QUERY_Q_COUNTER: mlx5_ifc.h. */
enum driver_counter {
	DRIVER_RX_WRITE_REQUESTS = 0x10,
	DRIVER_RX_READ_REQUESTS = 0x18,
	DRIVER_RX_ATOMIC_REQUESTS = 0x20,
	DRIVER_OUT_OF_BUFFER = 0x30,
	DRIVER_OUT_OF_SEQUENCE = 0x38,
	DRIVER_DUPLICATE_REQUEST = 0x40,
	DRIVER_RNR_NAK_RETRY_ERR = 0x48,
	DRIVER_PACKET_SEQ_ERR = 0x50,
	DRIVER_IMPLIED_NAK_SEQ_ERR = 0x58,
	DRIVER_LOCAL_ACK_TIMEOUT_ERR = 0x60,
	DRIVER_REQ_RNR_RETRIES_EXCEEDED = 0x70,
	DRIVER_RESP_LOCAL_LENGTH_ERROR = 0x78,
	DRIVER_RESP_CQE_ERROR = 0x90,
	DRIVER_REQ_CQE_ERROR = 0x94,
	DRIVER_REQ_REMOTE_INVALID_REQUEST = 0xa0,
	DRIVER_REQ_REMOTE_ACCESS_ERRORS = 0xa8,
	DRIVER_RESP_REMOTE_ACCESS_ERRORS = 0xac,
	DRIVER_REQ_TRANSPORT_RETRIES_EXCEEDED = 0xb4,
	DRIVER_RESP_CQE_FLUSH_ERROR = 0xbc,
	DRIVER_REQ_CQE_FLUSH_ERROR = 0xc0,
	DRIVER_ROCE_ADP_RETRANS = 0xc8,
};

/* driver_counter - of a counter set, 0: the one that the card's QPs have when nothing else is said */
uint32_t driver_counter(struct driver_card *card, uint32_t set, enum driver_counter what);

/* A piece of memory by a key. */
struct driver_sge {
	uint32_t bytes;
	uint32_t key;
	uint64_t address;
};

enum driver_rights {
	DRIVER_LOCAL_READ = 1,
	DRIVER_LOCAL_WRITE = 2,
	DRIVER_REMOTE_READ = 4,
	DRIVER_REMOTE_WRITE = 8,
	DRIVER_ATOMIC = 16,
	DRIVER_ALL = 31,
};

struct driver_mr_options {
	size_t bytes;
	uint32_t pd;         /* 0: the card's */
	unsigned int rights; /* enum driver_rights */
	size_t skip;         /* bytes of the first page in front of it */
	bool big_pages;      /* of 8 KiB */
	bool physical;       /* no page list: its address is the bus address */
	bool umem;           /* the memory was made a umem first, and the key is one of that, as UCX and DPDK do */
	bool changeable;     /* work requests and peers may invalidate it */
};

/* Memory with a key. */
struct driver_mr {
	struct driver_card *card;
	uint8_t *bytes;
	size_t length;
	uint64_t address; /* that requests name */
	uint32_t key;
};

/* driver_make_mr - memory of the host and a key for it; its virtual address is no bus address */
void driver_make_mr(struct driver_card *card, struct driver_mr *mr, const struct driver_mr_options *options);

/* driver_mr - the same with all rights, not on a page boundary */
void driver_mr(struct driver_card *card, struct driver_mr *mr, size_t bytes);

/**
 * driver_make_list_key - a key whose memory is made of pieces of others, one behind the other
 *
 * Its address is 0; there is no memory of its own.
 */
void driver_make_list_key(struct driver_card *card, struct driver_mr *mr, const struct driver_sge *pieces, size_t count,
			  unsigned int rights);

/* driver_make_equal_key - the same where each piece has 4096 bytes, and the card is not told how many */
void driver_make_equal_key(struct driver_card *card, struct driver_mr *mr, const struct driver_sge *pieces,
			   size_t count, unsigned int rights);

void driver_destroy_mr(struct driver_mr *mr);

/* A completion queue and how far its host has read. */
struct driver_cq {
	struct driver_card *card;
	uint32_t number;
	struct driver_ring ring;
	uint32_t consumer;
	uint32_t arms; /* so far */
};

struct driver_cq_options {
	uint8_t log_entries;
	bool wide; /* entries of 128 bytes */
	struct driver_place place;
};

void driver_make_cq(struct driver_card *card, struct driver_cq *cq, const struct driver_cq_options *options);
void driver_destroy_cq(struct driver_cq *cq);

/* driver_arm - ask for an event; of anything, or of solicited completions and errors only */
void driver_arm(struct driver_cq *cq, bool solicited_only);

/* A shared receive queue: a linked list inside a ring. */
struct driver_srq {
	struct driver_card *card;
	uint32_t number;
	struct driver_ring ring;
	uint16_t tail;   /* the entry that is filled next */
	uint16_t last;   /* the free entry that no other one follows */
	uint16_t posted; /* so far */
};

struct driver_srq_options {
	uint8_t log_entries;
	uint8_t log_stride; /* at least 5; 0: 6 */
	uint16_t low_water; /* 0: no event */
	struct driver_place place;
};

void driver_make_srq(struct driver_card *card, struct driver_srq *srq, const struct driver_srq_options *options);
void driver_destroy_srq(struct driver_srq *srq);

/* A send or receive queue of Ethernet. */
struct driver_queue {
	struct driver_card *card;
	uint32_t number;
	uint8_t state;
	struct driver_cq *cq;
	struct driver_ring ring;
	uint16_t posted; /* blocks or entries so far */
};

struct driver_queue_options {
	struct driver_cq *cq;
	uint8_t log_entries;
	uint8_t log_stride; /* of a receive queue; 0: 6 */
	uint32_t user_index;
	bool strip_vlan; /* of a receive queue */
	struct driver_place place;
};

/* Made and moved to the ready state. */
void driver_make_sq(struct driver_card *card, struct driver_queue *sq, const struct driver_queue_options *options);
void driver_make_rq(struct driver_card *card, struct driver_queue *rq, const struct driver_queue_options *options);

/* driver_direct_frames - an RQ table of one, as a netdev that comes up makes it: frames go to this queue */
void driver_direct_frames(struct driver_queue *rq);

#endif
