// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Write a frozen plan. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/frozen_json.h"

struct freezer {
	const struct fleet *fleet;
	const struct plan *plan;
	const struct facts_host *hosts;
	size_t *first_change;             /* of each host of the fleet; SIZE_MAX: it has none */
	int change_of[FLEET_CHANGES_MAX]; /* of each part of the fleet file: its place among those of the plan, or -1 */
	bool simulated;
	bool adopt, unverified;
	uint32_t unchanged, owed; /* hosts of that kind */
};

/* JSON integers are signed here: raw values go through unchanged as the same 64 bits. */
static json_t *set_json(struct freezer *f, const struct plan_change *change)
{
	const struct ece_param *param = ece_param_at(change->param);

	f->unverified |= param->no_verify;
	return json_pack("{s:s, s:I, s:I}", "param", param->name, "from", (json_int_t)change->from, "to",
			 (json_int_t)change->to);
}

/* A list that lacks an entry must not pass for the whole: without memory there is none, and no plan. */
void frozen_append(json_t **list, json_t *entry)
{
	if (!json_array_append_new(*list, entry))
		return;
	json_decref(*list);
	*list = NULL;
}

static const char *text_or_empty(const char *text)
{
	return text ? text : "";
}

static json_t *card_json(struct freezer *f, const struct plan_change *change, size_t count)
{
	const struct facts_nic *nic = &f->hosts[change->host].nics[change->nic];
	json_t *sets = json_array();
	char guid[24];

	for (size_t i = 0; i < count; i++)
		if (change[i].part == change->part)
			frozen_append(&sets, set_json(f, &change[i]));
	snprintf(guid, sizeof(guid), "0x%016" PRIx64, nic->guid);
	return json_pack("{s:s, s:s, s:s, s:o}", "guid", guid, "psid", text_or_empty(nic->psid), "pci",
			 text_or_empty(nic->pci), "set", sets);
}

/* Changes are sorted by host, NIC, parameter; those of other parts stand between. */
static json_t *cards_json(struct freezer *f, uint32_t host, uint32_t part)
{
	const struct plan *plan = f->plan;
	json_t *cards = json_array();
	size_t i = f->first_change[host];

	while (i < plan->change_count && plan->changes[i].host == host) {
		size_t end = i, first = SIZE_MAX;

		for (; end < plan->change_count && plan->changes[end].host == host &&
		       plan->changes[end].nic == plan->changes[i].nic;
		     end++)
			if (plan->changes[end].part == part && first == SIZE_MAX)
				first = end;
		if (first != SIZE_MAX)
			frozen_append(&cards, card_json(f, &plan->changes[first], end - first));
		i = end;
	}
	return cards;
}

/* What a host shares with others: harm is looked for there first. Hosts without a label are near nobody by it. */
static json_t *near_json(const struct freezer *f, uint32_t host)
{
	static const char *const labels[FROZEN_NEAR] = {"rack", PLAN_DOMAIN_LABEL};
	json_t *near = json_array();

	for (size_t i = 0; i < FROZEN_NEAR; i++)
		frozen_append(&near, json_string(text_or_empty(fleet_label(f->fleet, host, labels[i]))));
	return near;
}

static int write_line(FILE *out, json_t *json)
{
	int err = !json || json_dumpf(json, out, JSON_COMPACT) || fputc('\n', out) == EOF;

	json_decref(json);
	return err ? -ENOMEM : 0;
}

static int write_step(struct freezer *f, const struct plan_step *step, FILE *out)
{
	for (uint32_t i = step->first; i < step->first + step->count; i++) {
		uint32_t host = f->plan->order[i];

		if (write_line(out, json_pack("{s:s, s:o, s:o}", "host", f->hosts[host].name, "near",
					      near_json(f, host), "cards", cards_json(f, host, step->part))))
			return -ENOMEM;
	}
	return 0;
}

static int write_unchanged(struct freezer *f, uint32_t host, FILE *out)
{
	f->unchanged++;
	return write_line(out, json_pack("{s:s, s:o}", "host", f->hosts[host].name, "near", near_json(f, host)));
}

static int write_owed(struct freezer *f, uint32_t host, const char *why, FILE *out)
{
	f->owed++;
	return write_line(out, json_pack("{s:s, s:s, s:b}", "host", f->hosts[host].name, "why", why, "report",
					 f->plan->owed_report[host]));
}

static int write_others(struct freezer *f, bool owed, FILE *out)
{
	int err = 0;

	for (uint32_t host = 0; host < f->plan->host_count && !err; host++) {
		const char *why = f->plan->owed_why[host];

		if (f->plan->host_states[host] == PLAN_HOST_OUTSIDE || f->first_change[host] != SIZE_MAX ||
		    owed != (why != NULL))
			continue;
		err = owed ? write_owed(f, host, why, out) : write_unchanged(f, host, out);
	}
	return err;
}

static int write_hosts(struct freezer *f, FILE *out)
{
	int err = 0;

	for (size_t i = 0; i < f->plan->step_count && !err; i++)
		err = write_step(f, &f->plan->steps[i], out);
	if (!err)
		err = write_others(f, false, out);
	return err ? err : write_others(f, true, out);
}

static json_t *steps_json(const struct freezer *f)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < f->plan->step_count; i++) {
		const struct plan_step *step = &f->plan->steps[i];

		frozen_append(&steps, json_pack("{s:s, s:I, s:I, s:I, s:i}", "name", step->name, "hosts",
						(json_int_t)step->count, "soak_ns", (json_int_t)step->soak_ns,
						"baseline_ns", (json_int_t)frozen_baseline(f->fleet, step), "change",
						f->change_of[step->part]));
	}
	return steps;
}

