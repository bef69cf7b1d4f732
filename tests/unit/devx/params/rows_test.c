// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every row against what public sources say of it. Bits, select bits and files of DCQCN: Linux mlx5_ifc.h and cong.c.
 * ROCE_ACCL: mstflint's register access table. Ranges: NVIDIA, "DCQCN CC Parameters". ZTR-RTT: NVIDIA, "ZTR-RTT CC
 * Parameter and Counter Configuration".
 */
#include "devx/params/param.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct cong {
	const char *name;
	const char *alias, *other_alias;
	uint8_t protocol, select;
	uint16_t at;
	uint8_t high, low;
	const char *file, *unit;
	uint64_t min, max;
};

struct accl {
	const char *field;
	uint8_t select; /* bit of the first word */
	uint16_t at;
	uint8_t high, low;
	bool pairwise;
	uint64_t max;
};

struct profile {
	const char *name;
	uint16_t at;
	uint8_t high, low;
	uint64_t max;
};

struct ppcc {
	const char *name;
	enum ece_param_kind kind;
	const char *unit;
	uint8_t fraction_bits;
};

/* clang-format off */
static const struct cong cong[] = {
	{ "dcqcn.rp.clamp_tgt_rate", "CLAMP_TGT_RATE", "DcQcnClampTgtRate",
	  1, 1, 0x0c, 27, 27, "rp_clamp_tgt_rate", "", 0, 1 },
	{ "dcqcn.rp.clamp_tgt_rate_after_time_inc", "CLAMP_TGT_RATE_AFTER_TIME_INC_P1", "clamp_tgt_rate_after_time_inc",
	  1, 2, 0x0c, 23, 23, "rp_clamp_tgt_rate_ati", "", 0, 1 },
	{ "dcqcn.rp.time_reset", "RPG_TIME_RESET", "rpg_time_reset",
	  1, 3, 0x14, 31, 0, "rp_time_reset", "us", 0, 131071 },
	{ "dcqcn.rp.byte_reset", "RPG_BYTE_RESET", "rpg_byte_reset",
	  1, 4, 0x18, 31, 0, "rp_byte_reset", "", 0, 32767 },
	{ "dcqcn.rp.threshold", "RPG_THRESHOLD", "DcQcnRpgThreshold",
	  1, 5, 0x1c, 31, 0, "rp_threshold", "", 0, 31 },
	{ "dcqcn.rp.max_rate", "RPG_MAX_RATE", "rpg_max_rate",
	  1, 6, 0x20, 31, 0, "rp_max_rate", "Mb/s", 0, 0xffffffff },
	{ "dcqcn.rp.ai_rate", "DCQCN_RL_AI", "R_AI",
	  1, 7, 0x24, 31, 0, "rp_ai_rate", "Mb/s", 0, 131071 },
	{ "dcqcn.rp.hai_rate", "DCQCN_RL_HAI", "R_HAI",
	  1, 8, 0x28, 31, 0, "rp_hai_rate", "Mb/s", 0, 131071 },
	{ "dcqcn.rp.gd", "DCQCN_GD", "RPG_GD_P2",
	  1, 16, 0x2c, 31, 0, "rp_gd", "", 10, 11 },
	{ "dcqcn.rp.min_dec_fac", "RPG_MIN_DEC_FAC", "DcQcnRpgMinDecFac",
	  1, 9, 0x30, 31, 0, "rp_min_dec_fac", "%", 0, 100 },
	{ "dcqcn.rp.min_rate", "DCQCN_MIN_RATE", "RPG_MIN_RATE",
	  1, 10, 0x34, 31, 0, "rp_min_rate", "Mb/s", 1, 0xffffffff },
	{ "dcqcn.rp.rate_to_set_on_first_cnp", "RATE_TO_SET_ON_FIRST_CNP", "rate_to_set_on_first_cnp",
	  1, 11, 0x54, 31, 0, "rp_rate_to_set_on_first_cnp", "Mb/s", 0, 0xffffffff },
	{ "dcqcn.rp.dce_tcp_g", "DCE_TCP_G", "dce_tcp_g",
	  1, 12, 0x58, 31, 0, "rp_dce_tcp_g", "", 0, 1023 },
	{ "dcqcn.rp.dce_tcp_rtt", "DCE_TCP_RTT", "dce_tcp_rtt",
	  1, 13, 0x5c, 31, 0, "rp_dce_tcp_rtt", "us", 1, 131071 },
	{ "dcqcn.rp.rate_reduce_monitor_period", "RATE_REDUCE_MONITOR_PERIOD", "rate_reduce_monitor_period",
	  1, 14, 0x60, 31, 0, "rp_rate_reduce_monitor_period", "us", 1, 0xffffffff },
	{ "dcqcn.rp.initial_alpha_value", "INITIAL_ALPHA_VALUE", "initial_alpha_value",
	  1, 15, 0x68, 31, 0, "rp_initial_alpha_value", "", 1, 1023 },
	{ "dcqcn.np.min_time_between_cnps", "MIN_TIME_BETWEEN_CNPS", "min_time_between_cnps",
	  2, 2, 0x14, 31, 0, "np_min_time_between_cnps", "us", 0, 131071 },
	{ "dcqcn.np.cnp_dscp", "DCQCN_NP_CNP_DSCP", "CNP_DSCP",
	  2, 3, 0x18, 13, 8, "np_cnp_dscp", "", 0, 63 },
	{ "dcqcn.np.cnp_prio", "CNP_802P_PRIO", "cnp_802p_prio",
	  2, 4, 0x18, 2, 0, "np_cnp_prio", "", 0, 7 },
	{ "dcqcn.general.rtt_resp_dscp", "ROCE_RTT_RESP_DSCP", "rtt_resp_dscp",
	  3, 0, 0x10, 5, 0, "rtt_resp_dscp", "", 0, 63 },
};

