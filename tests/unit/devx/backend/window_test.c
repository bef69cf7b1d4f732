// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The walk to the PCI window, in configuration spaces of all kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "devx/backend/window.h"

#define WORDS 64

struct ece_os_config {
	uint32_t word[WORDS];
	unsigned int reads;
	uint32_t readable; /* bytes; beyond them the kernel says EPERM */
};

static int config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	config->reads++;
	assert_int_equal(at % 4, 0);
	assert_true(at < sizeof(config->word));
	if (at >= config->readable)
		return -EPERM;
	*value = config->word[at / 4];
	return 0;
}

static const struct ece_os_ops ops = {.config_read = config_read};
static const struct ece_os os = {.ops = &ops};

static struct ece_os_config card(uint32_t first)
{
	struct ece_os_config config = {.readable = sizeof(config.word)};

	config.word[0x00 / 4] = 0x102115b3;
	config.word[0x04 / 4] = 0x00100006;
	config.word[0x34 / 4] = first;
	return config;
}

static int find(struct ece_os_config *config, uint32_t *at)
{
	struct window window;
	int err = window_find(&window, &os, config);

	*at = window.at;
	return err;
}

static void the_capability_is_found(void **state)
{
	struct ece_os_config config = card(0x60);
	uint32_t at;

	(void)state;
	config.word[0x60 / 4] = 0x00029c10;
	config.word[0x9c / 4] = 0x0007c011;
	config.word[0xc0 / 4] = 0x00184009;
	assert_int_equal(find(&config, &at), 0);
	assert_int_equal(at, 0xc0);
	assert_int_equal(config.reads, 6);
	/* the two lowest bits of a pointer mean nothing */
	config.word[0x9c / 4] = 0x0007c311;
	assert_int_equal(find(&config, &at), 0);
	assert_int_equal(at, 0xc0);
}

static void one_that_is_too_short_is_another(void **state)
{
	struct ece_os_config config = card(0x50);
	uint32_t at;

	(void)state;
	config.word[0x50 / 4] = 0x00108009;
	config.word[0x80 / 4] = 0x00180009;
	assert_int_equal(find(&config, &at), 0);
	assert_int_equal(at, 0x80);
	/* and so is one that would reach out of the space */
	config.word[0x80 / 4] = 0x0000ec01;
	config.word[0xec / 4] = 0x00180009;
	assert_int_equal(find(&config, &at), -ENOENT);
}

static void lists_that_lead_nowhere_end(void **state)
{
	struct ece_os_config config = card(0x40);
	uint32_t at;

	(void)state;
	config.word[0x40 / 4] = 0x00005001;
	config.word[0x50 / 4] = 0x00004010; /* a circle */
	assert_int_equal(find(&config, &at), -ELOOP);
	assert_true(config.reads <= 3 + 48);
	config.word[0x50 / 4] = 0x00002010; /* into the header */
	assert_int_equal(find(&config, &at), -ENOENT);
	config.word[0x50 / 4] = 0x00000010;
	assert_int_equal(find(&config, &at), -ENOENT);
	config = card(0);
	assert_int_equal(find(&config, &at), -ENOENT);
	config.word[0x04 / 4] = 0; /* no list at all */
	config.word[0x34 / 4] = 0xc0;
	config.word[0xc0 / 4] = 0x00180009;
	assert_int_equal(find(&config, &at), -ENOENT);
}

static void only_a_card_of_this_vendor_is_looked_into(void **state)
{
	struct ece_os_config config = card(0xc0);
	uint32_t at;

	(void)state;
	config.word[0xc0 / 4] = 0x00180009;
	config.word[0] = 0x10218086;
	assert_int_equal(find(&config, &at), -ENODEV);
	assert_int_equal(config.reads, 1);
	config.word[0] = UINT32_MAX;
	assert_int_equal(find(&config, &at), -ENODEV);
	config = card(0xc0);
	config.word[0xc0 / 4] = UINT32_MAX; /* gone in between */
	assert_int_equal(find(&config, &at), -ENODEV);
}

static void without_rights_the_header_is_all(void **state)
{
	struct ece_os_config config = card(0xc0);
	uint32_t at;

	(void)state;
	config.word[0xc0 / 4] = 0x00180009;
	config.readable = 0x40;
	assert_int_equal(find(&config, &at), -EPERM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_capability_is_found),
		cmocka_unit_test(one_that_is_too_short_is_another),
		cmocka_unit_test(lists_that_lead_nowhere_end),
		cmocka_unit_test(only_a_card_of_this_vendor_is_looked_into),
		cmocka_unit_test(without_rights_the_header_is_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
