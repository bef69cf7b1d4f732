// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs by process and their counter sets, as people and programs see them. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/tools/ece-counters/made.h"
#include "tools/ece-counters/queues_view.h"

static struct made readings[2];
static const struct scrape_device *pointers[2];
static struct sheet_device of;
static struct view_options options;
static struct process names[] = {{148, "trainer"}};
static const struct processes processes = {names, 1};
static struct queues_binding binding;

static struct ece_rdma_qp pair(uint32_t qpn, uint8_t type, uint8_t state, uint32_t pid)
{
	struct ece_rdma_qp qp = {.qpn = qpn, .port = 1, .type = type, .state = state, .pid = pid};

	if (!pid)
		strcpy(qp.kernel_owner, "ib_core");
	return qp;
}

static struct queues_view view_of(void)
{
	return (struct queues_view){
		.of = &of, .processes = &processes, .bindings = &binding, .binding_count = binding.port};
}

static void print(const struct term *term, void *arg)
{
	struct queues_view view = view_of();

	(void)arg;
	queues_text(term, &options, &view);
}

static void assert_prints(const char *want)
{
	char *text = made_text(print, NULL);

	assert_string_equal(text, want);
	free(text);
}

static int setup(void **state)
{
	(void)state;
	made_device(&readings[0], 10);
	made_device(&readings[1], 12);
	of = made_history(readings, pointers, 2);
	binding = (struct queues_binding){.port = 0};
	options = (struct view_options){.all = false};
	return 0;
}

static void those_that_are_alike_are_one_line(void **state)
{
	struct ece_rdma_qp qps[14] = {
		pair(300, ECE_RDMA_QP_RC, ECE_RDMA_QP_RTS, 148),
		pair(1, ECE_RDMA_QP_GSI, ECE_RDMA_QP_RTS, 0),
		pair(299, ECE_RDMA_QP_RC, ECE_RDMA_QP_ERR, 148),
		pair(298, ECE_RDMA_QP_DRIVER, ECE_RDMA_QP_RTS, 9),
	};

	(void)state;
	strcpy(qps[3].subtype, "DCI");
	for (uint32_t i = 4; i < 14; i++)
		qps[i] = pair(300 + i, ECE_RDMA_QP_RC, ECE_RDMA_QP_RTS, 148);
	readings[1].device.qps = qps;
	readings[1].device.qp_count = 14;
	assert_prints("mlx5_0  0000:01:00.0  mlx5_core\n"
		      "  process        type  state  count  queue pairs\n"
		      "  [ib_core]      GSI   RTS        1  1\n"
		      "  ? (9)          DCI   RTS        1  298\n"
		      "  trainer (148)  RC    RTS       11  300, 304, 305, 306, 307, 308, 309, 310 and 3 more\n"
		      "  trainer (148)  RC    ERR        1  299\n");
}

static void sets_tell_of_whom_and_how_fast(void **state)
{
	uint32_t numbers[] = {300, 301};
	struct ece_rdma_counter before[] = {{"rx_write_requests", 100}, {"out_of_buffer", 0}};
	struct ece_rdma_counter after[] = {{"rx_write_requests", 150}, {"out_of_buffer", 0}};
	struct ece_rdma_bound sets[2];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		sets[i] = (struct ece_rdma_bound){
			.id = 12,
			.port = 1,
			.mode = ECE_RDMA_BIND_AUTO,
			.by_type = true,
			.by_pid = true,
			.type = ECE_RDMA_QP_RC,
			.pid = 148,
			.qpns = numbers,
			.qpn_count = 2,
			.counters = i ? after : before,
			.counter_count = 2,
		};
		readings[i].device.bound = &sets[i];
		readings[i].device.bound_count = 1;
	}
	binding = (struct queues_binding){
		.device = "mlx5_0", .port = 1, .binding = {.mode = ECE_RDMA_BIND_AUTO, .mask = 3}};
	assert_prints("mlx5_0  0000:01:00.0  mlx5_core\n"
		      "  no queue pairs\n"
		      "  counter sets of port 1: one for each type and process\n"
		      "  set 12 of port 1 (RC, trainer 148), 2 queue pairs: 300, 301\n"
		      "     rx_write_requests  150  25/s\n");
	/* The number was given to another process: what the set counted before says nothing */
	sets[0].pid = 147;
	options.all = true;
	assert_prints("mlx5_0  0000:01:00.0  mlx5_core\n"
		      "  no queue pairs\n"
		      "  counter sets of port 1: one for each type and process\n"
		      "  set 12 of port 1 (RC, trainer 148), 2 queue pairs: 300, 301\n"
		      "     rx_write_requests  150\n"
		      "     out_of_buffer        0\n");
}

