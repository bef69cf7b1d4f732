/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The words of a set of ECE options, for those who parse them among others; see ece_bits_parse() in ece/offer.h. */
#ifndef ECE_DEVX_ECE_BITS_H
#define ECE_DEVX_ECE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ece/error.h"

#define ECE_BITS_SEPARATORS " \t,"
#define ECE_BITS_WORD_MAX   64 /* bytes of a word, its NUL included */

/**
 * ece_bits_next - the next word of a list
 * @text: moves behind the word
 * @word: ECE_BITS_WORD_MAX bytes, empty behind the last one
 *
 * Returns 0, or -EINVAL (kind SYNTAX) with @e filled where the word is too long.
 */
int ece_bits_next(const char **text, char *word, struct ece_error *e);

/**
 * ece_bits_number - is all of a word a number, decimal or hexadecimal?
 */
bool ece_bits_number(const char *word, unsigned long long *value);

/**
 * ece_bits_take - add one word, a name or a number of bits, to a set
 *
 * Returns 0, or -EINVAL with @e filled and @bits as they were: kind UNKNOWN_NAME (with the nearest name), RANGE (reaches
 * into the version), DUPLICATE (has a bit that is in the set).
 */
int ece_bits_take(const char *word, uint32_t *bits, struct ece_error *e);

#endif
