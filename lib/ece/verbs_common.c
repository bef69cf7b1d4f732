// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <infiniband/verbs.h>
#include <string.h>

#include "devx/base/error.h"
#include "lib/ece/verbs.h"

int verbs_policy(const struct ibv_qp *qp, const struct ece_policy *given, struct ece_policy *policy,
		 struct ece_error *e)
{
	if (!given)
		return ece_policy_find(ibv_get_device_name(qp->context->device), policy, e);
	*policy = *given;
	return 0;
}

int verbs_moved(int ret, const struct ece_offer *asked, struct ece_error *e)
{
	char text[ECE_OFFER_TEXT_MAX];

	if (!ret)
		return 0;
	ret = ret > 0 ? -ret : ret;
	if (ece_offer_is_none(asked))
		return ece_error_set(e, ret, ECE_ERROR_REFUSED, "the queue pair could not be moved: %s",
				     strerror(-ret));
	return ece_error_set(e, ret, ECE_ERROR_REFUSED, "the queue pair could not be moved with the ECE options %s: %s",
			     ece_offer_format(asked, text, sizeof(text)), strerror(-ret));
}
