// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frames at the port, from literal bytes: which kind, which priority. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/datapath/count.h"
#include "devx/sim/datapath/internal.h"

#define OWN       "\x0c\x42\xa1\x00\x00\x01"
#define OTHER     "\x0c\x42\xa1\x00\x00\x02"
#define GROUP     "\x01\x00\x5e\x00\x00\x01"
#define EVERYBODY "\xff\xff\xff\xff\xff\xff"

static struct fw_state card;
static struct fw fw;
static struct dp dp;

static int up(void **state)
{
	(void)state;
	fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &card, .objects = fw_objects_new()};
	assert_non_null(fw.objects);
	fw_power_on(&fw, 1);
	dp.fw = &fw;
	return 0;
}

static int down(void **state)
{
	(void)state;
	fw_objects_free(fw.objects);
	return 0;
}

#define COUNT(bytes) dp_count_frame(&dp, FW_RECEIVED, (const uint8_t *)(bytes), sizeof(bytes) - 1)

static void packet(const char *to, uint8_t traffic_class, uint8_t priority)
{
	struct wire_path path = {.traffic_class = traffic_class, .priority = priority, .vlan = WIRE_NO_VLAN};

	memcpy(path.dmac, to, sizeof(path.dmac));
	dp_count_packet(&dp, FW_RECEIVED, &path, 100);
}

static uint64_t packets(enum fw_frame_kind kind)
{
	return fw_frames_of(&fw, FW_RECEIVED, kind).packets;
}

static uint64_t of_priority(unsigned int priority)
{
	return fw.objects->traffic.priority[FW_RECEIVED][priority].packets;
}

static void the_address_tells_the_kind(void **state)
{
	(void)state;
	COUNT(OWN OTHER "\x08\x06");
	COUNT(GROUP OTHER "\x08\x06");
	COUNT(EVERYBODY OTHER "\x08\x06");
	packet(OWN, 0, 0);
	packet(GROUP, 0, 0);
	for (unsigned int kind = 0; kind < FW_FRAME_KINDS; kind++)
		assert_int_equal(packets((enum fw_frame_kind)kind), 1);
	assert_int_equal(fw_frames_of(&fw, FW_RECEIVED, FW_FRAME_UNICAST).bytes, 14);
	assert_int_equal(fw_frames_of(&fw, FW_TRANSMITTED, FW_FRAME_UNICAST).packets, 0);
}

/* DSCP 26 and 48; by the map of power-on that is priority 3 and 6. */
static void a_trusted_dscp_tells_the_priority(void **state)
{
	(void)state;
	card.qos.trust = 2;
	COUNT(OWN OTHER "\x08\x00\x45\x6a");
	COUNT(OWN OTHER "\x86\xdd\x6c\x20");
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x00\x45\xc2");
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x06");
	assert_int_equal(of_priority(3), 1);
	assert_int_equal(of_priority(6), 2);
	assert_int_equal(of_priority(1), 0);
	assert_int_equal(of_priority(0), 1);
}

static void a_trusted_tag_tells_the_priority(void **state)
{
	(void)state;
	COUNT(OWN OTHER "\x08\x00\x45\x6a");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08\x00\x45\xc2");
	assert_int_equal(of_priority(0), 1);
	assert_int_equal(of_priority(5), 1);
	card.qos.trust = 3; /* both: the tag of what is no IP packet */
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x06");
	assert_int_equal(of_priority(1), 1);
}

static void packets_have_a_priority_without_a_tag(void **state)
{
	(void)state;
	packet(OWN, 0xc2, 4);
	assert_int_equal(of_priority(4), 1);
	card.qos.trust = 2;
	packet(OWN, 0xc2, 4);
	assert_int_equal(of_priority(4), 1);
	assert_int_equal(of_priority(6), 1);
	assert_int_equal(fw_frames_of(&fw, FW_RECEIVED, FW_FRAME_RDMA_UNICAST).bytes, 200);
}

static void cut_frames_do_no_harm(void **state)
{
	(void)state;
	card.qos.trust = 2;
	COUNT(OWN OTHER "\x08");
	assert_int_equal(packets(FW_FRAME_UNICAST), 0);
	COUNT(OWN OTHER "\x08\x00\x45");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08\x00\x45");
	assert_int_equal(packets(FW_FRAME_UNICAST), 3);
	assert_int_equal(of_priority(0), 3);
	/* what lies behind the end is not looked at */
	dp_count_frame(&dp, FW_RECEIVED, (const uint8_t *)OWN OTHER "\x08\x00\x45\x6a", 15);
	assert_int_equal(of_priority(0), 4);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, up, down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_address_tells_the_kind),
		CASE(a_trusted_dscp_tells_the_priority),
		CASE(a_trusted_tag_tells_the_priority),
		CASE(packets_have_a_priority_without_a_tag),
		CASE(cut_frames_do_no_harm),
	};

	return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
