// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A NIC over the simulated kernel and the firmware model: every floor from parameter to mailbox. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"

#define SELECTIVE_REPEAT "roce_accl.selective_repeat_forced_en"
#define AI_RATE          "dcqcn.rp.ai_rate"
#define ALPHA            "ztr_rtt.ALPHA"

static struct ece_value read_one(struct model *m, const char *name)
{
	const struct ece_param *p = param(name);
	struct ece_value value;

	ece_nic_read(m->nic, &p, &value, 1);
	return value;
}

static struct ece_write write_one(struct model *m, const char *name, uint64_t raw)
{
	struct ece_write write = {.param = param(name), .raw = raw};
	int err = ece_nic_write(m->nic, &write, 1);

	assert_int_equal(err, write.state == ECE_WRITE_FAILED ? write.error.code : 0);
	return write;
}

static void discovery_describes_the_card(void **state)
{
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	assert_string_equal(m.list[0].card, "ConnectX-7");
	assert_string_equal(m.list[0].rdma, "mlx5_0");
	assert_string_equal(m.list[0].fwctl, "fwctl0");
	assert_string_equal(m.list[0].psid, "MT_0000000838");
	assert_int_equal(m.list[0].device_id, 0x1021);
	assert_int_equal(m.list[0].speed_mbps, 400000);
	assert_true(m.list[0].guid != 0);
	model_stop(&m);
}

static void the_power_on_values_are_read(void **state)
{
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	assert_int_equal(read_one(&m, SELECTIVE_REPEAT).state, ECE_VALUE_SET);
	assert_int_equal(read_one(&m, SELECTIVE_REPEAT).raw, 0);
	assert_int_equal(read_one(&m, AI_RATE).raw, 5);
	assert_int_equal(read_one(&m, AI_RATE).result.backend, ECE_BACKEND_DEVX);
	assert_int_equal(read_one(&m, ALPHA).raw, 6553);
	assert_int_equal(read_one(&m, ALPHA).result.backend, ECE_BACKEND_FWCTL);
	model_stop(&m);
}

static void all_three_are_written_and_read_back(void **state)
{
	struct ece_write writes[3];
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	writes[0] = (struct ece_write){.param = param(ALPHA), .raw = 13107};
	writes[1] = (struct ece_write){.param = param(AI_RATE), .raw = 20};
	writes[2] = (struct ece_write){.param = param(SELECTIVE_REPEAT), .raw = 1};
	assert_int_equal(ece_nic_write(m.nic, writes, 3), 0);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(writes[i].state, ECE_WRITE_DONE);
		assert_int_equal(writes[i].after.raw, writes[i].raw);
	}
	assert_int_equal(writes[0].before.raw, 6553);
	/* The card itself: bit 6 of the second word, the others as they were; the block of the reaction point. */
	assert_int_equal(ece_be32(m.state.roce_accl + 4), 0x45);
	assert_int_equal(ece_be32(m.state.cong[1] + 0x24), 20);
	assert_int_equal(m.state.ppcc_param[1], 13107);
	assert_int_equal(m.kernel.taint, 0);
	model_stop(&m);
}

static void the_same_value_sends_nothing(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	/* 6554 is 0.1 rounded to the nearest, 6553 what the vendor writes for it. */
	write = write_one(&m, ALPHA, 6554);
	assert_int_equal(write.state, ECE_WRITE_UNCHANGED);
	assert_int_equal(m.state.ppcc_param[1], 6553);
	model_stop(&m);
}

static void a_kernel_without_fwctl_has_the_window(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_VSC);
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	assert_int_equal(ece_be32(m.state.roce_accl + 4), 0x45);
	assert_int_equal(write_one(&m, ALPHA, 13107).state, ECE_WRITE_DONE);
	assert_int_equal(m.state.ppcc_param[1], 13107);
	assert_int_equal(m.state.window_semaphore, 0);
	assert_int_equal(m.state.mailbox_semaphore, 0);
	model_stop(&m);
	/* The short register and a card that has none of the algorithms. */
	model_start(&m, "6.1", "cx6dx", 0);
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	assert_int_equal(ece_be32(m.state.roce_accl + 4) & 0x40, 0x40);
	model_stop(&m);
	model_start(&m, "6.1", "cx6dx-old", 0);
	assert_int_equal(read_one(&m, ALPHA).state, ECE_VALUE_UNSUPPORTED);
	model_stop(&m);
}

