// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Two ports of one card that share a value get one decision. */
#include <errno.h>
#include <string.h>

#include "lib/plan/internal.h"

enum shared {
	SHARED_NO,
	SHARED_MAYBE, /* no document says, and only a card can tell */
	SHARED_YES,
};

/* "0000:5e:00.1" without its function. */
static size_t slot_len(const char *pci)
{
	const char *dot = pci ? strrchr(pci, '.') : NULL;

	return dot ? (size_t)(dot - pci) : 0;
}

static bool same_card(const struct facts_nic *a, const struct facts_nic *b)
{
	size_t len = slot_len(a->pci);

	return len && len == slot_len(b->pci) && !memcmp(a->pci, b->pci, len);
}

static enum shared share(const struct ece_param *param, const struct facts_nic *a, const struct facts_nic *b)
{
	bool same_function = !strcmp(a->pci, b->pci);

	switch (param->scope) {
	case ECE_SCOPE_CARD:
		return SHARED_YES;
	case ECE_SCOPE_FUNCTION:
		return same_function ? SHARED_YES : SHARED_NO;
	case ECE_SCOPE_UNKNOWN:
		return same_function ? SHARED_YES : SHARED_MAYBE;
	case ECE_SCOPE_SLOT:
		return SHARED_MAYBE;
	default:
		return SHARED_NO;
	}
}

static int note(struct maker *m, uint32_t host, const struct decision *a, const struct decision *b)
{
	const struct ece_param *param = ece_param_at(a->param);
	const struct facts_nic *nics = m->hosts[host].nics;
	char first[64], second[64];

	ece_param_format(param, a->to, first, sizeof(first));
	ece_param_format(param, b->to, second, sizeof(second));
	switch (share(param, &nics[a->nic], &nics[b->nic])) {
	case SHARED_YES:
		return plan_note_add(m, PLAN_NOTE_REFUSED, a->param, host, 2,
				     "%s is one value for both ports of a card, and the file wants %s for one and %s "
				     "for the other; give both ports one value",
				     param->name, first, second);
	case SHARED_MAYBE:
		return plan_note_add(m, PLAN_NOTE_NEEDS, a->param, host, 2,
				     "%s may be one value for both ports of a card, and the file wants %s for one and "
				     "%s for the other: after such a run look whether both are as they should be",
				     param->name, first, second);
	default:
		return 0;
	}
}

static bool disagree(const struct decision *a, const struct decision *b)
{
	return a->param == b->param && a->to != b->to && (a->to != a->from || b->to != b->from);
}

/* NICs come in the order of their addresses, so those of one card stand together. */
static int check(struct maker *m, uint32_t host, const struct decision *a)
{
	const struct facts_nic *nics = m->hosts[host].nics;
	const struct decision *end = m->decisions + m->decision_count;
	int err = 0;

	for (const struct decision *b = a + 1; b < end && !err; b++) {
		if (b->nic == a->nic)
			continue;
		if (!same_card(&nics[a->nic], &nics[b->nic]))
			break;
		if (disagree(a, b))
			err = note(m, host, a, b);
	}
	return err;
}

int plan_ports(struct maker *m, uint32_t host)
{
	int err = 0;

	for (size_t i = 0; i < m->decision_count && !err; i++)
		err = check(m, host, &m->decisions[i]);
	return err;
}
