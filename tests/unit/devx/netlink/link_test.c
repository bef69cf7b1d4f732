// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RTM_GETLINK. Numbers of attributes: Linux include/uapi/linux/if_link.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/netlink/link.h"

struct message {
	uint32_t words[1024];
	struct nlmsghdr *header;
	struct ifinfomsg *info;
};

static void begin(struct message *m, const char *name)
{
	memset(m, 0, sizeof(*m));
	m->header = mnl_nlmsg_put_header(m->words);
	m->header->nlmsg_type = 16; /* RTM_NEWLINK */
	m->info = mnl_nlmsg_put_extra_header(m->header, sizeof(*m->info));
	m->info->ifi_index = 7;
	m->info->ifi_flags = 0x1 | 0x10000; /* IFF_UP, IFF_LOWER_UP */
	mnl_attr_put_strz(m->header, 3, name);
}

static int parse(struct message *m, struct ece_link *link)
{
	return ece_link_parse(m->words, m->header->nlmsg_len, link);
}

static void a_request_asks_by_name_without_counters(void **state)
{
	/* 48 bytes, RTM_GETLINK, NLM_F_REQUEST; ifinfomsg; IFLA_EXT_MASK 8; IFLA_IFNAME "eth0" */
	static const uint8_t want[] = {
		52, 0, 0, 0, 18, 0, 1, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   0,   0,   0,   0, 0, 0, 0,
		0,  0, 0, 0, 0,  0, 8, 0, 29, 0, 8, 0, 0, 0, 9, 0, 3, 0, 'e', 't', 'h', '0', 0, 0, 0, 0,
	};
	uint32_t words[ECE_LINK_REQUEST_MAX / 4] = {0};
	const struct nlmsghdr *header = (const void *)words;

	(void)state;
	assert_int_equal(ece_link_request("eth0", words, sizeof(words)), sizeof(want));
	assert_memory_equal(words, want, sizeof(want));
	assert_int_equal(ece_link_request(NULL, words, sizeof(words)), 40);
	assert_int_equal(header->nlmsg_flags, 0x301); /* NLM_F_DUMP beside */
	assert_int_equal(ece_link_request("", words, sizeof(words)), 0);
	assert_int_equal(ece_link_request("eth0", words, sizeof(words) - 1), 0);
	assert_int_equal(ece_link_request_index(0, words, sizeof(words)), 0);
	assert_int_equal(ece_link_request_index(7, words, sizeof(words)), 40);
	assert_int_equal(words[5], 7);
}

static void a_long_name_is_asked_for_as_an_altname(void **state)
{
	uint32_t words[ECE_LINK_REQUEST_MAX / 4] = {0};
	char name[ECE_LINK_ALTNAME_MAX + 1];

	(void)state;
	memset(name, 'n', sizeof(name));
	name[ECE_LINK_ALTNAME_MAX] = '\0';
	assert_int_equal(ece_link_request(name, words, sizeof(words)), 0);
	name[ECE_LINK_ALTNAME_MAX - 1] = '\0';
	assert_int_equal(ece_link_request(name, words, sizeof(words)), 40 + 4 + 128);
	assert_int_equal(words[10] >> 16, 53); /* IFLA_ALT_IFNAME */
}

static void a_plain_port_is_read(void **state)
{
	struct message m;
	struct ece_link link;
	struct nlattr *list;

	(void)state;
	begin(&m, "eth0");
	mnl_attr_put_u32(m.header, 4, 9000);      /* IFLA_MTU */
	mnl_attr_put_u32(m.header, 37, 3);        /* IFLA_LINK_NETNSID */
	list = mnl_attr_nest_start(m.header, 52); /* IFLA_PROP_LIST */
	mnl_attr_put_strz(m.header, 53, "enp1s0np0");
	mnl_attr_put_strz(m.header, 53, "enx0c42a1000001");
	mnl_attr_nest_end(m.header, list);
	assert_int_equal(parse(&m, &link), 0);
	assert_int_equal(link.index, 7);
	assert_string_equal(link.name, "eth0");
	assert_true(link.up && link.lower_up);
	assert_int_equal(link.mtu, 9000);
	assert_true(link.has_netnsid);
	assert_int_equal(link.netnsid, 3);
	assert_int_equal(link.altname_count, 2);
	assert_string_equal(link.altname[1], "enx0c42a1000001");
	assert_int_equal(link.master, 0);
	assert_int_equal(link.bond_mode, -1);
	assert_int_equal(link.port.active, -1);
	assert_int_equal(link.port.mii_status, -1);
}

