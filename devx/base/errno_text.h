/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_DEVX_BASE_ERRNO_TEXT_H
#define ECE_DEVX_BASE_ERRNO_TEXT_H

/**
 * ece_errno_text - the C library's words for an errno
 * @number: positive
 *
 * For code with threads, as strerror() need not be. (glibc has strerrordesc_np() for this since 2.32, which is too new for
 * hosts that the agent runs on.) Never NULL; the words of an unknown number live until the thread's next call.
 */
const char *ece_errno_text(int number);

#endif
