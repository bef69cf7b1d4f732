/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A guest with a card: vfio-user messages over a socket pair, memory in a memfd, and a driver's hands for registers and
 * commands. One thread: after every message the card is served.
 */
#ifndef ECE_TESTS_UNIT_SIM_PCI_GUEST_H
#define ECE_TESTS_UNIT_SIM_PCI_GUEST_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "devx/base/be.h"
#include "devx/sim/pci/card.h"

#define GUEST_BASE   0x40000000ULL /* guest-physical address of the memory */
#define GUEST_BYTES  (4U << 20)
#define GUEST_QUEUE  (GUEST_BASE + 0x1000)   /* command queue */
#define GUEST_IN     (GUEST_BASE + 0x10000)  /* blocks of input, 1 KiB each */
#define GUEST_OUT    (GUEST_BASE + 0x80000)  /* blocks of output */
#define GUEST_EQ     (GUEST_BASE + 0x100000) /* pages of queues */
#define GUEST_BLOCKS 128
#define GUEST_TOKEN  0x5a

/* vfio-user */
enum {
	MSG_VERSION = 1,
	MSG_DMA_MAP = 2,
	MSG_DMA_UNMAP = 3,
	MSG_GET_INFO = 4,
	MSG_REGION_INFO = 5,
	MSG_IRQ_INFO = 7,
	MSG_SET_IRQS = 8,
	MSG_READ = 9,
	MSG_WRITE = 10,
	MSG_RESET = 13,
};

struct guest {
	struct pci_card *card;
	int fd;
	int memory_fd;
	uint8_t *memory;
	int vector[PCI_VFU_VECTORS];
	uint64_t now;
	int served;          /* what the last pci_card_serve() said */
	uint8_t reply[8192]; /* payload of the last reply */
	size_t reply_len;
};

static inline void *guest_at(struct guest *g, uint64_t address)
{
	return g->memory + (address - GUEST_BASE);
}

static inline void guest_send(struct guest *g, uint16_t command, uint32_t flags, const void *payload, uint32_t bytes,
			      const int *fds, size_t count)
{
	struct {
		uint16_t id, command;
		uint32_t size, flags, error;
	} header = {7, command, 16 + bytes, flags, 0};
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(16 * sizeof(int))];
	} control = {0};
	struct iovec at[2] = {{&header, sizeof(header)}, {(void *)(uintptr_t)payload, bytes}};
	struct msghdr message = {.msg_iov = at, .msg_iovlen = 2};

	if (count) {
		struct cmsghdr *part;

		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(count * sizeof(int));
		part = CMSG_FIRSTHDR(&message);
		part->cmsg_level = SOL_SOCKET;
		part->cmsg_type = SCM_RIGHTS;
		part->cmsg_len = CMSG_LEN(count * sizeof(int));
		memcpy(CMSG_DATA(part), fds, count * sizeof(int));
	}
	assert_int_equal(sendmsg(g->fd, &message, MSG_NOSIGNAL), sizeof(header) + bytes);
	g->served = pci_card_serve(g->card, g->now);
}

/* One request with its reply. Returns the errno of the reply. */
static inline uint32_t guest_call(struct guest *g, uint16_t command, const void *payload, uint32_t bytes,
				  const int *fds, size_t count)
{
	uint32_t header[4];

	guest_send(g, command, 0, payload, bytes, fds, count);
	assert_int_equal(g->served, 0);
	assert_int_equal(recv(g->fd, header, sizeof(header), MSG_DONTWAIT | MSG_WAITALL), sizeof(header));
	assert_int_equal(header[0], 7U | (uint32_t)command << 16);
	g->reply_len = header[1] - sizeof(header);
	assert_true(g->reply_len <= sizeof(g->reply));
	if (g->reply_len)
		assert_int_equal(recv(g->fd, g->reply, g->reply_len, MSG_DONTWAIT), g->reply_len);
	assert_int_equal(header[2] & 0xf, 1);
	assert_int_equal(!!(header[2] & 0x20), header[3] != 0);
	return header[3];
}

