// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Events, completion queues, their entries, doorbells. Positions: Linux include/linux/mlx5/{mlx5_ifc,device,cq}.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/queue.h"

/* clang-format off */
#define WORD      { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_24    { 0x00, 0xff, 0xff, 0xff }, 4
#define HIGH_16   { 0xff, 0xff, 0x00, 0x00 }, 4
#define LOW_16    { 0x00, 0x00, 0xff, 0xff }, 4
#define TWO_WORDS { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row create_cq_in[] = {
	{ &prm_create_cq_in.dbr_umem_valid, 0x10, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.cqe_sz,         0x10, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.oi,             0x10, { 0x00, 0x02, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.dbr_umem_id,    0x14, WORD },
	{ &prm_create_cq_in.page_offset,    0x18, { 0x00, 0x00, 0x0f, 0xc0 }, 4 },
	{ &prm_create_cq_in.log_cq_size,    0x1c, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.cq_period,      0x20, { 0x0f, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.cq_max_count,   0x20, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_create_cq_in.c_eqn,          0x24, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_create_cq_in.log_page_size,  0x28, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_create_cq_in.dbr_addr,       0x48, TWO_WORDS },
	{ &prm_create_cq_in.cq_umem_offset, 0x50, TWO_WORDS },
	{ &prm_create_cq_in.cq_umem_id,     0x58, WORD },
	{ &prm_create_cq_in.cq_umem_valid,  0x5c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row queue_event[] = {
	{ &prm_queue_event.type,   0x14, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_queue_event.number, 0x18, LOW_24 },
};

static const struct row cq_error[] = {
	{ &prm_cq_error.cqn,      0x00, LOW_24 },
	{ &prm_cq_error.syndrome, 0x08, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row cqe[] = {
	{ &prm_cqe.wqe_id,          0x00, LOW_16 },
	{ &prm_cqe.rss_hash_result, 0x0c, WORD },
	{ &prm_cqe.rss_hash_type,   0x10, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.ml_path,         0x10, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_cqe.check_sum,       0x14, HIGH_16 },
	{ &prm_cqe.slid,            0x14, LOW_16 },
	{ &prm_cqe.grh,             0x18, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.network,         0x18, { 0x03, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.source_qp,       0x18, LOW_24 },
	{ &prm_cqe.l4_ok,           0x1c, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.l3_ok,           0x1c, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.l2_ok,           0x1c, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.l4_hdr_type,     0x1c, { 0x00, 0x70, 0x00, 0x00 }, 4 },
	{ &prm_cqe.l3_hdr_type,     0x1c, { 0x00, 0x0c, 0x00, 0x00 }, 4 },
	{ &prm_cqe.vlan,            0x1c, { 0x00, 0x01, 0x00, 0x00 }, 4 },
	{ &prm_cqe.vlan_info,       0x1c, LOW_16 },
	{ &prm_cqe.user_index,      0x20, LOW_24 },
	{ &prm_cqe.immediate,       0x24, WORD },
	{ &prm_cqe.byte_cnt,        0x2c, WORD },
	{ &prm_cqe.timestamp,       0x30, TWO_WORDS },
	{ &prm_cqe.send_opcode,     0x38, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cqe.qpn,             0x38, LOW_24 },
	{ &prm_cqe.wqe_counter,     0x3c, HIGH_16 },
	{ &prm_cqe.opcode,          0x3c, { 0x00, 0x00, 0x00, 0xf0 }, 4 },
	{ &prm_cqe.format,          0x3c, { 0x00, 0x00, 0x00, 0x0c }, 4 },
	{ &prm_cqe.owner,           0x3c, { 0x00, 0x00, 0x00, 0x01 }, 4 },
};

static const struct row error_cqe[] = {
	{ &prm_error_cqe.user_index,      0x20, LOW_24 },
	{ &prm_error_cqe.vendor_syndrome, 0x34, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_error_cqe.syndrome,        0x34, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_error_cqe.send_opcode,     0x38, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_error_cqe.qpn,             0x38, LOW_24 },
	{ &prm_error_cqe.wqe_counter,     0x3c, HIGH_16 },
	{ &prm_error_cqe.opcode,          0x3c, { 0x00, 0x00, 0x00, 0xf0 }, 4 },
	{ &prm_error_cqe.owner,           0x3c, { 0x00, 0x00, 0x00, 0x01 }, 4 },
};

static const struct row send_doorbell[] = {
	{ &prm_send_doorbell.wqe_counter, 0x00, { 0x00, 0xff, 0xff, 0x00 }, 4 },
	{ &prm_send_doorbell.opcode,      0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_send_doorbell.qpn,         0x04, { 0xff, 0xff, 0xff, 0x00 }, 4 },
};

static const struct row cq_doorbell[] = {
	{ &prm_cq_doorbell.sequence,       0x00, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cq_doorbell.solicited_only, 0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cq_doorbell.consumer_index, 0x00, LOW_24 },
	{ &prm_cq_doorbell.cqn,            0x04, LOW_24 },
};

static const struct row eq_doorbell[] = {
	{ &prm_eq_doorbell.eqn,            0x00, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_eq_doorbell.consumer_index, 0x00, LOW_24 },
};

static const struct row srqc[] = {
	{ &prm_srqc.lwm, 0x1c, { 0xff, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row arm_rq_in[] = {
	{ &prm_arm_rq_in.lwm, 0x0c, { 0x00, 0x00, 0xff, 0xff }, 4 },
};
/* clang-format on */

static void command_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_create_cq_in, create_cq_in);
	CHECK_ROWS(&prm_srqc, srqc);
	CHECK_ROWS(&prm_arm_rq_in, arm_rq_in);
}

static void event_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_queue_event, queue_event);
	CHECK_ROWS(&prm_cq_error, cq_error);
}

static void completion_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cqe, cqe);
	CHECK_ROWS(&prm_error_cqe, error_cqe);
}

static void doorbell_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_send_doorbell, send_doorbell);
	CHECK_ROWS(&prm_cq_doorbell, cq_doorbell);
	CHECK_ROWS(&prm_eq_doorbell, eq_doorbell);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_rows),
		cmocka_unit_test(event_rows),
		cmocka_unit_test(completion_rows),
		cmocka_unit_test(doorbell_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
