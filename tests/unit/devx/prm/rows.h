/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows of a layout against literal bytes. */
#ifndef ECE_TESTS_UNIT_DEVX_PRM_ROWS_H
#define ECE_TESTS_UNIT_DEVX_PRM_ROWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "devx/prm/field.h"

struct row {
	const struct prm_field *field;
	size_t at;
	uint8_t bytes[8]; /* from @at on, when all bits of the field are 1 and nothing else is */
	size_t len;
};

/* Every row of the layout has its bytes in the list, sets exactly those, and shares no bit with another row. */
void check_rows(const struct prm_field *layout, size_t count, const struct row *rows, size_t row_count);

#define CHECK_ROWS(layout, rows) \
	check_rows(prm_layout_rows(layout), prm_layout_count(layout), rows, sizeof(rows) / sizeof((rows)[0]))

#endif
