// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* "webhooks" and "grafana". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "lib/fleet/hooks.h"
#include "tests/unit/lib/fleet/fleet_case.h"

#define WITH(hooks) START PROFILES ASSIGN hooks ",\n" END

static void without_events_all_states_of_a_run_are_told(void **state)
{
	const struct fleet *fleet = case_good(WITH("'webhooks': [{'url': 'https://h.example/x', 'secret_file': 's'}]"));

	(void)state;
	assert_int_equal(fleet->hook_count, 1);
	assert_false(fleet->hooks[0].grafana);
	assert_string_equal(fleet->hooks[0].url, "https://h.example/x");
	assert_string_equal(fleet->hooks[0].secret_file, "s");
	assert_null(fleet->hooks[0].headers_file);
	assert_int_equal(fleet->hooks[0].events, 0x1f);
	assert_int_equal(fleet->hooks[0].events_place.line, 0);
}

static void events_are_those_that_are_named(void **state)
{
	const struct fleet *fleet =
		case_good(WITH("'webhooks': [{'url': 'http://h', 'events': ['ended', 'gate']}, {'url': 'http://i'}]"));

	(void)state;
	assert_int_equal(fleet->hook_count, 2);
	assert_int_equal(fleet->hooks[0].events, FLEET_HOOK_BIT(FLEET_HOOK_ENDED) | FLEET_HOOK_BIT(FLEET_HOOK_GATE));
}

static void grafana_is_told_of_steps_and_ends(void **state)
{
	const struct fleet *fleet =
		case_good(WITH("'grafana': {'url': 'https://g.example', 'token_file': 't', 'tags': ['a', 'b']}"));

	(void)state;
	assert_int_equal(fleet->hook_count, 1);
	assert_true(fleet->hooks[0].grafana);
	assert_string_equal(fleet->hooks[0].token_file, "t");
	assert_int_equal(fleet->hooks[0].tag_count, 2);
	assert_string_equal(fleet->hooks[0].tags[1], "b");
	assert_int_equal(fleet->hooks[0].events, FLEET_HOOK_BIT(FLEET_HOOK_ENDED) | FLEET_HOOK_BIT(FLEET_HOOK_STEP));
}

static void faults(void **state)
{
	(void)state;
	case_bad_here(WITH("'webhooks': [@{'events': ['ended']}]"), ECE_ERROR_SYNTAX,
		      "webhooks[0]: \"url\" is missing");
	case_bad_here(WITH("'webhooks': [{'url': 'http://h', 'events': [@'endd']}]"), ECE_ERROR_UNKNOWN_NAME,
		      "webhooks[0].events[0]: \"endd\" is none of its words; did you mean \"ended\"?");
	case_bad_here(WITH("'webhooks': [{'url': @'h.example'}]"), ECE_ERROR_SYNTAX,
		      "webhooks[0].url: \"h.example\": an address begins with http:// or https:// and has no blanks");
	case_bad_here(WITH("'grafana': @{'url': 'http://g'}"), ECE_ERROR_SYNTAX, "grafana: \"token_file\" is missing");
}

static void there_are_so_many_and_no_more(void **state)
{
	char text[4096];
	size_t len = (size_t)snprintf(text, sizeof(text), START PROFILES ASSIGN "'webhooks': @[");

	(void)state;
	for (int i = 0; i <= FLEET_HOOKS_MAX; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s{'url': 'http://h'}", i ? ", " : "");
	snprintf(text + len, sizeof(text) - len, "],\n" END);
	case_bad_here(text, ECE_ERROR_LIMIT, "webhooks: 17 entries; the limit is 16");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_events_all_states_of_a_run_are_told),
		cmocka_unit_test(events_are_those_that_are_named),
		cmocka_unit_test(grafana_is_told_of_steps_and_ends),
		cmocka_unit_test(faults),
		cmocka_unit_test(there_are_so_many_and_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
