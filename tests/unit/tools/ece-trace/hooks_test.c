// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the hooks tell of verbs and commands, and that calls come through as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "devx/base/be.h"
#include "tests/unit/tools/ece-trace/fake.h"
#include "tests/unit/tools/ece-trace/lines.h"
#include "tools/ece-trace/environment.h"

#define THREADS    4
#define PER_THREAD 50
#define QP_BYTES   0x110

/* Before the hooks look at it */
__attribute__((constructor(101))) static void environment(void)
{
	setenv(TRACE_ENV_OUTPUT, lines_path(), 1);
	setenv(TRACE_ENV_READ, "1", 1);
}

static int start(void **state)
{
	(void)state;
	fake_reset();
	lines_drop();
	return 0;
}

static struct ibv_qp *make(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr attr = {.qp_type = type};
	struct ibv_qp *qp = ibv_create_qp(NULL, &attr);

	assert_non_null(qp);
	return qp;
}

static int move(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state, .dest_qp_num = 0x222};

	attr.ah_attr.is_global = 1;
	/* fd00::2 */
	attr.ah_attr.grh.dgid.raw[0] = 0xfd;
	attr.ah_attr.grh.dgid.raw[15] = 2;
	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | (state == IBV_QPS_RTR ? IBV_QP_AV | IBV_QP_DEST_QPN : 0));
}

static void ask(struct ibv_qp *qp, uint32_t options)
{
	struct ibv_ece ece = {.vendor_id = 0x15b3, .options = options};

	assert_int_equal(ibv_set_ece(qp, &ece), 0);
}

static void a_program_that_asks_for_nothing(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);
	const json_t *line;

	(void)state;
	line = lines_last("create");
	assert_int_equal(line_number(line, "default"), 0x30000003);
	assert_int_equal(line_number(line, "qpn"), qp->qp_num);
	assert_string_equal(line_text(line, "device"), "mlx5_7");
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_int_equal(move(qp, IBV_QPS_RTR), 0);
	line = lines_last("transition");
	assert_string_equal(line_text(line, "from"), "INIT");
	assert_string_equal(line_text(line, "to"), "RTR");
	assert_string_equal(line_text(line, "type"), "RC");
	assert_string_equal(line_text(line, "how"), "verbs");
	assert_true(line_is_null(line, "asked"));
	assert_true(line_is_null(line, "got"));
	assert_int_equal(line_number(line, "default"), 0x30000003);
	assert_int_equal(line_number(line, "effective"), 0);
	assert_int_equal(line_number(json_object_get(line, "remote"), "qpn"), 0x222);
	assert_string_equal(line_text(json_object_get(line, "remote"), "gid"), "fd00::2");
	assert_int_equal(line_number(line, "pid"), getpid());
	assert_null(json_object_get(line, "apply"));
	assert_int_equal(fake.sent, 0);
	assert_int_equal(fake.sets, 0);
	assert_int_equal(ibv_destroy_qp(qp), 0);
	assert_int_equal(line_number(lines_last("destroy"), "errno"), 0);
}

static void what_is_asked_travels_with_the_next_transition(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);
	const json_t *line;
	long long number;

	(void)state;
	ask(qp, 0xffffffff);
	line = lines_last("set");
	assert_int_equal(line_number(line, "asked"), 0xffffffff);
	assert_int_equal(line_number(line, "vendor"), 0x15b3);
	number = line_number(line, "n");
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	line = lines_last("transition");
	assert_int_equal(line_number(line, "n"), number + 1);
	assert_int_equal(line_number(line, "asked"), 0xffffffff);
	assert_int_equal(line_number(line, "got"), 0x30000003);
	assert_int_equal(line_number(line, "effective"), 0x30000003);
	assert_int_equal(move(qp, IBV_QPS_RTR), 0);
	line = lines_last("transition");
	assert_true(line_is_null(line, "asked"));
	assert_true(line_is_null(line, "got"));
	assert_int_equal(line_number(line, "effective"), 0x30000003);
	ibv_destroy_qp(qp);
}

