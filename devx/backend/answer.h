/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What an operation came to: from errno and output mailbox to struct ece_result, and from that to words. */
#ifndef ECE_DEVX_BACKEND_ANSWER_H
#define ECE_DEVX_BACKEND_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "ece/result.h"

/**
 * ece_answered - the result of a command whose output mailbox is valid
 *
 * The errno of a refusal is the one that the Linux driver maps its status to. Status 0xfe is made by the driver: the
 * firmware was not reached.
 */
struct ece_result ece_answered(enum ece_backend_id backend, const void *out);

/**
 * ece_not_answered - the result of an operation that failed before or without an answer
 */
struct ece_result ece_not_answered(enum ece_backend_id backend, int err, enum ece_reached reached);

/**
 * ece_result_transient - may the same operation work if it is simply tried again?
 *
 * Only where nothing has happened: the firmware said busy or no resources, or the kernel EAGAIN, EBUSY or EINTR before
 * the firmware was reached. A PCI window that somebody else holds was waited for already.
 */
bool ece_result_transient(const struct ece_result *result);

/**
 * ece_result_text - a failed operation in words, for people
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_result_text(const struct ece_result *result, char *buf, size_t size);

#endif
