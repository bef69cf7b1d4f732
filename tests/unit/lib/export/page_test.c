// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a page tells of a round that was made by hand. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/page.h"
#include "tests/unit/lib/export/lines.h"
#include "tests/unit/lib/export/round.h"

struct fixture {
	struct round round;
	struct export_options options;
	struct export_view view;
	struct export_page page;
};

static int set_up(void **state)
{
	static struct fixture fixture;

	fixture = (struct fixture){.options = {.version = "1.2.3"}};
	round_make(&fixture.round);
	fixture.view.round = &fixture.round.round;
	*state = &fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	export_page_done(&f->page);
	round_done(&f->round);
	return 0;
}

static const char *make(struct fixture *f, enum export_format format)
{
	struct ece_error e;

	export_page_done(&f->page);
	assert_int_equal(export_page(&f->view, &f->options, format, &f->page, &e), 0);
	assert_int_equal(strlen(f->page.text), f->page.len);
	return f->page.text;
}

#define assert_line(f, line) assert_has_line((f)->page.text, line)

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

static void a_card_says_what_it_is(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_simulated 0");
	assert_line(f, "ece_build_info{version=\"1.2.3\"} 1");
	assert_line(f, "ece_scrape_duration_seconds 0.25");
	assert_line(f, "ece_scrape_success 1");
	assert_line(f, "ece_device_info{device=\"mlx5_0\",pci=\"0000:01:00.0\",driver=\"mlx5_core\",firmware="
		       "\"28.39.1002\",board=\"MT_0000000838\",card=\"ConnectX-7\",psid=\"MT_0000000838\",kind=\"pf\","
		       "protocol=\"roce\",node_guid=\"0200000000000001\"} 1");
	assert_line(f, "ece_device_up{device=\"mlx5_0\"} 1");
	assert_line(f, "ece_device_late_seconds{device=\"mlx5_0\"} 0");
	assert_line(f, "ece_device_scrape_duration_seconds{device=\"mlx5_0\"} 0.001953125");
	assert_line(f, "ece_device_index{device=\"mlx5_0\"} 0");
	assert_line(f, "ece_device_devx_only{device=\"mlx5_0\"} 1");
}

static void a_port_says_how_it_is(void **state)
{
	struct fixture *f = *state;
	const char *labels = "{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\",link_layer=\"ethernet\"";
	static const char *const ends[][2] = {
		{"ece_port_info", ",pci=\"0000:01:00.0\",bond=\"bond0\"} 1"},
		{"ece_port_state", "} 4"},
		{"ece_port_physical_state", "} 5"},
		{"ece_port_rate_bytes_per_second", "} 25000000000"},
		{"ece_port_pfc_priorities", "} 1"},
		{"ece_port_pfc_enabled", ",priority=\"3\"} 1"},
	};

	make(f, EXPORT_PROMETHEUS);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		char line[256];

		snprintf(line, sizeof(line), "%s%s%s", ends[i][0], labels, ends[i][1]);
		assert_line(f, line);
	}
	assert_int_equal(count(f->page.text, "\nece_port_pfc_enabled{"), 1);
}

/* What is not known has no series, and never is 0. */
static void what_is_not_known_is_not_told(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_int_equal(count(f->page.text, "\nece_port_state{"), 1);
	assert_int_equal(count(f->page.text, "\nece_port_rate_bytes_per_second{"), 1);
	assert_int_equal(count(f->page.text, "\nece_port_pfc_priorities{"), 1);
	assert_int_equal(count(f->page.text, "\nece_device_devx_only{"), 1);
	assert_int_equal(count(f->page.text, "\nece_device_index{"), 3);
}

static void it_is_told_whether_namespaces_share_devices(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_rdma_namespaces_shared 1");
	f->round.round.sharing = SCRAPE_EXCLUSIVE;
	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_rdma_namespaces_shared 0");
	f->round.round.sharing = SCRAPE_SHARING_UNKNOWN;
	make(f, EXPORT_PROMETHEUS);
	assert_null(strstr(f->page.text, "ece_rdma_namespaces_shared"));
}

static void a_part_that_failed_is_told(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_device_part_success{device=\"mlx5_0\",part=\"ethtool\"} 0");
	assert_line(f, "ece_device_part_success{device=\"mlx5_0\",part=\"rdma\"} 1");
	assert_false(strstr(f->page.text, "device=\"mlx5_0\",part=\"bound\"") != NULL);
}

