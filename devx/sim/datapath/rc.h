/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reliable connections: everything that one has, and what its files share.
 *
 *	rc.c          what dp.c calls
 *	rc_request.c  work requests become packets: the window, fences, the depth of READs
 *	rc_answer.c   what acknowledges and answers do to the send side
 *	rc_recover.c  what is sent again: go-back-N or selective repeat
 *	rc_timer.c    how long an acknowledge is waited for
 *	rc_respond.c  requests of the peer: their order, their messages
 *	rc_message.c  SEND and WRITE packets that are in order
 *	rc_atomic.c   atomics, and what is known of them for duplicates
 *	rc_reply.c    answers to the peer, in the order of its requests
 *
 * The transport is IBTA volume 1, chapter 9.7. Selective repeat is not in it, and how silicon does it is not public. In
 * this model the receiver keeps what comes early and names the first packet that is missing, by the same NAK; the
 * sender then repeats that one packet. Of a READ the requester sees itself what is missing, and asks for that. Each end
 * goes by the word that its own QP agreed on by ECE: bit 0, from version 2 on.
 *
 * Nothing is sent while a packet is received: what it causes waits for run().
 */
#ifndef ECE_DEVX_SIM_DATAPATH_RC_H
#define ECE_DEVX_SIM_DATAPATH_RC_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/receive.h"
#include "devx/sim/datapath/wqe.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/wire/extended.h"

/*
 * Packet sequence numbers under way in one direction, READ answers included. Larger than any delay of a test needs,
 * small enough that a hundred connections fit into the cable at once (WIRE_QUEUE_FRAMES_MAX). A power of two: what is
 * known of each number is kept at its low bits.
 */
#define RC_WINDOW       512
#define RC_READ_PACKETS 128          /* a longer READ is asked for in pieces, so that its answers keep to the window */
#define RC_READS_MAX    128          /* under way; what log_sra_max can say */
#define RC_REQUESTS_MAX 64           /* work requests under way */
#define RC_ANSWERS_MAX  128          /* that wait to be sent */
#define RC_ATOMICS_MAX  128          /* answers kept for duplicates; what log_rra_max can say */
#define RC_BYTES_MAX    (128U << 20) /* of all connections of a card: what they know, requests, early packets */
#define RC_HEADERS_MAX  WIRE_ATOMIC_BYTES /* behind the base transport header */
#define RC_ATOMIC_SIZE  8                 /* of its operand */
#define RC_RNR_FOR_EVER 7

/* Syndromes of the ACK extended header. */
enum {
	RC_AETH_KIND = 0xe0,
	RC_AETH_ACK = 0x1f, /* without a count of receive entries */
	RC_AETH_RNR = 0x20, /* | the code of a time */
	RC_AETH_NAK = 0x60, /* | enum rc_nak */
};

enum rc_nak {
	RC_NAK_SEQUENCE = 0,
	RC_NAK_INVALID = 1,
	RC_NAK_ACCESS = 2,
	RC_NAK_OPERATION = 3,
};

enum rc_kind {
	RC_LOCAL, /* nothing on the wire */
	RC_OUT,   /* SEND, WRITE */
	RC_READ,
	RC_ATOMIC,
};

/* A work request under way. Its data are read anew each time a packet of it is made. */
struct rc_request {
	struct dp_wqe wqe;
	enum rc_kind kind;
	uint32_t first;   /* sequence number */
	uint32_t packets; /* numbers that it takes */
	uint32_t bytes;
	uint8_t syndrome; /* not 0: it failed, and says so when it is the oldest */
	bool done;        /* of RC_LOCAL */
};

/* One bit for each sequence number of a window. */
struct rc_bits {
	uint64_t word[RC_WINDOW / 64];
};

struct rc_timer {
	bool running; /* an acknowledge is waited for, until: */
	uint64_t at_ns;
	bool late;         /* it was begun anew because nobody looked when it was due */
	uint64_t spent_ns; /* waited in vain since the last progress */
	bool adapted;      /* the first of the adaptive times was used up */
	uint8_t range;     /* of the profile */
	uint8_t exponent;  /* the time is base << exponent */
	uint16_t used;     /* how often */
};

