// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/vfu_request.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The header: id and command (16 bits each), size, flags, errno. Host byte order, as both ends are on one machine. */
#define COMMAND_AT 2
#define SIZE_AT    4
#define FLAGS_AT   8
#define ERROR_AT   12

#define FLAG_TYPE     0x0f
#define FLAG_REPLY    0x01
#define FLAG_NO_REPLY 0x10
#define FLAG_ERROR    0x20

enum command {
	COMMAND_VERSION = 1,
	COMMAND_DMA_MAP = 2,
	COMMAND_DMA_UNMAP = 3,
	COMMAND_DEVICE_GET_INFO = 4,
	COMMAND_DEVICE_GET_REGION_INFO = 5,
	COMMAND_DEVICE_GET_IRQ_INFO = 7,
	COMMAND_DEVICE_SET_IRQS = 8,
	COMMAND_REGION_READ = 9,
	COMMAND_REGION_WRITE = 10,
	COMMAND_DEVICE_RESET = 13,
	COMMANDS,
};

#define MAJOR_VERSION 0

#define DMA_READABLE 0x1
#define DMA_WRITABLE 0x2
#define UNMAP_PLAIN  0x0
#define UNMAP_ALL    0x2

#define DEVICE_RESETTABLE 0x1
#define DEVICE_PCI        0x2
#define IRQ_INDICES       5

#define REGION_READABLE 0x1
#define REGION_WRITABLE 0x2

#define IRQ_MSIX      2
#define IRQ_EVENTFD   0x1
#define IRQ_NO_RESIZE 0x8
#define SET_DATA_NONE 0x01
#define SET_EVENTFD   0x04
#define SET_TRIGGER   0x20

#define ACCESS_BYTES 16 /* offset, region, count; the data follows */

/* The payload of a request, and where the payload of its reply goes. */
struct request {
	struct pci_vfu *vfu;
	const uint8_t *in;
	size_t in_len;
	uint8_t *out;
	size_t out_len;
};

static uint32_t get32(const uint8_t *at)
{
	uint32_t v;

	memcpy(&v, at, sizeof(v));
	return v;
}

static uint64_t get64(const uint8_t *at)
{
	uint64_t v;

	memcpy(&v, at, sizeof(v));
	return v;
}

static void put32(uint8_t *at, uint32_t v)
{
	memcpy(at, &v, sizeof(v));
}

static void put64(uint8_t *at, uint64_t v)
{
	memcpy(at, &v, sizeof(v));
}

static int version(struct request *r)
{
	static const char capabilities[] = "{\"capabilities\":{\"max_msg_fds\":16,\"max_data_xfer_size\":4096}}";
	uint16_t major;

	memcpy(&major, r->in, sizeof(major));
	if (major != MAJOR_VERSION)
		return -EPROTONOSUPPORT;
	memcpy(r->out, r->in, 4);
	memcpy(r->out + 4, capabilities, sizeof(capabilities));
	r->out_len = 4 + sizeof(capabilities);
	r->vfu->agreed = true;
	return 0;
}

/* A region without a descriptor could only be reached by messages; the card treats it as not there. */
static int dma_map(struct request *r)
{
	uint32_t flags = get32(r->in + 4);
	struct pci_memory_region region = {
		.offset = get64(r->in + 8),
		.address = get64(r->in + 16),
		.bytes = get64(r->in + 24),
		.readable = flags & DMA_READABLE,
		.writable = flags & DMA_WRITABLE,
	};

	if (r->vfu->in_fds == 0)
		return 0;
	region.fd = r->vfu->in_fd[0];
	r->vfu->in_fd[0] = -1;
	return pci_memory_map(&r->vfu->memory, &region);
}

static int dma_unmap(struct request *r)
{
	uint32_t flags = get32(r->in + 4);

	switch (flags) {
	case UNMAP_PLAIN:
		pci_memory_unmap(&r->vfu->memory, get64(r->in + 8), get64(r->in + 16));
		break;
	case UNMAP_ALL:
		pci_memory_clear(&r->vfu->memory);
		break;
	default:
		return -EOPNOTSUPP;
	}
	memcpy(r->out, r->in, 24);
	r->out_len = 24;
	return 0;
}

static int device_info(struct request *r)
{
	put32(r->out, 16);
	put32(r->out + 4, DEVICE_PCI | DEVICE_RESETTABLE);
	put32(r->out + 8, PCI_VFU_REGIONS);
	put32(r->out + 12, IRQ_INDICES);
	r->out_len = 16;
	return 0;
}

static int region_info(struct request *r)
{
	uint32_t index = get32(r->in + 8);

	if (index >= PCI_VFU_REGIONS)
		return -EINVAL;
	memset(r->out, 0, 32);
	put32(r->out, 32);
	put32(r->out + 4, r->vfu->region_bytes[index] ? REGION_READABLE | REGION_WRITABLE : 0);
	put32(r->out + 8, index);
	put64(r->out + 16, r->vfu->region_bytes[index]);
	r->out_len = 32;
	return 0;
}

static int irq_info(struct request *r)
{
	uint32_t index = get32(r->in + 8);

	if (index >= IRQ_INDICES)
		return -EINVAL;
	put32(r->out, 16);
	put32(r->out + 4, IRQ_EVENTFD | (index == IRQ_MSIX ? IRQ_NO_RESIZE : 0));
	put32(r->out + 8, index);
	put32(r->out + 12, index == IRQ_MSIX ? PCI_VFU_VECTORS : 0);
	r->out_len = 16;
	return 0;
}

