// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Another program reads what is captured here: tshark, where it is installed. It shows CRCs and does not judge them. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "devx/base/be.h"
#include "devx/sim/wire/pcap.h"

#define MAD_BYTES  256
#define DETH_BYTES 8
#define TEXT_MAX   4096

/* One line a packet. A header checksum that is right has status 1. */
#define COMMAND                                                                                                     \
	"tshark -n -r '%s' -o ip.check_checksum:TRUE -T fields -E separator=/s -e infiniband.bth.opcode "           \
	"-e infiniband.bth.destqp -e infiniband.bth.psn -e ip.checksum.status -e vlan.id -e infiniband.deth.srcqp " \
	"-e infiniband.mad.attributeid -e infiniband.mad.attributemodifier -e infiniband.aeth.msn "                 \
	"-e infiniband.reth.dmalen -e infiniband.invariant.crc -e _ws.malformed 2>/dev/null"

static void add(struct wire_pcap *pcap, const struct wire_path *path, const struct wire_bth *bth,
		const uint8_t *payload, size_t bytes)
{
	uint8_t frame[WIRE_FRAME_MAX];
	size_t length = wire_frame_build(frame, path, bth, payload, bytes);

	assert_true(wire_pcap_frame(pcap, 0, frame, length));
}

/* A request of the connection manager (IBTA 12.6.5), nothing filled in but the ECE word where Linux puts it. */
static void add_connect_request(struct wire_pcap *pcap, const struct wire_path *path)
{
	const struct wire_bth bth = {.opcode = WIRE_UD_SEND, .pkey = WIRE_PKEY, .qpn = 1, .psn = 7};
	uint8_t payload[DETH_BYTES + MAD_BYTES] = {0x80, 0x01, 0, 0, 0, 0, 0, 1, 1, 7, 2, 3};

	ece_put_be16(payload + DETH_BYTES + 16, 0x0010);
	ece_put_be32(payload + DETH_BYTES + 20, 0x30000003);
	add(pcap, path, &bth, payload, sizeof(payload));
}

/* RDMA extended header: address, key, length; then so many bytes. */
static const uint8_t write_only[16 + 5] = {[11] = 0x77, [15] = 5};

static void write_packets(int fd)
{
	struct wire_path v4 = packet_path(WIRE_ROCE_V2_IPV4);
	struct wire_path v6 = packet_path(WIRE_ROCE_V2_IPV6);
	struct wire_path v1 = packet_path(WIRE_ROCE_V1);
	struct wire_bth bth = {.opcode = WIRE_RC_ACK, .pkey = WIRE_PKEY, .qpn = 0x118, .psn = 9};
	struct wire_pcap pcap;

	assert_int_equal(wire_pcap_begin(&pcap, fd, 1 << 20), 0);
	add_connect_request(&pcap, &v4);
	add(&pcap, &v6, &bth, (const uint8_t *)"\x1f\0\0\5", 4);
	v6.vlan = 5;
	bth.opcode = WIRE_RC_WRITE_ONLY;
	add(&pcap, &v6, &bth, write_only, sizeof(write_only));
	add(&pcap, &v1, &bth, write_only, sizeof(write_only));
	bth = (struct wire_bth){.opcode = WIRE_CNP, .becn = true, .pkey = WIRE_PKEY, .qpn = 0x118};
	add(&pcap, &v4, &bth, (const uint8_t[16]){0}, 16);
}

/* What the columns of COMMAND are for these packets; the CRCs are those of zlib.crc32 over the masked bytes. */
static const char expected[] = "100 0x000001 7 1  0x00000001 0x0010 0x30000003   0x76c9417d \n"
			       "17 0x000118 9      5  0xb2c3a028 \n"
			       "10 0x000118 9  5     5 0x34e40e32 \n"
			       "10 0x000118 9       5 0x0b3708fd \n"
			       "129 0x000118 0 1        \n";

static void tshark_reads_it(void **state)
{
	char path[] = "/tmp/ece-tshark-XXXXXX";
	char command[1024];
	char text[TEXT_MAX] = {0};
	FILE *pipe;
	int fd;

	(void)state;
	if (system("tshark -v >/dev/null 2>&1") != 0) {
		print_message("tshark is not installed: nobody else reads the capture\n");
		skip();
	}
	fd = mkstemp(path);
	assert_true(fd >= 0);
	write_packets(fd);
	close(fd);
	snprintf(command, sizeof(command), COMMAND, path);
	pipe = popen(command, "r");
	assert_non_null(pipe);
	assert_int_equal(fread(text, 1, sizeof(text) - 1, pipe), strlen(expected));
	assert_int_equal(pclose(pipe), 0);
	unlink(path);
	assert_string_equal(text, expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tshark_reads_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
