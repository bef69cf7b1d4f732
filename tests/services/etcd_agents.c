// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A crowd of pulling agents in one process, for tests and the bench: the real agent (lib/pull) with a connection of its
 * own to a real etcd for each host; the hosts are those of the simulated fleet in DIR, on real time.
 *
 *	etcd_agents DIR PREFIX ENDPOINT [TTL_SECONDS]
 *
 * Lines on stdout: "ready COUNT MS" once all of them are connected; "frozen COUNT MS" and "thawed COUNT MS" when all
 * of them obey, counted from when the first one was told. On SIGTERM they leave and "served COUNT requests" is the last
 * line.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/host/protocol.h"
#include "lib/pull/pull.h"
#include "lib/simfleet/simfleet.h"

#define STEP_NS (100 * CLOCK_MS_NS) /* how coarse the clock of the fleet is */

struct crowd;

struct member {
	struct crowd *crowd;
	size_t host;
	struct pull_agent *agent;
	char *asked, *ordered; /* lines that are to be carried out: a request, and what the freeze says */
	bool waits;            /* it is in the list of those that have such */
	bool order;            /* the line under way is the freeze's */
	bool frozen, obeys;
};

struct crowd {
	struct simfleet *fleet;
	struct member *members;
	size_t count, connected, frozen, served;
	uint64_t begun_ns, told_ns;
	struct member **todo;
	size_t todo_count;
	int epoll, signals;
};

static void put_off(struct member *m, char **slot, const char *line, size_t len)
{
	free(*slot);
	*slot = strndup(line, len);
	if (!m->waits)
		m->crowd->todo[m->crowd->todo_count++] = m;
	m->waits = true;
}

static void serve(void *ctx, const char *line, size_t len)
{
	struct member *m = ctx;

	m->crowd->served++;
	put_off(m, &m->asked, line, len);
}

static void freeze(void *ctx, const struct pull_frozen *frozen)
{
	struct member *m = ctx;
	struct protocol_request order = {
		.op = frozen->frozen ? PROTOCOL_FREEZE : PROTOCOL_UNFREEZE,
		.token = frozen->order,
	};
	struct ece_error e;
	char *line;
	size_t len;

	if (!m->crowd->told_ns && frozen->frozen != m->frozen)
		m->crowd->told_ns = clock_now();
	m->frozen = frozen->frozen;
	/* a fleet whose store nobody has made yet cannot be frozen */
	if (!order.token.store[0]) {
		pull_agent_obeyed(m->agent, true);
		return;
	}
	snprintf(order.id, sizeof(order.id), "%s-%llu", frozen->frozen ? "freeze" : "unfreeze",
		 (unsigned long long)order.token.number);
	snprintf(order.why, sizeof(order.why), "%.60s", frozen->why);
	snprintf(order.who, sizeof(order.who), "the store");
	if (protocol_request_encode(&order, &line, &len, &e)) {
		fprintf(stderr, "etcd_agents: %s\n", e.text);
		pull_agent_obeyed(m->agent, false);
		return;
	}
	put_off(m, &m->ordered, line, len);
	free(line);
}

static char *status(void *ctx)
{
	const struct member *m = ctx;
	char *text;

	return asprintf(&text, "{\"frozen\":%s}", m->frozen ? "true" : "false") < 0 ? NULL : text;
}

static const struct pull_ops ops = {.serve = serve, .frozen = freeze, .status = status};

static void count_obeying(struct crowd *crowd, struct member *m)
{
	size_t all = 0;

	m->obeys = m->frozen;
	for (size_t i = 0; i < crowd->count; i++)
		all += crowd->members[i].obeys == m->frozen;
	if (all != crowd->count || !crowd->told_ns)
		return;
	printf("%s %zu %llu\n", m->frozen ? "frozen" : "thawed", all,
	       (unsigned long long)((clock_now() - crowd->told_ns) / CLOCK_MS_NS));
	fflush(stdout);
	crowd->told_ns = 0;
}

static void hand_back(struct member *m, struct simfleet_call *call)
{
	if (!call->answer)
		fprintf(stderr, "etcd_agents: %s\n", call->why.text);
	if (m->order) {
		pull_agent_obeyed(m->agent, call->answer != NULL);
		count_obeying(m->crowd, m);
	} else {
		pull_agent_answer(m->agent, call->answer, call->answer_len);
	}
	free(call->answer);
}