static void a_bond_tells_its_mode(void **state)
{
	struct message m;
	struct ece_link link;
	struct nlattr *info, *data;

	(void)state;
	begin(&m, "bond0");
	m.info->ifi_flags = 0;
	info = mnl_attr_nest_start(m.header, 18); /* IFLA_LINKINFO */
	mnl_attr_put_strz(m.header, 1, "bond");   /* IFLA_INFO_KIND */
	data = mnl_attr_nest_start(m.header, 2);  /* IFLA_INFO_DATA */
	mnl_attr_put_u8(m.header, 1, 4);          /* IFLA_BOND_MODE */
	mnl_attr_nest_end(m.header, data);
	mnl_attr_nest_end(m.header, info);
	assert_int_equal(parse(&m, &link), 0);
	assert_string_equal(link.kind, "bond");
	assert_string_equal(ece_link_bond_mode_name(link.bond_mode), "802.3ad");
	assert_false(link.up || link.lower_up);
	assert_null(ece_link_bond_mode_name(7));
	assert_null(ece_link_bond_mode_name(-1));
}

static void begin_port_of(struct message *m, const char *kind)
{
	struct nlattr *info, *data;

	begin(m, "eth1");
	mnl_attr_put_u32(m->header, 10, 12); /* IFLA_MASTER */
	info = mnl_attr_nest_start(m->header, 18);
	mnl_attr_put_strz(m->header, 4, kind);    /* IFLA_INFO_SLAVE_KIND */
	data = mnl_attr_nest_start(m->header, 5); /* IFLA_INFO_SLAVE_DATA */
	mnl_attr_put_u8(m->header, 1, 1);         /* IFLA_BOND_SLAVE_STATE: backup */
	mnl_attr_put_u8(m->header, 2, 2);         /* IFLA_BOND_SLAVE_MII_STATUS: down */
	mnl_attr_nest_end(m->header, data);
	mnl_attr_nest_end(m->header, info);
}

static void a_port_of_a_bond_tells_its_state(void **state)
{
	struct message m;
	struct ece_link link;

	(void)state;
	begin_port_of(&m, "bond");
	assert_int_equal(parse(&m, &link), 0);
	assert_int_equal(link.master, 12);
	assert_string_equal(link.of_kind, "bond");
	assert_int_equal(link.port.active, 0);
	assert_int_equal(link.port.mii_status, 2);
	/* The same numbers mean something else for a bridge */
	begin_port_of(&m, "bridge");
	assert_int_equal(parse(&m, &link), 0);
	assert_int_equal(link.port.active, -1);
}

static void altnames_have_a_limit(void **state)
{
	struct message m;
	struct ece_link link;
	struct nlattr *list;

	(void)state;
	begin(&m, "eth0");
	list = mnl_attr_nest_start(m.header, 52);
	for (int i = 0; i < ECE_LINK_ALTNAMES_MAX + 1; i++)
		mnl_attr_put_strz(m.header, 53, "another");
	mnl_attr_nest_end(m.header, list);
	assert_int_equal(parse(&m, &link), 0);
	assert_int_equal(link.altname_count, ECE_LINK_ALTNAMES_MAX + 1);
	assert_string_equal(link.altname[ECE_LINK_ALTNAMES_MAX - 1], "another");
}

static void damaged_messages_are_refused(void **state)
{
	struct message m;
	struct ece_link link;

	(void)state;
	begin(&m, "sixteen_too_long");
	assert_int_equal(parse(&m, &link), -EBADMSG);
	begin(&m, "eth0");
	mnl_attr_put_u8(m.header, 4, 1); /* an MTU of one byte */
	assert_int_equal(parse(&m, &link), -EBADMSG);
	begin(&m, "eth0");
	m.header->nlmsg_type = 17; /* RTM_DELLINK */
	assert_int_equal(parse(&m, &link), -EBADMSG);
	begin(&m, "eth0");
	assert_int_equal(ece_link_parse(m.words, m.header->nlmsg_len - 4, &link), -EBADMSG);
	m.header->nlmsg_len = 20;
	assert_int_equal(parse(&m, &link), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_asks_by_name_without_counters),
		cmocka_unit_test(a_long_name_is_asked_for_as_an_altname),
		cmocka_unit_test(a_plain_port_is_read),
		cmocka_unit_test(a_bond_tells_its_mode),
		cmocka_unit_test(a_port_of_a_bond_tells_its_state),
		cmocka_unit_test(altnames_have_a_limit),
		cmocka_unit_test(damaged_messages_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
