// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The file of an ECE policy: what is taken is a policy, and comes back from its own text. */
#include <stdlib.h>
#include <string.h>

#include "devx/ece/policy_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

/* On top of another one it can only narrow, or is refused and changes nothing. */
static void narrow(const struct ece_policy *further)
{
	const struct ece_policy before = {.allow = 5, .require = 1, .origin = "before"};
	struct ece_policy policy = before;
	struct ece_error e = {0};

	if (ece_policy_narrow(&policy, further, &e)) {
		require(e.code < 0 && e.text[0] && !memcmp(&policy, &before, sizeof(policy)));
		return;
	}
	require(!(policy.allow & ~before.allow) && !(before.require & ~policy.require));
	require(!(policy.require & ~policy.allow));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ece_policy policy = {.allow = 0xdead, .require = 0xbeef}, again;
	char text[ECE_POLICY_TEXT_MAX];
	struct ece_error e = {0};
	size_t len;

	if (ece_policy_parse((const char *)data, size, "seed", &policy, &e)) {
		require(e.code < 0 && e.text[0] && e.place[0]);
		require(policy.allow == 0xdead && policy.require == 0xbeef);
		return 0;
	}
	require(size <= ECE_POLICY_FILE_MAX);
	require(!(policy.allow & ~ECE_OPTIONS_ALL) && !(policy.require & ~policy.allow));
	len = ece_policy_format(&policy, text, sizeof(text));
	require(len && !ece_policy_parse(text, len, "again", &again, NULL));
	require(again.allow == policy.allow && again.require == policy.require);
	narrow(&policy);
	return 0;
}
