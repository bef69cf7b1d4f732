// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * scrape_cost N floor            the netlink exchanges that a reading of all counters takes, their answers thrown away
 * scrape_cost N sysfs            each file of hw_counters and counters, opened, read and closed
 * scrape_cost N read PART...     a reading of all devices by the toolkit, as a resident program does it
 * scrape_cost N get PID URL      a page of the program PID, which is charged
 * scrape_cost N run COMMAND...   a command, as a process each time, its output thrown away
 *
 * Does it N times, after a first time that does not count; prints "CPU WALL", microseconds each time.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <curl/curl.h>
#include <linux/netlink.h>

#include "devx/net/rdma_port.h"
#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_port.h"
#include "devx/netlink/rdma_stat.h"
#include "devx/os/linux.h"
#include "lib/scrape/crew.h"

#define DEADLINE_MS   20000
#define ANSWER_BYTES  (64 * 1024)
#define PAGE_BYTES    (4 * 1024)
#define PORTS_MAX     1024
#define NETLINK_PROTO 20 /* NETLINK_RDMA */

__attribute__((noreturn)) static void die(const char *what)
{
	fprintf(stderr, "scrape_cost: %s: %s\n", what, strerror(errno));
	exit(2);
}

/* What it is done with, and whose CPU time counts. */
struct work {
	void (*once)(struct work *work);
	char **args;
	int who; /* RUSAGE_SELF or RUSAGE_CHILDREN */
	long pid;
	int socket;
	struct {
		uint32_t device, port;
	} ports[PORTS_MAX];
	size_t port_count;
	struct scrape_crew *crew;
	CURL *curl;
};

static double of_timeval(struct timeval t)
{
	return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* Fields 14 and 15 of the file: behind the name, which may hold anything, utime and stime are the 12th and 13th. */
static double cpu_of_process(long pid)
{
	unsigned long user, kernel;
	char path[64], text[1024];
	const char *end;
	FILE *file;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	file = fopen(path, "r");
	if (!file)
		die(path);
	len = fread(text, 1, sizeof(text) - 1, file);
	text[len] = '\0';
	fclose(file);
	end = strrchr(text, ')');
	if (!end || sscanf(end, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2)
		die(path);
	return (double)(user + kernel) * 1e6 / (double)sysconf(_SC_CLK_TCK);
}

static double cpu_now(const struct work *work)
{
	struct rusage usage;

	if (work->pid)
		return cpu_of_process(work->pid);
	if (getrusage(work->who, &usage))
		die("getrusage");
	return of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime);
}

static double wall_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Sends, and receives until the answer ends: one message, or with a dump the one that says so. */
static void exchange(int fd, const void *request, size_t len, bool dump)
{
	static char answer[ANSWER_BYTES] __attribute__((aligned(8)));
	bool more = true;

	if (send(fd, request, len, 0) != (ssize_t)len)
		die("send");
	while (more) {
		ssize_t got = recv(fd, answer, sizeof(answer), 0);
		const struct nlmsghdr *message = (const struct nlmsghdr *)answer;

		if (got < (ssize_t)sizeof(*message))
			die("recv");
		more = dump && message->nlmsg_type != NLMSG_DONE && message->nlmsg_type != NLMSG_ERROR;
	}
}

static void floor_once(struct work *work)
{
	uint8_t request[ECE_RDMA_REQUEST_MAX] __attribute__((aligned(8)));

	exchange(work->socket, request, ece_rdma_devices_request(request, sizeof(request)), true);
	for (size_t i = 0; i < work->port_count; i++) {
		uint32_t device = work->ports[i].device, port = work->ports[i].port;

		exchange(work->socket, request, ece_rdma_port_request(device, port, request, sizeof(request)), false);
		exchange(work->socket, request, ece_rdma_counters_request(device, port, request, sizeof(request)),
			 false);
	}
}

static void floor_begin(struct work *work)
{
	struct ece_rdma_about *list;
	size_t count;

	work->socket = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_PROTO);
	if (work->socket < 0 || ece_rdma_devices(ece_os_linux(), &list, &count))
		die("rdma netlink");
	for (size_t i = 0; i < count; i++)
		for (uint32_t port = 1; port <= list[i].ports && work->port_count < PORTS_MAX; port++) {
			work->ports[work->port_count].device = list[i].index;
			work->ports[work->port_count++].port = port;
		}
	free(list);
	work->once = floor_once;
}

