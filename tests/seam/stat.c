// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Optional counters and counter sets over rdma netlink, and what the kernel refuses of them. Source: Linux
 * drivers/infiniband/core/{nldev,counters}.c.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "devx/net/optional.h"
#include "devx/net/rdma.h"
#include "devx/net/rdma_port.h"
#include "devx/netlink/rdma.h"
#include "tests/seam/seam.h"

#define STAT_SET      0x1410
#define STAT_GET      0x1411
#define HWCOUNTERS    80
#define COUNTER_INDEX 94
#define NEVER_KNOWN   0x3000 /* no kernel has this attribute */
#define ALL_MASKS     (ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID)

enum seam_verdict rdma_ports_are_told(struct seam *s)
{
	struct ece_rdma_about *list;
	struct ece_rdma_port port;
	uint32_t index;
	size_t count, hits = 0;

	EXPECT(s, ece_rdma_index(s->os, s->env->rdma, &index), 0);
	EXPECT(s, ece_rdma_devices(s->os, &list, &count), 0);
	for (size_t i = 0; i < count; i++)
		hits += list[i].index == index && !strcmp(list[i].name, s->env->rdma) && list[i].ports == 1 &&
			list[i].node_guid && list[i].system_guid && list[i].firmware[0] && list[i].node_type == 1 &&
			!strcmp(list[i].protocol, "roce");
	free(list);
	EXPECT(s, hits, 1);
	EXPECT(s, ece_rdma_port(s->os, index, 1, &port), 0);
	EXPECT(s, port.state, ECE_RDMA_PORT_ACTIVE);
	EXPECT(s, port.physical, ECE_RDMA_PHYSICAL_LINK_UP);
	EXPECT(s, port.netdev_index > 0, true);
	EXPECT(s, strcmp(port.netdev, s->env->netdev), 0);
	EXPECT(s, ece_rdma_port(s->os, index, 2, &port), -EINVAL);
	EXPECT(s, ece_rdma_port(s->os, 99, 1, &port), -EINVAL);
	EXPECT(s, ece_rdma_shared(s->os), 1);
	return SEAM_OK;
}

/* -1: no such counter; 0: it always counts; 1: it is off; 2: it is on. */
static int status_of(struct seam *s, const char *name)
{
	struct ece_rdma_counter_status *list;
	struct ece_error e;
	int found = -1;
	size_t count;

	if (ece_rdma_counter_list(s->os, s->env->rdma, 1, &list, &count, &e))
		return -1;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i].name, name))
			found = list[i].optional + list[i].on;
	free(list);
	return found;
}

enum seam_verdict netlink_lists_optional_counters(struct seam *s)
{
	bool has_list = s->env->kernel->stat_status;
	struct ece_rdma_counter_status *list;
	struct ece_error e;
	size_t count;
	int err = ece_rdma_counter_list(s->os, s->env->rdma, 1, &list, &count, &e);

	EXPECT(s, err, has_list ? 0 : -EOPNOTSUPP);
	if (!err)
		free(list);
	EXPECT(s, status_of(s, "out_of_buffer"), has_list ? 0 : -1);
	EXPECT(s, status_of(s, "np_cnp_sent"), has_list ? 0 : -1);
	EXPECT(s, status_of(s, "cc_rx_ce_pkts"), has_list ? 1 : -1);
	EXPECT(s, status_of(s, "cc_tx_cnp_pkts"), has_list ? 1 : -1);
	EXPECT(s, status_of(s, "rdma_rx_bytes"), s->env->kernel->rdma_optional ? 1 : -1);
	return SEAM_OK;
}

