// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/services/etcd_server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/etcd/etcd.h"

#define READY_NS   (30 * CLOCK_SECOND_NS)
#define TRIES      5 /* a port may be taken by somebody else between being found and being used */
#define PORT_MIN   12000
#define PORT_END   32000
#define PORT_TRIES 100
#define ARGS_MAX   32
#define WORD_MAX   256
#define PATHS_MAX  4096

struct member {
	pid_t pid;
	int client, peer; /* ports */
	char url[64], name[32];
	unsigned data; /* counts restores */
};

struct etcd_server {
	char dir[64];
	struct member members[ETCD_SERVER_MEMBERS_MAX];
	size_t count;
	const char *urls[ETCD_SERVER_MEMBERS_MAX];
	const char *const *args;
	char cluster[WORD_MAX];
};

bool etcd_server_installed(void)
{
	return !system("command -v etcd >/dev/null && command -v etcdctl >/dev/null");
}

static bool can_listen(uint16_t port)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons(port),
	};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool can = fd >= 0 && !bind(fd, (struct sockaddr *)&addr, sizeof(addr));

	if (fd >= 0)
		close(fd);
	return can;
}

/*
 * Below those that the kernel gives to outgoing connections (net.ipv4.ip_local_port_range): one of them could take the
 * port of a member that was killed before it is started again.
 */
static int free_port(void)
{
	uint16_t offset = 0;

	for (unsigned i = 0; i < PORT_TRIES; i++) {
		uint16_t port;

		if (getrandom(&offset, sizeof(offset), 0) != sizeof(offset))
			break;
		port = (uint16_t)(PORT_MIN + offset % (PORT_END - PORT_MIN));
		if (can_listen(port))
			return port;
	}
	fail_msg("no free port");
	return 0;
}

/* What it says goes to a file beside its data, for whoever looks at a test that failed. */
static void become(const struct etcd_server *server, const struct member *m)
{
	char data[WORD_MAX], log[WORD_MAX], peer[WORD_MAX];
	const char *argv[ARGS_MAX] = {
		"etcd",
		"--name",
		m->name,
		"--data-dir",
		data,
		"--listen-client-urls",
		m->url,
		"--advertise-client-urls",
		m->url,
		"--listen-peer-urls",
		peer,
		"--initial-advertise-peer-urls",
		peer,
		"--initial-cluster",
		server->cluster,
		"--heartbeat-interval",
		"50",
		"--election-timeout",
		"500",
		"--unsafe-no-fsync",
	};
	size_t n = 0;
	int fd;

	snprintf(data, sizeof(data), "%s/%s-%u", server->dir, m->name, m->data);
	snprintf(log, sizeof(log), "%s/%s.log", server->dir, m->name);
	snprintf(peer, sizeof(peer), "http://127.0.0.1:%d", m->peer);
	while (argv[n])
		n++;
	for (size_t i = 0; server->args && server->args[i] && n < ARGS_MAX - 1; i++)
		argv[n++] = server->args[i];
	fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

void etcd_server_start(struct etcd_server *server, size_t member)
{
	struct member *m = &server->members[member];

	m->pid = fork();
	if (m->pid < 0)
		fail_msg("no process for etcd");
	if (!m->pid)
		become(server, m);
}

static void take_ports(struct etcd_server *server)
{
	size_t len = 0;

	for (size_t i = 0; i < server->count; i++) {
		struct member *m = &server->members[i];

		m->client = free_port();
		m->peer = free_port();
		snprintf(m->name, sizeof(m->name), "m%zu", i);
		snprintf(m->url, sizeof(m->url), "http://127.0.0.1:%d", m->client);
		server->urls[i] = m->url;
		len += (size_t)snprintf(server->cluster + len, sizeof(server->cluster) - len,
					"%s%s=http://127.0.0.1:%d", i ? "," : "", m->name, m->peer);
	}
}

/* A linearizable read: the member and a majority are there. */
static bool answers(const char *url, uint64_t within_ns)
{
	const struct etcd_config config = {.endpoints = &url, .endpoint_count = 1};
	const struct etcd_op op = {.kind = ETCD_GET, .key = "ready"};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e;
	struct etcd *etcd;
	int ret;

	if (etcd_new(&config, &etcd, &e))
		fail_msg("%s", e.text);
	ret = etcd_txn_wait(etcd, &txn, clock_now() + within_ns, &answer, &e);
	/* one with users answers too */
	ret = ret && answer.outcome == ETCD_REFUSED ? 0 : ret;
	etcd_answer_done(&answer);
	etcd_free(etcd);
	return !ret;
}

static bool has_died(struct member *m)
{
	if (waitpid(m->pid, NULL, WNOHANG) != m->pid)
		return false;
	m->pid = 0;
	return true;
}

static bool comes_up(struct etcd_server *server)
{
	uint64_t end = clock_now() + READY_NS;
	size_t ready = 0;

	while (ready < server->count) {
		for (size_t i = 0; i < server->count; i++)
			if (has_died(&server->members[i]))
				return false;
		if (clock_now() > end)
			return false;
		ready += answers(server->urls[ready], CLOCK_SECOND_NS);
	}
	return true;
}

struct etcd_server *etcd_server_new(size_t members, const char *const *args)
{
	struct etcd_server *server = calloc(1, sizeof(*server));

	assert_non_null(server);
	snprintf(server->dir, sizeof(server->dir), "/tmp/etcd-test-XXXXXX");
	if (!mkdtemp(server->dir))
		fail_msg("no temporary directory");
	server->count = members;
	server->args = args;
	for (unsigned i = 0; i < TRIES; i++) {
		take_ports(server);
		for (size_t m = 0; m < members; m++)
			etcd_server_start(server, m);
		if (comes_up(server))
			return server;
		for (size_t m = 0; m < members; m++) {
			etcd_server_signal(server, m, SIGKILL);
			server->members[m].data++;
		}
	}
	fail_msg("etcd does not start; see %s", server->dir);
	return NULL;
}

void etcd_server_signal(struct etcd_server *server, size_t member, int sig)
{
	struct member *m = &server->members[member];

	if (m->pid <= 0)
		return;
	kill(m->pid, sig);
	/* its threads go on for a moment */
	if (sig == SIGSTOP)
		waitpid(m->pid, NULL, WUNTRACED);
	if (sig != SIGKILL)
		return;
	waitpid(m->pid, NULL, 0);
	m->pid = 0;
}

static void run(const char *const *argv)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		setenv("ETCDCTL_API", "3", 1);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		fail_msg("%s %s failed", argv[0], argv[1]);
}

