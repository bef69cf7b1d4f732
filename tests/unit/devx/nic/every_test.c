// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every row over the simulated kernel: written, read back, undone. The judge is the model's own state: the word that
 * must have changed, as a literal, and that nothing else did.
 */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"

enum place {
	ACCL,
	RP,
	NP,
	GENERAL,
	SLOTS,    /* bit n for the slot that runs */
	COUNTERS, /* that counts */
	TRACE,    /* that traces */
	STATUS,   /* a byte of switches by protocol, bit n for priority n */
	PPCC,     /* words in the order of the host */
	ALLOW,    /* no card: the host's policy, with this in it */
	REQUIRE,
};

struct change {
	const char *name;
	uint64_t raw;
	enum place place;
	size_t at;
	uint32_t word; /* that is then there */
};

/* What a ConnectX-7 has after power-on, with one thing changed. */
/* clang-format off */
static const struct change every[] = {
	{ "roce_accl.roce_adp_retrans_en", 0, ACCL, 0x04, 0x00000004 },
	{ "roce_accl.roce_tx_window_en", 1, ACCL, 0x04, 0x00000007 },
	{ "roce_accl.roce_slow_restart_en", 0, ACCL, 0x04, 0x00000001 },
	{ "roce_accl.roce_slow_restart_idle_en", 1, ACCL, 0x04, 0x0000000d },
	{ "roce_accl.min_ack_timeout_limit_disabled", 1, ACCL, 0x04, 0x00000015 },
	{ "roce_accl.adaptive_routing_forced_en", 1, ACCL, 0x04, 0x00000025 },
	{ "roce_accl.selective_repeat_forced_en", 1, ACCL, 0x04, 0x00000045 },
	{ "roce_accl.dc_half_handshake_en", 1, ACCL, 0x04, 0x00000085 },
	{ "roce_accl.cc_per_plane_en", 1, ACCL, 0x04, 0x00000105 },
	{ "roce_accl.ack_dscp", 34, ACCL, 0x04, 0x00008a05 },
	{ "roce_accl.cc_burst_size", 7, ACCL, 0x04, 0x07000005 },
	{ "roce_accl.cc_probe_mp_mode", 1, ACCL, 0x08, 0x41100fa0 },
	{ "roce_accl.ifa2_turn_around_en", 1, ACCL, 0x04, 0x08000005 },
	{ "roce_accl.adp_retx.time_base", 64, ACCL, 0x10, 0x40400040 },
	{ "roce_accl.adp_retx.range_num", 3, ACCL, 0x10, 0x30400010 },
	{ "roce_accl.adp_retx.start_range", 1, ACCL, 0x10, 0x41400010 },
	{ "roce_accl.adp_retx.init_low_bound", 10, ACCL, 0x14, 0x0e000a02 },
	{ "roce_accl.adp_retx.init_size", 4, ACCL, 0x14, 0x0e000804 },
	{ "roce_accl.adp_retx.total_timeout", 20, ACCL, 0x14, 0x14000802 },
	{ "roce_accl.adp_retx.range0.low_bound", 9, ACCL, 0x18, 0x04010904 },
	{ "roce_accl.adp_retx.range0.size", 3, ACCL, 0x18, 0x04010803 },
	{ "roce_accl.adp_retx.range0.retry_num", 1000, ACCL, 0x18, 0x07e80804 },
	{ "roce_accl.adp_retx.range0.dec_mode", 2, ACCL, 0x18, 0x08010804 },
	{ "roce_accl.adp_retx.range0.prev_range", 1, ACCL, 0x18, 0x14010804 },
	{ "roce_accl.adp_retx.range1.low_bound", 12, ACCL, 0x1c, 0x08020c02 },
	{ "roce_accl.adp_retx.range1.size", 3, ACCL, 0x1c, 0x08020d03 },
	{ "roce_accl.adp_retx.range1.retry_num", 1000, ACCL, 0x1c, 0x0be80d02 },
	{ "roce_accl.adp_retx.range1.dec_mode", 1, ACCL, 0x1c, 0x04020d02 },
	{ "roce_accl.adp_retx.range1.prev_range", 1, ACCL, 0x1c, 0x18020d02 },
	{ "roce_accl.adp_retx.range2.low_bound", 17, ACCL, 0x20, 0x04031102 },
	{ "roce_accl.adp_retx.range2.size", 3, ACCL, 0x20, 0x04031003 },
	{ "roce_accl.adp_retx.range2.retry_num", 1000, ACCL, 0x20, 0x07e81002 },
	{ "roce_accl.adp_retx.range2.dec_mode", 0, ACCL, 0x20, 0x00031002 },
	{ "roce_accl.adp_retx.range2.prev_range", 1, ACCL, 0x20, 0x14031002 },
	{ "roce_accl.adp_retx.range3.low_bound", 24, ACCL, 0x24, 0x08041802 },
	{ "roce_accl.adp_retx.range3.size", 3, ACCL, 0x24, 0x08041403 },
	{ "roce_accl.adp_retx.range3.retry_num", 1000, ACCL, 0x24, 0x0be81402 },
	{ "roce_accl.adp_retx.range3.dec_mode", 1, ACCL, 0x24, 0x04041402 },
	{ "roce_accl.adp_retx.range3.prev_range", 1, ACCL, 0x24, 0x18041402 },
	{ "dcqcn.rp.clamp_tgt_rate", 1, RP, 0x0c, 0x08800000 },
	{ "dcqcn.rp.clamp_tgt_rate_after_time_inc", 0, RP, 0x0c, 0x00000000 },
	{ "dcqcn.rp.time_reset", 55, RP, 0x14, 0x00000037 },
	{ "dcqcn.rp.byte_reset", 1000, RP, 0x18, 0x000003e8 },
	{ "dcqcn.rp.threshold", 5, RP, 0x1c, 0x00000005 },
	{ "dcqcn.rp.min_rate", 100, RP, 0x34, 0x00000064 },
	{ "dcqcn.rp.max_rate", 400000, RP, 0x20, 0x00061a80 },
	{ "dcqcn.rp.ai_rate", 40, RP, 0x24, 0x00000028 },
	{ "dcqcn.rp.hai_rate", 200, RP, 0x28, 0x000000c8 },
	{ "dcqcn.rp.gd", 10, RP, 0x2c, 0x0000000a },
	{ "dcqcn.rp.min_dec_fac", 25, RP, 0x30, 0x00000019 },
	{ "dcqcn.rp.rate_to_set_on_first_cnp", 85000, RP, 0x54, 0x00014c08 },
	{ "dcqcn.rp.dce_tcp_g", 1020, RP, 0x58, 0x000003fc },
	{ "dcqcn.rp.dce_tcp_rtt", 55, RP, 0x5c, 0x00000037 },
	{ "dcqcn.rp.rate_reduce_monitor_period", 4294967295, RP, 0x60, 0xffffffff },
	{ "dcqcn.rp.initial_alpha_value", 512, RP, 0x68, 0x00000200 },
	{ "dcqcn.np.min_time_between_cnps", 50, NP, 0x14, 0x00000032 },
	{ "dcqcn.np.cnp_dscp", 4, NP, 0x18, 0x00000406 },
	{ "dcqcn.np.cnp_prio", 3, NP, 0x18, 0x00003003 },
	{ "dcqcn.np.cnp_prio", 8, NP, 0x18, 0x00003008 },
	{ "dcqcn.general.rtt_resp_dscp", 46, GENERAL, 0x10, 0x0000802e },
	{ "dcqcn.general.rtt_resp_dscp", 0, GENERAL, 0x10, 0x00008000 },
	{ "dcqcn.rp.enable", 0, STATUS, 1, 0x00 },
	{ "dcqcn.np.enable", 0, STATUS, 2, 0x00 },
	{ "ztr_rtt.BW_G", 200, PPCC, 0x00, 0x000000c8 },
	{ "ztr_rtt.ALPHA", 13107, PPCC, 0x04, 0x00003333 },
	{ "ztr_rtt.MAX_DEC", 60000, PPCC, 0x08, 0x0000ea60 },
	{ "ztr_rtt.MAX_INC", 70000, PPCC, 0x0c, 0x00011170 },
	{ "ztr_rtt.AI", 100, PPCC, 0x10, 0x00000064 },
	{ "ztr_rtt.HAI", 2000, PPCC, 0x14, 0x000007d0 },
	{ "ztr_rtt.HAI_PERIOD", 200000, PPCC, 0x18, 0x00030d40 },
	{ "ztr_rtt.CONGESTION_DELAY_THRESHOLD", 15000, PPCC, 0x1c, 0x00003a98 },
	{ "ztr_rtt.MAX_DELAY", 150000, PPCC, 0x20, 0x000249f0 },
	{ "ztr_rtt.RATE_ON_FIRST_CONGESTION", 262144, PPCC, 0x24, 0x00040000 },
	{ "ztr_rtt.DELAY_ONLY", 1, PPCC, 0x28, 0x00000001 },
	{ "ppcc.slot.15.enable", 0, SLOTS, 0, 0x0001 },
	{ "ppcc.slot.0.enable", 0, SLOTS, 0, 0x8000 },
	{ "ppcc.slot.0.counters", 1, COUNTERS, 0, 0x0001 },
	{ "ppcc.slot.0.trace", 1, TRACE, 0, 0x0001 },
	{ "ppcc.FIXED_RATE", 1000, PPCC, 0x34, 0x000003e8 },
	{ "ece.allow", 0x8000003, ALLOW, 0, 0x8000003 },
	{ "ece.require", 1, REQUIRE, 0, 1 },
};
/* clang-format on */

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