static void set_vector(struct pci_vfu *vfu, uint32_t vector, int fd)
{
	if (vfu->vector_fd[vector] >= 0)
		close(vfu->vector_fd[vector]);
	vfu->vector_fd[vector] = fd;
	/* A client could hand over something whose write waits. */
	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static int set_irqs(struct request *r)
{
	uint32_t flags = get32(r->in + 4);
	uint32_t start = get32(r->in + 12);
	uint32_t count = get32(r->in + 16);
	struct pci_vfu *vfu = r->vfu;
	uint32_t i;

	/* INTx is what QEMU falls back to on reset; this card has none, and masking is the client's own work. */
	if (get32(r->in + 8) != IRQ_MSIX || !(flags & SET_TRIGGER))
		return 0;
	if (start > PCI_VFU_VECTORS || count > PCI_VFU_VECTORS - start)
		return -EINVAL;
	if (flags & SET_EVENTFD) {
		for (i = 0; i < count; i++) {
			int fd = i < vfu->in_fds ? vfu->in_fd[i] : -1;

			if (i < vfu->in_fds)
				vfu->in_fd[i] = -1;
			set_vector(vfu, start + i, fd);
		}
	} else if ((flags & SET_DATA_NONE) && count == 0) {
		for (i = 0; i < PCI_VFU_VECTORS; i++)
			set_vector(vfu, i, -1);
	} else if (flags & SET_DATA_NONE) {
		for (i = 0; i < count; i++)
			pci_vfu_interrupt(vfu, start + i);
	}
	return 0;
}

/* Returns the number of bytes of the access, or a negative errno. */
static int access_bytes(const struct request *r, uint32_t *region, uint64_t *at)
{
	uint32_t count = get32(r->in + 12);

	*at = get64(r->in);
	*region = get32(r->in + 8);
	if (*region >= PCI_VFU_REGIONS || count > PCI_VFU_DATA_MAX || *at > r->vfu->region_bytes[*region] ||
	    count > r->vfu->region_bytes[*region] - *at)
		return -EINVAL;
	return (int)count;
}

static int region_read(struct request *r)
{
	uint32_t region;
	uint64_t at;
	int count = access_bytes(r, &region, &at);

	if (count < 0)
		return count;
	memcpy(r->out, r->in, ACCESS_BYTES);
	memset(r->out + ACCESS_BYTES, 0, (size_t)count);
	r->vfu->ops->read(r->vfu->ctx, region, at, r->out + ACCESS_BYTES, (size_t)count);
	r->out_len = ACCESS_BYTES + (size_t)count;
	return 0;
}

static int region_write(struct request *r)
{
	uint32_t region;
	uint64_t at;
	int count = access_bytes(r, &region, &at);

	if (count < 0)
		return count;
	if (r->in_len < ACCESS_BYTES + (size_t)count)
		return -EINVAL;
	r->vfu->ops->write(r->vfu->ctx, region, at, r->in + ACCESS_BYTES, (size_t)count);
	memcpy(r->out, r->in, ACCESS_BYTES);
	r->out_len = ACCESS_BYTES;
	return 0;
}

static int device_reset(struct request *r)
{
	r->vfu->ops->reset(r->vfu->ctx);
	return 0;
}

static const struct {
	int (*run)(struct request *r);
	size_t in_min;
} commands[COMMANDS] = {
	[COMMAND_VERSION] = {version, 4},
	[COMMAND_DMA_MAP] = {dma_map, 32},
	[COMMAND_DMA_UNMAP] = {dma_unmap, 24},
	[COMMAND_DEVICE_GET_INFO] = {device_info, 16},
	[COMMAND_DEVICE_GET_REGION_INFO] = {region_info, 32},
	[COMMAND_DEVICE_GET_IRQ_INFO] = {irq_info, 16},
	[COMMAND_DEVICE_SET_IRQS] = {set_irqs, 20},
	[COMMAND_REGION_READ] = {region_read, ACCESS_BYTES},
	[COMMAND_REGION_WRITE] = {region_write, ACCESS_BYTES},
	[COMMAND_DEVICE_RESET] = {device_reset, 0},
};

size_t pci_vfu_request_bytes(const uint8_t *header)
{
	return get32(header + SIZE_AT);
}

static int run(struct request *r, uint16_t command)
{
	if (command >= COMMANDS || !commands[command].run)
		return -ENOSYS;
	if (r->in_len < commands[command].in_min)
		return -EINVAL;
	return commands[command].run(r);
}

static void reply(struct request *r, int err)
{
	struct pci_vfu *vfu = r->vfu;
	size_t bytes = PCI_VFU_HEADER_BYTES + (err ? 0 : r->out_len);

	memcpy(vfu->out, vfu->in, PCI_VFU_HEADER_BYTES);
	put32(vfu->out + SIZE_AT, (uint32_t)bytes);
	put32(vfu->out + FLAGS_AT, FLAG_REPLY | (err ? FLAG_ERROR : 0));
	put32(vfu->out + ERROR_AT, (uint32_t)-err);
	vfu->out_len = bytes;
}

int pci_vfu_request(struct pci_vfu *vfu)
{
	struct request r = {
		.vfu = vfu,
		.in = vfu->in + PCI_VFU_HEADER_BYTES,
		.in_len = vfu->in_len - PCI_VFU_HEADER_BYTES,
		.out = vfu->out + PCI_VFU_HEADER_BYTES,
	};
	uint32_t flags = get32(vfu->in + FLAGS_AT);
	uint16_t command;
	int err;

	memcpy(&command, vfu->in + COMMAND_AT, sizeof(command));
	if ((flags & FLAG_TYPE) != 0 || (!vfu->agreed && command != COMMAND_VERSION))
		return -EPROTO;
	err = run(&r, command);
	if (!(flags & FLAG_NO_REPLY))
		reply(&r, err);
	return 0;
}
