// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Prefixes of peers, and the line that carries a domain into the traced program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tools/ece-trace/domain.h"

static bool in(const char *prefix, const char *address)
{
	struct domain domain = {.peer_count = 1};
	struct domain_peer one;

	assert_null(domain_peer_parse(prefix, &domain.peers[0]));
	assert_null(domain_peer_parse(address, &one));
	return domain_has(&domain, one.gid);
}

static void addresses_in_prefixes(void **state)
{
	(void)state;
	assert_true(in("10.0.0.0/24", "10.0.0.255"));
	assert_false(in("10.0.0.0/24", "10.0.1.0"));
	assert_true(in("10.0.0.0/25", "10.0.0.127"));
	assert_false(in("10.0.0.0/25", "10.0.0.128"));
	assert_true(in("10.0.0.7", "::ffff:10.0.0.7"));
	assert_false(in("10.0.0.7", "10.0.0.6"));
	assert_true(in("fd00::/64", "fd00::ffff:ffff:ffff:ffff"));
	assert_false(in("fd00::/64", "fd00:0:0:1::1"));
	assert_true(in("10.0.0.0/8", "10.255.0.1"));
	/* an IPv4 address is no IPv6 address that happens to end alike */
	assert_false(in("10.0.0.0/8", "fd00::10.0.0.1"));
}

static void what_is_no_peer(void **state)
{
	static const char *const bad[] = {
		"",
		"10.0.0.0/",
		"10.0.0.0/33",
		"10.0.0.0/024x",
		"10.0.0/8",
		"10.0.0.0/7",
		"0.0.0.0/0",
		"::/0",
		"::/15",
		"fd00::/129",
		"fd00::/0064",
		"fd00::1/64",
		"10.0.0.1/8",
		"10.0.0.0/-8",
		"10.0.0.0/ 8",
		"::ffff:0:0/96",
		"job",
		"10.0.0.0/24/24",
		"::ffff:10.0.0.0/103",
		"0123:4567:89ab:cdef:0123:4567:89ab:cdef:0123:4567",
	};
	struct domain_peer peer;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (!domain_peer_parse(bad[i], &peer))
			fail_msg("\"%s\" was taken", bad[i]);
}

static void a_line_and_back(void **state)
{
	static const char line[] = "1 job-a 0x20000001 ::ffff:10.0.0.0/120,fd00::/64 mlx5_1,mlx5_bond_0";
	static struct domain domain;
	char text[DOMAIN_TEXT_MAX];

	(void)state;
	assert_true(domain_decode(line, &domain));
	assert_string_equal(domain.name, "job-a");
	assert_int_equal(domain.word, 0x20000001);
	assert_int_equal(domain.peer_count, 2);
	assert_int_equal(domain.peers[1].bits, 64);
	assert_true(domain_bars(&domain, "mlx5_bond_0"));
	assert_false(domain_bars(&domain, "mlx5_0"));
	assert_true(domain_encode(&domain, text, sizeof(text)));
	assert_string_equal(text, line);
	assert_false(domain_encode(&domain, text, sizeof(line) - 1));
}

static void damaged_lines(void **state)
{
	static const char *const bad[] = {
		"",
		"1",
		"2 a 0x20000001 10.0.0.0/24 -",
		"1 a 0x20000001 10.0.0.0/24",
		"1 a 0x20000001 10.0.0.0/24 - -",
		"1 a/b 0x20000001 10.0.0.0/24 -",
		"1 a 0x00000000 10.0.0.0/24 -",
		"1 a 0x2000000g 10.0.0.0/24 -",
		"1 a 20000001 10.0.0.0/24 -",
		"1 a 0x2000000x 10.0.0.0/24 -",
		"1 a 0x20000001 , -",
		"1 a 0x20000001 0.0.0.0/0 -",
		"1 a 0x20000001 10.0.0.0/24 ,",
		"1 a 0x20000001 10.0.0.0/24 a/b",
	};
	static struct domain domain;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (domain_decode(bad[i], &domain))
			fail_msg("\"%s\" was taken", bad[i]);
}

static void limits(void **state)
{
	static char line[2 * DOMAIN_TEXT_MAX];
	static struct domain domain;
	size_t len = (size_t)sprintf(line, "1 a 0x20000001 ");

	(void)state;
	for (int i = 0; i < DOMAIN_PEERS_MAX; i++)
		len += (size_t)sprintf(line + len, "%s10.0.%d.0/24", i ? "," : "", i % 256);
	strcpy(line + len, " -");
	assert_true(domain_decode(line, &domain));
	strcpy(line + len, ",10.1.0.0/24 -");
	assert_false(domain_decode(line, &domain));
	memset(line, 'a', sizeof(line) - 1);
	assert_false(domain_decode(line, &domain));
	line[DOMAIN_NAME_MAX] = '\0';
	assert_false(domain_name_good(line, DOMAIN_NAME_MAX));
	line[DOMAIN_NAME_MAX - 1] = '\0';
	assert_true(domain_name_good(line, DOMAIN_NAME_MAX));
	assert_false(domain_name_good("-a", DOMAIN_NAME_MAX));
	assert_false(domain_name_good("", DOMAIN_NAME_MAX));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_in_prefixes),
		cmocka_unit_test(what_is_no_peer),
		cmocka_unit_test(a_line_and_back),
		cmocka_unit_test(damaged_lines),
		cmocka_unit_test(limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
