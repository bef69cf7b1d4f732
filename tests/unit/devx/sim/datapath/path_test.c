// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Paths from literal bytes, as mlx5 drivers write them. Positions: Linux include/linux/mlx5/mlx5_ifc.h (ads at 0x18 of
 * the QP context, roce_addr_layout) and qp.h (mlx5_av).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/datapath/path.h"

#define IPV4_GID "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\x00\x00"
#define IPV6_GID "\xfd\x00\0\0\0\0\0\0\0\0\0\0\0\0\0"

struct card {
	struct fw_objects *objects;
	struct fw fw;
	struct dp dp;
	uint8_t context[0xe8];
	uint8_t vector[48];
};

/* An entry of the table: a MAC that ends with its index, version and layer 3 type. */
static void address(struct card *card, uint8_t index, const char *gid15, uint8_t last, uint8_t version, uint8_t l3)
{
	uint8_t *entry = card->objects->driver.roce_address[index];

	memcpy(entry, gid15, 15);
	entry[15] = last;
	memcpy(entry + 0x12, "\x0c\x42\xa1\x00\x00", 5);
	entry[0x17] = index;
	entry[0x1a] = l3;
	entry[0x1b] = version;
}

static int up(void **state)
{
	struct card *card = calloc(1, sizeof(*card));

	assert_non_null(card);
	card->objects = fw_objects_new();
	assert_non_null(card->objects);
	card->fw.objects = card->objects;
	card->dp.fw = &card->fw;
	address(card, 1, "\0\0\0\0\0\0\0\0\0\0\0\0\x0a\x00\x00", 1, 2, 0);
	address(card, 2, IPV6_GID, 1, 2, 1);
	address(card, 3, IPV6_GID, 1, 0, 1);
	address(card, 4, IPV6_GID, 1, 2, 1);
	card->objects->driver.roce_address[4][0x10] = 0x10; /* VLAN 100 */
	card->objects->driver.roce_address[4][0x11] = 100;
	*state = card;
	return 0;
}

static int down(void **state)
{
	struct card *card = *state;

	fw_objects_free(card->objects);
	free(card);
	return 0;
}

/* A primary path: source GID index, remote GID, traffic class, dscp field, hop limit, flow label 0xabcde. */
static void write_path(struct card *card, uint8_t index, const char *gid15, uint8_t last, uint8_t tclass, uint8_t dscp)
{
	uint8_t *ads = card->context + 0x18;

	ads[0x09] = index;
	ads[0x0b] = 5;
	ads[0x0c] = tclass >> 4;
	ads[0x0d] = (uint8_t)(tclass << 4 | 0xa);
	ads[0x0e] = 0xbc;
	ads[0x0f] = 0xde;
	memcpy(ads + 0x10, gid15, 15);
	ads[0x1f] = last;
	ads[0x21] = dscp;
	ads[0x22] = 0xc1;
	ads[0x23] = 0x23;
	ads[0x24] = 0x30; /* priority 3 */
	memcpy(ads + 0x26, "\x0c\x42\xa1\x00\x01\x02", 6);
}

static void the_path_of_a_connected_queue_pair(void **state)
{
	struct card *card = *state;
	struct wire_path path;

	write_path(card, 1, IPV4_GID, 2, 0x68, 26);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.network, WIRE_ROCE_V2_IPV4);
	assert_memory_equal(path.dmac, "\x0c\x42\xa1\x00\x01\x02", 6);
	assert_memory_equal(path.smac, "\x0c\x42\xa1\x00\x00\x01", 6);
	assert_memory_equal(path.dgid, IPV4_GID "\x02", 16);
	assert_memory_equal(path.sgid, IPV4_GID "\x01", 16);
	assert_int_equal(path.vlan, 0xffff);
	assert_int_equal(path.priority, 3);
	assert_int_equal(path.traffic_class, 0x6a); /* DSCP 26, ECN capable */
	assert_int_equal(path.hop_limit, 5);
	assert_int_equal(path.flow_label, 0xabcde);
	assert_int_equal(path.source_port, 0xc123);
}

static void versions_and_families_come_from_the_source_address(void **state)
{
	struct card *card = *state;
	struct wire_path path;

	write_path(card, 2, IPV6_GID, 2, 0, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.network, WIRE_ROCE_V2_IPV6);
	assert_memory_equal(path.sgid, IPV6_GID "\x01", 16);
	assert_memory_equal(path.dgid, IPV6_GID "\x02", 16);
	write_path(card, 3, IPV6_GID, 2, 0, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.network, WIRE_ROCE_V1);
}

static void a_vlan_carries_the_priority(void **state)
{
	struct card *card = *state;
	struct wire_path path;

	write_path(card, 4, IPV6_GID, 2, 0, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.vlan, 0x6064);
	card->vector[0x0c] = 0x0a; /* service level 5 */
	card->vector[0x1c] = 0x40;
	card->vector[0x1d] = 0x40;
	assert_int_equal(dp_path_of_address(&card->dp, card->vector, &path), 0);
	assert_int_equal(path.vlan, 0xa064);
}

