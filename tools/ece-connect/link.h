/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One connection between the two ends, while it is made: the TCP connection, the device, the queue pairs, their data.
 * The files of this tool share it, each with its part of the way.
 */
#ifndef ECE_TOOLS_ECE_CONNECT_LINK_H
#define ECE_TOOLS_ECE_CONNECT_LINK_H

#include <infiniband/verbs.h>

#include "ece/negotiate.h"
#include "tools/ece-connect/device.h"
#include "tools/ece-connect/talk.h"

struct rdma_cm_id;
struct rdma_event_channel;

/* Data of one queue pair, in messages. */
struct link_flow {
	uint64_t posted, sent, received; /* messages */
};

struct link_qp {
	struct ibv_qp *qp;
	struct rdma_cm_id *id; /* by RDMA-CM */
	struct exchange_qp own, peer;
	bool connected; /* librdmacm says so; whether this end wants it is another question */
	struct ece_outcome outcome;
	struct link_flow flow;
};

struct link {
	const struct connect_args *args;
	enum ece_role role;
	struct talk talk;
	bool negotiating; /* the TCP connection carries libece's messages */
	struct socket_ends ends;
	struct exchange_hello own, peer;
	struct connect_device device;
	struct ece_policy policy;
	enum ibv_mtu mtu; /* of both ends' ports the smaller one */

	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	uint8_t *buffer;
	uint32_t message;    /* bytes of one, the last may be shorter */
	uint64_t messages;   /* of each queue pair, each way */
	struct link_qp *qps; /* own.qps of them */

	struct rdma_event_channel *cm;
	struct rdma_cm_id *listener, *first; /* first: resolved, of the end that connects, until it is a queue pair's */
	struct rdma_cm_id *early;            /* a request for the queue pair early_number, until it is that one's */
	uint32_t early_number;

	struct connect_result *result;
};

/**
 * link_qp_attr - what queue pairs of a link are made with
 */
struct ibv_qp_init_attr link_qp_attr(const struct link *link);

/**
 * greet - agree on what is to be done; this end's device is known afterwards
 *
 * Returns 0, or a negative errno with @e filled.
 */
int greet(struct link *link, struct ece_error *e);

/**
 * tell_reports - tell each other what came of each queue pair
 * tell_done - tell each other that all data came as sent
 *
 * Return 0, or a negative errno with @e filled.
 */
int tell_reports(struct link *link, struct ece_error *e);
int tell_done(struct link *link, struct ece_error *e);

/**
 * raw_connect - make the queue pairs, tell each other their numbers, negotiate and move them
 *
 * Returns 0, or a negative errno with @e filled; -ECONNREFUSED (kind REFUSED): for want of a required feature, and both
 * ends know.
 */
int raw_connect(struct link *link, struct ece_error *e);

/**
 * cm_listen - listen by RDMA-CM at this end's address of the TCP connection
 *
 * The link has its device afterwards. Returns 0, or a negative errno with @e filled.
 */
int cm_listen(struct link *link, struct ece_error *e);

/**
 * cm_resolve - find the way to the other end by RDMA-CM
 *
 * Returns as cm_listen().
 */
int cm_resolve(struct link *link, struct ece_error *e);

/**
 * cm_connect - connect all queue pairs by RDMA-CM, one behind the other
 *
 * Returns as raw_connect().
 */
int cm_connect(struct link *link, struct ece_error *e);

/**
 * cm_drop - disconnect, and destroy the queue pairs that are librdmacm's
 * cm_close - close RDMA-CM, and with it the device that it lent: after all that was made of that
 */
void cm_drop(struct link *link);
void cm_close(struct link *link);

/**
 * data_prepare - memory for the messages of all queue pairs
 *
 * Returns 0, or a negative errno with @e filled.
 */
int data_prepare(struct link *link, struct ece_error *e);

/**
 * data_expect - post what a queue pair receives into, before the other end can send
 *
 * Its state must be INIT or further. Returns 0, or a negative errno with @e filled.
 */
int data_expect(struct link *link, size_t i, struct ece_error *e);

/**
 * data_move - move the data both ways on all queue pairs, and look whether it came as it was sent
 *
 * Returns 0, or a negative errno with @e filled.
 */
int data_move(struct link *link, struct ece_error *e);

/**
 * hold - keep the connection for others to look at, as long as the end that connects has said
 *
 * That end says so on stderr and looks for the end of its input; the other one only waits longer for its word. Returns 0,
 * or as talk_check().
 */
int hold(struct link *link, struct ece_error *e);

/**
 * link_report - keep what came of a queue pair for the report
 * @err: 0, or -ECONNREFUSED: either end refused
 */
void link_report(struct link *link, size_t i, int err);

/**
 * link_run - all of it
 * @fd: the TCP connection; the caller closes it
 * @result: filled; what is in it is freed by link_result_done()
 */
void link_run(const struct connect_args *args, int fd, struct connect_result *result);
void link_result_done(struct connect_result *result);

#endif