static bool is_shown(struct seam *s, const char *name)
{
	struct ece_rdma_counter *counters;
	bool found = false;
	uint32_t index;
	size_t count;

	if (ece_rdma_index(s->os, s->env->rdma, &index) || ece_rdma_counters(s->os, index, 1, &counters, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		found |= !strcmp(counters[i].name, name) && !counters[i].value;
	free(counters);
	return found;
}

static int switch_counter(struct seam *s, const char *name, bool on)
{
	struct ece_rdma_counter_status *was;
	struct ece_error e;
	size_t count;
	int err = ece_rdma_optional_change(s->os, s->env->rdma, 1, &name, 1, on, &was, &count, &e);

	free(was);
	return err;
}

enum seam_verdict optional_counters_come_and_go(struct seam *s)
{
	int err = switch_counter(s, "cc_rx_ce_pkts", true);

	if (!s->env->kernel->stat_status) {
		EXPECT(s, err, -EOPNOTSUPP);
		return SEAM_OK;
	}
	if (err == -EOPNOTSUPP)
		return seam_skip(s, "the card cannot match what is to be counted");
	EXPECT(s, err, 0);
	EXPECT(s, status_of(s, "cc_rx_ce_pkts"), 2);
	EXPECT(s, is_shown(s, "cc_rx_ce_pkts"), true);
	EXPECT(s, switch_counter(s, "cc_tx_cnp_pkts", true), 0);
	EXPECT(s, status_of(s, "cc_rx_ce_pkts"), 2);
	EXPECT(s, is_shown(s, "cc_tx_cnp_pkts"), true);
	EXPECT(s, switch_counter(s, "cc_rx_ce_pkts", false), 0);
	EXPECT(s, is_shown(s, "cc_rx_ce_pkts"), false);
	EXPECT(s, is_shown(s, "cc_tx_cnp_pkts"), true);
	EXPECT(s, switch_counter(s, "cc_tx_cnp_pkts", false), 0);
	EXPECT(s, is_shown(s, "cc_tx_cnp_pkts"), false);
	return SEAM_OK;
}

static int ignore(void *arg, const void *message, size_t len)
{
	(void)arg;
	(void)message;
	(void)len;
	return 0;
}

/* A request that none of ours would make: @extra of these attributes behind device and port. */
struct odd {
	uint16_t type;
	bool list, nested; /* the indexes of counters that are to be on, and whether the list says that it is one */
	uint32_t index;
	bool unknown; /* an attribute that no kernel has */
};

static int send_odd(struct seam *s, const struct odd *odd)
{
	struct ece_os_reply reply = {.each = ignore};
	uint32_t words[64] = {0}, device;
	struct nlmsghdr *header = mnl_nlmsg_put_header(words);
	struct nlattr *list;
	int err = ece_rdma_index(s->os, s->env->rdma, &device);

	if (err)
		return err;
	header->nlmsg_type = odd->type;
	header->nlmsg_flags = NLM_F_REQUEST;
	mnl_attr_put_u32(header, 1, device);
	mnl_attr_put_u32(header, 3, 1);
	if (odd->list) {
		list = mnl_attr_nest_start(header, HWCOUNTERS);
		mnl_attr_put_u32(header, COUNTER_INDEX, odd->index);
		mnl_attr_nest_end(header, list);
		if (!odd->nested)
			list->nla_type = HWCOUNTERS;
	}
	if (odd->unknown)
		mnl_attr_put_u32(header, NEVER_KNOWN, 0);
	return s->os->ops->netlink(s->os->ctx, ECE_OS_NETLINK_RDMA, words, header->nlmsg_len, &reply);
}

/* What always counts cannot be switched on; nor what is not there. */
enum seam_verdict netlink_refuses_other_sets(struct seam *s)
{
	const struct odd fixed = {.type = STAT_SET, .list = true, .nested = true, .index = 0},
			 beyond = {.type = STAT_SET, .list = true, .nested = true, .index = 4000},
			 bare = {.type = STAT_SET, .list = true, .index = 0}, nothing = {.type = STAT_SET};

	EXPECT(s, send_odd(s, &fixed), -EINVAL);
	EXPECT(s, send_odd(s, &beyond), -EINVAL);
	EXPECT(s, send_odd(s, &bare), -EINVAL);
	EXPECT(s, send_odd(s, &nothing), -EINVAL);
	EXPECT(s, status_of(s, "cc_rx_ce_pkts"), s->env->kernel->stat_status ? 1 : -1);
	return SEAM_OK;
}

/* Kernels before 6.12 check what they only read, too. */
enum seam_verdict netlink_checks_attributes_by_age(struct seam *s)
{
	const struct odd read = {.type = STAT_GET, .unknown = true};
	const struct odd set = {.type = STAT_SET, .list = true, .nested = true, .index = 4000, .unknown = true};

	EXPECT(s, send_odd(s, &read), s->env->kernel->stat_get_strict ? -EINVAL : 0);
	EXPECT(s, send_odd(s, &set), -EINVAL);
	return SEAM_OK;
}

static int count_set(void *arg, const struct ece_rdma_bound *set)
{
	(void)set;
	++*(int *)arg;
	return 0;
}

static int send_auto(struct seam *s, uint8_t mask)
{
	uint32_t words[ECE_RDMA_REQUEST_MAX / sizeof(uint32_t)] = {0}, device;
	struct ece_os_reply reply = {.each = ignore};
	int err = ece_rdma_index(s->os, s->env->rdma, &device);
	size_t len = ece_rdma_bind_auto_request(device, 1, mask, words, sizeof(words));

	return err ? err : s->os->ops->netlink(s->os->ctx, ECE_OS_NETLINK_RDMA, words, len, &reply);
}

/* No queue pair of a process is there to be bound. */
enum seam_verdict counter_sets_are_switched(struct seam *s)
{
	struct ece_rdma_binding binding;
	struct ece_error e;
	int sets = 0;

	EXPECT(s, ece_rdma_binding(s->os, s->env->rdma, 1, &binding, &e), 0);
	EXPECT(s, binding.mode, ECE_RDMA_BIND_NONE);
	EXPECT(s, ece_rdma_bind_auto(s->os, s->env->rdma, 1, ALL_MASKS, &e), 0);
	EXPECT(s, ece_rdma_binding(s->os, s->env->rdma, 1, &binding, &e), 0);
	EXPECT(s, binding.mode, ECE_RDMA_BIND_AUTO);
	EXPECT(s, binding.mask, ALL_MASKS);
	EXPECT(s, binding.optional_known, s->env->kernel->rdma_optional);
	EXPECT(s, binding.optional, false);
	EXPECT(s, send_auto(s, ALL_MASKS), s->env->kernel->sets_start_anew ? -EINVAL : 0);
	EXPECT(s, send_auto(s, ALL_MASKS + 1), -EINVAL);
	EXPECT(s, ece_rdma_bound(s->os, s->env->rdma, count_set, &sets, &e), 0);
	EXPECT(s, sets, 0);
	EXPECT(s, ece_rdma_bind_auto(s->os, s->env->rdma, 1, 0, &e), 0);
	EXPECT(s, ece_rdma_binding(s->os, s->env->rdma, 1, &binding, &e), 0);
	EXPECT(s, binding.mode, ECE_RDMA_BIND_NONE);
	/* what is off already */
	EXPECT(s, send_auto(s, 0), s->env->kernel->sets_start_anew ? -EINVAL : 0);
	return SEAM_OK;
}

enum seam_verdict counter_sets_refuse_what_is_not_there(struct seam *s)
{
	struct ece_error e;
	uint32_t id;

	EXPECT(s, ece_rdma_bind(s->os, s->env->rdma, 1, 0x123456, 0, &id, &e), -ENOENT);
	EXPECT(s, ece_rdma_unbind(s->os, s->env->rdma, 1, 0x123456, 5, &e), -ENOENT);
	return SEAM_OK;
}

static enum seam_verdict refused_to_user(struct seam *s)
{
	struct ece_rdma_binding binding;
	struct ece_error e;
	uint32_t id;

	EXPECT(s, switch_counter(s, "cc_rx_ce_pkts", true), s->env->kernel->stat_status ? -EPERM : -EOPNOTSUPP);
	EXPECT(s, status_of(s, "cc_rx_ce_pkts"), s->env->kernel->stat_status ? 1 : -1);
	EXPECT(s, ece_rdma_bind_auto(s->os, s->env->rdma, 1, ALL_MASKS, &e), -EPERM);
	EXPECT(s, ece_rdma_bind(s->os, s->env->rdma, 1, 0x123456, 0, &id, &e), -EPERM);
	EXPECT(s, ece_rdma_unbind(s->os, s->env->rdma, 1, 0x123456, 5, &e), -EPERM);
	EXPECT(s, ece_rdma_binding(s->os, s->env->rdma, 1, &binding, &e), 0);
	EXPECT(s, binding.mode, ECE_RDMA_BIND_NONE);
	return SEAM_OK;
}

enum seam_verdict a_user_switches_no_counters(struct seam *s)
{
	enum seam_verdict verdict;

	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot give up root here");
	verdict = refused_to_user(s);
	s->env->set_root(s->env->ctx, true);
	return verdict;
}
