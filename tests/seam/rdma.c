// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The resource tracker over rdma netlink. Source: Linux drivers/infiniband/core/nldev.c. */
#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_port.h"
#include "tests/seam/seam.h"

#define GSI_QPN 1
#define GSI_ID  0x1000001 /* what the tracker files that of port 1 under */

union request {
	uint32_t aligned;
	char bytes[ECE_RDMA_REQUEST_MAX];
};

/* What came back, of the device and the queue pair that a case is about. */
struct found {
	const char *name;
	int devices, qps, answers;
	struct ece_rdma_about device;
	struct ece_rdma_qp gsi;
	uint32_t first_word; /* of a dump */
	size_t dump_len;
};

static int ask(struct seam *s, const union request *request, size_t len,
	       int (*each)(void *arg, const void *message, size_t len), struct found *found)
{
	struct ece_os_reply reply = {.each = each, .arg = found};

	return s->os->ops->netlink(s->os->ctx, ECE_OS_NETLINK_RDMA, request, len, &reply);
}

static int take_device(void *arg, const void *message, size_t len)
{
	struct found *found = arg;
	struct ece_rdma_about device;
	int err = ece_rdma_device_parse(message, len, &device);

	found->answers++;
	if (!err && !strcmp(device.name, found->name)) {
		found->devices++;
		found->device = device;
	}
	return err;
}

static int take_qp(void *arg, const struct ece_rdma_qp *qp)
{
	struct found *found = arg;

	found->qps++;
	if (qp->qpn == GSI_QPN)
		found->gsi = *qp;
	return 0;
}

static int take_qps(void *arg, const void *message, size_t len)
{
	((struct found *)arg)->answers++;
	return ece_rdma_qps_parse(message, len, take_qp, arg);
}

static int take_dump(void *arg, const void *message, size_t len)
{
	struct found *found = arg;
	const uint8_t *raw;
	int err = ece_rdma_qp_raw_parse(message, len, &raw, &found->dump_len);

	found->answers++;
	if (!err && found->dump_len >= 4)
		found->first_word = ece_be32(raw);
	return err;
}

static int find_device(struct seam *s, struct found *found)
{
	union request request = {.aligned = 0};

	*found = (struct found){.name = s->env->rdma};
	return ask(s, &request, ece_rdma_devices_request(&request, sizeof(request)), take_device, found);
}

static int dump_qp(struct seam *s, struct found *found, uint32_t port, uint32_t qpn)
{
	union request request = {.aligned = 0};
	size_t len = ece_rdma_qp_raw_request(found->device.index, port, qpn, &request, sizeof(request));

	return ask(s, &request, len, take_dump, found);
}

enum seam_verdict rdma_devices_are_told(struct seam *s)
{
	struct found found;

	EXPECT(s, find_device(s, &found), 0);
	EXPECT(s, found.devices, 1);
	EXPECT(s, found.device.ports, 1);
	return SEAM_OK;
}

enum seam_verdict rdma_lists_the_kernels_own_queue_pair(struct seam *s)
{
	union request request = {.aligned = 0};
	struct found found;
	size_t len;

	EXPECT(s, find_device(s, &found), 0);
	len = ece_rdma_qps_request(found.device.index, &request, sizeof(request));
	EXPECT(s, ask(s, &request, len, take_qps, &found), 0);
	EXPECT(s, found.gsi.qpn, GSI_QPN);
	EXPECT(s, found.gsi.type, ECE_RDMA_QP_GSI);
	EXPECT(s, found.gsi.state, ECE_RDMA_QP_RTS);
	EXPECT(s, found.gsi.port, 1);
	EXPECT(s, found.gsi.pid, 0);
	EXPECT(s, found.gsi.has_remote, false);
	EXPECT(s, strcmp(found.gsi.kernel_owner, "ib_core"), 0);
	return SEAM_OK;
}

/* The error of a dump comes in the message that ends it. */
enum seam_verdict rdma_refuses_what_is_not_there(struct seam *s)
{
	union request request = {.aligned = 0};
	struct found found;
	size_t len;

	EXPECT(s, find_device(s, &found), 0);
	found.answers = 0;
	len = ece_rdma_qps_request(99, &request, sizeof(request));
	EXPECT(s, ask(s, &request, len, take_qps, &found), -EINVAL);
	EXPECT(s, dump_qp(s, &found, 1, 0x123456), -ENOENT);
	EXPECT(s, dump_qp(s, &found, 1, GSI_QPN), -ENOENT);
	EXPECT(s, dump_qp(s, &found, 9, GSI_ID), -EINVAL);
	found.device.index = 99;
	EXPECT(s, dump_qp(s, &found, 1, GSI_ID), -EINVAL);
	EXPECT(s, found.answers, 0);
	return SEAM_OK;
}

/* What the card says of that number is its own business; that it says it in segments, with an info first, is not. */
enum seam_verdict rdma_dumps_a_queue_pair(struct seam *s)
{
	struct found found;

	EXPECT(s, find_device(s, &found), 0);
	found.answers = 0;
	EXPECT(s, dump_qp(s, &found, 1, GSI_ID), 0);
	EXPECT(s, found.answers, 1);
	EXPECT(s, found.first_word, 0x0004fffe);
	EXPECT(s, found.dump_len % 4, 0);
	return SEAM_OK;
}

static enum seam_verdict as_user(struct seam *s)
{
	union request request = {.aligned = 0};
	struct found found;
	size_t len;

	EXPECT(s, find_device(s, &found), 0);
	EXPECT(s, found.devices, 1);
	len = ece_rdma_qps_request(found.device.index, &request, sizeof(request));
	EXPECT(s, ask(s, &request, len, take_qps, &found), 0);
	EXPECT(s, found.gsi.qpn, GSI_QPN);
	EXPECT(s, dump_qp(s, &found, 1, GSI_ID), -EPERM);
	/* Rights come before the question whether it is there */
	EXPECT(s, dump_qp(s, &found, 1, 0x123456), -EPERM);
	return SEAM_OK;
}

enum seam_verdict rdma_dumps_for_administrators_only(struct seam *s)
{
	enum seam_verdict verdict;

	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot drop root here");
	verdict = as_user(s);
	if (!s->env->set_root(s->env->ctx, true))
		return seam_skip(s, "cannot become root again");
	return verdict;
}
