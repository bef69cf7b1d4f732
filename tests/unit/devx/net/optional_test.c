// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Optional counters on the simulated kernel, with others who have some on, too. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/optional.h"
#include "devx/net/rdma.h"
#include "devx/netlink/rdma.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/kernel/kernel.h"

#define FIRST      31 /* of the optional ones, behind those that always count */
#define SET        0x1410
#define STAT_STATE 0x1418

enum {
	RX_CE = FIRST,
	RX_CNP,
	TX_CNP,
	TX_PACKETS,
	TX_BYTES,
};

static struct fw_state state_of_card;
static struct sim_kept kept;
static struct sim_card card;
static struct sim_kernel kernel;
static struct ece_os os;

/* Between the tool and the kernel: what others do, and where the kernel fails. */
static struct {
	const struct ece_os_ops *inner;
	unsigned int sets;
	unsigned int replaced; /* so many sets are replaced right away by .by */
	uint32_t by;
	unsigned int fail; /* this set, from 1, leaves one counter on and fails */
	int fail_with;
} meddler;

static int nothing(void *arg, const void *message, size_t len)
{
	(void)arg;
	(void)message;
	(void)len;
	return 0;
}

static int replace(void *ctx, const uint32_t *indexes, size_t count)
{
	uint32_t request[ECE_RDMA_OPTIONAL_REQUEST_MAX / sizeof(uint32_t)];
	struct ece_os_reply reply = {.each = nothing};
	size_t len = ece_rdma_optional_request(0, 1, indexes, count, request, sizeof(request));

	return meddler.inner->netlink(ctx, ECE_OS_NETLINK_RDMA, request, len, &reply);
}

static int meddle(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply)
{
	uint16_t type;
	int err;

	memcpy(&type, (const char *)request + 4, sizeof(type));
	if (type == SET && ++meddler.sets == meddler.fail) {
		replace(ctx, &meddler.by, 1);
		return meddler.fail_with;
	}
	err = meddler.inner->netlink(ctx, family, request, len, reply);
	if (type == SET && meddler.sets <= meddler.replaced)
		replace(ctx, &meddler.by, 1);
	return err;
}

static void host_up(const char *persona)
{
	static struct ece_os_ops ops;

	memset(&kept, 0, sizeof(kept));
	memset(&meddler, 0, sizeof(meddler));
	memset(&state_of_card, 0, sizeof(state_of_card));
	card = (struct sim_card){.kept = &kept};
	card.fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &state_of_card};
	fw_power_on(&card.fw, 1);
	sim_card_name(&card, 0);
	sim_kernel_init(&kernel, sim_persona_find(persona), &card, 1);
	os = sim_kernel_os(&kernel);
	meddler.inner = os.ops;
	ops = *os.ops;
	ops.netlink = meddle;
	os.ops = &ops;
}

/* -1: the port does not show it. */
static long long value_of(const char *name)
{
	struct ece_rdma_counter *counters;
	long long value = -1;
	size_t count;

	assert_int_equal(ece_rdma_counters(&os, 0, 1, &counters, &count), 0);
	for (size_t i = 0; i < count; i++)
		if (!strcmp(counters[i].name, name))
			value = (long long)counters[i].value;
	free(counters);
	return value;
}

struct change {
	struct ece_rdma_counter_status *was;
	size_t count;
	struct ece_error e;
};

static int change(const char *name, bool on, struct change *change)
{
	*change = (struct change){.count = 9};
	return ece_rdma_optional_change(&os, "mlx5_0", 1, &name, 1, on, &change->was, &change->count, &change->e);
}

static int switch_it(const char *name, bool on)
{
	struct change c;
	int err = change(name, on, &c);

	free(c.was);
	return err;
}