static void why_sets_are_not_known_is_said(void **state)
{
	(void)state;
	binding = (struct queues_binding){.device = "mlx5_0", .port = 1};
	ece_error_set(&binding.error, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "this driver has no counter sets");
	assert_prints("mlx5_0  0000:01:00.0  mlx5_core\n"
		      "  no queue pairs\n"
		      "  counter sets of port 1: this driver has no counter sets\n");
}

/* That a list could not be read is not that there is none. */
static void a_list_that_was_not_read_is_not_empty(void **state)
{
	(void)state;
	made_fault(&readings[1], SCRAPE_QPS, "the card refused");
	assert_prints("mlx5_0  0000:01:00.0  mlx5_core\n"
		      "  not read: qps (port 1): the card refused\n");
}

static void json_has_what_the_text_has(void **state)
{
	struct ece_rdma_qp qps[] = {pair(300, ECE_RDMA_QP_RC, ECE_RDMA_QP_RTS, 148), pair(1, ECE_RDMA_QP_GSI, 3, 0)};
	struct queues_view view = view_of();
	const json_t *first, *second;
	json_t *object;

	(void)state;
	readings[1].device.qps = qps;
	readings[1].device.qp_count = 2;
	object = queues_json(&view);
	first = json_array_get(json_object_get(object, "qps"), 0);
	second = json_array_get(json_object_get(object, "qps"), 1);
	assert_int_equal(json_integer_value(json_object_get(first, "qpn")), 300);
	assert_string_equal(json_string_value(json_object_get(first, "process")), "trainer");
	assert_string_equal(json_string_value(json_object_get(first, "type")), "RC");
	assert_true(json_is_null(json_object_get(second, "pid")));
	assert_string_equal(json_string_value(json_object_get(second, "kernel")), "ib_core");
	json_decref(object);
}

/* A double of a process table: one process, with a name that would draw on the terminal. */
static int read_comm(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	static const char name[] = "\033[2Jevil\n";

	(void)ctx;
	assert_int_equal(root, ECE_OS_PROCESSES);
	if (strcmp(path, "7/comm") != 0)
		return -ENOENT;
	assert_true(size > sizeof(name));
	memcpy(buf, name, sizeof(name) - 1);
	return sizeof(name) - 1;
}

static void names_of_processes_draw_nothing(void **state)
{
	static const struct ece_os_ops ops = {.read = read_comm};
	const struct ece_os os = {&ops, NULL};
	const uint32_t pids[] = {9, 7, 9, 7};
	struct processes learned = {.count = 0};

	(void)state;
	assert_int_equal(processes_learn(&learned, &os, pids, 4), 0);
	assert_int_equal(learned.count, 2);
	assert_string_equal(processes_name(&learned, 7), "?[2Jevil");
	assert_string_equal(processes_name(&learned, 9), "?");
	assert_string_equal(processes_name(&learned, 8), "?");
	assert_int_equal(processes_learn(&learned, &os, NULL, 0), 0);
	assert_string_equal(processes_name(&learned, 7), "?");
	processes_done(&learned);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(those_that_are_alike_are_one_line, setup),
		cmocka_unit_test_setup(sets_tell_of_whom_and_how_fast, setup),
		cmocka_unit_test_setup(why_sets_are_not_known_is_said, setup),
		cmocka_unit_test_setup(a_list_that_was_not_read_is_not_empty, setup),
		cmocka_unit_test_setup(json_has_what_the_text_has, setup),
		cmocka_unit_test_setup(names_of_processes_draw_nothing, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
