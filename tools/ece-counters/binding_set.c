// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/binding_set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "devx/net/bound.h"

static int add_port(void *arg, const char *device, uint32_t port, struct ece_error *e)
{
	struct binding_set *set = arg;
	struct queues_binding *bindings = reallocarray(set->bindings, set->count + 1, sizeof(*bindings));

	if (!bindings)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	set->bindings = bindings;
	bindings[set->count] = (struct queues_binding){.port = port};
	snprintf(bindings[set->count].device, sizeof(bindings[0].device), "%s", device);
	set->count++;
	return 0;
}

int binding_set_find(const struct ece_os *os, const struct selection *selection, struct binding_set *set,
		     struct ece_error *e)
{
	int err = ports_each(os, selection, add_port, set, e);

	set->switched = calloc(set->count + 1, sizeof(set->switched[0]));
	set->was = calloc(set->count + 1, sizeof(set->was[0]));
	if (!err && (!set->switched || !set->was))
		err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	if (!err)
		binding_set_look(os, set);
	return err;
}

void binding_set_done(struct binding_set *set)
{
	free(set->bindings);
	free(set->switched);
	free(set->was);
	*set = (struct binding_set){.count = 0};
}

void binding_set_look(const struct ece_os *os, struct binding_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		struct queues_binding *binding = &set->bindings[i];

		binding->error = (struct ece_error){.code = 0};
		ece_rdma_binding(os, binding->device, binding->port, &binding->binding, &binding->error);
	}
}

static uint8_t mask_of(const struct queues_binding *binding)
{
	return binding->binding.mode == ECE_RDMA_BIND_AUTO ? binding->binding.mask : 0;
}

static int switch_one(const struct ece_os *os, struct binding_set *set, size_t i, uint8_t mask, struct ece_error *e)
{
	struct queues_binding *binding = &set->bindings[i];
	int err;

	if (binding->error.code) {
		*e = binding->error;
		return e->code;
	}
	if (mask_of(binding) == mask)
		return 0;
	err = ece_rdma_bind_auto(os, binding->device, binding->port, mask, e);
	if (err)
		return err;
	set->was[i] = mask_of(binding);
	set->switched[i] = true;
	return 0;
}

int binding_set_switch(const struct ece_os *os, struct binding_set *set, uint8_t mask, struct ece_error *e)
{
	struct ece_error ignored;
	int err = 0;

	for (size_t i = 0; !err && i < set->count; i++)
		err = switch_one(os, set, i, mask, e);
	if (err)
		binding_set_put_back(os, set, &ignored);
	return err;
}

int binding_set_put_back(const struct ece_os *os, struct binding_set *set, struct ece_error *e)
{
	struct ece_error one;
	int err = 0;

	for (size_t i = 0; i < set->count; i++) {
		const struct queues_binding *binding = &set->bindings[i];
		int ret = 0;

		if (set->switched[i])
			ret = ece_rdma_bind_auto(os, binding->device, binding->port, set->was[i], &one);
		if (!ret)
			set->switched[i] = false;
		else if (!err)
			*e = one;
		err = err ? err : ret;
	}
	return err;
}

const char *binding_word(uint8_t mask)
{
	static const char *const words[] = {"off", "type", "pid", "type,pid"};

	return words[mask & (ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID)];
}
