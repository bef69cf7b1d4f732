// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

static char text[4096];

static const char *file(const char *transport)
{
	snprintf(text, sizeof(text),
		 START PROFILES "'assign': [{'hosts': 'gpu[1-4]', 'profile': 'p'}],\n'transport': {%s}}\n", transport);
	return text;
}

static const struct fleet_sim *sim(const char *transport)
{
	const struct fleet *fleet = case_good(file(transport));

	assert_int_equal(fleet->transport.kind, FLEET_TRANSPORT_SIM);
	return &fleet->transport.sim;
}

static void bad(const char *transport, enum ece_error_kind kind, const char *at, const char *sentence)
{
	case_bad(file(transport), kind, at, sentence);
}

static const char *one_host_file(const char *transport)
{
	snprintf(text, sizeof(text),
		 START PROFILES "'assign': [{'hosts': 'gpu1', 'profile': 'p'}],\n'transport': {%s}}\n", transport);
	return text;
}

static void local(void **state)
{
	const struct fleet *fleet = case_good(one_host_file("'kind': 'local'"));
	uint32_t count = 9;

	(void)state;
	assert_int_equal(fleet->transport.kind, FLEET_TRANSPORT_LOCAL);
	fleet_sim_host_cards(fleet, 0, &count);
	assert_int_equal(count, 0);
	fleet_sim_host_faults(fleet, 0, &count);
	assert_int_equal(count, 0);
	case_bad(one_host_file("'kind': 'local', 'seed': 1"), ECE_ERROR_CONFLICT, "4:32",
		 "transport.seed: only a transport of kind sim has this");
}

static void local_is_one_host(void **state)
{
	(void)state;
	bad("'kind': 'local'", ECE_ERROR_CONFLICT, "4:23",
	    "transport.kind: \"local\" reaches this machine only, and the file names 4 hosts; name one");
}

static const struct fleet_command *command(const char *transport)
{
	const struct fleet *fleet = case_good(file(transport));

	assert_int_equal(fleet->transport.kind, FLEET_TRANSPORT_COMMAND);
	return &fleet->transport.command;
}

static void a_command(void **state)
{
	const struct fleet_command *c =
		command("'kind': 'command', 'argv': ['ssh', '-l{host}', 'a b', 'ece-agent', '--stdio']");
	struct fleet_command *copy = fleet_command_copy(c);

	(void)state;
	assert_string_equal(c->argv[0], "ssh");
	assert_string_equal(c->argv[1], "-l{host}");
	assert_string_equal(c->argv[2], "a b");
	assert_string_equal(c->argv[4], "--stdio");
	assert_null(c->argv[5]);
	assert_int_equal(c->connect_ns, 20000000000);
	assert_int_equal(c->at_once, 32);
	assert_string_equal(copy->argv[1], "-l{host}");
	assert_null(copy->argv[5]);
	assert_int_equal(copy->connect_ns, 20000000000);
	free(copy);
	c = command("'kind': 'command', 'argv': ['{host}'], 'connect_timeout': '1h', 'at_once': 1024");
	assert_int_equal(c->connect_ns, 3600000000000);
	assert_int_equal(c->at_once, 1024);
}

static void a_command_that_is_none(void **state)
{
	(void)state;
	bad("'kind': 'command'", ECE_ERROR_CONFLICT, "4:23",
	    "transport.kind: \"command\" needs \"argv\": what to run, as in [\"ssh\", \"{host}\", \"ece-agent\", "
	    "\"--stdio\"]");
	bad("'kind': 'command', 'argv': ['ssh', 'gpu1', 'ece-agent']", ECE_ERROR_CONFLICT, "4:42",
	    "transport.argv: no word has {host}, so all hosts would be the same one");
	bad("'kind': 'command', 'argv': ['{host}'], 'connect_timeout': '0s'", ECE_ERROR_RANGE, "4:73",
	    "transport.connect_timeout: no time, or more than 1h");
	bad("'kind': 'command', 'argv': ['{host}'], 'connect_timeout': '61m'", ECE_ERROR_RANGE, "4:73",
	    "transport.connect_timeout: no time, or more than 1h");
	bad("'kind': 'command', 'argv': ['{host}'], 'at_once': 1025", ECE_ERROR_RANGE, "4:65",
	    "transport.at_once: 1025 is outside 1 to 1024");
	bad("'kind': 'command', 'argv': ['{host}'], 'seed': 1", ECE_ERROR_CONFLICT, "4:54",
	    "transport.seed: only a transport of kind sim has this");
	bad("'kind': 'sim', 'argv': ['{host}']", ECE_ERROR_CONFLICT, "4:30",
	    "transport.argv: only a transport of kind command has this");
}