/*
 * Sequence numbers of the send side, in this order:
 *
 *	una    the oldest that is not known to be done
 *	acked  the peer has executed all requests before this one; answers to READs among them may be lost
 *	next   where the cursor is: what is sent next, unless it is sent again out of order
 *	top    behind the last that was ever sent; next was here before it went back
 *	end    behind the last request of the list
 */
struct rc_send {
	struct rc_request *list[RC_REQUESTS_MAX]; /* a ring from oldest on */
	unsigned int oldest, count;
	unsigned int cursor;    /* requests from the oldest on that were sent whole */
	uint32_t cursor_packet; /* packet of the one behind them */
	uint32_t una, acked, next, top, end;
	uint32_t seen;           /* selective repeat: what is missing before this was asked for again */
	struct rc_bits answered; /* of READs and atomics, from una on */
	bool named;              /* selective repeat: the peer named the gap at: */
	uint32_t gap;            /* named again, it was by a packet that crossed the repetition */
	struct rc_bits again;    /* selective repeat: to be sent again */
	unsigned int again_count;
	uint32_t read_end[RC_READS_MAX]; /* a ring: numbers behind each READ or atomic under way */
	unsigned int read_oldest, reads;
	uint32_t unasked;   /* packets since an acknowledge was asked for */
	bool went_back;     /* because of a READ; once, until there is progress */
	unsigned int tries; /* in vain, without progress */
	unsigned int rnr_tries;
	uint64_t rnr_ns; /* the peer is not ready before; DP_NEVER: it is */
	struct rc_timer timer;
	uint64_t packets_again, bytes_again;
};

/* An early packet that is kept. */
struct rc_early {
	size_t bytes;
	uint8_t frame[];
};

enum rc_answer_kind {
	RC_ANSWER_ACK,
	RC_ANSWER_NAK, /* every negative one */
	RC_ANSWER_READ,
	RC_ANSWER_ATOMIC,
};

struct rc_answer {
	uint8_t kind;     /* enum rc_answer_kind */
	uint8_t syndrome; /* of the ACK extended header */
	bool fatal;       /* the QP is in error once it is sent */
	bool begun;       /* READ: its first packet was sent */
	uint32_t psn, msn;
	uint32_t key, left; /* READ */
	uint64_t address;   /* READ */
	uint64_t value;     /* atomic, host order */
};

struct rc_atomic {
	bool valid;
	uint32_t psn, msn;
	uint64_t value;
};

enum rc_message {
	RC_NO_MESSAGE,
	RC_SEND_MESSAGE,
	RC_WRITE_MESSAGE,
};

struct rc_receive {
	uint32_t psn; /* expected */
	uint32_t msn;
	bool nak;    /* the gap at psn was named */
	bool rnr;    /* was not ready at psn; until that comes again nothing else counts */
	bool heard;  /* the peer, while this end could not send yet: its driver was told */
	bool failed; /* a fatal answer waits to be sent; nothing is received any more */

	enum rc_message message; /* being put together */
	bool taken;              /* entry is in use */
	struct dp_receive entry;
	uint32_t offset; /* bytes that came */
	uint64_t address;
	uint32_t key;
	uint32_t left; /* of a WRITE */

	struct rc_early **early; /* RC_WINDOW of them, at the low bits of their numbers; NULL until one comes */
	unsigned int early_count;

	struct rc_answer answer[RC_ANSWERS_MAX]; /* a ring */
	unsigned int answer_first, answers;
	struct rc_atomic atomic[RC_ATOMICS_MAX]; /* a ring */
	unsigned int atomic_next;
};

struct dp_rc {
	struct dp *dp;
	struct rc_send send;
	struct rc_receive receive;
};

/* What there is to tell of a connection. */
struct dp_rc_view {
	bool selective;                      /* repeats selectively; else goes back */
	uint32_t send_psn;                   /* the next new one */
	uint32_t receive_psn;                /* expected */
	uint32_t msn;                        /* messages received, 24 bits */
	uint32_t in_flight;                  /* numbers sent and not done */
	uint32_t requests;                   /* work requests under way */
	uint32_t early;                      /* packets kept */
	uint64_t packets_again, bytes_again; /* sent again, READs that were asked for again included; bytes of data */
};

