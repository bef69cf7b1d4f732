// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Work queues and umems. Positions: Linux include/linux/mlx5/mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/wq.h"

/* clang-format off */
#define WORD      { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_24    { 0x00, 0xff, 0xff, 0xff }, 4
#define HIGH_16   { 0xff, 0xff, 0x00, 0x00 }, 4
#define LOW_16    { 0x00, 0x00, 0xff, 0xff }, 4
#define TWO_WORDS { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row sqc[] = {
	{ &prm_sqc.flush_in_error_en, 0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_sqc.state,      0x00, { 0x00, 0xf0, 0x00, 0x00 }, 4 },
	{ &prm_sqc.reg_umr,    0x00, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_sqc.user_index, 0x04, LOW_24 },
	{ &prm_sqc.cqn,        0x08, LOW_24 },
	{ &prm_sqc.tis_lst_sz, 0x20, HIGH_16 },
	{ &prm_sqc.tis_num_0,  0x2c, LOW_24 },
};

static const struct row rqc[] = {
	{ &prm_rqc.scatter_fcs,    0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_rqc.vsd,            0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_rqc.mem_rq_type,    0x00, { 0x0f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_rqc.flush_in_error_en, 0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_rqc.state,          0x00, { 0x00, 0xf0, 0x00, 0x00 }, 4 },
	{ &prm_rqc.user_index,     0x04, LOW_24 },
	{ &prm_rqc.cqn,            0x08, LOW_24 },
	{ &prm_rqc.counter_set_id, 0x0c, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_rqc.rmpn,           0x10, LOW_24 },
};

static const struct row rmpc[] = {
	{ &prm_rmpc.state,                0x00, { 0x00, 0xf0, 0x00, 0x00 }, 4 },
	{ &prm_rmpc.basic_cyclic_rcv_wqe, 0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row wq[] = {
	{ &prm_wq.wq_type,                0x00, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wq.page_offset,            0x04, { 0x00, 0x1f, 0x00, 0x00 }, 4 },
	{ &prm_wq.lwm,                    0x04, LOW_16 },
	{ &prm_wq.pd,                     0x08, LOW_24 },
	{ &prm_wq.uar_page,               0x0c, LOW_24 },
	{ &prm_wq.dbr_addr,               0x10, TWO_WORDS },
	{ &prm_wq.hw_counter,             0x18, WORD },
	{ &prm_wq.sw_counter,             0x1c, WORD },
	{ &prm_wq.log_wq_stride,          0x20, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_wq.log_wq_pg_sz,           0x20, { 0x00, 0x00, 0x1f, 0x00 }, 4 },
	{ &prm_wq.log_wq_sz,              0x20, { 0x00, 0x00, 0x00, 0x1f }, 4 },
	{ &prm_wq.dbr_umem_valid,         0x24, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wq.wq_umem_valid,          0x24, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_wq.log_wqe_num_of_strides, 0x24, { 0x00, 0x00, 0x0f, 0x00 }, 4 },
	{ &prm_wq.two_byte_shift_en,      0x24, { 0x00, 0x00, 0x00, 0x80 }, 4 },
	{ &prm_wq.log_wqe_stride_size,    0x24, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_wq.dbr_umem_id,            0x28, WORD },
	{ &prm_wq.wq_umem_id,             0x2c, WORD },
	{ &prm_wq.wq_umem_offset,         0x30, TWO_WORDS },
};

static const struct row srq_next[] = {
	{ &prm_srq_next.next,      0x00, LOW_16 },
	{ &prm_srq_next.signature, 0x04, { 0xff, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row modify_rmp_in[] = {
	{ &prm_modify_rmp_in.rmp_state, 0x08, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_modify_rmp_in.rmpn,      0x08, LOW_24 },
	{ &prm_modify_rmp_in.lwm,       0x14, { 0x00, 0x00, 0x00, 0x01 }, 4 },
};

static const struct row rqtc[] = {
	{ &prm_rqtc.rqt_max_size,    0x14, LOW_16 },
	{ &prm_rqtc.rqt_actual_size, 0x18, LOW_16 },
};

static const struct row modify_rqt_in[] = {
	{ &prm_modify_rqt_in.rqn_list, 0x14, { 0x00, 0x00, 0x00, 0x01 }, 4 },
};

static const struct row create_umem_in[] = {
	{ &prm_create_umem_in.log_page_size, 0x20, { 0x00, 0x00, 0x00, 0x1f }, 4 },
	{ &prm_create_umem_in.page_offset,   0x24, WORD },
	{ &prm_create_umem_in.num_of_mtt,    0x28, TWO_WORDS },
};
/* clang-format on */

static void context_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_sqc, sqc);
	CHECK_ROWS(&prm_rqc, rqc);
	CHECK_ROWS(&prm_rmpc, rmpc);
	CHECK_ROWS(&prm_rqtc, rqtc);
}

static void queue_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_wq, wq);
	CHECK_ROWS(&prm_srq_next, srq_next);
}

static void command_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_modify_rmp_in, modify_rmp_in);
	CHECK_ROWS(&prm_modify_rqt_in, modify_rqt_in);
	CHECK_ROWS(&prm_create_umem_in, create_umem_in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(context_rows),
		cmocka_unit_test(queue_rows),
		cmocka_unit_test(command_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
