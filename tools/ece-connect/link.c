// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"

/* Work requests of one queue pair, each way: more than data.c ever posts. */
#define WORK_MAX   8
#define MTU_BYTES  128                   /* of the MTU 0, which is none */
#define REFUSED_NS (5 * CLOCK_SECOND_NS) /* for what both ends tell after one has refused */

struct ibv_qp_init_attr link_qp_attr(const struct link *link)
{
	return (struct ibv_qp_init_attr){
		.send_cq = link->cq,
		.recv_cq = link->cq,
		.cap = {.max_send_wr = WORK_MAX, .max_recv_wr = WORK_MAX, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};
}

static int prepare(struct link *link, struct ece_error *e)
{
	struct ibv_context *context = link->device.context;

	link->qps = calloc(link->own.qps, sizeof(*link->qps));
	link->result->pairs = calloc(link->own.qps, sizeof(*link->result->pairs));
	if (!link->qps || !link->result->pairs)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	link->pd = ibv_alloc_pd(context);
	link->channel = link->pd ? ibv_create_comp_channel(context) : NULL;
	if (link->channel)
		link->cq = ibv_create_cq(context, (int)(2 * WORK_MAX * link->own.qps), NULL, link->channel, 0);
	if (!link->cq)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "%s gives no completion queue for %u queue pairs: %s",
				     link->device.name, link->own.qps, strerror(errno));
	return data_prepare(link, e);
}

void link_report(struct link *link, size_t i, int err)
{
	link->result->pairs[i].own = report_make(&link->qps[i].outcome, link->qps[i].own.qpn, err == -ECONNREFUSED);
	link->result->count = i + 1;
}

static void close_link(struct link *link)
{
	cm_drop(link);
	for (size_t i = 0; link->qps && i < link->own.qps; i++)
		if (link->qps[i].qp)
			ibv_destroy_qp(link->qps[i].qp);
	if (link->mr)
		ibv_dereg_mr(link->mr);
	if (link->cq)
		ibv_destroy_cq(link->cq);
	if (link->channel)
		ibv_destroy_comp_channel(link->channel);
	if (link->pd)
		ibv_dealloc_pd(link->pd);
	cm_close(link);
	device_close(&link->device);
	free(link->buffer);
	free(link->qps);
}

/* Both ends know of a refusal, and tell each other the rest in any case. */
static int tell_refused(struct link *link)
{
	uint64_t soon = clock_now() + REFUSED_NS;

	if (soon < link->talk.deadline_ns)
		link->talk.deadline_ns = soon;
	(void)tell_reports(link, NULL);
	return -ECONNREFUSED;
}

static int run(struct link *link, struct ece_error *e)
{
	int err = greet(link, e);

	if (!err)
		err = prepare(link, e);
	if (!err)
		err = link->own.mode == CONNECT_RAW ? raw_connect(link, e) : cm_connect(link, e);
	if (err == -ECONNREFUSED)
		return tell_refused(link);
	if (!err)
		err = tell_reports(link, e);
	if (err)
		return err;
	result_judge(link->result);
	if (link->result->error.code)
		return link->result->error.code;
	link->result->begun = true;
	err = data_move(link, e);
	if (!err)
		err = hold(link, e);
	return err ? err : tell_done(link, e);
}

static uint32_t path_mtu(const struct link *link)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	if (!link->qps || !link->qps[0].qp || ibv_query_qp(link->qps[0].qp, &attr, IBV_QP_PATH_MTU, &init))
		return 0;
	return MTU_BYTES << attr.path_mtu;
}

static void describe(const struct link *link, struct connect_result *result)
{
	const struct connect_device *device = &link->device;

	result->mode = link->own.mode;
	result->qps = link->own.qps;
	result->bytes = link->own.bytes;
	if (!device->context)
		return;
	snprintf(result->device, sizeof(result->device), "%s", device->name);
	result->port = device->port;
	result->gid_index = device->gid.gid_index;
	result->gid_type = gid_type_name(device->gid.gid_type);
	memcpy(result->gid, device->gid.gid.raw, sizeof(result->gid));
	if (!result->error.code)
		result->mtu = path_mtu(link);
}

void link_run(const struct connect_args *args, int fd, struct connect_result *result)
{
	struct link link = {
		.args = args,
		.role = args->listen ? ECE_RESPONDER : ECE_REQUESTOR,
		.talk = {.fd = fd, .deadline_ns = clock_now() + args->timeout_ms * CLOCK_MS_NS},
		.result = result,
	};
	struct ece_error e = {.code = 0};
	int err;

	*result = (struct connect_result){.role = link.role};
	err = socket_ends_of(fd, &link.ends, &e);
	if (!err) {
		snprintf(result->local, sizeof(result->local), "%s", link.ends.local_text);
		snprintf(result->remote, sizeof(result->remote), "%s", link.ends.peer_text);
		err = run(&link, &e);
	}
	/* What both ends told is judged in the result itself */
	if (err && !result->error.code)
		result->error = e;
	if (err && err != -ECONNREFUSED && !link.negotiating)
		talk_bye(&link.talk, &result->error);
	result->moved = !err;
	describe(&link, result);
	close_link(&link);
}

void link_result_done(struct connect_result *result)
{
	free(result->pairs);
	result->pairs = NULL;
}