/* All that parameters can change. */
struct memory {
	uint8_t accl[FW_ROCE_ACCL_BYTES];
	uint8_t cong[FW_CONG_PROTOCOLS][FW_CONG_BYTES];
	uint8_t cong_status[FW_CONG_PROTOCOLS];
	uint8_t cong_tag[FW_CONG_PROTOCOLS];
	uint16_t slots, counters, trace, unused;
	uint32_t ppcc[FW_PPCC_PARAMS];
	char policy[SIM_POLICY_MAX];
};

#define OPEN_POLICY "{\"version\": 1, \"allow\": \"all\", \"require\": []}\n"

static void keep(const struct model *m, struct memory *memory)
{
	memcpy(memory->accl, m->state.roce_accl, sizeof(memory->accl));
	memcpy(memory->cong, m->state.cong, sizeof(memory->cong));
	memcpy(memory->cong_status, m->state.cong_status, sizeof(memory->cong_status));
	memcpy(memory->cong_tag, m->state.cong_tag, sizeof(memory->cong_tag));
	memory->slots = m->state.ppcc_enabled;
	memory->counters = m->state.ppcc_counters;
	memory->trace = m->state.ppcc_trace;
	memory->unused = 0;
	memcpy(memory->ppcc, m->state.ppcc_param, sizeof(memory->ppcc));
	memset(memory->policy, 0, sizeof(memory->policy));
	memcpy(memory->policy, m->kept.policy.text, m->kept.policy.len);
}

