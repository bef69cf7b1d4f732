// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is known of a request when the command to a host, the host or its agent misbehaves. Both are small shell programs. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/channel/command.h"

#define HELLO    "read h; echo '{\"result\":\"refused\"}'; "
#define REQUESTS 64

static struct {
	unsigned int times;
	enum channel_outcome outcome[REQUESTS]; /* by cookie */
	char line[REQUESTS][128];
	char why[512];
} got;

static void take(void *ctx, const struct channel_answer *answer)
{
	(void)ctx;
	assert_true(answer->cookie < REQUESTS);
	got.times++;
	got.outcome[answer->cookie] = answer->outcome;
	snprintf(got.line[answer->cookie], sizeof(got.line[0]), "%s",
		 answer->outcome == CHANNEL_REPLY ? answer->line : "");
	snprintf(got.why, sizeof(got.why), "%s", answer->outcome == CHANNEL_REPLY ? "" : answer->why);
}

/* A channel whose command is this shell program; $0 in it is the host. */
static struct channel *to(const char *program, uint64_t connect_ms, uint32_t at_once)
{
	const char *const argv[] = {"sh", "-c", program, "{host}", NULL};
	const struct channel_command_options options = {
		.argv = argv, .connect_ns = connect_ms * CLOCK_MS_NS, .at_once = at_once};
	struct channel *channel;
	struct ece_error e;

	memset(&got, 0, sizeof(got));
	assert_int_equal(channel_command_new(&options, &channel, &e), 0);
	return channel;
}

static void submit(struct channel *channel, const char *host, const char *line, uint64_t ms, uint64_t cookie)
{
	struct ece_error e;

	assert_int_equal(channel_submit(channel, host, line, strlen(line), channel_now(channel) + ms * CLOCK_MS_NS,
					cookie, &e),
			 0);
}

static void wait_for(struct channel *channel, unsigned int times)
{
	struct ece_error e;

	while (got.times < times)
		assert_true(channel_poll(channel, UINT64_MAX, -1, false, take, NULL, &e) > 0);
	assert_int_equal(got.times, times);
}

static void ask_within(const char *program, uint64_t connect_ms, uint64_t ms)
{
	struct channel *channel = to(program, connect_ms, 32);

	submit(channel, "gpu1", "a request", ms, 0);
	assert_int_equal(got.times, 0);
	wait_for(channel, 1);
	channel_free(channel);
}

static void ask(const char *program)
{
	ask_within(program, 20000, 20000);
}

static void is(enum channel_outcome outcome, const char *why)
{
	assert_int_equal(got.outcome[0], outcome);
	assert_string_equal(got.why, why);
}

static void test_answer(void **state)
{
	(void)state;
	ask(HELLO "read a; echo \"$0 got $a\"");
	assert_int_equal(got.outcome[0], CHANNEL_REPLY);
	assert_string_equal(got.line[0], "gpu1 got a request");
}

/* Every word has its host, and none is read by a shell. */
static void test_host_in_words(void **state)
{
	static const char program[] = HELLO "read a; echo \"$1 $2 $#\"";
	const char *const argv[] = {"sh", "-c", program, "x", "{host}:{host}", "$(id)-{host", NULL};
	const struct channel_command_options options = {.argv = argv, .connect_ns = 20 * CLOCK_SECOND_NS, .at_once = 1};
	struct channel *channel;
	struct ece_error e;

	(void)state;
	memset(&got, 0, sizeof(got));
	assert_int_equal(channel_command_new(&options, &channel, &e), 0);
	submit(channel, "n1", "x", 20000, 0);
	wait_for(channel, 1);
	assert_string_equal(got.line[0], "n1:n1 $(id)-{host 2");
	channel_free(channel);
}

static void test_a_connection_is_used_again(void **state)
{
	struct channel *channel = to("while " HELLO "read a; do echo \"$$ $a\"; done", 20000, 32);
	char first[128];

	(void)state;
	submit(channel, "gpu1", "one", 20000, 0);
	wait_for(channel, 1);
	submit(channel, "gpu1", "two", 20000, 1);
	submit(channel, "gpu1", "three", 20000, 2);
	wait_for(channel, 3);
	assert_int_equal(sscanf(got.line[0], "%127s", first), 1);
	assert_memory_equal(first, got.line[1], strlen(first));
	assert_memory_equal(first, got.line[2], strlen(first));
	channel_free(channel);
}