static const struct accl accl[] = {
	{ "roce_adp_retrans_en", 0, 0x04, 0, 0, false, 1 },
	{ "roce_tx_window_en", 1, 0x04, 1, 1, false, 1 },
	{ "roce_slow_restart_en", 2, 0x04, 2, 2, false, 1 },
	{ "roce_slow_restart_idle_en", 3, 0x04, 3, 3, false, 1 },
	{ "min_ack_timeout_limit_disabled", 4, 0x04, 4, 4, false, 1 },
	{ "adaptive_routing_forced_en", 5, 0x04, 5, 5, true, 1 },
	{ "selective_repeat_forced_en", 6, 0x04, 6, 6, true, 1 },
	{ "dc_half_handshake_en", 7, 0x04, 7, 7, true, 1 },
	{ "cc_per_plane_en", 8, 0x04, 8, 8, false, 1 },
	{ "ack_dscp", 9, 0x04, 15, 10, false, 63 },
	{ "cc_burst_size", 10, 0x04, 26, 24, false, 7 },
	{ "cc_probe_mp_mode", 11, 0x08, 21, 20, false, 3 },
	{ "ifa2_turn_around_en", 27, 0x04, 27, 27, false, 1 },
};

/* Below roce_accl.adp_retx. */
static const struct profile profile[] = {
	{ "time_base", 0x10, 15, 0, 32768 },
	{ "range_num", 0x10, 30, 28, 7 },
	{ "start_range", 0x10, 26, 24, 7 },
	{ "init_low_bound", 0x14, 15, 8, 255 },
	{ "init_size", 0x14, 7, 0, 255 },
	{ "total_timeout", 0x14, 31, 24, 255 },
	{ "range0.low_bound", 0x18, 15, 8, 255 },
	{ "range0.size", 0x18, 7, 0, 255 },
	{ "range0.retry_num", 0x18, 25, 16, 1023 },
	{ "range0.dec_mode", 0x18, 27, 26, 3 },
	{ "range0.prev_range", 0x18, 30, 28, 7 },
	{ "range1.low_bound", 0x1c, 15, 8, 255 },
	{ "range1.size", 0x1c, 7, 0, 255 },
	{ "range1.retry_num", 0x1c, 25, 16, 1023 },
	{ "range1.dec_mode", 0x1c, 27, 26, 3 },
	{ "range1.prev_range", 0x1c, 30, 28, 7 },
	{ "range2.low_bound", 0x20, 15, 8, 255 },
	{ "range2.size", 0x20, 7, 0, 255 },
	{ "range2.retry_num", 0x20, 25, 16, 1023 },
	{ "range2.dec_mode", 0x20, 27, 26, 3 },
	{ "range2.prev_range", 0x20, 30, 28, 7 },
	{ "range3.low_bound", 0x24, 15, 8, 255 },
	{ "range3.size", 0x24, 7, 0, 255 },
	{ "range3.retry_num", 0x24, 25, 16, 1023 },
	{ "range3.dec_mode", 0x24, 27, 26, 3 },
	{ "range3.prev_range", 0x24, 30, 28, 7 },
};

