// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/policy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/backend.h"
#include "devx/base/errno_text.h"
#include "devx/ece/policy_text.h"

#define SUFFIX ".json"

/* libece finds the file by the function that the RDMA device is on. */
static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_POLICY];

	if (doors->rdma_on[0])
		return ece_door_shut(door, -ENODEV, "policy: programs find that of the RDMA device %s on %s",
				     doors->rdma, doors->rdma_on);
	return 0;
}

static struct ece_result told(int err)
{
	return ece_not_answered(ECE_BACKEND_POLICY, err, ECE_REACHED_NO);
}

struct ece_result ece_policy_read(struct ece_doors *doors, struct ece_policy *policy, struct ece_error *e)
{
	char path[ECE_OS_NAME_MAX + sizeof(SUFFIX)], full[sizeof(ECE_POLICY_DIR "/") + sizeof(path)];
	char text[ECE_POLICY_FILE_MAX];
	int n;

	snprintf(path, sizeof(path), "%s" SUFFIX, doors->pci);
	snprintf(full, sizeof(full), ECE_POLICY_DIR "/%s", path);
	n = doors->os->ops->read(doors->os->ctx, ECE_OS_POLICY, path, text, sizeof(text));
	if (n == -ENOENT) {
		*policy = ece_policy_open();
		return told(0);
	}
	if (n == -EFBIG)
		return told(ece_error_set(e, n, ECE_ERROR_LIMIT, "%s has more than %d bytes: remove it", full,
					  ECE_POLICY_FILE_MAX));
	if (n < 0)
		return told(ece_error_set(e, n, ECE_ERROR_IO, "cannot read %s: %s", full, ece_errno_text(-n)));
	return told(ece_policy_parse(text, (size_t)n, full, policy, e));
}

struct ece_result ece_policy_write(struct ece_doors *doors, const struct ece_policy *policy)
{
	char path[ECE_OS_NAME_MAX + sizeof(SUFFIX)], text[ECE_POLICY_TEXT_MAX];
	size_t len = ece_policy_format(policy, text, sizeof(text));

	if (!len)
		return told(-ENOMEM);
	snprintf(path, sizeof(path), "%s" SUFFIX, doors->pci);
	return told(doors->os->ops->replace(doors->os->ctx, ECE_OS_POLICY, path, text, len));
}

const struct ece_backend ece_backend_policy = {
	.id = ECE_BACKEND_POLICY,
	.open = open_door,
	.host_only = true,
};