static void a_dscp_alone_counts_and_given_ecn_bits_stay(void **state)
{
	struct card *card = *state;
	struct wire_path path;

	write_path(card, 2, IPV6_GID, 2, 0x01, 46);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.traffic_class, 0xb9);
	write_path(card, 2, IPV6_GID, 2, 0xb8, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), 0);
	assert_int_equal(path.traffic_class, 0xba);
}

static void an_address_that_is_not_set_is_refused(void **state)
{
	struct card *card = *state;
	struct wire_path path = {.source_port = 77};

	write_path(card, 9, IPV4_GID, 2, 0, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &path), -ENOENT);
	card->vector[0x1c] = 0x40;
	card->vector[0x1d] = 0x90;
	assert_int_equal(dp_path_of_address(&card->dp, card->vector, &path), -ENOENT);
	assert_int_equal(path.source_port, 77);
}

static void the_path_of_a_datagram(void **state)
{
	static const uint8_t vector[48] = {
		0x80, 0x01, 0, 0, 0,    0,    0,    0, 0, 0, 0x01, 0x23, 0,    0,    0xd0, 0x01,
		0,    0,    0, 0, 0x0c, 0x42, 0xa1, 0, 0, 9, 0x61, 3,    0x40, 0x11, 0x23, 0x45,
		0,    0,    0, 0, 0,    0,    0,    0, 0, 0, 0xff, 0xff, 10,   0,    0,    9,
	};
	struct card *card = *state;
	struct wire_path path;

	assert_int_equal(dp_path_of_address(&card->dp, vector, &path), 0);
	assert_int_equal(path.network, WIRE_ROCE_V2_IPV4);
	assert_memory_equal(path.dmac, "\x0c\x42\xa1\x00\x00\x09", 6);
	assert_memory_equal(path.smac, "\x0c\x42\xa1\x00\x00\x01", 6);
	assert_memory_equal(path.dgid, IPV4_GID "\x09", 16);
	assert_int_equal(path.traffic_class, 0x61);
	assert_int_equal(path.hop_limit, 3);
	assert_int_equal(path.flow_label, 0x12345);
	assert_int_equal(path.source_port, 0xd001);
}

static void what_was_left_open_is_filled_in(void **state)
{
	struct card *card = *state;
	struct wire_path path;

	card->vector[0x1c] = 0x40;
	card->vector[0x1d] = 0x20;
	assert_int_equal(dp_path_of_address(&card->dp, card->vector, &path), 0);
	assert_int_equal(path.hop_limit, 64);
	assert_int_equal(path.source_port, 0xc000);
}

static void the_way_back_matches_the_way_there(void **state)
{
	struct card *card = *state;
	struct wire_path there, back;

	write_path(card, 1, IPV4_GID, 2, 0, 0);
	assert_int_equal(dp_path_of_qp(&card->dp, card->context, &there), 0);
	dp_path_reply(&there, &back);
	assert_memory_equal(back.dmac, there.smac, 6);
	assert_memory_equal(back.smac, there.dmac, 6);
	assert_memory_equal(back.dgid, there.sgid, 16);
	assert_true(dp_path_matches(&there, &back));
	assert_false(dp_path_matches(&there, &there));
	back.network = WIRE_ROCE_V1;
	assert_false(dp_path_matches(&there, &back));
	back.network = there.network;
	back.sgid[15]++;
	assert_false(dp_path_matches(&there, &back));
	back.sgid[15]--;
	back.dgid[15]++;
	assert_false(dp_path_matches(&there, &back));
}

static void own_addresses_are_known(void **state)
{
	struct card *card = *state;

	card->objects->driver.vport_made = true;
	memcpy(card->objects->driver.nic_vport + 0xf6, "\x02\x03\x04\x05\x06\x07", 6);
	assert_true(dp_own_mac(&card->dp, (const uint8_t *)"\x02\x03\x04\x05\x06\x07"));
	assert_true(dp_own_mac(&card->dp, (const uint8_t *)"\x0c\x42\xa1\x00\x00\x03"));
	assert_false(dp_own_mac(&card->dp, (const uint8_t *)"\x0c\x42\xa1\x00\x00\x09"));
	assert_false(dp_own_mac(&card->dp, (const uint8_t *)"\0\0\0\0\0\0"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_path_of_a_connected_queue_pair, up, down),
		cmocka_unit_test_setup_teardown(versions_and_families_come_from_the_source_address, up, down),
		cmocka_unit_test_setup_teardown(a_vlan_carries_the_priority, up, down),
		cmocka_unit_test_setup_teardown(a_dscp_alone_counts_and_given_ecn_bits_stay, up, down),
		cmocka_unit_test_setup_teardown(an_address_that_is_not_set_is_refused, up, down),
		cmocka_unit_test_setup_teardown(the_path_of_a_datagram, up, down),
		cmocka_unit_test_setup_teardown(what_was_left_open_is_filled_in, up, down),
		cmocka_unit_test_setup_teardown(the_way_back_matches_the_way_there, up, down),
		cmocka_unit_test_setup_teardown(own_addresses_are_known, up, down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