/* The numbers of before would be a rate of zero. */
static void a_late_device_is_told_without_its_numbers(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_device_up{device=\"mlx5_2\"} 0");
	assert_line(f, "ece_device_late_seconds{device=\"mlx5_2\"} 2.5");
	assert_line(f, "ece_device_late_seconds{device=\"mlx5_3\"} 60");
	assert_non_null(strstr(f->page.text, "ece_device_info{device=\"mlx5_2\",pci=\"0000:03:00.0\","));
	assert_non_null(strstr(f->page.text, "ece_device_info{device=\"mlx5_3\",pci=\"0000:04:00.0\"} 1"));
	assert_null(strstr(f->page.text, "of_before"));
	assert_null(strstr(f->page.text, "port_info{device=\"mlx5_2\""));
}

static void a_barred_device_says_why(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_device_barred{device=\"mlx5_4\",reason=\"fabric_manager\"} 1");
	assert_int_equal(count(f->page.text, "\nece_device_barred{"), 1);
}

static void an_interface_without_rdma_goes_by_its_address(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_port_info{device=\"0000:41:00.0\",netdev=\"eth7\",pci=\"0000:41:00.0\"} 1");
	assert_line(f, "ece_device_up{device=\"0000:41:00.0\"} 1");
}

static void names_of_others_are_values(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_optional_counters_enabled{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\","
		       "link_layer=\"ethernet\",counter=\"cc_rx_ce_pkts\"} 1");
	assert_int_equal(count(f->page.text, "\nece_optional_counters_enabled{"), 1);
	assert_line(f, "ece_algorithm_counters{device=\"mlx5_0\",slot=\"1\",algorithm=\"ZTR_RTT_CC\","
		       "counter=\"rtt_req_sent\"} 77");
	assert_int_equal(count(f->page.text, "\nece_algorithm_counters{"), 1);
	assert_line(
		f, "ece_unlisted_counters_total{device=\"a\\\"b\\\\c\\n{}\xef\xbf\xbd\",port=\"1\",netdev=\"# EOF\\n\","
		   "source=\"rdma\",counter=\"new\\\"one\\n\"} 1");
	/* The kernel said it twice. */
	assert_int_equal(count(f->page.text, "\nece_unlisted_counters_total{"), 1);
}

/* Its slot may have its counters off, and its register may not answer. */
static void what_an_algorithm_does_not_count_is_said_in_json(void **state)
{
	struct fixture *f = *state;

	make(f, EXPORT_JSON);
	assert_int_equal(count(f->page.text, "\"missing\": \"unreadable\""), 1);
	f->round.algorithms[0].reading = (struct counter_reading){.state = COUNTER_ABSENT};
	make(f, EXPORT_JSON);
	assert_int_equal(count(f->page.text, "\"missing\": \"absent\""), 1);
	make(f, EXPORT_PROMETHEUS);
	assert_null(strstr(f->page.text, "ece_algorithm_counters"));
}

static void unlisted_counters_are_limited(void **state)
{
	struct fixture *f = *state;
	static struct scrape_counter many[EXPORT_UNLISTED_MAX + 10];

	for (size_t i = 0; i < sizeof(many) / sizeof(many[0]); i++) {
		snprintf(many[i].name, sizeof(many[i].name), "new_%zu", i);
		many[i].reading.state = COUNTER_PRESENT;
	}
	f->round.ports[ROUND_CARD].counters = many;
	f->round.ports[ROUND_CARD].count = sizeof(many) / sizeof(many[0]);
	make(f, EXPORT_PROMETHEUS);
	assert_int_equal(count(f->page.text, "\nece_unlisted_counters_total{device=\"mlx5_0\""), 64);
}

static void wraps_and_resets_are_counted(void **state)
{
	struct fixture *f = *state;
	struct scrape_counter *counter = round_count(&f->round, ROUND_CARD, "packet_seq_err", 5);

	counter->total = (UINT64_C(3) << 32) + 5;
	round_count(&f->round, ROUND_CARD, "duplicate_request", 5)->resets = 2;
	round_count(&f->round, ROUND_CARD, "out_of_buffer", 5)->resets = 1;
	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_counters_wrapped_total{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\",link_layer="
		       "\"ethernet\"} 3");
	assert_line(f, "ece_counters_reset_total{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\",link_layer="
		       "\"ethernet\"} 3");
}

