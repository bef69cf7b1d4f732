// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What mlxconfig printed of real cards: the names that we know, and each value as we would write it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/nv.h"
#include "devx/params/param.h"
#include "tests/unit/data/public.h"

#define LINE 512

struct seen {
	size_t known; /* lines whose name is ours */
	size_t values;
};

/* "True(1)", "48", "_256KB(1)": the number behind it. Returns false for what has none: "ETH", "Array[0..7]", "N/A". */
static bool number(const char *text, uint64_t *raw)
{
	const char *open = strchr(text, '(');
	char *end;

	if (!isdigit((unsigned char)(open ? open[1] : text[0])))
		return false;
	*raw = strtoull(open ? open + 1 : text, &end, 0);
	return open ? !strcmp(end, ")") : !*end;
}

/* A unit is ours alone: mlxconfig prints bare numbers. */
static void same_text(const struct ece_nv_field *field, uint64_t raw, const char *theirs)
{
	char ours[128];

	ece_nv_format(field, raw, ours, sizeof(ours));
	if (field->unit[0])
		ours[strcspn(ours, " ")] = '\0';
	if (strcmp(ours, theirs) != 0)
		fail_msg("%s: we write %s, mlxconfig wrote %s", field->name, ours, theirs);
}

static void take(char *line, struct seen *seen)
{
	char *rest = NULL, *name = strtok_r(line, " \t\n*", &rest), *value;
	const struct ece_nv_field *field = name ? ece_nv_find(name) : NULL;
	uint64_t raw;

	if (!field)
		return;
	seen->known++;
	while ((value = strtok_r(NULL, " \t\n", &rest))) {
		if (!number(value, &raw))
			continue;
		assert_true(raw <= prm_field_max(field->field));
		same_text(field, raw, value);
		seen->values++;
	}
}

static struct seen read_dump(const char *file)
{
	FILE *in = public_file(file);
	struct seen seen = {0};
	char line[LINE];

	while (fgets(line, sizeof(line), in))
		take(line, &seen);
	fclose(in);
	return seen;
}

static void a_connectx_6_dx(void **state)
{
	struct seen seen = read_dump("nvconfig/mstconfig-q-cx6dx.txt");

	(void)state;
	print_message("%zu names, %zu values\n", seen.known, seen.values);
	/* both ports of the RoCE congestion TLVs alone are 40 */
	assert_true(seen.known >= 40);
	assert_true(seen.values >= 40);
}

static void a_connectx_4_lx_with_three_columns(void **state)
{
	struct seen seen = read_dump("nvconfig/mstconfig-e-q-cx4lx-3col.txt");

	(void)state;
	print_message("%zu names, %zu values\n", seen.known, seen.values);
	assert_true(seen.known >= 40);
	assert_true(seen.values >= 3 * 36);
}

static void a_connectx_4_lx(void **state)
{
	struct seen seen = read_dump("nvconfig/mlxconfig-q-cx4lx-fw14.32.1900.txt");

	(void)state;
	assert_true(seen.known >= 40);
}

static void a_connectx_5_from_a_mail(void **state)
{
	struct seen seen = read_dump("nvconfig/mlxconfig-q-cx5ex-fw16.27.2008-mail.txt");

	(void)state;
	assert_true(seen.known >= 40);
}

/* Names that mlxconfig has for what the parameter table has too lead to the same parameter. */
static void names_of_defaults_lead_to_parameters(void **state)
{
	static const char *const pairs[][2] = {
		{"RPG_AI_RATE_P1", "dcqcn.rp.ai_rate"},       {"RPG_GD_P1", "dcqcn.rp.gd"},
		{"DCE_TCP_G_P2", "dcqcn.rp.dce_tcp_g"},       {"CNP_DSCP_P1", "dcqcn.np.cnp_dscp"},
		{"CNP_802P_PRIO_P2", "dcqcn.np.cnp_prio"},    {"CLAMP_TGT_RATE_P1", "dcqcn.rp.clamp_tgt_rate"},
		{"RPG_BYTE_RESET_P1", "dcqcn.rp.byte_reset"},
	};
	FILE *in = public_file("nvconfig/mstconfig-q-cx6dx.txt");
	static char text[1 << 16];
	size_t len = fread(text, 1, sizeof(text) - 1, in);

	(void)state;
	fclose(in);
	text[len] = '\0';
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		const struct ece_param *param = ece_param_find(pairs[i][0]);

		assert_non_null(strstr(text, pairs[i][0]));
		assert_non_null(param);
		assert_string_equal(param->name, pairs[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_connectx_6_dx),
		cmocka_unit_test(a_connectx_4_lx_with_three_columns),
		cmocka_unit_test(a_connectx_4_lx),
		cmocka_unit_test(a_connectx_5_from_a_mail),
		cmocka_unit_test(names_of_defaults_lead_to_parameters),
	};

	return cmocka_run_group_tests_name("public mlxconfig dumps", tests, NULL, NULL);
}
