// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The list of counter sets, put together set by set in memory that is used again for the next one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "devx/net/rdma_ask.h"
#include "devx/net/room.h"

struct builder {
	uint32_t *qpns;
	size_t qpn_count, qpn_room;
	struct ece_rdma_counter *counters;
	size_t counter_count, counter_room;
	size_t sets;
	int (*each)(void *arg, const struct ece_rdma_bound *set);
	void *arg;
	bool stopped; /* by @each */
};

static int add_qp(void *arg, uint32_t qpn)
{
	struct builder *b = arg;
	uint32_t *qpns;

	if (b->qpn_count == ECE_RDMA_BOUND_QPNS_MAX)
		return -E2BIG;
	qpns = room_for(b->qpns, b->qpn_count, &b->qpn_room, sizeof(*qpns));
	if (!qpns)
		return -ENOMEM;
	b->qpns = qpns;
	b->qpns[b->qpn_count++] = qpn;
	return 0;
}

static bool is_of_port(const char *name)
{
	return !strncmp(name, "np_", 3) || !strncmp(name, "rp_", 3) || !strncmp(name, "rx_icrc_", 8);
}

static int add_counter(void *arg, const struct ece_rdma_counter *counter)
{
	struct builder *b = arg;
	struct ece_rdma_counter *counters;

	if (is_of_port(counter->name))
		return 0;
	if (b->counter_count == ECE_RDMA_COUNTERS_MAX)
		return -E2BIG;
	counters = room_for(b->counters, b->counter_count, &b->counter_room, sizeof(*counters));
	if (!counters)
		return -ENOMEM;
	b->counters = counters;
	b->counters[b->counter_count++] = *counter;
	return 0;
}

static int end_set(void *arg, const struct ece_rdma_bound *about)
{
	struct builder *b = arg;
	struct ece_rdma_bound set = *about;
	int ret;

	if (b->sets++ == ECE_RDMA_BOUND_MAX)
		return -E2BIG;
	set.qpns = b->qpns;
	set.qpn_count = b->qpn_count;
	set.counters = b->counters;
	set.counter_count = b->counter_count;
	b->qpn_count = b->counter_count = 0;
	ret = b->each(b->arg, &set);
	b->stopped = ret != 0;
	return ret;
}

static int take_sets(void *arg, const void *message, size_t len)
{
	const struct ece_rdma_set_sink sink = {.qp = add_qp, .counter = add_counter, .set = end_set, .arg = arg};

	return ece_rdma_sets_parse(message, len, &sink);
}

int ece_rdma_bound(const struct ece_os *os, const char *device,
		   int (*each)(void *arg, const struct ece_rdma_bound *set), void *arg, struct ece_error *e)
{
	struct builder builder = {.each = each, .arg = arg};
	union ece_rdma_request request = {.aligned = 0};
	char said[ECE_OS_SAID_MAX];
	uint32_t index;
	int err = ece_rdma_find(os, device, 1, &index, e);

	if (err)
		return err;
	err = ece_rdma_ask(os, &request, ece_rdma_sets_request(index, &request, sizeof(request)), take_sets, &builder,
			   said);
	free(builder.qpns);
	free(builder.counters);
	if (builder.stopped)
		return err;
	if (err == -EINVAL)
		return ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED,
				     "%s: this kernel has no counter sets for queue pairs: they came with Linux 5.3",
				     device);
	return ece_rdma_failed(e, err, device, "its counter sets", said);
}
