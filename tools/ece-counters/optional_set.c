// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/optional_set.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "tools/ece-counters/ports.h"

#define EVERY_COUNTER "all"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

int optional_split(const struct ece_os *os, const struct counters_args *args, struct optional_words *words,
		   struct ece_error *e)
{
	struct scrape_target *targets = NULL;
	size_t count = 0;
	int err;

	words->devices = calloc(args->word_count + 1, sizeof(words->devices[0]));
	words->names = calloc(args->word_count + 1, sizeof(words->names[0]));
	if (!words->devices || !words->names)
		return no_memory(e);
	err = scrape_find(os, &targets, &count, e);
	for (size_t i = 0; !err && i < args->word_count; i++) {
		bool device = false;

		for (size_t k = 0; k < count && !device; k++)
			device = selection_names(args->words[i], &targets[k]);
		if (device || args->optional == OPTIONAL_LIST)
			words->devices[words->device_count++] = args->words[i];
		else
			words->names[words->name_count++] = args->words[i];
	}
	free(targets);
	return err;
}

void optional_words_done(struct optional_words *words)
{
	free(words->devices);
	free(words->names);
	*words = (struct optional_words){.name_count = 0};
}

struct adding {
	const struct ece_os *os;
	struct optional_set *set;
};

static int add_port(void *arg, const char *device, uint32_t number, struct ece_error *e)
{
	const struct adding *adding = arg;
	struct optional_set *set = adding->set;
	struct optional_port *ports = reallocarray(set->ports, set->count + 1, sizeof(*ports));
	struct optional_port *port;

	if (!ports)
		return no_memory(e);
	set->ports = ports;
	port = &ports[set->count++];
	*port = (struct optional_port){.port = number};
	snprintf(port->device, sizeof(port->device), "%s", device);
	ece_rdma_counter_list(adding->os, device, number, &port->status, &port->status_count, &port->error);
	return 0;
}

int optional_read(const struct ece_os *os, const struct selection *selection, struct optional_set *set,
		  struct ece_error *e)
{
	struct adding adding = {os, set};

	return ports_each(os, selection, add_port, &adding, e);
}

void optional_set_done(struct optional_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		free(set->ports[i].status);
		free(set->ports[i].was);
	}
	free(set->ports);
	*set = (struct optional_set){.count = 0};
}

static const char *known_name(const void *ctx, size_t i)
{
	const struct optional_set *set = ctx;

	for (size_t k = 0; k < set->count; k++) {
		const struct optional_port *port = &set->ports[k];

		if (i < port->status_count)
			return port->status[i].optional ? port->status[i].name : "";
		i -= port->status_count;
	}
	return NULL;
}

int optional_none(const struct optional_set *set, struct ece_error *e)
{
	for (size_t i = 0; i < set->count; i++)
		if (!set->ports[i].error.code)
			return 0;
	*e = set->ports[0].error;
	return e->code;
}

static int check_name(const struct optional_set *set, const char *name, struct ece_error *e)
{
	const char *near;

	for (size_t i = 0; i < set->count; i++)
		if (optional_has(&set->ports[i], name))
			return 0;
	near = ece_nearest(name, known_name, set);
	if (near)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
				     "no device or optional counter \"%s\"; did you mean \"%s\"?", name, near);
	return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			     "no device or optional counter \"%s\": --optional list shows them", name);
}

/* The names that this port has; with "all" those of its optional ones that are not as wanted. */
static size_t names_of(const struct optional_port *port, const struct optional_words *words, bool on,
		       const char **names)
{
	bool all = words->name_count == 1 && !strcmp(words->names[0], EVERY_COUNTER);
	size_t count = 0;

	for (size_t i = 0; !all && i < words->name_count; i++)
		if (optional_has(port, words->names[i]))
			names[count++] = words->names[i];
	for (size_t i = 0; all && i < port->status_count; i++)
		if (port->status[i].optional && port->status[i].on != on)
			names[count++] = port->status[i].name;
	return count;
}

static int switch_port(const struct ece_os *os, struct optional_port *port, const struct optional_words *words, bool on,
		       struct ece_error *e)
{
	const char **names = calloc(port->status_count + words->name_count + 1, sizeof(names[0]));
	size_t count;
	int err = 0;

	if (!names)
		return no_memory(e);
	count = names_of(port, words, on, names);
	if (count)
		err = ece_rdma_optional_change(os, port->device, port->port, names, count, on, &port->was,
					       &port->was_count, e);
	free(names);
	return err;
}

int optional_switch(const struct ece_os *os, struct optional_set *set, const struct optional_words *words, bool on,
		    struct ece_error *e)
{
	bool all = words->name_count == 1 && !strcmp(words->names[0], EVERY_COUNTER);
	struct ece_error ignored;
	int err = optional_none(set, e);

	for (size_t i = 0; !all && !err && i < words->name_count; i++)
		err = check_name(set, words->names[i], e);
	for (size_t i = 0; !err && i < set->count; i++)
		err = switch_port(os, &set->ports[i], words, on, e);
	if (err)
		optional_put_back(os, set, &ignored);
	return err;
}

int optional_put_back(const struct ece_os *os, struct optional_set *set, struct ece_error *e)
{
	struct ece_error one;
	int err = 0;

	for (size_t i = 0; i < set->count; i++) {
		struct optional_port *port = &set->ports[i];
		int ret = port->was_count ? ece_rdma_optional_restore(os, port->device, port->port, port->was,
								      port->was_count, &one) :
					    0;

		if (ret && !err)
			*e = one;
		err = err ? err : ret;
	}
	return err;
}