#define LEASE "'rollouts': {'default': {'lease': {'on_loss': 'undo'}}},\n"
#define PUSH  "'transport': {'kind': 'command', 'push': {'argv': ['ssh', '{host}'], "

static void a_push(void **state)
{
	const struct fleet_command *c;
	struct fleet_command *copy;

	(void)state;
	c = &case_good(START PROFILES ASSIGN LEASE PUSH "'agent': 'arm64/ece-agent'}}}\n")->transport.command;
	assert_string_equal(c->argv[1], "{host}");
	assert_string_equal(c->agent, "arm64/ece-agent");
	assert_string_equal(c->guard, "arm64/ece-guard");
	copy = fleet_command_copy(c);
	assert_string_equal(copy->agent, "arm64/ece-agent");
	assert_string_equal(copy->guard, "arm64/ece-guard");
	free(copy);
	c = &case_good(START PROFILES ASSIGN LEASE PUSH "'agent': 'ece-agent', 'guard': '/g'}}}\n")->transport.command;
	assert_string_equal(c->guard, "/g");
	c = &case_good(START PROFILES ASSIGN LEASE PUSH "'agent': 'ece-agent'}}}\n")->transport.command;
	assert_string_equal(c->guard, "ece-guard");
}

static void a_push_that_is_none(void **state)
{
	(void)state;
	case_bad(START PROFILES ASSIGN PUSH "'agent': 'a'}}}\n", ECE_ERROR_CONFLICT, "4:34",
		 "transport.push: an agent that is brought along is not started at a boot: say \"lease\": { "
		 "\"on_loss\": "
		 "\"undo\" } in every rollout, \"default\" among them, or \"keep\"");
	case_bad(START PROFILES ASSIGN LEASE "'transport': {'kind': 'command', 'argv': ['{host}'], "
					     "'push': {'argv': ['{host}'], 'agent': 'a'}}}\n",
		 ECE_ERROR_CONFLICT, "5:34",
		 "transport.argv: with \"push\" there is no agent on the hosts that this could run; push.argv is used");
	case_bad(START PROFILES ASSIGN LEASE
		 "'transport': {'kind': 'command', 'push': {'argv': ['ssh'], 'agent': 'a'}}}\n",
		 ECE_ERROR_CONFLICT, "5:51",
		 "transport.push.argv: no word has {host}, so all hosts would be the same one");
}

static void a_sim_that_says_nothing(void **state)
{
	const struct fleet_sim *s = sim("'kind': 'sim'");

	(void)state;
	assert_int_equal(s->seed, 0);
	assert_true(s->virtual_time);
	assert_false(s->processes);
	assert_int_equal(s->cards_count, 1);
	assert_string_equal(s->cards[0].type, "cx7");
	assert_int_equal(s->cards[0].count, 8);
	assert_int_equal(s->fault_count, 0);
}

