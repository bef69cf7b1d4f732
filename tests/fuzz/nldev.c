// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages of rdma netlink, the dump of a card in them included. The first byte chooses the parser. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_bound.h"
#include "devx/netlink/rdma_optional.h"
#include "devx/netlink/rdma_port.h"
#include "devx/netlink/rdma_stat.h"
#include "devx/prm/queue.h"
#include "devx/qp/dump.h"

#define PARSERS 13
#define QPN     262

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static int check_qp(void *arg, const struct ece_rdma_qp *qp)
{
	(void)arg;
	require(memchr(qp->kernel_owner, '\0', sizeof(qp->kernel_owner)));
	require(memchr(qp->subtype, '\0', sizeof(qp->subtype)));
	ece_rdma_qp_type_name(qp->type);
	ece_rdma_qp_state_name(qp->state);
	return 0;
}

static int check_context(void *arg, const struct ece_rdma_context *context)
{
	(void)arg;
	(void)context;
	return 0;
}

static int check_counter(void *arg, const struct ece_rdma_counter *counter)
{
	(void)arg;
	require(counter->name[0] && memchr(counter->name, '\0', sizeof(counter->name)));
	return 0;
}

static void check_device(const void *message, size_t len)
{
	struct ece_rdma_about device;

	if (!ece_rdma_device_parse(message, len, &device))
		require(device.name[0] && memchr(device.name, '\0', sizeof(device.name)));
}

static void check_dump(const uint8_t *bytes, size_t len)
{
	const uint8_t *payload;
	struct ece_error e = {0};

	if (ece_dump_find_qp(bytes, len, QPN, &payload, &e))
		require(e.code < 0 && e.text[0]);
	else
		require(payload >= bytes && payload + PRM_QUERY_QP_OUT_BYTES <= bytes + len);
}

static void check_raw(const void *message, size_t len)
{
	const uint8_t *raw;
	size_t raw_len;

	if (ece_rdma_qp_raw_parse(message, len, &raw, &raw_len))
		return;
	require(raw >= (const uint8_t *)message && raw + raw_len <= (const uint8_t *)message + len);
	check_dump(raw, raw_len);
}

static void check_port(const void *message, size_t len)
{
	struct ece_rdma_port port;

	if (ece_rdma_port_parse(message, len, &port))
		return;
	require(memchr(port.netdev, '\0', sizeof(port.netdev)));
	ece_rdma_port_state_name(port.state);
	ece_rdma_physical_state_name(port.physical);
}

static int check_status(void *arg, const struct ece_rdma_counter_status *status)
{
	(void)arg;
	require(status->name[0] && memchr(status->name, '\0', sizeof(status->name)));
	require(status->optional || !status->on);
	return 0;
}

static int check_member(void *arg, uint32_t qpn)
{
	(void)arg;
	(void)qpn;
	return 0;
}

static int check_set(void *arg, const struct ece_rdma_bound *set)
{
	(void)arg;
	require(memchr(set->kernel_owner, '\0', sizeof(set->kernel_owner)));
	require(!set->qpns && !set->counters);
	return 0;
}

static void check_sets(const void *message, size_t len)
{
	const struct ece_rdma_set_sink sink = {.qp = check_member, .counter = check_counter, .set = check_set};

	ece_rdma_sets_parse(message, len, &sink);
}

static void check_binding(const void *message, size_t len)
{
	struct ece_rdma_binding binding;

	if (!ece_rdma_binding_parse(message, len, &binding))
		require(binding.optional_known || !binding.optional);
}

static void check_made(const void *message, size_t len)
{
	uint32_t id;

	require(ece_rdma_bind_parse(message, len, &id) || id);
}

static void check_more(unsigned int parser, const void *message, size_t len)
{
	bool shared;

	switch (parser) {
	case 6:
		check_port(message, len);
		break;
	case 7:
		ece_rdma_system_parse(message, len, &shared);
		break;
	case 8:
		ece_rdma_status_parse(message, len, check_status, NULL);
		break;
	case 9:
		check_sets(message, len);
		break;
	case 10:
		check_binding(message, len);
		break;
	case 11:
		check_made(message, len);
		break;
	default:
		ece_rdma_says_something(message, len);
	}
}

static void check(uint8_t parser, const void *message, size_t len)
{
	switch (parser % PARSERS) {
	case 0:
		check_device(message, len);
		break;
	case 1:
		ece_rdma_qps_parse(message, len, check_qp, NULL);
		break;
	case 2:
		ece_rdma_contexts_parse(message, len, check_context, NULL);
		break;
	case 3:
		check_raw(message, len);
		break;
	case 4:
		check_dump(message, len);
		break;
	case 5:
		ece_rdma_counters_parse(message, len, check_counter, NULL);
		break;
	default:
		check_more(parser % PARSERS, message, len);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	void *message;

	if (!size)
		return 0;
	/* Of exactly this size, and aligned */
	message = malloc(size - 1);
	require(message || size == 1);
	if (size > 1)
		memcpy(message, data + 1, size - 1);
	check(data[0], message, size - 1);
	free(message);
	return 0;
}
