// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Settings of applications on a simulated host: where they are found, and what is against a policy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/kernel/kernel.h"
#include "devx/sim/kernel/process.h"
#include "lib/facts/read.h"

static const struct sim_etc etc[] = {
	{"nccl.conf", "NCCL_IB_TC=41\nNCCL_IB_ECE_ENABLE=0\n"},
	{"ucx/ucx.conf", "[AMD]\nCPU vendor=AMD\nUCX_RC_ECE=auto\n"},
	{"environment", "PATH=\"/usr/bin\"\n"},
};

static const char environ[] = "AWS_SECRET_ACCESS_KEY=hunter2\0UCX_RC_ECE=0";

struct host {
	struct sim_kept kept[2];
	struct sim_kernel kernel;
	struct sim_card cards[2];
	struct fw_state states[2];
	struct sim_process processes[3];
};

static void host_up(struct host *host, unsigned int flags)
{
	memset(host, 0, sizeof(*host));
	for (size_t i = 0; i < 2; i++) {
		sim_card_name(&host->cards[i], i);
		host->cards[i].kept = &host->kept[i];
		host->cards[i].fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &host->states[i]};
		fw_power_on(&host->cards[i].fw, 0xb8cef60300112200 + i);
	}
	sim_kernel_init(&host->kernel, sim_persona_find("7.x"), host->cards, 2);
	host->kernel.flags = flags;
	host->kernel.etc = etc;
	host->kernel.etc_count = sizeof(etc) / sizeof(etc[0]);
	host->processes[0] = (struct sim_process){.pid = 4711,
						  .comm = "train",
						  .opens = &host->cards[1],
						  .environ = environ,
						  .environ_len = sizeof(environ)};
	host->processes[1] = (struct sim_process){.pid = 4712, .comm = "quiet", .opens = &host->cards[0]};
	/* has no RDMA device open, so it is nobody's business */
	host->processes[2] =
		(struct sim_process){.pid = 4713, .comm = "shell", .environ = environ, .environ_len = sizeof(environ)};
	host->kernel.processes = host->processes;
	host->kernel.process_count = 3;
}

static json_t *read_host(struct host *host)
{
	struct ece_os os = sim_kernel_os(&host->kernel);
	struct ece_error e;
	json_t *doc = NULL;

	assert_int_equal(hostfacts_read(&os, true, &doc, &e), 0);
	return doc;
}

static const json_t *list(const json_t *doc, const char *key)
{
	return json_object_get(json_object_get(doc, "applications"), key);
}

static void is(const json_t *object, const char *key, const char *want)
{
	assert_string_equal(json_string_value(json_object_get(object, key)), want);
}

static void files_and_processes(void **state)
{
	const json_t *entry;
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, 0);
	doc = read_host(&host);
	assert_int_equal(json_array_size(list(doc, "files")), 2);
	entry = json_array_get(list(doc, "files"), 0);
	is(entry, "file", "/etc/nccl.conf");
	is(entry, "program", "nccl");
	is(entry, "variable", "NCCL_IB_ECE_ENABLE");
	is(entry, "value", "0");
	assert_int_equal(json_integer_value(json_object_get(entry, "line")), 2);
	assert_int_equal(json_array_size(json_object_get(entry, "contradicts")), 0);
	entry = json_array_get(list(doc, "files"), 1);
	is(entry, "file", "/etc/ucx/ucx.conf");
	is(entry, "section", "AMD");
	is(entry, "value", "auto");
	assert_int_equal(json_array_size(list(doc, "processes")), 1);
	entry = json_array_get(list(doc, "processes"), 0);
	assert_int_equal(json_integer_value(json_object_get(entry, "pid")), 4711);
	is(entry, "comm", "train");
	is(entry, "variable", "UCX_RC_ECE");
	is(entry, "value", "0");
	assert_int_equal(json_array_size(list(doc, "unread")), 0);
	json_decref(doc);
}

static void policy(struct host *host, size_t card, const char *text)
{
	struct sim_policy *policy = &host->kept[card].policy;

	policy->there = 1;
	policy->len = (uint16_t)strlen(text);
	memcpy(policy->text, text, policy->len);
}

static const json_t *contradictions(const json_t *doc, const char *key, size_t i)
{
	return json_object_get(json_array_get(list(doc, key), i), "contradicts");
}

/* A file is for all NICs, a process for those that it has open. */
static void against_the_policy_of_a_nic(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, 0);
	policy(&host, 0, "{\"version\": 1, \"require\": [\"selective_repeat\"]}");
	policy(&host, 1, "{\"version\": 1, \"require\": [\"programmable_cc\"]}");
	doc = read_host(&host);
	assert_int_equal(json_array_size(contradictions(doc, "files", 0)), 2);
	is(json_array_get(contradictions(doc, "files", 0), 0), "nic", "0000:01:00.0");
	is(json_array_get(contradictions(doc, "files", 0), 0), "text",
	   "NCCL offers nothing, and selective_repeat is required");
	assert_int_equal(json_array_size(contradictions(doc, "files", 1)), 0);
	assert_int_equal(json_array_size(contradictions(doc, "processes", 0)), 1);
	is(json_array_get(contradictions(doc, "processes", 0), 0), "nic", "0000:02:00.0");
	is(json_array_get(contradictions(doc, "processes", 0), 0), "text",
	   "UCX asks for nothing, and programmable_cc is required");
	json_decref(doc);
}

/* What nobody can understand is no policy to hold anything against. */
static void a_damaged_policy_contradicts_nothing(void **state)
{
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, 0);
	policy(&host, 0, "{\"version\": 1, \"require\": [");
	doc = read_host(&host);
	assert_int_equal(json_array_size(contradictions(doc, "files", 0)), 0);
	json_decref(doc);
}

static void other_variables_are_not_kept(void **state)
{
	struct host host;
	json_t *doc;
	char *text;

	(void)state;
	host_up(&host, 0);
	doc = read_host(&host);
	text = json_dumps(doc, 0);
	assert_non_null(text);
	assert_null(strstr(text, "hunter2"));
	assert_null(strstr(text, "AWS_SECRET"));
	assert_null(strstr(text, "NCCL_IB_TC"));
	free(text);
	json_decref(doc);
}

static void what_may_not_be_read_is_said(void **state)
{
	const json_t *unread;
	struct host host;
	json_t *doc;

	(void)state;
	host_up(&host, SIM_UNPRIVILEGED);
	doc = read_host(&host);
	assert_int_equal(json_array_size(list(doc, "files")), 2);
	assert_int_equal(json_array_size(list(doc, "processes")), 0);
	unread = list(doc, "unread");
	assert_int_equal(json_array_size(unread), 2);
	assert_int_equal(json_integer_value(json_object_get(json_array_get(unread, 0), "pid")), 4711);
	is(json_array_get(unread, 0), "why", "Permission denied");
	json_decref(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_and_processes),
		cmocka_unit_test(against_the_policy_of_a_nic),
		cmocka_unit_test(a_damaged_policy_contradicts_nothing),
		cmocka_unit_test(other_variables_are_not_kept),
		cmocka_unit_test(what_may_not_be_read_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
