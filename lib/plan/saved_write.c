// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Write a plan that is to be carried out later. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/base/hostlist.h"
#include "lib/base/sha256.h"
#include "lib/plan/internal.h"
#include "lib/plan/saved.h"

/* Changes of a NIC that stand together in the plan. Thousands of NICs share one. */
struct same {
	size_t first, count;
	uint64_t hash;
};

struct writer {
	const struct facts_host *hosts;
	const struct plan *plan;
	struct same *sets;
	size_t set_count, set_max;
	struct table table;
	json_t *sets_json, *hosts_json, *steps_json, *commands_json;
};

static void hex(const uint8_t *digest, char *text)
{
	for (size_t i = 0; i < SHA256_BYTES; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

/* A list that lacks an entry must not pass for the whole. */
static int append(json_t *list, json_t *entry)
{
	return entry && !json_array_append_new(list, entry) ? 0 : -ENOMEM;
}

static bool same_set(const void *ctx, uint32_t entry)
{
	const struct writer *w = ctx;
	const struct same *a = &w->sets[w->set_count], *b = &w->sets[entry];

	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct plan_change *x = &w->plan->changes[a->first + i], *y = &w->plan->changes[b->first + i];

		if (x->param != y->param || x->from != y->from || x->to != y->to)
			return false;
	}
	return true;
}

static uint64_t set_hash(const void *ctx, uint32_t entry)
{
	return ((const struct writer *)ctx)->sets[entry].hash;
}

static uint64_t hash_of(const struct writer *w, size_t first, size_t count)
{
	uint64_t hash = FNV64_START;

	for (size_t i = first; i < first + count; i++) {
		const struct plan_change *c = &w->plan->changes[i];

		hash = fnv64(hash, &c->param, sizeof(c->param));
		hash = fnv64(hash, &c->from, sizeof(c->from));
		hash = fnv64(hash, &c->to, sizeof(c->to));
	}
	return hash;
}

/* JSON integers are signed here: raw values go through unchanged as the same 64 bits. */
static json_t *set_json(const struct writer *w, size_t first, size_t count)
{
	json_t *set = json_array();

	for (size_t i = first; i < first + count; i++) {
		const struct plan_change *c = &w->plan->changes[i];

		if (append(set, json_pack("[s, I, I]", ece_param_at(c->param)->name, (json_int_t)c->from,
					  (json_int_t)c->to))) {
			json_decref(set);
			return NULL;
		}
	}
	return set;
}

static int find_set(struct writer *w, size_t first, size_t count, uint32_t *entry)
{
	uint64_t hash = hash_of(w, first, count);

	if (plan_grow((void **)&w->sets, &w->set_max, w->set_count, sizeof(*w->sets)))
		return -ENOMEM;
	w->sets[w->set_count] = (struct same){.first = first, .count = count, .hash = hash};
	*entry = plan_table_find(&w->table, hash, same_set, w);
	if (*entry != NONE)
		return 0;
	*entry = (uint32_t)w->set_count;
	if (plan_table_put(&w->table, hash, *entry, set_hash, w) || append(w->sets_json, set_json(w, first, count)))
		return -ENOMEM;
	w->set_count++;
	return 0;
}

static size_t nic_end(const struct plan *plan, size_t i)
{
	size_t end = i;

	while (end < plan->change_count && plan->changes[end].host == plan->changes[i].host &&
	       plan->changes[end].nic == plan->changes[i].nic)
		end++;
	return end;
}

static int write_nic(struct writer *w, json_t *nics, size_t first, size_t end)
{
	const struct plan_change *c = &w->plan->changes[first];
	const struct facts_nic *nic = &w->hosts[c->host].nics[c->nic];
	char guid[24];
	uint32_t set;

	if (find_set(w, first, end - first, &set))
		return -ENOMEM;
	snprintf(guid, sizeof(guid), "0x%016" PRIx64, nic->guid);
	return append(nics,
		      json_pack("[s, s, s, i]", guid, nic->psid ? nic->psid : "", nic->pci ? nic->pci : "", (int)set));
}

static int write_hosts(struct writer *w)
{
	const struct plan *plan = w->plan;
	size_t end;

	for (size_t i = 0; i < plan->change_count;) {
		uint32_t host = plan->changes[i].host;
		json_t *nics = json_array();
		int err = nics ? 0 : -ENOMEM;

		for (; i < plan->change_count && plan->changes[i].host == host && !err; i = end) {
			end = nic_end(plan, i);
			err = write_nic(w, nics, i, end);
		}
		if (err || json_object_set_new(w->hosts_json, w->hosts[host].name, json_incref(nics)))
			err = -ENOMEM;
		json_decref(nics);
		if (err)
			return err;
	}
	return 0;
}

static int write_step(struct writer *w, const struct fleet *fleet, const struct plan_step *step)
{
	json_t *names = json_array();
	int err = names ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < step->count && !err; i++)
		err = append(names, json_string(w->hosts[w->plan->order[step->first + i]].name));
	if (!err)
		err = append(w->steps_json, json_pack("{s:s, s:s, s:I, s:O}", "name", step->name, "change",
						      fleet->changes[step->part].name, "soak_ns",
						      (json_int_t)step->soak_ns, "hosts", names));
	json_decref(names);
	return err;
}

