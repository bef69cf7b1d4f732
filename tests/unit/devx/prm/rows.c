// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/prm/rows.h"

#include <string.h>

#define STRUCTURE_BYTES 0x120

static void check_row(const struct row *row)
{
	uint8_t have[STRUCTURE_BYTES] = {0}, want[STRUCTURE_BYTES] = {0}, around[STRUCTURE_BYTES];

	memcpy(want + row->at, row->bytes, row->len);
	prm_set(have, row->field, UINT64_MAX);
	assert_memory_equal(have, want, sizeof(want));
	assert_int_equal(prm_get(have, row->field), prm_field_max(row->field));
	/* Its neighbours stay as they are, whatever they are. */
	memset(around, 0xff, sizeof(around));
	prm_set(around, row->field, 0);
	for (size_t i = 0; i < sizeof(around); i++)
		assert_int_equal(around[i], (uint8_t)~want[i]);
	assert_int_equal(prm_get(around, row->field), 0);
}

static void check_named_once(const struct prm_field *field, const struct row *rows, size_t row_count)
{
	size_t times = 0;

	for (size_t i = 0; i < row_count; i++)
		times += rows[i].field == field;
	if (times != 1)
		fail_msg("%s stands %zu times in the list of literals", field->name, times);
}

void check_rows(const struct prm_field *layout, size_t count, const struct row *rows, size_t row_count)
{
	uint8_t taken[STRUCTURE_BYTES] = {0};

	for (size_t i = 0; i < count; i++) {
		uint8_t mine[STRUCTURE_BYTES] = {0};

		check_named_once(&layout[i], rows, row_count);
		prm_set(mine, &layout[i], UINT64_MAX);
		for (size_t j = 0; j < sizeof(mine); j++) {
			if (mine[j] & taken[j])
				fail_msg("%s shares a bit with a row before it", layout[i].name);
			taken[j] |= mine[j];
		}
	}
	assert_int_equal(count, row_count);
	for (size_t i = 0; i < row_count; i++)
		check_row(&rows[i]);
}
