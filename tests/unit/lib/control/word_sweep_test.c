// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A controller is killed at every operation from the moment that somebody leaves it a word. Either it has heard the
 * word, and the run has the event; or it has not, and the one who left it can tell.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/control/bench.h"

#define FIRST_WORD  1
#define TRIALS_MAX  100
#define CHILD_ENDED 0
#define CHILD_ERROR 1

static const char stops[] =
	"{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"10s\", \"on_fail\": \"stop\" }";

static int kill_at; /* of the child */

static void leave(const struct bench *b)
{
	struct ece_error e = {0};
	struct store *store;
	int64_t number;

	if (store_open(b->dir, NULL, &store, &e) ||
	    store_word_put(store, b->run, STORE_WORD_ABORT, "somebody", &number, &e))
		_exit(CHILD_ERROR);
	store_close(store);
}

static void leave_when_paused(struct bench *b, const struct rollout *run)
{
	char fault[32];

	if (rollout_state(run) != ROLLOUT_PAUSED || b->said)
		return;
	b->said = true;
	leave(b);
	snprintf(fault, sizeof(fault), "kill@%d", kill_at);
	if (fault_arm(fault))
		_exit(CHILD_ERROR);
}

/* A run that is held after a host failed, and aborted. */
static void be_killed(struct bench *b)
{
	bench_begin(b, 4, stops);
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	b->moved = leave_when_paused;
	control_hold(b->control, true);
	if (bench_plan(b) || control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e))
		_exit(CHILD_ERROR);
	_exit(b->result == CONTROL_UNDONE ? CHILD_ENDED : CHILD_ERROR);
}

static int add_chapter(void *ctx, const struct control_chapter *chapter)
{
	bool *heard = ctx;

	*heard |= !strcmp(chapter->text, "abort was asked for, by somebody");
	return 0;
}

/* Does the run know of the word, and does whoever left it hear the same? */
static bool heard(struct bench *b)
{
	struct ece_error e = {0};
	bool in_story = false;
	int taken;

	bench_begin(b, 4, stops);
	if (control_story(b->control, NULL, add_chapter, &in_story, &e))
		fail_msg("%s", e.text);
	taken = store_word_taken(b->store, FIRST_WORD, &e);
	if (taken != in_story)
		fail_msg("killed at %d: the word was%s taken, and the run has%s heard it", kill_at, taken ? "" : " not",
			 in_story ? "" : " not");
	return in_story;
}

/* Returns false when nothing was left to be killed at. */
static bool attempt(int at, int *heard_count)
{
	void *state = NULL;
	int status = 0;
	pid_t pid;

	assert_int_equal(bench_setup(&state), 0);
	kill_at = at;
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		be_killed(state);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == CHILD_ENDED);
	*heard_count += heard(state);
	bench_teardown(&state);
	return WIFSIGNALED(status);
}

static void a_word_is_heard_and_obeyed_or_neither(void **state)
{
	int n = 1, heard_count = 0;

	(void)state;
	while (n < TRIALS_MAX && attempt(n, &heard_count))
		n++;
	print_message("%d operations, heard in %d\n", n - 1, heard_count);
	assert_in_range(n, 4, TRIALS_MAX - 1);
	/* before its commit nobody has heard it */
	assert_int_equal(heard_count, n - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_is_heard_and_obeyed_or_neither),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
