// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Each NIC's values against what was confirmed there, else against the file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/drift/internal.h"

static bool is_known(const struct facts_reading *reading)
{
	return reading->state == ECE_VALUE_SET || reading->state == ECE_VALUE_INERT;
}

bool drift_of_original(const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);

	return original->has_confirmed && !param->no_verify && is_known(&original->reading) &&
	       !ece_param_matches(param, original->confirmed, original->reading.raw);
}

/* Ignored: what contradicts itself in the file is the plan's to complain about. */
static void ignore(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	(void)e;
}

static const struct fleet_want *find_want(const struct finder *f, const struct ece_param *param)
{
	for (size_t i = 0; i < f->want_count; i++)
		if (f->wants[i].value->param == param)
			return &f->wants[i];
	return NULL;
}

static const struct facts_original *find_original(const struct facts_nic *nic, const struct ece_param *param)
{
	uint16_t row = (uint16_t)ece_param_index(param);

	for (size_t i = 0; i < nic->original_count; i++)
		if (nic->originals[i].param == row)
			return &nic->originals[i];
	return NULL;
}

static const struct facts_reading *find_reading(const struct finder *f, const struct facts_nic *nic,
						const struct ece_param *param)
{
	uint32_t place = f->reading[ece_param_index(param)];

	return nic->readings && place != UINT32_MAX ? &nic->readings[place] : NULL;
}

/* What the file asks for. False where it asks for nothing that can be told. */
static bool asked_for(const struct fleet_want *want, const struct facts_original *original, uint64_t *raw)
{
	if (!want || want->value->leave || (want->value->original && !original))
		return false;
	*raw = want->value->original ? original->raw : want->raw;
	return true;
}

static enum drift_bar bar_of(const struct fleet_want *want, const struct facts_original *original)
{
	uint64_t asked;

	if (!want)
		return DRIFT_BAR_UNNAMED;
	if (!asked_for(want, original, &asked))
		return DRIFT_BAR_LEFT;
	return ece_param_matches(want->value->param, asked, original->confirmed) ? DRIFT_FREE : DRIFT_BAR_ASKED;
}

static bool by_person(const struct facts_original *original)
{
	return original->by && !strncmp(original->by, DRIFT_PERSON_PREFIX, strlen(DRIFT_PERSON_PREFIX));
}

static int drifted(struct finder *f, uint32_t host, uint16_t nic, const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);
	bool lost = ece_param_matches(param, original->raw, original->reading.raw);
	struct drift_item item = {
		.host = host,
		.nic = nic,
		.param = original->param,
		.should = original->confirmed,
		.now = original->reading.raw,
		.kind = lost ? DRIFT_LOST : DRIFT_FOREIGN,
		.bar = bar_of(find_want(f, param), original),
		.act = fleet_drift_of(f->fleet, param, NULL),
	};

	return drift_add_item(f, &item);
}

/* As confirmed; but a person confirmed it by setting it on the host, or the file has changed its mind. */
static int stands(struct finder *f, uint32_t host, uint16_t nic, const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);
	struct drift_item item = {.host = host,
				  .nic = nic,
				  .param = original->param,
				  .now = original->reading.raw,
				  .kind = DRIFT_PERSON,
				  .bar = DRIFT_BAR_PERSON,
				  .act = fleet_drift_of(f->fleet, param, NULL)};

	if (!asked_for(find_want(f, param), original, &item.should) || ece_param_matches(param, item.should, item.now))
		return 0;
	if (by_person(original))
		return drift_add_item(f, &item);
	f->drift->pending_count++;
	return 0;
}

static int judge_confirmed(struct finder *f, uint32_t host, uint16_t nic, const struct facts_original *original)
{
	if (!original->has_confirmed || ece_param_at(original->param)->no_verify)
		return 0;
	if (!is_known(&original->reading))
		return drift_add_unread(f, host, original->param, original->reading.why);
	f->drift->value_count++;
	return drift_of_original(original) ? drifted(f, host, nic, original) : stands(f, host, nic, original);
}

/* What the file leaves out where a card or a host cannot is no drift there. */
static bool may_lack(const struct fleet_value *value, enum ece_value_state state)
{
	return (state == ECE_VALUE_UNSUPPORTED && value->if_unsupported == FLEET_SKIP) ||
	       (state == ECE_VALUE_NO_DOOR && value->if_no_door == FLEET_SKIP);
}

