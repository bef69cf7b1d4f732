// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/request.h"
#include "devx/base/errno_text.h"
#include "devx/net/rdma_ask.h"
#include "devx/netlink/rdma.h"
#include "devx/qp/dump.h"
#include "devx/qp/internal.h"

int ece_qps_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_qps **qps, struct ece_error *e)
{
	struct ece_qps *new = calloc(1, sizeof(*new));

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->info = *info;
	new->doors.os = os;
	memcpy(new->doors.pci, info->pci, sizeof(info->pci));
	memcpy(new->doors.rdma, info->rdma, sizeof(info->rdma));
	new->doors.rdma_elsewhere = info->rdma_elsewhere;
	memcpy(new->doors.fwctl, info->fwctl, sizeof(info->fwctl));
	*qps = new;
	return 0;
}

void ece_qps_close(struct ece_qps *qps)
{
	if (!qps)
		return;
	ece_doors_close(&qps->doors);
	free(qps);
}

static void take(struct ece_qp_reading *reading, enum ece_qp_way way, const struct ece_qp *qp, const uint8_t *out)
{
	struct qp_answer answer = qp_answer_read(out);

	if (qp_answer_fits(&answer, qp))
		qp_reading_set(reading, way, answer.ece);
	else
		qp_try_failed(
			reading, way,
			"the card's answer about QP %u does not agree with the kernel's: type or remote number differ",
			qp->qpn);
}

/* Each returns true where the door was open, whatever then came of it. */
static bool by_fwctl(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES] = {0};
	const struct ece_backend *fwctl = qps_fwctl(qps, reading);
	struct ece_result result;

	if (!fwctl)
		return false;
	if (qp->service == PRM_QP_DCT)
		result = ece_query_dct(fwctl, &qps->doors, qp->qpn, out);
	else
		result = ece_query_qp(fwctl, &qps->doors, qp->qpn, out);
	if (result.err)
		qp_try_result(reading, ECE_QP_WAY_FWCTL, &result);
	else if (qp->service == PRM_QP_DCT)
		qp_reading_set(reading, ECE_QP_WAY_FWCTL, (uint32_t)prm_get(out + PRM_DCTC_AT, &prm_dctc.ece));
	else
		take(reading, ECE_QP_WAY_FWCTL, qp, out);
	return true;
}

struct raw_reader {
	const struct ece_qp *qp;
	struct ece_qp_reading *reading;
	bool answered;
};

static int take_raw(void *arg, const void *message, size_t len)
{
	struct raw_reader *r = arg;
	const uint8_t *raw, *payload;
	struct ece_error e;
	size_t raw_len;

	r->answered = true;
	if (ece_rdma_qp_raw_parse(message, len, &raw, &raw_len))
		qp_try_failed(r->reading, ECE_QP_WAY_NETLINK, "the kernel's answer has no dump of the card");
	else if (ece_dump_find_qp(raw, raw_len, r->qp->qpn, &payload, &e))
		qp_try_failed(r->reading, ECE_QP_WAY_NETLINK, "%s", e.text);
	else
		take(r->reading, ECE_QP_WAY_NETLINK, r->qp, payload);
	return 0;
}

static void raw_refused(struct ece_qp_reading *reading, int err)
{
	const char *why = ece_errno_text(-err);

	if (err == -EPERM)
		why = "a dump of the card needs CAP_NET_ADMIN";
	else if (err == -EOPNOTSUPP)
		why = "this card has no resource dump";
	else if (err == -ENOENT)
		why = "the kernel knows it no more";
	qp_try_failed(reading, ECE_QP_WAY_NETLINK, "%s", why);
}

static bool by_netlink(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading)
{
	struct raw_reader r = {.qp = qp, .reading = reading};
	const struct ece_os *os = qps->doors.os;
	union ece_rdma_request request = {.aligned = 0};
	struct ece_error e;
	size_t len;
	int err;

	if (qps_device(qps, &e)) {
		qp_try_failed(reading, ECE_QP_WAY_NETLINK, "%.*s", ECE_VALUE_WHY_MAX - 1, e.text);
		return false;
	}
	if (!qp->port) {
		qp_try_failed(reading, ECE_QP_WAY_NETLINK, "the kernel has no dump of a queue pair before INIT");
		return false;
	}
	len = ece_rdma_qp_raw_request(qps->device, qp->port, qp->qpn, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, take_raw, &r, NULL);
	if (err == -EBADMSG && !r.answered)
		qp_try_failed(reading, ECE_QP_WAY_NETLINK, "the kernel gave no answer");
	else if (err)
		raw_refused(reading, err);
	return err != -EPERM && err != -EOPNOTSUPP;
}

static bool by_window(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];

	if (!qps_window(qps, reading))
		return false;
	if (!qps_dump_qp(qps, qp->qpn, out, reading))
		take(reading, ECE_QP_WAY_VSC, qp, out);
	return true;
}

static const struct {
	enum ece_qp_way way;
	bool (*read)(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading);
} ways[] = {
	{ECE_QP_WAY_FWCTL, by_fwctl},
	{ECE_QP_WAY_NETLINK, by_netlink},
	{ECE_QP_WAY_VSC, by_window},
};

__attribute__((format(printf, 3, 4))) static void settle(struct ece_qp_reading *reading, enum ece_value_state state,
							 const char *format, ...)
{
	va_list args;

	reading->state = state;
	va_start(args, format);
	vsnprintf(reading->why, sizeof(reading->why), format, args);
	va_end(args);
}

void ece_qp_read(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading)
{
	bool open = false;

	*reading = (struct ece_qp_reading){.state = ECE_VALUE_UNSET};
	if (qp->service == ECE_QP_NO_SERVICE) {
		settle(reading, ECE_VALUE_UNSUPPORTED, "a %s queue pair negotiates no ECE", qp->type);
		return;
	}
	if (qps_lacks(qps, QPS_ECE)) {
		settle(reading, ECE_VALUE_UNSUPPORTED, "this card has no ECE");
		return;
	}
	for (size_t i = 0; reading->state != ECE_VALUE_SET && i < sizeof(ways) / sizeof(ways[0]); i++) {
		reading->tries[ways[i].way].tried = true;
		open |= ways[i].read(qps, qp, reading);
	}
	if (reading->state == ECE_VALUE_SET)
		return;
	reading->state = open ? ECE_VALUE_UNREADABLE : ECE_VALUE_NO_DOOR;
	qp_reading_join(reading);
}
