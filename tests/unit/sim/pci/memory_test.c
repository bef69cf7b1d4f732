// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Guest memory, mailbox chains and rings. */
#include "tests/unit/sim/pci/guest.h"

#include <errno.h>
#include <fcntl.h>

#include "devx/sim/pci/mailbox.h"

static int file(size_t bytes)
{
	int fd = memfd_create("memory", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)bytes), 0);
	return fd;
}

static int map(struct pci_memory *memory, uint64_t address, uint64_t bytes, uint64_t offset, bool writable)
{
	struct pci_memory_region region = {.address = address,
					   .bytes = bytes,
					   .offset = offset,
					   .readable = true,
					   .writable = writable,
					   .fd = file(0x3000)};

	return pci_memory_map(memory, &region);
}

static void an_access_lies_in_one_region(void **state)
{
	struct pci_memory memory = {0};
	uint8_t bytes[16] = "0123456789abcdef";
	uint8_t large[0x1001];
	uint8_t back[16];

	(void)state;
	assert_int_equal(map(&memory, 0x1000, 0x1000, 0x1000, true), 0);
	assert_int_equal(map(&memory, 0x2000, 0x1000, 0, true), 0);
	assert_true(pci_memory_write(&memory, 0x1ff0, bytes, 16));
	assert_true(pci_memory_read(&memory, 0x1ff0, back, 16));
	assert_memory_equal(back, bytes, 16);
	assert_false(pci_memory_read(&memory, 0x1ff1, back, 16));
	/* the file goes on behind the region */
	assert_false(pci_memory_read(&memory, 0x1000, large, sizeof(large)));
	assert_false(pci_memory_read(&memory, 0xfff, back, 1));
	assert_false(pci_memory_read(&memory, 0x3000, back, 1));
	assert_false(pci_memory_read(&memory, UINT64_MAX, back, 16));
	pci_memory_clear(&memory);
	assert_false(pci_memory_read(&memory, 0x1ff0, back, 1));
}

static void a_region_must_be_sane(void **state)
{
	struct pci_memory memory = {0};
	int pipes[2];
	struct pci_memory_region region = {.address = 0, .bytes = 0x1000, .readable = true};

	(void)state;
	assert_int_equal(map(&memory, 0x1000, 0, 0, true), -EINVAL);
	assert_int_equal(map(&memory, UINT64_MAX - 10, 0x1000, 0, true), -EINVAL);
	assert_int_equal(map(&memory, 0, 0x1000, UINT64_MAX - 10, true), -EINVAL);
	assert_int_equal(map(&memory, 0x1000, 0x1000, 0, true), 0);
	assert_int_equal(map(&memory, 0x1fff, 0x1000, 0, true), -EINVAL);
	assert_int_equal(map(&memory, 0x800, 0x1000, 0, true), -EINVAL);
	assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
	region.fd = pipes[0];
	assert_int_equal(pci_memory_map(&memory, &region), -EINVAL);
	close(pipes[1]);
	pci_memory_clear(&memory);
}

static void regions_are_limited(void **state)
{
	struct pci_memory memory = {0};
	uint64_t i;

	(void)state;
	for (i = 0; i < PCI_MEMORY_REGIONS; i++)
		assert_int_equal(map(&memory, i << 12, 0x1000, 0, true), 0);
	assert_int_equal(map(&memory, i << 12, 0x1000, 0, true), -ENOSPC);
	assert_int_equal(pci_memory_unmap(&memory, 0x1000, 0x2000), 2);
	assert_int_equal(pci_memory_unmap(&memory, 0x1000, 0x2000), 0);
	assert_int_equal(map(&memory, i << 12, 0x1000, 0, true), 0);
	pci_memory_clear(&memory);
}

static void what_is_read_only_stays(void **state)
{
	struct pci_memory memory = {0};
	uint8_t byte = 1;

	(void)state;
	assert_int_equal(map(&memory, 0, 0x1000, 0, false), 0);
	assert_false(pci_memory_write(&memory, 0, &byte, 1));
	assert_true(pci_memory_read(&memory, 0, &byte, 1));
	assert_int_equal(byte, 0);
	pci_memory_clear(&memory);
}

