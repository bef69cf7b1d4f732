// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/prompt.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "tools/ece-apply/words.h"

#define ANSWER_MAX 64

bool prompt_possible(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

bool prompt_apply(const struct plan *plan, bool simulated)
{
	char answer[ANSWER_MAX];

	fflush(stdout);
	fprintf(stderr, "\nChange %zu NIC%s in %zu %shost%s? [y/N] ", plan->changed_nic_count,
		plural(plan->changed_nic_count), plan->order_count, simulated ? "simulated " : "",
		plural(plan->order_count));
	fflush(stderr);
	if (!fgets(answer, sizeof(answer), stdin))
		return false;
	answer[strcspn(answer, "\r\n")] = '\0';
	return strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0;
}