static json_t *counts_json(const struct plan *plan)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "hosts", (json_int_t)plan_hosts(plan),
			 "changed", (json_int_t)plan->changed_count, "unchanged", (json_int_t)plan->unchanged_count,
			 "unreachable", (json_int_t)plan->unreachable_count, "nics", (json_int_t)plan->nic_count,
			 "changed_nics", (json_int_t)plan->changed_nic_count, "left_out",
			 (json_int_t)plan->left_out_count, "excluded", (json_int_t)plan->excluded_count, "moved",
			 (json_int_t)plan->moved_count, "outside", (json_int_t)plan->outside_count);
}

/* Those that the plan has a step of, in its order. */
static json_t *changes_json(struct freezer *f)
{
	json_t *changes = json_array();
	int count = 0;

	for (size_t i = 0; i < FLEET_CHANGES_MAX; i++)
		f->change_of[i] = -1;
	for (size_t i = 0; i < f->plan->step_count; i++) {
		uint32_t part = f->plan->steps[i].part;

		if (f->change_of[part] >= 0)
			continue;
		f->change_of[part] = count++;
		frozen_append(&changes, frozen_change_json(f->fleet, f->plan, part));
	}
	return changes;
}

static const char *transport_word(const struct fleet_transport *transport)
{
	if (transport->kind == FLEET_TRANSPORT_COMMAND)
		return FROZEN_COMMAND;
	if (transport->kind == FLEET_TRANSPORT_PULL)
		return FROZEN_PULL;
	if (transport->kind != FLEET_TRANSPORT_SIM)
		return FROZEN_LOCAL;
	return transport->sim.virtual_time ? FROZEN_SIM : FROZEN_SIM_REAL;
}

static json_t *head_json(struct freezer *f)
{
	const struct fleet_transport *transport = &f->fleet->transport;
	bool command = transport->kind == FLEET_TRANSPORT_COMMAND;
	char digest[FROZEN_HEX];
	json_t *changes = changes_json(f);
	json_t *head;

	frozen_hex(f->plan->digest, digest);
	head = json_pack("{s:i, s:s, s:s, s:s, s:o, s:s*, s:b, s:b, s:o, s:I, s:I, s:o, s:o}", "version",
			 FROZEN_VERSION, "digest", digest, "transport", transport_word(transport), "fleet",
			 f->fleet->name, "hooks", frozen_hooks_json(f->fleet), "prometheus", f->fleet->prometheus_url,
			 "adopt", f->adopt, "unverified", f->unverified, "counts", counts_json(f->plan),
			 "unchanged_hosts", (json_int_t)f->unchanged, "owed_hosts", (json_int_t)f->owed, "changes",
			 changes, "steps", steps_json(f));
	if (head && ((command && json_object_set_new(head, FROZEN_COMMAND, frozen_command_json(&transport->command))) ||
		     (f->simulated && json_object_set_new(head, FROZEN_SIMULATED, json_true())))) {
		json_decref(head);
		return NULL;
	}
	return head;
}

/* The first line, with the digest of itself and of all that follows. */
static int write_signed(FILE *out, json_t *head, const char *body, size_t len)
{
	char digest[FROZEN_HEX];

	if (!head || frozen_digest(head, body, len, digest) ||
	    json_object_set_new(head, FROZEN_DIGEST, json_string(digest))) {
		json_decref(head);
		return -ENOMEM;
	}
	return write_line(out, head);
}

static int write_head(struct freezer *f, const char *body, size_t len, char **text, size_t *text_len)
{
	FILE *out = open_memstream(text, text_len);
	int err;

	if (!out)
		return -ENOMEM;
	err = write_signed(out, head_json(f), body, len);
	if (!err && fwrite(body, 1, len, out) != len)
		err = -ENOMEM;
	if (fclose(out))
		err = -ENOMEM;
	if (err)
		free(*text);
	return err;
}

static int write_body(struct freezer *f, char **body, size_t *len)
{
	FILE *out = open_memstream(body, len);
	int err;

	if (!out)
		return -ENOMEM;
	err = write_hosts(f, out);
	if (fclose(out))
		err = -ENOMEM;
	if (err)
		free(*body);
	return err;
}

static void index_changes(struct freezer *f)
{
	for (size_t i = 0; i < f->plan->host_count; i++)
		f->first_change[i] = SIZE_MAX;
	for (size_t i = f->plan->change_count; i-- > 0;)
		f->first_change[f->plan->changes[i].host] = i;
}

int frozen_write(const struct fleet *fleet, const struct plan *plan, const struct facts_host *hosts, bool adopt,
		 bool simulated, char **text, size_t *len, struct ece_error *e)
{
	struct freezer f = {.fleet = fleet, .plan = plan, .hosts = hosts, .adopt = adopt, .simulated = simulated};
	char *body = NULL;
	size_t body_len = 0;
	int err;

	f.first_change = calloc(plan->host_count + 1, sizeof(*f.first_change));
	if (!f.first_change)
		return frozen_no_memory(e);
	index_changes(&f);
	err = write_body(&f, &body, &body_len);
	free(f.first_change);
	if (err)
		return frozen_no_memory(e);
	err = write_head(&f, body, body_len, text, len);
	free(body);
	return err ? frozen_no_memory(e) : 0;
}