static void a_refused_transition_asks_again(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);
	const json_t *line;

	(void)state;
	ask(qp, 0x20000001);
	fake.fail_modify = EINVAL;
	fake.fail_modify_count = 1;
	assert_int_equal(move(qp, IBV_QPS_INIT), EINVAL);
	line = lines_last("transition");
	assert_int_equal(line_number(line, "errno"), EINVAL);
	assert_int_equal(line_number(line, "asked"), 0x20000001);
	assert_true(line_is_null(line, "got"));
	assert_int_equal(fake.modified, 1);
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	line = lines_last("transition");
	assert_int_equal(line_number(line, "asked"), 0x20000001);
	assert_int_equal(line_number(line, "got"), 0x20000001);
	ibv_destroy_qp(qp);
}

static void options_0_are_never_sent(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);

	(void)state;
	ask(qp, 0);
	assert_int_equal(line_number(lines_last("set"), "asked"), 0);
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_true(line_is_null(lines_last("transition"), "asked"));
	ibv_destroy_qp(qp);
}

static void a_foreign_vendor_is_told_and_not_asked_for(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);
	struct ibv_ece ece = {.vendor_id = 0x1234, .options = 7};

	(void)state;
	assert_int_equal(ibv_set_ece(qp, &ece), EINVAL);
	assert_int_equal(line_number(lines_last("set"), "vendor"), 0x1234);
	assert_int_equal(line_number(lines_last("set"), "errno"), EINVAL);
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_true(line_is_null(lines_last("transition"), "asked"));
	ibv_destroy_qp(qp);
}

static void a_device_without_ece_has_no_default(void **state)
{
	struct ibv_qp *qp;

	(void)state;
	fake.offer = 0;
	qp = make(IBV_QPT_RC);
	assert_true(line_is_null(lines_last("create"), "default"));
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_true(line_is_null(lines_last("transition"), "default"));
	ibv_destroy_qp(qp);
}

/* ibv_create_qp_ex() calls a function of the device, past every library. */
static void one_that_was_made_out_of_sight(void **state)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_UD};
	struct ibv_qp *qp = fake_create_qp(NULL, &attr);

	(void)state;
	ask(qp, 0x10000000);
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_int_equal(line_number(lines_last("transition"), "default"), 0x30000003);
	assert_string_equal(line_text(lines_last("transition"), "type"), "UD");
	assert_int_equal(lines_count("create"), 0);
	ibv_destroy_qp(qp);
}

/* Its number comes with RTR, and it is queried by a command of its own. */
static void a_target_of_the_verbs(void **state)
{
	struct ibv_qp_init_attr_ex attr = {.qp_type = IBV_QPT_DRIVER};
	struct mlx5dv_qp_init_attr mlx5 = {.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC};
	struct ibv_qp *qp;

	(void)state;
	mlx5.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
	qp = mlx5dv_create_qp(fake_context(), &attr, &mlx5);
	assert_string_equal(line_text(lines_last("create"), "type"), "DCT");
	assert_int_equal(move(qp, IBV_QPS_RTR), 0);
	assert_int_equal(line_number(lines_last("transition"), "qpn"), 0x777);
	ibv_destroy_qp(qp);
	mlx5.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
	qp = mlx5dv_create_qp(fake_context(), &attr, &mlx5);
	assert_string_equal(line_text(lines_last("create"), "type"), "DCI");
	ibv_destroy_qp(qp);
}

static void put(uint8_t *mailbox, size_t at, uint32_t word)
{
	ece_put_be32(mailbox + at, word);
}

static int command(struct mlx5dv_devx_obj *object, uint32_t opcode, uint32_t qpn, uint32_t ece)
{
	uint8_t in[QP_BYTES] = {0}, out[16];

	put(in, 0x00, opcode << 16);
	put(in, 0x08, qpn);
	put(in, 0x14, ece);
	/* qpc: remote_qpn 0x14, the path at 0x18, in it the GID at 0x10 */
	put(in, 0x18 + 0x14, 0x333);
	put(in, 0x18 + 0x18 + 0x10 + 8, 0x0000ffff);
	put(in, 0x18 + 0x18 + 0x10 + 12, 0x0a000002);
	return mlx5dv_devx_obj_modify(object, in, sizeof(in), out, sizeof(out));
}

