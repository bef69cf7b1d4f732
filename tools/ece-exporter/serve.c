// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/http/listen.h"
#include "tools/common/exit_code.h"
#include "tools/common/exporter_port.h"
#include "tools/common/notify.h"
#include "tools/common/report.h"
#include "tools/common/version.h"
#include "tools/ece-exporter/activation.h"
#include "tools/ece-exporter/command.h"
#include "tools/ece-exporter/rights.h"
#include "tools/ece-exporter/source.h"
#include "tools/ece-exporter/verbs.h"

#define GRACE_NS (10 * CLOCK_SECOND_NS) /* for answers that are under way when SIGTERM comes */

struct service {
	const struct exporter_args *args;
	int listeners[HTTP_LISTENERS_MAX];
	size_t listener_count;
	int signals; /* -1: not open */
	struct source *source;
	struct http_source pages;
	struct http_server *server;
};

static int listen_on_addresses(struct service *service, struct ece_error *e)
{
	char usual[16];
	const char *only[] = {usual};
	const struct exporter_args *args = service->args;
	const char *const *addresses = args->address_count ? args->addresses : only;
	const size_t count = args->address_count ? args->address_count : 1;

	snprintf(usual, sizeof(usual), ":%d", EXPORTER_PORT);
	for (size_t i = 0; i < count; i++) {
		int fd = http_listen(addresses[i], e);

		if (fd < 0)
			return fd;
		service->listeners[service->listener_count++] = fd;
	}
	return 0;
}

static int open_listeners(struct service *service, struct ece_error *e)
{
	if (service->args->systemd_socket)
		return activation_sockets(service->listeners, HTTP_LISTENERS_MAX, &service->listener_count, e);
	return listen_on_addresses(service, e);
}

static int open_signals(struct service *service, struct ece_error *e)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL /* they stay so */);
	service->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return service->signals < 0 ? ece_error_set(e, -errno, ECE_ERROR_IO, "signals cannot be waited for") : 0;
}

static void tell(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	report_error(e);
}

static int open_server(struct service *service, struct ece_error *e)
{
	const struct http_server_options options = {
		.listeners = service->listeners,
		.listener_count = service->listener_count,
		.web_config = service->args->web_config,
		.page_path = service->args->path,
		.name = ece_exporter_command.name,
		.summary = ece_exporter_command.summary,
		.version = tool_version,
		.source = &service->pages,
		.tell = tell,
	};
	int ret = http_server_new(&options, &service->server, e);

	if (!ret)
		source_server(service->source, service->server);
	return ret;
}

static void say_where(const struct service *service)
{
	char name[128];

	for (size_t i = 0; i < service->listener_count; i++) {
		http_listen_name(service->listeners[i], name, sizeof(name));
		fprintf(stderr, "ece-exporter: serving on %s\n", name);
	}
}

/* Returns whether to end. */
static bool take_signals(struct service *service)
{
	struct signalfd_siginfo info;
	bool end = false;

	while (read(service->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGHUP)
			http_server_reload(service->server);
		else
			end = true;
	}
	return end;
}

static int wait_and_work(struct service *service, uint64_t deadline_ns, struct ece_error *e)
{
	struct pollfd waited[] = {
		{.fd = service->signals, .events = POLLIN},
		{.fd = http_server_fd(service->server), .events = POLLIN},
	};
	uint64_t next = http_server_deadline(service->server);

	if (poll(waited, 2, clock_poll_ms(clock_now(), next < deadline_ns ? next : deadline_ns)) < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting failed: %s", strerror(errno));
	http_server_work(service->server);
	return 0;
}

/* A second signal ends it at once. */
static int end_gently(struct service *service, struct ece_error *e)
{
	const uint64_t deadline = clock_now() + GRACE_NS;
	int ret = 0;

	notify_manager("STOPPING=1");
	while (!ret && http_server_quiesce(service->server) && clock_now() < deadline && !take_signals(service))
		ret = wait_and_work(service, deadline, e);
	return ret;
}

static int loop(struct service *service, struct ece_error *e)
{
	int ret = 0;

	say_where(service);
	notify_manager("READY=1");
	while (!ret && !take_signals(service))
		ret = wait_and_work(service, UINT64_MAX, e);
	return ret ? ret : end_gently(service, e);
}

static void close_service(struct service *service)
{
	if (service->source)
		source_server(service->source, NULL /* it ends */);
	http_server_free(service->server);
	source_free(service->source);
	for (size_t i = 0; i < service->listener_count; i++)
		close(service->listeners[i]);
	if (service->signals >= 0)
		close(service->signals);
}

int exporter_serve(const struct exporter_args *args)
{
	struct service service = {.args = args, .signals = -1};
	struct ece_error e;
	/* Listeners first: the next free descriptor must not be taken for one that systemd handed over. */
	int ret = open_listeners(&service, &e), config = 0;

	ret = ret ? ret : open_signals(&service, &e);
	ret = ret ? ret : rights_drop(args, &e);
	ret = ret ? ret : source_new(args, &service.source, &e);
	if (!ret) {
		service.pages = source_http(service.source);
		ret = config = open_server(&service, &e);
	}
	ret = ret ? ret : loop(&service, &e);
	close_service(&service);
	if (ret)
		report_error(&e);
	if (config)
		return TOOL_EXIT_INVALID;
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