static void a_kernel_without_fwctl_that_is_locked_down_has_no_door(void **state)
{
	struct ece_write write;
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_LOCKDOWN);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(value.why, "no fwctl node: kernel 6.1"));
	assert_non_null(strstr(value.why, "needs 6.15 or a vendor driver"));
	assert_non_null(strstr(value.why, "lockdown shuts the PCI window"));
	write = write_one(&m, ALPHA, 1000);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_NO_DOOR);
	model_stop(&m);
}

static void a_kernel_without_fwctl_writes_congestion_as_ever(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	write = write_one(&m, AI_RATE, 20);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	model_stop(&m);
}

/* A card whose firmware lets users read registers: without fwctl and window the way to read, and none to write. */
static void a_user_may_read_registers_where_the_card_grants_it(void **state)
{
	struct ece_write write;
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7-user", SIM_UNPRIVILEGED);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_DEVX);
	value = read_one(&m, ALPHA);
	assert_int_equal(value.raw, 6553);
	assert_int_equal(value.result.backend, ECE_BACKEND_DEVX);
	model_stop(&m);
	model_start(&m, "6.1", "cx7-user", 0);
	write = write_one(&m, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_NO_DOOR);
	assert_non_null(strstr(write.error.text, "no PCI window"));
	assert_int_equal(ece_be32(m.state.roce_accl + 4), 5);
	model_stop(&m);
}

/* A card that grants nothing is asked once, and nobody takes that for "not supported". */
static void a_register_that_users_are_refused_is_no_door(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_LOCKDOWN);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(value.why, "DevX: the firmware grants it to no user (status 0x03)"));
	assert_int_equal(m.state.commands, 2); /* the capability, the register */
	read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(m.state.commands, 2);
	model_stop(&m);
	model_start(&m, "6.1", "cx6dx", SIM_LOCKDOWN);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(value.why, "this firmware has no register access for users"));
	assert_int_equal(m.state.commands, 1);
	model_stop(&m);
}

static void what_only_the_window_grants_is_written_through_it(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	/* What reads through fwctl first is refused, as to a user context without rights; the window is asked next. */
	model_refuse(&m, 0x805, 0x02, 1);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_VSC);
	model_refuse(&m, 0x805, 0x02, 1);
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	model_stop(&m);
}

static void lockdown_shuts_debugfs(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", SIM_LOCKDOWN);
	assert_int_equal(read_one(&m, AI_RATE).state, ECE_VALUE_SET);
	write = write_one(&m, AI_RATE, 20);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_NO_DOOR);
	assert_non_null(strstr(write.error.text, "lockdown"));
	assert_int_equal(ece_be32(m.state.cong[1] + 0x24), 5);
	model_stop(&m);
}

static void without_rdma_core_the_next_backend_reads(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", SIM_NO_RDMA_CORE);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_FWCTL);
	model_stop(&m);
	model_start(&m, "6.1", "cx7", SIM_NO_RDMA_CORE);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.raw, 5);
	assert_int_equal(value.result.backend, ECE_BACKEND_DEBUGFS);
	model_stop(&m);
}

static void an_unprivileged_reader_is_told_so(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", SIM_UNPRIVILEGED);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_non_null(strstr(value.why, "permission denied"));
	assert_int_equal(read_one(&m, AI_RATE).state, ECE_VALUE_SET);
	model_stop(&m);
}

static void busy_is_tried_again_with_a_limit(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	model_refuse(&m, 0x805, 0x06, 7);
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	model_refuse(&m, 0x805, 0x06, 8);
	write = write_one(&m, SELECTIVE_REPEAT, 0);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_true(write.error.result.has_status);
	assert_int_equal(write.error.result.status, 0x06);
	assert_int_equal(write.error.result.syndrome, 0x1234);
	model_stop(&m);
}

static void an_ignored_write_is_not_applied(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	/* Every register write from now on: "ok", and nothing done. */
	m.state.fault[0] =
		(struct fw_fault){.opcode = 0x805, .action = FW_FAULT_IGNORE, .op_mod_plus_1 = 1, .left = 100};
	write = write_one(&m, SELECTIVE_REPEAT, 1);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_NOT_APPLIED);
	assert_int_equal(write.after.raw, 0);
	model_stop(&m);
}

static void the_card_tells_the_range(void **state)
{
	struct ece_write write;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	write = write_one(&m, ALPHA, 65537);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.kind, ECE_ERROR_RANGE);
	assert_non_null(strstr(write.error.text, "0 to 65536"));
	assert_int_equal(m.state.ppcc_param[1], 6553);
	model_stop(&m);
}

