// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The host itself: kernel, driver, what restricts it. */
#include <errno.h>
#include <string.h>

#include "lib/facts/internal.h"

#define DRIVER "mlx5_core"

/* The mode in force is the word in brackets: "none [integrity] confidentiality". */
static json_t *lockdown(struct sheet *sheet)
{
	json_t *modes = facts_file(sheet, ECE_OS_HOST, "", "lockdown");
	const char *open, *close;
	json_t *mode;

	if (!json_is_string(modes))
		return modes;
	open = strchr(json_string_value(modes), '[');
	close = open ? strchr(open, ']') : NULL;
	mode = close ? json_stringn(open + 1, (size_t)(close - open - 1)) : facts_unknown("no mode is marked");
	json_decref(modes);
	return mode;
}

static int nothing(void *arg, const char *name)
{
	(void)arg;
	(void)name;
	return 0;
}

/* A driver with a version of its own was built for this kernel by somebody; the kernel's own has none. */
static json_t *driver(struct sheet *sheet)
{
	json_t *version = facts_file(sheet, ECE_OS_MODULES, DRIVER, "version");
	int err = sheet->os->ops->list(sheet->os->ctx, ECE_OS_MODULES, DRIVER, nothing, NULL);
	json_t *object;

	if (err == -ENOENT) {
		json_decref(version);
		return json_null();
	}
	object = json_pack("{s:s, s:s}", "name", DRIVER, "origin", json_is_string(version) ? "vendor" : "kernel");
	facts_put(sheet, object, "version", version);
	return object;
}

json_t *facts_host(struct sheet *sheet)
{
	json_t *host = json_object();

	facts_put(sheet, host, "name", facts_file(sheet, ECE_OS_HOST, "", "hostname"));
	facts_put(sheet, host, "kernel", facts_file(sheet, ECE_OS_HOST, "", "kernel_release"));
	facts_put(sheet, host, "boot_id", facts_file(sheet, ECE_OS_HOST, "", "boot_id"));
	facts_put(sheet, host, "tainted", facts_number_file(sheet, ECE_OS_HOST, "", "tainted"));
	facts_put(sheet, host, "lockdown", lockdown(sheet));
	facts_put(sheet, host, "driver", driver(sheet));
	/* Known when a NIC was tried; its place is here */
	facts_put(sheet, host, "rdma_core", json_null());
	return host;
}
