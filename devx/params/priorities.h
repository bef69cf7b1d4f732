/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sets of priorities as people write them: "3", "3,4". The raw value has bit n for priority n. Internal to devx/params.
 */
#ifndef ECE_DEVX_PARAMS_PRIORITIES_H
#define ECE_DEVX_PARAMS_PRIORITIES_H

#include <stddef.h>
#include <stdint.h>

#define ECE_PRIORITIES 8

/**
 * ece_priorities_parse - text to raw
 *
 * One digit each, a comma between two, one blank behind a comma or none; any order.
 * Returns 0, or -EINVAL with @raw untouched.
 */
int ece_priorities_parse(const char *text, uint64_t *raw);

/**
 * ece_priorities_format - raw to text, in ascending order
 * @raw: 1 to 255
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_priorities_format(uint64_t raw, char *buf, size_t size);

#endif
