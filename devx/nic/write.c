// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/nic/nic_internal.h"

/* What is still to be sent. Only inside ece_nic_write(): outside it reads as "not tried", which is what it then is. */
#define TO_BE_SENT ECE_WRITE_NOT_TRIED

#define GROUP_MAX 64 /* parameters in one register */

static int fail(struct ece_nic *nic, struct ece_write *write)
{
	write->state = ECE_WRITE_FAILED;
	return ece_error_place(&write->error, "%s/%s", nic->info.pci, write->param->name);
}

static bool may_write(const struct ece_param *param, enum ece_backend_id id)
{
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && param->writes[i] != ECE_BACKEND_NONE; i++)
		if (param->writes[i] == id)
			return true;
	return false;
}

/*
 * The backend that the value was read through if it may write, for what a door refuses to read it hardly lets be
 * written; else the first one that may write and whose door opens. NULL with the error filled.
 */
static const struct ece_backend *writer(struct ece_nic *nic, const struct ece_write *write, struct ece_error *e)
{
	const struct ece_param *param = write->param;
	struct ece_value shut = {0}, one;

	if (may_write(param, write->before.result.backend))
		return ece_backend(write->before.result.backend);
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && param->writes[i] != ECE_BACKEND_NONE; i++) {
		const struct ece_backend *backend = ece_backend(param->writes[i]);

		if (!ece_backend_open(backend, &nic->doors))
			return backend;
		nic_value_shut(&one, backend->id, &nic->doors.door[backend->id]);
		nic_value_merge(&shut, &one);
	}
	if (shut.state == ECE_VALUE_NO_DOOR)
		nic_value_error(param, &shut, e);
	else
		ece_error_set(e, shut.result.err, ECE_ERROR_DENIED, "cannot write %s: %s", param->name, shut.why);
	return NULL;
}

enum ece_backend_id ece_nic_writer(struct ece_nic *nic, const struct ece_param *param, const struct ece_value *value,
				   struct ece_error *e)
{
	const struct ece_write write = {.param = param, .before = *value};
	const struct ece_backend *backend = ece_nic_barred(&nic->info, e) ? NULL : writer(nic, &write, e);

	return backend ? backend->id : ECE_BACKEND_NONE;
}

void nic_limits(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		const struct ece_value *value, struct ece_nic_limits *limits)
{
	const struct nic_family *family = nic_family(param);
	struct ece_write write = {.param = param, .raw = value->raw, .before = *value};
	const struct ece_backend *backend;

	*limits = (struct ece_nic_limits){0};
	if (value->state != ECE_VALUE_SET && value->state != ECE_VALUE_INERT)
		return;
	backend = writer(nic, &write, &limits->error);
	if (!backend)
		return;
	if (family->limits)
		family->limits(nic, snapshot, backend, param, limits);
	/* What the card has may be outside: of a value inside, only what is against any write is left. */
	if (write.raw < limits->min)
		write.raw = limits->min;
	if (limits->max && write.raw > limits->max)
		write.raw = limits->max;
	if (family->check)
		family->check(nic, snapshot, backend, &write, &limits->error);
}

/* Everything that can be known before the first byte is sent. */
static int prepare(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *write)
{
	const struct nic_family *family = nic_family(write->param);
	const struct ece_backend *backend;

	nic_read_one(nic, snapshot, write->param, &write->before);
	write->after = write->before;
	if (ece_param_check_raw(write->param, write->raw, &write->error))
		return fail(nic, write);
	if (write->before.state != ECE_VALUE_SET && write->before.state != ECE_VALUE_INERT) {
		nic_value_error(write->param, &write->before, &write->error);
		return fail(nic, write);
	}
	/* What the card tells of such a value is no reason not to send it. */
	if (!write->param->no_verify && ece_param_matches(write->param, write->raw, write->before.raw)) {
		write->state = ECE_WRITE_UNCHANGED;
		return 0;
	}
	backend = writer(nic, write, &write->error);
	if (!backend || (family->check && family->check(nic, snapshot, backend, write, &write->error)))
		return fail(nic, write);
	return 0;
}

static int not_applied(struct ece_nic *nic, struct ece_write *write, const struct ece_result *sent)
{
	const struct nic_family *family = nic_family(write->param);
	char want[64], have[64], more[128] = "";

	if (family->explain)
		family->explain(write, more, sizeof(more));
	ece_error_set(&write->error, -EIO, ECE_ERROR_NOT_APPLIED,
		      "%s was accepted but not applied: wanted %s, the card has %s%s", write->param->name,
		      ece_param_format(write->param, write->raw, want, sizeof(want)),
		      ece_param_format(write->param, write->after.raw, have, sizeof(have)), more);
	ece_error_result(&write->error, sent);
	return fail(nic, write);
}

