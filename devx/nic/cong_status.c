// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DCQCN on and off. The value is a set of priorities, the card has a switch for each, and some cards move all of them
 * with one. So after the first switch all are read again, and nothing more is sent when that one moved others.
 */
#include "devx/prm/cong.h"

#include <errno.h>
#include <stdio.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"

#define PRIORITIES 8

/* What a page holds here. */
enum {
	ENABLE_AT, /* bit n: priority n */
	TAG_AT,    /* tag_enable: not looked at, but kept */
};

/* A file a priority where a backend has files; those say nothing of the tag. */
static struct ece_result try_query(struct ece_nic *nic, const struct ece_backend *backend,
				   const struct ece_param *param, uint8_t priority, struct ece_cong_status *status)
{
	struct ece_result result;
	uint32_t on = 0;
	char file[64];

	if (!backend->read_value)
		return ece_query_cong_status(backend, &nic->doors, param->protocol, priority, status);
	snprintf(file, sizeof(file), "%s/%u", param->vendor_file, priority);
	result = backend->read_value(&nic->doors, file, &on);
	status->enable = on;
	return result;
}

static struct ece_result try_modify(struct ece_nic *nic, const struct ece_backend *backend,
				    const struct ece_param *param, uint8_t priority,
				    const struct ece_cong_status *status)
{
	char file[64];

	if (!backend->write_value)
		return ece_modify_cong_status(backend, &nic->doors, param->protocol, priority, status);
	snprintf(file, sizeof(file), "%s/%u", param->vendor_file, priority);
	return backend->write_value(&nic->doors, file, status->enable);
}

static struct ece_result query(struct ece_nic *nic, const struct ece_backend *backend, const struct ece_param *param,
			       uint8_t priority, struct ece_cong_status *status)
{
	struct ece_result result;
	int tries = NIC_TRIES;

	do
		result = try_query(nic, backend, param, priority, status);
	while (ece_result_transient(&result) && --tries);
	return result;
}

static struct ece_result modify(struct ece_nic *nic, const struct ece_backend *backend, const struct ece_param *param,
				uint8_t priority, const struct ece_cong_status *status)
{
	struct ece_result result;
	int tries = NIC_TRIES;

	do
		result = try_modify(nic, backend, param, priority, status);
	while (ece_result_transient(&result) && --tries);
	return result;
}

static void read_all(struct ece_nic *nic, const struct ece_backend *backend, const struct ece_param *param,
		     struct nic_page *page)
{
	*page = (struct nic_page){.tried = true, .len = 2};
	for (uint8_t priority = 0; priority < PRIORITIES && !page->result.err; priority++) {
		struct ece_cong_status status = {0};

		page->result = query(nic, backend, param, priority, &status);
		page->bytes[ENABLE_AT] |= (uint8_t)(status.enable << priority);
		page->bytes[TAG_AT] |= (uint8_t)(status.tag_enable << priority);
	}
}

static struct nic_page *read_page(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
				  const struct ece_param *param)
{
	struct nic_page *page = &snapshot->cong_status[backend->id][param->protocol];

	if (!page->tried)
		read_all(nic, backend, param, page);
	return page;
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *page = read_page(nic, snapshot, backend, param);

	if (page->result.err == -ENOENT && backend->read_value)
		nic_value_fail(value, ECE_VALUE_NO_DOOR, &page->result, "%s: this kernel has no ecn/%s",
			       ece_backend_name(backend->id), param->vendor_file);
	else if (page->result.err)
		nic_value_refused(value, &page->result);
	else
		nic_value_set(value, page->bytes[ENABLE_AT], &page->result);
}

/* The next priority to be switched, on before off; -1 when there is none. */
static int next(unsigned int have, unsigned int want)
{
	unsigned int on = want & ~have, off = have & ~want;

	for (int priority = 0; priority < PRIORITIES; priority++)
		if ((on ? on : off) >> priority & 1)
			return priority;
	return -1;
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	const struct ece_param *param = writes[0]->param;
	struct nic_page page = *read_page(nic, snapshot, backend, param);
	unsigned int want = (unsigned int)writes[0]->raw, have = page.bytes[ENABLE_AT];
	int priority;

	(void)n;
	for (bool first = true; !page.result.err && (priority = next(have, want)) >= 0; first = false) {
		struct ece_cong_status status = {
			.enable = want >> priority & 1,
			.tag_enable = page.bytes[TAG_AT] >> priority & 1,
		};

		page.result = modify(nic, backend, param, (uint8_t)priority, &status);
		if (page.result.err)
			break;
		have ^= 1U << priority;
		if (!first || have == want)
			continue;
		read_all(nic, backend, param, &page);
		if (page.bytes[ENABLE_AT] != have)
			break;
	}
	return page.result;
}

static void explain(const struct ece_write *write, char *buf, size_t size)
{
	uint64_t moved = write->before.raw ^ write->after.raw;

	if (moved & ~(write->before.raw ^ write->raw))
		snprintf(buf, size, "; this card switches its priorities together: write \"all\" or \"none\"");
}

const struct nic_family nic_cong_status = {
	.read = read_param,
	.send = send,
	.explain = explain,
};