static void queue_pairs_by_commands(void **state)
{
	uint8_t in[QP_BYTES] = {0}, out[16];
	struct mlx5dv_devx_obj *object;
	const json_t *line;
	uint32_t qpn;

	(void)state;
	put(in, 0x00, 0x500 << 16);
	put(in, 0x14, 0x10000000);
	object = mlx5dv_devx_obj_create(fake_context(), in, sizeof(in), out, sizeof(out));
	qpn = ece_be32(out + 8);
	line = lines_last("create");
	assert_string_equal(line_text(line, "how"), "devx");
	assert_string_equal(line_text(line, "type"), "RC");
	assert_int_equal(line_number(line, "qpn"), qpn);
	assert_int_equal(line_number(line, "default"), 0x30000003);
	assert_int_equal(command(object, 0x502, qpn, 0), 0);
	line = lines_last("transition");
	assert_string_equal(line_text(line, "from"), "RESET");
	assert_string_equal(line_text(line, "to"), "INIT");
	assert_true(line_is_null(line, "asked"));
	assert_int_equal(line_number(line, "got"), 0);
	assert_true(line_is_null(line, "remote"));
	assert_int_equal(command(object, 0x503, qpn, 0xfffffffe), 0);
	line = lines_last("transition");
	assert_int_equal(line_number(line, "asked"), 0xfffffffe);
	assert_int_equal(line_number(line, "got"), 0x30000002);
	assert_int_equal(line_number(line, "effective"), 0x30000002);
	assert_int_equal(line_number(json_object_get(line, "remote"), "qpn"), 0x333);
	assert_string_equal(line_text(json_object_get(line, "remote"), "gid"), "::ffff:10.0.0.2");
	fake.fail_devx = EREMOTEIO;
	assert_int_equal(command(object, 0x504, qpn, 0), EREMOTEIO);
	line = lines_last("transition");
	assert_int_equal(line_number(line, "errno"), EREMOTEIO);
	assert_int_equal(line_number(line, "status"), 3);
	assert_int_equal(line_number(line, "syndrome"), 0x11223344);
	/* another errno comes without the firmware's answer */
	fake.fail_devx = EINVAL;
	assert_int_equal(command(object, 0x504, qpn, 0), EINVAL);
	assert_null(json_object_get(lines_last("transition"), "status"));
	assert_int_equal(mlx5dv_devx_obj_destroy(object), 0);
	assert_int_equal(line_number(lines_last("destroy"), "qpn"), qpn);
}

static void a_target_by_a_command(void **state)
{
	uint8_t in[0x50] = {0}, out[16];
	struct mlx5dv_devx_obj *object;
	const json_t *line;

	(void)state;
	put(in, 0x00, 0x710 << 16);
	put(in, 0x4c, 0x30000001);
	object = mlx5dv_devx_obj_create(fake_context(), in, sizeof(in), out, sizeof(out));
	line = lines_last("transition");
	assert_string_equal(line_text(line, "type"), "DCT");
	assert_int_equal(line_number(line, "asked"), 0x30000001);
	assert_int_equal(line_number(line, "got"), 0x30000001);
	assert_int_equal(line_number(line, "effective"), 0x30000001);
	mlx5dv_devx_obj_destroy(object);
}

static void a_verbs_queue_pair_moved_by_a_command(void **state)
{
	uint8_t in[QP_BYTES] = {0}, out[16];
	struct ibv_qp *qp = make(IBV_QPT_RC);

	(void)state;
	put(in, 0x00, 0x502 << 16);
	put(in, 0x08, qp->qp_num);
	put(in, 0x14, 0x20000001);
	assert_int_equal(mlx5dv_devx_qp_modify(qp, in, sizeof(in), out, sizeof(out)), 0);
	assert_string_equal(line_text(lines_last("transition"), "how"), "devx");
	assert_int_equal(line_number(lines_last("transition"), "got"), 0x20000001);
	assert_int_equal(line_number(lines_last("transition"), "default"), 0x30000003);
	ibv_destroy_qp(qp);
}

