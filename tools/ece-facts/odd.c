// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ece-facts --odd-one-out: within each group of hosts, what is not as most of them have it. Groups are asked in batches,
 * so that no more than one batch is in memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/compare.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-facts/fleet.h"

/* Hosts with the same value of the label. */
struct kin {
	const char *value;                       /* a pointer that fleet_label() returned */
	uint32_t first, count;                   /* in .hosts of the search */
	struct hostfacts_comparison *comparison; /* while its batch is asked */
	const char **names;                      /* of those that told, in the order in which they did */
	uint32_t told;
};

struct search {
	struct facts_sweep *sweep;
	struct kin *kins;
	uint32_t kin_count;
	uint32_t *hosts;  /* by kin */
	uint32_t *kin_of; /* of each host, or FLEET_NONE */
	bool *asked;      /* of each host: in the batch */
	uint32_t alone;   /* hosts that are in no group, or the only one of theirs */
	json_t *groups;   /* with something odd */
	uint32_t odd_groups;
};

static int no_memory(const struct search *s)
{
	return ece_error_set(s->sweep->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what the hosts told");
}

static const char *value_of(const struct search *s, uint32_t host)
{
	const char *by = s->sweep->args->by;

	return by ? fleet_label(s->sweep->fleet, host, by) : "";
}

static bool is_asked(const struct search *s, uint32_t host)
{
	return !s->sweep->asked || s->sweep->asked[host];
}

/* Equal values of a label are one pointer. There are few groups against hosts, and most hosts are of the group before. */
static uint32_t find_kin(struct search *s, const char *value, uint32_t before)
{
	if (before < s->kin_count && s->kins[before].value == value)
		return before;
	for (uint32_t i = 0; i < s->kin_count; i++)
		if (s->kins[i].value == value)
			return i;
	s->kins[s->kin_count].value = value;
	return s->kin_count++;
}

static void group_hosts(struct search *s)
{
	uint32_t count = s->sweep->fleet->host_count, next = 0, kin = 0;

	for (uint32_t host = 0; host < count; host++) {
		const char *value = is_asked(s, host) ? value_of(s, host) : NULL;

		s->kin_of[host] = FLEET_NONE;
		s->alone += !value && is_asked(s, host);
		if (!value)
			continue;
		kin = find_kin(s, value, kin);
		s->kin_of[host] = kin;
		s->kins[kin].count++;
	}
	for (uint32_t i = 0; i < s->kin_count; i++) {
		s->kins[i].first = next;
		next += s->kins[i].count;
		s->kins[i].count = 0;
	}
	for (uint32_t host = 0; host < count; host++)
		if (s->kin_of[host] != FLEET_NONE) {
			struct kin *k = &s->kins[s->kin_of[host]];

			s->hosts[k->first + k->count++] = host;
		}
}

static int check_groups(const struct search *s)
{
	const struct facts_args *args = s->sweep->args;

	if (args->by && !s->kin_count)
		return ece_error_set(s->sweep->e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
				     "no host has a label \"%.60s\" in %s", args->by, s->sweep->fleet->file);
	for (uint32_t i = 0; i < s->kin_count; i++)
		if (s->kins[i].count > HOSTFACTS_DOCUMENTS_MAX)
			return ece_error_set(s->sweep->e, -E2BIG, ECE_ERROR_LIMIT,
					     "%u hosts are to be compared with each other, and %d is the limit: give "
					     "--by with a label of smaller groups, or --limit",
					     s->kins[i].count, HOSTFACTS_DOCUMENTS_MAX);
	return 0;
}

static int each(void *ctx, const struct control_facts *facts)
{
	struct search *s = ctx;
	struct kin *k = &s->kins[s->kin_of[facts->host]];
	int err;

	if (!facts->doc)
		return facts_sweep_silent(s->sweep, facts);
	err = hostfacts_comparison_add(k->comparison, facts->doc, s->sweep->e);
	if (err == -ENOMEM)
		return err;
	/* a document that cannot be compared is none; the comparison may have taken part of it */
	if (err)
		return facts_sweep_silent(s->sweep, &(struct control_facts){.host = facts->host,
									    .reached = true,
									    .why = s->sweep->e->text});
	k->names[k->told++] = s->sweep->fleet->hosts[facts->host].name;
	s->sweep->told++;
	return 0;
}

static int begin_kin(struct search *s, struct kin *k)
{
	k->names = calloc(k->count, sizeof(*k->names));
	for (uint32_t i = 0; i < k->count; i++)
		s->asked[s->hosts[k->first + i]] = true;
	return k->names ? hostfacts_comparison_new(k->count, &k->comparison, s->sweep->e) : no_memory(s);
}

static int end_kin(struct search *s, struct kin *k)
{
	json_t *result = NULL, *group = json_object(), *odd;
	int err = hostfacts_comparison_result(k->comparison, k->names, &result, s->sweep->e);

	if (err) {
		json_decref(group);
		return err;
	}
	odd = json_object_get(result, "groups");
	if (json_array_size(odd)) {
		build_set(&group, "value", build_text(k->value));
		build_set(&group, "hosts", json_integer(k->count));
		build_set(&group, "compared", json_integer(k->told));
		build_set(&group, "odd", json_incref(odd));
		build_append(&s->groups, group);
		s->odd_groups++;
	} else {
		json_decref(group);
	}
	json_decref(result);
	return 0;
}

static void free_kin(struct kin *k)
{
	hostfacts_comparison_free(k->comparison);
	free(k->names);
	k->comparison = NULL;
	k->names = NULL;
}

/* Groups from @first on, as many as fit. */
static int ask_batch(struct search *s, uint32_t first, uint32_t *next)
{
	uint32_t hosts = 0, last = first;
	int err = 0;

	memset(s->asked, 0, s->sweep->fleet->host_count);
	for (; !err && last < s->kin_count && hosts + s->kins[last].count <= HOSTFACTS_DOCUMENTS_MAX; last++) {
		hosts += s->kins[last].count;
		if (s->kins[last].count > 1)
			err = begin_kin(s, &s->kins[last]);
		else
			s->alone++;
	}
	if (!err)
		err = control_facts(s->sweep->control, s->sweep->fleet, s->asked, each, s, s->sweep->e);
	for (uint32_t i = first; i < last; i++) {
		if (!err && s->kins[i].told > 1)
			err = end_kin(s, &s->kins[i]);
		free_kin(&s->kins[i]);
	}
	*next = last;
	return err;
}

static json_t *found_json(struct search *s)
{
	const char *by = s->sweep->args->by;
	json_t *found = json_object();

	build_set(&found, "version", json_integer(1));
	build_set(&found, "simulated", json_boolean(s->sweep->simulated));
	build_set(&found, "by", by ? build_text(by) : json_null());
	build_set(&found, "compared", json_integer(s->sweep->told));
	build_set(&found, "alone", json_integer(s->alone));
	build_set(&found, "groups", s->groups);
	build_set(&found, "silent", facts_sweep_silent_json(s->sweep));
	s->groups = NULL;
	return found;
}

static int tell(struct search *s)
{
	json_t *found = found_json(s);
	struct term term;

	if (!found)
		return no_memory(s);
	if (s->sweep->args->json)
		return output_json(found) ? ece_error_set(s->sweep->e, -EIO, ECE_ERROR_IO, "it could not be written") :
					    0;
	term_init(&term, stdout);
	odd_text(found, &term);
	json_decref(found);
	facts_sweep_print_silent(s->sweep, &term);
	return 0;
}

static int search_all(struct search *s)
{
	int err;

	group_hosts(s);
	err = check_groups(s);
	for (uint32_t next = 0; !err && next < s->kin_count;)
		err = ask_batch(s, next, &next);
	return err ? err : tell(s);
}

int odd_one_out(struct facts_sweep *sweep)
{
	uint32_t count = sweep->fleet->host_count;
	struct search s = {.sweep = sweep, .groups = json_array()};
	int err;

	s.kins = calloc(count + 1, sizeof(*s.kins));
	s.hosts = calloc(count + 1, sizeof(*s.hosts));
	s.kin_of = calloc(count + 1, sizeof(*s.kin_of));
	s.asked = calloc(count + 1, sizeof(*s.asked));
	if (s.kins && s.hosts && s.kin_of && s.asked && s.groups)
		err = search_all(&s);
	else
		err = no_memory(&s);
	json_decref(s.groups);
	free(s.kins);
	free(s.hosts);
	free(s.kin_of);
	free(s.asked);
	return err ? err : s.odd_groups > 0;
}
