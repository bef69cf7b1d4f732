// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/own.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MICRO 1e-6

struct list {
	struct export_own *own;
	size_t count;
};

static void add(struct list *list, const char *name, const char *help, bool counter, double value)
{
	list->own[list->count++] = (struct export_own){.name = name, .help = help, .counter = counter, .value = value};
}

static double seconds(const struct timeval *tv)
{
	return (double)tv->tv_sec + (double)tv->tv_usec * MICRO;
}

static long open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	long count = -3; /* ".", ".." and the folder itself */

	if (!dir)
		return -1;
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static long resident_pages(void)
{
	FILE *statm = fopen("/proc/self/statm", "re");
	char line[128];
	long total, resident = -1;

	if (!statm)
		return -1;
	/* NOLINTNEXTLINE(cert-err34-c): two small numbers that the kernel wrote */
	if (!fgets(line, sizeof(line), statm) || sscanf(line, "%ld %ld", &total, &resident) != 2)
		resident = -1;
	fclose(statm);
	return resident;
}

/* By the names that every exporter uses. */
static void process(const struct exporter_args *args, struct list *list)
{
	const long files = open_files(), pages = resident_pages();
	struct rusage usage;

	if (!getrusage(RUSAGE_SELF, &usage))
		add(list, "process_cpu_seconds_total", "Processor time of the exporter", true,
		    seconds(&usage.ru_utime) + seconds(&usage.ru_stime));
	add(list, "process_start_time_seconds", "When the exporter began, in seconds since 1970", false,
	    (double)args->started_unix);
	if (pages >= 0)
		add(list, "process_resident_memory_bytes", "Memory of the exporter", false,
		    (double)pages * (double)sysconf(_SC_PAGESIZE));
	if (files >= 0)
		add(list, "process_open_fds", "Open files and sockets of the exporter", false, (double)files);
}

static void serving(struct list *list, const struct http_stats *stats, bool has_web_config)
{
	add(list, "ece_exporter_connections", "Clients that are connected", false, (double)stats->open);
	add(list, "ece_exporter_connections_refused_total", "Connections refused for want of room", true,
	    (double)stats->refused);
	add(list, "ece_exporter_connections_dropped_total",
	    "Connections ended because they were too slow, or made room for others", true, (double)stats->dropped);
	add(list, "ece_exporter_requests_limited_total",
	    "Requests beyond the rate limit, or logins beyond what can be checked", true, (double)stats->limited);
	add(list, "ece_exporter_logins_failed_total", "Requests with a wrong password, or without one", true,
	    (double)stats->logins_failed);
	if (has_web_config)
		add(list, "ece_exporter_web_config_good",
		    "1 if the web configuration file that is there is in use, 0 if it is wrong and an older one is",
		    false, stats->config_good);
}

size_t own_numbers(const struct exporter_args *args, struct http_server *server, struct export_own own[OWN_MAX])
{
	struct list list = {.own = own};
	struct http_stats stats;

	process(args, &list);
	if (server) {
		http_server_stats(server, &stats);
		serving(&list, &stats, args->web_config);
	}
	return list.count;
}
