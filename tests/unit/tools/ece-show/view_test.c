// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What ece-show makes of values in every state, and which NICs a word names. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/ece-show/nv_view.h"
#include "tools/common/nic_select.h"
#include "tools/ece-show/views.h"

#define ROW(name)        (ece_param_index(ece_param_find(name)))
#define SELECTIVE_REPEAT ROW("roce_accl.selective_repeat_forced_en")
#define AI_RATE          ROW("dcqcn.rp.ai_rate")
#define GD               ROW("dcqcn.rp.gd")
#define ALPHA            ROW("ztr_rtt.ALPHA")

static const struct ece_nic_info nics[] = {
	{.pci = "0000:01:00.0", .rdma = "mlx5_0", .netdev = "rail0", .card = "ConnectX-7", .speed_mbps = 400000},
	{.pci = "0000:01:00.1", .rdma = "mlx5_1", .netdev = "rail1", .card = "ConnectX-7", .port = 2},
	{.pci = "0001:02:00.0", .rdma = "", .netdev = "", .card = "15b3:1021"},
};

static char *values_of(const struct ece_value *values)
{
	struct nic_way *ways = calloc(ece_param_count(), sizeof(*ways));
	struct nic_values nic = {&nics[0], values, ways};
	char *text = NULL;
	size_t size;
	struct term term = {.out = open_memstream(&text, &size)};

	ways[AI_RATE].backend = ECE_BACKEND_DEBUGFS;
	strcpy(ways[GD].why, "kernel lockdown shuts debugfs");
	values_text(&term, &nic);
	fclose(term.out);
	free(ways);
	return text;
}

/* The table may grow: room for all its rows, of which four matter here. */
static struct ece_value *four_values(void)
{
	struct ece_value *values = calloc(ece_param_count(), sizeof(*values));

	values[SELECTIVE_REPEAT] = (struct ece_value){.state = ECE_VALUE_NO_DOOR, .why = "no fwctl on this kernel"};
	values[AI_RATE] =
		(struct ece_value){.state = ECE_VALUE_SET, .raw = 20, .result = {.backend = ECE_BACKEND_DEBUGFS}};
	values[GD] = (struct ece_value){.state = ECE_VALUE_SET, .raw = 11, .result = {.backend = ECE_BACKEND_DEVX}};
	values[ALPHA] = (struct ece_value){.state = ECE_VALUE_UNSUPPORTED, .why = "no such parameter on the card"};
	return values;
}

static void has_line(const char *text, const char *line)
{
	const char *at = strstr(text, line);

	if (!at || (at > text && at[-1] != '\n') || at[strlen(line)] != '\n')
		fail_msg("no line \"%s\" in:\n%s", line, text);
}

static void values_never_show_a_zero_for_what_is_not_there(void **state)
{
	struct ece_value *values = four_values();
	char *text = values_of(values);

	(void)state;
	has_line(text, "  PARAMETER                                 VALUE        READ/WRITE  EFFECT");
	has_line(text, "  roce_accl.selective_repeat_forced_en      no_door      [1]");
	has_line(text, "  dcqcn.rp.ai_rate                          20 Mb/s      debugfs     live");
	has_line(text, "  dcqcn.rp.gd                               11           devx/-      [2]");
	has_line(text, "  ztr_rtt.ALPHA                             unsupported  [3]");
	has_line(text, "  [1] no fwctl on this kernel");
	has_line(text, "  [2] kernel lockdown shuts debugfs");
	has_line(text, "  [3] no such parameter on the card");
	free(text);
	free(values);
}

static void a_line_fits_into_80_columns(void **state)
{
	struct ece_value *values = four_values();
	char *text, *save;

	(void)state;
	for (size_t i = 0; i < ECE_VALUE_WHY_MAX - 1; i++)
		values[ALPHA].why[i] = i % 7 ? 'x' : ' ';
	text = values_of(values);
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		assert_in_range(strlen(line), 1, 80);
	free(text);
	free(values);
}

/* The name that a line starts with, without its last part; empty for a line that starts with no name. */
static void family_of(const char *line, char family[ECE_PARAM_NAME_MAX])
{
	const char *end = line + 2 + strcspn(line + 2, " ");

	while (end > line && *end != '.')
		end--;
	snprintf(family, ECE_PARAM_NAME_MAX, "%.*s", *line == ' ' && *end == '.' ? (int)(end - line) : 0, line);
}

static void an_empty_line_parts_the_families(void **state)
{
	struct ece_value *values = four_values();
	char *text = values_of(values), *at = strstr(text, "\n  ") + 1, *next;
	char family[ECE_PARAM_NAME_MAX], other[ECE_PARAM_NAME_MAX];
	size_t names = 1;

	(void)state;
	for (; (next = strchr(at, '\n') + 1)[0]; at = next) {
		bool gap = *next == '\n';

		next += gap;
		family_of(at, family);
		family_of(next, other);
		if (!other[0])
			break;
		assert_int_equal(gap, strcmp(family, other) != 0);
		names++;
	}
	assert_int_equal(names, ece_param_count());
	free(text);
	free(values);
}

