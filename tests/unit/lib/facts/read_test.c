// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A document of facts from simulated hosts: what is there, what stands for what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/param.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/kernel.h"
#include "lib/facts/read.h"
#include "lib/facts/redact.h"

#define CARDS_MAX 2

struct host {
	struct sim_kernel kernel;
	struct sim_card cards[CARDS_MAX];
	struct fw_state states[CARDS_MAX];
	struct sim_odd odd[CARDS_MAX];
};

static void host_up(struct host *host, const char *persona, size_t cards, unsigned int flags)
{
	memset(host, 0, sizeof(*host));
	for (size_t i = 0; i < cards; i++) {
		sim_card_name(&host->cards[i], i);
		host->cards[i].fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &host->states[i]};
		host->cards[i].odd = &host->odd[i];
		fw_power_on(&host->cards[i].fw, 0xb8cef60300112200 + i);
	}
	sim_kernel_init(&host->kernel, sim_persona_find(persona), host->cards, cards);
	host->kernel.flags = flags;
	host->kernel.hostname = "gpu-007.cluster.example";
	host->kernel.boot_id = "7b0c3a4e-0d6f-4c53-9d0b-21f3a1b2c3d4";
}

static json_t *read_host(struct host *host)
{
	struct ece_os os = sim_kernel_os(&host->kernel);
	struct ece_error e;
	json_t *doc = NULL;

	assert_int_equal(hostfacts_read(&os, true, &doc, &e), 0);
	assert_non_null(doc);
	return doc;
}

/* What a path of keys and indexes leads to: "cards.0.nics.0.link.up". NULL where there is no such thing. */
static const json_t *at(const json_t *value, const char *path)
{
	char copy[200], *rest = copy;
	const char *part;

	snprintf(copy, sizeof(copy), "%s", path);
	while (value && (part = strsep(&rest, ".")))
		value = json_is_array(value) ? json_array_get(value, strtoul(part, NULL, 10)) :
					       json_object_get(value, part);
	return value;
}

static const char *text(const json_t *doc, const char *path)
{
	return json_string_value(at(doc, path));
}

static void a_host_with_all_its_doors(void **state)
{
	const json_t *nic, *params;
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 1, 0);
	doc = read_host(&host);
	assert_int_equal(json_integer_value(at(doc, "version")), 1);
	assert_true(json_is_true(at(doc, "simulated")));
	assert_string_equal(text(doc, "host.name"), "gpu-007.cluster.example");
	assert_string_equal(text(doc, "host.lockdown"), "none");
	assert_string_equal(text(doc, "host.driver.origin"), "kernel");
	assert_true(json_is_true(at(doc, "host.rdma_core")));
	assert_string_equal(text(doc, "cards.0.psid"), "MT_0000000838");
	assert_string_equal(text(doc, "cards.0.firmware"), "28.45.1020");
	assert_string_equal(text(doc, "cards.0.guid"), "b8cef60300112200");
	assert_string_equal(text(doc, "cards.0.base_mac"), "b8:ce:f6:11:22:00");
	assert_int_equal(json_integer_value(at(doc, "cards.0.ports")), 1);
	nic = at(doc, "cards.0.nics.0");
	assert_string_equal(text(nic, "pci.address"), "0000:01:00.0");
	assert_string_equal(text(nic, "mac"), "b8:ce:f6:11:22:00");
	assert_int_equal(json_integer_value(at(nic, "link.settings.speed_mbps")), 400000);
	assert_true(json_is_true(at(nic, "doors.fwctl.open")));
	assert_true(json_is_false(at(nic, "doors.ofed.open")));
	assert_non_null(text(nic, "doors.ofed.why"));
	params = at(nic, "parameters");
	assert_int_equal(json_object_size(params), ece_param_count());
	/* a name with dots is one key */
	assert_string_equal(text(json_object_get(params, "dcqcn.rp.ai_rate"), "value"), "5 Mb/s");
	assert_true(json_is_null(at(nic, "bond")));
	assert_int_equal(json_array_size(at(nic, "algorithms")), 2);
	assert_string_equal(text(nic, "algorithms.0.version"), "3.4");
	assert_int_equal(json_integer_value(at(nic, "algorithms.0.parameters.ALPHA.value")), 6553);
	assert_int_equal(json_integer_value(at(nic, "algorithms.0.parameters.ALPHA.max")), 65536);
	assert_string_equal(text(nic, "algorithms.0.parameters.RTT_MIN.access"), "clearable");
	assert_int_equal(json_integer_value(at(nic, "algorithms.0.parameters.RTT_MIN.counted")), 4200);
	assert_int_equal(json_integer_value(at(nic, "algorithms.1.slot")), 15);
	json_decref(doc);
}

