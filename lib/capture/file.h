/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Packets out of a file that tcpdump, Wireshark or a switch wrote: pcap and pcapng, by libpcap. No interface is opened. */
#ifndef ECE_LIB_CAPTURE_FILE_H
#define ECE_LIB_CAPTURE_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "devx/base/error.h"
#include "lib/capture/packet.h"

struct capture_file;

/**
 * capture_file_open - open a capture
 * @path: "-": standard input
 * @file: receives it; capture_file_close() it, which accepts NULL
 *
 * Returns 0, or with @e filled a negative errno: -EPROTO (kind SYNTAX) for what is no capture, -EPROTONOSUPPORT (kind
 * UNSUPPORTED) for one of a kind of link that is not read, or that of the file.
 */
int capture_file_open(const char *path, struct capture_file **file, struct ece_error *e);

/**
 * capture_file_of - the same of an open stream
 * @stream: is closed with the capture, and here when this fails
 * @name: for messages
 */
int capture_file_of(FILE *stream, const char *name, struct capture_file **file, struct ece_error *e);
void capture_file_close(struct capture_file *file);

/**
 * capture_file_link - what its packets begin with
 */
enum capture_link capture_file_link(const struct capture_file *file);

/**
 * capture_file_next - the next packet
 * @packet: receives it; belongs to the file until the next call
 * @time_ns: receives its time, since 1970
 *
 * Returns 1; 0 at the end; or -EPROTO (kind SYNTAX) with @e filled where the file is damaged, ends inside a packet, or
 * has packets of several kinds of links.
 */
int capture_file_next(struct capture_file *file, struct capture_view *packet, uint64_t *time_ns, struct ece_error *e);

#endif