static const struct ppcc ppcc[] = {
	{ "BW_G", ECE_PARAM_RATE, "Gb/s", 0 },
	{ "ALPHA", ECE_PARAM_FRACTION, "", 16 },
	{ "MAX_DEC", ECE_PARAM_FRACTION, "", 16 },
	{ "MAX_INC", ECE_PARAM_FRACTION, "", 16 },
	{ "AI", ECE_PARAM_COUNT_OF, "", 0 },
	{ "HAI", ECE_PARAM_COUNT_OF, "", 0 },
	{ "HAI_PERIOD", ECE_PARAM_COUNT_OF, "", 0 },
	{ "CONGESTION_DELAY_THRESHOLD", ECE_PARAM_TIME, "ns", 0 },
	{ "MAX_DELAY", ECE_PARAM_TIME, "ns", 0 },
	{ "RATE_ON_FIRST_CONGESTION", ECE_PARAM_FRACTION, "", 20 },
	{ "DELAY_ONLY", ECE_PARAM_BOOL, "", 0 },
};
/* clang-format on */

#define SWITCHES 2 /* dcqcn.rp.enable, dcqcn.np.enable */

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static void switches_of_priorities(void **state)
{
	static const struct {
		const char *name;
		uint8_t protocol;
		const char *vendor_file;
	} switches[] = {{"dcqcn.rp.enable", 1, "roce_rp/enable"}, {"dcqcn.np.enable", 2, "roce_np/enable"}};

	(void)state;
	assert_int_equal(COUNT_OF(switches), SWITCHES);
	for (size_t i = 0; i < COUNT_OF(switches); i++) {
		const struct ece_param *p = ece_param_find(switches[i].name);

		assert_non_null(p);
		assert_int_equal(p->home, ECE_HOME_CONG_STATUS);
		assert_int_equal(p->kind, ECE_PARAM_PRIORITIES);
		assert_int_equal(p->scope, ECE_SCOPE_PRIORITY);
		assert_int_equal(p->protocol, switches[i].protocol);
		assert_int_equal(p->max, 255);
		assert_int_equal(p->reads[0], ECE_BACKEND_DEVX);
		assert_int_equal(p->reads[1], ECE_BACKEND_FWCTL);
		assert_int_equal(p->reads[2], ECE_BACKEND_OFED);
		assert_int_equal(p->writes[0], ECE_BACKEND_FWCTL);
		assert_int_equal(p->writes[1], ECE_BACKEND_OFED);
		assert_int_equal(p->writes[2], ECE_BACKEND_NONE);
		assert_string_equal(p->vendor_file, switches[i].vendor_file);
		/* The trap. */
		assert_non_null(strstr(p->text, "only none and all can be had"));
	}
}

