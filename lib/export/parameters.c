// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Reading the parameters of a host, and what its journal says that they should be. */
#include "lib/export/parameters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic.h"
#include "lib/base/copy_text.h"
#include "lib/base/sha256.h"

#define SECOND_NS INT64_C(1000000000)

/* What is made, and of what. */
struct reading {
	const struct ece_os *os;
	struct journal *journal;
	const char *host;
	const struct export_moment *moment;
	struct export_parameters *out;
	struct journal_value *confirmed; /* @confirmed_count of all cards */
	size_t confirmed_count;
	const struct ece_param **params; /* of one NIC: the table, and then what else was confirmed */
	struct ece_value *values;
	struct ece_error *e;
};

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the parameters of this host");
}

static bool is_known(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

static bool is_card(const struct journal_card *card, const struct ece_nic_info *info)
{
	return card->guid == info->guid && !strcmp(card->psid, info->psid);
}

/* What is asked of a NIC. Returns how many. */
static size_t choose_params(const struct reading *r, const struct ece_nic_info *info)
{
	size_t table = ece_param_count(), count = table;

	for (size_t i = 0; i < table; i++)
		r->params[i] = ece_param_at(i);
	for (size_t i = 0; i < r->confirmed_count; i++)
		if (is_card(&r->confirmed[i].card, info) && ece_param_index(r->confirmed[i].param) >= table)
			r->params[count++] = r->confirmed[i].param;
	return count;
}

static const struct ece_value *value_of(const struct reading *r, size_t count, const struct ece_param *param)
{
	for (size_t i = 0; i < count; i++)
		if (r->params[i] == param)
			return &r->values[i];
	return NULL;
}

/* Of the table only: what was confirmed beside it may differ by host. */
static void hash_values(const struct reading *r, struct export_nic *nic)
{
	uint8_t digest[SHA256_BYTES];
	struct sha256 hash;

	sha256_init(&hash);
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_value *value = &r->values[i];
		char line[ECE_PARAM_NAME_MAX + 48];
		int len = snprintf(line, sizeof(line), "%s %s %llu\n", r->params[i]->name,
				   is_known(value) ? "is" : ece_value_state_name(value->state),
				   is_known(value) ? (unsigned long long)value->raw : 0);

		if (value->state == ECE_VALUE_UNREADABLE)
			return;
		sha256_add(&hash, line, (size_t)len);
	}
	sha256_end(&hash, digest);
	for (size_t i = 0; i < (EXPORT_HASH_MAX - 1) / 2; i++)
		snprintf(nic->hash + 2 * i, 3, "%02x", digest[i]);
}

static int add_drift(struct reading *r, size_t nic, const struct journal_value *wanted, const struct ece_value *value)
{
	struct export_parameters *out = r->out;
	struct export_drift *grown;

	if (out->drift_count == EXPORT_DRIFTS_MAX) {
		out->drifts_left_out++;
		return 0;
	}
	grown = reallocarray(out->drifts, out->drift_count + 1, sizeof(*grown));
	if (!grown)
		return no_memory(r->e);
	out->drifts = grown;
	grown[out->drift_count++] = (struct export_drift){
		.nic = nic,
		.param = wanted->param,
		.wanted = wanted->raw,
		.state = value->state,
		.raw = is_known(value) ? value->raw : 0,
	};
	return 0;
}

/* It has what it had before anything of ours was written, as far as is known. Returns 1, 0 or -ENOMEM. */
static int is_lost(const struct reading *r, const struct journal_value *wanted, const struct ece_value *value)
{
	uint64_t original;
	int ret = journal_original(r->journal, r->host, &wanted->card, wanted->param, &original, r->e);

	if (ret)
		return ret == -ENOMEM ? ret : 0;
	return is_known(value) && value->raw == original;
}

/* Some parameters read as something whatever they are. */
static bool is_told(const struct ece_value *value, const struct ece_param *param)
{
	return value && !param->no_verify && value->state != ECE_VALUE_UNREADABLE && value->state != ECE_VALUE_NO_DOOR;
}

static int compare(struct reading *r, size_t n, const struct journal_value *wanted, const struct ece_value *value)
{
	struct export_nic *nic = &r->out->nics[n];
	int lost;

	nic->confirmed++;
	if (!is_told(value, wanted->param)) {
		nic->unreadable++;
		return 0;
	}
	if (is_known(value) && ece_param_matches(wanted->param, wanted->raw, value->raw))
		return 0;
	lost = is_lost(r, wanted, value);
	if (lost < 0)
		return lost;
	nic->drifted++;
	nic->lost += lost;
	return add_drift(r, n, wanted, value);
}

static int compare_all(struct reading *r, size_t n, size_t count)
{
	const struct ece_nic_info *info = &r->out->nics[n].info;
	int ret = 0;

	for (size_t i = 0; i < r->confirmed_count && !ret; i++)
		if (is_card(&r->confirmed[i].card, info))
			ret = compare(r, n, &r->confirmed[i], value_of(r, count, r->confirmed[i].param));
	return ret;
}

/* A NIC that went away meanwhile has nothing that could be read. */
static int read_nic(struct reading *r, size_t n)
{
	struct export_nic *nic = &r->out->nics[n];
	struct ece_nic *open;
	size_t count;

	if (!ece_nic_may_read(&nic->info))
		return 0;
	count = choose_params(r, &nic->info);
	memset(r->values, 0, count * sizeof(*r->values));
	nic->read = !ece_nic_open(r->os, &nic->info, &open, NULL /* it is then not read */);
	if (!nic->read)
		return compare_all(r, n, 0);
	ece_nic_read(open, r->params, r->values, count);
	ece_nic_close(open);
	hash_values(r, nic);
	return compare_all(r, n, count);
}