static inline uint32_t guest_access(struct guest *g, uint16_t command, uint32_t region, uint64_t at, const void *data,
				    uint32_t bytes)
{
	uint8_t payload[16 + 4096];

	memcpy(payload, &at, 8);
	memcpy(payload + 8, &region, 4);
	memcpy(payload + 12, &bytes, 4);
	if (command == MSG_WRITE)
		memcpy(payload + 16, data, bytes);
	return guest_call(g, command, payload, command == MSG_WRITE ? 16 + bytes : 16, NULL, 0);
}

/* BAR 0, words in host order. */
static inline uint32_t guest_read32(struct guest *g, uint64_t at)
{
	assert_int_equal(guest_access(g, MSG_READ, 0, at, NULL, 4), 0);
	return ece_be32(g->reply + 16);
}

static inline void guest_write32(struct guest *g, uint64_t at, uint32_t value)
{
	uint8_t word[4];

	ece_put_be32(word, value);
	assert_int_equal(guest_access(g, MSG_WRITE, 0, at, word, 4), 0);
}

static inline void guest_doorbell(struct guest *g, uint64_t at, uint32_t first, uint32_t second)
{
	uint8_t words[8];

	ece_put_be32(words, first);
	ece_put_be32(words + 4, second);
	assert_int_equal(guest_access(g, MSG_WRITE, 0, at, words, 8), 0);
}

static inline void guest_attach(struct guest *g)
{
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	g->fd = pair[0];
	pci_vfu_attach(&g->card->vfu, pair[1]);
}

static inline void guest_map(struct guest *g)
{
	uint8_t map[32] = {32};
	const uint32_t flags = 3;
	const uint64_t base = GUEST_BASE;
	const uint64_t bytes = GUEST_BYTES;

	memcpy(map + 4, &flags, 4);
	memcpy(map + 16, &base, 8);
	memcpy(map + 24, &bytes, 8);
	assert_int_equal(guest_call(g, MSG_DMA_MAP, map, sizeof(map), &g->memory_fd, 1), 0);
}

static inline void guest_vectors(struct guest *g)
{
	uint32_t set[5] = {20, 0x24, 2, 0, PCI_VFU_VECTORS};

	assert_int_equal(guest_call(g, MSG_SET_IRQS, set, sizeof(set), g->vector, PCI_VFU_VECTORS), 0);
}

