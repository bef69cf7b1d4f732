// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/net/bound.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/net/rdma_ask.h"

#define SAME_TRIES 8

static bool same(const struct ece_rdma_binding *a, const struct ece_rdma_binding *b)
{
	return a->mode == b->mode && a->mask == b->mask && a->optional_known == b->optional_known &&
	       a->optional == b->optional;
}

static int take_binding(void *arg, const void *message, size_t len)
{
	return ece_rdma_binding_parse(message, len, arg);
}

static int no_sets(struct ece_error *e, const char *device)
{
	return ece_error_set(
		e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
		"%s: this kernel or its driver has no counter sets for queue pairs: they came with Linux 5.3", device);
}

static int read_binding(const struct ece_os *os, const char *device, uint32_t index, uint32_t port,
			struct ece_rdma_binding *binding, struct ece_error *e)
{
	struct ece_rdma_binding before = {.mode = ECE_RDMA_BIND_NONE};
	char said[ECE_OS_SAID_MAX];

	for (unsigned int i = 0; i < SAME_TRIES; i++) {
		union ece_rdma_request request = {.aligned = 0};
		size_t len = ece_rdma_binding_request(index, port, &request, sizeof(request));
		int err = ece_rdma_ask(os, &request, len, take_binding, binding, said);

		if (err == -EINVAL || err == -EOPNOTSUPP)
			return no_sets(e, device);
		if (err)
			return ece_rdma_failed(e, err, device, "how counter sets are bound", said);
		if (i && same(binding, &before))
			return 0;
		before = *binding;
	}
	return ece_error_set(e, -EAGAIN, ECE_ERROR_STALE,
			     "%s: the kernel tells another binding of counter sets each time: others ask or change it "
			     "at the same moment",
			     device);
}

int ece_rdma_binding(const struct ece_os *os, const char *device, uint32_t port, struct ece_rdma_binding *binding,
		     struct ece_error *e)
{
	uint32_t index;
	int err = ece_rdma_find(os, device, port, &index, e);

	return err ? err : read_binding(os, device, index, port, binding, e);
}

static int ignore(void *arg, const void *message, size_t len)
{
	(void)arg;
	(void)message;
	(void)len;
	return 0;
}

static int not_auto(struct ece_error *e, int err, const char *device, const char *said)
{
	if (err == -EBUSY)
		return ece_error_set(
			e, err, ECE_ERROR_CONFLICT,
			"%s: the mode cannot be changed while a counter set is bound: it ends with its last "
			"queue pair",
			device);
	if (err == -EOPNOTSUPP)
		return no_sets(e, device);
	return ece_rdma_failed(e, err, device, "binding counter sets by themselves", said);
}

static bool is_auto(const struct ece_rdma_binding *binding, uint8_t mask)
{
	return mask ? binding->mode == ECE_RDMA_BIND_AUTO && binding->mask == mask :
		      binding->mode != ECE_RDMA_BIND_AUTO;
}

int ece_rdma_bind_auto(const struct ece_os *os, const char *device, uint32_t port, uint8_t mask, struct ece_error *e)
{
	union ece_rdma_request request = {.aligned = 0};
	struct ece_rdma_binding binding;
	char said[ECE_OS_SAID_MAX];
	uint32_t index;
	size_t len;
	int err = ece_rdma_find(os, device, port, &index, e);

	if (!err)
		err = read_binding(os, device, index, port, &binding, e);
	if (err || is_auto(&binding, mask))
		return err;
	len = ece_rdma_bind_auto_request(index, port, mask, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, ignore, NULL, said);
	if (err)
		return not_auto(e, err, device, said);
	err = read_binding(os, device, index, port, &binding, e);
	if (!err && !is_auto(&binding, mask))
		err = ece_error_set(e, -EIO, ECE_ERROR_NOT_APPLIED,
				    "%s: the kernel took the mode of counter sets and reads back mode %u, mask %u",
				    device, binding.mode, binding.mask);
	return err;
}

static int not_bound(struct ece_error *e, int err, const char *device, uint32_t qpn, const char *said)
{
	if (err == -ENOENT)
		return ece_error_set(e, err, ECE_ERROR_UNKNOWN_NAME, "%s has no queue pair %u, or no such counter set",
				     device, qpn);
	if (err == -EINVAL)
		return ece_error_set(
			e, err, ECE_ERROR_CONFLICT,
			"%s: queue pair %u cannot be bound or unbound so: sets are bound by themselves, or "
			"it is in another set or in none",
			device, qpn);
	if (err == -EOPNOTSUPP || err == -ENOMEM)
		return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
				     "%s: its driver makes no counter set for queue pair %u (%s)", device, qpn,
				     ece_errno_text(-err));
	return ece_rdma_failed(e, err, device, "binding a queue pair to a counter set", said);
}

struct membership {
	uint32_t qpn, id;
	bool found;
};

static int look_for(void *arg, const struct ece_rdma_bound *set)
{
	struct membership *wanted = arg;

	for (size_t i = 0; set->id == wanted->id && i < set->qpn_count; i++)
		wanted->found |= set->qpns[i] == wanted->qpn;
	return 0;
}

/* The list of sets is the read-back of both. */
static int check(const struct ece_os *os, const char *device, uint32_t qpn, uint32_t id, bool bound,
		 struct ece_error *e)
{
	struct membership member = {.qpn = qpn, .id = id};
	int err = ece_rdma_bound(os, device, look_for, &member, e);

	if (!err && member.found != bound)
		err = ece_error_set(e, -EIO, ECE_ERROR_NOT_APPLIED,
				    "%s: the kernel took it, but queue pair %u %s counter set %u", device, qpn,
				    bound ? "is not in" : "is still in", id);
	return err;
}

static int take_made(void *arg, const void *message, size_t len)
{
	return ece_rdma_bind_parse(message, len, arg);
}

int ece_rdma_bind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id, uint32_t *made,
		  struct ece_error *e)
{
	union ece_rdma_request request = {.aligned = 0};
	char said[ECE_OS_SAID_MAX];
	uint32_t index;
	size_t len;
	int err = ece_rdma_find(os, device, port, &index, e);

	if (err)
		return err;
	len = ece_rdma_bind_request(index, port, qpn, id, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, take_made, made, said);
	if (err)
		return not_bound(e, err, device, qpn, said);
	return check(os, device, qpn, *made, true, e);
}

int ece_rdma_unbind(const struct ece_os *os, const char *device, uint32_t port, uint32_t qpn, uint32_t id,
		    struct ece_error *e)
{
	union ece_rdma_request request = {.aligned = 0};
	char said[ECE_OS_SAID_MAX];
	uint32_t index;
	size_t len;
	int err = ece_rdma_find(os, device, port, &index, e);

	if (err)
		return err;
	len = ece_rdma_unbind_request(index, port, qpn, id, &request, sizeof(request));
	err = ece_rdma_ask(os, &request, len, ignore, NULL, said);
	if (err)
		return not_bound(e, err, device, qpn, said);
	return check(os, device, qpn, id, false, e);
}