/* An old connection that died is no trouble of the request: another one is made. */
static void test_a_dead_connection_is_made_again(void **state)
{
	struct channel *channel = to(HELLO "read a; echo \"$$ $a\"; read h", 20000, 32);

	(void)state;
	submit(channel, "gpu1", "one", 20000, 0);
	wait_for(channel, 1);
	submit(channel, "gpu1", "two", 20000, 1);
	wait_for(channel, 2);
	assert_int_equal(got.outcome[1], CHANNEL_REPLY);
	assert_non_null(strstr(got.line[1], " two"));
	channel_free(channel);
}

static void test_before_the_greeting_is_answered_nothing_was_sent(void **state)
{
	(void)state;
	ask("exit 255");
	is(CHANNEL_NOT_SENT, "the connection ended (exit code 255)");
	ask("read h; echo 'kubectl: no such pod' >&2; exit 1");
	is(CHANNEL_NOT_SENT, "the agent exited with code 1: kubectl: no such pod");
	ask("read h; kill -9 $$");
	is(CHANNEL_NOT_SENT, "the agent was killed by signal 9");
	ask("read h; echo Welcome to gpu1; cat");
	is(CHANNEL_NOT_SENT, "something else than an agent answers there: \"Welcome to gpu1\"; does a login script of "
			     "the host print?");
	/* a terminal on the way gives back what it was given */
	ask("cat");
	assert_int_equal(got.outcome[0], CHANNEL_NOT_SENT);
	ask("exec yes | tr -d '\\n'");
	assert_int_equal(got.outcome[0], CHANNEL_NOT_SENT);
	assert_non_null(strstr(got.why, "longer than 1048576 bytes"));
	ask("yes >&2");
	assert_int_equal(got.outcome[0], CHANNEL_NOT_SENT);
	assert_string_equal(got.why, "its error output has no end: y");
	ask("printf half");
	is(CHANNEL_NOT_SENT, "the agent exited with code 0");
}

static void test_connecting_has_a_deadline(void **state)
{
	uint64_t start = clock_now();

	(void)state;
	ask_within("echo 'trying' >&2; exec sleep 600", 300, 60000);
	is(CHANNEL_NOT_SENT, "no agent answered within the time to connect: trying");
	ask_within("exec sleep 600", 60000, 300);
	assert_int_equal(got.outcome[0], CHANNEL_NOT_SENT);
	assert_true(clock_now() - start < 30 * CLOCK_SECOND_NS);
}

static void test_afterwards_it_may_have_arrived(void **state)
{
	static const char sent[] = "the request was sent, and then ";

	(void)state;
	ask(HELLO "read a; echo 'Connection to gpu1 closed by remote host.' >&2; exit 255");
	is(CHANNEL_MAYBE, "the request was sent, and then the connection ended (exit code 255): Connection to gpu1 "
			  "closed by remote host.");
	ask(HELLO "read a; printf half");
	assert_int_equal(got.outcome[0], CHANNEL_MAYBE);
	ask(HELLO "read a; kill -9 $$");
	assert_int_equal(got.outcome[0], CHANNEL_MAYBE);
	ask(HELLO "read a; exec cat /dev/zero");
	assert_int_equal(got.outcome[0], CHANNEL_MAYBE);
	ask(HELLO "read a; exec yes >&2");
	assert_int_equal(got.outcome[0], CHANNEL_MAYBE);
	assert_memory_equal(got.why, sent, sizeof(sent) - 1);
	ask(HELLO "exec >&-; exec sleep 600");
	is(CHANNEL_MAYBE, "the request was sent, and then its output ended without an answer");
	ask_within(HELLO "read a; exec sleep 600", 20000, 1000);
	is(CHANNEL_MAYBE, "the request was sent, and then no answer came in time");
}

/* A pipe takes 64 KiB: the end of a longer request never got to an agent that does not read. */
static void test_request_without_its_end_was_not_sent(void **state)
{
	struct channel *channel = to(HELLO "exec sleep 600", 20000, 32);
	char *line = calloc(1, 200001);

	(void)state;
	memset(line, 'x', 200000);
	submit(channel, "gpu1", line, 1000, 0);
	wait_for(channel, 1);
	is(CHANNEL_NOT_SENT, "no answer came in time");
	channel_free(channel);
	free(line);
}

static void says(const char *words, const char *why)
{
	char program[1024];

	snprintf(program, sizeof(program), "cat >&2 <<'END'\n%s\nEND\nexit 255", words);
	ask(program);
	is(CHANNEL_NOT_SENT, why);
}

