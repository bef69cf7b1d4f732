/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A certificate that signs itself, and its key. */
#ifndef ECE_TESTS_UNIT_LIB_HTTP_PEM_H
#define ECE_TESTS_UNIT_LIB_HTTP_PEM_H

/**
 * pem_make - a new pair, good for an hour, for "localhost"
 * @cert, @key: receive PEM; free() them
 */
void pem_make(char **cert, char **key);

#endif
