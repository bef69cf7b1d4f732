// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RTM_GETROUTE. Numbers of attributes: Linux include/uapi/linux/rtnetlink.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/netlink/route.h"

struct message {
	uint32_t words[256];
	struct nlmsghdr *header;
	struct rtmsg *route;
};

static void begin(struct message *m)
{
	memset(m, 0, sizeof(*m));
	m->header = mnl_nlmsg_put_header(m->words);
	m->header->nlmsg_type = 24; /* RTM_NEWROUTE */
	m->route = mnl_nlmsg_put_extra_header(m->header, sizeof(*m->route));
	m->route->rtm_family = 2; /* AF_INET */
	m->route->rtm_type = 1;   /* RTN_UNICAST */
}

static int parse(struct message *m, struct ece_route_out *out)
{
	return ece_route_parse(m->words, m->header->nlmsg_len, out);
}

static void a_request_asks_for_all_routes(void **state)
{
	/* 28 bytes, RTM_GETROUTE, NLM_F_REQUEST | NLM_F_DUMP; rtmsg, all zero: any family */
	static const uint8_t want[] = {28, 0, 0, 0, 26, 0, 1, 3, 0, 0, 0, 0, 0, 0,
				       0,  0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0};
	uint32_t words[ECE_ROUTE_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_route_request(words, sizeof(words)), sizeof(want));
	assert_memory_equal(words, want, sizeof(want));
	assert_int_equal(ece_route_request(words, sizeof(words) - 1), 0);
}

static void only_default_routes_count(void **state)
{
	struct ece_route_out out = {.count = 0};
	struct message m;

	(void)state;
	begin(&m);
	m.route->rtm_dst_len = 24;
	mnl_attr_put_u32(m.header, 4, 7); /* RTA_OIF */
	assert_int_equal(parse(&m, &out), 0);
	assert_int_equal(out.count, 0);
	begin(&m);
	m.route->rtm_type = 7; /* RTN_UNREACHABLE: what IPv6 has without a way out */
	mnl_attr_put_u32(m.header, 4, 1);
	assert_int_equal(parse(&m, &out), 0);
	assert_int_equal(out.count, 0);
	begin(&m);
	mnl_attr_put_u32(m.header, 4, 7);
	assert_int_equal(parse(&m, &out), 0);
	assert_int_equal(parse(&m, &out), 0);
	assert_int_equal(out.count, 1);
	assert_int_equal(out.index[0], 7);
}

static void all_ways_of_a_route_count(void **state)
{
	/* Two struct rtnexthop: length, flags, weight, index; the first with an RTA_GATEWAY */
	static const uint8_t ways[] = {16, 0, 0, 0, 5, 0, 0, 0, 8, 0, 5, 0, 10, 0, 0, 1, 8, 0, 0, 0, 6, 0, 0, 0};
	struct ece_route_out out = {.count = 0};
	struct message m;

	(void)state;
	begin(&m);
	mnl_attr_put(m.header, 9, sizeof(ways), ways); /* RTA_MULTIPATH */
	assert_int_equal(parse(&m, &out), 0);
	assert_int_equal(out.count, 2);
	assert_int_equal(out.index[0], 5);
	assert_int_equal(out.index[1], 6);
}

static void what_is_damaged_is_refused(void **state)
{
	static const uint8_t endless[] = {0, 0, 0, 0, 5, 0, 0, 0};
	static const uint8_t cut[] = {24, 0, 0, 0, 5, 0, 0, 0};
	struct ece_route_out out = {.count = 0};
	struct message m;

	(void)state;
	begin(&m);
	mnl_attr_put(m.header, 9, sizeof(endless), endless);
	assert_int_equal(parse(&m, &out), -EBADMSG);
	begin(&m);
	mnl_attr_put(m.header, 9, sizeof(cut), cut);
	assert_int_equal(parse(&m, &out), -EBADMSG);
	begin(&m);
	mnl_attr_put(m.header, 4, 2, cut);
	assert_int_equal(parse(&m, &out), -EBADMSG);
	begin(&m);
	m.header->nlmsg_type = 16; /* a link */
	assert_int_equal(parse(&m, &out), -EBADMSG);
	assert_int_equal(out.count, 0);
}

static void more_ways_than_there_is_room_for_are_an_error(void **state)
{
	struct ece_route_out out = {.count = 0};
	struct message m;

	(void)state;
	for (uint32_t i = 0; i < ECE_ROUTE_OUT_MAX; i++) {
		begin(&m);
		mnl_attr_put_u32(m.header, 4, i + 2);
		assert_int_equal(parse(&m, &out), 0);
	}
	begin(&m);
	mnl_attr_put_u32(m.header, 4, 99);
	assert_int_equal(parse(&m, &out), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_asks_for_all_routes),
		cmocka_unit_test(only_default_routes_count),
		cmocka_unit_test(all_ways_of_a_route_count),
		cmocka_unit_test(what_is_damaged_is_refused),
		cmocka_unit_test(more_ways_than_there_is_room_for_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