static void read_files(const char *pattern)
{
	glob_t found;

	if (glob(pattern, 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char text[PAGE_BYTES];
		int fd = open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC);

		if (fd < 0)
			continue;
		if (read(fd, text, sizeof(text)) < 0)
			fprintf(stderr, "scrape_cost: %s: %s\n", found.gl_pathv[i], strerror(errno));
		close(fd);
	}
	globfree(&found);
}

static void sysfs_once(struct work *work)
{
	(void)work;
	read_files("/sys/class/infiniband/*/ports/*/hw_counters/*");
	read_files("/sys/class/infiniband/*/ports/*/counters/*");
}

static void read_once(struct work *work)
{
	struct scrape_round round;

	if (scrape_crew_read(work->crew, &round))
		die("scrape_crew_read");
	scrape_round_done(&round);
}

static void read_begin(struct work *work)
{
	struct scrape_crew_options options = {.deadline_ms = DEADLINE_MS};
	struct ece_error e = {0};

	for (char **word = work->args; *word; word++)
		for (unsigned int i = 0; i < SCRAPE_PARTS; i++)
			if (!strcmp(scrape_part_name((enum scrape_part)(1U << i)), *word))
				options.parts |= 1U << i;
	/* as ece-exporter does */
	mallopt(M_ARENA_MAX, 1);
	if (scrape_crew_new(ece_os_linux(), &options, &work->crew, &e))
		die(e.text);
	work->once = read_once;
}

static size_t throw_away(char *data, size_t size, size_t count, void *arg)
{
	(void)data;
	(void)arg;
	return size * count;
}

static void get_once(struct work *work)
{
	if (curl_easy_perform(work->curl) != CURLE_OK)
		die(work->args[1]);
}

static void get_begin(struct work *work)
{
	work->pid = strtol(work->args[0], NULL, 10);
	work->curl = curl_easy_init();
	if (!work->curl || curl_easy_setopt(work->curl, CURLOPT_URL, work->args[1]) ||
	    curl_easy_setopt(work->curl, CURLOPT_FAILONERROR, 1L) ||
	    curl_easy_setopt(work->curl, CURLOPT_WRITEFUNCTION, throw_away))
		die("curl");
	work->once = get_once;
}

static void run_once(struct work *work)
{
	pid_t child = fork();
	int status;

	if (!child) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		execvp(work->args[0], work->args);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		die(work->args[0]);
}

static void run_begin(struct work *work)
{
	work->who = RUSAGE_CHILDREN;
	work->once = run_once;
}

static void sysfs_begin(struct work *work)
{
	work->once = sysfs_once;
}

static const struct {
	const char *word;
	void (*begin)(struct work *work);
	int args;
} kinds[] = {
	{"floor", floor_begin, 0}, {"sysfs", sysfs_begin, 0}, {"read", read_begin, 1},
	{"get", get_begin, 2},     {"run", run_begin, 1},
};

int main(int argc, char **argv)
{
	struct work work = {.who = RUSAGE_SELF, .args = argv + 3};
	long times = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	double cpu, wall;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && times > 0; i++)
		if (!strcmp(kinds[i].word, argv[2]) && argc - 3 >= kinds[i].args)
			kinds[i].begin(&work);
	if (!work.once)
		return 2;
	work.once(&work);
	cpu = cpu_now(&work);
	wall = wall_now();
	for (long i = 0; i < times; i++)
		work.once(&work);
	printf("%.0f %.0f\n", (cpu_now(&work) - cpu) / (double)times, (wall_now() - wall) / (double)times);
	return 0;
}