static inline void guest_up(struct guest *g, const char *type)
{
	const uint8_t version[] = {0, 0, 1, 0, '{', '}', 0};
	struct pci_card_options options = {.name = "card0", .type = fw_card_type_find(type), .identity = 0xabcde0};
	size_t i;

	memset(g, 0, sizeof(*g));
	g->card = pci_card_new(&options, NULL, NULL, NULL);
	assert_non_null(g->card);
	g->memory_fd = memfd_create("guest", MFD_CLOEXEC);
	assert_int_equal(ftruncate(g->memory_fd, GUEST_BYTES), 0);
	g->memory = mmap(NULL, GUEST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, g->memory_fd, 0);
	assert_ptr_not_equal(g->memory, MAP_FAILED);
	for (i = 0; i < PCI_VFU_VECTORS; i++)
		g->vector[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	guest_attach(g);
	assert_int_equal(guest_call(g, MSG_VERSION, version, sizeof(version), NULL, 0), 0);
	guest_map(g);
	guest_vectors(g);
	guest_write32(g, 0x10, 0);
	guest_write32(g, 0x14, (uint32_t)GUEST_QUEUE);
}

static inline void guest_down(struct guest *g)
{
	size_t i;

	pci_card_free(g->card);
	close(g->fd);
	munmap(g->memory, GUEST_BYTES);
	close(g->memory_fd);
	for (i = 0; i < PCI_VFU_VECTORS; i++)
		close(g->vector[i]);
}

/* How often a vector was raised since the last look. */
static inline uint64_t guest_interrupts(struct guest *g, size_t vector)
{
	uint64_t count = 0;

	return read(g->vector[vector], &count, sizeof(count)) == sizeof(count) ? count : 0;
}

static inline uint8_t *guest_entry(struct guest *g, uint32_t slot)
{
	return guest_at(g, GUEST_QUEUE + slot * 64ULL);
}

static inline void guest_chain(struct guest *g, uint64_t first, size_t bytes)
{
	size_t blocks = (bytes + 511) / 512;
	size_t i;

	assert_true(blocks <= GUEST_BLOCKS);
	for (i = 0; i < blocks; i++) {
		uint8_t *block = guest_at(g, first + i * 1024);

		memset(block, 0, 576);
		ece_put_be64(block + 560, i + 1 < blocks ? first + (i + 1) * 1024 : 0);
		ece_put_be32(block + 568, (uint32_t)i);
		block[573] = GUEST_TOKEN;
	}
}

/* Writes a command into a slot, with its mailboxes; the card does not look before it is rung. */
static inline void guest_put(struct guest *g, uint32_t slot, const uint8_t *in, uint32_t in_len, uint32_t out_len)
{
	uint8_t *entry = guest_entry(g, slot);
	uint32_t done;

	memset(entry, 0, 64);
	entry[0] = 7;
	ece_put_be32(entry + 4, in_len);
	memcpy(entry + 16, in, in_len < 16 ? in_len : 16);
	if (in_len > 16) {
		guest_chain(g, GUEST_IN, in_len - 16);
		ece_put_be64(entry + 8, GUEST_IN);
	}
	for (done = 16; done < in_len; done += 512)
		memcpy(guest_at(g, GUEST_IN + (done - 16) / 512 * 1024ULL), in + done,
		       in_len - done < 512 ? in_len - done : 512);
	if (out_len > 16) {
		guest_chain(g, GUEST_OUT, out_len - 16);
		ece_put_be64(entry + 48, GUEST_OUT);
	}
	ece_put_be32(entry + 56, out_len);
	entry[60] = GUEST_TOKEN;
	entry[63] = 1;
}

static inline void guest_ring(struct guest *g, uint32_t bits)
{
	guest_write32(g, 0x18, bits);
}

/* Rings slot 0 and copies the answer. Returns the delivery status; the card must have handed the entry back. */
static inline uint8_t guest_run(struct guest *g, const uint8_t *in, uint32_t in_len, uint8_t *out, uint32_t out_len)
{
	uint32_t done;

	guest_put(g, 0, in, in_len, out_len);
	guest_ring(g, 1);
	assert_int_equal(guest_entry(g, 0)[63] & 1, 0);
	memcpy(out, guest_entry(g, 0) + 32, out_len < 16 ? out_len : 16);
	for (done = 16; done < out_len; done += 512)
		memcpy(out + done, guest_at(g, GUEST_OUT + (done - 16) / 512 * 1024ULL),
		       out_len - done < 512 ? out_len - done : 512);
	return guest_entry(g, 0)[63] >> 1;
}

/* A command of up to four words, with 16 bytes of answer. Returns the status of the firmware. */
static inline uint8_t guest_short(struct guest *g, uint32_t word0, uint32_t word1, uint32_t word2, uint8_t out[16])
{
	uint8_t in[16] = {0};

	ece_put_be32(in, word0);
	ece_put_be32(in + 4, word1);
	ece_put_be32(in + 8, word2);
	assert_int_equal(guest_run(g, in, sizeof(in), out, 16), 0);
	return out[0];
}

/* CREATE_EQ with one page at GUEST_EQ + page * 4096, 64 entries. Returns its number. */
static inline uint8_t guest_eq(struct guest *g, uint32_t page, uint32_t vector, uint64_t mask)
{
	uint8_t in[0x118] = {0x03, 0x01};
	uint8_t out[16];

	ece_put_be32(in + 0x1c, 6U << 24);
	ece_put_be32(in + 0x24, vector);
	ece_put_be64(in + 0x58, mask);
	ece_put_be64(in + 0x110, GUEST_EQ + page * 4096ULL);
	assert_int_equal(guest_run(g, in, sizeof(in), out, sizeof(out)), 0);
	assert_int_equal(out[0], 0);
	return out[11];
}

/* The driver has read @index entries of EQ @eqn: eqn << 24 | index, as eq_update_ci() of Linux writes it. */
static inline void guest_eq_read(struct guest *g, uint8_t eqn, uint32_t index)
{
	guest_write32(g, 0x10048, (uint32_t)eqn << 24 | (index & 0xffffff));
}

static inline const uint8_t *guest_eqe(struct guest *g, uint32_t page, uint32_t index)
{
	return guest_at(g, GUEST_EQ + page * 4096ULL + index * 64ULL);
}

#endif
