// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/guard.h"
#include "lib/host/use.h"

bool guard_is_nic(const struct ece_nic_info *info)
{
	return info->kind == ECE_NIC_PF || !info->parent[0];
}

/* What a READ is about. */
struct asked {
	const struct ece_os *os;
	const struct ece_param *const *params;
	size_t count;
	const struct guard *guard;
	const struct journal_value *originals; /* of all cards of the host */
	size_t original_count;
};

static void say_unreadable(struct ece_value *value, const struct ece_error *why)
{
	*value = (struct ece_value){.state = ECE_VALUE_UNREADABLE};
	copy_text(value->why, sizeof(value->why), why->text);
}

static void read_values(struct ece_nic *open, const struct ece_error *why, const struct asked *asked,
			struct protocol_nic *nic, struct ece_value *values, struct ece_nic_limits *limits)
{
	if (open)
		ece_nic_read_limits(open, asked->params, values, limits, nic->value_count);
	for (size_t i = 0; i < nic->value_count; i++) {
		if (!open)
			say_unreadable(&values[i], why);
		nic->values[i] = (struct protocol_value){
			.param = asked->params[i],
			.value = values[i],
			.min = limits[i].min,
			.max = limits[i].max,
			.error = limits[i].error,
		};
	}
}

/* Most are among the values that were asked for anyway. */
static void read_original(struct ece_nic *open, const struct ece_error *why, const struct protocol_nic *nic,
			  struct protocol_original *original)
{
	for (size_t i = 0; i < nic->value_count; i++)
		if (nic->values[i].param == original->param) {
			original->now = nic->values[i].value;
			return;
		}
	if (open)
		ece_nic_read(open, &original->param, &original->now, 1);
	else
		say_unreadable(&original->now, why);
}

/* What it should be, and who says so. */
static int read_confirmed(const struct guard *guard, const struct journal_card *card,
			  struct protocol_original *original, struct ece_error *e)
{
	uint64_t raw;
	int ret = journal_confirmed_get(guard->journal, guard->host, card, original->param, &original->confirmed, e);

	original->has_confirmed = !ret;
	if (!ret)
		ret = journal_confirmed_by(guard->journal, guard->host, card, original->param, original->by, &raw, e);
	return ret == -ENOENT ? 0 : ret;
}

static int read_originals(struct ece_nic *open, const struct ece_error *why, const struct asked *asked,
			  struct protocol_nic *nic, struct ece_error *e)
{
	int ret = 0;

	if (!asked->original_count)
		return 0;
	nic->originals = calloc(asked->original_count, sizeof(*nic->originals));
	if (!nic->originals)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for original values");
	for (size_t i = 0; !ret && i < asked->original_count && nic->original_count < PROTOCOL_ORIGINALS_MAX; i++) {
		const struct journal_value *kept = &asked->originals[i];
		struct protocol_original *original = &nic->originals[nic->original_count];

		if (kept->card.guid != nic->info.guid || strcmp(kept->card.psid, nic->info.psid) != 0)
			continue;
		original->param = kept->param;
		original->raw = kept->raw;
		read_original(open, why, nic, original);
		nic->original_count++;
		ret = read_confirmed(asked->guard, &kept->card, original, e);
	}
	return ret;
}

static int read_open(struct ece_nic *open, const struct ece_error *why, const struct asked *asked,
		     struct protocol_nic *nic, struct ece_error *e)
{
	struct ece_value *values = calloc(asked->count + 1, sizeof(*values));
	struct ece_nic_limits *limits = calloc(asked->count + 1, sizeof(*limits));
	int ret = 0;

	nic->values = calloc(asked->count + 1, sizeof(*nic->values));
	if (values && limits && nic->values) {
		nic->value_count = asked->count;
		read_values(open, why, asked, nic, values, limits);
	} else {
		ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", asked->count);
	}
	free(values);
	free(limits);
	return ret ? ret : read_originals(open, why, asked, nic, e);
}

static int read_nic(const struct asked *asked, struct protocol_nic *nic, struct ece_error *e)
{
	struct ece_nic *open = NULL;
	struct ece_error why = {0};
	int ret;

	nic->use = (struct protocol_use)PROTOCOL_USE_UNKNOWN;
	/* Nothing of it will be written, so nothing of it needs to be read. */
	if (nic->info.bar)
		return 0;
	nic->use = use_of_nic(asked->os, &nic->info);
	if (ece_nic_open(asked->os, &nic->info, &open, &why))
		open = NULL;
	ret = read_open(open, &why, asked, nic, e);
	ece_nic_close(open);
	return ret;
}

static int read_nics(const struct asked *asked, struct protocol_nic **nics, size_t *nic_count, struct ece_error *e)
{
	struct ece_nic_info *infos;
	struct protocol_nic *list;
	size_t count, n = 0;
	int ret = ece_nic_list(asked->os, &infos, &count, e);

	if (ret)
		return ret;
	list = calloc(count + 1, sizeof(*list));
	if (!list) {
		free(infos);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu NICs", count);
	}
	for (size_t i = 0; i < count && !ret; i++) {
		if (!guard_is_nic(&infos[i]))
			continue;
		list[n].info = infos[i];
		ret = read_nic(asked, &list[n++], e);
	}
	free(infos);
	if (ret) {
		protocol_nics_free(list, n);
		return ret;
	}
	*nics = list;
	*nic_count = n;
	return 0;
}

int guard_read(const struct guard *guard, const struct ece_param *const *params, size_t param_count,
	       struct protocol_nic **nics, size_t *nic_count, struct ece_error *e)
{
	struct asked asked = {.os = guard->os, .params = params, .count = param_count, .guard = guard};
	struct journal_value *originals = NULL;
	int ret = journal_originals(guard->journal, guard->host, &originals, &asked.original_count, e);

	if (ret)
		return ret;
	asked.originals = originals;
	ret = read_nics(&asked, nics, nic_count, e);
	free(originals);
	return ret;
}

int guard_standing(const struct guard *guard, uint64_t *generation, char holder[PROTOCOL_ID_MAX], struct ece_error *e)
{
	int ret = journal_generation_get(guard->journal, guard->host, generation, e);

	if (ret == -ENOENT)
		*generation = 0;
	else if (ret)
		return ret;
	ret = journal_holder(guard->journal, guard->host, holder, e);
	if (ret == -ENOENT)
		holder[0] = '\0';
	return ret == -ENOENT ? 0 : ret;
}

int guard_outlook(const struct guard *guard, int8_t *ready, uint64_t *wanted, struct ece_error *e)
{
	struct journal_boot boot = {0};
	int ret = journal_boot_get(guard->journal, guard->host, &boot, e);

	if (ret && ret != -ENOENT)
		return ret;
	*ready = boot.ready;
	*wanted = 0;
	ret = journal_wanted_get(guard->journal, guard->host, wanted, e);
	return ret == -ENOENT ? 0 : ret;
}

int guard_obeyed(const struct guard *guard, struct token *token, struct ece_error *e)
{
	int ret = journal_token_get(guard->journal, guard->host, token, e);

	if (ret != -ENOENT)
		return ret;
	token->store[0] = '\0';
	return 0;
}