/* The words are those that OpenSSH 9.2 says. */
static void test_words_of_ssh(void **state)
{
	(void)state;
	says("No ED25519 host key is known for gpu1 and you have requested strict checking.\r\nHost key verification "
	     "failed.",
	     "its host key is not known here: compare it and add it to known_hosts, or let the hosts have certificates "
	     "(@cert-authority)");
	says("@@@\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key for gpu1 has changed and you "
	     "have requested strict checking.\r\nHost key verification failed.",
	     "its host key is another one than is known for it: either the host was installed anew, or somebody "
	     "answers in its place; compare the key on its console before you replace it in known_hosts");
	says("root@gpu1: Permission denied (publickey,password).",
	     "it does not let this user in: root@gpu1: Permission denied (publickey,password).");
	says("ssh: Could not resolve hostname gpu1: Name or service not known", "its name is not known here");
	says("ssh: connect to host gpu1 port 22: Connection refused",
	     "nothing listens there: the connection was refused");
	says("ssh: connect to host gpu1 port 22: Connection timed out", "it did not answer: the connection timed out");
	says("ssh: connect to host gpu1 port 22: No route to host", "there is no route to it");
	says("kex_exchange_identification: read: Connection reset by peer\nConnection reset by 10.0.0.1 port 22",
	     "it closed the connection before a session began; with many at a time its sshd or the one of a jump host "
	     "may have too few MaxStartups: lower \"at_once\"");
	says("something \033[2J new", "the connection ended (exit code 255): something ?[2J new");
}

static void test_words_of_a_shell(void **state)
{
	(void)state;
	ask("ece-agent-that-nobody-has --stdio");
	assert_int_equal(got.outcome[0], CHANNEL_NOT_SENT);
	assert_non_null(strstr(got.why, "the host has no such command: "));
	ask("/etc/passwd");
	assert_non_null(strstr(got.why, "the host cannot run the command: "));
}

static void test_command_that_is_not_there(void **state)
{
	const char *const argv[] = {"/nonexistent/ssh", "{host}", NULL};
	const struct channel_command_options options = {.argv = argv, .connect_ns = CLOCK_SECOND_NS, .at_once = 1};
	struct channel *channel;
	struct ece_error e;

	(void)state;
	memset(&got, 0, sizeof(got));
	assert_int_equal(channel_command_new(&options, &channel, &e), 0);
	submit(channel, "gpu1", "x", 20000, 0);
	wait_for(channel, 1);
	is(CHANNEL_NOT_SENT, "cannot start /nonexistent/ssh: No such file or directory");
	channel_free(channel);
}

/* A program of the command must not find a terminal to ask for a password on. */
static void test_nothing_asks_for_a_password(void **state)
{
	(void)state;
	ask(HELLO
	    "read a; if (exec </dev/tty) 2>/dev/null; then echo tty; else echo \"none $SSH_ASKPASS_REQUIRE\"; fi");
	assert_string_equal(got.line[0], "none never");
}

static size_t open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	size_t count = 0;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static void many(struct channel *channel, unsigned int hosts)
{
	char host[32];

	for (unsigned int i = 0; i < hosts; i++) {
		snprintf(host, sizeof(host), "gpu%u", i);
		submit(channel, host, "x", 60000, i);
	}
	wait_for(channel, hosts);
	for (unsigned int i = 0; i < hosts; i++)
		assert_int_equal(got.outcome[i], CHANNEL_REPLY);
}