static void a_sim_that_says_all(void **state)
{
	const struct fleet *fleet = case_good(
		file("'kind': 'sim', 'seed': 7, 'time': 'real', 'agents': 'process',\n"
		     "'cards': [{'type': 'cx7', 'count': 4}, {'hosts': 'gpu[2-3]', 'type': 'cx6dx', 'count': 2}],\n"
		     "'faults': [{'hosts': 'gpu1', 'kind': 'down'}, {'hosts': 'gpu2', 'kind': 'lost', 'times': 1},\n"
		     "{'hosts': 'gpu2', 'kind': 'refuses', 'param': 'dcqcn.rp.ai_rate'}, {'hosts': 'gpu3', 'kind': "
		     "'ignores'},\n"
		     "{'hosts': 'gpu4', 'kind': 'slow', 'delay': '3s'}]"));
	const struct fleet_sim *s = &fleet->transport.sim;
	const uint32_t *list;
	uint32_t count;

	(void)state;
	assert_int_equal(s->seed, 7);
	assert_false(s->virtual_time);
	assert_true(s->processes);
	fleet_sim_host_cards(fleet, 0, &count);
	assert_int_equal(count, 1);
	list = fleet_sim_host_cards(fleet, 1, &count);
	assert_int_equal(count, 2);
	assert_string_equal(s->cards[list[0]].type, "cx7");
	assert_string_equal(s->cards[list[1]].type, "cx6dx");
	assert_int_equal(s->cards[list[1]].count, 2);
	list = fleet_sim_host_faults(fleet, 1, &count);
	assert_int_equal(count, 2);
	assert_int_equal(s->faults[list[0]].kind, FLEET_SIM_LOST);
	assert_int_equal(s->faults[list[0]].times, 1);
	assert_null(s->faults[list[0]].param);
	assert_int_equal(s->faults[list[1]].kind, FLEET_SIM_REFUSES);
	assert_string_equal(s->faults[list[1]].param->name, "dcqcn.rp.ai_rate");
	assert_int_equal(s->faults[list[1]].times, 0);
	assert_int_equal(s->faults[0].kind, FLEET_SIM_DOWN);
	assert_int_equal(s->faults[3].kind, FLEET_SIM_IGNORES);
	assert_int_equal(s->faults[4].kind, FLEET_SIM_SLOW);
	assert_int_equal(s->faults[4].delay_ns, 3000000000);
}

static void faulty_cards(void **state)
{
	(void)state;
	bad("'kind': 'sim', 'cards': [{'type': 'cx6', 'count': 8}]", ECE_ERROR_UNKNOWN_NAME, "4:49",
	    "transport.cards[0].type: no simulated card is of type \"cx6\"; did you mean \"cx7\"?");
	bad("'kind': 'sim', 'cards': [{'type': 'cx7'}]", ECE_ERROR_SYNTAX, "4:40",
	    "transport.cards[0]: \"count\" is missing");
	bad("'kind': 'sim', 'cards': [{'type': 'cx7', 'count': 0}]", ECE_ERROR_RANGE, "4:65",
	    "transport.cards[0].count: 0 is outside 1 to 256");
	bad("'kind': 'sim', 'cards': [{'hosts': 'x', 'type': 'cx7', 'count': 1}]", ECE_ERROR_UNKNOWN_NAME, "4:50",
	    "transport.cards[0].hosts: host x is in no \"inventory\" and no \"assign\" entry");
}

static void faulty_faults(void **state)
{
	(void)state;
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'dow'}]", ECE_ERROR_UNKNOWN_NAME, "4:67",
	    "transport.faults[0].kind: \"dow\" is none of its words; did you mean \"down\"?");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'slow'}]", ECE_ERROR_SYNTAX, "4:41",
	    "transport.faults[0]: \"delay\" is missing");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'down', 'delay': '1s'}]", ECE_ERROR_CONFLICT, "4:75",
	    "transport.faults[0].delay: only faults of kind slow have this");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'down', 'param': 'dcqcn.rp.ai_rate'}]",
	    ECE_ERROR_CONFLICT, "4:75",
	    "transport.faults[0].param: only faults of kind refuses, ignores, rewrites and rounds have this");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'refuses', 'param': 'dcqcn'}]", ECE_ERROR_UNKNOWN_NAME,
	    "4:87", "transport.faults[0].param: no parameter is called \"dcqcn\"");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'lost', 'times': 0}]", ECE_ERROR_RANGE, "4:84",
	    "transport.faults[0].times: 0 is outside 1 to 4294967295");
}

static void faults_that_come_by_themselves(void **state)
{
	const struct fleet_sim *s;

	(void)state;
	s = sim("'kind': 'sim', 'faults': [\n"
		"{'hosts': 'gpu1', 'kind': 'rewrites', 'param': 'dcqcn.rp.ai_rate', 'value': '1 Gb/s', 'at': '1h', "
		"'every': '5m'},"
		"{'hosts': 'gpu1', 'kind': 'dies', 'at': '2h', 'for': '21d'}, {'hosts': 'gpu1', 'kind': 'lies', "
		"'times': 2}]");
	assert_int_equal(s->faults[0].kind, FLEET_SIM_REWRITES);
	assert_int_equal(s->faults[0].raw, 1000);
	assert_int_equal(s->faults[0].at_ns, 3600000000000);
	assert_int_equal(s->faults[0].every_ns, 300000000000);
	assert_int_equal(s->faults[1].kind, FLEET_SIM_DIES);
	assert_int_equal(s->faults[1].for_ns, 1814400000000000);
	assert_int_equal(s->faults[2].kind, FLEET_SIM_LIES);
	assert_int_equal(s->faults[2].times, 2);
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'dies'}]", ECE_ERROR_SYNTAX, "4:41",
	    "transport.faults[0]: \"at\" is missing");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'rounds', 'param': 'dcqcn.rp.ai_rate', 'value': '0'}]",
	    ECE_ERROR_RANGE, "4:115",
	    "transport.faults[0].value: only a congestion parameter is rounded, to a multiple above 0");
	bad("'kind': 'sim', 'faults': [{'hosts': 'gpu1', 'kind': 'optic', 'every': '1h'}]", ECE_ERROR_CONFLICT, "4:76",
	    "transport.faults[0].every: only faults of kind resets and rewrites have this");
}