/* One line of each host; the freeze goes first, and what is left is done the next time. */
static size_t gather(struct crowd *crowd, struct member **now, struct simfleet_call *calls)
{
	size_t count = crowd->todo_count;

	memcpy(now, crowd->todo, count * sizeof(struct member *));
	crowd->todo_count = 0;
	for (size_t i = 0; i < count; i++) {
		struct member *m = now[i];
		char **slot = m->ordered ? &m->ordered : &m->asked;

		m->order = slot == &m->ordered;
		calls[i] = (struct simfleet_call){.host = m->host, .line = *slot, .len = strlen(*slot)};
		*slot = NULL;
		m->waits = m->asked != NULL;
		if (m->waits)
			crowd->todo[crowd->todo_count++] = m;
	}
	return count;
}

/* All that was asked since the last time, with two commits. */
static void carry_out(struct crowd *crowd)
{
	struct member **now = calloc(crowd->todo_count + 1, sizeof(struct member *));
	struct simfleet_call *calls = calloc(crowd->todo_count + 1, sizeof(*calls));
	size_t count;

	if (!now || !calls)
		exit(1);
	count = gather(crowd, now, calls);
	if (count)
		simfleet_serve(crowd->fleet, calls, count);
	for (size_t i = 0; i < count; i++) {
		hand_back(now[i], &calls[i]);
		free((char *)(uintptr_t)calls[i].line);
	}
	free(now);
	free(calls);
}

static void step(struct member *m)
{
	struct ece_error e;

	if (!pull_agent_step(m->agent, &e))
		return;
	fprintf(stderr, "etcd_agents: %s\n", e.text);
	exit(1);
}

static void count_connected(struct crowd *crowd)
{
	size_t connected = 0;

	for (size_t i = 0; i < crowd->count; i++)
		connected += pull_agent_connected(crowd->members[i].agent);
	if (connected == crowd->connected)
		return;
	crowd->connected = connected;
	if (connected == crowd->count) {
		printf("ready %zu %llu\n", connected,
		       (unsigned long long)((clock_now() - crowd->begun_ns) / CLOCK_MS_NS));
		fflush(stdout);
	}
}

static bool run_once(struct crowd *crowd)
{
	struct epoll_event events[256];
	uint64_t now = clock_now(), next = now + STEP_NS;
	int n;

	for (size_t i = 0; i < crowd->count; i++) {
		uint64_t at = pull_agent_next_ns(crowd->members[i].agent);

		if (at <= now)
			step(&crowd->members[i]);
	}
	n = epoll_wait(crowd->epoll, events, 256, crowd->todo_count ? 0 : clock_poll_ms(now, next));
	for (int i = 0; i < n; i++) {
		if (!events[i].data.ptr)
			return false;
		step(events[i].data.ptr);
	}
	simfleet_advance(crowd->fleet, clock_now());
	carry_out(crowd);
	count_connected(crowd);
	return true;
}

static int add_members(struct crowd *crowd, const struct pull_config *config, struct ece_error *e)
{
	crowd->count = simfleet_host_count(crowd->fleet);
	crowd->members = calloc(crowd->count + 1, sizeof(*crowd->members));
	crowd->todo = calloc(crowd->count * 2 + 1, sizeof(struct member *));
	if (!crowd->members || !crowd->todo)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	for (size_t i = 0; i < crowd->count; i++) {
		struct member *m = &crowd->members[i];
		struct epoll_event event = {.events = EPOLLIN, .data.ptr = m};
		struct pull_config own = *config;
		int ret;

		*m = (struct member){.crowd = crowd, .host = i};
		own.host = simfleet_host_name(crowd->fleet, i);
		ret = pull_agent_new(&own, &ops, m, &m->agent, e);
		if (ret)
			return ret;
		epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, pull_agent_fd(m->agent), &event);
	}
	return 0;
}

static void open_loop(struct crowd *crowd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
	struct rlimit files;
	sigset_t set;

	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
	crowd->signals = signalfd(-1, &set, SFD_CLOEXEC);
	epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, crowd->signals, &event);
}

int main(int argc, char **argv)
{
	struct crowd crowd = {.begun_ns = clock_now()};
	struct pull_config config = {.connection = {.endpoint_count = 1}};
	struct ece_error e;
	const char *endpoint;

	if (argc < 4)
		return 64;
	endpoint = argv[3];
	config.connection.endpoints = &endpoint;
	config.prefix = argv[2];
	config.ttl_s = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
	open_loop(&crowd);
	if (simfleet_open(argv[1], NULL, NULL, &crowd.fleet, &e) || add_members(&crowd, &config, &e)) {
		fprintf(stderr, "etcd_agents: %s\n", e.text);
		exit(1);
	}
	while (run_once(&crowd))
		;
	for (size_t i = 0; i < crowd.count; i++) {
		pull_agent_free(crowd.members[i].agent);
		free(crowd.members[i].asked);
		free(crowd.members[i].ordered);
	}
	printf("served %zu requests\n", crowd.served);
	simfleet_close(crowd.fleet);
	free(crowd.members);
	free(crowd.todo);
	return 0;
}