/**
 * dp_rc_view - look at a connection
 *
 * Returns false when the queue is none, or has not been connected yet.
 */
bool dp_rc_view(const struct dp_queue *queue, struct dp_rc_view *view);

static inline uint32_t rc_psn(uint32_t psn, uint32_t plus)
{
	return (psn + plus) & WIRE_PSN_MASK;
}

/* rc_ahead - numbers from @b to @a, always forward */
static inline uint32_t rc_ahead(uint32_t a, uint32_t b)
{
	return (a - b) & WIRE_PSN_MASK;
}

/* rc_diff - the same by the shorter way: negative when @a is before @b */
static inline int32_t rc_diff(uint32_t a, uint32_t b)
{
	return (int32_t)((a - b) << 8) >> 8;
}

static inline struct rc_send *rc_send_of(const struct dp_queue *queue)
{
	return &((struct dp_rc *)queue->transport)->send;
}

static inline struct rc_receive *rc_receive_of(const struct dp_queue *queue)
{
	return &((struct dp_rc *)queue->transport)->receive;
}

static inline bool rc_bit(const struct rc_bits *bits, uint32_t psn)
{
	return bits->word[psn % RC_WINDOW / 64] >> (psn % 64) & 1;
}

static inline void rc_bit_set(struct rc_bits *bits, uint32_t psn)
{
	bits->word[psn % RC_WINDOW / 64] |= UINT64_C(1) << (psn % 64);
}

static inline void rc_bit_clear(struct rc_bits *bits, uint32_t psn)
{
	bits->word[psn % RC_WINDOW / 64] &= ~(UINT64_C(1) << (psn % 64));
}

static inline struct rc_request *rc_request_at(const struct rc_send *send, unsigned int i)
{
	return send->list[(send->oldest + i) % RC_REQUESTS_MAX];
}

/* rc.c */

/* rc_selective - did both ends agree on selective repeat? */
bool rc_selective(const struct dp_queue *queue);

/* rc_count - of the counter set of the QP */
void rc_count(struct dp *dp, const struct dp_queue *queue, enum fw_count what);

/**
 * rc_transmit - one packet to the peer
 * @bth: without qpn and pkey, which are filled in
 * @payload: extended headers and data
 * @ack: an acknowledge, which the card may be told to send with a DSCP of its own (ROCE_ACCL, ack_dscp_force)
 */
void rc_transmit(struct dp *dp, const struct dp_queue *queue, struct wire_bth *bth, const uint8_t *payload,
		 size_t bytes, bool ack);

/* rc_alarm - queue->due_ns by what the send side waits for */
void rc_alarm(struct dp_queue *queue);

/*
 * rc_keep - may a connection keep so many more bytes? They are counted when it may; rc_drop() gives them back.
 *
 * @must: without them it could never go on, so that it may in any case
 */
bool rc_keep(struct dp *dp, size_t bytes, bool must);
void rc_drop(struct dp *dp, size_t bytes);

/* rc_request.c */

/* rc_requests_run - send what the window allows. Returns true when only the budget ended it. */
bool rc_requests_run(struct dp *dp, struct dp_queue *queue, unsigned int *budget);

/* rc_request_of - the request that a number belongs to, and which packet of it; NULL when it is of none */
struct rc_request *rc_request_of(const struct rc_send *send, uint32_t psn, uint32_t *packet);

/* rc_request_pop - forget the oldest one; what it says is said already */
void rc_request_pop(struct dp_rc *rc);

/* rc_request_sges - the data segments of a request */
struct dp_sges rc_request_sges(const struct dp_queue *queue, const struct rc_request *request);

/* rc_read_piece - packets from packet @i of a READ to the end of its piece */
uint32_t rc_read_piece(const struct rc_request *request, uint32_t i);

/* rc_answer.c */

/* rc_answer_receive - an acknowledge, or an answer to a READ or atomic */
void rc_answer_receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

/* rc_settle - complete what is done, from the oldest on; a failed one takes the QP to the error state */
void rc_settle(struct dp *dp, struct dp_queue *queue);