static void a_file_that_shrinks_is_an_error_not_a_signal(void **state)
{
	struct pci_memory memory = {0};
	uint8_t byte;

	(void)state;
	assert_int_equal(map(&memory, 0, 0x3000, 0, true), 0);
	assert_true(pci_memory_read(&memory, 0x2fff, &byte, 1));
	assert_int_equal(ftruncate(memory.region[0].fd, 0x1000), 0);
	assert_false(pci_memory_read(&memory, 0x2fff, &byte, 1));
	pci_memory_clear(&memory);
}

/* A block in which the driver wrote ones, so that signatures are seen to be made. */
static void block(struct pci_memory *memory, uint64_t at, uint32_t number, uint64_t next)
{
	uint8_t bytes[576];

	memset(bytes, 0x11, sizeof(bytes));
	ece_put_be64(bytes + 560, next);
	ece_put_be32(bytes + 568, number);
	bytes[573] = 0x42;
	assert_true(pci_memory_write(memory, at, bytes, sizeof(bytes)));
}

static void blocks_are_followed_and_signed(void **state)
{
	struct pci_memory memory = {0};
	uint8_t data[600];
	uint8_t back[576];
	size_t i;
	uint8_t sum = 0;

	(void)state;
	assert_int_equal(map(&memory, 0x1000, 0x3000, 0, true), 0);
	block(&memory, 0x1000, 0, 0x1400);
	block(&memory, 0x1400, 1, 0);
	for (i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)i;
	assert_int_equal(pci_mailbox_scatter(&memory, 0x1000, 0x42, data, sizeof(data)), 0);
	memset(data, 0, sizeof(data));
	assert_int_equal(pci_mailbox_gather(&memory, 0x1000, 0x42, data, sizeof(data)), 0);
	for (i = 0; i < sizeof(data); i++)
		assert_int_equal(data[i], (uint8_t)i);
	assert_true(pci_memory_read(&memory, 0x1400, back, sizeof(back)));
	assert_int_equal(back[88], 0x11); /* behind the end of the data nothing is touched */
	for (i = 0; i < sizeof(back); i++)
		sum ^= back[i];
	assert_int_equal(sum, 0xff);
	for (sum = 0, i = 512; i < 575; i++)
		sum ^= back[i];
	assert_int_equal(sum, 0xff);
	pci_memory_clear(&memory);
}

static void broken_chains_have_a_status(void **state)
{
	struct pci_memory memory = {0};
	uint8_t data[2000];

	(void)state;
	assert_int_equal(map(&memory, 0x1000, 0x3000, 0, true), 0);
	block(&memory, 0x1000, 0, 0x1000); /* a loop */
	assert_int_equal(pci_mailbox_gather(&memory, 0x1000, 0x42, data, 512), 0x00);
	assert_int_equal(pci_mailbox_gather(&memory, 0x1000, 0x42, data, 513), 0x03);
	assert_int_equal(pci_mailbox_gather(&memory, 0x1000, 0x43, data, 1), 0x02);
	assert_int_equal(pci_mailbox_gather(&memory, 0, 0x42, data, 1), 0x05);
	assert_int_equal(pci_mailbox_gather(&memory, 0x3e00, 0x42, data, 1), 0x05);
	assert_int_equal(pci_mailbox_scatter(&memory, 0x9000, 0x42, data, 1), 0x04);
	block(&memory, 0x1000, 0, 0);
	assert_int_equal(pci_mailbox_gather(&memory, 0x1000, 0x42, data, 513), 0x05);
	pci_memory_clear(&memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_access_lies_in_one_region),
		cmocka_unit_test(a_region_must_be_sane),
		cmocka_unit_test(regions_are_limited),
		cmocka_unit_test(what_is_read_only_stays),
		cmocka_unit_test(a_file_that_shrinks_is_an_error_not_a_signal),
		cmocka_unit_test(blocks_are_followed_and_signed),
		cmocka_unit_test(broken_chains_have_a_status),
	};

	return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
