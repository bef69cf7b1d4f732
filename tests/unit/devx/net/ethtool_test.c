// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* SIOCETHTOOL against a driver that changes its mind, tells too much, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/ethtool.h"

struct driver {
	uint32_t counters;
	int grows;   /* calls of GSTATS that find one counter more */
	int renames; /* calls of GSTATS that find other counters, as many */
	bool behind; /* right after it told the values, else right before */
	int renamed;
	uint32_t fail; /* this command answers -EOPNOTSUPP */
	int8_t words;  /* of a set of link modes */
	bool no_sets;  /* the driver has no counters */
	uint32_t told; /* GSSET_INFO says so whatever there is */
};

static int answer_settings(const struct driver *d, struct ethtool_link_settings *link)
{
	if (link->link_mode_masks_nwords != d->words) {
		link->link_mode_masks_nwords = (int8_t)-d->words;
		return 0;
	}
	memset(link->link_mode_masks, 0xff, 3U * (size_t)d->words * sizeof(uint32_t));
	link->speed = 200000;
	link->duplex = DUPLEX_FULL;
	link->port = 3;
	return 0;
}

static void rename_counters(struct driver *d)
{
	if (d->renames) {
		d->renames--;
		d->renamed++;
	}
}

static int answer_stats(struct driver *d, struct ethtool_stats *stats)
{
	if (d->grows) {
		d->grows--;
		d->counters++;
	}
	if (!d->behind)
		rename_counters(d);
	stats->n_stats = d->counters;
	for (uint32_t i = 0; i < d->counters; i++)
		stats->data[i] = i + 100 * (1 + (uint32_t)d->renamed);
	if (d->behind)
		rename_counters(d);
	return 0;
}

static int answer_strings(const struct driver *d, struct ethtool_gstrings *strings)
{
	strings->len = d->counters;
	for (uint32_t i = 0; i < d->counters; i++) {
		char *name = (char *)strings->data + (size_t)i * ETH_GSTRING_LEN;

		memset(name, 'x', ETH_GSTRING_LEN); /* a name without a NUL */
		if (i)
			snprintf(name, ETH_GSTRING_LEN, "%c%u\x1b", 'c' + d->renamed % 20, i);
	}
	return 0;
}

static int answer(void *ctx, const char *netdev, void *data)
{
	struct driver *d = ctx;
	struct ethtool_sset_info *info = data;
	uint32_t command;

	if (strcmp(netdev, "eth0") != 0)
		return -ENODEV;
	memcpy(&command, data, sizeof(command));
	if (command == d->fail)
		return -EOPNOTSUPP;
	switch (command) {
	case ETHTOOL_GLINKSETTINGS:
		return answer_settings(d, data);
	case ETHTOOL_GSSET_INFO:
		if (d->no_sets)
			info->sset_mask = 0;
		else
			info->data[0] = d->told ? d->told : d->counters;
		return 0;
	case ETHTOOL_GSTRINGS:
		return answer_strings(d, data);
	case ETHTOOL_GSTATS:
		return answer_stats(d, data);
	default:
		return 0;
	}
}

static const struct ece_os_ops ops = {.ethtool = answer};

static int read_counters(struct driver *d, struct ece_ethtool_counter **list, size_t *count)
{
	struct ece_os os = {.ops = &ops, .ctx = d};

	return ece_ethtool_counters(&os, "eth0", list, count);
}

static void counters_have_names_and_values(void **state)
{
	struct driver d = {.counters = 3};
	struct ece_ethtool_counter *list;
	size_t count;

	(void)state;
	assert_int_equal(read_counters(&d, &list, &count), 0);
	assert_int_equal(count, 3);
	assert_int_equal(strlen(list[0].name), ECE_ETHTOOL_NAME_MAX - 1);
	assert_string_equal(list[2].name, "c2?"); /* nothing that would drive a terminal */
	assert_int_equal(list[2].value, 102);
	free(list);
}

static void counters_that_change_are_read_again(void **state)
{
	struct driver d = {.counters = 3, .grows = 2};
	struct ece_ethtool_counter *list;
	size_t count;

	(void)state;
	assert_int_equal(read_counters(&d, &list, &count), 0);
	assert_int_equal(count, 5);
	assert_string_equal(list[4].name, "c4?");
	assert_int_equal(list[4].value, 104);
	free(list);
	d.grows = 100;
	assert_int_equal(read_counters(&d, &list, &count), -EAGAIN);
	assert_null(list);
	assert_int_equal(d.grows, 96); /* it gave up */
}

static void counters_have_a_limit(void **state)
{
	struct driver d = {.counters = 1, .told = ECE_ETHTOOL_COUNTERS_MAX + 1};
	struct ece_ethtool_counter *list;
	size_t count;

	(void)state;
	assert_int_equal(read_counters(&d, &list, &count), -E2BIG);
	assert_null(list);
	d = (struct driver){.counters = ECE_ETHTOOL_COUNTERS_MAX};
	assert_int_equal(read_counters(&d, &list, &count), 0);
	assert_int_equal(count, ECE_ETHTOOL_COUNTERS_MAX);
	free(list);
}

