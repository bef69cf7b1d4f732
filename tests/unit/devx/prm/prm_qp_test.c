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

static const struct row qpc[] = {
	{ &prm_qpc.state,            0x00, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.st,               0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qpc.pm_state,         0x00, { 0x00, 0x00, 0x18, 0x00 }, 4 },
	{ &prm_qpc.mtu,              0x08, { 0xe0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_msg_max,      0x08, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.counter_set_id,   0x0c, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.remote_qpn,       0x14, LOW_24 },
	{ &prm_qpc.ack_timeout,      0x20, { 0xf8, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_ack_req_freq, 0x70, { 0xf0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.log_sra_max,      0x70, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_qpc.retry_count,      0x70, { 0x00, 0x07, 0x00, 0x00 }, 4 },
	{ &prm_qpc.rnr_retry,        0x70, { 0x00, 0x00, 0xe0, 0x00 }, 4 },
	{ &prm_qpc.next_send_psn,    0x78, LOW_24 },
	{ &prm_qpc.cqn_snd,          0x7c, LOW_24 },
	{ &prm_qpc.log_rra_max,      0x90, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_qpc.rre,              0x90, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_qpc.rwe,              0x90, { 0x00, 0x00, 0x40, 0x00 }, 4 },
	{ &prm_qpc.rae,              0x90, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_qpc.min_rnr_nak,      0x94, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_qpc.next_rcv_psn,     0x94, LOW_24 },
	{ &prm_qpc.q_key,            0xa8, WORD },
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
