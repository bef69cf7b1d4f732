// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The request that counts queue pairs, on the simulated kernel: from the line to the line. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/kernel/process.h"
#include "lib/host/agent.h"
#include "lib/host/guard.h"

#define CARDS     2
#define QPS       5
#define AGREED    UINT32_C(0x30000001)
#define KERNEL_UD 1 /* the verbs' number of a GSI queue pair */
#define RC        2
#define UD        4

static struct fw_state states[CARDS];
static struct sim_card cards[CARDS];
static struct sim_odd odd;
static struct sim_kernel kernel;
static struct sim_process process;
static struct sim_qp qps[QPS];
static struct ece_os os;

static void make_qps(void)
{
	process = (struct sim_process){.pid = 4711, .comm = "train", .opens = &cards[0]};
	qps[0] = (struct sim_qp){.card = &cards[0], .type = KERNEL_UD, .module = "ib_core"};
	for (size_t i = 1; i < QPS; i++)
		qps[i] = (struct sim_qp){.card = &cards[0], .type = RC, .pid = 4711};
	for (size_t i = 0; i < QPS; i++)
		assert_int_equal(sim_qp_make(&kernel, &qps[i]), 0);
	assert_int_equal(sim_qp_ready(&kernel, &qps[1], qps[2].qpn, AGREED), 0);
	assert_int_equal(sim_qp_ready(&kernel, &qps[2], qps[1].qpn, AGREED), 0);
	assert_int_equal(sim_qp_ready(&kernel, &qps[3], 0x777, 0x30000000), 0);
}

static void host_up(const char *persona)
{
	memset(states, 0, sizeof(states));
	odd = (struct sim_odd){.driver = NULL};
	for (size_t i = 0; i < CARDS; i++) {
		cards[i] = (struct sim_card){.odd = i ? &odd : NULL};
		sim_card_name(&cards[i], i);
		cards[i].fw =
			(struct fw){.type = fw_card_type_find("cx7"), .state = &states[i], .objects = fw_objects_new()};
		fw_power_on(&cards[i].fw, i + 1);
	}
	sim_kernel_init(&kernel, sim_persona_find(persona), cards, CARDS);
	kernel.processes = &process;
	kernel.process_count = 1;
	kernel.qps = qps;
	kernel.qp_count = QPS;
	make_qps();
	os = sim_kernel_os(&kernel);
}

static void host_down(void)
{
	for (size_t i = 0; i < CARDS; i++)
		fw_objects_free(cards[i].fw.objects);
}

static struct protocol_answer *ask(void)
{
	static const char line[] = "{\"version\":1,\"op\":\"qps\",\"id\":\"q1\"}";
	struct agent agent = {.guard = {.os = &os, .host = "a"}, .simulated = true};
	struct protocol_answer *answer;
	struct agent_task *task;
	struct ece_error e;
	const char *text;
	size_t len;

	assert_int_equal(agent_begin(&agent, line, strlen(line), 1, &task, &e), 0);
	assert_int_equal(agent_execute(task, &e), 0);
	text = agent_answer(task, &len);
	assert_int_equal(protocol_answer_decode(text, len, &answer, &e), 0);
	agent_task_free(task);
	assert_string_equal(answer->id, "q1");
	assert_int_equal(answer->result, PROTOCOL_OK);
	assert_true(answer->simulated);
	return answer;
}

/* No journal is touched: the agent of this test has none. */
static void a_host_counts_its_queue_pairs(void **state)
{
	struct protocol_answer *answer;
	const struct ece_qp_census *census;

	(void)state;
	host_up("7.x");
	answer = ask();
	assert_int_equal(answer->nic_count, 2);
	census = &answer->nics[0].qps->census;
	assert_int_equal(census->count, 5);
	assert_int_equal(census->kind_count, 4);
	assert_string_equal(census->kinds[0].type, "GSI");
	assert_int_equal(census->kinds[1].count, 2);
	assert_int_equal(census->kinds[1].options, AGREED);
	assert_int_equal(census->kinds[1].peers[0].pid, 4711);
	assert_string_equal(census->kinds[1].peers[0].owner, "train");
	assert_int_equal(census->kinds[1].peers[0].remote_qpn, qps[2].qpn);
	assert_int_equal(census->kinds[2].options, 0x30000000);
	assert_false(census->kinds[3].connected);
	assert_int_equal(census->unlisted, 0);
	assert_int_equal(answer->nics[1].qps->census.count, 0);
	protocol_answer_free(answer);
	host_down();
}