static void expect(struct memory *memory, const struct change *change)
{
	switch (change->place) {
	case ACCL:
		ece_put_be32(memory->accl + change->at, change->word);
		break;
	case SLOTS:
		memory->slots = (uint16_t)change->word;
		break;
	case COUNTERS:
		memory->counters = (uint16_t)change->word;
		break;
	case TRACE:
		memory->trace = (uint16_t)change->word;
		break;
	case STATUS:
		memory->cong_status[change->at] = (uint8_t)change->word;
		break;
	case PPCC:
		memory->ppcc[change->at / 4] = change->word;
		break;
	case ALLOW:
		strcpy(memory->policy, "{\"version\": 1, \"allow\": [\"selective_repeat\", \"programmable_cc\", "
				       "\"0x8000000\"], \"require\": []}\n");
		break;
	case REQUIRE:
		strcpy(memory->policy, "{\"version\": 1, \"allow\": \"all\", \"require\": [\"selective_repeat\"]}\n");
		break;
	default:
		ece_put_be32(memory->cong[change->place] + change->at, change->word);
	}
}

static void start_on(struct model *m, const char *persona, unsigned int flags)
{
	model_start(m, persona, "cx7", flags);
	/* No card offers all; this one does, and has four ranges in its profile. */
	ece_put_be32(m->state.roce_accl, 0x18000fff);
	ece_put_be32(m->state.roce_accl + 0x10, 0x40400010);
	ece_put_be32(m->state.roce_accl + 0x20, 0x04031002);
	ece_put_be32(m->state.roce_accl + 0x24, 0x08041402);
	/* An undo ends in such a file; that it may start without one is tried elsewhere. */
	m->kept.policy.there = 1;
	m->kept.policy.len = sizeof(OPEN_POLICY) - 1;
	memcpy(m->kept.policy.text, OPEN_POLICY, sizeof(OPEN_POLICY) - 1);
}

static void start(struct model *m)
{
	start_on(m, "7.x", 0);
}

static struct ece_write write_one(struct model *m, const struct ece_param *param, uint64_t raw)
{
	struct ece_write write = {.param = param, .raw = raw};

	if (ece_nic_write(m->nic, &write, 1))
		fail_msg("%s: %s", param->name, write.error.text);
	return write;
}

