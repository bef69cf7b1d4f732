/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What two ece-connects tell each other over TCP, beside libece's own messages: small frames of a known order.
 *
 *	the end that connects                    the end that listens
 *	   HELLO   what is to be done      ──►
 *	                                   ◄──     HELLO   the same, and where it can be reached
 *	   QP      (raw verbs) each number ──►
 *	                                   ◄──     QP
 *	   ... connections, libece's messages ...
 *	   REPORT  each, what came of it   ──►
 *	                                   ◄──     REPORT
 *	   ... data, unless an end has refused ...
 *	   DONE                            ──►
 *	                                   ◄──     DONE
 *
 * BYE comes instead of any of them from an end that gives up, and says why.
 *
 * Frame: bytes 0-3 magic "ECEC"; 4 major version; 5 kind; 6-7 bytes that follow. All numbers are big endian. What a
 * later minor version puts behind the known fields is left unread; another major version is refused.
 *
 * Pure: bytes in memory, no socket.
 */
#ifndef ECE_TOOLS_ECE_CONNECT_EXCHANGE_H
#define ECE_TOOLS_ECE_CONNECT_EXCHANGE_H

#include "ece/negotiate.h"
#include "tools/ece-connect/args.h"

#define EXCHANGE_HEAD     8
#define EXCHANGE_MAX      512 /* bytes of a frame, its head included */
#define EXCHANGE_MAJOR    1
#define EXCHANGE_MINOR    0
#define EXCHANGE_GID      16
#define EXCHANGE_TEXT_MAX 400 /* bytes of a reason */

#define CONNECT_QPS_MAX   1024
#define CONNECT_BYTES_MAX (UINT64_C(1) << 40)
#define CONNECT_HOLD_MAX  UINT32_C(600000) /* ms: others wait that long, since one peer is served at a time */

#define CONNECT_OPTION_BITS 28 /* ECE_OPTIONS_ALL */

enum exchange_kind {
	EXCHANGE_HELLO = 1,
	EXCHANGE_QP,
	EXCHANGE_REPORT,
	EXCHANGE_DONE, /* has nothing in it: all that came was right */
	EXCHANGE_BYE,
};

struct exchange_hello {
	enum connect_mode mode;
	uint32_t qps;
	uint32_t hold_ms; /* the connection is kept so long after the data */
	uint64_t bytes;
	uint64_t nonce;   /* goes along with connections by RDMA-CM, so that a stranger's is none of them */
	uint16_t cm_port; /* where this end listens by RDMA-CM; 0: it does not */
	uint8_t gid_type; /* enum ibv_gid_type; InfiniBand, RoCE v1 and v2 do not meet */
	uint8_t mtu;      /* enum ibv_mtu, of the port */
	uint16_t lid;
	uint8_t gid[EXCHANGE_GID];
};

struct exchange_qp {
	uint32_t qpn, psn; /* 24 bits */
};

/* What one end knows of one queue pair. */
struct connect_report {
	uint32_t qpn;
	bool supported; /* else @card and @local mean nothing */
	bool has_agreed;
	bool refused; /* the connection was, by either end: a policy requires what is missing */
	enum ece_effective_by effective_by;
	struct ece_offer card, local, agreed, effective;
	uint32_t allow, require;          /* option bits of this end's policy */
	uint8_t why[CONNECT_OPTION_BITS]; /* enum ece_missing, of each option bit */
};

struct exchange_bye {
	enum ece_error_kind kind;
	char text[EXCHANGE_TEXT_MAX + 1];
};

/**
 * exchange_put_hello, exchange_put_qp, exchange_put_report, exchange_put_done, exchange_put_bye - a frame
 * @frame: at least EXCHANGE_MAX bytes
 *
 * A text that is too long is cut. Return the frame's bytes.
 */
size_t exchange_put_hello(uint8_t *frame, const struct exchange_hello *hello);
size_t exchange_put_qp(uint8_t *frame, const struct exchange_qp *qp);
size_t exchange_put_report(uint8_t *frame, const struct connect_report *report);
size_t exchange_put_done(uint8_t *frame);
size_t exchange_put_bye(uint8_t *frame, const struct exchange_bye *bye);

/**
 * exchange_take_head - what kind of frame follows, and how long
 * @head: EXCHANGE_HEAD bytes
 * @len: bytes behind the head, at most EXCHANGE_MAX - EXCHANGE_HEAD
 *
 * Returns 0, or with @e filled: -EPROTO (kind PROTOCOL): this is no ece-connect; -EPROTONOSUPPORT (VERSION).
 */
int exchange_take_head(const uint8_t *head, enum exchange_kind *kind, size_t *len, struct ece_error *e);

/**
 * exchange_take_hello, exchange_take_qp, exchange_take_report, exchange_take_bye - what is in a frame
 * @body: @len bytes, what is behind the head
 *
 * A reason that this version does not know is "unknown". Return 0, or -EPROTO (kind PROTOCOL) with @e filled, where a
 * number is none that can be.
 */
int exchange_take_hello(const uint8_t *body, size_t len, struct exchange_hello *hello, struct ece_error *e);
int exchange_take_qp(const uint8_t *body, size_t len, struct exchange_qp *qp, struct ece_error *e);
int exchange_take_report(const uint8_t *body, size_t len, struct connect_report *report, struct ece_error *e);
int exchange_take_bye(const uint8_t *body, size_t len, struct exchange_bye *bye, struct ece_error *e);

#endif