static void the_first_failure_stops_before_anything_is_sent(void **state)
{
	struct ece_write writes[2];
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	writes[0] = (struct ece_write){.param = param(SELECTIVE_REPEAT), .raw = 1};
	writes[1] = (struct ece_write){.param = param(ALPHA), .raw = 100000};
	assert_int_equal(ece_nic_write(m.nic, writes, 2), -EINVAL);
	assert_int_equal(writes[0].state, ECE_WRITE_NOT_TRIED);
	assert_int_equal(writes[1].state, ECE_WRITE_FAILED);
	assert_int_equal(ece_be32(m.state.roce_accl + 4), 0x5);
	model_stop(&m);
}

static void a_card_with_the_short_register_is_written(void **state)
{
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	assert_string_equal(m.list[0].card, "ConnectX-6 Dx");
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	assert_int_equal(ece_be32(m.state.roce_accl + 4) & 0x40, 0x40);
	assert_int_equal(write_one(&m, ALPHA, 13107).state, ECE_WRITE_DONE);
	model_stop(&m);
}

static void an_old_card_does_not_support_two_of_them(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx-old", 0);
	value = read_one(&m, SELECTIVE_REPEAT);
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	assert_non_null(strstr(value.why, "select bit"));
	value = read_one(&m, ALPHA);
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	assert_int_equal(write_one(&m, AI_RATE, 20).state, ECE_WRITE_DONE);
	model_stop(&m);
}

/* Before 5.18 a refusal of the firmware through DevX is a bare errno; the value comes from the next backend. */
static void an_old_kernel_hides_who_refused(void **state)
{
	struct ece_write write;
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "old-errno", "cx7", 0);
	model_refuse(&m, 0x824, 0x03, 1);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_DEBUGFS);
	model_refuse(&m, 0x824, 0x03, 100);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_int_equal(value.result.reached, ECE_REACHED_UNKNOWN);
	assert_false(value.result.has_status);
	model_refuse(&m, 0x825, 0x03, 100);
	write = write_one(&m, AI_RATE, 20);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_int_equal(write.error.result.backend, ECE_BACKEND_DEBUGFS);
	assert_int_equal(write.error.result.reached, ECE_REACHED_UNKNOWN);
	model_stop(&m);
}

static void a_vendor_driver_has_a_node_on_an_old_kernel(void **state)
{
	struct model m;

	(void)state;
	model_start(&m, "vendor", "cx7", 0);
	assert_int_equal(write_one(&m, SELECTIVE_REPEAT, 1).state, ECE_WRITE_DONE);
	model_stop(&m);
}

/* Its kernel tree was read, it was never run. */
static void a_vendor_driver_has_files_of_its_own(void **state)
{
	const unsigned int flags = SIM_NO_RDMA_CORE | SIM_NO_DEBUGFS;
	struct ece_write write;
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "vendor", "cx7", flags);
	model_without_fwctl(&m);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.result.backend, ECE_BACKEND_OFED);
	assert_int_equal(value.raw, 5);
	write = write_one(&m, AI_RATE, 20);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.after.result.backend, ECE_BACKEND_OFED);
	assert_int_equal(ece_be32(m.state.cong[1] + 0x24), 20);
	/* More than its files take: refused before it is sent. */
	write = write_one(&m, "dcqcn.rp.max_rate", 0x80000000);
	assert_int_equal(write.state, ECE_WRITE_FAILED);
	assert_non_null(strstr(write.error.text, "no number above 2147483647"));
	assert_int_equal(ece_be32(m.state.cong[1] + 0x20), 0);
	/* A value from before that is as large reads as what it is. */
	ece_put_be32(m.state.cong[1] + 0x20, 0xfffffffe);
	assert_int_equal(read_one(&m, "dcqcn.rp.max_rate").raw, 0xfffffffe);
	/* What the firmware does not tell is no zero. */
	model_refuse(&m, 0x824, 0x01, 1);
	value = read_one(&m, AI_RATE);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	assert_non_null(strstr(value.why, "the file is empty"));
	/* The half of a value that its files have is not the value. */
	assert_int_equal(read_one(&m, "dcqcn.np.cnp_prio").state, ECE_VALUE_NO_DOOR);
	model_stop(&m);
}

