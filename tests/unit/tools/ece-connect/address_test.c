// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Addresses as people type them, and the GID that belongs to one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "tools/ece-connect/device.h"

static void addresses_are_read(void **state)
{
	static const struct {
		const char *word, *host, *port;
	} cases[] = {
		{"gpu002", "gpu002", ""},
		{"10.0.0.2", "10.0.0.2", ""},
		{"10.0.0.2:7000", "10.0.0.2", "7000"},
		{"fd00::2", "fd00::2", ""},
		{"::1", "::1", ""},
		{"::", "::", ""},
		{"[fd00::2]", "fd00::2", ""},
		{"[fd00::2]:7000", "fd00::2", "7000"},
		{"[fe80::1%eth0]:65535", "fe80::1%eth0", "65535"},
		{":7000", "", "7000"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct connect_address address;
		struct ece_error e;

		assert_int_equal(address_parse(cases[i].word, &address, &e), 0);
		assert_string_equal(address.host, cases[i].host);
		assert_string_equal(address.port, cases[i].port);
	}
}

static void what_is_no_address_says_so(void **state)
{
	static const struct {
		const char *word;
		enum ece_error_kind kind;
	} cases[] = {
		{"gpu002:", ECE_ERROR_SYNTAX},     {"gpu002:ssh", ECE_ERROR_SYNTAX},
		{"gpu002:65536", ECE_ERROR_RANGE}, {"gpu002:00000001", ECE_ERROR_RANGE},
		{"gpu002:-1", ECE_ERROR_SYNTAX},   {"[fd00::2", ECE_ERROR_SYNTAX},
		{"[]", ECE_ERROR_SYNTAX},          {"[fd00::2]7000", ECE_ERROR_SYNTAX},
		{"[fd00::2]:", ECE_ERROR_SYNTAX},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct connect_address address = {.host = "kept"};
		struct ece_error e;

		assert_int_equal(address_parse(cases[i].word, &address, &e), -EINVAL);
		assert_int_equal(e.kind, cases[i].kind);
		assert_string_equal(address.host, "kept");
	}
}

static void a_long_name_is_too_long(void **state)
{
	char word[ADDRESS_HOST_MAX + 1];
	struct connect_address address;
	struct ece_error e;

	(void)state;
	memset(word, 'a', sizeof(word));
	word[ADDRESS_HOST_MAX - 1] = '\0';
	assert_int_equal(address_parse(word, &address, &e), 0);
	word[ADDRESS_HOST_MAX - 1] = 'a';
	word[ADDRESS_HOST_MAX] = '\0';
	assert_int_equal(address_parse(word, &address, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static struct ibv_gid_entry gid(const char *text, uint32_t index, uint32_t port, uint32_t type)
{
	struct ibv_gid_entry entry = {.gid_index = index, .port_num = port, .gid_type = type};

	assert_int_equal(inet_pton(AF_INET6, text, entry.gid.raw), 1);
	return entry;
}

static void the_gid_is_that_of_the_address_as_roce_v2(void **state)
{
	struct ibv_gid_entry list[] = {
		gid("fe80::1", 0, 1, IBV_GID_TYPE_ROCE_V1),         gid("fe80::1", 1, 1, IBV_GID_TYPE_ROCE_V2),
		gid("::ffff:10.0.0.2", 2, 1, IBV_GID_TYPE_ROCE_V1), gid("::ffff:10.0.0.2", 3, 1, IBV_GID_TYPE_ROCE_V2),
		gid("::ffff:10.0.0.2", 5, 2, IBV_GID_TYPE_ROCE_V2),
	};
	struct in6_addr address;

	(void)state;
	inet_pton(AF_INET6, "::ffff:10.0.0.2", &address);
	assert_ptr_equal(gid_find(list, 5, 0, &address), &list[3]);
	assert_ptr_equal(gid_find(list, 5, 2, &address), &list[4]);
	assert_null(gid_find(list, 3, 0, &address));
	inet_pton(AF_INET6, "::ffff:10.0.0.3", &address);
	assert_null(gid_find(list, 5, 0, &address));
	assert_string_equal(gid_type_name(list[0].gid_type), "RoCE v1");
}

static void an_ipv4_address_is_mapped_into_a_gid(void **state)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
	struct sockaddr_storage address = {0};
	struct in6_addr wanted, got;

	(void)state;
	inet_pton(AF_INET, "10.0.0.2", &v4.sin_addr);
	memcpy(&address, &v4, sizeof(v4));
	inet_pton(AF_INET6, "::ffff:10.0.0.2", &wanted);
	got = socket_gid(&address);
	assert_memory_equal(&got, &wanted, sizeof(got));
	inet_pton(AF_INET6, "fd00::2", &v6.sin6_addr);
	memcpy(&address, &v6, sizeof(v6));
	got = socket_gid(&address);
	assert_memory_equal(&got, &v6.sin6_addr, sizeof(got));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_read),
		cmocka_unit_test(what_is_no_address_says_so),
		cmocka_unit_test(a_long_name_is_too_long),
		cmocka_unit_test(the_gid_is_that_of_the_address_as_roce_v2),
		cmocka_unit_test(an_ipv4_address_is_mapped_into_a_gid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
