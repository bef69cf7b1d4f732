// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/http/listen.h"

static void test_an_address(void **state)
{
	struct ece_error e;
	char name[64];
	int fd = http_listen("127.0.0.1:0", &e);

	(void)state;
	assert_true(fd >= 0);
	http_listen_name(fd, name, sizeof(name));
	assert_memory_equal(name, "127.0.0.1:", 10);
	assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	assert_int_equal(fcntl(fd, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
	assert_int_equal(http_listen_check(fd, &e), 0);
	close(fd);
}

static void test_every_address(void **state)
{
	struct ece_error e;
	char name[64];
	int fd = http_listen(":0", &e);

	(void)state;
	assert_true(fd >= 0);
	http_listen_name(fd, name, sizeof(name));
	assert_true(strncmp(name, "[::]:", 5) == 0 || strncmp(name, "0.0.0.0:", 8) == 0);
	close(fd);
}

static void test_an_address_in_use(void **state)
{
	struct ece_error e;
	char name[64];
	int fd = http_listen("127.0.0.1:0", &e);

	(void)state;
	assert_true(fd >= 0);
	http_listen_name(fd, name, sizeof(name));
	assert_int_equal(http_listen(name, &e), -EADDRINUSE);
	assert_non_null(strstr(e.text, name));
	close(fd);
}

static void test_what_is_no_address(void **state)
{
	static const char *const addresses[] = {"",          "9100",        "localhost", ":",      "::1:9100",
						"[::1:9100", "[]:9100",     ":65536",    ":-1",    ":80x",
						"[::1]",     "[::1]x:9100", "host:port", "a:b:80", ": 80"};

	(void)state;
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		struct ece_error e = {0};

		if (http_listen(addresses[i], &e) != -EINVAL || e.kind != ECE_ERROR_SYNTAX)
			fail_msg("\"%s\" was taken", addresses[i]);
	}
}

static void test_a_descriptor_that_does_not_listen(void **state)
{
	struct ece_error e;
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	assert_int_equal(http_listen_check(pair[0], &e), -EINVAL);
	close(pair[0]);
	close(pair[1]);
	assert_int_equal(http_listen_check(pair[0], &e), -EBADF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_address),
		cmocka_unit_test(test_every_address),
		cmocka_unit_test(test_an_address_in_use),
		cmocka_unit_test(test_what_is_no_address),
		cmocka_unit_test(test_a_descriptor_that_does_not_listen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
