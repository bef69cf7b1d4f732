// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Channel "pull" and the agents' end of it over a real etcd, both in this process, so that either can be stopped
 * between any two steps. Each case has keys of its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/channel/pull.h"
#include "lib/host/protocol.h"
#include "lib/pull/pull.h"
#include "tests/services/etcd_server.h"

#define WAIT_NS  (20 * CLOCK_SECOND_NS) /* longer than anything here takes */
#define SHORT_NS (700 * CLOCK_MS_NS)    /* a deadline that is meant to pass */
#define CROWD    200

struct host {
	struct pull_agent *agent;
	bool stopped; /* it is not stepped */
	bool keeps;   /* it takes requests and answers none */
	bool deaf;    /* it does not obey the freeze */
	unsigned served, told;
	bool frozen;
	uint64_t order;
	char why[64];
};

struct bench {
	struct channel *channel;
	struct etcd *etcd;
	char prefix[64];
	struct etcd_config as_controller, as_agent; /* how etcd is reached */
	struct host hosts[CROWD];
	size_t host_count;
	unsigned reply, not_sent, maybe;
	uint64_t cookies; /* sum */
	char said[ECE_ERROR_TEXT_MAX];
	int64_t guard;
};

static unsigned serial;

static void serve(void *ctx, const char *line, size_t len)
{
	struct host *host = ctx;

	(void)line;
	(void)len;
	host->served++;
	if (!host->keeps)
		pull_agent_answer(host->agent, "{\"done\":1}", 10);
}

static void freeze(void *ctx, const struct pull_frozen *frozen)
{
	struct host *host = ctx;

	host->told++;
	host->frozen = frozen->frozen;
	host->order = frozen->order.number;
	snprintf(host->why, sizeof(host->why), "%s", frozen->why);
	if (!host->deaf)
		pull_agent_obeyed(host->agent, true);
}

static char *status(void *ctx)
{
	(void)ctx;
	return strdup("{}");
}

static const struct pull_ops ops = {.serve = serve, .frozen = freeze, .status = status};

static void must(int ret, const struct ece_error *e)
{
	if (ret < 0)
		fail_msg("%s", e->text);
}

static void start_agent(struct bench *b, size_t i)
{
	char name[16];
	const struct pull_config config = {
		.connection = b->as_agent,
		.prefix = b->prefix,
		.host = name,
		.ttl_s = 5,
	};
	struct ece_error e;

	snprintf(name, sizeof(name), "gpu%03zu", i);
	must(pull_agent_new(&config, &ops, &b->hosts[i], &b->hosts[i].agent, &e), &e);
}

static void step_agents(struct bench *b)
{
	struct ece_error e;

	for (size_t i = 0; i < b->host_count; i++)
		if (b->hosts[i].agent && !b->hosts[i].stopped)
			must(pull_agent_step(b->hosts[i].agent, &e), &e);
}

static void answered(void *ctx, const struct channel_answer *answer)
{
	struct bench *b = ctx;

	b->reply += answer->outcome == CHANNEL_REPLY;
	b->not_sent += answer->outcome == CHANNEL_NOT_SENT;
	b->maybe += answer->outcome == CHANNEL_MAYBE;
	b->cookies += answer->cookie;
	if (answer->outcome == CHANNEL_REPLY)
		assert_string_equal(answer->line, "{\"done\":1}");
	else
		snprintf(b->said, sizeof(b->said), "%s", answer->why);
}

/* Both ends, a step each. */
static void step(struct bench *b)
{
	struct ece_error e;

	step_agents(b);
	must(channel_poll(b->channel, clock_now() + 2 * CLOCK_MS_NS, -1, false, answered, b, &e), &e);
}

static void until_answers(struct bench *b, unsigned count)
{
	uint64_t end = clock_now() + WAIT_NS;

	while (b->reply + b->not_sent + b->maybe < count) {
		if (clock_now() > end)
			fail_msg("no answer in time");
		step(b);
	}
}

