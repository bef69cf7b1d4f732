// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The same as asking, for who has nothing else to do meanwhile. */
#include <errno.h>

#include "lib/base/clock.h"
#include "lib/etcd/internal.h"

/* Attempts end at the deadline; this is for the step that says so. */
#define GRACE_NS (5 * CLOCK_SECOND_NS)

struct wait {
	struct etcd_answer *answer;
	bool answered;
};

static void take(void *ctx, struct etcd_answer *answer)
{
	struct wait *wait = ctx;

	*wait->answer = *answer;
	*answer = (struct etcd_answer){0};
	wait->answered = true;
}

static int refuse_nested(const struct etcd *etcd, struct etcd_answer *answer, struct ece_error *e)
{
	*answer = (struct etcd_answer){.outcome = ETCD_NOT_SENT};
	if (!etcd->stepping)
		return 0;
	return ece_error_set(e, -EDEADLK, ECE_ERROR_CONFLICT, "a callback of etcd may not wait for etcd");
}

static int wait_for(struct etcd *etcd, struct etcd_request *request, struct wait *wait, uint64_t deadline_ns,
		    struct ece_error *e)
{
	int ret = 0;

	while (!ret && !wait->answered)
		ret = etcd_poll(etcd, deadline_ns + GRACE_NS, e);
	if (ret) {
		/* it may be on its way */
		wait->answer->outcome = ETCD_MAYBE;
		if (!wait->answered)
			etcd_cancel(etcd, request);
		return ret;
	}
	if (wait->answer->outcome == ETCD_DONE)
		return 0;
	if (e)
		*e = wait->answer->error;
	return wait->answer->error.code;
}

int etcd_txn_wait(struct etcd *etcd, const struct etcd_txn *txn, uint64_t deadline_ns, struct etcd_answer *answer,
		  struct ece_error *e)
{
	struct wait wait = {.answer = answer};
	struct etcd_request *request;
	int ret = refuse_nested(etcd, answer, e);

	ret = ret ? ret : etcd_txn(etcd, txn, deadline_ns, take, &wait, &request, e);
	return ret ? ret : wait_for(etcd, request, &wait, deadline_ns, e);
}

int etcd_lease_grant_wait(struct etcd *etcd, int64_t ttl_s, uint64_t deadline_ns, struct etcd_answer *answer,
			  struct ece_error *e)
{
	struct wait wait = {.answer = answer};
	struct etcd_request *request;
	int ret = refuse_nested(etcd, answer, e);

	ret = ret ? ret : etcd_lease_grant(etcd, ttl_s, deadline_ns, take, &wait, &request, e);
	return ret ? ret : wait_for(etcd, request, &wait, deadline_ns, e);
}

int etcd_lease_keep_wait(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, struct etcd_answer *answer,
			 struct ece_error *e)
{
	struct wait wait = {.answer = answer};
	struct etcd_request *request;
	int ret = refuse_nested(etcd, answer, e);

	ret = ret ? ret : etcd_lease_keep(etcd, lease, deadline_ns, take, &wait, &request, e);
	return ret ? ret : wait_for(etcd, request, &wait, deadline_ns, e);
}

int etcd_lease_revoke_wait(struct etcd *etcd, int64_t lease, uint64_t deadline_ns, struct etcd_answer *answer,
			   struct ece_error *e)
{
	struct wait wait = {.answer = answer};
	struct etcd_request *request;
	int ret = refuse_nested(etcd, answer, e);

	ret = ret ? ret : etcd_lease_revoke(etcd, lease, deadline_ns, take, &wait, &request, e);
	return ret ? ret : wait_for(etcd, request, &wait, deadline_ns, e);
}
