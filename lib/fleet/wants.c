// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"

static bool glob_takes(const char *glob, const char *name)
{
	return !glob || !fnmatch(glob, name ? name : "", 0);
}

bool fleet_nics_match(const struct fleet_nics *nics, const struct facts_nic *nic)
{
	return glob_takes(nics->card, nic->card) && glob_takes(nics->psid, nic->psid) &&
	       glob_takes(nics->pci, nic->pci) && glob_takes(nics->netdev, nic->netdev) &&
	       glob_takes(nics->rdma, nic->rdma);
}

uint32_t fleet_nic_never(const struct fleet *fleet, const struct facts_nic *nic)
{
	for (uint32_t i = 0; i < fleet->role_count; i++)
		if (fleet->roles[i].never && fleet_nics_match(&fleet->roles[i].nics, nic))
			return i;
	return FLEET_NONE;
}

static bool same(const struct fleet_value *a, const struct fleet_value *b)
{
	return a->leave == b->leave && a->raw == b->raw;
}

static const char *describe(const struct fleet *fleet, const struct fleet_want *want, char *buf, size_t size)
{
	const struct fleet_assign *assign = &fleet->assigns[want->assign];
	char value[64] = "leave";

	if (!want->value->leave)
		ece_param_format(want->value->param, want->value->raw, value, sizeof(value));
	snprintf(buf, size, "%.60s (line %u, profile %.60s) wants %s", assign->name, assign->place.line,
		 fleet->profiles[want->value->profile].name, value);
	return buf;
}

static void conflict(const struct fleet *fleet, uint32_t host, const struct facts_nic *nic,
		     const struct fleet_want *first, const struct fleet_want *second, struct ece_error_sink *sink)
{
	const char *param = first->value->param->name;
	char a[224], b[224];
	struct ece_error e;

	ece_error_set(&e, -EINVAL, ECE_ERROR_CONFLICT,
		      "two entries disagree: %s, %s; let only one of them name it for these hosts and NICs",
		      describe(fleet, first, a, sizeof(a)), describe(fleet, second, b, sizeof(b)));
	ece_error_place(&e, "%s/%s/%s", fleet->hosts[host].name, nic->pci && *nic->pci ? nic->pci : "?", param);
	ece_error_report(sink, &e);
}

/* Both lists are in the order of the parameter table, so a want is found by walking along. */
static int merge(const struct fleet *fleet, uint32_t host, const struct facts_nic *nic, uint32_t assign,
		 struct fleet_want *wants, size_t *count, struct ece_error_sink *sink)
{
	const struct fleet_profile *profile = &fleet->profiles[fleet->assigns[assign].profile];
	size_t at = 0;
	int err = 0;

	for (uint32_t i = 0; i < profile->value_count; i++) {
		struct fleet_want want = {
			.value = &profile->values[i],
			.raw = profile->values[i].raw,
			.assign = assign,
			.override = FLEET_NONE,
		};
		size_t row = ece_param_index(want.value->param);

		while (at < *count && ece_param_index(wants[at].value->param) < row)
			at++;
		if (at < *count && wants[at].value->param == want.value->param) {
			if (same(wants[at].value, want.value))
				continue;
			conflict(fleet, host, nic, &wants[at], &want, sink);
			err = -EINVAL;
			continue;
		}
		memmove(&wants[at + 1], &wants[at], (*count - at) * sizeof(*wants));
		wants[at] = want;
		++*count;
	}
	return err;
}

int fleet_wants(const struct fleet *fleet, uint32_t host, const struct facts_nic *nic, struct fleet_want *wants,
		size_t *count, struct ece_error_sink *sink)
{
	uint32_t assign_count;
	const uint32_t *assigns = fleet_host_assigns(fleet, host, &assign_count);
	int err = 0;

	*count = 0;
	for (uint32_t i = 0; i < assign_count; i++)
		if (fleet_nics_match(&fleet->assigns[assigns[i]].nics, nic) &&
		    merge(fleet, host, nic, assigns[i], wants, count, sink))
			err = -EINVAL;
	return err;
}
