// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What mlxreg printed of ROCE_ACCL on real cards: its names are those of our rows, and its values fit in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "devx/params/param.h"
#include "devx/prm/roce_accl.h"
#include "tests/unit/data/public.h"

#define LINE 256

/* mlxreg says NAME_field_select where our row is NAME_select. */
static const struct prm_field *row(const char *name)
{
	const struct prm_field *rows = prm_layout_rows(&prm_roce_accl);
	const char *tail = strstr(name, "_field_select");
	char ours[LINE];

	snprintf(ours, sizeof(ours), "%.*s%s", tail ? (int)(tail - name) : LINE - 1, name, tail ? "_select" : "");
	for (size_t i = 0; i < prm_layout_count(&prm_roce_accl); i++)
		if (!strcmp(rows[i].name, ours))
			return &rows[i];
	fail_msg("no row is called %s", name);
	return NULL;
}

/* "NAME | 0x00000001" into the register. Returns false for the lines around the table. */
static bool take(const char *line, uint8_t *reg)
{
	const struct prm_field *field;
	char name[LINE];
	unsigned long value;

	if (sscanf(line, "%255s | 0x%lx", name, &value) != 2)
		return false;
	field = row(name);
	assert_true(value <= prm_field_max(field));
	prm_set(reg, field, value);
	return true;
}

static size_t read_register(const char *file, uint8_t *reg)
{
	FILE *in = public_file(file);
	char line[LINE];
	size_t count = 0;

	memset(reg, 0, PRM_ROCE_ACCL_BYTES);
	while (fgets(line, sizeof(line), in))
		count += take(line, reg);
	fclose(in);
	return count;
}

static void is(const char *name, const uint8_t *reg, const char *want)
{
	const struct ece_param *param = ece_param_find(name);
	char text[64];

	assert_non_null(param);
	ece_param_format(param, ece_param_get(param, reg), text, sizeof(text));
	assert_string_equal(text, want);
}

static void the_first_generation_of_a_connectx_5(void **state)
{
	uint8_t reg[PRM_ROCE_ACCL_BYTES];

	(void)state;
	assert_int_equal(read_register("mlxreg/roce_accl-get-cx5-first-generation.txt", reg), 8);
	assert_memory_equal(reg, "\0\0\0\x0f\0\0\0\x05", 8);
	is("roce_accl.roce_adp_retrans_en", reg, "true");
	is("roce_accl.roce_tx_window_en", reg, "false");
	is("roce_accl.roce_slow_restart_en", reg, "true");
	is("roce_accl.roce_slow_restart_idle_en", reg, "false");
}

static void a_card_with_probe_mode(void **state)
{
	uint8_t reg[PRM_ROCE_ACCL_BYTES];

	(void)state;
	assert_int_equal(read_register("mlxreg/roce_accl-get-cc-probe-set.txt", reg), 4);
	assert_memory_equal(reg + 4, "\0\0\0\x23\0\x10\0\0", 8);
	is("roce_accl.adaptive_routing_forced_en", reg, "true");
	is("roce_accl.cc_probe_mp_mode", reg, "discard");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_generation_of_a_connectx_5),
		cmocka_unit_test(a_card_with_probe_mode),
	};

	return cmocka_run_group_tests_name("public mlxreg dumps", tests, NULL, NULL);
}