static void every_counter_is_listed(void **state)
{
	struct ece_rdma_counter_status *list;
	struct ece_error e;
	size_t count;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_rdma_counter_list(&os, "mlx5_0", 1, &list, &count, &e), 0);
	assert_int_equal(count, 38);
	assert_string_equal(list[0].name, "rx_write_requests");
	assert_false(list[0].optional);
	assert_string_equal(list[RX_CE].name, "cc_rx_ce_pkts");
	assert_true(list[RX_CE].optional);
	assert_false(list[RX_CE].on);
	assert_int_equal(list[RX_CE].index, RX_CE);
	assert_string_equal(list[37].name, "rdma_rx_bytes");
	free(list);
	host_up("6.1");
	assert_int_equal(ece_rdma_counter_list(&os, "mlx5_0", 1, &list, &count, &e), 0);
	assert_int_equal(count, 28 + 3);
	free(list);
}

static void they_count_from_when_they_are_on(void **state)
{
	uint64_t *ce = &state_of_card.counter[fw_counter_find("np_ecn_marked_roce_packets")];

	(void)state;
	host_up("7.x");
	*ce = 1000;
	assert_int_equal(value_of("cc_rx_ce_pkts"), -1);
	assert_int_equal(switch_it("cc_rx_ce_pkts", true), 0);
	assert_int_equal(value_of("cc_rx_ce_pkts"), 0);
	*ce = 1007;
	assert_int_equal(value_of("cc_rx_ce_pkts"), 7);
	assert_int_equal(switch_it("cc_rx_ce_pkts", false), 0);
	assert_int_equal(value_of("cc_rx_ce_pkts"), -1);
	assert_int_equal(switch_it("cc_rx_ce_pkts", true), 0);
	assert_int_equal(value_of("cc_rx_ce_pkts"), 0);
	/* packets and bytes of one direction are one counter of the card */
	assert_int_equal(switch_it("rdma_tx_bytes", true), 0);
	state_of_card.rdma_tx_packets = 5;
	assert_int_equal(switch_it("rdma_tx_packets", true), 0);
	assert_int_equal(value_of("rdma_tx_packets"), 5);
	/* gone with the driver */
	memset(&kept, 0, sizeof(kept));
	assert_int_equal(value_of("rdma_tx_packets"), -1);
}

static void others_keep_theirs(void **state)
{
	const uint32_t theirs[] = {RX_CNP, TX_BYTES};
	struct change c;

	(void)state;
	host_up("7.x");
	assert_int_equal(replace(&kernel, theirs, 2), 0);
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), 0);
	assert_int_equal(c.count, 1);
	assert_string_equal(c.was[0].name, "cc_rx_ce_pkts");
	assert_false(c.was[0].on);
	assert_int_equal(kept.stats.on, 1 | 2 | 16);
	/* they switch another one on meanwhile; what is put back is ours */
	assert_int_equal(switch_it("cc_tx_cnp_pkts", true), 0);
	assert_int_equal(ece_rdma_optional_restore(&os, "mlx5_0", 1, c.was, c.count, &c.e), 0);
	assert_int_equal(kept.stats.on, 2 | 4 | 16);
	free(c.was);
}

static void what_is_so_already_is_not_sent(void **state)
{
	struct change c;

	(void)state;
	host_up("7.x");
	assert_int_equal(switch_it("cc_rx_ce_pkts", true), 0);
	assert_int_equal(meddler.sets, 1);
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), 0);
	assert_int_equal(meddler.sets, 1);
	assert_null(c.was);
	assert_int_equal(c.count, 0);
	assert_int_equal(change("cc_tx_cnp_pkts", false, &c), 0);
	assert_int_equal(meddler.sets, 1);
	assert_int_equal(ece_rdma_optional_restore(&os, "mlx5_0", 1, NULL, 0, &c.e), 0);
	assert_int_equal(meddler.sets, 1);
}