static bool all_connected(const struct bench *b)
{
	for (size_t i = 0; i < b->host_count; i++)
		if (!pull_agent_connected(b->hosts[i].agent))
			return false;
	return true;
}

static void until_connected(struct bench *b)
{
	uint64_t end = clock_now() + WAIT_NS;

	while (!all_connected(b)) {
		if (clock_now() > end)
			fail_msg("no connection in time");
		step(b);
	}
}

static bool guard(void *ctx, const char **key, int64_t *revision)
{
	struct bench *b = ctx;
	static char name[128];

	snprintf(name, sizeof(name), "%s/lock", b->prefix);
	*key = name;
	*revision = b->guard;
	return true;
}

/* Both ends, with agents that are there. */
static void begin(struct bench *b, size_t hosts)
{
	struct channel_pull_options options = {
		.connection = b->as_controller,
		.prefix = b->prefix,
		.grace_ns = SHORT_NS,
		.guard = guard,
		.guard_ctx = b,
	};
	struct ece_error e;

	must(etcd_new(&options.connection, &b->etcd, &e), &e);
	must(channel_pull_new(&options, &b->channel, &e), &e);
	b->host_count = hosts;
	for (size_t i = 0; i < hosts; i++)
		start_agent(b, i);
	until_connected(b);
}

static struct bench *make(void **state, size_t hosts)
{
	struct bench *b = calloc(1, sizeof(*b));

	assert_non_null(b);
	b->as_controller = (struct etcd_config){.endpoints = etcd_server_urls(*state), .endpoint_count = 1};
	b->as_agent = b->as_controller;
	snprintf(b->prefix, sizeof(b->prefix), "/test/%d-%u", (int)getpid(), serial++);
	begin(b, hosts);
	return b;
}

static void done(struct bench *b)
{
	channel_free(b->channel);
	for (size_t i = 0; i < b->host_count; i++)
		pull_agent_free(b->hosts[i].agent);
	etcd_free(b->etcd);
	free(b);
}