static void inert_shows_value_and_reason(void **state)
{
	struct ece_value *values = four_values();
	char *text;

	(void)state;
	values[AI_RATE].state = ECE_VALUE_INERT;
	strcpy(values[AI_RATE].why, "ZTR-RTT drives the flows");
	text = values_of(values);
	has_line(text, "  dcqcn.rp.ai_rate                          20 Mb/s      debugfs     inert [2]");
	has_line(text, "  [2] ZTR-RTT drives the flows");
	free(text);
	free(values);
}

static void zero_that_was_read_is_a_zero(void **state)
{
	struct ece_value *values = four_values();
	struct nic_way *ways = calloc(ece_param_count(), sizeof(*ways));
	struct nic_values nic = {&nics[0], values, ways};
	json_t *json, *rate, *missing;

	(void)state;
	values[AI_RATE].raw = 0;
	json = values_json(&nic);
	rate = json_object_get(json, "dcqcn.rp.ai_rate");
	missing = json_object_get(json, "roce_accl.selective_repeat_forced_en");
	assert_string_equal(json_string_value(json_object_get(rate, "value")), "0 Mb/s");
	assert_true(json_is_integer(json_object_get(rate, "raw")));
	assert_true(json_is_null(json_object_get(missing, "raw")));
	assert_true(json_is_null(json_object_get(missing, "value")));
	assert_string_equal(json_string_value(json_object_get(missing, "state")), "no_door");
	assert_string_equal(json_string_value(json_object_get(missing, "why")), "no fwctl on this kernel");
	json_decref(json);
	free(ways);
	free(values);
}

static void what_the_host_does_not_tell_is_null(void **state)
{
	json_t *json = nic_json(&nics[2]);

	(void)state;
	assert_true(json_is_null(json_object_get(json, "rdma")));
	assert_true(json_is_null(json_object_get(json, "speed_mbps")));
	assert_true(json_is_null(json_object_get(json, "guid")));
	assert_string_equal(json_string_value(json_object_get(json, "card")), "15b3:1021");
	json_decref(json);
}

static char *nic_of(const struct ece_nic_info *info)
{
	char *text = NULL;
	size_t size;
	struct term term = {.out = open_memstream(&text, &size)};

	nic_text(&term, info);
	fclose(term.out);
	return text;
}

static void what_is_odd_is_said(void **state)
{
	static const struct ece_nic_info second = {
		.pci = "0000:3b:00.1",
		.rdma = "mlx5_bond_0",
		.rdma_on = "0000:3b:00.0",
		.netdev = "eth1",
		.card = "ConnectX-7",
		.note = "RoCE LAG bond0: its RDMA device mlx5_bond_0 is on 0000:3b:00.0",
	};
	static const struct ece_nic_info vf = {
		.pci = "0000:3b:00.2",
		.card = "ConnectX VF",
		.bar = ECE_NIC_BAR_VIRTUAL,
		.why = "it is a virtual function: what can be set belongs to the port of 0000:3b:00.0",
	};
	char *text = nic_of(&second);
	json_t *json;

	(void)state;
	assert_string_equal(text, "0000:3b:00.1  ConnectX-7  eth1\n"
				  "  RoCE LAG bond0: its RDMA device mlx5_bond_0 is on 0000:3b:00.0\n");
	free(text);
	text = nic_of(&vf);
	assert_string_equal(text, "0000:3b:00.2  ConnectX VF\n"
				  "  left alone: it is a virtual function: what can be set belongs to the port of\n"
				  "              0000:3b:00.0\n");
	free(text);
	json = nic_json(&vf);
	assert_string_equal(json_string_value(json_object_get(json, "bar")), "virtual");
	json_decref(json);
}

static struct ece_nv_value nv_value(const char *name, enum ece_value_state state, uint64_t current, uint64_t next)
{
	struct ece_nv_value value = {.field = ece_nv_find(name)};

	assert_non_null(value.field);
	for (size_t m = 0; m < ECE_NV_MODES; m++) {
		value.at[m].state = state;
		value.at[m].raw = m == ECE_NV_NEXT ? next : current;
		if (state != ECE_VALUE_SET)
			strcpy(value.at[m].why, "for a reason");
	}
	value.comparable = state == ECE_VALUE_SET || state == ECE_VALUE_UNSET;
	value.comparable = state == ECE_VALUE_SET;
	value.pending = value.comparable && current != next;
	return value;
}