static void change_and_undo(struct model *m, const struct change *change)
{
	const struct ece_param *p = param(change->name);
	struct memory before, after, have;
	struct ece_write write;

	keep(m, &before);
	after = before;
	expect(&after, change);
	write = write_one(m, p, change->raw);
	assert_int_equal(write.state, ECE_WRITE_DONE);
	assert_int_equal(write.after.raw, change->raw);
	keep(m, &have);
	if (memcmp(&have, &after, sizeof(have)) != 0)
		fail_msg("%s: the card is not as it should be", p->name);
	/* Where it cannot be seen that nothing has to be done, it is done. */
	assert_int_equal(write_one(m, p, change->raw).state, p->no_verify ? ECE_WRITE_DONE : ECE_WRITE_UNCHANGED);
	assert_int_equal(write_one(m, p, write.before.raw).state, ECE_WRITE_DONE);
	keep(m, &have);
	if (memcmp(&have, &before, sizeof(have)) != 0)
		fail_msg("%s: the undo left something", p->name);
}

static void every_row_is_written_read_back_and_undone(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(every); i++) {
		struct model m;

		start(&m);
		change_and_undo(&m, &every[i]);
		model_stop(&m);
	}
}

static bool listed(const enum ece_backend_id *list, enum ece_backend_id id)
{
	for (size_t i = 0; i < ECE_PARAM_BACKENDS; i++)
		if (list[i] == id)
			return true;
	return false;
}

/* The doors that a kernel with fwctl has no use for: the PCI window, and the files of the vendor's driver. */
static void rows_go_through_the_other_doors_too(void **state)
{
	static const struct {
		const char *persona;
		unsigned int flags;
		enum ece_backend_id writer;
		size_t rows; /* at least */
	} hosts[] = {
		{"6.1", SIM_NO_RDMA_CORE, ECE_BACKEND_VSC, 40},
		{"vendor", SIM_NO_DEBUGFS | SIM_NO_RDMA_CORE, ECE_BACKEND_OFED, 15},
	};
	struct model m;

	(void)state;
	for (size_t h = 0; h < COUNT_OF(hosts); h++) {
		size_t rows = 0;

		for (size_t i = 0; i < COUNT_OF(every); i++) {
			if (!listed(param(every[i].name)->writes, hosts[h].writer))
				continue;
			/* The vendor's driver takes no larger ones. */
			if (hosts[h].writer == ECE_BACKEND_OFED && every[i].raw > INT32_MAX)
				continue;
			start_on(&m, hosts[h].persona, hosts[h].flags);
			model_without_fwctl(&m);
			change_and_undo(&m, &every[i]);
			assert_int_equal(m.state.window_semaphore, 0);
			assert_int_equal(m.state.mailbox_semaphore, 0);
			model_stop(&m);
			rows++;
		}
		assert_true(rows >= hosts[h].rows);
	}
}

static void every_row_is_in_the_list(void **state)
{
	(void)state;
	for (size_t row = 0; row < ece_param_count(); row++) {
		size_t i = 0;

		while (i < COUNT_OF(every) && param(every[i].name) != ece_param_at(row))
			i++;
		if (i == COUNT_OF(every))
			fail_msg("%s is not written by any test", ece_param_at(row)->name);
	}
}

/* All at once, one command for the register: the sum of the single changes. */
static void all_rows_are_written_together(void **state)
{
	struct ece_write writes[COUNT_OF(every)];
	struct model m;
	size_t n = 0;

	(void)state;
	start(&m);
	/* From the last to the first: the order of the table is what counts. */
	for (size_t i = COUNT_OF(every); i-- > 0;)
		if (!n || writes[n - 1].param != param(every[i].name))
			writes[n++] = (struct ece_write){.param = param(every[i].name), .raw = every[i].raw};
	/* Four of them are made from patterns. */
	assert_int_equal(n, ece_param_count() + 4);
	assert_int_equal(ece_nic_write(m.nic, writes, n), 0);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(writes[i].state, ECE_WRITE_DONE);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x04), 0x0f008bfa);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x08), 0x41100fa0);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x10), 0x31400040);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x14), 0x14000a04);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x24), 0x17e81803);
	assert_int_equal(ece_be32(m.state.cong[1] + 0x0c), 0x08000000);
	assert_int_equal(ece_be32(m.state.cong[2] + 0x18), 0x0408);
	assert_int_equal(ece_be32(m.state.cong[3] + 0x10), 0x8000);
	assert_int_equal(m.state.ppcc_enabled, 0x0000);
	assert_int_equal(m.state.ppcc_counters, 0x0001);
	assert_memory_equal(m.kept.policy.text,
			    "{\"version\": 1, \"allow\": [\"selective_repeat\", \"programmable_cc\", "
			    "\"0x8000000\"], \"require\": [\"selective_repeat\"]}\n",
			    m.kept.policy.len);
	model_stop(&m);
}

