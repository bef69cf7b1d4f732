// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/fault.h"

#include <errno.h>

#include "devx/sim/datapath/cq.h"
#include "devx/sim/fw/counter.h"

void dp_entry_fault(struct dp *dp, struct dp_queue *queue, const struct dp_receive *receive, int err)
{
	if (err == -ENOSPC)
		fw_count(dp->fw, dp_queue_counters(queue), FW_COUNT_RESP_LOCAL_LENGTH_ERROR, 1);
	dp_complete_receive_error(dp, queue, receive,
				  err == -ENOSPC ? DP_SYNDROME_LOCAL_LENGTH : DP_SYNDROME_LOCAL_PROTECTION);
}
