/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TESTS_VM_GUEST_POLICY_H
#define ECE_TESTS_VM_GUEST_POLICY_H

#include <stdint.h>

/* The options that the host's file of ECE policy has under a key, read by other means than the toolkit's; 0 without a file. */
uint64_t policy_in_file(const char *pci, const char *key);

#endif
