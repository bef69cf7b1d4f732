// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Write a frozen plan. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/sha256.h"
#include "lib/control/internal.h"

#define HEX_BYTES (SHA256_BYTES * 2 + 1)

struct freezer {
	const struct fleet *fleet;
	const struct plan *plan;
	const struct facts_host *hosts;
	size_t *first_change; /* of each host of the fleet */
	bool adopt, unverified;
};

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the frozen plan");
}

void frozen_hex(const uint8_t *digest, char *hex)
{
	for (size_t i = 0; i < SHA256_BYTES; i++)
		sprintf(hex + i * 2, "%02x", digest[i]);
}

/* JSON integers are signed here: raw values go through unchanged as the same 64 bits. */
static json_t *set_json(struct freezer *f, const struct plan_change *change)
{
	const struct ece_param *param = ece_param_at(change->param);

	f->unverified |= param->no_verify;
	return json_pack("{s:s, s:I, s:I}", "param", param->name, "from", (json_int_t)change->from, "to",
			 (json_int_t)change->to);
}

/* A list that lacks an entry must not pass for the whole: without memory there is none, and no plan. */
static void append(json_t **list, json_t *entry)
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
		append(&sets, set_json(f, &change[i]));
	snprintf(guid, sizeof(guid), "0x%016" PRIx64, nic->guid);
	return json_pack("{s:s, s:s, s:s, s:o}", "guid", guid, "psid", text_or_empty(nic->psid), "pci",
			 text_or_empty(nic->pci), "set", sets);
}

/* Changes are sorted by host, NIC, parameter. */
static json_t *host_json(struct freezer *f, uint32_t host)
{
	const struct plan *plan = f->plan;
	json_t *cards = json_array();
	size_t i = f->first_change[host];

	while (i < plan->change_count && plan->changes[i].host == host) {
		size_t end = i;

		while (end < plan->change_count && plan->changes[end].host == host &&
		       plan->changes[end].nic == plan->changes[i].nic)
			end++;
		append(&cards, card_json(f, &plan->changes[i], end - i));
		i = end;
	}
	return json_pack("{s:s, s:o}", "host", f->hosts[host].name, "cards", cards);
}

static int write_line(FILE *out, json_t *json)
{
	int err = !json || json_dumpf(json, out, JSON_COMPACT) || fputc('\n', out) == EOF;

	json_decref(json);
	return err ? -ENOMEM : 0;
}

static int write_hosts(struct freezer *f, FILE *out)
{
	for (size_t i = 0; i < f->plan->order_count; i++)
		if (write_line(out, host_json(f, f->plan->order[i])))
			return -ENOMEM;
	return 0;
}

/* Budgets of hosts that were counted before the start are smaller by them, but never spent at the start. */
static struct rollout_limits limits_of(const struct freezer *f)
{
	const struct fleet_rollout *r = &f->fleet->rollouts[f->fleet->rollout];
	uint32_t hosts = (uint32_t)f->plan->order_count;
	uint32_t unreachable = plan_unreachable_budget(f->fleet, f->plan);
	uint32_t gone = (uint32_t)f->plan->unreachable_count;

	return (struct rollout_limits){
		.unreachable = unreachable > gone ? unreachable - gone : 1,
		.lost = fleet_amount_of(r->budget.lost, hosts),
		.failed = fleet_amount_of(r->budget.failed, hosts),
		.parallel = r->parallel,
		.undo_parallel = r->undo_parallel,
		.attempts = ATTEMPTS,
		.answer_ns = ANSWER_NS,
		.retry_ns = RETRY_NS,
		.undo_on_fail = r->on_fail == FLEET_ON_FAIL_UNDO,
	};
}

static json_t *limits_json(const struct freezer *f)
{
	struct rollout_limits l = limits_of(f);

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "unreachable", (json_int_t)l.unreachable,
			 "lost", (json_int_t)l.lost, "failed", (json_int_t)l.failed, "parallel", (json_int_t)l.parallel,
			 "undo_parallel", (json_int_t)l.undo_parallel, "attempts", (json_int_t)l.attempts, "answer_ns",
			 (json_int_t)l.answer_ns, "retry_ns", (json_int_t)l.retry_ns, "undo_on_fail", l.undo_on_fail);
}

static json_t *steps_json(const struct plan *plan)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < plan->step_count; i++)
		append(&steps,
		       json_pack("{s:s, s:I, s:I}", "name", plan->steps[i].name, "hosts",
				 (json_int_t)plan->steps[i].count, "soak_ns", (json_int_t)plan->steps[i].soak_ns));
	return steps;
}

static json_t *counts_json(const struct plan *plan)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "hosts", (json_int_t)plan->host_count, "unchanged",
			 (json_int_t)plan->unchanged_count, "unreachable", (json_int_t)plan->unreachable_count, "nics",
			 (json_int_t)plan->nic_count, "changed_nics", (json_int_t)plan->changed_nic_count, "left_out",
			 (json_int_t)plan->left_out_count);
}

static json_t *head_json(const struct freezer *f, const char *body, size_t len)
{
	const struct fleet_rollout *r = &f->fleet->rollouts[f->fleet->rollout];
	char digest[HEX_BYTES], body_digest[HEX_BYTES];
	uint8_t bytes[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, body, len);
	sha256_end(&hash, bytes);
	frozen_hex(bytes, body_digest);
	frozen_hex(f->plan->digest, digest);
	return json_pack("{s:i, s:s, s:s, s:s, s:o, s:I, s:b, s:b, s:b, s:o, s:o}", "version", FROZEN_VERSION, "digest",
			 digest, "body_sha256", body_digest, "transport",
			 f->fleet->transport.kind == FLEET_TRANSPORT_SIM ? FROZEN_SIM : FROZEN_LOCAL, "limits",
			 limits_json(f), "lease_ms", (json_int_t)(r->lease_ns / 1000000), "keep_on_loss",
			 r->on_loss == FLEET_ON_LOSS_KEEP, "adopt", f->adopt, "unverified", f->unverified, "counts",
			 counts_json(f->plan), "steps", steps_json(f->plan));
}

static int write_head(struct freezer *f, const char *body, size_t len, char **text, size_t *text_len)
{
	FILE *out = open_memstream(text, text_len);
	int err;

	if (!out)
		return -ENOMEM;
	err = write_line(out, head_json(f, body, len));
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
	for (size_t i = f->plan->change_count; i-- > 0;)
		f->first_change[f->plan->changes[i].host] = i;
}

int frozen_write(const struct fleet *fleet, const struct plan *plan, const struct facts_host *hosts, bool adopt,
		 char **text, size_t *len, struct ece_error *e)
{
	struct freezer f = {.fleet = fleet, .plan = plan, .hosts = hosts, .adopt = adopt};
	char *body = NULL;
	size_t body_len = 0;
	int err;

	f.first_change = calloc(plan->host_count + 1, sizeof(*f.first_change));
	if (!f.first_change)
		return no_memory(e);
	index_changes(&f);
	err = write_body(&f, &body, &body_len);
	free(f.first_change);
	if (err)
		return no_memory(e);
	err = write_head(&f, body, body_len, text, len);
	free(body);
	return err ? no_memory(e) : 0;
}