static void put(struct bench *b, const char *name, const char *value)
{
	struct etcd_key key = etcd_key_once(b->prefix, name);
	const struct etcd_op op = {
		.kind = value ? ETCD_PUT : ETCD_DELETE,
		.key = key.text,
		.value = value,
		.value_len = value ? strlen(value) : 0,
	};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e;

	must(etcd_txn_wait(b->etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	etcd_answer_done(&answer);
}

/* How many keys there are below a name. */
static size_t count(struct bench *b, const char *name)
{
	struct etcd_key key = etcd_key_once(b->prefix, name);
	const struct etcd_op op = {.kind = ETCD_GET, .key = key.text, .prefix = true, .keys_only = true};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e;
	size_t n;

	must(etcd_txn_wait(b->etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	n = answer.results[0].count;
	etcd_answer_done(&answer);
	return n;
}

static void submit(struct bench *b, size_t host, enum protocol_op op, uint64_t within_ns, uint64_t cookie)
{
	struct protocol_request request = {.op = op, .id = "r1/gpu/1", .run = "r1"};
	struct ece_error e;
	char name[16], *line;
	size_t len;

	snprintf(request.token.store, sizeof(request.token.store), "0b5e2a6c-7d8a-4a0e-9a51-6f2f1f6f7c11");
	request.token.number = 1;
	request.generation = 1;
	snprintf(name, sizeof(name), "gpu%03zu", host);
	must(protocol_request_encode(&request, &line, &len, &e), &e);
	must(channel_submit(b->channel, name, line, len, clock_now() + within_ns, cookie, &e), &e);
	free(line);
}

static void answers_come_and_leave_nothing(void **state)
{
	struct bench *b = make(state, 3);

	for (size_t i = 0; i < 3; i++) {
		submit(b, i, PROTOCOL_READ, WAIT_NS, 1);
		submit(b, i, PROTOCOL_CONFIRM, WAIT_NS, 10);
	}
	until_answers(b, 6);
	assert_int_equal(b->reply, 6);
	assert_int_equal(b->cookies, 33);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(b->hosts[i].served, 2);
	for (unsigned i = 0; count(b, "answer/"); i++)
		step(b);
	assert_int_equal(count(b, "request/"), 0);
	assert_int_equal(count(b, "taken/"), 0);
	assert_int_equal(count(b, "status/"), 3);
	done(b);
}

static void a_host_without_agent_is_not_sent_to(void **state)
{
	struct bench *b = make(state, 1);

	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	submit(b, 7, PROTOCOL_CONFIRM, WAIT_NS, 1);
	until_answers(b, 2);
	assert_int_equal(b->reply, 1);
	assert_int_equal(b->not_sent, 1);
	assert_string_equal(b->said, "no agent of gpu007 is there");
	assert_int_equal(count(b, "request/"), 0);
	done(b);
}

static void what_was_withdrawn_is_never_carried_out(void **state)
{
	struct bench *b = make(state, 1);
	uint64_t end;

	b->hosts[0].stopped = true;
	submit(b, 0, PROTOCOL_CONFIRM, SHORT_NS, 1);
	until_answers(b, 1);
	assert_int_equal(b->not_sent, 1);
	assert_string_equal(b->said, "the agent of gpu000 did not take the request in time");
	b->hosts[0].stopped = false;
	/* it sees request and withdrawal, and this one behind them */
	submit(b, 0, PROTOCOL_READ, WAIT_NS, 1);
	end = clock_now() + WAIT_NS;
	while (!b->reply && clock_now() < end)
		step(b);
	assert_int_equal(b->hosts[0].served, 1);
	done(b);
}

static void what_was_taken_may_have_been_done(void **state)
{
	struct bench *b = make(state, 1);

	b->hosts[0].keeps = true;
	submit(b, 0, PROTOCOL_CONFIRM, SHORT_NS, 1);
	until_answers(b, 1);
	assert_int_equal(b->maybe, 1);
	assert_string_equal(b->said, "the agent took the request and did not answer in time");
	assert_int_equal(b->hosts[0].served, 1);
	done(b);
}

static void an_agent_killed_with_a_request_takes_it_again(void **state)
{
	struct bench *b = make(state, 1);
	uint64_t end = clock_now() + WAIT_NS;

	b->hosts[0].keeps = true;
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	while (!b->hosts[0].served && clock_now() < end)
		step(b);
	assert_int_equal(count(b, "taken/"), 1);
	pull_agent_free(b->hosts[0].agent);
	b->hosts[0].keeps = false;
	start_agent(b, 0);
	until_answers(b, 1);
	assert_int_equal(b->reply, 1);
	assert_int_equal(b->hosts[0].served, 2);
	assert_int_equal(count(b, "taken/"), 0);
	done(b);
}

static void an_agent_that_dies_is_waited_for_and_given_up(void **state)
{
	struct bench *b = make(state, 1);

	/* its status stays for the five seconds of its lease */
	pull_agent_free(b->hosts[0].agent);
	b->hosts[0].agent = NULL;
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	until_answers(b, 1);
	assert_int_equal(b->not_sent, 1);
	assert_string_equal(b->said, "no agent of gpu000 is there");
	done(b);
}

static void an_agent_that_leaves_is_given_up_at_once(void **state)
{
	struct bench *b = make(state, 1);
	uint64_t begun = clock_now();

	pull_agent_leave(b->hosts[0].agent);
	pull_agent_free(b->hosts[0].agent);
	b->hosts[0].agent = NULL;
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	until_answers(b, 1);
	assert_int_equal(b->not_sent, 1);
	assert_true(clock_now() - begun < 4 * CLOCK_SECOND_NS);
	done(b);
}

static void what_a_controller_asked_goes_with_it(void **state)
{
	struct bench *b = make(state, 1);
	struct ece_error e;

	b->hosts[0].stopped = true;
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	while (!count(b, "request/"))
		must(channel_poll(b->channel, clock_now() + CLOCK_MS_NS, -1, false, answered, b, &e), &e);
	channel_free(b->channel);
	b->channel = NULL;
	assert_int_equal(count(b, "request/"), 0);
	b->hosts[0].stopped = false;
	for (unsigned i = 0; i < 50; i++)
		step_agents(b);
	assert_int_equal(b->hosts[0].served, 0);
	done(b);
}

static void who_lost_the_lock_asks_nothing(void **state)
{
	struct bench *b = make(state, 1);

	put(b, "lock", "{\"holder\":\"another\"}");
	submit(b, 0, PROTOCOL_READ, WAIT_NS, 1);
	until_answers(b, 1);
	assert_int_equal(b->not_sent, 1);
	assert_string_equal(b->said, "this controller does not hold the lock of the store any more");
	assert_int_equal(b->hosts[0].served, 0);
	done(b);
}

/* The key comes while nobody tells the agent: what takes the request finds it. */
static void nothing_that_writes_is_taken_before_the_freeze_is_obeyed(void **state)
{
	struct bench *b = make(state, 1);
	struct host *host = &b->hosts[0];
	uint64_t end = clock_now() + WAIT_NS;

	assert_int_equal(host->told, 1);
	assert_false(host->frozen);
	host->deaf = true;
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	put(b, ETCD_KEY_FROZEN, "a link is down");
	while (!host->frozen && clock_now() < end)
		step(b);
	submit(b, 0, PROTOCOL_READ, WAIT_NS, 1);
	for (unsigned i = 0; i < 100; i++)
		step(b);
	assert_string_equal(host->why, "a link is down");
	assert_int_equal(host->served, 0);
	host->deaf = false;
	pull_agent_obeyed(host->agent, true);
	until_answers(b, 2);
	assert_int_equal(b->reply, 2);
	put(b, ETCD_KEY_FROZEN, NULL);
	while (host->frozen && clock_now() < end)
		step(b);
	assert_false(host->frozen);
	assert_int_equal(host->told, 3);
	done(b);
}

static void many_hosts_at_a_time(void **state)
{
	struct bench *b = make(state, CROWD);

	for (unsigned round = 0; round < 3; round++)
		for (size_t i = 0; i < CROWD; i++)
			submit(b, i, round == 1 ? PROTOCOL_CONFIRM : PROTOCOL_READ, WAIT_NS, 1);
	until_answers(b, 3 * CROWD);
	assert_int_equal(b->reply, 3 * CROWD);
	for (size_t i = 0; i < CROWD; i++)
		assert_int_equal(b->hosts[i].served, 3);
	done(b);
}

static void write_password(char *file, size_t size, const char *dir, const char *user)
{
	FILE *out;

	snprintf(file, size, "%s/%s", dir, user);
	umask(077);
	out = fopen(file, "we");
	assert_non_null(out);
	fprintf(out, "secret-of-%s\n", user);
	assert_int_equal(fclose(out), 0);
}

/* configs/etcd/roles, as a site would call it. */
static void give_role(struct etcd_server *server, const char *password_file, const char *args)
{
	char command[512];

	snprintf(command, sizeof(command),
		 "ETCDCTL_ENDPOINTS=%s ETCD_NEW_PASSWORD_FILE=%s configs/etcd/roles /fleet %s",
		 etcd_server_url(server, 0), password_file, args);
	assert_int_equal(system(command), 0);
}

static int get(struct etcd *etcd, const char *key, bool prefix, struct ece_error *e)
{
	const struct etcd_op op = {.kind = ETCD_GET, .key = key, .prefix = prefix};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	int ret = etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, e);

	etcd_answer_done(&answer);
	return ret;
}

static void forbidden_to_agents(struct bench *b)
{
	static const char *const others[] = {"/fleet/lock", "/fleet/request/gpu001/x", "/fleet/status/gpu001",
					     "/other"};
	static const struct etcd_op lift = {.kind = ETCD_DELETE, .key = "/fleet/frozen"};
	static const struct etcd_txn lift_txn = {.then = &lift, .then_count = 1};
	struct etcd_answer answer;
	struct etcd *etcd;
	struct ece_error e;

	must(etcd_new(&b->as_agent, &etcd, &e), &e);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_int_equal(get(etcd, others[i], false, &e), -EACCES);
	assert_int_equal(get(etcd, "/fleet/", true, &e), -EACCES);
	must(get(etcd, "/fleet/store", false, &e), &e);
	etcd_free(b->etcd);
	b->etcd = etcd;
	/* it may read the freeze and not lift it */
	assert_int_equal(etcd_txn_wait(etcd, &lift_txn, clock_now() + WAIT_NS, &answer, &e), -EACCES);
}

static void an_agent_has_only_its_own_keys(void **state)
{
	static const char *const root[] = {"user", "add", "root:r", NULL};
	static const char *const grant[] = {"user", "grant-role", "root", "root", NULL};
	static const char *const enable[] = {"auth", "enable", NULL};
	struct etcd_server *server = etcd_server_new(1, NULL /* nothing more */);
	struct bench *b = calloc(1, sizeof(*b));
	char controller[128], agent[128];

	(void)state;
	assert_non_null(b);
	write_password(controller, sizeof(controller), etcd_server_dir(server), "ece");
	write_password(agent, sizeof(agent), etcd_server_dir(server), "agent-gpu000");
	etcd_server_ctl(server, root);
	etcd_server_ctl(server, grant);
	give_role(server, controller, "controller ece");
	give_role(server, agent, "agent gpu000");
	give_role(server, agent, "agent gpu000");
	etcd_server_ctl(server, enable);
	b->as_controller = (struct etcd_config){
		.endpoints = etcd_server_urls(server),
		.endpoint_count = 1,
		.user = "ece",
		.password = controller,
	};
	b->as_agent = b->as_controller;
	b->as_agent.user = "agent-gpu000";
	b->as_agent.password = agent;
	snprintf(b->prefix, sizeof(b->prefix), "/fleet");
	begin(b, 1);
	submit(b, 0, PROTOCOL_READ, WAIT_NS, 1);
	submit(b, 0, PROTOCOL_CONFIRM, WAIT_NS, 1);
	until_answers(b, 2);
	assert_int_equal(b->reply, 2);
	forbidden_to_agents(b);
	done(b);
	etcd_server_free(server);
}

static int setup(void **state)
{
	*state = etcd_server_new(1, NULL /* nothing more */);
	return 0;
}

static int teardown(void **state)
{
	etcd_server_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_come_and_leave_nothing),
		cmocka_unit_test(a_host_without_agent_is_not_sent_to),
		cmocka_unit_test(what_was_withdrawn_is_never_carried_out),
		cmocka_unit_test(what_was_taken_may_have_been_done),
		cmocka_unit_test(an_agent_killed_with_a_request_takes_it_again),
		cmocka_unit_test(an_agent_that_dies_is_waited_for_and_given_up),
		cmocka_unit_test(an_agent_that_leaves_is_given_up_at_once),
		cmocka_unit_test(what_a_controller_asked_goes_with_it),
		cmocka_unit_test(who_lost_the_lock_asks_nothing),
		cmocka_unit_test(nothing_that_writes_is_taken_before_the_freeze_is_obeyed),
		cmocka_unit_test(many_hosts_at_a_time),
		cmocka_unit_test(an_agent_has_only_its_own_keys),
	};

	return cmocka_run_group_tests_name("pull", tests, setup, teardown);
}
