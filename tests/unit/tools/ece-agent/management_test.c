// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The NIC by which the one who asks has come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/ece-agent/management.h"

static void make_dir(const char *at, const char *name)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", at, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

/* lo, which every machine has, as if it were a VLAN over a bond of two ports. */
static void what_the_interface_lies_on_counts(void **state)
{
	char net[] = "/tmp/management-XXXXXX";
	struct management m;

	(void)state;
	assert_non_null(mkdtemp(net));
	make_dir(net, "lo");
	make_dir(net, "lo/lower_bond0");
	make_dir(net, "bond0");
	make_dir(net, "bond0/lower_eth0");
	make_dir(net, "bond0/lower_eth1");
	make_dir(net, "bond0/upper_lo");
	management_find("192.0.2.7 50022 127.0.0.1 22", net, &m);
	assert_int_equal(m.count, 4);
	assert_string_equal(m.names[0], "lo");
	assert_string_equal(m.names[1], "bond0");
	management_find("::ffff:192.0.2.7 50022 ::ffff:127.0.0.1 22", net, &m);
	assert_int_equal(m.count, 4);
}

/* An agent that pulls its requests knows its own end of the connection. */
static void an_address_is_enough(void **state)
{
	struct management m;

	(void)state;
	management_of_address("127.0.0.1", "/nonexistent", &m);
	assert_int_equal(m.count, 1);
	assert_string_equal(m.names[0], "lo");
	management_of_address("192.0.2.1", "/nonexistent", &m);
	assert_int_equal(m.count, 0);
	management_of_address("", "/nonexistent", &m);
	assert_int_equal(m.count, 0);
}

static void without_a_known_address_nothing_is_known(void **state)
{
	struct management m;

	(void)state;
	management_find(NULL, NULL, &m);
	assert_int_equal(m.count, 0);
	management_find("192.0.2.7 50022 192.0.2.1 22", NULL, &m);
	assert_int_equal(m.count, 0);
	management_find("nonsense", NULL, &m);
	assert_int_equal(m.count, 0);
}

static void nics_of_an_answer_are_marked(void **state)
{
	const struct management m = {.names = {"lo", "eth1"}, .count = 2};
	char *answer = strdup("{\"id\":\"a\",\"nics\":[{\"netdev\":\"eth0\",\"use\":{\"qps\":1}},"
			      "{\"netdev\":\"eth1\",\"use\":{}},{\"use\":{}}]}");
	size_t len = strlen(answer);
	struct ece_error e;

	(void)state;
	assert_int_equal(management_mark(&m, &answer, &len, &e), 0);
	assert_string_equal(answer,
			    "{\"id\":\"a\",\"nics\":[{\"netdev\":\"eth0\",\"use\":{\"qps\":1,\"management\":false}},"
			    "{\"netdev\":\"eth1\",\"use\":{\"management\":true}},{\"use\":{}}]}");
	assert_int_equal(len, strlen(answer));
	free(answer);
}

static void an_answer_stays_when_nothing_is_known(void **state)
{
	const struct management m = {.count = 0};
	char text[] = "{\"nics\":[{\"netdev\":\"eth0\",\"use\":{}}]}", *answer = text;
	size_t len = strlen(text);
	struct ece_error e;

	(void)state;
	assert_int_equal(management_mark(&m, &answer, &len, &e), 0);
	assert_ptr_equal(answer, text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_interface_lies_on_counts),
		cmocka_unit_test(an_address_is_enough),
		cmocka_unit_test(without_a_known_address_nothing_is_known),
		cmocka_unit_test(nics_of_an_answer_are_marked),
		cmocka_unit_test(an_answer_stays_when_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