/* Where the read-back is not to be trusted, that the card accepted it is all there is. */
static bool succeeded(struct ece_write *write, const struct ece_result *sent)
{
	if (!write->param->no_verify)
		return ece_param_matches(write->param, write->raw, write->after.raw);
	if (!sent->err)
		nic_value_set(&write->after, write->raw, sent);
	return !sent->err;
}

/* Reads back. What the card has decides, not what the write returned. */
static int judge(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *write,
		 const struct ece_result *sent)
{
	nic_read_one(nic, snapshot, write->param, &write->after);
	if (write->after.state != ECE_VALUE_SET && write->after.state != ECE_VALUE_INERT) {
		if (sent->err)
			nic_result_error(write->param, sent, &write->error);
		else
			nic_value_error(write->param, &write->after, &write->error);
		return fail(nic, write);
	}
	if (succeeded(write, sent)) {
		write->state = ECE_WRITE_DONE;
		return 0;
	}
	if (!sent->err)
		return not_applied(nic, write, sent);
	nic_result_error(write->param, sent, &write->error);
	return fail(nic, write);
}

/* One command for the writes of a group, and its read-back. */
static int commit(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *const *group, size_t n)
{
	/* Its door opened before, or there would be nothing to send. */
	const struct ece_backend *backend = writer(nic, group[0], NULL);
	struct ece_result sent = nic_family(group[0]->param)->send(nic, snapshot, backend, group, n);
	int err = 0;

	nic_snapshot_forget_values(snapshot);
	for (size_t i = 0; i < n; i++) {
		int one = judge(nic, snapshot, group[i], &sent);

		if (!err)
			err = one;
	}
	return err;
}

/* The writes that go out in one command with a write of @first; none where that is not to be written. */
static size_t gather(struct ece_write *writes, size_t n, const struct ece_param *first, struct ece_write **group,
		     size_t max)
{
	bool wanted = false;
	size_t count = 0;

	for (size_t i = 0; i < n && count < max; i++) {
		if (writes[i].state != TO_BE_SENT || !ece_param_together(writes[i].param, first))
			continue;
		wanted = wanted || writes[i].param == first;
		group[count++] = &writes[i];
	}
	return wanted ? count : 0;
}

/* What only shows when all writes of one command are looked at together. */
static int check_together(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n,
			  const struct ece_param *first)
{
	const struct nic_family *family = nic_family(first);
	struct ece_write *group[GROUP_MAX], *guilty = NULL;
	size_t count = family->check_together ? gather(writes, n, first, group, GROUP_MAX) : 0;

	if (count && group[0]->param == first)
		guilty = family->check_together(nic, snapshot, writer(nic, group[0], NULL), group, count);
	return guilty ? fail(nic, guilty) : 0;
}

static bool named_before(const struct ece_write *writes, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (writes[j].param == writes[i].param)
			return true;
	return false;
}

static int prepare_all(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n)
{
	int err = 0;

	for (size_t i = 0; i < n; i++) {
		struct ece_write *w = &writes[i];

		*w = (struct ece_write){.param = w->param, .raw = w->raw, .state = TO_BE_SENT};
	}
	for (size_t i = 0; i < n && !err; i++) {
		if (named_before(writes, i)) {
			ece_error_set(&writes[i].error, -EINVAL, ECE_ERROR_DUPLICATE, "%s is to be written twice",
				      writes[i].param->name);
			err = fail(nic, &writes[i]);
		} else {
			err = prepare(nic, snapshot, &writes[i]);
		}
	}
	for (size_t i = 0; i < n && !err; i++)
		err = check_together(nic, snapshot, writes, n, writes[i].param);
	return err;
}

static struct ece_write *to_be_sent(struct ece_write *writes, size_t n, const struct ece_param *param)
{
	for (size_t i = 0; i < n; i++)
		if (writes[i].param == param && writes[i].state == TO_BE_SENT)
			return &writes[i];
	return NULL;
}

/* What the card will have: what is to be sent, else what it has now. False where it does not tell. */
static bool will_be(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_write *write,
		    const struct ece_param *param, uint64_t *raw)
{
	struct ece_value now = {.state = ECE_VALUE_SET};

	if (!write)
		nic_read_one(nic, snapshot, param, &now);
	*raw = write ? write->raw : now.raw;
	return now.state == ECE_VALUE_SET || now.state == ECE_VALUE_INERT;
}