static int judge_asked(struct finder *f, uint32_t host, uint16_t nic, const struct fleet_want *want)
{
	const struct facts_nic *facts = &f->input->hosts[host].nics[nic];
	const struct ece_param *param = want->value->param;
	const struct facts_original *original = find_original(facts, param);
	const struct facts_reading *reading = find_reading(f, facts, param);
	struct drift_item item = {.host = host,
				  .nic = nic,
				  .param = (uint16_t)ece_param_index(param),
				  .kind = DRIFT_NEVER,
				  .bar = DRIFT_BAR_NEVER,
				  .act = fleet_drift_of(f->fleet, param, NULL)};

	if ((original && original->has_confirmed) || param->no_verify || !asked_for(want, original, &item.should))
		return 0;
	if (reading && may_lack(want->value, reading->state))
		return 0;
	if (!reading || !is_known(reading))
		return drift_add_unread(f, host, item.param, reading ? reading->why : NULL);
	f->drift->value_count++;
	item.now = reading->raw;
	return ece_param_matches(param, item.should, item.now) ? 0 : drift_add_item(f, &item);
}

static int judge_nic(struct finder *f, uint32_t host, uint16_t nic)
{
	const struct facts_nic *facts = &f->input->hosts[host].nics[nic];
	struct ece_error_sink sink = {.add = ignore};
	int err = 0;

	f->want_count = 0;
	if (facts->barred || fleet_nic_never(f->fleet, facts) != FLEET_NONE)
		return 0;
	fleet_wants(f->fleet, host, facts, f->wants, &f->want_count, &sink);
	for (size_t i = 0; i < facts->original_count && !err; i++)
		err = judge_confirmed(f, host, nic, &facts->originals[i]);
	for (size_t i = 0; i < f->want_count && !err; i++)
		err = judge_asked(f, host, nic, &f->wants[i]);
	return err;
}

static int judge_host(struct finder *f, uint32_t host)
{
	const struct facts_host *facts = &f->input->hosts[host];
	struct drift *drift = f->drift;
	size_t items = drift->item_count, unread = f->unread_count;
	int err = 0;

	if (fleet_host_exclude(f->fleet, host) != FLEET_NONE) {
		drift->excluded_count++;
		return 0;
	}
	if (facts->state != FACTS_HOST_READ) {
		drift->unread_hosts++;
		return drift_add_unread(f, host, DRIFT_NO_PARAM, facts->why);
	}
	if (facts->holder) {
		drift->held_count++;
		return 0;
	}
	for (size_t nic = 0; nic < facts->nic_count && !err; nic++)
		err = judge_nic(f, host, (uint16_t)nic);
	/* Cards without a driver look like no cards: that is not "as it should be". */
	if (!err && !facts->nic_count)
		err = drift_add_unread(f, host, DRIFT_NO_PARAM, "it has no NIC that the toolkit knows");
	drift->judged[host] = true;
	drift->judged_count++;
	drift->drifted_count += drift->item_count > items;
	drift->unread_hosts += f->unread_count > unread;
	return err;
}

static int judge_all(struct finder *f)
{
	int err = 0;

	for (uint32_t host = 0; host < f->fleet->host_count && !err; host++) {
		if (f->input->asked && !f->input->asked[host])
			continue;
		f->drift->host_count++;
		err = judge_host(f, host);
	}
	if (!err)
		err = drift_group_items(f);
	return err ? err : drift_group_unread(f);
}

static int finder_init(struct finder *f)
{
	size_t rows = ece_param_limit();

	f->reading = malloc(rows * sizeof(*f->reading));
	f->wants = calloc(rows, sizeof(*f->wants));
	f->drift->judged = calloc(f->fleet->host_count + 1, sizeof(*f->drift->judged));
	if (!f->reading || !f->wants || !f->drift->judged)
		return -ENOMEM;
	for (size_t row = 0; row < rows; row++)
		f->reading[row] = UINT32_MAX;
	for (size_t i = 0; i < f->input->param_count; i++)
		f->reading[ece_param_index(f->input->params[i])] = (uint32_t)i;
	return 0;
}

int drift_find(const struct drift_input *input, struct drift **drift)
{
	struct finder f = {.input = input, .fleet = input->fleet};
	int err;

	f.drift = calloc(1, sizeof(*f.drift));
	if (!f.drift)
		return -ENOMEM;
	err = finder_init(&f);
	if (!err)
		err = judge_all(&f);
	free(f.reading);
	free(f.wants);
	free(f.unread);
	if (err)
		drift_free(f.drift);
	else
		*drift = f.drift;
	return err;
}

void drift_free(struct drift *drift)
{
	if (!drift)
		return;
	for (size_t i = 0; i < drift->group_count; i++)
		free(drift->groups[i].hosts);
	for (size_t i = 0; i < drift->unread_count; i++)
		free(drift->unread[i].hosts);
	free(drift->items);
	free(drift->groups);
	free(drift->unread);
	free(drift->judged);
	free(drift);
}