/* Whatever a program sends, nothing behind its end is read, and no line tells of other objects. */
static void other_and_short_commands(void **state)
{
	uint8_t *in = calloc(1, 16), out[16];
	struct mlx5dv_devx_obj *object;

	(void)state;
	/* CREATE_CQ */
	put(in, 0x00, 0x400 << 16);
	object = mlx5dv_devx_obj_create(fake_context(), in, 16, out, sizeof(out));
	assert_int_equal(lines_count(NULL), 0);
	/* 2RST_QP has 16 bytes; RST2INIT_QP has not */
	put(in, 0x00, 0x50a << 16);
	mlx5dv_devx_obj_modify(object, in, 0, out, 0);
	assert_int_equal(lines_count(NULL), 0);
	free(in);
	mlx5dv_devx_obj_destroy(object);
	assert_int_equal(lines_count(NULL), 0);
}

static void errno_stays(void **state)
{
	struct ibv_qp_init_attr raw = {.qp_type = IBV_QPT_RAW_PACKET};
	struct ibv_qp *qp = make(IBV_QPT_RC);

	(void)state;
	errno = ERANGE;
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_int_equal(errno, ERANGE);
	assert_null(ibv_create_qp(NULL, &raw));
	assert_int_equal(errno, EPERM);
	errno = ERANGE;
	ibv_destroy_qp(qp);
	assert_int_equal(errno, ERANGE);
}

static void one_that_could_not_be_destroyed_is_still_known(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);

	(void)state;
	ask(qp, 0x20000001);
	fake.fail_destroy = EBUSY;
	assert_int_equal(ibv_destroy_qp(qp), EBUSY);
	assert_int_equal(line_number(lines_last("destroy"), "errno"), EBUSY);
	assert_int_equal(move(qp, IBV_QPS_INIT), 0);
	assert_int_equal(line_number(lines_last("transition"), "asked"), 0x20000001);
	fake.fail_destroy = 0;
	ibv_destroy_qp(qp);
}

static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < PER_THREAD; i++) {
		struct ibv_qp *qp = make(IBV_QPT_RC);

		if (move(qp, IBV_QPS_INIT) || move(qp, IBV_QPS_RTR) || ibv_destroy_qp(qp))
			return arg;
	}
	return NULL;
}

static void threads_write_whole_lines(void **state)
{
	static char failed;
	pthread_t threads[THREADS];
	void *bad;

	(void)state;
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, work, &failed), 0);
	for (size_t i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], &bad), 0);
		assert_null(bad);
	}
	assert_int_equal(lines_count("create"), THREADS * PER_THREAD);
	assert_int_equal(lines_count("transition"), 2 * THREADS * PER_THREAD);
	assert_int_equal(lines_count("destroy"), THREADS * PER_THREAD);
}

static void a_child_begins_anew(void **state)
{
	struct ibv_qp *qp = make(IBV_QPT_RC);
	int status;
	pid_t child;

	(void)state;
	ask(qp, 0x20000001);
	lines_drop();
	child = fork();
	if (!child)
		_exit(move(qp, IBV_QPS_INIT));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(line_number(lines_last("start"), "pid"), child);
	assert_int_equal(line_number(lines_last("start"), "n"), 0);
	assert_int_equal(line_number(lines_last("transition"), "asked"), 0x20000001);
	ibv_destroy_qp(qp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_program_that_asks_for_nothing, start),
		cmocka_unit_test_setup(what_is_asked_travels_with_the_next_transition, start),
		cmocka_unit_test_setup(a_refused_transition_asks_again, start),
		cmocka_unit_test_setup(options_0_are_never_sent, start),
		cmocka_unit_test_setup(a_foreign_vendor_is_told_and_not_asked_for, start),
		cmocka_unit_test_setup(a_device_without_ece_has_no_default, start),
		cmocka_unit_test_setup(one_that_was_made_out_of_sight, start),
		cmocka_unit_test_setup(a_target_of_the_verbs, start),
		cmocka_unit_test_setup(queue_pairs_by_commands, start),
		cmocka_unit_test_setup(a_target_by_a_command, start),
		cmocka_unit_test_setup(a_verbs_queue_pair_moved_by_a_command, start),
		cmocka_unit_test_setup(other_and_short_commands, start),
		cmocka_unit_test_setup(errno_stays, start),
		cmocka_unit_test_setup(one_that_could_not_be_destroyed_is_still_known, start),
		cmocka_unit_test_setup(threads_write_whole_lines, start),
		cmocka_unit_test_setup(a_child_begins_anew, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
