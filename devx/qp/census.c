// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/qp/census.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_among(const char *word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

bool ece_qp_connected(const char *state)
{
	static const char *const words[] = {"RTR", "RTS", "SQD", "SQE"};

	return is_among(state, words, sizeof(words) / sizeof(words[0]));
}

/* Reliable types. UD and UC repeat nothing, and UD has no other end to agree with. */
static bool is_reliable(const char *type)
{
	static const char *const words[] = {"RC", "XRC", "XRC_INI", "XRC_TGT", "DCI", "DCT"};

	return is_among(type, words, sizeof(words) / sizeof(words[0]));
}

static bool is_kind(const struct ece_qp_kind *kind, const struct ece_qp *qp, const struct ece_qp_reading *reading)
{
	return kind->connected == ece_qp_connected(qp->state) && kind->state == reading->state &&
	       (reading->state != ECE_VALUE_SET || kind->options == reading->options) && !strcmp(kind->type, qp->type);
}

static struct ece_qp_kind *kind_of(struct ece_qp_census *census, const struct ece_qp *qp,
				   const struct ece_qp_reading *reading)
{
	struct ece_qp_kind *kind = census->kinds;

	for (uint32_t i = 0; i < census->kind_count; i++, kind++)
		if (is_kind(kind, qp, reading))
			return kind;
	if (census->kind_count == ECE_QP_KINDS_MAX)
		return NULL;
	census->kind_count++;
	*kind = (struct ece_qp_kind){.connected = ece_qp_connected(qp->state), .state = reading->state};
	memcpy(kind->type, qp->type, sizeof(kind->type));
	if (reading->state == ECE_VALUE_SET)
		kind->options = reading->options;
	else
		snprintf(kind->why, sizeof(kind->why), "%.*s", (int)sizeof(kind->why) - 1, reading->why);
	return kind;
}

static void add_peer(struct ece_qp_kind *kind, const struct ece_qp *qp)
{
	struct ece_qp_peer *peer = &kind->peers[kind->peer_count];

	if (kind->peer_count == ECE_QP_PEERS_MAX)
		return;
	kind->peer_count++;
	*peer = (struct ece_qp_peer){
		.qpn = qp->qpn,
		.has_remote = qp->has_remote,
		.remote_qpn = qp->remote_qpn,
		.pid = qp->pid,
		.kernel = qp->kernel,
	};
	memcpy(peer->owner, qp->owner, sizeof(peer->owner));
}

void ece_qp_census_add(struct ece_qp_census *census, const struct ece_qp *qp, const struct ece_qp_reading *reading)
{
	struct ece_qp_kind *kind = reading ? kind_of(census, qp, reading) : NULL;

	census->count++;
	if (!reading) {
		census->left++;
	} else if (!kind) {
		census->others++;
	} else {
		kind->count++;
		add_peer(kind, qp);
	}
}

static int by_pid(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void ece_qp_census_users(struct ece_qp_census *census, const struct ece_qp *list, size_t count,
			 const struct ece_qp_user *users, size_t user_count)
{
	uint32_t *pids = calloc(count + 1, sizeof(*pids));

	census->unlisted = pids ? 0 : -1;
	if (!pids)
		return;
	for (size_t i = 0; i < count; i++)
		pids[i] = list[i].pid;
	qsort(pids, count, sizeof(*pids), by_pid);
	for (size_t i = 0; i < user_count; i++)
		census->unlisted += !bsearch(&users[i].pid, pids, count, sizeof(*pids), by_pid);
	free(pids);
}

bool ece_qp_kind_judged(const struct ece_qp_kind *kind)
{
	return kind->connected && is_reliable(kind->type);
}

uint32_t ece_qp_kind_lacks(const struct ece_qp_kind *kind, uint32_t want)
{
	if (!ece_qp_kind_judged(kind))
		return 0;
	if (kind->state == ECE_VALUE_UNSUPPORTED)
		return want;
	return kind->state == ECE_VALUE_SET ? want & ~kind->options : 0;
}

void ece_qp_census_judge(const struct ece_qp_census *census, uint32_t want, struct ece_qp_judged *judged)
{
	for (uint32_t i = 0; i < census->kind_count; i++) {
		const struct ece_qp_kind *kind = &census->kinds[i];

		if (!ece_qp_kind_judged(kind))
			judged->apart += kind->count;
		else if (ece_qp_kind_lacks(kind, want))
			judged->lack += kind->count;
		else if (kind->state == ECE_VALUE_SET)
			judged->have += kind->count;
		else
			judged->unknown += kind->count;
	}
	judged->unknown += (uint64_t)census->others + census->left;
}
