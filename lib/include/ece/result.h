/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is known of one operation on a device.
 *
 * A kernel door can fail before the firmware saw the command, or hand back the firmware's refusal, and old kernels
 * do not say which: DevX before about Linux 5.18 returns EINVAL for both and drops the output mailbox. So "reached
 * the firmware" has three values, and a status is only valid where it is marked so.
 */
#ifndef ECE_RESULT_H
#define ECE_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ece_backend_id {
	ECE_BACKEND_NONE,
	ECE_BACKEND_DEVX,
	ECE_BACKEND_FWCTL,
	ECE_BACKEND_DEBUGFS,
	ECE_BACKEND_OFED,   /* files of the vendor's driver */
	ECE_BACKEND_VSC,    /* the PCI window: vendor-specific capability */
	ECE_BACKEND_POLICY, /* no way to a card: the host's file of ECE policy */
	ECE_BACKEND_COUNT,
};

enum ece_reached {
	ECE_REACHED_NO,
	ECE_REACHED_YES,
	ECE_REACHED_UNKNOWN,
};

struct ece_result {
	int err; /* 0 or a negative errno */
	enum ece_backend_id backend;
	enum ece_reached reached;
	bool has_status;   /* status and syndrome came from the firmware */
	uint8_t status;    /* enum prm_status */
	uint32_t syndrome; /* private to the firmware; there is no public table */
};

/**
 * ece_backend_name - the word people see for a backend
 *
 * Returns a constant string; "none" for ECE_BACKEND_NONE and for anything out of range.
 */
const char *ece_backend_name(enum ece_backend_id id);

#ifdef __cplusplus
}
#endif

#endif
