// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the kernel lists: queue pairs of a device, and who has it open. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/host.h"
#include "devx/base/errno_text.h"
#include "devx/net/rdma.h"
#include "devx/net/rdma_ask.h"
#include "devx/netlink/rdma.h"
#include "devx/prm/queue.h"
#include "devx/qp/internal.h"

#define FIRST_ROOM 64

static int kernel_error(int err, const char *what, struct ece_error *e)
{
	if (err == -EBADMSG)
		return ece_error_set(e, err, ECE_ERROR_PROTOCOL, "the kernel's answer about %s is damaged", what);
	if (err == -EPERM)
		return ece_error_set(e, err, ECE_ERROR_DENIED, "the kernel does not show %s to this user", what);
	return ece_error_set(e, err, ECE_ERROR_IO, "the kernel does not show %s: %s", what, ece_errno_text(-err));
}

int qps_device(struct ece_qps *qps, struct ece_error *e)
{
	const char *name = qps->info.rdma;
	int err;

	if (qps->device_known)
		return 0;
	if (!name[0])
		return ece_error_set(e, -ENODEV, ECE_ERROR_NO_DOOR, "%s has no RDMA device: %s", qps->info.pci,
				     qps->info.rdma_elsewhere ? "it is in another network namespace" :
								"the mlx5_ib driver is not loaded");
	err = ece_rdma_index(qps->doors.os, name, &qps->device);
	if (err == -ENODEV)
		return ece_error_set(e, err, ECE_ERROR_NO_DOOR,
				     "rdma netlink does not know %s: is it in another network namespace?", name);
	if (err)
		return kernel_error(err, "its RDMA devices", e);
	qps->device_known = true;
	return 0;
}

/* A list that grows. */
struct list {
	const struct ece_os *os;
	void *items;
	size_t size; /* of one */
	size_t count, room;
};

static void *list_add(struct list *list)
{
	if (list->count == list->room) {
		size_t room = list->room ? list->room * 2 : FIRST_ROOM;
		void *grown = realloc(list->items, room * list->size);

		if (!grown)
			return NULL;
		list->items = grown;
		list->room = room;
	}
	return memset((char *)list->items + list->size * list->count++, 0, list->size);
}

static void read_comm(const struct ece_os *os, uint32_t pid, char *comm, size_t size)
{
	char path[32];

	snprintf(path, sizeof(path), "%u/comm", pid);
	/* A process that has gone, or is not shown: no name */
	if (ece_host_line(os, ECE_OS_PROCESSES, path, comm, size) < 0)
		comm[0] = '\0';
}

/* What the card calls the type. The verbs' GSI and raw packet queue pairs have numbers that are none of the card's. */
static uint8_t service_of(const struct ece_rdma_qp *from)
{
	switch (from->type) {
	case ECE_RDMA_QP_RC:
		return PRM_QP_RC;
	case ECE_RDMA_QP_UC:
		return PRM_QP_UC;
	case ECE_RDMA_QP_UD:
		return PRM_QP_UD;
	case ECE_RDMA_QP_XRC_INI:
	case ECE_RDMA_QP_XRC_TGT:
		return PRM_QP_XRC;
	default:
		if (!strcmp(from->subtype, "DCI"))
			return PRM_QP_DCI;
		return !strcmp(from->subtype, "DCT") ? PRM_QP_DCT : ECE_QP_NO_SERVICE;
	}
}

static void copy_word(char to[ECE_QP_WORD_MAX], const char *word, unsigned int number)
{
	if (word)
		snprintf(to, ECE_QP_WORD_MAX, "%s", word);
	else
		snprintf(to, ECE_QP_WORD_MAX, "%u", number);
}

static int add_qp(void *arg, const struct ece_rdma_qp *from)
{
	struct list *list = arg;
	struct ece_qp *qp;

	if (list->count == ECE_QP_LIST_MAX)
		return -E2BIG;
	qp = list_add(list);
	if (!qp)
		return -ENOMEM;
	qp->qpn = from->qpn;
	qp->port = from->port;
	qp->listed = true;
	qp->service = service_of(from);
	qp->has_remote = from->has_remote && from->remote_qpn;
	qp->remote_qpn = from->remote_qpn;
	qp->pid = from->pid;
	qp->kernel = from->kernel_owner[0];
	copy_word(qp->type, from->subtype[0] ? from->subtype : ece_rdma_qp_type_name(from->type), from->type);
	copy_word(qp->state, ece_rdma_qp_state_name(from->state), from->state);
	if (qp->kernel)
		snprintf(qp->owner, sizeof(qp->owner), "%s", from->kernel_owner);
	else if (qp->pid)
		read_comm(list->os, qp->pid, qp->owner, sizeof(qp->owner));
	return 0;
}

static int take_qps(void *arg, const void *message, size_t len)
{
	return ece_rdma_qps_parse(message, len, add_qp, arg);
}

static int by_number(const void *a, const void *b)
{
	const struct ece_qp *x = a, *y = b;

	return x->qpn < y->qpn ? -1 : x->qpn > y->qpn;
}

int ece_qps_list(struct ece_qps *qps, struct ece_qp **result, size_t *count, struct ece_error *e)
{
	const struct ece_os *os = qps->doors.os;
	struct list list = {.os = os, .size = sizeof(struct ece_qp)};
	union ece_rdma_request request = {.aligned = 0};
	int err = qps_device(qps, e);
	size_t len;

	if (err)
		return err;
	len = ece_rdma_qps_request(qps->device, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, take_qps, &list, NULL);
	if (err) {
		free(list.items);
		if (err == -E2BIG)
			return ece_error_set(e, err, ECE_ERROR_LIMIT, "%s has more than %d queue pairs", qps->info.rdma,
					     ECE_QP_LIST_MAX);
		if (err == -ENOMEM)
			return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for queue pairs");
		return kernel_error(err, "its queue pairs", e);
	}
	if (list.count)
		qsort(list.items, list.count, list.size, by_number);
	*result = list.items;
	*count = list.count;
	return 0;
}

static int add_user(void *arg, const struct ece_rdma_context *context)
{
	struct list *list = arg;
	struct ece_qp_user *users = list->items, *user;

	if (!context->pid)
		return 0;
	for (size_t i = 0; i < list->count; i++)
		if (users[i].pid == context->pid)
			return 0;
	if (list->count == ECE_QP_LIST_MAX)
		return -E2BIG;
	user = list_add(list);
	if (!user)
		return -ENOMEM;
	user->pid = context->pid;
	read_comm(list->os, user->pid, user->comm, sizeof(user->comm));
	return 0;
}

static int take_users(void *arg, const void *message, size_t len)
{
	return ece_rdma_contexts_parse(message, len, add_user, arg);
}

static int by_pid(const void *a, const void *b)
{
	const struct ece_qp_user *x = a, *y = b;

	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

int ece_qps_users(struct ece_qps *qps, struct ece_qp_user **result, size_t *count, struct ece_error *e)
{
	const struct ece_os *os = qps->doors.os;
	struct list list = {.os = os, .size = sizeof(struct ece_qp_user)};
	union ece_rdma_request request = {.aligned = 0};
	int err = qps_device(qps, e);
	size_t len;

	if (err)
		return err;
	len = ece_rdma_contexts_request(qps->device, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, take_users, &list, NULL);
	if (err) {
		free(list.items);
		return kernel_error(err, "who has the device open", e);
	}
	if (list.count)
		qsort(list.items, list.count, list.size, by_pid);
	*result = list.items;
	*count = list.count;
	return 0;
}
