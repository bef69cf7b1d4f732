// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/bar.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ece/offer.h"
#include "ece/policy.h"
#include "lib/base/copy_text.h"

static int bar(const char *device, struct domain *domain, struct ece_error *e)
{
	if (!domain_name_good(device, DOMAIN_DEVICE_MAX))
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "the RDMA device \"%.80s\" has a name that cannot be handed on", device);
	if (domain->barred_count == DOMAIN_BARRED_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "the policies of more than %d devices forbid it",
				     DOMAIN_BARRED_MAX);
	copy_text(domain->barred[domain->barred_count++], DOMAIN_DEVICE_MAX, device);
	return 0;
}

static int look_at(const char *device, struct domain *domain, struct ece_error *e)
{
	struct ece_policy policy;
	int err = ece_policy_find(device, &policy, e);

	if (err || !(domain->word & ECE_OPTIONS_ALL & ~policy.allow))
		return err;
	return bar(device, domain, e);
}

int bar_devices(const char *folder, struct domain *domain, struct ece_error *e)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	int err = 0;

	while (dir && !err && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			err = look_at(entry->d_name, domain, e);
	if (dir)
		closedir(dir);
	return err;
}