static void probe_says_who_can_what(void **state)
{
	struct ece_probe *probes;
	struct ece_error e;
	struct model m;
	size_t count;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	assert_int_equal(ece_nic_probe(m.nic, &probes, &count, &e), 0);
	assert_int_equal(count, ece_param_count() * (ECE_BACKEND_COUNT - 1));
	for (size_t i = 0; i < count; i++) {
		bool cong = probes[i].param->home == ECE_HOME_CONG;
		/* The files of the general protocol came later. */
		bool debugfs = probes[i].backend == ECE_BACKEND_DEBUGFS && probes[i].param->protocol != 3;
		bool devx = probes[i].backend == ECE_BACKEND_DEVX;
		/* As the card says by its select bits. */
		bool here = !strstr(probes[i].why, "select bit");
		bool vsc = probes[i].backend == ECE_BACKEND_VSC && here;

		if (probes[i].param->home == ECE_HOME_CONG_STATUS) {
			assert_int_equal(probes[i].reads, devx);
			assert_false(probes[i].writes);
		} else if (probes[i].param->home == ECE_HOME_POLICY) {
			assert_int_equal(probes[i].reads, probes[i].backend == ECE_BACKEND_POLICY);
			assert_int_equal(probes[i].writes, probes[i].backend == ECE_BACKEND_POLICY);
		} else {
			assert_int_equal(probes[i].reads, cong ? devx || debugfs : vsc);
			assert_int_equal(probes[i].writes, cong ? debugfs : vsc);
		}
		assert_int_equal(probes[i].why[0] != '\0', !(probes[i].reads && probes[i].writes));
	}
	free(probes);
	model_stop(&m);
}

/* Before anything is written: the range and the access that only the card knows. */
static void what_a_write_would_meet_is_read(void **state)
{
	const struct ece_param *params[] = {
		param("roce_accl.adp_retx.time_base"),
		param("roce_accl.adp_retx.range_num"),
		param("ztr_rtt.AI"),
		ece_param_find("ppcc.CNP_VALIDITY"),
		ece_param_find("ppcc.RTT_TIMEOUT_THRESHOLD"),
		param("dcqcn.rp.ai_rate"),
	};
	static const uint64_t min[] = {4, 1, 1, 0, 0, 0}, max[] = {0, 4, 65536, 1, UINT32_MAX, 0};
	struct ece_nic_limits limits[6];
	struct ece_value values[6];
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	ece_nic_read_limits(m.nic, params, values, limits, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(limits[i].min, min[i]);
		assert_true(limits[i].max == max[i]);
		assert_int_equal(limits[i].error.kind, i == 4 ? ECE_ERROR_UNSUPPORTED : 0);
	}
	assert_string_equal(limits[4].error.text, "ppcc.RTT_TIMEOUT_THRESHOLD is read only on this card");
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(discovery_describes_the_card),
		cmocka_unit_test(the_power_on_values_are_read),
		cmocka_unit_test(all_three_are_written_and_read_back),
		cmocka_unit_test(the_same_value_sends_nothing),
		cmocka_unit_test(a_kernel_without_fwctl_has_the_window),
		cmocka_unit_test(a_kernel_without_fwctl_that_is_locked_down_has_no_door),
		cmocka_unit_test(a_kernel_without_fwctl_writes_congestion_as_ever),
		cmocka_unit_test(a_user_may_read_registers_where_the_card_grants_it),
		cmocka_unit_test(a_register_that_users_are_refused_is_no_door),
		cmocka_unit_test(what_only_the_window_grants_is_written_through_it),
		cmocka_unit_test(lockdown_shuts_debugfs),
		cmocka_unit_test(without_rdma_core_the_next_backend_reads),
		cmocka_unit_test(an_unprivileged_reader_is_told_so),
		cmocka_unit_test(busy_is_tried_again_with_a_limit),
		cmocka_unit_test(an_ignored_write_is_not_applied),
		cmocka_unit_test(the_card_tells_the_range),
		cmocka_unit_test(what_a_write_would_meet_is_read),
		cmocka_unit_test(the_first_failure_stops_before_anything_is_sent),
		cmocka_unit_test(a_card_with_the_short_register_is_written),
		cmocka_unit_test(an_old_card_does_not_support_two_of_them),
		cmocka_unit_test(an_old_kernel_hides_who_refused),
		cmocka_unit_test(a_vendor_driver_has_a_node_on_an_old_kernel),
		cmocka_unit_test(a_vendor_driver_has_files_of_its_own),
		cmocka_unit_test(probe_says_who_can_what),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
