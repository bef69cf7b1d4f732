// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-guard/serve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/host/datagram.h"
#include "lib/host/guard_socket.h"
#include "tools/common/notify.h"
#include "tools/common/report.h"

#define CLIENTS_MAX  16
#define REQUEST_NS   (5 * CLOCK_SECOND_NS) /* from its first datagram to its last */
#define TRY_AGAIN_NS CLOCK_SECOND_NS       /* when the journal or the host's lock cannot be had */
#define FIRST_CLIENT 2                     /* behind the signals and the listening socket */

struct client {
	int fd; /* -1: free */
	struct intake intake;
	uint64_t deadline_ns; /* UINT64_MAX: nothing has begun */
};

struct server {
	struct guarded *guarded;
	uid_t uid;
	int signals, listening;
	struct client clients[CLIENTS_MAX];
	uint64_t again_ns; /* not before this for leases, after a failure */
	uint64_t alive_ns; /* the service manager is told then that this goes on */
	uint64_t idle_ns;  /* it may end after so long without anything to do; 0: never */
	uint64_t over_ns;  /* and does so then */
	bool over;
};

static void drop(struct client *client)
{
	intake_done(&client->intake);
	if (client->fd >= 0)
		close(client->fd);
	*client = (struct client){.fd = -1, .deadline_ns = UINT64_MAX};
}

/* An agent that has gone meanwhile does not stop what was begun. */
static void say_where(void *ctx, const struct journal_card *card)
{
	const struct client *client = ctx;

	guard_tell_working(client->fd, card);
}

static int carry_out(struct server *server, struct client *client, const struct protocol_request *request,
		     char **answer, size_t *len, struct ece_error *e)
{
	struct guarded *guarded = server->guarded;
	struct agent agent;
	int ret = guarded_begin(guarded, e);

	if (ret)
		return ret;
	agent = guarded->agent;
	agent.guard.working = say_where;
	agent.guard.working_ctx = client;
	ret = agent_serve_request(&agent, request, clock_now(), answer, len, e);
	guarded_end(guarded);
	return ret;
}

/* What had to wait for the thaw: a boot in the freeze, and values that were lost in it. */
static void look_after_thaw(struct server *server)
{
	struct guard_boot boot;
	struct report report;
	struct ece_error e;

	report_init(&report);
	if (guarded_boot(server->guarded, false, &boot, &report.sink, &e))
		report_error(&e);
	report_done(&report);
}

static void answer(struct server *server, struct client *client)
{
	struct protocol_request *request = intake_steal(&client->intake);
	bool thaws = request->op == PROTOCOL_UNFREEZE;
	struct ece_error e;
	char *text = NULL;
	size_t len;
	int err = carry_out(server, client, request, &text, &len, &e);

	client->deadline_ns = UINT64_MAX;
	protocol_request_free(request);
	if (err)
		report_error(&e);
	err = err ? guard_tell_failed(client->fd, &e) : guard_tell_answer(client->fd, text, len);
	free(text);
	if (err)
		drop(client);
	if (thaws)
		look_after_thaw(server);
}

static void receive(struct server *server, struct client *client)
{
	union datagram datagram;
	ssize_t n = fault_hit("guard.take") ? 0 : recv(client->fd, &datagram, sizeof(datagram), MSG_TRUNC);
	struct ece_error e;
	int ret;

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		drop(client);
		return;
	}
	ret = intake_take(&client->intake, &datagram, (size_t)n, &e);
	if (ret < 0) {
		report_error(&e);
		guard_tell_failed(client->fd, &e);
		drop(client);
	} else if (ret) {
		answer(server, client);
	} else if (client->deadline_ns == UINT64_MAX) {
		client->deadline_ns = clock_now() + REQUEST_NS;
	}
}

static void let_in(struct server *server)
{
	struct ece_error e;
	int fd = guard_accept(server->listening, server->uid, &e);

	if (fd == -EACCES)
		report_error(&e);
	if (fd < 0)
		return;
	for (size_t i = 0; i < CLIENTS_MAX; i++)
		if (server->clients[i].fd < 0) {
			server->clients[i].fd = fd;
			return;
		}
	ece_error_set(&e, -EBUSY, ECE_ERROR_LIMIT, "more than %d agents at a time", CLIENTS_MAX);
	guard_tell_failed(fd, &e);
	close(fd);
}

static void say(size_t runs, const char *what)
{
	if (runs)
		fprintf(stderr, "ece-guard: not renewed in time: %s (%zu %s)\n", what, runs,
			runs == 1 ? "run" : "runs");
}

static int end_leases(struct server *server, struct ece_error *e)
{
	struct guard_expiry expiry = {0};
	int ret = guarded_begin(server->guarded, e);

	if (ret)
		return ret;
	ret = guard_expire(&server->guarded->agent.guard, clock_now(), &expiry, e);
	guarded_end(server->guarded);
	say(expiry.undone, "undone, and that was verified");
	say(expiry.kept, "kept, as its rollout says");
	say(expiry.conflicts + expiry.failed, "not everything of it is back");
	if (expiry.conflicts || expiry.failed)
		report_error(&expiry.error);
	return ret;
}

