// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The capture file, byte by byte, and its limit. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "devx/sim/wire/pcap.h"

/* The format: draft-ietf-opsawg-pcap, big endian; 16384 bytes of a frame, Ethernet. */
static const uint8_t head[] = {0xa1, 0xb2, 0xc3, 0xd4, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 1};
static const uint8_t record[] = {0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0, 20, 0, 0, 0, 20};

static int new_file(void)
{
	int fd = memfd_create("pcap", MFD_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

static void a_file_as_its_readers_want_it(void **state)
{
	static const uint8_t frame[20] = "fourteen bytes + six";
	uint8_t bytes[128];
	struct wire_pcap pcap;
	int fd = new_file();

	(void)state;
	assert_int_equal(wire_pcap_begin(&pcap, fd, 1000), 0);
	assert_true(wire_pcap_frame(&pcap, UINT64_C(3000005999), frame, sizeof(frame)));
	assert_int_equal(pread(fd, bytes, sizeof(bytes), 0), 24 + 16 + 20);
	assert_memory_equal(bytes, head, sizeof(head));
	assert_memory_equal(bytes + 24, record, sizeof(record));
	assert_memory_equal(bytes + 40, frame, sizeof(frame));
	close(fd);
}

static void behind_its_limit_it_grows_no_more(void **state)
{
	static const uint8_t frame[20];
	struct wire_pcap pcap;
	int fd = new_file();

	(void)state;
	assert_int_equal(wire_pcap_begin(&pcap, fd, 24 + 36 + 35), 0);
	assert_true(wire_pcap_frame(&pcap, 0, frame, 20));
	assert_false(pcap.full);
	assert_false(wire_pcap_frame(&pcap, 0, frame, 20)); /* one byte is missing */
	assert_true(pcap.full);
	assert_false(wire_pcap_frame(&pcap, 0, frame, 14)); /* and none that would fit: no holes */
	assert_int_equal(lseek(fd, 0, SEEK_END), 24 + 36);
	close(fd);
	fd = new_file();
	assert_int_equal(wire_pcap_begin(&pcap, fd, 23), -EINVAL);
	assert_false(wire_pcap_frame(&pcap, 0, frame, 14));
	assert_int_equal(lseek(fd, 0, SEEK_END), 0);
	close(fd);
}

static void a_file_that_cannot_be_written(void **state)
{
	static const uint8_t frame[20];
	struct wire_pcap pcap;
	int fd = new_file();

	(void)state;
	assert_int_equal(wire_pcap_begin(&pcap, -1, 1000), -EBADF);
	assert_int_equal(wire_pcap_begin(&pcap, fd, 1000), 0);
	pcap.fd = -1;
	assert_false(wire_pcap_frame(&pcap, 0, frame, 20));
	assert_true(pcap.full);
	close(fd);
}

/* The disk is full in the middle of a frame: what is there before it stays readable. */
static void a_frame_that_goes_in_by_half_is_taken_out(void **state)
{
	static const uint8_t frame[40];
	struct rlimit before, limit;
	struct wire_pcap pcap;
	int fd = new_file();

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(wire_pcap_begin(&pcap, fd, 1000), 0);
	assert_true(wire_pcap_frame(&pcap, 0, frame, sizeof(frame)));
	assert_int_equal(lseek(fd, 0, SEEK_END), 80);
	assert_false(wire_pcap_frame(&pcap, 0, frame, sizeof(frame)));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(lseek(fd, 0, SEEK_END), 80);
	assert_true(pcap.full);
	assert_false(wire_pcap_frame(&pcap, 0, frame, sizeof(frame)));
	assert_int_equal(lseek(fd, 0, SEEK_END), 80);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_as_its_readers_want_it),
		cmocka_unit_test(behind_its_limit_it_grows_no_more),
		cmocka_unit_test(a_file_that_cannot_be_written),
		cmocka_unit_test(a_frame_that_goes_in_by_half_is_taken_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
