// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs of a device as the kernel's resource tracker has them, and who has the device open. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "devx/net/rdma.h"
#include "devx/net/rdma_ask.h"
#include "devx/net/room.h"

bool ece_rdma_qp_carries_data(const struct ece_rdma_qp *qp)
{
	if (qp->type == ECE_RDMA_QP_SMI || qp->type == ECE_RDMA_QP_GSI)
		return false;
	return qp->type != ECE_RDMA_QP_DRIVER || !qp->kernel_owner[0];
}

static int ask_qps(const struct ece_os *os, uint32_t index, int (*each)(void *arg, const void *message, size_t len),
		   void *arg)
{
	union ece_rdma_request request = {.aligned = 0};

	return ece_rdma_ask(os, &request, ece_rdma_qps_request(index, &request, sizeof(request)), each, arg, NULL);
}

struct list {
	struct ece_rdma_qp *items;
	size_t count, room;
};

static int add(void *arg, const struct ece_rdma_qp *qp)
{
	struct list *list = arg;
	struct ece_rdma_qp *grown;

	if (list->count == ECE_RDMA_QPS_MAX)
		return -E2BIG;
	grown = room_for(list->items, list->count, &list->room, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	list->items = grown;
	list->items[list->count++] = *qp;
	return 0;
}

static int take_list(void *arg, const void *message, size_t len)
{
	return ece_rdma_qps_parse(message, len, add, arg);
}

int ece_rdma_qps(const struct ece_os *os, uint32_t index, struct ece_rdma_qp **qps, size_t *count)
{
	struct list list = {.items = NULL};
	int err = ask_qps(os, index, take_list, &list);

	if (err) {
		free(list.items);
		return err;
	}
	*qps = list.items;
	*count = list.count;
	return 0;
}

static int count_context(void *arg, const struct ece_rdma_context *context)
{
	(void)context;
	++*(uint32_t *)arg;
	return 0;
}

static int take_contexts(void *arg, const void *message, size_t len)
{
	return ece_rdma_contexts_parse(message, len, count_context, arg);
}

int ece_rdma_contexts(const struct ece_os *os, uint32_t index, uint32_t *count)
{
	union ece_rdma_request request = {.aligned = 0};
	size_t len = ece_rdma_contexts_request(index, &request, sizeof(request));
	int err;

	*count = 0;
	err = ece_rdma_ask(os, &request, len, take_contexts, count, NULL);
	/* An older kernel does not know the question */
	return err == -EINVAL ? 0 : err;
}

static int count_qp(void *arg, const struct ece_rdma_qp *qp)
{
	((struct ece_rdma_use *)arg)->qps += ece_rdma_qp_carries_data(qp);
	return 0;
}

static int take_qps(void *arg, const void *message, size_t len)
{
	return ece_rdma_qps_parse(message, len, count_qp, arg);
}

int ece_rdma_use(const struct ece_os *os, uint32_t index, struct ece_rdma_use *use)
{
	int err;

	*use = (struct ece_rdma_use){.qps = 0};
	err = ask_qps(os, index, take_qps, use);
	return err ? err : ece_rdma_contexts(os, index, &use->contexts);
}