static void traffic(void **state)
{
	const struct fleet_sim_traffic *t;

	(void)state;
	assert_false(sim("'kind': 'sim'")->traffic.on);
	t = &sim("'kind': 'sim', 'traffic': {}")->traffic;
	assert_true(t->on);
	assert_int_equal(t->load, 60);
	assert_int_equal(t->uplink, 50);
	assert_int_equal(t->priority, 3);
	assert_int_equal(t->day_ns, 86400000000000);
	assert_string_equal(t->rack, "rack");
	assert_string_equal(t->job, "job");
	t = &sim("'kind': 'sim', 'traffic': {'load': 40, 'day': '16h', 'clock': '15h', 'rack': 'tor'}")->traffic;
	assert_int_equal(t->load, 40);
	assert_int_equal(t->day_ns, 57600000000000);
	assert_int_equal(t->clock_ns, 54000000000000);
	assert_string_equal(t->rack, "tor");
	bad("'kind': 'sim', 'traffic': {'day': '25h'}", ECE_ERROR_RANGE, "4:49",
	    "transport.traffic.day: a day has 24h");
	bad("'kind': 'sim', 'traffic': {'clock': '24h'}", ECE_ERROR_RANGE, "4:51",
	    "transport.traffic.clock: a time of day is below 24h");
	bad("'kind': 'sim', 'traffic': {'priority': 8}", ECE_ERROR_RANGE, "4:54",
	    "transport.traffic.priority: 8 is outside 0 to 7");
}

static void the_limit_of_nics(void **state)
{
	(void)state;
	case_good(file("'kind': 'sim', 'cards': [{'type': 'cx7', 'count': 12}, {'type': 'cx6dx', 'count': 4}]"));
	bad("'kind': 'sim', 'cards': [{'type': 'cx7', 'count': 12}, {'hosts': 'gpu3', 'type': 'cx6dx', 'count': 5}]",
	    ECE_ERROR_LIMIT, "4:39", "transport.cards: host gpu3 would have 17 cards; the limit is 16 NICs a host");
	assert_int_equal(case_parse(file("'kind': 'sim', 'cards': [{'type': 'cx7', 'count': 17}]")), -E2BIG);
	case_input.host_nics = 17;
	assert_int_equal(case_good(file("'kind': 'sim', 'cards': [{'type': 'cx7', 'count': 17}]"))->host_nics, 17);
	case_input.host_nics = 1000;
	assert_int_equal(case_good(file("'kind': 'sim'"))->host_nics, 256);
	case_input.host_nics = 0;
}

static void card_types_that_nobody_told(void **state)
{
	const char *const *types = case_input.card_types;

	(void)state;
	case_input.card_types = NULL;
	assert_string_equal(sim("'kind': 'sim', 'cards': [{'type': 'cx9', 'count': 1}]")->cards[0].type, "cx9");
	case_input.card_types = types;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(local),
		cmocka_unit_test(local_is_one_host),
		cmocka_unit_test(a_command),
		cmocka_unit_test(a_command_that_is_none),
		cmocka_unit_test(a_push),
		cmocka_unit_test(a_push_that_is_none),
		cmocka_unit_test(a_sim_that_says_nothing),
		cmocka_unit_test(a_sim_that_says_all),
		cmocka_unit_test(faulty_cards),
		cmocka_unit_test(faulty_faults),
		cmocka_unit_test(faults_that_come_by_themselves),
		cmocka_unit_test(traffic),
		cmocka_unit_test(the_limit_of_nics),
		cmocka_unit_test(card_types_that_nobody_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