/* rc_fail - the oldest request failed: its completion, then the error state */
void rc_fail(struct dp *dp, struct dp_queue *queue, uint8_t syndrome);

/* rc_recover.c */

/* rc_cursor_to_una - the next packet is una */
void rc_cursor_to_una(struct rc_send *send);

/* rc_go_back - all from una on once more */
void rc_go_back(struct rc_send *send);

/* rc_send_again - selective repeat: this number once more; of a READ that nobody answered, all of its piece */
void rc_send_again(struct rc_send *send, uint32_t psn);

/* rc_lost - the peer named a gap */
void rc_lost(struct dp *dp, struct dp_queue *queue, uint32_t psn);

/* rc_answers_lost - an answer or acknowledge says that those before @psn, which did not come, will not */
void rc_answers_lost(struct dp *dp, struct dp_queue *queue, uint32_t psn);

/* rc_not_ready - the peer has no receive entry; @code is the time in its RNR NAK */
void rc_not_ready(struct dp *dp, struct dp_queue *queue, uint8_t code);

/* rc_progress - una went on */
void rc_progress(struct dp *dp, struct dp_queue *queue);

/* rc_due - a time has come */
void rc_due(struct dp *dp, struct dp_queue *queue);

/* rc_timer.c */

/* rc_timer_start - wait for an acknowledge from now on, when anything is under way */
void rc_timer_start(struct dp *dp, struct dp_queue *queue);

/*
 * rc_timer_late - it is due, but that was a while ago: who runs the card could not, and the answer may still lie on the
 * cable. Then the time begins anew, once.
 */
bool rc_timer_late(struct dp *dp, struct dp_queue *queue);

/* rc_timer_expired - it did not come. Returns false when that was once too often. */
bool rc_timer_expired(struct dp *dp, struct dp_queue *queue);

/* rc_timer_progress - it came */
void rc_timer_progress(struct dp *dp, struct dp_queue *queue);

/* rc_respond.c */

/* rc_respond - a request of the peer */
void rc_respond(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

/* rc_early_forget - early packets are dropped */
void rc_early_forget(struct dp_rc *rc);

/* rc_message.c */

/* What became of a packet that is in order. */
enum rc_taken {
	RC_TAKEN,
	RC_IGNORED, /* as if it had not come */
	RC_REFUSED, /* the NAK is under way */
};

/* rc_message_packet - a packet of a SEND or WRITE */
enum rc_taken rc_message_packet(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

/* rc_message_flush - the message that is being put together ends in an error completion with @syndrome */
void rc_message_flush(struct dp *dp, struct dp_queue *queue, uint8_t syndrome);

/* rc_reply.c */

/* rc_ack - acknowledge all up to @psn */
void rc_ack(struct dp *dp, struct dp_queue *queue, uint32_t psn);

/* rc_nak_gap, rc_nak_not_ready - at the expected number */
void rc_nak_gap(struct dp *dp, struct dp_queue *queue);
void rc_nak_not_ready(struct dp *dp, struct dp_queue *queue);

/* rc_nak_fatal - refuse the request at @psn; the QP is in error as soon as the NAK is sent. Returns RC_REFUSED. */
enum rc_taken rc_nak_fatal(struct dp *dp, struct dp_queue *queue, uint32_t psn, enum rc_nak nak);

/* rc_reply_room - could one more answer wait? */
bool rc_reply_room(const struct dp_queue *queue);

/* rc_reply_read, rc_reply_atomic - false when too many answers wait already */
bool rc_reply_read(struct dp *dp, struct dp_queue *queue, uint32_t psn, uint32_t key, uint64_t address, uint32_t bytes);
bool rc_reply_atomic(struct dp *dp, struct dp_queue *queue, uint32_t psn, uint32_t msn, uint64_t value);

/* rc_replies_run - send answers. Returns true when there are more. */
bool rc_replies_run(struct dp *dp, struct dp_queue *queue, unsigned int *budget);

/* rc_atomic.c */

/* rc_atomic_packet - execute one in order; rc_atomic_repeat - answer a duplicate as the first time, if it is known */
enum rc_taken rc_atomic_packet(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);
void rc_atomic_repeat(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

#endif
