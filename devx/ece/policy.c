// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/policy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/error.h"

struct ece_policy ece_policy_open(void)
{
	return (struct ece_policy){.allow = ECE_OPTIONS_ALL};
}

static const char *origin(const struct ece_policy *policy)
{
	return policy->origin[0] ? policy->origin : "the default";
}

/* Both are named where both have a name: a message has to lead to each. */
static void join(struct ece_policy *policy, const char *further)
{
	size_t used = strlen(policy->origin);

	if (further[0])
		snprintf(policy->origin + used, sizeof(policy->origin) - used, "%s%s", used ? ", " : "", further);
}

int ece_policy_narrow(struct ece_policy *policy, const struct ece_policy *further, struct ece_error *e)
{
	uint32_t allow = policy->allow & further->allow;
	uint32_t require = policy->require | further->require;
	const struct ece_policy *wants = further->require & ~allow ? further : policy;
	const struct ece_policy *forbids = require & ~policy->allow ? policy : further;
	char bits[ECE_OFFER_TEXT_MAX];

	if (require & ~allow)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
				     "%s requires ECE %s, which %s does not allow: mend one of them", origin(wants),
				     ece_bits_format(require & ~allow, bits, sizeof(bits)), origin(forbids));
	policy->allow = allow;
	policy->require = require;
	join(policy, further->origin);
	return 0;
}
