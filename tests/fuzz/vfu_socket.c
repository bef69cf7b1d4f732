// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A client of the vfio-user socket that says anything. An odd first byte: the rest is the stream, as it is. An even
 * one: messages with a correct size, each {command, flags, two bytes of length, payload}; flag bits hand descriptors
 * along, ask for no reply, or let time pass.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "devx/sim/pci/card.h"

#define MEMORY_BYTES  0x10000
#define HEADER_BYTES  16
#define WITH_MEMORY   0x01
#define WITH_EVENTS   0x02
#define WITHOUT_REPLY 0x04
#define TIME_PASSES   0x08
#define STEP_NS       1000000000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct client {
	struct pci_card *card;
	int fd;
	uint64_t now;
};

static void drain(int fd)
{
	uint8_t bytes[8192];

	while (recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT) > 0)
		;
}

static int say(struct client *c, const uint8_t *bytes, size_t count, const int *fds, size_t fd_count)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(4 * sizeof(int))];
	} control = {0};
	struct iovec at = {(void *)(uintptr_t)bytes, count};
	struct msghdr message = {.msg_iov = &at, .msg_iovlen = 1};

	if (fd_count) {
		struct cmsghdr *part;

		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(fd_count * sizeof(int));
		part = CMSG_FIRSTHDR(&message);
		part->cmsg_level = SOL_SOCKET;
		part->cmsg_type = SCM_RIGHTS;
		part->cmsg_len = CMSG_LEN(fd_count * sizeof(int));
		memcpy(CMSG_DATA(part), fds, fd_count * sizeof(int));
	}
	if (sendmsg(c->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return -1;
	drain(c->fd);
	return pci_card_serve(c->card, c->now);
}

static void messages(struct client *c, const uint8_t *data, size_t size)
{
	const uint8_t version[] = {0, 0, 1, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
	int fds[4] = {memfd_create("fuzz", MFD_CLOEXEC), -1, -1, -1};
	size_t i;

	for (i = 1; i < 4; i++)
		fds[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (ftruncate(fds[0], MEMORY_BYTES) < 0)
		abort();
	say(c, version, sizeof(version), NULL, 0);
	while (size >= 4) {
		uint8_t message[HEADER_BYTES + PCI_VFU_MESSAGE_MAX] = {0};
		size_t bytes = data[2] | (size_t)data[3] << 8;
		uint32_t whole;
		size_t count = 0;

		if (bytes > size - 4)
			bytes = size - 4;
		if (bytes > PCI_VFU_MESSAGE_MAX)
			bytes = PCI_VFU_MESSAGE_MAX;
		whole = (uint32_t)(HEADER_BYTES + bytes);
		message[2] = data[0];
		memcpy(message + 4, &whole, sizeof(whole));
		message[8] = data[1] & WITHOUT_REPLY ? 0x10 : 0;
		memcpy(message + HEADER_BYTES, data + 4, bytes);
		if (data[1] & WITH_MEMORY)
			count = 1;
		if (data[1] & WITH_EVENTS)
			count = 4;
		if (say(c, message, whole, fds, count))
			break;
		if (data[1] & TIME_PASSES)
			pci_card_tick(c->card, c->now += STEP_NS);
		data += 4 + bytes;
		size -= 4 + bytes;
	}
	for (i = 0; i < 4; i++)
		close(fds[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pci_card_options options = {.name = "fuzz", .type = fw_card_type_find("cx7"), .identity = 1};
	struct client c = {.card = pci_card_new(&options, NULL, NULL, NULL)};
	int pair[2];

	if (!c.card || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		abort();
	c.fd = pair[0];
	pci_vfu_attach(&c.card->vfu, pair[1]);
	if (size && (data[0] & 1))
		say(&c, data + 1, size - 1, NULL, 0);
	else if (size)
		messages(&c, data + 1, size - 1);
	pci_card_free(c.card);
	close(c.fd);
	return 0;
}