static int write_commands(struct writer *w, const struct plan_saved_info *info)
{
	char digest[2 * SHA256_BYTES + 1];
	int err = 0;

	for (size_t i = 0; i < info->command_count && !err; i++) {
		hex(info->commands[i].digest, digest);
		err = append(w->commands_json, json_string(digest));
	}
	return err;
}

static int write_body(struct writer *w, const struct plan_saved_info *info, const struct fleet *fleet)
{
	int err = write_commands(w, info);

	if (!err)
		err = write_hosts(w);
	for (size_t i = 0; i < w->plan->step_count && !err; i++)
		err = write_step(w, fleet, &w->plan->steps[i]);
	return err;
}

/* The hosts that the plan is for, folded. */
static int limit_json(const struct writer *w, json_t **json)
{
	const struct plan *plan = w->plan;
	const char **names = calloc(plan->host_count + 1, sizeof(*names));
	size_t count = 0;
	char *text = NULL;
	int err = names ? 0 : -ENOMEM;

	for (size_t i = 0; i < plan->host_count && !err; i++)
		if (plan->host_states[i] != PLAN_HOST_OUTSIDE)
			names[count++] = w->hosts[i].name;
	if (!err)
		err = hostlist_fold(names, count, &text);
	*json = err ? NULL : json_string(text);
	free(text);
	free(names);
	return *json ? 0 : -ENOMEM;
}

/* A plan for the whole file says nothing of a limit. */
static int add_limit(const struct writer *w, const struct plan_saved_info *info, json_t *root)
{
	json_t *limit;

	if (!w->plan->outside_count && !info->owed)
		return 0;
	if (limit_json(w, &limit))
		return -ENOMEM;
	return json_object_set_new(root, "limit", limit) ||
			       json_object_set_new(root, "owed", json_boolean(info->owed)) ?
		       -ENOMEM :
		       0;
}

static json_t *root_json(const struct writer *w, const struct plan_saved_info *info)
{
	char file[2 * SHA256_BYTES + 1], digest[2 * SHA256_BYTES + 1];

	hex(info->file_digest, file);
	hex(w->plan->digest, digest);
	return json_pack("{s:i, s:s, s:I, s:s, s:s, s:O, s:s, s:b, s:I, s:O, s:O, s:O}", "plan_version",
			 PLAN_SAVED_VERSION, "tool", info->tool, "made", (json_int_t)info->made, "file", info->file,
			 "file_sha256", file, "commands_sha256", w->commands_json, "digest", digest, "no_op",
			 !w->plan->changed_count, "host_count", (json_int_t)w->plan->changed_count, "steps",
			 w->steps_json, "sets", w->sets_json, "hosts", w->hosts_json);
}

static int dump(const struct writer *w, const struct plan_saved_info *info, char **text)
{
	json_t *root = root_json(w, info);

	*text = root && !add_limit(w, info, root) ? json_dumps(root, JSON_COMPACT) : NULL;
	json_decref(root);
	return *text ? 0 : -ENOMEM;
}

int plan_saved_encode(const struct plan_saved_info *info, const struct fleet *fleet, const struct facts_host *hosts,
		      const struct plan *plan, char **text, size_t *len, struct ece_error *e)
{
	struct writer w = {.hosts = hosts,
			   .plan = plan,
			   .sets_json = json_array(),
			   .hosts_json = json_object(),
			   .steps_json = json_array(),
			   .commands_json = json_array()};
	bool made = w.sets_json && w.hosts_json && w.steps_json && w.commands_json;
	int err = made ? write_body(&w, info, fleet) : -ENOMEM;

	if (!err)
		err = dump(&w, info, text);
	json_decref(w.sets_json);
	json_decref(w.hosts_json);
	json_decref(w.steps_json);
	json_decref(w.commands_json);
	free(w.sets);
	free(w.table.slots);
	if (err)
		return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a plan that is to be saved");
	*len = strlen(*text);
	if (*len <= PLAN_SAVED_MAX)
		return 0;
	free(*text);
	return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "the plan takes %zu bytes, and at most %u can be saved", *len,
			     PLAN_SAVED_MAX);
}
