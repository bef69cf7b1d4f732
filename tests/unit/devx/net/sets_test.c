// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counter sets of queue pairs on the simulated kernel: two processes, three queue pairs, one that DevX made. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/net/bound.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/kernel/kernel.h"
#include "devx/sim/kernel/process.h"

enum {
	GSI,
	ONE,   /* of process 100 */
	TWO,   /* of process 100, UD */
	OTHER, /* of process 200 */
	DEVX,
	QPS,
};

static struct fw_state state_of_card;
static struct sim_kept kept;
static struct sim_card card;
static struct sim_qp qps[QPS];
static struct sim_kernel kernel;
static struct ece_os os;

static void host_up(const char *persona)
{
	memset(&kept, 0, sizeof(kept));
	memset(&state_of_card, 0, sizeof(state_of_card));
	card = (struct sim_card){.kept = &kept};
	card.fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &state_of_card, .objects = fw_objects_new()};
	assert_non_null(card.fw.objects);
	fw_power_on(&card.fw, 1);
	sim_card_name(&card, 0);
	sim_kernel_init(&kernel, sim_persona_find(persona), &card, 1);
	qps[GSI] = (struct sim_qp){.card = &card, .type = 1, .module = "ib_core"};
	qps[ONE] = (struct sim_qp){.card = &card, .type = 2, .pid = 100};
	qps[TWO] = (struct sim_qp){.card = &card, .type = 4, .pid = 100};
	qps[OTHER] = (struct sim_qp){.card = &card, .type = 2, .pid = 200};
	qps[DEVX] = (struct sim_qp){.card = &card, .type = 2, .pid = 200, .devx = true};
	kernel.qps = qps;
	kernel.qp_count = QPS;
	for (size_t i = 0; i < QPS; i++)
		assert_int_equal(sim_qp_make(&kernel, &qps[i]), 0);
	os = sim_kernel_os(&kernel);
}

static void host_down(void)
{
	fw_objects_free(card.fw.objects);
}

static void use_all(void)
{
	for (size_t i = ONE; i < QPS; i++)
		assert_int_equal(sim_qp_ready(&kernel, &qps[i], 0x700, 0), 0);
}

struct seen {
	size_t count;
	struct ece_rdma_bound set[4]; /* lists are void */
	uint32_t qpns[4][4];
	uint64_t timeouts[4];
	size_t of_port;
};

static int look(void *arg, const struct ece_rdma_bound *set)
{
	struct seen *seen = arg;

	assert_true(seen->count < 4 && set->qpn_count <= 4);
	memcpy(seen->qpns[seen->count], set->qpns, set->qpn_count * sizeof(*set->qpns));
	for (size_t i = 0; i < set->counter_count; i++) {
		if (!strcmp(set->counters[i].name, "local_ack_timeout_err"))
			seen->timeouts[seen->count] = set->counters[i].value;
		seen->of_port += !strncmp(set->counters[i].name, "np_", 3) || !strncmp(set->counters[i].name, "rp_", 3);
	}
	seen->set[seen->count++] = *set;
	return 0;
}

static struct seen sets(void)
{
	struct seen seen = {.count = 0};
	struct ece_error e;

	assert_int_equal(ece_rdma_bound(&os, "mlx5_0", look, &seen, &e), 0);
	assert_int_equal(seen.of_port, 0);
	return seen;
}

static struct ece_rdma_binding binding(void)
{
	struct ece_rdma_binding now;
	struct ece_error e;

	assert_int_equal(ece_rdma_binding(&os, "mlx5_0", 1, &now, &e), 0);
	return now;
}

static void queue_pairs_after_the_switch_get_sets(void **state)
{
	struct ece_error e;
	struct seen seen;

	(void)state;
	host_up("7.x");
	assert_int_equal(binding().mode, ECE_RDMA_BIND_NONE);
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_TYPE, &e), 0);
	assert_int_equal(binding().mode, ECE_RDMA_BIND_AUTO);
	assert_int_equal(binding().mask, ECE_RDMA_BIND_BY_TYPE);
	assert_true(binding().optional_known);
	assert_false(binding().optional);
	assert_int_equal(sets().count, 0);
	use_all();
	seen = sets();
	assert_int_equal(seen.count, 2);
	assert_int_equal(seen.set[0].qpn_count, 2);
	assert_int_equal(seen.qpns[0][0], qps[ONE].qpn);
	assert_int_equal(seen.qpns[0][1], qps[OTHER].qpn);
	assert_true(seen.set[0].by_type);
	assert_false(seen.set[0].by_pid);
	assert_int_equal(seen.set[0].type, ECE_RDMA_QP_RC);
	assert_int_equal(seen.set[1].type, ECE_RDMA_QP_UD);
	assert_int_not_equal(seen.set[0].id, seen.set[1].id);
	host_down();
}