static int read_each(struct reading *r, const struct ece_nic_info *infos, size_t count)
{
	size_t max = ece_param_count() + r->confirmed_count;
	int ret = 0;

	r->out->nics = calloc(count ? count : 1, sizeof(*r->out->nics));
	r->params = calloc(max, sizeof(struct ece_param *));
	r->values = calloc(max, sizeof(*r->values));
	if (!r->out->nics || !r->params || !r->values)
		return no_memory(r->e);
	r->out->nic_count = count;
	for (size_t n = 0; n < count && !ret; n++) {
		r->out->nics[n].info = infos[n];
		ret = read_nic(r, n);
	}
	return ret;
}

static int read_nics(struct reading *r)
{
	struct ece_nic_info *infos;
	size_t count;
	int ret = ece_nic_list(r->os, &infos, &count, r->e);

	if (ret)
		return ret;
	ret = read_each(r, infos, count);
	free(infos);
	return ret;
}

static int read_open_run(struct reading *r, const char *run)
{
	struct journal_change *changes;
	size_t count;
	int ret = journal_changes(r->journal, r->host, run, &changes, &count, r->e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count; i++)
		r->out->unconfirmed += changes[i].state == JOURNAL_WRITTEN || changes[i].state == JOURNAL_INTENT;
	free(changes);
	return 0;
}

static int read_runs(struct reading *r)
{
	struct journal_run_entry *runs;
	size_t count;
	int ret = journal_runs(r->journal, r->host, EXPORT_RUNS_MAX, &runs, &count, r->e);

	if (ret)
		return ret;
	for (size_t i = 0; i < count && !ret; i++) {
		if (runs[i].state == JOURNAL_RUN_OPEN)
			ret = read_open_run(r, runs[i].run);
		else if (runs[i].state == JOURNAL_RUN_CONFIRMED && !*r->out->run)
			copy_text(r->out->run, sizeof(r->out->run), runs[i].run);
	}
	free(runs);
	return ret;
}

static int read_lease(struct reading *r, const char *run)
{
	struct export_lease *lease = &r->out->leases[r->out->lease_count];
	struct journal_hold hold;
	int ret = journal_hold_of_run(r->journal, r->host, run, &hold, r->e);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	if (!hold.lease_ms)
		return 0;
	copy_text(lease->run, sizeof(lease->run), run);
	lease->end_unix =
		r->moment->unix_seconds + ((int64_t)hold.deadline_ns - (int64_t)r->moment->now_ns) / SECOND_NS;
	r->out->lease_count++;
	return 0;
}

static int read_each_lease(struct reading *r, const journal_run_name *runs, size_t count)
{
	int ret = 0;

	r->out->leases = calloc(count ? count : 1, sizeof(*r->out->leases));
	if (!r->out->leases)
		return no_memory(r->e);
	for (size_t i = 0; i < count && !ret; i++)
		ret = read_lease(r, runs[i]);
	return ret;
}

static int read_leases(struct reading *r)
{
	journal_run_name *runs;
	size_t count;
	int ret = journal_holds(r->journal, r->host, &runs, &count, r->e);

	if (ret)
		return ret;
	ret = read_each_lease(r, runs, count);
	free(runs);
	return ret;
}

static int read_standing(struct reading *r)
{
	int ret = journal_generation_get(r->journal, r->host, &r->out->generation, r->e);

	if (ret == -ENOENT)
		ret = 0;
	ret = ret ? ret : read_runs(r);
	ret = ret ? ret : read_leases(r);
	r->out->has_journal = !ret;
	return ret;
}

/* What cannot be read of the journal is not known; what the cards have is told all the same. */
static int give_up_journal(struct reading *r, int ret)
{
	if (ret == -ENOMEM)
		return ret;
	r->out->drift_count = r->out->drifts_left_out = 0;
	r->out->lease_count = 0;
	return 0;
}

static int read_journal_and_nics(struct reading *r)
{
	int ret = journal_confirmed(r->journal, r->host, &r->confirmed, &r->confirmed_count, r->e);
	bool known = !ret;

	if (ret)
		ret = give_up_journal(r, ret);
	ret = ret ? ret : read_nics(r);
	if (ret || !known)
		return ret;
	ret = read_standing(r);
	return ret ? give_up_journal(r, ret) : 0;
}

static int read_all(struct reading *r)
{
	int ret = r->journal ? read_journal_and_nics(r) : read_nics(r);

	if (r->journal)
		journal_rollback(r->journal);
	free(r->confirmed);
	free(r->params);
	free(r->values);
	return ret;
}

int export_parameters_read(const struct ece_os *os, struct journal *journal, const char *host,
			   const struct export_moment *moment, struct export_parameters **parameters,
			   struct ece_error *e)
{
	struct reading r = {.os = os, .journal = journal, .host = host, .moment = moment, .e = e};
	int ret;

	r.out = calloc(1, sizeof(*r.out));
	if (!r.out)
		return no_memory(e);
	r.out->read_unix = moment->unix_seconds;
	ret = read_all(&r);
	if (ret) {
		export_parameters_free(r.out);
		return ret;
	}
	*parameters = r.out;
	return 0;
}

void export_parameters_free(struct export_parameters *parameters)
{
	if (!parameters)
		return;
	free(parameters->nics);
	free(parameters->drifts);
	free(parameters->leases);
	free(parameters);
}
