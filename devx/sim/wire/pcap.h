/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A capture file of the cable, which cannot fill a disk: behind its limit it is whole and grows no more. */
#ifndef ECE_DEVX_SIM_WIRE_PCAP_H
#define ECE_DEVX_SIM_WIRE_PCAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_PCAP_BYTES_MIN 24                    /* the head of the file */
#define WIRE_PCAP_BYTES_MAX (UINT64_C(200) << 20) /* unless told otherwise */

struct wire_pcap {
	int fd;              /* not owned */
	uint64_t used, room; /* bytes */
	bool full;           /* some frame did not fit, or the file cannot be written: none is written any more */
};

/**
 * wire_pcap_begin - write the head of the file: microseconds, Ethernet
 * @fd: an empty file; it stays the caller's. A frame that a full disk cuts is taken out again where it can be truncated
 * @bytes: it may have, its head included
 *
 * Returns 0 or a negative errno; -EINVAL when not even the head fits.
 */
int wire_pcap_begin(struct wire_pcap *pcap, int fd, uint64_t bytes);

/**
 * wire_pcap_frame - one frame, whole or not at all
 * @time_ns: since 1970, or since anything
 *
 * Returns false when the file is full, from then on.
 */
bool wire_pcap_frame(struct wire_pcap *pcap, uint64_t time_ns, const uint8_t *frame, size_t bytes);

#endif
