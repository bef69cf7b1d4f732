// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What ends a netlink exchange. Shape: Linux include/uapi/linux/netlink.h, net/netlink/af_netlink.c (netlink_ack). */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/os/linux_netlink.h"

#define ATTR(type, bytes) ((uint32_t)(type) << 16 | (4 + (bytes)))
#define TEXT4(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define ERROR             2
#define DONE              3
#define CAPPED            0x100
#define TEXTS             0x200

static int verdict(const uint32_t *message, char said[ECE_OS_SAID_MAX])
{
	memset(said, 'x', ECE_OS_SAID_MAX);
	return linux_netlink_verdict((const struct nlmsghdr *)(const void *)message, said);
}

static void an_error_is_the_kernels(void **state)
{
	const uint32_t refused[] = {16 + 20, ERROR, 1, 0, (uint32_t)-EINVAL, 32, 0x00011411, 1, 0};
	const uint32_t acknowledged[] = {16 + 20, ERROR, 1, 0, 0, 32, 0x00011411, 1, 0};
	char said[ECE_OS_SAID_MAX];

	(void)state;
	assert_int_equal(verdict(refused, said), -EINVAL);
	assert_string_equal(said, "");
	assert_int_equal(verdict(acknowledged, said), 0);
}

/* With and without the request that the error is about. */
static void its_text_is_kept(void **state)
{
	const uint32_t capped[] = {
		16 + 20 + 8, ERROR | (CAPPED | TEXTS) << 16, 1, 0, (uint32_t)-EBUSY, 32, 0x00011410, 1, 0,
		ATTR(1, 4),  TEXT4('b', 'u', 's', 0)};
	const uint32_t whole[] = {16 + 20 + 8 + 16,
				  ERROR | TEXTS << 16,
				  1,
				  0,
				  (uint32_t)-EBUSY,
				  24,
				  0x00011410,
				  1,
				  0,
				  ATTR(1, 4),
				  3, /* the request's */
				  ATTR(2, 4),
				  7,
				  ATTR(1, 4),
				  TEXT4('b', 'u', 's', 0)};
	const uint32_t none[] = {16 + 20, ERROR | (CAPPED | TEXTS) << 16, 1, 0, (uint32_t)-EBUSY, 32, 0x00011410, 1, 0};
	char said[ECE_OS_SAID_MAX];

	(void)state;
	assert_int_equal(verdict(capped, said), -EBUSY);
	assert_string_equal(said, "bus");
	assert_int_equal(verdict(whole, said), -EBUSY);
	assert_string_equal(said, "bus");
	assert_int_equal(verdict(none, said), -EBUSY);
	assert_string_equal(said, "");
}

static void a_text_that_is_too_long_is_cut(void **state)
{
	uint32_t message[(16 + 20 + 4 + 200) / 4] = {
		sizeof(message), ERROR | (CAPPED | TEXTS) << 16, 1, 0, (uint32_t)-EPERM, 32, 0, 1, 0, ATTR(1, 200)};
	char said[ECE_OS_SAID_MAX];

	(void)state;
	memset(&message[10], 'k', 200);
	assert_int_equal(verdict(message, said), -EPERM);
	assert_int_equal(strlen(said), ECE_OS_SAID_MAX - 1);
}

/* A dump that was broken off ends with its error inside the message that ends it. */
static void the_end_of_a_dump_may_be_an_error(void **state)
{
	const uint32_t good[] = {16 + 4, DONE, 1, 0, 0}, bare[] = {16, DONE, 1, 0},
		       broken[] = {16 + 4, DONE, 1, 0, (uint32_t)-EINVAL}, count[] = {16 + 4, DONE, 1, 0, 12};
	const uint32_t text[] = {16 + 12,    DONE | TEXTS << 16,   1, 0, (uint32_t)-EINVAL,
				 ATTR(1, 3), TEXT4('n', 'o', 0, 0)};
	char said[ECE_OS_SAID_MAX];

	(void)state;
	assert_int_equal(verdict(good, said), 0);
	assert_int_equal(verdict(bare, said), 0);
	assert_int_equal(verdict(count, said), 0);
	assert_int_equal(verdict(broken, said), -EINVAL);
	assert_int_equal(verdict(text, said), -EINVAL);
	assert_string_equal(said, "no");
}

static void a_short_error_is_damaged(void **state)
{
	const uint32_t cut[] = {16 + 4, ERROR, 1, 0, (uint32_t)-EINVAL};
	/* it says that its request is longer than the message */
	const uint32_t far[] = {16 + 20, ERROR | TEXTS << 16, 1, 0, (uint32_t)-EINVAL, 0xfffffff0, 0, 1, 0};
	char said[ECE_OS_SAID_MAX];

	(void)state;
	assert_int_equal(verdict(cut, said), -EBADMSG);
	assert_int_equal(verdict(far, said), -EINVAL);
	assert_string_equal(said, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_is_the_kernels),        cmocka_unit_test(its_text_is_kept),
		cmocka_unit_test(a_text_that_is_too_long_is_cut), cmocka_unit_test(the_end_of_a_dump_may_be_an_error),
		cmocka_unit_test(a_short_error_is_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