static void classes_of_service_have_two_sources(void **state)
{
	const json_t *qos;
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 1, 0);
	host.states[0].qos.trust = 2;
	host.states[0].qos.dscp_priority[26] = 5;
	host.states[0].qos.pfc_tx = host.states[0].qos.pfc_rx = 0x28;
	host.states[0].qos.pause_rx = host.states[0].qos.pause_tx = 0;
	host.states[0].qos.tc_bandwidth[3] = 50;
	host.states[0].qos.tc_group[3] = 0;
	host.states[0].qos.tc_rate_unit[3] = 4;
	host.states[0].qos.tc_rate[3] = 100;
	host.states[0].qos.dcbx_version = 3;
	host.states[0].priority[3].rx_pause = 12;
	doc = read_host(&host);
	qos = at(doc, "cards.0.nics.0.qos");
	assert_string_equal(text(qos, "trust.driver"), "dscp");
	assert_string_equal(text(qos, "trust.register"), "dscp");
	assert_string_equal(text(qos, "priority_dscps.driver.3"), "24-25,27-31");
	assert_string_equal(text(qos, "priority_dscps.register.5"), "26,40-47");
	assert_int_equal(json_array_size(at(qos, "pfc.priorities")), 2);
	assert_int_equal(json_integer_value(at(qos, "pfc.priorities.1")), 5);
	assert_string_equal(text(qos, "ets.classes.3.scheduling"), "ets");
	assert_int_equal(json_integer_value(at(qos, "ets.classes.3.percent")), 50);
	assert_int_equal(json_integer_value(at(qos, "ets.classes.3.limit_kbps")), 100000000);
	assert_true(json_is_null(at(qos, "ets.classes.4.percent")));
	assert_string_equal(text(qos, "dcbx.owner"), "firmware");
	assert_true(json_is_false(at(qos, "pause.rx")));
	assert_int_equal(json_integer_value(at(doc, "cards.0.nics.0.counters.rx_prio3_pause")), 12);
	assert_null(at(doc, "cards.0.nics.0.counters.rx_prio4_pause"));
	json_decref(doc);
}

static void what_cannot_be_read_says_why(void **state)
{
	struct host host;
	const json_t *nic;
	json_t *doc;

	(void)state;
	host_up(&host, "6.1", 1, SIM_LOCKDOWN | SIM_NO_RDMA_CORE);
	doc = read_host(&host);
	assert_string_equal(text(doc, "host.lockdown"), "integrity");
	assert_true(json_is_false(at(doc, "host.rdma_core")));
	nic = at(doc, "cards.0.nics.0");
	assert_string_equal(text(nic, "qos.trust.driver"), "pcp");
	assert_non_null(text(nic, "qos.trust.register.unknown"));
	assert_non_null(text(nic, "nv.unknown"));
	assert_non_null(text(doc, "cards.0.base_mac.unknown"));
	assert_string_equal(text(json_object_get(at(nic, "parameters"), "roce_accl.roce_tx_window_en"), "state"),
			    "no_door");
	assert_true(json_is_null(at(json_object_get(at(nic, "parameters"), "roce_accl.roce_tx_window_en"), "value")));
	json_decref(doc);
}

static void a_vendor_driver_has_its_version(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "vendor", 1, 0);
	doc = read_host(&host);
	assert_string_equal(text(doc, "host.driver.origin"), "vendor");
	assert_non_null(text(doc, "host.driver.version"));
	json_decref(doc);
}

static void functions_of_a_card_stand_together(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 2, 0);
	doc = read_host(&host);
	assert_int_equal(json_array_size(at(doc, "cards")), 2);
	json_decref(doc);
	host.odd[0].card_guid = host.odd[1].card_guid = 0xb8cef60300990000;
	doc = read_host(&host);
	assert_int_equal(json_array_size(at(doc, "cards")), 1);
	assert_int_equal(json_array_size(at(doc, "cards.0.nics")), 2);
	assert_string_equal(text(doc, "cards.0.nics.1.rdma"), "mlx5_1");
	json_decref(doc);
}

static void a_port_of_a_bond_names_it(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 2, 0);
	host.odd[0].bond = host.odd[1].bond = "bond0";
	host.states[1].link_down = 1;
	doc = read_host(&host);
	assert_string_equal(text(doc, "cards.0.nics.0.bond.name"), "bond0");
	assert_string_equal(text(doc, "cards.0.nics.0.bond.mode"), "802.3ad");
	assert_true(json_is_true(at(doc, "cards.0.nics.0.bond.active")));
	assert_string_equal(text(doc, "cards.1.nics.0.bond.status"), "down");
	json_decref(doc);
}

static void a_function_of_another_driver_is_left_alone(void **state)
{
	struct host host;
	const json_t *nic;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 1, 0);
	host.odd[0].driver = "vfio-pci";
	host.cards[0].rdma[0] = host.cards[0].netdev[0] = host.cards[0].fwctl[0] = '\0';
	doc = read_host(&host);
	nic = at(doc, "cards.0.nics.0");
	assert_string_equal(text(nic, "bar"), "other_driver");
	assert_non_null(text(nic, "parameters.unknown"));
	assert_true(json_is_null(at(nic, "link")));
	assert_true(json_is_null(at(nic, "qos")));
	assert_true(json_is_null(at(nic, "counters")));
	json_decref(doc);
}