/* A floor stays at or below its ceiling, whichever of them is written. */
static int check_ceiling(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n,
			 const struct ece_param *floor)
{
	const struct ece_param *ceiling = floor->ceiling ? ece_param_find(floor->ceiling) : NULL;
	struct ece_write *low = to_be_sent(writes, n, floor);
	struct ece_write *high = ceiling ? to_be_sent(writes, n, ceiling) : NULL;
	struct ece_write *guilty = low ? low : high;
	char least[64], most[64];
	uint64_t from, to;

	if (!ceiling || !guilty || !will_be(nic, snapshot, low, floor, &from) ||
	    !will_be(nic, snapshot, high, ceiling, &to) || !ece_param_exceeds(floor, from, to))
		return 0;
	ece_error_set(&guilty->error, -EINVAL, ECE_ERROR_RANGE, "%s %s %s, %s %s, which %s %s", floor->name,
		      low ? "would be" : "is", ece_param_format(floor, from, least, sizeof(least)),
		      ece_param_above(floor), ceiling->name, high ? "would be" : "is",
		      ece_param_format(ceiling, to, most, sizeof(most)));
	return fail(nic, guilty);
}

static int check_ceilings(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n)
{
	const struct ece_param *param;
	int err = 0;

	for (size_t row = 0; !err && (param = ece_param_at(row)); row++)
		err = check_ceiling(nic, snapshot, writes, n, param);
	return err;
}

static int refuse_barred(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	for (size_t i = 0; i < n && nic->info.bar; i++) {
		writes[i] = (struct ece_write){.param = writes[i].param, .raw = writes[i].raw};
		ece_nic_barred(&nic->info, &writes[i].error);
		fail(nic, &writes[i]);
	}
	return n && nic->info.bar ? writes[0].error.code : 0;
}

int ece_nic_check(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	struct nic_snapshot snapshot;
	int err;

	memset(&snapshot, 0, sizeof(snapshot));
	err = refuse_barred(nic, writes, n);
	err = err ? err : prepare_all(nic, &snapshot, writes, n);
	return err ? err : check_ceilings(nic, &snapshot, writes, n);
}

/* A floor that will be above where its ceiling still is waits for it. Returns that ceiling, or NULL. */
static const struct ece_param *goes_first(struct ece_write *writes, size_t n, const struct ece_param *param)
{
	const struct ece_param *ceiling = param->ceiling ? ece_param_find(param->ceiling) : NULL;
	const struct ece_write *low = to_be_sent(writes, n, param);
	const struct ece_write *high = ceiling ? to_be_sent(writes, n, ceiling) : NULL;

	return low && high && ece_param_exceeds(param, low->raw, high->before.raw) ? ceiling : NULL;
}

/* Sends what is to be sent of one row, and what goes out with it. */
static int send_row(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n,
		    const struct ece_param *param)
{
	struct ece_write *group[GROUP_MAX];
	size_t count = gather(writes, n, param, group, GROUP_MAX);

	return count ? commit(nic, snapshot, group, count) : 0;
}

static int send_all(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *writes, size_t n)
{
	const struct ece_param *param, *first;
	int err = 0;

	/* The order of the table is the safe order, but for floors and ceilings. */
	for (size_t row = 0; !err && (param = ece_param_at(row)); row++) {
		first = goes_first(writes, n, param);
		if (first)
			err = send_row(nic, snapshot, writes, n, first);
		if (!err)
			err = send_row(nic, snapshot, writes, n, param);
	}
	return err;
}

int ece_nic_write(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	struct nic_snapshot snapshot;
	int err;

	memset(&snapshot, 0, sizeof(snapshot));
	err = refuse_barred(nic, writes, n);
	err = err ? err : prepare_all(nic, &snapshot, writes, n);
	err = err ? err : check_ceilings(nic, &snapshot, writes, n);
	return err ? err : send_all(nic, &snapshot, writes, n);
}

int ece_nic_put_back(struct ece_nic *nic, struct ece_write *writes, size_t n)
{
	struct nic_snapshot snapshot;
	int err;

	memset(&snapshot, 0, sizeof(snapshot));
	err = refuse_barred(nic, writes, n);
	err = err ? err : prepare_all(nic, &snapshot, writes, n);
	return err ? err : send_all(nic, &snapshot, writes, n);
}