void etcd_server_free(struct etcd_server *server)
{
	const char *const rm[] = {"rm", "-rf", "--", server->dir, NULL};

	for (size_t i = 0; i < server->count; i++)
		etcd_server_signal(server, i, SIGKILL);
	run(rm);
	free(server);
}

size_t etcd_server_members(const struct etcd_server *server)
{
	return server->count;
}

const char *etcd_server_url(const struct etcd_server *server, size_t member)
{
	return server->urls[member];
}

const char *const *etcd_server_urls(const struct etcd_server *server)
{
	return server->urls;
}

const char *etcd_server_dir(const struct etcd_server *server)
{
	return server->dir;
}

void etcd_server_ready(struct etcd_server *server, size_t member)
{
	if (!answers(server->urls[member], READY_NS))
		fail_msg("etcd does not come back; see %s", server->dir);
}

/* etcdctl says which member its endpoint is and who leads, in this order: the same number means this one. */
static bool leads(const struct etcd_server *server, size_t member)
{
	char command[WORD_MAX], line[PATHS_MAX], *id, *leader;
	FILE *out;
	bool same;

	snprintf(command, sizeof(command), "ETCDCTL_API=3 etcdctl --endpoints %s endpoint status -w json 2>/dev/null",
		 server->urls[member]);
	out = popen(command, "re");
	if (!out || !fgets(line, sizeof(line), out))
		line[0] = '\0';
	if (out)
		pclose(out);
	id = strstr(line, "\"member_id\":");
	leader = strstr(line, "\"leader\":");
	same = id && leader && strtoull(id + 12, NULL, 10) == strtoull(leader + 9, NULL, 10);
	return same;
}

size_t etcd_server_leader(struct etcd_server *server)
{
	uint64_t end = clock_now() + READY_NS;

	while (clock_now() < end)
		for (size_t i = 0; i < server->count; i++)
			if (server->members[i].pid > 0 && leads(server, i))
				return i;
	fail_msg("no member leads");
	return 0;
}

void etcd_server_ctl(struct etcd_server *server, const char *const *args)
{
	const char *argv[ARGS_MAX] = {"etcdctl", "--endpoints", server->urls[0]};

	for (size_t i = 0; args[i] && i < ARGS_MAX - 4; i++)
		argv[3 + i] = args[i];
	run(argv);
}

void etcd_server_restore(struct etcd_server *server, const char *snapshot)
{
	struct member *m = &server->members[0];
	char data[WORD_MAX], peer[WORD_MAX];
	const char *const argv[] = {"etcdctl",
				    "snapshot",
				    "restore",
				    snapshot,
				    "--data-dir",
				    data,
				    "--name",
				    m->name,
				    "--initial-cluster",
				    server->cluster,
				    "--initial-advertise-peer-urls",
				    peer,
				    NULL};

	assert_int_equal(server->count, 1);
	etcd_server_signal(server, 0, SIGKILL);
	m->data++;
	snprintf(data, sizeof(data), "%s/%s-%u", server->dir, m->name, m->data);
	snprintf(peer, sizeof(peer), "http://127.0.0.1:%d", m->peer);
	run(argv);
	etcd_server_start(server, 0);
	etcd_server_ready(server, 0);
}