static void an_interface_elsewhere_is_not_asked(void **state)
{
	struct host host;
	const json_t *nic;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 1, 0);
	host.odd[0].elsewhere = true;
	doc = read_host(&host);
	nic = at(doc, "cards.0.nics.0");
	assert_true(json_is_null(at(nic, "netdev")));
	assert_true(json_is_null(at(nic, "link")));
	assert_non_null(text(nic, "note"));
	json_decref(doc);
}

static void a_host_without_cards_is_a_document_too(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, "6.1", 0, 0);
	doc = read_host(&host);
	assert_int_equal(json_array_size(at(doc, "cards")), 0);
	assert_true(json_is_null(at(doc, "host.rdma_core")));
	json_decref(doc);
}

static void the_order_of_keys_is_fixed(void **state)
{
	struct host host;
	char *once, *again;
	json_t *doc;

	(void)state;
	host_up(&host, "7.x", 2, 0);
	doc = read_host(&host);
	once = json_dumps(doc, 0);
	json_decref(doc);
	doc = read_host(&host);
	again = json_dumps(doc, 0);
	json_decref(doc);
	assert_string_equal(once, again);
	free(once);
	free(again);
}

/* Whatever gets into the document in times to come: of these not one survives. */
static void nothing_of_the_host_survives_redaction(void **state)
{
	static const char *const originals[] = {"gpu-007",  "cluster.example", "b8cef6",   "b8ce:f6",  "b8:ce:f6",
						"7b0c3a4e", "21f3a1b2c3d4",    "00112200", "11:22:00", "112201"};
	struct ece_error e;
	struct host host;
	json_t *doc;
	char *dump;

	(void)state;
	host_up(&host, "7.x", 2, 0);
	host.odd[0].bond = "gpu-007-bond";
	doc = read_host(&host);
	dump = json_dumps(doc, 0);
	assert_non_null(strstr(dump, "gpu-007-bond"));
	free(dump);
	assert_int_equal(hostfacts_redact(doc, "salt", 4, &e), 0);
	dump = json_dumps(doc, 0);
	for (size_t i = 0; i < sizeof(originals) / sizeof(originals[0]); i++)
		assert_null(strcasestr(dump, originals[i]));
	assert_non_null(strstr(dump, "MT_0000000838"));
	assert_non_null(strstr(dump, "0000:01:00.0"));
	free(dump);
	json_decref(doc);
}

/* Whichever answer about the algorithm is refused: what is missing then is said. Returns whether one was, or -1. */
static int refuse_one_answer(uint32_t skip)
{
	const json_t *algorithm;
	struct host host;
	bool missing;
	json_t *doc;
	int fired;

	host_up(&host, "7.x", 1, 0);
	host.states[0].fault[0] = (struct fw_fault){.opcode = 0x805,
						    .register_id = 0x506e,
						    .action = FW_FAULT_STATUS,
						    .status = 0x01,
						    .skip = skip,
						    .left = 1};
	doc = read_host(&host);
	fired = !host.states[0].fault[0].left;
	algorithm = at(doc, "cards.0.nics.0.algorithms.0");
	missing = algorithm && (json_object_size(at(algorithm, "parameters")) < 24 || !text(algorithm, "algorithm"));
	if (missing) {
		assert_non_null(text(algorithm, "untold.0"));
		assert_non_null(strstr(text(algorithm, "untold.0"), "status 0x01"));
	} else if (algorithm && json_is_boolean(at(algorithm, "enabled"))) {
		assert_int_equal(json_array_size(at(algorithm, "untold")), 0);
	}
	json_decref(doc);
	return fired ? missing : -1;
}

static void what_an_algorithm_does_not_tell_is_said(void **state)
{
	unsigned int missed = 0;
	int missing;

	(void)state;
	for (uint32_t skip = 0; (missing = refuse_one_answer(skip)) >= 0; skip++)
		missed += (unsigned int)missing;
	/* Its name, its number of parameters, and the description of each. */
	assert_int_equal(missed, 1 + 1 + 24);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_host_with_all_its_doors),
		cmocka_unit_test(classes_of_service_have_two_sources),
		cmocka_unit_test(what_cannot_be_read_says_why),
		cmocka_unit_test(a_vendor_driver_has_its_version),
		cmocka_unit_test(functions_of_a_card_stand_together),
		cmocka_unit_test(a_port_of_a_bond_names_it),
		cmocka_unit_test(a_function_of_another_driver_is_left_alone),
		cmocka_unit_test(an_interface_elsewhere_is_not_asked),
		cmocka_unit_test(a_host_without_cards_is_a_document_too),
		cmocka_unit_test(the_order_of_keys_is_fixed),
		cmocka_unit_test(nothing_of_the_host_survives_redaction),
		cmocka_unit_test(what_an_algorithm_does_not_tell_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
