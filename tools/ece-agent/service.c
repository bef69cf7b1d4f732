// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* --service: the poll loop of an agent that pulls its requests from etcd, under a service manager. */
#include "tools/ece-agent/service.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "tools/common/exit_code.h"
#include "tools/common/notify.h"
#include "tools/common/report.h"
#include "tools/ece-agent/verbs.h"

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
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

static int name_host(struct service *service, struct ece_error *e)
{
	const struct agent_args *args = service->args;

	if (args->name || args->host) {
		copy_text(service->name, sizeof(service->name), args->name ? args->name : args->host);
		return 0;
	}
	if (!gethostname(service->name, sizeof(service->name) - 1))
		return 0;
	return ece_error_set(e, -errno, ECE_ERROR_IO, "this host has no name, and --name gives none");
}

static int connect_etcd(struct service *service, struct ece_error *e)
{
	const struct agent_args *args = service->args;
	const struct pull_config config = {
		.connection = {.endpoints = args->endpoints,
			       .endpoint_count = args->endpoint_count,
			       .ca = args->ca,
			       .cert = args->cert,
			       .key = args->key,
			       .user = args->user,
			       .password = args->password},
		.prefix = args->prefix,
		.host = service->name,
	};
	int ret = name_host(service, e);

	return ret ? ret : pull_agent_new(&config, &service_ops, service, &service->pull, e);
}

/* Only an agent without a guard has leases to look after. */
static uint64_t next_lease(struct service *service)
{
	return service->open ? service->reached.kind->leases(service->reached.host) : UINT64_MAX;
}

static uint64_t say_alive(uint64_t *alive_ns)
{
	const uint64_t every = notify_watchdog_ns(), now = clock_now();

	if (every == UINT64_MAX)
		return UINT64_MAX;
	if (*alive_ns <= now) {
		notify_manager("WATCHDOG=1");
		*alive_ns = now + every;
	}
	return *alive_ns;
}

static int loop(struct service *service, int signals, struct ece_error *e)
{
	uint64_t alive_ns = 0;
	int ret = 0;

	while (!ret) {
		struct pollfd waited[] = {
			{.fd = signals, .events = POLLIN},
			{.fd = pull_agent_fd(service->pull), .events = POLLIN},
		};
		uint64_t until = earlier(next_lease(service), pull_agent_next_ns(service->pull));

		until = earlier(until, say_alive(&alive_ns));
		if (poll(waited, 2, clock_poll_ms(clock_now(), until)) < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting failed");
		if (waited[0].revents)
			return 0;
		ret = pull_agent_step(service->pull, e);
		service_ensure(service);
	}
	return ret;
}

static int serve(struct service *service, int signals, struct ece_error *e)
{
	int ret = reach_open(service->args, false, &service->reached, e);

	service->open = !ret;
	ret = ret ? ret : connect_etcd(service, e);
	if (ret)
		return ret;
	fprintf(stderr, "ece-agent: serving as %s\n", service->name);
	notify_manager("READY=1");
	ret = loop(service, signals, e);
	notify_manager("STOPPING=1");
	pull_agent_leave(service->pull);
	return ret;
}

int agent_service(const struct agent_args *args)
{
	struct service service = {.args = args};
	struct ece_error e;
	int signals = block_signals(&e), ret = signals < 0 ? signals : 0;

	ret = ret ? ret : serve(&service, signals, &e);
	pull_agent_free(service.pull);
	if (service.open)
		reach_close(&service.reached);
	if (signals >= 0)
		close(signals);
	if (ret)
		report_error(&e);
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
