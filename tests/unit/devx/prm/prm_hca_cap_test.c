// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Capability pages. Positions: Linux include/linux/mlx5/mlx5_ifc.h; access_register_user: DPDK mlx5_prm.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/hca_cap.h"

/* clang-format off */
static const struct row cap_general[] = {
	{ &prm_cap_general.access_other_hca_roce,        0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.vhca_resource_manager,        0x00, { 0x00, 0x00, 0x00, 0x01 }, 4 },
	{ &prm_cap_general.hca_cap_2,                    0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.vhca_id,                      0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_cap_general.ece_support,                  0x14, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.go_back_n,                    0x14, { 0x00, 0x00, 0x00, 0x40 }, 4 },
	{ &prm_cap_general.access_register_user,         0x18, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_cap_general.roce_accl,                    0x28, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.cc_query_allowed,             0x2c, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.cc_modify_allowed,            0x2c, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.rts2rts_qp_rmp,               0x2c, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.rts2rts_qp_counters_set_id,   0x2c, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.rts2rts_qp_dscp,              0x2c, { 0x00, 0x20, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.vnic_env_int_rq_oob,          0x2c, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.qcam_reg,                     0x2c, { 0x00, 0x01, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.out_of_seq_cnt,               0x30, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.retransmission_q_counters,    0x30, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.debug,                        0x30, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.vport_group_manager,          0x34, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.vnic_env_queue_counters,      0x34, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.ets,                          0x34, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.eswitch_manager,              0x34, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.mcam_reg,                     0x34, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.pcam_reg,                     0x34, { 0x00, 0x20, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.enhanced_error_q_counters,    0x34, { 0x00, 0x00, 0x40, 0x00 }, 4 },
	{ &prm_cap_general.port_type,                    0x34, { 0x00, 0x00, 0x03, 0x00 }, 4 },
	{ &prm_cap_general.num_ports,                    0x34, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_cap_general.umr_modify_entity_size_disabled, 0x40, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.dct,                          0x40, { 0x00, 0x00, 0x00, 0x20 }, 4 },
	{ &prm_cap_general.roce,                         0x40, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_cap_general.atomic,                       0x40, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_cap_general.cq_resize,                    0x44, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.lag_dct,                      0x4c, { 0x00, 0x00, 0x03, 0x00 }, 4 },
	{ &prm_cap_general.lag_tx_port_affinity,         0x4c, { 0x00, 0x00, 0x00, 0x80 }, 4 },
	{ &prm_cap_general.lag_master,                   0x4c, { 0x00, 0x00, 0x00, 0x10 }, 4 },
	{ &prm_cap_general.num_lag_ports,                0x4c, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_cap_general.num_of_diagnostic_counters,   0x50, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.dp_ordering_ooo_all_ud,       0x64, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_cap_general.dp_ordering_ooo_all_uc,       0x64, { 0x00, 0x00, 0x40, 0x00 }, 4 },
	{ &prm_cap_general.dp_ordering_ooo_all_xrc,      0x64, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_cap_general.dp_ordering_ooo_all_dc,       0x64, { 0x00, 0x00, 0x10, 0x00 }, 4 },
	{ &prm_cap_general.dp_ordering_ooo_all_rc,       0x64, { 0x00, 0x00, 0x08, 0x00 }, 4 },
	{ &prm_cap_general.q_counter_aggregation,        0x64, { 0x00, 0x00, 0x00, 0x40 }, 4 },
	{ &prm_cap_general.q_counter_other_vport,        0x64, { 0x00, 0x00, 0x00, 0x20 }, 4 },
	{ &prm_cap_general.nic_receive_steering_discard, 0x68, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.receive_discard_vport_down,   0x68, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.roce_rw_supported,            0x74, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.general_obj_types,            0x80, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
	{ &prm_cap_general.log_max_uctx,                 0x8c, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.native_port_num,              0xc0, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_cap_general.uctx_cap,                     0xd4, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row cap_roce[] = {
	{ &prm_cap_roce.roce_apm,                    0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.sw_r_roce_src_udp_port,      0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.fl_rc_qp_when_roce_disabled, 0x00, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.fl_rc_qp_when_roce_enabled,  0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.roce_cc_general,             0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.qp_ooo_transmit_default,     0x00, { 0x00, 0x80, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.qp_ts_format,                0x00, { 0x00, 0x00, 0x00, 0x03 }, 4 },
	{ &prm_cap_roce.l3_type,                     0x10, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.roce_version,                0x10, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_cap_roce.r_roce_dest_udp_port,        0x14, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_cap_roce.r_roce_max_src_udp_port,     0x18, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_cap_roce.r_roce_min_src_udp_port,     0x18, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_cap_roce.roce_address_table_size,     0x1c, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row cap_atomic[] = {
	{ &prm_cap_atomic.atomic_req_8B_endianness_mode,             0x08, { 0xc0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_atomic.supported_atomic_req_8B_endianness_mode_1, 0x08, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_cap_atomic.atomic_operations,                         0x10, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_cap_atomic.atomic_size_qp,                            0x14, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_cap_atomic.atomic_size_dc,                            0x18, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

/* clang-format on */

static void cap_general_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cap_general, cap_general);
}

static void cap_roce_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cap_roce, cap_roce);
}

static void cap_atomic_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_cap_atomic, cap_atomic);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cap_general_rows),
		cmocka_unit_test(cap_roce_rows),
		cmocka_unit_test(cap_atomic_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