static void the_built_in_slot(void **state)
{
	const struct ece_param *p = ece_param_find("ppcc.slot.15.enable");

	(void)state;
	assert_int_equal(p->home, ECE_HOME_PPCC_SLOT);
	assert_int_equal(p->slot, 15);
	assert_int_equal(p->scope, ECE_SCOPE_SLOT);
	assert_int_equal(p->field->at, 0x08);
	assert_true(p->pairwise);
	assert_true(p->no_verify);
	assert_string_equal(p->needs[0].nv, "ROCE_CC_LEGACY_DCQCN");
	assert_non_null(strstr(p->text, "its read-back cannot be trusted"));
	/* No other slot is so. */
	p = ece_param_find("ppcc.slot.0.enable");
	assert_int_equal(p->slot, 0);
	assert_false(p->pairwise);
	assert_false(p->no_verify);
	p = ece_param_find("ppcc.slot.15.counters");
	assert_int_equal(p->field->at, 0x1c);
	assert_int_equal(p->field->low, 3);
	assert_false(p->no_verify);
	p = ece_param_find("ppcc.slot.15.trace");
	assert_int_equal(p->field->low, 4);
}

#define POLICIES 2 /* ece.allow, ece.require */

static void policies_of_the_host(void **state)
{
	static const char *const names[POLICIES] = {"ece.allow", "ece.require"};

	(void)state;
	for (size_t i = 0; i < POLICIES; i++) {
		const struct ece_param *p = ece_param_find(names[i]);

		assert_int_equal(p->home, ECE_HOME_POLICY);
		assert_int_equal(p->scope, ECE_SCOPE_FUNCTION);
		assert_int_equal(p->cost, ECE_COST_NEXT_QP);
		assert_int_equal(p->reads[0], ECE_BACKEND_POLICY);
		assert_int_equal(p->reads[1], ECE_BACKEND_NONE);
		assert_int_equal(p->writes[0], ECE_BACKEND_POLICY);
		assert_int_equal(p->writes[1], ECE_BACKEND_NONE);
		/* A difference costs features; a requirement of one end alone costs the connection. */
		assert_int_equal(p->pairwise, i == 1);
		assert_int_equal(p->policy_require, i == 1);
		assert_true(ece_param_together(p, ece_param_find(names[1 - i])));
	}
	assert_non_null(strstr(ece_param_find("ece.allow")->text, "no setting of the card"));
}

static void there_are_no_others(void **state)
{
	(void)state;
	assert_int_equal(ece_param_count(), 1 /* slot 15 */ + COUNT_OF(cong) + COUNT_OF(accl) + COUNT_OF(profile) +
						    SWITCHES + COUNT_OF(ppcc) + POLICIES);
}

static void congestion_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cong); i++) {
		const struct ece_param *p = ece_param_find(cong[i].name);

		assert_non_null(p);
		assert_int_equal(p->home, ECE_HOME_CONG);
		assert_ptr_equal(ece_param_find(cong[i].alias), p);
		assert_ptr_equal(ece_param_find(cong[i].other_alias), p);
		assert_int_equal(p->protocol, cong[i].protocol);
		assert_int_equal(p->select_bit, cong[i].select);
		assert_int_equal(p->field->at, cong[i].at);
		assert_int_equal(p->field->high, cong[i].high);
		assert_int_equal(p->field->low, cong[i].low);
		assert_string_equal(p->file, cong[i].file);
		assert_string_equal(p->unit, cong[i].unit);
		assert_int_equal(p->min, cong[i].min);
		assert_int_equal(p->max, cong[i].max);
		assert_int_equal(p->reads[0], ECE_BACKEND_DEVX);
		assert_int_equal(p->reads[1], ECE_BACKEND_FWCTL);
		assert_int_equal(p->reads[2], ECE_BACKEND_DEBUGFS);
		assert_int_equal(p->reads[3], p->vendor_file ? ECE_BACKEND_OFED : ECE_BACKEND_NONE);
		assert_int_equal(p->writes[0], ECE_BACKEND_DEBUGFS);
		assert_int_equal(p->writes[1], p->vendor_file ? ECE_BACKEND_OFED : ECE_BACKEND_NONE);
		assert_int_equal(p->writes[2], ECE_BACKEND_NONE);
	}
}

