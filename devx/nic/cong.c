// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Congestion parameters: read as a block where a backend carries commands, as a file where it has files; written
 * through files only, one value a write, since no door of the upstream kernel passes MODIFY_CONG_PARAMS.
 */
#include "devx/prm/cong.h"

#include <errno.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"

static const struct nic_page *read_page(struct ece_nic *nic, struct nic_snapshot *snapshot,
					const struct ece_backend *backend, uint8_t protocol)
{
	struct nic_page *page = &snapshot->cong[backend->id][protocol];
	int tries = NIC_TRIES;

	if (page->tried)
		return page;
	page->tried = true;
	page->len = PRM_CONG_BLOCK;
	do
		page->result = ece_query_cong_params(backend, &nic->doors, protocol, page->bytes);
	while (ece_result_transient(&page->result) && --tries);
	return page;
}

/* What a backend calls the file of a value. Of a value in two files only debugfs has both. */
static const char *file_of(const struct ece_backend *backend, const struct ece_param *param)
{
	return backend->id == ECE_BACKEND_OFED ? param->vendor_file : param->file;
}

static void read_file(struct ece_nic *nic, const char *file, const struct ece_backend *backend, struct ece_value *value)
{
	struct ece_result result;
	int tries = NIC_TRIES;
	uint32_t raw = 0;

	do
		result = backend->read_value(&nic->doors, file, &raw);
	while (ece_result_transient(&result) && --tries);
	if (result.err == -EOVERFLOW)
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &result, "debugfs: this kernel cuts a number of this size");
	else if (result.err == -ENOENT)
		nic_value_fail(value, ECE_VALUE_NO_DOOR, &result, "%s: this kernel has no %s/%s",
			       ece_backend_name(backend->id), backend->id == ECE_BACKEND_OFED ? "ecn" : "cc_params",
			       file);
	else if (result.err)
		nic_value_refused(value, &result);
	else
		nic_value_set(value, raw, &result);
}

/* A value of two fields is in two files; nothing else is read between them, but another writer may come. */
static void read_files(struct ece_nic *nic, const struct ece_param *param, const struct ece_backend *backend,
		       struct ece_value *value)
{
	const struct ece_param_switch *instead = param->instead;

	if (instead) {
		read_file(nic, instead->file, backend, value);
		if (value->state != ECE_VALUE_SET)
			return;
		if (value->raw == instead->at) {
			value->raw = param->words[0].raw;
			return;
		}
	}
	read_file(nic, file_of(backend, param), backend, value);
}

static void read_param(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		       const struct ece_backend *backend, struct ece_value *value)
{
	const struct nic_page *page;

	if (backend->read_value) {
		read_files(nic, param, backend, value);
		return;
	}
	page = read_page(nic, snapshot, backend, param->protocol);
	if (page->result.err)
		nic_value_refused(value, &page->result);
	else
		nic_value_set(value, ece_param_get(param, page->bytes), &page->result);
}

/* The kernel switches over by itself when the number is written. */
static bool writes_word(const struct ece_write *write)
{
	return write->param->instead && write->raw == write->param->words[0].raw;
}

static const char *file_to_write(const struct ece_backend *backend, const struct ece_write *write)
{
	return writes_word(write) ? write->param->instead->file : file_of(backend, write->param);
}

static struct ece_result send(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
			      struct ece_write *const *writes, size_t n)
{
	const char *file = file_to_write(backend, writes[0]);
	uint32_t raw = writes_word(writes[0]) ? writes[0]->param->instead->at : (uint32_t)writes[0]->raw;
	struct ece_result result;
	int tries = NIC_TRIES;

	(void)snapshot;
	(void)n;
	do
		result = backend->write_value(&nic->doors, file, raw);
	while (ece_result_transient(&result) && --tries);
	return result;
}

/* What another door read has no file here on a kernel that is older than the parameter. */
static int check(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_backend *backend,
		 const struct ece_write *write, struct ece_error *e)
{
	struct ece_value value = {0};

	(void)snapshot;
	if (!backend->read_value || write->before.result.backend == backend->id)
		return 0;
	read_file(nic, file_to_write(backend, write), backend, &value);
	if (value.state != ECE_VALUE_NO_DOOR)
		return 0;
	return nic_value_error(write->param, &value, e);
}

const struct nic_family nic_cong = {
	.read = read_param,
	.check = check,
	.send = send,
};
