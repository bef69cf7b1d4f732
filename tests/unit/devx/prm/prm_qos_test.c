// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Classes of service. Positions: mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/qos.h"

/* clang-format off */
static const struct row qpts[] = {
	{ &prm_qpts_reg.local_port,  0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qpts_reg.trust_state, 0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

static const struct row qpdpm[] = {
	{ &prm_qpdpm_reg.local_port, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row qtct[] = {
	{ &prm_qtct_reg.port_number, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qtct_reg.prio,        0x00, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_qtct_reg.tclass,      0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

static const struct row qetc[] = {
	{ &prm_qetc_reg.port_number, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row ets_tcn_config[] = {
	{ &prm_ets_tcn_config_reg.g,             0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.b,             0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.r,             0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.group,         0x00, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.bw_allocation, 0x00, { 0x00, 0x00, 0x00, 0x7f }, 4 },
	{ &prm_ets_tcn_config_reg.max_bw_units,  0x04, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.max_bw_value,  0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row dcbx_param[] = {
	{ &prm_dcbx_param.dcbx_cee_cap,  0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.dcbx_ieee_cap, 0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.port_number,   0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.version_oper,  0x04, { 0x00, 0x00, 0x07, 0x00 }, 4 },
	{ &prm_dcbx_param.version_admin, 0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_dcbx_param.willing_admin, 0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row pfcc[] = {
	{ &prm_pfcc_reg.local_port,   0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.prio_mask_tx, 0x04, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.prio_mask_rx, 0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_pfcc_reg.pptx,         0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pptx_mask_n,  0x08, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pfctx,        0x08, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pprx,         0x0c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pprx_mask_n,  0x0c, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pfcrx,        0x0c, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.minor_stall_mask, 0x00, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_pfcc_reg.critical_stall_mask, 0x00, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_pfcc_reg.device_stall_minor_watermark, 0x10, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.device_stall_critical_watermark, 0x10, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row sbcam[] = {
	{ &prm_sbcam_reg.cap_total_buffer_size, 0x40, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_sbcam_reg.cap_cell_size, 0x44, { 0xff, 0xff, 0x00, 0x00 }, 4 },
};
/* clang-format on */

static void trust_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qpts_reg, qpts);
	CHECK_ROWS(&prm_qpdpm_reg, qpdpm);
}

static void class_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qtct_reg, qtct);
	CHECK_ROWS(&prm_qetc_reg, qetc);
	CHECK_ROWS(&prm_ets_tcn_config_reg, ets_tcn_config);
}

static void dcbx_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_dcbx_param, dcbx_param);
}

static void flow_control_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_pfcc_reg, pfcc);
	CHECK_ROWS(&prm_sbcam_reg, sbcam);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trust_rows),
		cmocka_unit_test(class_rows),
		cmocka_unit_test(dcbx_rows),
		cmocka_unit_test(flow_control_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
