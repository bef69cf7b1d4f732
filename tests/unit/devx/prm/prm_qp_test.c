// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Queue pairs and targets. Positions: Linux include/linux/mlx5/mlx5_ifc.h; those of the ECE words also in UCX
 * src/uct/ib/mlx5/dv/ib_mlx5_ifc.h.
 */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/queue.h"

/* clang-format off */
#define WORD   { 0xff, 0xff, 0xff, 0xff }, 4
#define LOW_24 { 0x00, 0xff, 0xff, 0xff }, 4
#define HIGH_16   { 0xff, 0xff, 0x00, 0x00 }, 4
#define LOW_16    { 0x00, 0x00, 0xff, 0xff }, 4
#define TWO_WORDS { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row qp_in[] = {
	{ &prm_qp_in.qpn,            0x08, LOW_24 },
	{ &prm_qp_in.opt_param_mask, 0x10, WORD },
	{ &prm_qp_in.ece,            0x14, WORD },
};

static const struct row qp_out[] = {
	{ &prm_qp_out.qpn, 0x08, LOW_24 },
	{ &prm_qp_out.ece, 0x0c, WORD },
};

static const struct row query_qp_out[] = {
	{ &prm_query_qp_out.opt_param_mask, 0x10, WORD },
	{ &prm_query_qp_out.ece,            0x14, WORD },
};

static const struct row create_qp_in[] = {
	{ &prm_create_qp_in.wq_umem_offset, 0x100, TWO_WORDS },
	{ &prm_create_qp_in.wq_umem_id,     0x108, WORD },
	{ &prm_create_qp_in.wq_umem_valid,  0x10c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row qpc[] = {
	{ &prm_qpc.state,               0x00, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.st,                  0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qpc.pm_state,            0x00, { 0x00, 0x00, 0x18, 0x00 }, 4 },
	{ &prm_qpc.pd,                  0x04, LOW_24 },
	{ &prm_qpc.mtu,                 0x08, { 0xe0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_msg_max,         0x08, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_rq_size,         0x08, { 0x00, 0x78, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_rq_stride,       0x08, { 0x00, 0x07, 0x00, 0x00 }, 4 },
	{ &prm_qpc.no_sq,               0x08, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_qpc.log_sq_size,         0x08, { 0x00, 0x00, 0x78, 0x00 }, 4 },
	{ &prm_qpc.rlky,                0x08, { 0x00, 0x00, 0x00, 0x10 }, 4 },
	{ &prm_qpc.counter_set_id,      0x0c, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.uar_page,            0x0c, LOW_24 },
	{ &prm_qpc.user_index,          0x10, LOW_24 },
	{ &prm_qpc.log_page_size,       0x14, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.remote_qpn,          0x14, LOW_24 },
	{ &prm_qpc.pkey_index,          0x18, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_qpc.ack_timeout,         0x20, { 0xf8, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.vhca_port_num,       0x3c, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_ack_req_freq,    0x70, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_sra_max,         0x70, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_qpc.retry_count,         0x70, { 0x00, 0x07, 0x00, 0x00 }, 4 },
	{ &prm_qpc.rnr_retry,           0x70, { 0x00, 0x00, 0xe0, 0x00 }, 4 },
	{ &prm_qpc.fre,                 0x70, { 0x00, 0x00, 0x08, 0x00 }, 4 },
	{ &prm_qpc.cur_rnr_retry,       0x70, { 0x00, 0x00, 0x07, 0x00 }, 4 },
	{ &prm_qpc.cur_retry_count,     0x70, { 0x00, 0x00, 0x00, 0xe0 }, 4 },
	{ &prm_qpc.next_send_psn,       0x78, LOW_24 },
	{ &prm_qpc.cqn_snd,             0x7c, LOW_24 },
	{ &prm_qpc.deth_sqpn,           0x80, LOW_24 },
	{ &prm_qpc.last_acked_psn,      0x88, LOW_24 },
	{ &prm_qpc.ssn,                 0x8c, LOW_24 },
	{ &prm_qpc.log_rra_max,         0x90, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_qpc.atomic_mode,         0x90, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_qpc.rre,                 0x90, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_qpc.rwe,                 0x90, { 0x00, 0x00, 0x40, 0x00 }, 4 },
	{ &prm_qpc.rae,                 0x90, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_qpc.page_offset,         0x90, { 0x00, 0x00, 0x0f, 0xc0 }, 4 },
	{ &prm_qpc.min_rnr_nak,         0x94, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.next_rcv_psn,        0x94, LOW_24 },
	{ &prm_qpc.xrcd,                0x98, LOW_24 },
	{ &prm_qpc.cqn_rcv,             0x9c, LOW_24 },
	{ &prm_qpc.dbr_addr,            0xa0, TWO_WORDS },
	{ &prm_qpc.q_key,               0xa8, WORD },
	{ &prm_qpc.rq_type,             0xac, { 0x07, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.srqn_rmpn_xrqn,      0xac, LOW_24 },
	{ &prm_qpc.rmsn,                0xb0, LOW_24 },
	{ &prm_qpc.hw_sq_wqebb_counter, 0xb4, HIGH_16 },
	{ &prm_qpc.sw_sq_wqebb_counter, 0xb4, LOW_16 },
	{ &prm_qpc.hw_rq_counter,       0xb8, WORD },
	{ &prm_qpc.sw_rq_counter,       0xbc, WORD },
	{ &prm_qpc.dbr_umem_valid,      0xd0, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.dbr_umem_id,         0xe4, WORD },
};

static const struct row dctc[] = {
	{ &prm_dctc.state, 0x00, { 0x0f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_dctc.ece,   0x3c, WORD },
};
/* clang-format on */

static void command_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qp_in, qp_in);
	CHECK_ROWS(&prm_create_qp_in, create_qp_in);
	CHECK_ROWS(&prm_qp_out, qp_out);
	CHECK_ROWS(&prm_query_qp_out, query_qp_out);
}

static void context_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qpc, qpc);
}

static void target_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_dctc, dctc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_rows),
		cmocka_unit_test(context_rows),
		cmocka_unit_test(target_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
