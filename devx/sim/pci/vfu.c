// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Framing of vfio-user: bytes and descriptors in, one request at a time, bytes out. The requests are in vfu_request.c. */
#include "devx/sim/pci/vfu.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "devx/sim/pci/vfu_request.h"

#define REQUESTS_A_TURN 8 /* then other cards get theirs: one doorbell can ring 32 commands of a megabyte */

void pci_vfu_init(struct pci_vfu *vfu, const struct pci_vfu_ops *ops, void *ctx,
		  const uint64_t region_bytes[PCI_VFU_REGIONS])
{
	size_t i;

	memset(vfu, 0, sizeof(*vfu));
	vfu->fd = -1;
	vfu->ops = ops;
	vfu->ctx = ctx;
	memcpy(vfu->region_bytes, region_bytes, sizeof(vfu->region_bytes));
	for (i = 0; i < PCI_VFU_VECTORS; i++)
		vfu->vector_fd[i] = -1;
}

void pci_vfu_attach(struct pci_vfu *vfu, int fd)
{
	pci_vfu_detach(vfu);
	vfu->fd = fd;
}

static void close_received(struct pci_vfu *vfu)
{
	size_t i;

	for (i = 0; i < vfu->in_fds; i++) {
		if (vfu->in_fd[i] >= 0)
			close(vfu->in_fd[i]);
	}
	vfu->in_fds = 0;
}

void pci_vfu_detach(struct pci_vfu *vfu)
{
	size_t i;

	close_received(vfu);
	pci_memory_clear(&vfu->memory);
	for (i = 0; i < PCI_VFU_VECTORS; i++) {
		if (vfu->vector_fd[i] >= 0)
			close(vfu->vector_fd[i]);
		vfu->vector_fd[i] = -1;
	}
	if (vfu->fd >= 0)
		close(vfu->fd);
	vfu->fd = -1;
	vfu->agreed = false;
	vfu->in_len = 0;
	vfu->out_len = 0;
	vfu->out_done = 0;
}

short pci_vfu_events(const struct pci_vfu *vfu)
{
	return vfu->out_done < vfu->out_len ? POLLOUT : POLLIN;
}

static void keep_descriptors(struct pci_vfu *vfu, struct msghdr *message)
{
	struct cmsghdr *part;

	for (part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
		size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		size_t i;

		if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
			continue;
		for (i = 0; i < count; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(part) + i * sizeof(fd), sizeof(fd));
			if (vfu->in_fds < PCI_VFU_FDS_MAX)
				vfu->in_fd[vfu->in_fds++] = fd;
			else
				close(fd);
		}
	}
}

/* Read until @want bytes of the message are there. Returns 0, -EAGAIN, or why the client is gone. */
static int fill(struct pci_vfu *vfu, size_t want)
{
	while (vfu->in_len < want) {
		union {
			struct cmsghdr align;
			char bytes[CMSG_SPACE(PCI_VFU_FDS_MAX * sizeof(int))];
		} control;
		struct iovec at = {vfu->in + vfu->in_len, want - vfu->in_len};
		struct msghdr message = {
			.msg_iov = &at,
			.msg_iovlen = 1,
			.msg_control = &control,
			.msg_controllen = sizeof(control),
		};
		ssize_t got = recvmsg(vfu->fd, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);

		if (got < 0)
			return -errno;
		if (got == 0)
			return -ECONNRESET;
		keep_descriptors(vfu, &message);
		vfu->in_len += (size_t)got;
	}
	return 0;
}

static int flush(struct pci_vfu *vfu)
{
	while (vfu->out_done < vfu->out_len) {
		ssize_t sent = send(vfu->fd, vfu->out + vfu->out_done, vfu->out_len - vfu->out_done,
				    MSG_NOSIGNAL | MSG_DONTWAIT);

		if (sent < 0)
			return -errno;
		vfu->out_done += (size_t)sent;
	}
	vfu->out_len = 0;
	vfu->out_done = 0;
	return 0;
}

static int one_request(struct pci_vfu *vfu)
{
	size_t bytes;
	int err = fill(vfu, PCI_VFU_HEADER_BYTES);

	if (err)
		return err;
	bytes = pci_vfu_request_bytes(vfu->in);
	if (bytes < PCI_VFU_HEADER_BYTES || bytes > PCI_VFU_MESSAGE_MAX)
		return -EPROTO;
	err = fill(vfu, bytes);
	if (err)
		return err;
	err = pci_vfu_request(vfu);
	close_received(vfu);
	vfu->in_len = 0;
	return err ? err : flush(vfu);
}

int pci_vfu_serve(struct pci_vfu *vfu)
{
	int err = flush(vfu);
	size_t i;

	for (i = 0; !err && i < REQUESTS_A_TURN; i++)
		err = one_request(vfu);
	return err == -EAGAIN || err == -EINTR ? 0 : err;
}

void pci_vfu_interrupt(struct pci_vfu *vfu, unsigned int vector)
{
	const uint64_t one = 1;

	if (vector >= PCI_VFU_VECTORS || vfu->vector_fd[vector] < 0)
		return;
	/* A full counter means that the interrupt is pending already. */
	if (write(vfu->vector_fd[vector], &one, sizeof(one)) < 0)
		return;
}
