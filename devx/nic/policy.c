// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The policy of ECE: one file of the host, in which both parameters are. */
#include "devx/backend/policy.h"

#include <errno.h>
#include <stdio.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"

static const struct nic_policy *look(struct ece_nic *nic, struct nic_snapshot *snapshot)
{
	struct nic_policy *page = &snapshot->policy;

	if (!page->tried)
		page->result = ece_policy_read(&nic->doors, &page->policy, &page->why);
	page->tried = true;
	return page;
}

static uint32_t bits_of(const struct ece_param *param, const struct ece_policy *policy)
{
	return param->policy_require ? policy->require : policy->allow;
}

static void put(const struct ece_write *write, struct ece_policy *policy)
{
	*(write->param->policy_require ? &policy->require : &policy->allow) = (uint32_t)write->raw;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_policy *page = look(nic, snapshot);

	(void)backend;
	if (!page->result.err)
		nic_value_set(value, bits_of(param, &page->policy), &page->result);
	else if (page->why.place[0])
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &page->result, "%s: %s (mend or remove the file)",
			       page->why.place, page->why.text);
	else
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &page->result, "%s", page->why.text);
}

/* What the file will say. It was read before, or there would be nothing to write. */
static struct ece_policy becomes(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_write *const *writes,
				 size_t n)
{
	struct ece_policy policy = look(nic, snapshot)->policy;

	for (size_t i = 0; i < n; i++)
		put(writes[i], &policy);
	return policy;
}

/* Who reads a policy that requires what it forbids refuses every connection. */
static struct ece_write *check_together(struct ece_nic *nic, struct nic_snapshot *snapshot,
					const struct ece_backend *backend, struct ece_write *const *writes, size_t n)
{
	struct ece_policy policy = becomes(nic, snapshot, writes, n);
	char require[64], allow[64];

	(void)backend;
	if (!(policy.require & ~policy.allow))
		return NULL;
	ece_error_set(&writes[0]->error, -EINVAL, ECE_ERROR_CONFLICT,
		      "ece.require would be %s, not all in ece.allow, which would be %s",
		      ece_bits_format(policy.require, require, sizeof(require)),
		      ece_bits_format(policy.allow, allow, sizeof(allow)));
	return writes[0];
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	struct ece_policy policy = becomes(nic, snapshot, writes, n);

	(void)backend;
	return ece_policy_write(&nic->doors, &policy);
}

const struct nic_family nic_policy = {
	.read = read_param,
	.check_together = check_together,
	.send = send,
};