static void nv_absent_unset_and_pending_are_told_apart(void **state)
{
	const struct ece_nv_value values[] = {
		nv_value("RDMA_SELECTIVE_REPEAT_EN", ECE_VALUE_SET, 0, 1),
		nv_value("USER_PROGRAMMABLE_CC", ECE_VALUE_SET, 0, 0),
		nv_value("PCC_INT_NP_RTT_DSCP", ECE_VALUE_UNSET, 0, 0),
		nv_value("ROCE_CC_LEGACY_DCQCN", ECE_VALUE_UNSUPPORTED, 0, 0),
		nv_value("ROCE_CC_PRIO_MASK", ECE_VALUE_UNREADABLE, 0, 0),
	};
	char *text = NULL;
	size_t size;
	struct term term = {.out = open_memstream(&text, &size)};
	json_t *json = nv_json(values, 5), *one;

	(void)state;
	nv_text(&term, values, 5);
	fclose(term.out);
	has_line(text, "  NV CONFIGURATION          CURRENT         NEXT BOOT       DEFAULT");
	has_line(text, "  RDMA_SELECTIVE_REPEAT_EN  False(0)        True(1)         same            pending");
	has_line(text, "  USER_PROGRAMMABLE_CC      False(0)        same            same");
	has_line(text, "  DEFAULT is what the card tells, and some firmware tells it wrong: 28.48.1000,");
	has_line(text, "  PCC_INT_NP_RTT_DSCP       unset           same            same");
	has_line(text, "  ROCE_CC_PRIO_MASK_P1      unreadable [1]  unreadable [1]  unreadable [1]");
	has_line(text, "  Not on this card: ROCE_CC_LEGACY_DCQCN");
	has_line(text, "  [1] for a reason");
	free(text);
	one = json_object_get(json, "RDMA_SELECTIVE_REPEAT_EN");
	assert_true(json_is_true(json_object_get(one, "pending")));
	assert_string_equal(json_string_value(json_object_get(json_object_get(one, "next"), "value")), "True(1)");
	one = json_object_get(json, "ROCE_CC_PRIO_MASK_P1");
	assert_true(json_is_null(json_object_get(one, "pending")));
	one = json_object_get(json_object_get(json, "ROCE_CC_LEGACY_DCQCN"), "current");
	assert_string_equal(json_string_value(json_object_get(one, "state")), "unsupported");
	assert_true(json_is_null(json_object_get(one, "raw")));
	json_decref(json);
}

struct choice {
	const char *words[3];
	size_t count;
	const char *first; /* PCI address of the first that is left */
};

static void words_choose_nics(void **state)
{
	static const struct choice choices[] = {
		{{NULL}, 3, "0000:01:00.0"},
		{{"mlx5_1"}, 1, "0000:01:00.1"},
		{{"rail0"}, 1, "0000:01:00.0"},
		{{"01:00.1"}, 1, "0000:01:00.1"},
		{{"0001:02:00.0"}, 1, "0001:02:00.0"},
		{{"rail1", "0000:01:00.0"}, 2, "0000:01:00.0"},
		{{"mlx5_0", "rail0"}, 1, "0000:01:00.0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(choices) / sizeof(choices[0]); i++) {
		struct ece_nic_info list[3];
		char *words[3];
		size_t count = 3, n = 0;
		struct ece_error e;

		memcpy(list, nics, sizeof(nics));
		for (; n < 3 && choices[i].words[n]; n++)
			words[n] = strdup(choices[i].words[n]);
		assert_int_equal(select_nics(NULL, list, &count, words, n, &e), 0);
		assert_int_equal(count, choices[i].count);
		assert_string_equal(list[0].pci, choices[i].first);
		while (n)
			free(words[--n]);
	}
}

static void a_word_that_names_nothing(void **state)
{
	struct ece_nic_info list[3];
	char typo[] = "rail7", other[] = "nothing_like_it", short_pci[] = "02:00.0", empty[] = "";
	char *words[] = {typo, other, short_pci, empty};
	size_t count = 3;
	struct ece_error e;

	(void)state;
	memcpy(list, nics, sizeof(nics));
	assert_int_equal(select_nics(NULL, list, &count, words, 1, &e), -ENOENT);
	assert_string_equal(e.text, "no card \"rail7\"; did you mean \"rail0\"?");
	assert_int_equal(select_nics(NULL, list, &count, words + 1, 1, &e), -ENOENT);
	assert_non_null(strstr(e.text, "it takes a PCI address, a network interface or an RDMA device"));
	/* Left out is domain 0 only */
	assert_int_equal(select_nics(NULL, list, &count, words + 2, 1, &e), -ENOENT);
	/* No NIC is named by nothing, even if it has no netdev */
	assert_int_equal(select_nics(NULL, list, &count, words + 3, 1, &e), -ENOENT);
	assert_int_equal(count, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_never_show_a_zero_for_what_is_not_there),
		cmocka_unit_test(a_line_fits_into_80_columns),
		cmocka_unit_test(what_is_odd_is_said),
		cmocka_unit_test(nv_absent_unset_and_pending_are_told_apart),
		cmocka_unit_test(an_empty_line_parts_the_families),
		cmocka_unit_test(inert_shows_value_and_reason),
		cmocka_unit_test(zero_that_was_read_is_a_zero),
		cmocka_unit_test(what_the_host_does_not_tell_is_null),
		cmocka_unit_test(words_choose_nics),
		cmocka_unit_test(a_word_that_names_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