static void without_a_device_the_host_says_why(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	host_up("7.x");
	cards[1].rdma[0] = '\0';
	answer = ask();
	assert_int_equal(answer->nics[1].qps->error.kind, ECE_ERROR_NO_DOOR);
	assert_int_equal(answer->nics[0].qps->error.code, 0);
	protocol_answer_free(answer);
	host_down();
}

static void somebody_elses_function_is_not_asked(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	host_up("7.x");
	odd.driver = "vfio-pci";
	answer = ask();
	assert_int_equal(answer->nics[1].info.bar, ECE_NIC_BAR_OTHER_DRIVER);
	assert_non_null(strstr(answer->nics[1].qps->error.text, "vfio-pci"));
	protocol_answer_free(answer);
	host_down();
}

#define MANY_CARDS 200
#define ALIKE      8

/* What a card of this type makes of a request for each: seven different words. */
static const uint32_t many_words[] = {0x10000000, 0x20000000, 0x20000001, 0x30000000,
				      0x30000001, 0x30000002, 0x30000003};
#define WORDS     (sizeof(many_words) / sizeof(many_words[0]))
#define MANY_EACH (2 * WORDS * ALIKE)

static void make_many(struct sim_kernel *many, struct sim_card *card, struct sim_qp *list)
{
	for (size_t i = 0; i < MANY_EACH; i++) {
		list[i] = (struct sim_qp){.card = card, .type = i % 2 ? RC : UD, .pid = 4711};
		assert_int_equal(sim_qp_make(many, &list[i]), 0);
		assert_int_equal(sim_qp_ready(many, &list[i], 0x777, many_words[i / 2 % WORDS]), 0);
	}
}

/* A line has a limit: counts go first, and names where there is room. */
static void an_answer_that_is_too_long_goes_without_names(void **state)
{
	struct fw_state *many_states = calloc(MANY_CARDS, sizeof(*many_states));
	struct sim_card *many_cards = calloc(MANY_CARDS, sizeof(*many_cards));
	struct sim_qp *many_qps = calloc(MANY_CARDS * MANY_EACH, sizeof(*many_qps));
	struct protocol_answer *answer;
	struct sim_kernel many;

	(void)state;
	assert_true(many_states && many_cards && many_qps);
	for (size_t i = 0; i < MANY_CARDS; i++) {
		sim_card_name(&many_cards[i], i);
		many_cards[i].fw = (struct fw){
			.type = fw_card_type_find("cx7"), .state = &many_states[i], .objects = fw_objects_new()};
		fw_power_on(&many_cards[i].fw, i + 1);
	}
	process = (struct sim_process){.pid = 4711, .comm = "fifteen_letters", .opens = &many_cards[0]};
	sim_kernel_init(&many, sim_persona_find("7.x"), many_cards, MANY_CARDS);
	many.processes = &process;
	many.process_count = 1;
	many.qps = many_qps;
	many.qp_count = MANY_CARDS * MANY_EACH;
	for (size_t i = 0; i < MANY_CARDS; i++)
		make_many(&many, &many_cards[i], &many_qps[i * MANY_EACH]);
	os = sim_kernel_os(&many);
	answer = ask();
	assert_int_equal(answer->nic_count, MANY_CARDS);
	assert_int_equal(answer->nics[7].qps->census.kind_count, 2 * WORDS);
	assert_int_equal(answer->nics[7].qps->census.kinds[3].count, ALIKE);
	assert_int_equal(answer->nics[7].qps->census.kinds[3].peer_count, 0);
	protocol_answer_free(answer);
	for (size_t i = 0; i < MANY_CARDS; i++)
		fw_objects_free(many_cards[i].fw.objects);
	free(many_qps);
	free(many_cards);
	free(many_states);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_host_counts_its_queue_pairs),
		cmocka_unit_test(without_a_device_the_host_says_why),
		cmocka_unit_test(an_answer_that_is_too_long_goes_without_names),
		cmocka_unit_test(somebody_elses_function_is_not_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