/* What two devices or ports would share would be refused by Prometheus, the whole page with it. */
static void no_name_is_told_twice(void **state)
{
	struct fixture *f = *state;
	struct scrape_port twice[2] = {{.number = 1}, {.number = 1}};

	strcpy(f->round.devices[ROUND_HOSTILE].about.name, "mlx5_0");
	f->round.devices[ROUND_CARD].ports = twice;
	f->round.devices[ROUND_CARD].port_count = 2;
	make(f, EXPORT_PROMETHEUS);
	assert_int_equal(count(f->page.text, "\nece_device_up{device=\"mlx5_0\"}"), 1);
	assert_int_equal(count(f->page.text, "\nece_port_info{device=\"mlx5_0\","), 1);
}

static void devices_that_cannot_be_listed_are_told(void **state)
{
	struct fixture *f = *state;

	f->round.round.error.code = -EACCES;
	make(f, EXPORT_PROMETHEUS);
	assert_line(f, "ece_scrape_success 0");
	f->view.round = NULL;
	make(f, EXPORT_OPENMETRICS);
	assert_string_equal(
		f->page.text,
		"# TYPE ece_simulated gauge\n"
		"# HELP ece_simulated 1: hosts and cards are software models, nothing on this page was measured "
		"on hardware\n"
		"ece_simulated 0\n"
		"# TYPE ece_build info\n# HELP ece_build The exporter.\nece_build_info{version=\"1.2.3\"} 1\n"
		"# EOF\n");
	assert_int_equal(f->page.series, 2);
}

static void a_simulated_page_says_so_first(void **state)
{
	struct fixture *f = *state;

	f->options.simulated = true;
	make(f, EXPORT_PROMETHEUS);
	assert_ptr_equal(strstr(f->page.text, "# TYPE ece_simulated gauge\n"), f->page.text);
	assert_line(f, "ece_simulated 1");
}

static void the_exporter_tells_of_itself(void **state)
{
	struct fixture *f = *state;
	const struct export_own own[] = {
		{"ece_exporter_connections_total", "Connections.", true, 7},
		{"ece_exporter_config_ok", "Ok.", false, 1},
	};

	f->view.own = own;
	f->view.own_count = 2;
	make(f, EXPORT_OPENMETRICS);
	assert_line(f, "# TYPE ece_exporter_connections counter");
	assert_line(f, "ece_exporter_connections_total 7");
	assert_line(f, "# TYPE ece_exporter_config_ok gauge");
	assert_line(f, "ece_exporter_config_ok 1");
}

static void a_page_that_is_too_large_is_refused(void **state)
{
	struct fixture *f = *state;
	struct export_page page;
	struct ece_error e;
	size_t len;

	make(f, EXPORT_PROMETHEUS);
	len = f->page.len;
	f->options.page_max = len - 1;
	assert_int_equal(export_page(&f->view, &f->options, EXPORT_PROMETHEUS, &page, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_null(page.text);
	f->options.page_max = len;
	make(f, EXPORT_PROMETHEUS);
}

static void content_types_are_those_of_the_formats(void **state)
{
	(void)state;
	assert_string_equal(export_content_type(EXPORT_PROMETHEUS), "text/plain; version=0.0.4; charset=utf-8");
	assert_string_equal(export_content_type(EXPORT_OPENMETRICS),
			    "application/openmetrics-text; version=1.0.0; charset=utf-8");
	assert_string_equal(export_content_type(EXPORT_JSON), "application/json");
}

#define page_case(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		page_case(a_card_says_what_it_is),
		page_case(a_port_says_how_it_is),
		page_case(what_is_not_known_is_not_told),
		page_case(it_is_told_whether_namespaces_share_devices),
		page_case(a_part_that_failed_is_told),
		page_case(a_late_device_is_told_without_its_numbers),
		page_case(a_barred_device_says_why),
		page_case(an_interface_without_rdma_goes_by_its_address),
		page_case(names_of_others_are_values),
		page_case(what_an_algorithm_does_not_count_is_said_in_json),
		page_case(unlisted_counters_are_limited),
		page_case(wraps_and_resets_are_counted),
		page_case(no_name_is_told_twice),
		page_case(devices_that_cannot_be_listed_are_told),
		page_case(a_simulated_page_says_so_first),
		page_case(the_exporter_tells_of_itself),
		page_case(a_page_that_is_too_large_is_refused),
		page_case(content_types_are_those_of_the_formats),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
