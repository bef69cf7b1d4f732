// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The simulated fleet's files, and agents on it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "devx/net/optional.h"
#include "lib/host/protocol.h"
#include "tests/unit/lib/simfleet/bench.h"

static const char *dir;
static char path[128];

static int setup(void **state)
{
	(void)state;
	dir = bench_dir_new();
	snprintf(path, sizeof(path), "%s/sim/hosts", dir);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	bench_dir_remove(dir);
	return 0;
}

static struct simfleet *open_with(unsigned int hosts, unsigned int cards, const char *faults)
{
	struct fleet *fleet = bench_fleet(hosts, cards, faults);
	struct simfleet *sim = bench_open(dir, fleet);

	fleet_free(fleet);
	return sim;
}

/* Serves one request line (which it frees). Returns the result's name. */
static const char *serve(struct simfleet *sim, size_t host, char *line)
{
	struct simfleet_call call = {.host = host, .line = line, .len = strlen(line)};
	struct protocol_answer *answer;
	const char *name;
	struct ece_error e;

	simfleet_serve(sim, &call, 1);
	free(line);
	if (!call.answer)
		return "none";
	assert_int_equal(protocol_answer_decode(call.answer, call.answer_len, &answer, &e), 0);
	assert_true(answer->simulated);
	name = protocol_result_name(answer->result);
	protocol_answer_free(answer);
	free(call.answer);
	return name;
}

