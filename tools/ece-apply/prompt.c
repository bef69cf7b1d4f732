// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/prompt.h"

#include "tools/common/ask.h"
#include "tools/ece-apply/words.h"

bool prompt_possible(void)
{
	return ask_possible();
}

bool prompt_apply(const struct plan *plan, bool simulated)
{
	return ask("Change %zu NIC%s in %zu %shost%s?", plan->changed_nic_count, plural(plan->changed_nic_count),
		   plan->changed_count, simulated ? "simulated " : "", plural(plan->changed_count));
}