/* Ends what is due. Returns when the next is. */
static uint64_t look_after_leases(struct server *server)
{
	uint64_t deadline = UINT64_MAX, now = clock_now();
	struct ece_error e;
	int ret;

	if (now < server->again_ns)
		return server->again_ns;
	ret = guard_next_deadline(&server->guarded->agent.guard, &deadline, &e);
	if (!ret && deadline <= now) {
		ret = end_leases(server, &e);
		ret = ret ? ret : guard_next_deadline(&server->guarded->agent.guard, &deadline, &e);
	}
	if (!ret)
		return deadline;
	report_error(&e);
	server->again_ns = now + TRY_AGAIN_NS;
	return server->again_ns;
}

/* Whoever begins a request and does not end it is not waited for. */
static uint64_t drop_slow(struct server *server)
{
	uint64_t first = UINT64_MAX, now = clock_now();

	for (size_t i = 0; i < CLIENTS_MAX; i++) {
		struct client *client = &server->clients[i];

		if (client->deadline_ns <= now)
			drop(client);
		if (client->deadline_ns < first)
			first = client->deadline_ns;
	}
	return first;
}

static uint64_t say_alive(struct server *server)
{
	const uint64_t every = notify_watchdog_ns(), now = clock_now();

	if (every != UINT64_MAX && server->alive_ns <= now) {
		notify_manager("WATCHDOG=1");
		server->alive_ns = now + every;
	}
	return every == UINT64_MAX ? UINT64_MAX : server->alive_ns;
}

static bool has_clients(const struct server *server)
{
	for (size_t i = 0; i < CLIENTS_MAX; i++)
		if (server->clients[i].fd >= 0)
			return true;
	return false;
}

/* Where that cannot be told, something is held. */
static bool holds_nothing(const struct server *server)
{
	const struct guard *guard = &server->guarded->agent.guard;
	char run[PROTOCOL_ID_MAX];
	struct ece_error e;

	return journal_holder(guard->journal, guard->host, run, &e) == -ENOENT;
}

/* Returns when to look again. */
static uint64_t look_at_idleness(struct server *server)
{
	const uint64_t now = clock_now();

	if (!server->idle_ns)
		return UINT64_MAX;
	if (has_clients(server)) {
		server->over_ns = now + server->idle_ns;
		server->over = false;
		return UINT64_MAX;
	}
	if (server->over_ns > now)
		return server->over_ns;
	server->over = holds_nothing(server);
	server->over_ns = now + server->idle_ns;
	return server->over ? now : server->over_ns;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int wait_for(struct server *server, struct pollfd waited[FIRST_CLIENT + CLIENTS_MAX])
{
	const uint64_t lease = look_after_leases(server), slow = drop_slow(server), alive = say_alive(server),
		       idle = look_at_idleness(server);

	waited[0] = (struct pollfd){.fd = server->signals, .events = POLLIN};
	waited[1] = (struct pollfd){.fd = server->listening, .events = POLLIN};
	for (size_t i = 0; i < CLIENTS_MAX; i++)
		waited[FIRST_CLIENT + i] = (struct pollfd){.fd = server->clients[i].fd, .events = POLLIN};
	return poll(waited, FIRST_CLIENT + CLIENTS_MAX,
		    clock_poll_ms(clock_now(), earlier(earlier(lease, slow), earlier(alive, idle))));
}

static int loop(struct server *server, struct ece_error *e)
{
	struct pollfd waited[FIRST_CLIENT + CLIENTS_MAX];

	for (;;) {
		if (wait_for(server, waited) < 0) {
			if (errno == EINTR)
				continue;
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting failed");
		}
		if (waited[0].revents || (server->over && !waited[1].revents))
			return 0;
		for (size_t i = 0; i < CLIENTS_MAX; i++)
			if (waited[FIRST_CLIENT + i].revents)
				receive(server, &server->clients[i]);
		if (waited[1].revents)
			let_in(server);
	}
}

static int block_signals(struct ece_error *e)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL /* they stay so */);
	fd = signalfd(-1, &set, SFD_CLOEXEC);
	return fd < 0 ? ece_error_set(e, -errno, ECE_ERROR_IO, "signals cannot be waited for") : fd;
}

int guard_serve(struct guarded *guarded, const char *socket, uid_t uid, uint64_t idle_ns, struct ece_error *e)
{
	struct server server = {.guarded = guarded, .uid = uid, .idle_ns = idle_ns, .over_ns = clock_now() + idle_ns};
	int ret;

	for (size_t i = 0; i < CLIENTS_MAX; i++)
		server.clients[i] = (struct client){.fd = -1, .deadline_ns = UINT64_MAX};
	server.signals = block_signals(e);
	if (server.signals < 0)
		return server.signals;
	server.listening = guard_listen(socket, uid, e);
	ret = server.listening < 0 ? server.listening : 0;
	if (!ret) {
		fprintf(stderr, "ece-guard: serving on %s\n", socket);
		notify_manager("READY=1");
		ret = loop(&server, e);
		notify_manager("STOPPING=1");
		unlink(socket);
		close(server.listening);
	}
	for (size_t i = 0; i < CLIENTS_MAX; i++)
		drop(&server.clients[i]);
	close(server.signals);
	return ret;
}
