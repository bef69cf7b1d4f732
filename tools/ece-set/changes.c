// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-set/changes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool differs(const struct ece_write *write)
{
	return write->state == ECE_WRITE_NOT_TRIED;
}

/* What the card's NV configuration keeps from acting is refused before it is written. */
static int check_needs(struct ece_nic *nic, const struct ece_nic_info *info, struct ece_write *writes, size_t count,
		       struct ece_error *e)
{
	for (size_t i = 0; i < count; i++) {
		struct ece_write *write = &writes[i];

		ece_nic_read(nic, &write->param, &write->before, 1);
		if (!ece_param_refused(write->param, write->before.state, write->raw))
			continue;
		ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "%s would have no effect: %s", write->param->name,
			      write->before.why);
		return ece_error_place(e, "%s", info->pci);
	}
	return 0;
}

static int check_nic(const struct ece_os *os, const struct ece_nic_info *info, struct ece_write *writes, size_t count,
		     struct ece_error *e)
{
	struct ece_nic *nic;
	int err = ece_nic_barred(info, e);

	err = err ? err : ece_nic_open(os, info, &nic, e);
	if (err)
		return err;
	err = ece_nic_check(nic, writes, count);
	for (size_t i = 0; i < count && err; i++)
		if (writes[i].state == ECE_WRITE_FAILED) {
			*e = writes[i].error;
			break;
		}
	err = err ? err : check_needs(nic, info, writes, count, e);
	ece_nic_close(nic);
	return err;
}

static void count_nic(struct changes *changes, const struct ece_write *writes)
{
	size_t n = 0;

	for (size_t i = 0; i < changes->per_nic; i++)
		n += differs(&writes[i]);
	changes->differing += n;
	changes->differing_nics += n > 0;
}

bool changes_make(const struct ece_os *os, const struct ece_nic_info *nics, size_t nic_count,
		  const struct assign *assigns, size_t count, struct changes *changes, struct ece_error_sink *sink)
{
	bool good = true;
	struct ece_error e;

	*changes = (struct changes){.nics = nics, .nic_count = nic_count, .per_nic = count};
	changes->writes = calloc(nic_count * count + 1, sizeof(*changes->writes));
	if (!changes->writes) {
		ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", nic_count * count);
		ece_error_report(sink, &e);
		return false;
	}
	for (size_t n = 0; n < nic_count; n++) {
		struct ece_write *writes = &changes->writes[n * count];

		for (size_t i = 0; i < count; i++)
			writes[i] = (struct ece_write){.param = assigns[i].param, .raw = assigns[i].raw};
		if (check_nic(os, &nics[n], writes, count, &e)) {
			ece_error_report(sink, &e);
			good = false;
		} else {
			count_nic(changes, writes);
		}
	}
	return good;
}

void changes_done(struct changes *changes)
{
	free(changes->writes);
}

int changes_sets(const struct changes *changes, struct guard_set **sets)
{
	struct guard_set *list = calloc(changes->differing + 1, sizeof(*list));
	size_t k = 0;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < changes->nic_count * changes->per_nic; i++) {
		const struct ece_nic_info *info = &changes->nics[i / changes->per_nic];
		const struct ece_write *write = &changes->writes[i];

		if (!differs(write))
			continue;
		list[k].card.guid = info->guid;
		memcpy(list[k].card.psid, info->psid, sizeof(list[k].card.psid));
		list[k].param = (uint16_t)ece_param_index(write->param);
		list[k].from = write->before.raw;
		list[k++].to = write->raw;
	}
	*sets = list;
	return 0;
}