/* Somebody replaces the whole set right behind ours: both are on in the end, or it is said. */
static void a_set_that_others_replace_is_merged(void **state)
{
	struct change c;

	(void)state;
	host_up("7.x");
	meddler.replaced = 1;
	meddler.by = TX_CNP;
	assert_int_equal(switch_it("cc_rx_ce_pkts", true), 0);
	assert_int_equal(kept.stats.on, 1 | 4);
	host_up("7.x");
	meddler.replaced = UINT32_MAX;
	meddler.by = TX_CNP;
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), -EBUSY);
	assert_null(c.was);
	assert_int_equal(c.e.kind, ECE_ERROR_NOT_APPLIED);
	assert_non_null(strstr(c.e.text, "cc_rx_ce_pkts is off again"));
	assert_int_equal(kept.stats.on, 4);
}

/* The kernel switches one by one and stops at the first that fails. */
static void a_failure_in_the_middle_is_undone(void **state)
{
	const char *names[] = {"cc_rx_ce_pkts", "cc_tx_cnp_pkts"};
	const uint32_t theirs[] = {RX_CNP};
	struct ece_rdma_counter_status *was;
	struct ece_error e;
	size_t count;

	(void)state;
	host_up("7.x");
	meddler.fail = 1;
	meddler.fail_with = -EOPNOTSUPP;
	meddler.by = RX_CE;
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_0", 1, names, 2, true, &was, &count, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_null(was);
	assert_int_equal(kept.stats.on, 0);
	assert_int_equal(meddler.sets, 2);
	host_up("7.x");
	assert_int_equal(replace(&kernel, theirs, 1), 0);
	meddler.fail = 1;
	meddler.fail_with = -ENOSPC;
	meddler.by = RX_CNP;
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_0", 1, names, 2, true, &was, &count, &e), -ENOSPC);
	assert_int_equal(kept.stats.on, 2);
}

static void names_are_checked_before_anything_is_sent(void **state)
{
	const char *names[] = {"cc_rx_ce_pkts", "no_such_counter"};
	struct ece_rdma_counter_status *was;
	struct change c;
	struct ece_error e;
	size_t count;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_0", 1, names, 2, true, &was, &count, &e), -EINVAL);
	assert_non_null(strstr(e.text, "no_such_counter"));
	assert_int_equal(change("out_of_buffer", true, &c), -EINVAL);
	assert_non_null(strstr(c.e.text, "always counts"));
	assert_int_equal(meddler.sets, 0);
	assert_int_equal(kept.stats.on, 0);
	host_up("6.12");
	assert_int_equal(change("rdma_tx_bytes", true, &c), -EINVAL);
}

static void rights_and_kernels_are_told_apart(void **state)
{
	struct ece_rdma_counter_status *list;
	struct change c;
	size_t count;

	(void)state;
	host_up("7.x");
	kernel.flags = SIM_UNPRIVILEGED;
	assert_int_equal(ece_rdma_counter_list(&os, "mlx5_0", 1, &list, &count, &c.e), 0);
	free(list);
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), -EPERM);
	assert_int_equal(c.e.kind, ECE_ERROR_DENIED);
	assert_non_null(strstr(c.e.text, "CAP_NET_ADMIN"));
	host_up("old-errno");
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), -EOPNOTSUPP);
	assert_non_null(strstr(c.e.text, "Linux 5.16"));
	host_up("7.x");
	card.kept = NULL;
	assert_int_equal(change("cc_rx_ce_pkts", true, &c), -EOPNOTSUPP);
	assert_non_null(strstr(c.e.text, "its driver or its card"));
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_7", 1, NULL, 0, true, &list, &count, &c.e), -ENODEV);
	assert_int_equal(ece_rdma_optional_change(&os, "mlx5_0", 2, NULL, 0, true, &list, &count, &c.e), -ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_counter_is_listed),
		cmocka_unit_test(they_count_from_when_they_are_on),
		cmocka_unit_test(others_keep_theirs),
		cmocka_unit_test(what_is_so_already_is_not_sent),
		cmocka_unit_test(a_set_that_others_replace_is_merged),
		cmocka_unit_test(a_failure_in_the_middle_is_undone),
		cmocka_unit_test(names_are_checked_before_anything_is_sent),
		cmocka_unit_test(rights_and_kernels_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
