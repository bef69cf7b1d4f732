/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Queue pairs: made, moved through their states, connected. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_QP_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_QP_H

#include "devx/prm/queue.h"
#include "tests/unit/devx/sim/datapath/objects.h"

#define DRIVER_ECE_ASK    UINT32_C(0x10000000) /* in CREATE_QP, from libmlx5: which options are there? */
#define DRIVER_Q_KEY      UINT32_C(0x11111111)
#define DRIVER_GSI_Q_KEY  UINT32_C(0x80010000)
#define DRIVER_USER_INDEX 0x4242

struct driver_qp {
	struct driver_card *card;
	uint32_t number;
	enum prm_qp_service service;
	struct driver_cq *send_cq, *receive_cq;
	struct driver_srq *srq;
	struct driver_ring send, receive; /* no entries: there is none */
	uint16_t send_posted;             /* blocks so far */
	uint16_t receive_posted;          /* entries so far */
	uint16_t send_index;              /* where the last request posted begins: what its completion tells */
	uint8_t last[8];                  /* its first bytes, to ring with */
	uint32_t q_key;
	unsigned int rights; /* enum driver_rights, the remote ones */
	uint32_t counters;
	uint32_t ece_offer; /* what CREATE_QP answered */
	uint32_t ece;       /* what the last transition answered */
};

/* What is 0 is as the comment says. */
struct driver_qp_options {
	enum prm_qp_service service;
	struct driver_cq *send_cq;
	struct driver_cq *receive_cq; /* that of sending */
	struct driver_srq *srq;
	uint8_t log_send;     /* blocks of 64 bytes: 2^6 */
	uint8_t log_receive;  /* entries: 2^4 */
	uint8_t receive_sges; /* room for so many in an entry, 1, 2, 4 or more: 4 */
	uint32_t pd;          /* the card's */
	uint32_t user_index;  /* DRIVER_USER_INDEX */
	uint32_t q_key;       /* DRIVER_Q_KEY, or that of QP1 */
	uint32_t counters;    /* the card's set */
	unsigned int rights;  /* what peers may do, DRIVER_REMOTE_... and DRIVER_ATOMIC: all of it */
	bool no_ece;          /* the driver does not ask for options */
	struct driver_place place;
};

/* driver_make_qp - in the reset state */
void driver_make_qp(struct driver_card *card, struct driver_qp *qp, const struct driver_qp_options *options);
void driver_destroy_qp(struct driver_qp *qp);

/* What two QPs settle before they are connected; copy driver_link and change what matters. */
struct driver_link {
	enum driver_gid gid; /* of both ends */
	uint8_t mtu;         /* 1 to 5: 256 to 4096 bytes */
	uint32_t psn[2];     /* first one of the first and the second QP */
	uint8_t ack_timeout; /* 4.096 us << n; 0: never */
	uint8_t retry_count;
	uint8_t rnr_retry;   /* 7: for ever */
	uint8_t min_rnr_nak; /* code of the time */
	uint8_t log_reads;   /* reads and atomics under way at once */
	uint8_t traffic_class;
	uint8_t priority;
	uint16_t source_port; /* of UDP */
	uint32_t ece[2];      /* asked for by each in INIT2RTR; 0: nothing */
};

/* IPv4, 1024 bytes, PSNs 0x000100 and 0xfffff0, time-out 14 (67 ms), 7 retries, RNR 12 (0.64 ms) for ever, 16 reads. */
extern const struct driver_link driver_link;

/* The other end, as the connection manager tells it. */
struct driver_peer {
	uint8_t mac[6];
	uint8_t gid[16];
	uint32_t qpn;
	uint32_t psn; /* it sends first */
};

/* driver_peer_of - a QP as the connection manager tells its peer of it */
struct driver_peer driver_peer_of(const struct driver_qp *qp, const struct driver_link *link, uint32_t psn);

/*
 * One transition. They return the status of the command; 0 is good. @ece: options asked for, 0 for none; qp->ece is
 * what was answered.
 */
uint8_t driver_qp_init(struct driver_qp *qp);
uint8_t driver_qp_rtr(struct driver_qp *qp, const struct driver_link *link, const struct driver_peer *peer,
		      uint32_t ece);
uint8_t driver_qp_rts(struct driver_qp *qp, const struct driver_link *link, uint32_t psn, uint32_t ece);
uint8_t driver_qp_error(struct driver_qp *qp);
uint8_t driver_qp_reset(struct driver_qp *qp); /* the host's counters too */

/* driver_connect - both from reset to ready; all of it must work. A QP may be connected to itself */
void driver_connect(struct driver_qp *one, struct driver_qp *other, const struct driver_link *link);

/* driver_ready - a QP without a peer (UD, QP1) from reset to ready to send */
void driver_ready(struct driver_qp *qp);

/* driver_qp_state, driver_qp_ece - as QUERY_QP answers; options in effect */
enum prm_qp_state driver_qp_state(struct driver_qp *qp);
uint32_t driver_qp_ece(struct driver_qp *qp);

#endif