/* File names of MLNX_OFED 25.10, en_sysfs.c. */
static void vendor_files(void **state)
{
	static const struct {
		const char *row, *file;
	} vendor[] = {
		{"dcqcn.rp.clamp_tgt_rate", "roce_rp/clamp_tgt_rate"},
		{"dcqcn.rp.clamp_tgt_rate_after_time_inc", "roce_rp/clamp_tgt_rate_after_time_inc"},
		{"dcqcn.rp.time_reset", "roce_rp/rpg_time_reset"},
		{"dcqcn.rp.byte_reset", "roce_rp/rpg_byte_reset"},
		{"dcqcn.rp.threshold", "roce_rp/rpg_threshold"},
		{"dcqcn.rp.max_rate", "roce_rp/rpg_max_rate"},
		{"dcqcn.rp.ai_rate", "roce_rp/rpg_ai_rate"},
		{"dcqcn.rp.hai_rate", "roce_rp/rpg_hai_rate"},
		{"dcqcn.rp.gd", "roce_rp/rpg_gd"},
		{"dcqcn.rp.min_dec_fac", "roce_rp/rpg_min_dec_fac"},
		{"dcqcn.rp.min_rate", "roce_rp/rpg_min_rate"},
		{"dcqcn.rp.rate_to_set_on_first_cnp", "roce_rp/rate_to_set_on_first_cnp"},
		{"dcqcn.rp.dce_tcp_g", "roce_rp/dce_tcp_g"},
		{"dcqcn.rp.dce_tcp_rtt", "roce_rp/dce_tcp_rtt"},
		{"dcqcn.rp.rate_reduce_monitor_period", "roce_rp/rate_reduce_monitor_period"},
		{"dcqcn.rp.initial_alpha_value", "roce_rp/initial_alpha_value"},
		{"dcqcn.np.min_time_between_cnps", "roce_np/min_time_between_cnps"},
		{"dcqcn.np.cnp_dscp", "roce_np/cnp_dscp"},
		/* folders with a file a priority */
		{"dcqcn.rp.enable", "roce_rp/enable"},
		{"dcqcn.np.enable", "roce_np/enable"},
	};
	size_t rows = 0;

	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++)
		rows += ece_param_at(i)->vendor_file != NULL;
	assert_int_equal(rows, sizeof(vendor) / sizeof(vendor[0]));
	for (size_t i = 0; i < rows; i++)
		assert_string_equal(ece_param_find(vendor[i].row)->vendor_file, vendor[i].file);
}

static void acceleration_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(accl); i++) {
		/* mlxreg's name is an alias */
		const struct ece_param *p = ece_param_find(accl[i].field);

		assert_non_null(p);
		assert_int_equal(p->home, ECE_HOME_ROCE_ACCL);
		assert_string_equal(p->name + strlen("roce_accl."), accl[i].field);
		assert_int_equal(p->select->at, 0);
		assert_int_equal(p->select->low, accl[i].select);
		assert_int_equal(p->select->high, accl[i].select);
		assert_int_equal(p->field->at, accl[i].at);
		assert_int_equal(p->field->high, accl[i].high);
		assert_int_equal(p->field->low, accl[i].low);
		assert_int_equal(p->pairwise, accl[i].pairwise);
		assert_int_equal(p->max, accl[i].max);
		assert_int_equal(p->writes[0], ECE_BACKEND_FWCTL);
	}
}

