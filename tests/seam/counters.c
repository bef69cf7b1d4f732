// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of an RDMA port over netlink and in sysfs. Source: Linux drivers/infiniband/core/{nldev,sysfs}.c,
 * drivers/infiniband/hw/mlx5/{counters,mad}.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rdma.h"
#include "tests/seam/seam.h"

#define OP_QUERY_CONG_STATISTICS 0x826
#define STATUS_BAD_PARAM         3

struct port {
	uint32_t index;
	struct ece_rdma_counter *counters;
	size_t count;
};

static int read_port(struct seam *s, struct port *port)
{
	int err = ece_rdma_index(s->os, s->env->rdma, &port->index);

	port->counters = NULL;
	port->count = 0;
	return err ? err : ece_rdma_counters(s->os, port->index, 1, &port->counters, &port->count);
}

static const struct ece_rdma_counter *named(const struct port *port, const char *name)
{
	for (size_t i = 0; i < port->count; i++)
		if (!strcmp(port->counters[i].name, name))
			return &port->counters[i];
	return NULL;
}

/* The value of one counter now, -1 when it is not there. */
static long long value_of(struct seam *s, const char *name)
{
	const struct ece_rdma_counter *counter;
	struct port port;
	long long value = -1;

	if (read_port(s, &port))
		return -1;
	counter = named(&port, name);
	if (counter)
		value = (long long)counter->value;
	free(port.counters);
	return value;
}

static long long file_value(struct seam *s, const char *dir, const char *name)
{
	char path[SEAM_PATH_MAX], text[SEAM_TEXT_MAX], *end;
	long long value;

	snprintf(path, sizeof(path), "%s/ports/1/%s/%s", s->env->rdma, dir, name);
	if (seam_read(s, ECE_OS_INFINIBAND, path, text) < 0)
		return -1;
	value = strtoll(text, &end, 10);
	return end != text && !strcmp(end, "\n") ? value : -2;
}

enum seam_verdict netlink_names_the_counters_of_a_port(struct seam *s)
{
	bool newer = s->env->kernel->counts_retries;

	EXPECT(s, value_of(s, "rx_write_requests"), 0);
	EXPECT(s, value_of(s, "local_ack_timeout_err"), 0);
	EXPECT(s, value_of(s, "roce_slow_restart_trans"), 0);
	EXPECT(s, value_of(s, "rp_cnp_ignored"), 0);
	EXPECT(s, value_of(s, "np_cnp_sent"), 0);
	EXPECT(s, value_of(s, "rx_icrc_encapsulated"), 0);
	EXPECT(s, value_of(s, "req_transport_retries_exceeded"), newer ? 0 : -1);
	EXPECT(s, value_of(s, "req_rnr_retries_exceeded"), newer ? 0 : -1);
	EXPECT(s, value_of(s, "rx_dct_connect"), newer ? 0 : -1);
	/* optional ones are off after a boot */
	EXPECT(s, value_of(s, "cc_rx_ce_pkts"), -1);
	EXPECT(s, value_of(s, "rdma_tx_bytes"), -1);
	return SEAM_OK;
}

enum seam_verdict sysfs_has_a_file_for_each_counter(struct seam *s)
{
	struct port port;
	size_t same = 0;

	EXPECT(s, read_port(s, &port), 0);
	for (size_t i = 0; i < port.count; i++)
		same += file_value(s, "hw_counters", port.counters[i].name) == (long long)port.counters[i].value;
	free(port.counters);
	EXPECT(s, same, port.count);
	EXPECT(s, port.count, s->env->kernel->counts_retries ? 31 : 28);
	EXPECT(s, file_value(s, "counters", "port_xmit_data"), 0);
	EXPECT(s, file_value(s, "counters", "port_rcv_data"), 0);
	EXPECT(s, file_value(s, "counters", "port_xmit_packets"), 0);
	EXPECT(s, file_value(s, "counters", "symbol_error"), 0);
	EXPECT(s, file_value(s, "counters", "VL15_dropped"), 0);
	EXPECT(s, file_value(s, "counters", "no_such_counter"), -1);
	return SEAM_OK;
}

static enum seam_verdict set(struct seam *s, const char *name, uint64_t value)
{
	return s->env->set_counter(s->env->ctx, name, value) ? SEAM_OK : seam_skip(s, "the card cannot be told here");
}

/* Queue counters have 32 bits in the card, those of congestion 64; bytes are told in words. */
enum seam_verdict counters_are_as_wide_as_the_cards(struct seam *s)
{
	TRY(set(s, "local_ack_timeout_err", UINT64_C(0x100000007)));
	TRY(set(s, "np_cnp_sent", UINT64_C(0x100000007)));
	TRY(set(s, "rdma_tx_bytes", UINT64_C(40000000004)));
	TRY(set(s, "rdma_rx_packets", 12));
	EXPECT(s, value_of(s, "local_ack_timeout_err"), 7);
	EXPECT(s, value_of(s, "np_cnp_sent"), 0x100000007);
	EXPECT(s, file_value(s, "counters", "port_xmit_data"), 10000000001);
	EXPECT(s, file_value(s, "counters", "port_rcv_data"), 0);
	EXPECT(s, file_value(s, "counters", "port_rcv_packets"), 12);
	TRY(set(s, "local_ack_timeout_err", 0));
	TRY(set(s, "np_cnp_sent", 0));
	TRY(set(s, "rdma_tx_bytes", 0));
	TRY(set(s, "rdma_rx_packets", 0));
	return SEAM_OK;
}

/* Nearly every refusal is EINVAL, that of the card too. */
enum seam_verdict netlink_refuses_counters_with_one_word(struct seam *s)
{
	struct ece_rdma_counter *counters;
	struct port port;
	size_t count;

	EXPECT(s, read_port(s, &port), 0);
	free(port.counters);
	EXPECT(s, ece_rdma_counters(s->os, port.index, 0, &counters, &count), -EINVAL);
	EXPECT(s, ece_rdma_counters(s->os, port.index, 9, &counters, &count), -EINVAL);
	EXPECT(s, ece_rdma_counters(s->os, 99, 1, &counters, &count), -EINVAL);
	EXPECT(s, ece_rdma_index(s->os, "nothing", &port.index), -ENODEV);
	if (!s->env->fail_next(s->env->ctx, OP_QUERY_CONG_STATISTICS, STATUS_BAD_PARAM))
		return seam_skip(s, "the card cannot be told here");
	EXPECT(s, read_port(s, &port), -EINVAL);
	EXPECT(s, value_of(s, "np_cnp_sent"), 0);
	return SEAM_OK;
}

static enum seam_verdict count_as_user(struct seam *s)
{
	struct ece_rdma_use use;
	struct port port;

	EXPECT(s, read_port(s, &port), 0);
	free(port.counters);
	EXPECT(s, file_value(s, "counters", "port_xmit_data"), 0);
	EXPECT(s, ece_rdma_use(s->os, port.index, &use), 0);
	EXPECT(s, use.qps, 0);
	EXPECT(s, use.contexts, 0);
	return SEAM_OK;
}

enum seam_verdict a_user_may_read_counters(struct seam *s)
{
	enum seam_verdict verdict;

	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot give up root here");
	verdict = count_as_user(s);
	s->env->set_root(s->env->ctx, true);
	return verdict;
}
