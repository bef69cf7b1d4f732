// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/ece/rdmacm.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/base/error.h"

unsigned int fake_calls, fake_fails_at;

void fake_id_init(struct fake_id *fake, uint32_t options)
{
	*fake = (struct fake_id){.id = {.ps = RDMA_PS_TCP, .qp_type = IBV_QPT_RC}};
	fake_qp_init(&fake->qp, options);
	fake->qp.qp.qp_type = IBV_QPT_RC;
	fake->qp.qp.qp_context = fake;
}

void fake_carry_request(const struct fake_id *from, struct fake_id *to)
{
	to->remote = from->local;
}

void fake_carry_answer(const struct fake_id *from, struct fake_id *to)
{
	to->remote = from->local;
	if (!from->local.vendor_id)
		to->remote.vendor_id = from->remote.vendor_id;
}

struct rdma_cm_event fake_rejected(const struct fake_id *from)
{
	return (struct rdma_cm_event){
		.event = RDMA_CM_EVENT_REJECTED,
		.status = 35,
		.param.conn = {.private_data = from->private_data, .private_data_len = from->private_len},
	};
}

static bool fails(void)
{
	return ++fake_calls == fake_fails_at;
}

static int refuse(int code)
{
	errno = code;
	return -1;
}

/* Source of the behaviour: rdma-core, librdmacm/cma.c. */
int rdma_set_local_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	struct fake_id *fake = (struct fake_id *)id;

	if (fails())
		return refuse(ENOMEM);
	if (id->qp || !ece->vendor_id || ece->comp_mask)
		return refuse(EINVAL);
	fake->local = *ece;
	return 0;
}

int rdma_get_remote_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	if (fails())
		return refuse(ENOMEM);
	if (id->qp)
		return refuse(EINVAL);
	*ece = ((struct fake_id *)id)->remote;
	return 0;
}

int rdma_reject_ece(struct rdma_cm_id *id, const void *private_data, uint8_t private_data_len)
{
	struct fake_id *fake = (struct fake_id *)id;

	if (fails())
		return refuse(EINVAL);
	fake->rejections++;
	memcpy(fake->private_data, private_data, private_data_len);
	fake->private_len = private_data_len;
	return 0;
}

int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *attr, int *mask)
{
	(void)id;
	*mask = IBV_QP_STATE;
	return fails() || (attr->qp_state != IBV_QPS_INIT && attr->qp_state != IBV_QPS_RTR &&
			   attr->qp_state != IBV_QPS_RTS) ?
		       refuse(EINVAL) :
		       0;
}

static void note(struct fake_id *fake, char step)
{
	size_t len = strlen(fake->steps);

	if (len < FAKE_STEPS_MAX)
		fake->steps[len] = step;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	struct fake_id *fake = qp->qp_context;
	static const char names[] = {[IBV_QPS_INIT] = 'I', [IBV_QPS_RTR] = 'R', [IBV_QPS_RTS] = 'S'};

	if (fails() || !(mask & IBV_QP_STATE))
		return EINVAL;
	if (fake->qp.cached)
		note(fake, 's');
	note(fake, names[attr->qp_state]);
	return fake_qp_move(qp, NULL);
}

/* One beside a queue pair of librdmacm's, of the same device. */
static struct fake_qp another;

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	const struct fake_qp *like = (const struct fake_qp *)(const void *)pd;

	if (fails() || !attr->cap.max_send_wr) {
		errno = ENOMEM;
		return NULL;
	}
	another = *like;
	another.answered = like->options;
	return &another.qp;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
	return qp == &another.qp ? 0 : EINVAL;
}
