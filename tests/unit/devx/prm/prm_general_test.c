// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Registers about the card. Positions: mstflint register_access_table.adb. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/general.h"

/* clang-format off */
static const struct row mgir[] = {
	{ &prm_mgir.device_id,                    0x00, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mgir.device_hw_revision,           0x00, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mgir.num_ports,                    0x04, { 0x0f, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mgir.hw_dev_id,                    0x08, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mgir.manufacturing_base_mac_47_32, 0x10, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mgir.manufacturing_base_mac_31_0,  0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mgir.uptime,                       0x1c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mgir.sub_minor,                    0x20, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mgir.minor,                        0x20, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_mgir.major,                        0x20, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mgir.secured,                      0x20, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mgir.signed_fw,                    0x20, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mgir.extended_major,               0x44, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mgir.extended_minor,               0x48, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mgir.extended_sub_minor,           0x4c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mgir.life_cycle,                   0x54, { 0x00, 0x00, 0x00, 0x03 }, 4 },
};

static const struct row mcam[] = {
	{ &prm_mcam.access_reg_group, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mcam.feature_group,    0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row mfrl[] = {
	{ &prm_mfrl.reset_trigger,               0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mfrl.reset_type,                  0x04, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_mfrl.reset_state,                 0x04, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_mfrl.pci_reset_req_method,        0x04, { 0x00, 0xe0, 0x00, 0x00 }, 4 },
	{ &prm_mfrl.rst_type_sel,                0x04, { 0x07, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mfrl.pci_sync_for_fw_update_resp, 0x04, { 0x18, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row mroq[] = {
	{ &prm_mroq.reset_trigger,                0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mroq.reset_type,                   0x00, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_mroq.query_is_valid,               0x00, { 0x00, 0x01, 0x00, 0x00 }, 4 },
	{ &prm_mroq.pci_sync_for_fw_update_start, 0x00, { 0x00, 0x1e, 0x00, 0x00 }, 4 },
	{ &prm_mroq.pci_reset_req_method,         0x00, { 0xff, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row mrsi[] = {
	{ &prm_mrsi.device,       0x00, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_mrsi.reset_reason, 0x04, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_mrsi.crts,         0x08, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8 },
};

static const struct row mcqs[] = {
	{ &prm_mcqs.component_index,        0x00, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mcqs.device_index,           0x00, { 0x0f, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mcqs.last_index_flag,        0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mcqs.identifier,             0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mcqs.component_update_state, 0x08, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_mcqs.component_status,       0x08, { 0x00, 0x00, 0x01, 0xf0 }, 4 },
};

static const struct row mcqi[] = {
	{ &prm_mcqi.component_index,        0x00, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mcqi.device_index,           0x00, { 0x0f, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_mcqi.read_pending_component, 0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_mcqi.info_type,              0x08, { 0x00, 0x00, 0x00, 0x1f }, 4 },
	{ &prm_mcqi.info_size,              0x0c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mcqi.offset,                 0x10, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_mcqi.data_size,              0x14, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row mcqi_cap[] = {
	{ &prm_mcqi_cap.supported_info_bitmask, 0x00, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row mcqi_version[] = {
	{ &prm_mcqi_version.version_string_length, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mcqi_version.version,               0x04, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row mqis[] = {
	{ &prm_mqis.info_type,   0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_mqis.info_length, 0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mqis.read_length, 0x08, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_mqis.read_offset, 0x08, { 0xff, 0xff, 0x00, 0x00 }, 4 },
};

/* clang-format on */

static void mgir_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mgir, mgir);
}

static void mcam_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mcam, mcam);
}

static void mfrl_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mfrl, mfrl);
}

static void mroq_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mroq, mroq);
}

static void mrsi_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mrsi, mrsi);
}

static void mcqs_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mcqs, mcqs);
}

static void mcqi_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mcqi, mcqi);
}

static void mcqi_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mcqi_cap, mcqi_cap);
}

static void mcqi_version_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mcqi_version, mcqi_version);
}

static void mqis_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_mqis, mqis);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mgir_rows), cmocka_unit_test(mcam_rows),     cmocka_unit_test(mfrl_rows),
		cmocka_unit_test(mroq_rows), cmocka_unit_test(mrsi_rows),     cmocka_unit_test(mcqs_rows),
		cmocka_unit_test(mcqi_rows), cmocka_unit_test(mcqi_cap_rows), cmocka_unit_test(mcqi_version_rows),
		cmocka_unit_test(mqis_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