/* More hosts than files allow connections: each gets its turn, and nothing is left behind. */
static void test_few_files(void **state)
{
	size_t before = open_files();
	struct rlimit old, few;
	struct channel *channel;

	(void)state;
	getrlimit(RLIMIT_NOFILE, &old);
	few = (struct rlimit){.rlim_cur = 64 + 4 * 4, .rlim_max = old.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	channel = to("while " HELLO "read a; do echo $0; done", 60000, 32);
	many(channel, 24);
	channel_free(channel);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(open_files(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* When it is out of files all the same, it goes on with the connections that it has. */
static void test_out_of_files(void **state)
{
	struct rlimit old, few;
	struct channel *channel;

	(void)state;
	getrlimit(RLIMIT_NOFILE, &old);
	channel = to("while " HELLO "read a; do echo $0; done", 60000, 32);
	few = (struct rlimit){.rlim_cur = open_files() + 16, .rlim_max = old.rlim_max};
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	many(channel, 12);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	channel_free(channel);
}

/* The program of each host counts those that are in it at a time, by files. */
static void test_few_at_once(void **state)
{
	char dir[] = "/tmp/at_once.XXXXXX", program[512];
	struct channel *channel;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(program, sizeof(program),
		 "cd %s; : >$0; n=$(ls | grep -c gpu); sleep 0.02; rm $0; while " HELLO "read a; do echo $n; done",
		 dir);
	channel = to(program, 60000, 3);
	many(channel, 12);
	for (int i = 0; i < 12; i++)
		assert_true(atoi(got.line[i]) >= 1 && atoi(got.line[i]) <= 3);
	channel_free(channel);
	assert_int_equal(rmdir(dir), 0);
}

static void test_waiting_has_a_deadline(void **state)
{
	struct channel *channel = to(HELLO "read a; exec sleep 600", 20000, 32);

	(void)state;
	submit(channel, "gpu1", "first", 1000, 0);
	submit(channel, "gpu1", "second", 300, 1);
	wait_for(channel, 1);
	assert_int_equal(got.outcome[1], CHANNEL_NOT_SENT);
	assert_string_equal(got.why, "no connection to it was free in time");
	wait_for(channel, 2);
	assert_int_equal(got.outcome[0], CHANNEL_MAYBE);
	channel_free(channel);
}

static bool not_any_more(void *ctx)
{
	int *left = ctx;

	return (*left)-- > 0;
}

/* A controller that was stopped for longer than its lock lasts finds answered greetings and free connections. */
static void test_nothing_leaves_without_the_lock(void **state)
{
	static const char program[] = HELLO "read a; echo \"$a\"";
	const char *const argv[] = {"sh", "-c", program, "{host}", NULL};
	struct channel_command_options options = {
		.argv = argv, .connect_ns = 20 * CLOCK_SECOND_NS, .at_once = 1, .may_send = not_any_more};
	struct channel *channel;
	struct ece_error e;

	(void)state;
	for (int left = 0; left <= 1; left++) {
		int may = left;

		memset(&got, 0, sizeof(got));
		options.may_send_ctx = &may;
		assert_int_equal(channel_command_new(&options, &channel, &e), 0);
		submit(channel, "gpu1", "x", 20000, 0);
		submit(channel, "gpu2", "x", 20000, 1);
		wait_for(channel, 2);
		for (int i = 0; i < 2; i++)
			assert_int_equal(got.outcome[i], CHANNEL_NOT_SENT);
		assert_string_equal(got.why, "this controller does not surely have the lock of the store any more");
		channel_free(channel);
	}
}

static void test_poll_ends_when_it_should(void **state)
{
	struct channel *channel = to("exec sleep 600", 20000, 32);
	uint64_t start = clock_now();
	struct ece_error e;
	int ready[2];

	(void)state;
	assert_int_equal(channel_poll(channel, UINT64_MAX, -1, false, take, NULL, &e), 0);
	assert_int_equal(channel_poll(channel, start + 20 * CLOCK_MS_NS, -1, false, take, NULL, &e), 0);
	submit(channel, "gpu1", "x", 20000, 0);
	assert_int_equal(channel_poll(channel, start + 60 * CLOCK_MS_NS, -1, false, take, NULL, &e), 0);
	assert_true(clock_now() - start >= 60 * CLOCK_MS_NS);
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(write(ready[1], "x", 1), 1);
	assert_int_equal(channel_poll(channel, UINT64_MAX, ready[0], false, take, NULL, &e), 0);
	channel_free(channel);
	close(ready[0]);
	close(ready[1]);
}

static void test_too_long(void **state)
{
	static char line[CHANNEL_LINE_MAX + 1];
	struct channel *channel = to("cat", 20000, 32);
	struct ece_error e;

	(void)state;
	assert_int_equal(channel_submit(channel, "gpu1", line, sizeof(line), UINT64_MAX, 0, &e), -EMSGSIZE);
	channel_free(channel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_answer),
		cmocka_unit_test(test_host_in_words),
		cmocka_unit_test(test_a_connection_is_used_again),
		cmocka_unit_test(test_a_dead_connection_is_made_again),
		cmocka_unit_test(test_before_the_greeting_is_answered_nothing_was_sent),
		cmocka_unit_test(test_connecting_has_a_deadline),
		cmocka_unit_test(test_afterwards_it_may_have_arrived),
		cmocka_unit_test(test_request_without_its_end_was_not_sent),
		cmocka_unit_test(test_words_of_ssh),
		cmocka_unit_test(test_words_of_a_shell),
		cmocka_unit_test(test_command_that_is_not_there),
		cmocka_unit_test(test_nothing_asks_for_a_password),
		cmocka_unit_test(test_few_files),
		cmocka_unit_test(test_out_of_files),
		cmocka_unit_test(test_few_at_once),
		cmocka_unit_test(test_waiting_has_a_deadline),
		cmocka_unit_test(test_nothing_leaves_without_the_lock),
		cmocka_unit_test(test_poll_ends_when_it_should),
		cmocka_unit_test(test_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