/* Its journal and cards are the state directory's, and as private. */
static void test_directory_is_its_owners_alone(void **state)
{
	char own[PATH_MAX];
	struct stat st;

	(void)state;
	simfleet_close(open_with(1, 1, ""));
	snprintf(own, sizeof(own), "%s/sim", dir);
	assert_int_equal(stat(own, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
}

static void test_directory_with_too_long_a_name_is_refused(void **state)
{
	static char name[4096];
	struct simfleet *sim;
	struct ece_error e;

	(void)state;
	memset(name, 'd', sizeof(name) - strlen("/sim"));
	assert_int_equal(simfleet_open(name, NULL, NULL, &sim, &e), -ENAMETOOLONG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void test_fleet_stays_between_openings(void **state)
{
	struct simfleet *sim = open_with(3, 2, "");
	size_t host;

	(void)state;
	assert_int_equal(simfleet_host_count(sim), 3);
	assert_int_equal(simfleet_host_find(sim, "h2", &host, NULL), 0);
	assert_string_equal(simfleet_host_name(sim, host), "h2");
	assert_string_equal(serve(sim, host, bench_apply(sim, host, "a", "R")), "held");
	simfleet_advance(sim, 77 * UINT64_C(1000000000));
	simfleet_set_down(sim, 0, true);
	simfleet_close(sim);
	sim = bench_open(dir, NULL);
	assert_true(bench_all(sim, host, true));
	assert_true(bench_all(sim, 2, false));
	assert_int_equal(simfleet_now(sim), 77 * UINT64_C(1000000000));
	simfleet_advance(sim, 5);
	assert_int_equal(simfleet_now(sim), 77 * UINT64_C(1000000000));
	assert_true(simfleet_is_down(sim, 0));
	assert_string_equal(serve(sim, host, bench_op("undo", "u", "R")), "undone");
	assert_true(bench_all(sim, host, false));
	simfleet_close(sim);
}

static const char *tell(struct simfleet *sim, size_t host, size_t card, const char *words, struct ece_error *e)
{
	static char answer[SIMFLEET_ANSWER_MAX];
	char line[128];

	snprintf(line, sizeof(line), "%s", words);
	return simfleet_tell(sim, host, card, line, answer, e) ? NULL : answer;
}

static void test_one_card_is_told_and_stays_told(void **state)
{
	struct simfleet *sim = open_with(2, 2, "");
	struct ece_error e = {0};

	(void)state;
	assert_string_equal(tell(sim, 1, 1, "fault status 0x825 3", &e), "ok");
	simfleet_close(sim);
	sim = bench_open(dir, NULL);
	assert_non_null(strstr(tell(sim, 1, 1, "dump fault", &e), "\"fault.0.opcode\":2085"));
	assert_string_equal(tell(sim, 1, 0, "dump fault", &e), "ok {}");
	/* the card that refuses makes the host put the first one back */
	assert_string_equal(serve(sim, 1, bench_apply(sim, 1, "a", "R")), "failed_old");
	assert_true(bench_all(sim, 1, false));
	assert_string_equal(tell(sim, 1, 1, "dump cong.rp.rpg_ai", &e), "ok {\"cong.rp.rpg_ai_rate\":5}");
	simfleet_close(sim);
}

static void test_words_that_a_card_does_not_know_are_an_error(void **state)
{
	struct simfleet *sim = open_with(1, 1, "");
	struct ece_error e = {0};

	(void)state;
	assert_null(tell(sim, 0, 0, "jump", &e));
	assert_string_equal(e.text, "a simulated card does not understand \"jump\"");
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_null(tell(sim, 0, 0, "", &e));
	assert_null(tell(sim, 0, 0, "health sick", &e));
	assert_string_equal(e.text, "'sick' is not a number up to 255");
	assert_null(tell(sim, 0, 1, "dump", &e));
	assert_int_equal(e.code, -ENOENT);
	assert_string_equal(e.text, "the simulated host h1 has no card 1");
	simfleet_close(sim);
}

static void test_card_outlives_the_process_that_wrote_to_it(void **state)
{
	struct simfleet *sim = open_with(1, 1, "");
	int status;
	pid_t pid;

	(void)state;
	simfleet_close(sim);
	pid = fork();
	if (!pid) {
		sim = bench_open(dir, NULL);
		serve(sim, 0, bench_apply(sim, 0, "a", "R"));
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	sim = bench_open(dir, NULL);
	assert_true(bench_all(sim, 0, true));
	assert_string_equal(serve(sim, 0, bench_apply(sim, 0, "a", "R")), "held");
	simfleet_close(sim);
}

static void test_fleet_follows_the_file_and_keeps_what_is_there(void **state)
{
	struct simfleet *sim = open_with(2, 1, "");
	uint64_t old;

	(void)state;
	assert_string_equal(serve(sim, 1, bench_apply(sim, 1, "a", "R")), "held");
	old = simfleet_card(sim, 1, 0)->identity;
	simfleet_close(sim);
	sim = open_with(4, 1, "");
	assert_int_equal(simfleet_host_count(sim), 4);
	assert_true(bench_all(sim, 1, true));
	assert_true(bench_all(sim, 3, false));
	assert_int_equal(simfleet_card(sim, 1, 0)->identity, old);
	simfleet_close(sim);
	sim = open_with(4, 2, "");
	assert_int_not_equal(simfleet_card(sim, 1, 0)->identity, old);
	assert_true(bench_all(sim, 1, false));
	assert_non_null(simfleet_card(sim, 1, 1));
	assert_null(simfleet_card(sim, 1, 2));
	simfleet_close(sim);
}

static void test_cards_are_told_apart(void **state)
{
	struct simfleet *sim = open_with(50, 4, "");

	(void)state;
	for (size_t i = 0; i < 200; i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(simfleet_card(sim, i / 4, i % 4)->identity,
					     simfleet_card(sim, j / 4, j % 4)->identity);
	simfleet_close(sim);
}

static void test_unknown_host_is_named(void **state)
{
	struct simfleet *sim = open_with(2, 1, "");
	struct ece_error e;
	size_t host;

	(void)state;
	assert_int_equal(simfleet_host_find(sim, "h3", &host, &e), -ENOENT);
	assert_string_equal(e.text, "the simulated fleet has no host \"h3\"");
	simfleet_close(sim);
}

/* The parser stops at fewer cards, unless an option says more. */
static void test_limit_of_cards(void **state)
{
	struct fleet *fleet = bench_fleet(1, 2, "");
	uint32_t *count = (uint32_t *)(uintptr_t)&fleet->transport.sim.cards[0].count;
	struct simfleet *sim;
	struct ece_error e;

	(void)state;
	*count = SIMFLEET_CARDS_MAX + 1;
	assert_int_equal(simfleet_open(dir, fleet, NULL, &sim, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	*count = SIMFLEET_CARDS_MAX;
	assert_int_equal(simfleet_open(dir, fleet, NULL, &sim, &e), 0);
	assert_string_equal(serve(sim, 0, bench_read("r")), "ok");
	assert_non_null(simfleet_card(sim, 0, SIMFLEET_CARDS_MAX - 1));
	assert_null(simfleet_card(sim, 0, SIMFLEET_CARDS_MAX));
	simfleet_close(sim);
	fleet_free(fleet);
}

static int open_fails(struct ece_error *e)
{
	struct simfleet *sim;

	return simfleet_open(dir, NULL, NULL, &sim, e);
}

static void overwrite(const char *what, size_t len, off_t at)
{
	int fd = open(path, O_WRONLY);

	assert_int_equal(pwrite(fd, what, len, at), (ssize_t)len);
	close(fd);
}

static void test_missing_other_and_damaged_files_are_said(void **state)
{
	const uint32_t older = 4, same = 5, newer = 6;
	struct ece_error e;

	(void)state;
	assert_int_equal(open_fails(&e), -ENOENT);
	simfleet_close(open_with(2, 1, ""));
	overwrite((const char *)&newer, 4, 8);
	assert_int_equal(open_fails(&e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
	assert_non_null(strstr(e.text, "use the newer program"));
	overwrite((const char *)&older, 4, 8);
	assert_int_equal(open_fails(&e), -EPROTONOSUPPORT);
	assert_non_null(strstr(e.text, "remove its directory"));
	overwrite((const char *)&same, 4, 8);
	assert_int_equal(truncate(path, 4096 + 100), 0);
	assert_int_equal(open_fails(&e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	assert_non_null(strstr(e.text, path));
	overwrite("x", 1, 0);
	assert_int_equal(open_fails(&e), -EUCLEAN);
	assert_int_equal(truncate(path, 10), 0);
	assert_int_equal(open_fails(&e), -EUCLEAN);
}

/* The first host's record: where its cards are lies behind its name, its kernel and two bytes. */
static void test_host_with_cards_that_are_not_there_is_damage(void **state)
{
	const uint32_t far = 1000;
	struct ece_error e;

	(void)state;
	simfleet_close(open_with(2, 1, ""));
	overwrite((const char *)&far, 4, 4096 + SIMFLEET_NAME_MAX + SIMFLEET_KERNEL_MAX + 2);
	assert_int_equal(open_fails(&e), -EUCLEAN);
}

static void test_fleet_that_is_in_use_does_not_change(void **state)
{
	struct simfleet *first = open_with(2, 1, ""), *second;
	struct fleet *larger = bench_fleet(3, 1, ""), *same = bench_fleet(2, 1, "");
	struct ece_error e;

	(void)state;
	assert_int_equal(simfleet_open(dir, larger, NULL, &second, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_int_equal(simfleet_host_count(first), 2);
	second = bench_open(dir, same);
	simfleet_close(second);
	simfleet_close(first);
	second = bench_open(dir, larger);
	assert_int_equal(simfleet_host_count(second), 3);
	simfleet_close(second);
	fleet_free(larger);
	fleet_free(same);
}

static void test_hosts_share_commits_and_not_their_fates(void **state)
{
	struct simfleet *sim = open_with(3, 1, "\"faults\":[{\"hosts\":\"h2\",\"kind\":\"refuses\"}]");
	static const char *const expected[] = {"held", "failed_old", "held"};
	struct simfleet_call calls[3] = {0};
	struct protocol_answer *answer;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		calls[i].host = i;
		calls[i].line = bench_apply(sim, i, "a", "R");
		calls[i].len = strlen(calls[i].line);
	}
	simfleet_serve(sim, calls, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(protocol_answer_decode(calls[i].answer, calls[i].answer_len, &answer, &e), 0);
		assert_string_equal(protocol_result_name(answer->result), expected[i]);
		protocol_answer_free(answer);
		assert_true(bench_all(sim, i, i != 1));
		free(calls[i].answer);
		free((char *)(uintptr_t)calls[i].line);
	}
	simfleet_close(sim);
}

/* Faults of the fleet file are those of the firmware: refused, or accepted and ignored; of one parameter, some times. */
static void check_fault(const char *fault, const char *first, const char *second, const char *run)
{
	struct simfleet *sim = open_with(1, 2, fault);

	assert_string_equal(serve(sim, 0, bench_apply(sim, 0, run, run)), first);
	assert_true(bench_all(sim, 0, !strcmp(first, "held")));
	if (second)
		assert_string_equal(serve(sim, 0, bench_apply(sim, 0, "a2", "R2")), second);
	simfleet_close(sim);
}

static void test_card_that_refuses_once(void **state)
{
	(void)state;
	check_fault("\"faults\":[{\"hosts\":\"h1\",\"kind\":\"refuses\",\"param\":\"" ALPHA "\",\"times\":1}]",
		    "failed_old", "held", "R1");
}

static void test_card_that_ignores_writes_for_ever(void **state)
{
	(void)state;
	check_fault("\"faults\":[{\"hosts\":\"h1\",\"kind\":\"ignores\",\"param\":\"" SR "\"}]", "failed_old",
		    "failed_old", "R1");
}

static void test_faults_stay_counted_down(void **state)
{
	(void)state;
	check_fault("\"faults\":[{\"hosts\":\"h1\",\"kind\":\"refuses\",\"param\":\"" RATE "\",\"times\":1}]",
		    "failed_old", NULL, "R1");
	check_fault("\"faults\":[{\"hosts\":\"h1\",\"kind\":\"refuses\",\"param\":\"" RATE "\",\"times\":1}]", "held",
		    NULL, "R2");
}

static void test_drift_is_seen_by_undo_and_is_in_no_journal(void **state)
{
	struct simfleet *sim = open_with(1, 1, "");
	struct ece_error e;

	(void)state;
	assert_string_equal(serve(sim, 0, bench_apply(sim, 0, "a", "R")), "held");
	assert_int_equal(simfleet_drift(sim, 0, ece_param_find(RATE), 3, &e), 0);
	assert_int_equal(bench_bytes(simfleet_card(sim, 0, 0)).rate, 3);
	assert_string_equal(serve(sim, 0, bench_op("undo", "u", "R")), "conflict");
	assert_int_equal(bench_bytes(simfleet_card(sim, 0, 0)).rate, 3);
	assert_int_equal(bench_bytes(simfleet_card(sim, 0, 0)).alpha, 6553);
	simfleet_close(sim);
}

/* 6.1 has no fwctl, so the register goes through the PCI window there; DevX and debugfs are as before. */
static void test_kernel_of_a_host_decides_its_doors(void **state)
{
	struct simfleet *sim = open_with(2, 1, "");
	struct simfleet_call call = {.line = bench_read("r")};
	struct protocol_answer *answer;
	struct ece_error e;

	(void)state;
	assert_string_equal(simfleet_kernel(sim, 0), "7.x");
	assert_int_equal(simfleet_set_kernel(sim, 0, "6.1", &e), 0);
	assert_int_equal(simfleet_set_kernel(sim, 1, "6.2", &e), -EINVAL);
	assert_non_null(strstr(e.text, "6.12"));
	simfleet_close(sim);
	sim = bench_open(dir, NULL);
	assert_string_equal(simfleet_kernel(sim, 0), "6.1");
	assert_string_equal(simfleet_kernel(sim, 1), "7.x");
	call.len = strlen(call.line);
	simfleet_serve(sim, &call, 1);
	assert_int_equal(protocol_answer_decode(call.answer, call.answer_len, &answer, &e), 0);
	assert_int_equal(answer->nics[0].values[0].value.state, ECE_VALUE_SET);
	assert_int_equal(answer->nics[0].values[0].value.result.backend, ECE_BACKEND_DEVX);
	assert_int_equal(answer->nics[0].values[1].value.state, ECE_VALUE_SET);
	assert_int_equal(answer->nics[0].values[1].value.result.backend, ECE_BACKEND_VSC);
	protocol_answer_free(answer);
	free(call.answer);
	free((char *)(uintptr_t)call.line);
	simfleet_close(sim);
}

static void test_host_is_locked_while_somebody_works_on_it(void **state)
{
	struct simfleet *sim = open_with(2, 1, ""), *other = bench_open(dir, NULL);
	struct simfleet_host *mine, *theirs;
	struct ece_error e;

	(void)state;
	assert_int_equal(simfleet_host_open(sim, 0, &mine, &e), 0);
	assert_int_equal(simfleet_host_open(other, 1, &theirs, &e), 0);
	simfleet_host_close(theirs);
	assert_int_equal(simfleet_host_open(other, 0, &theirs, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	simfleet_host_close(mine);
	assert_int_equal(simfleet_host_open(other, 0, &theirs, &e), 0);
	simfleet_host_close(theirs);
	simfleet_close(other);
	simfleet_close(sim);
}

static int switch_counter(const struct ece_os *os, bool on)
{
	const char *name = "cc_rx_ce_pkts";
	struct ece_rdma_counter_status *was = NULL;
	struct ece_error e;
	size_t count;
	int err = ece_rdma_optional_change(os, "mlx5_0", 1, &name, 1, on, &was, &count, &e);

	free(was);
	return err ? err : (int)count;
}

/* What the driver has on stays so for the next process, and goes with a boot. */
static void test_optional_counters_last_until_a_boot(void **state)
{
	struct simfleet *sim = open_with(1, 1, "");
	struct simfleet_host *host;
	struct ece_error unready, e;

	(void)state;
	assert_int_equal(simfleet_host_open(sim, 0, &host, &e), 0);
	assert_int_equal(switch_counter(simfleet_host_os(host), true), 1);
	simfleet_host_close(host);
	simfleet_close(sim);
	sim = bench_open(dir, NULL);
	assert_int_equal(simfleet_host_open(sim, 0, &host, &e), 0);
	assert_int_equal(switch_counter(simfleet_host_os(host), true), 0);
	simfleet_host_close(host);
	simfleet_power_off(sim, 0);
	assert_int_equal(simfleet_start(sim, 0, &unready, &e), 0);
	assert_int_equal(simfleet_host_open(sim, 0, &host, &e), 0);
	assert_int_equal(switch_counter(simfleet_host_os(host), true), 1);
	simfleet_host_close(host);
	simfleet_close(sim);
}

static void test_fate_follows_the_seed(void **state)
{
	struct simfleet *sim = open_with(2, 1, "");
	uint64_t first = simfleet_fate(sim, 0, "", 0).delay_ns;

	(void)state;
	assert_int_equal(simfleet_fate(sim, 0, "", 0).delay_ns, first);
	assert_int_not_equal(simfleet_fate(sim, 1, "", 0).delay_ns, first);
	assert_true(first >= 20000000 && first < 180000000);
	simfleet_close(sim);
}

static void test_answers_are_lost_only_of_writes(void **state)
{
	struct simfleet *sim = open_with(1, 1, "\"faults\":[{\"hosts\":\"h1\",\"kind\":\"lost\",\"times\":1}]");
	char *read = bench_read("r"), *undo = bench_op("undo", "u", "R");

	(void)state;
	assert_false(simfleet_fate(sim, 0, read, strlen(read)).lost);
	assert_true(simfleet_fate(sim, 0, undo, strlen(undo)).lost);
	assert_false(simfleet_fate(sim, 0, undo, strlen(undo)).lost);
	free(read);
	free(undo);
	simfleet_close(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_directory_is_its_owners_alone),
		CASE(test_directory_with_too_long_a_name_is_refused),
		CASE(test_fleet_stays_between_openings),
		CASE(test_one_card_is_told_and_stays_told),
		CASE(test_words_that_a_card_does_not_know_are_an_error),
		CASE(test_card_outlives_the_process_that_wrote_to_it),
		CASE(test_fleet_follows_the_file_and_keeps_what_is_there),
		CASE(test_cards_are_told_apart),
		CASE(test_unknown_host_is_named),
		CASE(test_limit_of_cards),
		CASE(test_missing_other_and_damaged_files_are_said),
		CASE(test_host_with_cards_that_are_not_there_is_damage),
		CASE(test_fleet_that_is_in_use_does_not_change),
		CASE(test_hosts_share_commits_and_not_their_fates),
		CASE(test_card_that_refuses_once),
		CASE(test_card_that_ignores_writes_for_ever),
		CASE(test_faults_stay_counted_down),
		CASE(test_drift_is_seen_by_undo_and_is_in_no_journal),
		CASE(test_kernel_of_a_host_decides_its_doors),
		CASE(test_host_is_locked_while_somebody_works_on_it),
		CASE(test_optional_counters_last_until_a_boot),
		CASE(test_fate_follows_the_seed),
		CASE(test_answers_are_lost_only_of_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