static void a_driver_may_have_no_counters(void **state)
{
	struct driver d = {.no_sets = true};
	struct ece_ethtool_counter *list;
	size_t count;

	(void)state;
	assert_int_equal(read_counters(&d, &list, &count), 0);
	assert_null(list);
	assert_int_equal(count, 0);
	d = (struct driver){.counters = 3, .fail = ETHTOOL_GSTATS};
	assert_int_equal(read_counters(&d, &list, &count), -EOPNOTSUPP);
	assert_null(list);
}

static void names_can_be_kept(void **state)
{
	struct driver d = {.counters = 3};
	struct ece_os os = {.ops = &ops, .ctx = &d};
	struct ece_ethtool_names names = {.names = NULL};
	uint64_t *values;
	bool others;

	(void)state;
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
	assert_true(others);
	assert_int_equal(names.count, 3);
	assert_string_equal(names.names[2], "c2?");
	assert_int_equal(values[2], 102);
	free(values);
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
	assert_false(others);
	assert_int_equal(values[2], 102);
	free(values);
	/* one more, before the values are read, and while they are */
	d.counters = 4;
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
	assert_true(others);
	assert_int_equal(names.count, 4);
	assert_int_equal(values[3], 103);
	free(values);
	d.grows = 1;
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
	assert_true(others);
	assert_int_equal(names.count, 5);
	assert_int_equal(values[4], 104);
	free(values);
	d.grows = 100;
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), -EAGAIN);
	assert_null(values);
	d.fail = ETHTOOL_GSTRINGS;
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), -EOPNOTSUPP);
	assert_null(values);
	ece_ethtool_names_done(&names);
	assert_null(names.names);
	d = (struct driver){.no_sets = true};
	assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
	assert_false(others);
	assert_int_equal(names.count, 0);
	assert_null(values);
}

/* As many as before, but PFC is on for another priority. */
static void values_belong_to_their_names(void **state)
{
	(void)state;
	for (int behind = 0; behind < 2; behind++) {
		struct driver d = {.counters = 3, .renames = 1, .behind = behind};
		struct ece_os os = {.ops = &ops, .ctx = &d};
		struct ece_ethtool_names names = {.names = NULL};
		struct ece_ethtool_counter *list;
		uint64_t *values;
		bool others;
		size_t count;

		assert_int_equal(ece_ethtool_values(&os, "eth0", &names, &values, &others), 0);
		assert_true(others);
		assert_string_equal(names.names[2], "d2?");
		assert_int_equal(values[2], 202);
		free(values);
		ece_ethtool_names_done(&names);
		d = (struct driver){.counters = 3, .renames = 1, .behind = behind};
		assert_int_equal(read_counters(&d, &list, &count), 0);
		assert_int_equal(count, 3);
		assert_string_equal(list[2].name, "d2?");
		assert_int_equal(list[2].value, 202);
		free(list);
		d = (struct driver){.counters = 3, .renames = 100, .behind = behind};
		assert_int_equal(read_counters(&d, &list, &count), -EAGAIN);
		assert_null(list);
	}
}

static void sets_of_link_modes_have_any_length(void **state)
{
	static const int8_t words[] = {1, 3, 4, INT8_MAX};
	struct ece_ethtool_link link;

	(void)state;
	for (size_t i = 0; i < sizeof(words); i++) {
		struct driver d = {.words = words[i]};
		struct ece_os os = {.ops = &ops, .ctx = &d};

		assert_int_equal(ece_ethtool_link(&os, "eth0", &link), 0);
		assert_int_equal(link.speed_mbps, 200000);
		assert_string_equal(ece_ethtool_port_name(link.port), "fibre");
		assert_false(link.up);
	}
}

static void a_link_without_settings_is_no_link(void **state)
{
	struct driver d = {.words = 0};
	struct ece_os os = {.ops = &ops, .ctx = &d};
	struct ece_ethtool_link link;

	(void)state;
	assert_int_equal(ece_ethtool_link(&os, "eth0", &link), -EBADMSG); /* it never says how long the sets are */
	d = (struct driver){.words = 3, .fail = ETHTOOL_GLINK};
	assert_int_equal(ece_ethtool_link(&os, "eth0", &link), -EOPNOTSUPP);
	assert_int_equal(ece_ethtool_link(&os, "eth1", &link), -ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_have_names_and_values),
		cmocka_unit_test(counters_that_change_are_read_again),
		cmocka_unit_test(counters_have_a_limit),
		cmocka_unit_test(a_driver_may_have_no_counters),
		cmocka_unit_test(names_can_be_kept),
		cmocka_unit_test(values_belong_to_their_names),
		cmocka_unit_test(sets_of_link_modes_have_any_length),
		cmocka_unit_test(a_link_without_settings_is_no_link),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