/* One select bit for two fields: whatever door reads it, it is one value. */
static void every_door_reads_the_same(void **state)
{
	static const struct {
		const char *persona;
		unsigned int flags;
		enum ece_backend_id backend;
	} doors[] = {
		{"7.x", 0, ECE_BACKEND_DEVX},
		{"7.x", SIM_NO_RDMA_CORE, ECE_BACKEND_FWCTL},
		{"6.1", SIM_NO_RDMA_CORE, ECE_BACKEND_DEBUGFS},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(doors); i++) {
		const struct ece_param *p = param("dcqcn.np.cnp_prio");
		struct ece_value value;
		struct model m;

		model_start(&m, doors[i].persona, "cx7", doors[i].flags);
		ece_nic_read(m.nic, &p, &value, 1);
		assert_int_equal(value.result.backend, doors[i].backend);
		assert_int_equal(value.raw, 6);
		/* The mode is set and the number still there. */
		ece_put_be32(m.state.cong[2] + 0x18, 0x300e);
		ece_nic_read(m.nic, &p, &value, 1);
		assert_int_equal(value.state, ECE_VALUE_SET);
		assert_int_equal(value.raw, 8);
		model_stop(&m);
	}
}

static void a_card_without_the_general_protocol(void **state)
{
	const struct ece_param *p = param("dcqcn.general.rtt_resp_dscp");
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	ece_nic_read(m.nic, &p, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	model_stop(&m);
}

/* It is read through DevX there, but the file that would write it came with later kernels. */
static void a_kernel_without_the_file_is_known_before_anything_is_sent(void **state)
{
	struct ece_write writes[] = {
		{.param = param("dcqcn.rp.ai_rate"), .raw = 20},
		{.param = param("dcqcn.general.rtt_resp_dscp"), .raw = 46},
	};
	struct memory before, have;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	keep(&m, &before);
	assert_int_equal(ece_nic_write(m.nic, writes, COUNT_OF(writes)), -ENXIO);
	assert_int_equal(writes[1].error.kind, ECE_ERROR_NO_DOOR);
	assert_string_equal(writes[1].error.text, "no way to dcqcn.general.rtt_resp_dscp on this host: debugfs: this "
						  "kernel has no cc_params/rtt_resp_dscp");
	keep(&m, &have);
	assert_memory_equal(&have, &before, sizeof(have));
	model_stop(&m);
}

static void out_of_range_is_never_sent(void **state)
{
	static const struct {
		const char *name;
		uint64_t raw;
	} wrong[] = {
		{"dcqcn.rp.gd", 12},
		{"dcqcn.rp.gd", 9},
		{"dcqcn.rp.dce_tcp_g", 1024},
		{"dcqcn.rp.min_dec_fac", 101},
		{"dcqcn.rp.min_rate", 0},
		{"dcqcn.np.cnp_dscp", 64},
		{"dcqcn.np.cnp_prio", 9},
		{"dcqcn.rp.enable", 256},
		{"roce_accl.ack_dscp", 65},
		{"roce_accl.cc_burst_size", 8},
		{"roce_accl.cc_probe_mp_mode", 4},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct ece_write write = {.param = param(wrong[i].name), .raw = wrong[i].raw};
		struct memory before, have;
		struct model m;

		start(&m);
		keep(&m, &before);
		assert_true(ece_nic_write(m.nic, &write, 1) < 0);
		assert_int_equal(write.error.kind, ECE_ERROR_RANGE);
		keep(&m, &have);
		assert_memory_equal(&have, &before, sizeof(have));
		model_stop(&m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_written_read_back_and_undone),
		cmocka_unit_test(rows_go_through_the_other_doors_too),
		cmocka_unit_test(every_row_is_in_the_list),
		cmocka_unit_test(all_rows_are_written_together),
		cmocka_unit_test(every_door_reads_the_same),
		cmocka_unit_test(a_card_without_the_general_protocol),
		cmocka_unit_test(a_kernel_without_the_file_is_known_before_anything_is_sent),
		cmocka_unit_test(out_of_range_is_never_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