static void sets_of_processes_name_them(void **state)
{
	struct ece_error e;
	struct seen seen;

	(void)state;
	host_up("6.1");
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	assert_false(binding().optional_known);
	use_all();
	seen = sets();
	assert_int_equal(seen.count, 2);
	assert_true(seen.set[0].by_pid);
	assert_false(seen.set[0].by_type);
	assert_int_equal(seen.set[0].pid, 100);
	assert_int_equal(seen.set[0].qpn_count, 2);
	assert_int_equal(seen.set[1].pid, 200);
	host_down();
}

static void the_mode_stays_while_a_set_is_bound(void **state)
{
	struct ece_error e;

	(void)state;
	host_up("7.x");
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	use_all();
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_TYPE, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_CONFLICT);
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, 0, &e), 0);
	assert_int_equal(binding().mode, ECE_RDMA_BIND_MANUAL);
	assert_int_equal(sets().count, 2);
	host_down();
}

/* A set counts from when its queue pairs came; three of them share what the port counts. */
static void sets_count_what_comes_after(void **state)
{
	uint64_t *timeouts = &state_of_card.counter[fw_counter_find("local_ack_timeout_err")];
	struct ece_error e;
	struct seen seen;

	(void)state;
	host_up("7.x");
	*timeouts = 900;
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	use_all();
	assert_int_equal(sets().timeouts[0], 0);
	*timeouts = 930;
	seen = sets();
	assert_int_equal(seen.timeouts[0], 20);
	assert_int_equal(seen.timeouts[1], 10);
	host_down();
}

static void one_is_bound_by_hand(void **state)
{
	struct ece_error e;
	struct seen seen;
	uint32_t id, same;

	(void)state;
	host_up("7.x");
	use_all();
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[ONE].qpn, 0, &id, &e), 0);
	assert_int_equal(binding().mode, ECE_RDMA_BIND_MANUAL);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[TWO].qpn, id, &same, &e), 0);
	assert_int_equal(same, id);
	seen = sets();
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.set[0].id, id);
	assert_int_equal(seen.set[0].mode, ECE_RDMA_BIND_MANUAL);
	assert_int_equal(seen.set[0].qpn_count, 2);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[ONE].qpn, 0, &same, &e), -EINVAL);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, 0xabcdef, 0, &same, &e), -ENOENT);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[OTHER].qpn, 99, &same, &e), -ENOENT);
	assert_int_equal(ece_rdma_unbind(&os, "mlx5_0", 1, qps[ONE].qpn, id + 1, &e), -EINVAL);
	assert_int_equal(ece_rdma_unbind(&os, "mlx5_0", 1, qps[ONE].qpn, id, &e), 0);
	assert_int_equal(sets().set[0].qpn_count, 1);
	assert_int_equal(ece_rdma_unbind(&os, "mlx5_0", 1, qps[TWO].qpn, id, &e), 0);
	assert_int_equal(sets().count, 0);
	assert_int_equal(binding().mode, ECE_RDMA_BIND_NONE);
	host_down();
}

static void rights_and_drivers_are_told_apart(void **state)
{
	struct ece_rdma_binding now;
	struct ece_error e;
	uint32_t id;

	(void)state;
	host_up("7.x");
	use_all();
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[ONE].qpn, 0, &id, &e), -EINVAL);
	kernel.flags = SIM_UNPRIVILEGED;
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, 0, &e), -EPERM);
	assert_int_equal(e.kind, ECE_ERROR_DENIED);
	assert_int_equal(binding().mode, ECE_RDMA_BIND_AUTO);
	assert_int_equal(ece_rdma_bind(&os, "mlx5_0", 1, qps[ONE].qpn, 0, &id, &e), -EPERM);
	assert_int_equal(sets().count, 0);
	kernel.flags = 0;
	card.kept = NULL;
	assert_int_equal(ece_rdma_bind_auto(&os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), -EOPNOTSUPP);
	assert_int_equal(ece_rdma_binding(&os, "mlx5_0", 2, &now, &e), -ENODEV);
	host_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_pairs_after_the_switch_get_sets),
		cmocka_unit_test(sets_of_processes_name_them),
		cmocka_unit_test(the_mode_stays_while_a_set_is_bound),
		cmocka_unit_test(sets_count_what_comes_after),
		cmocka_unit_test(one_is_bound_by_hand),
		cmocka_unit_test(rights_and_drivers_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
