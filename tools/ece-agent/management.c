// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-agent/management.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <ifaddrs.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"

#define NET    "/sys/class/net"
#define LOWER  "lower_"
#define MAPPED "::ffff:" /* an IPv4 peer of a socket that takes both */

/* The third word: the address of this end. */
static bool server_of(const char *connection, char address[INET6_ADDRSTRLEN])
{
	char word[INET6_ADDRSTRLEN + 1];

	if (!connection || sscanf(connection, "%*s %*s %46s", word) != 1)
		return false;
	word[strcspn(word, "%")] = '\0'; /* the scope of a link-local address */
	copy_text(address, INET6_ADDRSTRLEN, strncmp(word, MAPPED, strlen(MAPPED)) ? word : word + strlen(MAPPED));
	return true;
}

static bool has_address(const struct ifaddrs *at, const char *address)
{
	const void *bytes;
	char text[INET6_ADDRSTRLEN];

	if (!at->ifa_addr || (at->ifa_addr->sa_family != AF_INET && at->ifa_addr->sa_family != AF_INET6))
		return false;
	bytes = at->ifa_addr->sa_family == AF_INET ?
			(const void *)&((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr :
			(const void *)&((const struct sockaddr_in6 *)(const void *)at->ifa_addr)->sin6_addr;
	return inet_ntop(at->ifa_addr->sa_family, bytes, text, sizeof(text)) && !strcmp(text, address);
}

static void add(struct management *m, const char *name)
{
	for (size_t i = 0; i < m->count; i++)
		if (!strcmp(m->names[i], name))
			return;
	if (m->count < MANAGEMENT_MAX)
		copy_text(m->names[m->count++], IFNAMSIZ, name);
}

static void add_lower(struct management *m, const char *net, const char *name)
{
	char path[PATH_MAX];
	const struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%s", net, name);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, LOWER, strlen(LOWER)))
			add(m, entry->d_name + strlen(LOWER));
	if (dir)
		closedir(dir);
}

void management_find(const char *connection, const char *net, struct management *m)
{
	char address[INET6_ADDRSTRLEN] = "";

	if (!server_of(connection, address))
		address[0] = '\0';
	management_of_address(address, net, m);
}

void management_of_address(const char *address, const char *net, struct management *m)
{
	struct ifaddrs *list = NULL;

	m->count = 0;
	if (!address[0] || getifaddrs(&list))
		return;
	for (const struct ifaddrs *at = list; at; at = at->ifa_next)
		if (has_address(at, address))
			add(m, at->ifa_name);
	freeifaddrs(list);
	/* what is added while it is walked is walked too */
	for (size_t i = 0; i < m->count; i++)
		add_lower(m, net ? net : NET, m->names[i]);
}

static bool is_one(const struct management *m, const char *netdev)
{
	for (size_t i = 0; i < m->count; i++)
		if (!strcmp(m->names[i], netdev))
			return true;
	return false;
}

static int mark_all(const struct management *m, json_t *answer)
{
	json_t *nics = json_object_get(answer, "nics");
	int err = 0;

	for (size_t i = 0; i < json_array_size(nics) && !err; i++) {
		json_t *nic = json_array_get(nics, i), *use = json_object_get(nic, "use");
		const char *netdev = json_string_value(json_object_get(nic, "netdev"));

		if (netdev && json_is_object(use))
			err = json_object_set_new(use, "management", json_boolean(is_one(m, netdev)));
	}
	return err;
}

int management_mark(const struct management *m, char **answer, size_t *len, struct ece_error *e)
{
	json_t *json;
	char *text;

	/* only an answer to READ has it, and such answers are large */
	if (!m->count || !memmem(*answer, *len, "\"use\"", 5))
		return 0;
	json = json_loadb(*answer, *len, 0, NULL);
	text = json && !mark_all(m, json) ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	if (!text)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	free(*answer);
	*answer = text;
	*len = strlen(text);
	return 0;
}
