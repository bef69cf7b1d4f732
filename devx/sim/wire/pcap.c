// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The classic capture file: draft-ietf-opsawg-pcap. Big endian, which its readers take as well. */
#include "devx/sim/wire/pcap.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "devx/base/be.h"
#include "devx/sim/wire/frame.h"

#define MAGIC_MICROSECONDS 0xa1b2c3d4
#define VERSION_MAJOR      2
#define VERSION_MINOR      4
#define LINK_ETHERNET      1
#define RECORD_BYTES       16
#define NS_PER_US          1000
#define US_PER_S           1000000

int wire_pcap_begin(struct wire_pcap *pcap, int fd, uint64_t bytes)
{
	uint8_t head[WIRE_PCAP_BYTES_MIN] = {0};
	ssize_t written;

	*pcap = (struct wire_pcap){.fd = fd, .full = true};
	if (bytes < sizeof(head))
		return -EINVAL;
	ece_put_be32(head, MAGIC_MICROSECONDS);
	ece_put_be16(head + 4, VERSION_MAJOR);
	ece_put_be16(head + 6, VERSION_MINOR);
	ece_put_be32(head + 16, WIRE_FRAME_MAX);
	ece_put_be32(head + 20, LINK_ETHERNET);
	written = write(fd, head, sizeof(head));
	if (written != (ssize_t)sizeof(head))
		return written < 0 ? -errno : -ENOSPC;
	pcap->room = bytes - sizeof(head);
	pcap->used = sizeof(head);
	pcap->full = false;
	return 0;
}

/* A frame that went in by half is taken out again, where the file allows it. */
static void give_up(struct wire_pcap *pcap)
{
	pcap->full = true;
	if (ftruncate(pcap->fd, (off_t)pcap->used) < 0)
		return;
}

bool wire_pcap_frame(struct wire_pcap *pcap, uint64_t time_ns, const uint8_t *frame, size_t bytes)
{
	uint64_t us = time_ns / NS_PER_US;
	uint8_t record[RECORD_BYTES];
	struct iovec parts[] = {{record, sizeof(record)}, {(void *)(uintptr_t)frame, bytes}};
	size_t whole = sizeof(record) + bytes;

	if (pcap->full || whole > pcap->room) {
		pcap->full = true;
		return false;
	}
	ece_put_be32(record, (uint32_t)(us / US_PER_S));
	ece_put_be32(record + 4, (uint32_t)(us % US_PER_S));
	ece_put_be32(record + 8, (uint32_t)bytes);
	ece_put_be32(record + 12, (uint32_t)bytes);
	if (writev(pcap->fd, parts, 2) != (ssize_t)whole) {
		give_up(pcap);
		return false;
	}
	pcap->room -= whole;
	pcap->used += whole;
	return true;
}
