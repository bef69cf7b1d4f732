/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The part of an answer that counts queue pairs. Private to lib/host. */
#ifndef ECE_LIB_HOST_PROTOCOL_QPS_H
#define ECE_LIB_HOST_PROTOCOL_QPS_H

#include <jansson.h>

#include "lib/host/protocol.h"

/**
 * protocol_qps_encode - a new reference, or NULL when memory ran out
 */
json_t *protocol_qps_encode(const struct protocol_qps *qps);

/**
 * protocol_qps_decode - of a NIC in an answer, if it has them
 * @qps: receives an object for free(), or NULL
 *
 * Returns 0 or a negative errno with @e filled.
 */
int protocol_qps_decode(const json_t *nic, struct protocol_qps **qps, struct ece_error *e);

/* What is wrong with a part of an answer; in protocol_answer.c and protocol_answer_decode.c. */
json_t *protocol_error_encode(const struct ece_error *error);
int protocol_error_decode(const json_t *json, struct ece_error *error, struct ece_error *e);

#endif
