// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Values that drifted: a plan that only repairs some, and a plan that waits for those that hold rollouts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/drift/drift.h"
#include "lib/plan/internal.h"

static int compare(const void *va, const void *vb)
{
	const struct plan_repair *a = va, *b = vb;

	if (a->host != b->host)
		return a->host < b->host ? -1 : 1;
	if (a->nic != b->nic)
		return a->nic < b->nic ? -1 : 1;
	return a->param < b->param ? -1 : a->param > b->param;
}

bool plan_is_repair(const struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param)
{
	const struct plan_repair key = {.host = host, .nic = nic, .param = (uint16_t)ece_param_index(param)};
	const struct plan_input *in = m->input;

	return !in->repairs || bsearch(&key, in->repairs, in->repair_count, sizeof(key), compare);
}

static int note_drift(struct maker *m, uint32_t host, const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);
	char should[64], now[64], text[320];

	snprintf(text, sizeof(text), "%s drifted: %s was confirmed, and it is %s; the file holds rollouts for that",
		 param->name, ece_param_format(param, original->confirmed, should, sizeof(should)),
		 ece_param_format(param, original->reading.raw, now, sizeof(now)));
	if (m->input->accept_drift)
		return plan_note_add(m, PLAN_NOTE_DRIFT, original->param, host, 1, "%s, and it was accepted", text);
	return plan_note_refuse(m, PLAN_NOTE_DRIFT, original->param, host, 1,
				"%s: look at it with --drift, or take it as it is with --accept-drift", text);
}

int plan_note_drift(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];
	int err = 0;

	if (m->input->repairs || h->holder)
		return 0;
	for (size_t nic = 0; nic < h->nic_count; nic++)
		for (size_t i = 0; i < h->nics[nic].original_count && !err; i++) {
			const struct facts_original *original = &h->nics[nic].originals[i];

			if (drift_of_original(original) &&
			    fleet_drift_of(m->fleet, ece_param_at(original->param), NULL) == FLEET_DRIFT_HOLD)
				err = note_drift(m, host, original);
		}
	return err;
}