static void profile_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(profile); i++) {
		char name[ECE_PARAM_NAME_MAX] = "roce_accl.adp_retx.";
		const struct ece_param *p;

		strcat(name, profile[i].name);
		p = ece_param_find(name);
		assert_non_null(p);
		assert_int_equal(p->home, ECE_HOME_ROCE_ACCL);
		assert_int_equal(p->select->at, 0);
		assert_int_equal(p->select->low, 28);
		assert_int_equal(p->select->high, 28);
		assert_int_equal(p->field->at, profile[i].at);
		assert_int_equal(p->field->high, profile[i].high);
		assert_int_equal(p->field->low, profile[i].low);
		assert_int_equal(p->max, profile[i].max);
		assert_false(p->pairwise);
		assert_int_equal(p->writes[0], ECE_BACKEND_FWCTL);
	}
}

static void algorithm_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(ppcc); i++) {
		char name[ECE_PARAM_NAME_MAX] = "ztr_rtt.";
		const struct ece_param *p;

		strcat(name, ppcc[i].name);
		p = ece_param_find(name);
		assert_non_null(p);
		assert_int_equal(p->home, ECE_HOME_PPCC);
		assert_string_equal(p->card_name, ppcc[i].name);
		assert_int_equal(p->kind, ppcc[i].kind);
		assert_string_equal(p->unit, ppcc[i].unit);
		assert_int_equal(p->fraction_bits, ppcc[i].fraction_bits);
	}
}

static void two_fields_are_one_value(void **state)
{
	const struct ece_param *prio = ece_param_find("dcqcn.np.cnp_prio");
	const struct ece_param *dscp = ece_param_find("dcqcn.general.rtt_resp_dscp");
	const struct ece_param *ack = ece_param_find("roce_accl.ack_dscp");
	const struct ece_param *total = ece_param_find("roce_accl.adp_retx.total_timeout");

	(void)state;
	assert_int_equal(prio->instead->field->at, 0x18);
	assert_int_equal(prio->instead->field->low, 3);
	assert_string_equal(prio->instead->file, "np_cnp_prio_mode");
	assert_true(prio->instead->at);
	assert_string_equal(prio->words[0].name, "from_packet");
	assert_int_equal(dscp->instead->field->at, 0x10);
	assert_int_equal(dscp->instead->field->low, 15);
	assert_string_equal(dscp->instead->file, "rtt_resp_dscp_valid");
	assert_false(dscp->instead->at);
	assert_int_equal(ack->instead->field->at, 0x04);
	assert_int_equal(ack->instead->field->low, 9);
	assert_false(ack->instead->at);
	assert_int_equal(total->instead->field->at, 0x10);
	assert_int_equal(total->instead->field->low, 31);
	assert_true(total->instead->at);
	assert_string_equal(total->words[0].name, "from_qp");
}

/* The traps must stand in the text. */
static void traps_are_named(void **state)
{
	static const char *const traps[][2] = {
		{"dcqcn.rp.dce_tcp_g", "1 - g"},
		{"dcqcn.rp.min_dec_fac", "100 means no cut"},
		{"dcqcn.rp.byte_reset", "unit is not clear"},
		{"dcqcn.rp.min_rate", "never has it above max_rate"},
		{"dcqcn.np.cnp_prio", "clears cnp_prio_mode"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(traps); i++)
		assert_non_null(strstr(ece_param_find(traps[i][0])->text, traps[i][1]));
	/* The paper's g is the complement of the card's: it must not pass for it. */
	assert_null(ece_param_find("g"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policies_of_the_host),
		cmocka_unit_test(there_are_no_others),
		cmocka_unit_test(congestion_rows),
		cmocka_unit_test(acceleration_rows),
		cmocka_unit_test(profile_rows),
		cmocka_unit_test(the_built_in_slot),
		cmocka_unit_test(switches_of_priorities),
		cmocka_unit_test(algorithm_rows),
		cmocka_unit_test(two_fields_are_one_value),
		cmocka_unit_test(traps_are_named),
		cmocka_unit_test(vendor_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
