/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Numbers as people write them, and the units of each kind of parameter. Internal to devx/params and to what is generated. */
#ifndef ECE_DEVX_PARAMS_UNITS_H
#define ECE_DEVX_PARAMS_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/params/param.h"

/* So many that the product with 2^24 still fits in 64 bits; raw values have ten at most. */
#define ECE_DECIMAL_DIGITS 12

/* digits / 10^places */
struct ece_decimal {
	uint64_t digits;
	unsigned int places;
	bool point;    /* a decimal point was written */
	bool negative; /* digits are those of the absolute value */
};

/**
 * ece_decimal_scan - read the number at the start of a text: 20, 0.1, -5
 *
 * No exponent, no '+', no leading zero before another digit, a digit on both sides of the point.
 * Returns what follows the number; NULL when there is none of this form or it has too many digits.
 */
const char *ece_decimal_scan(const char *text, struct ece_decimal *number);

/* A unit is @times / @per of the unit in which the raw value counts; one of the two is 1. */
struct ece_unit {
	uint32_t times;
	uint32_t per;
};

/**
 * ece_unit_find - the unit of this name for a parameter
 *
 * Returns 0 with @unit filled, or -EINVAL when the parameter takes no such unit.
 */
int ece_unit_find(const struct ece_param *param, const char *name, struct ece_unit *unit);

/**
 * ece_unit_list - the units of a kind for a message: "kb/s, Mb/s, Gb/s, Tb/s"; empty for kinds without unit
 *
 * Returns @buf.
 */
const char *ece_unit_list(enum ece_param_kind kind, char *buf, size_t size);

/**
 * ece_decimal_scale - a number in some unit as a whole number of raw units
 *
 * Returns 0; -EDOM when it is not whole; -ERANGE when it does not fit in 64 bits.
 */
int ece_decimal_scale(const struct ece_decimal *number, const struct ece_unit *unit, uint64_t *raw);

/**
 * ece_decimal_fraction - a number as a fixed-point raw value, rounded to the nearest
 * @bits: fraction bits, 24 at most
 */
uint64_t ece_decimal_fraction(const struct ece_decimal *number, unsigned int bits);

#endif
