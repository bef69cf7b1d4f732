// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/rights.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <pwd.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BIT(cap) (UINT64_C(1) << (cap))

/* Parts that send commands to the firmware. */
#define FIRMWARE_PARTS (SCRAPE_CONGESTION | SCRAPE_ALGORITHMS)

/*
 * What the kernel asks for where these parts are read: mlx5's DevX gives a user context the rights to internal objects
 * with CAP_SYS_RAWIO (drivers/infiniband/hw/mlx5/devx.c), and rdma netlink tells the contexts of queue pairs with
 * CAP_NET_ADMIN (drivers/infiniband/core/nldev.c).
 */
static uint64_t needed(const struct exporter_args *args)
{
	uint64_t caps = 0;

	if (args->parameters_seconds || (args->parts & FIRMWARE_PARTS))
		caps |= BIT(CAP_SYS_RAWIO);
	if (args->parts & SCRAPE_QPS)
		caps |= BIT(CAP_NET_ADMIN);
	return caps;
}

/* glibc has no wrappers for these two, and libcap is not needed for anything else. */
static int get_capabilities(uint64_t *permitted)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {0};

	if (syscall(SYS_capget, &header, data))
		return -errno;
	*permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
	return 0;
}

static int set_capabilities(uint64_t caps)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {
		{.effective = (uint32_t)caps, .permitted = (uint32_t)caps},
		{.effective = (uint32_t)(caps >> 32), .permitted = (uint32_t)(caps >> 32)},
	};

	return syscall(SYS_capset, &header, data) ? -errno : 0;
}

static int become(const char *name, struct ece_error *e)
{
	const struct passwd *user = getpwnam(name);

	if (geteuid())
		return ece_error_set(e, -EPERM, ECE_ERROR_DENIED, "--user needs root; this is user %d already",
				     (int)geteuid());
	if (!user)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "this host has no user \"%.64s\"", name);
	/* Else the kernel would take the capabilities with the user; set_capabilities() decides on them. */
	if (prctl(PR_SET_KEEPCAPS, 1) || initgroups(name, user->pw_gid) ||
	    setresgid(user->pw_gid, user->pw_gid, user->pw_gid) || setresuid(user->pw_uid, user->pw_uid, user->pw_uid))
		return ece_error_set(e, -errno, ECE_ERROR_DENIED, "cannot become user \"%.64s\": %s", name,
				     strerror(errno));
	return 0;
}

/* Nothing that is executed may have them either. Without CAP_SETPCAP there is no need: no_new_privs is set. */
static void empty_bounding_set(void)
{
	for (int cap = 0; prctl(PR_CAPBSET_READ, cap) >= 0; cap++)
		prctl(PR_CAPBSET_DROP, cap);
}

static void say_what_is_lost(const struct exporter_args *args, uint64_t had)
{
	if (!args->parameters_seconds && !(args->parts & FIRMWARE_PARTS))
		return;
	if (args->user || geteuid())
		fprintf(stderr, "ece-exporter: as this user only those doors to the firmware are left that its files "
				"in /dev allow; "
				"fwctl's are usually root's\n");
	else if (had)
		fprintf(stderr,
			"ece-exporter: the window in PCI configuration space is no door here, as it would take all "
			"rights\n");
}

int rights_drop(const struct exporter_args *args, struct ece_error *e)
{
	uint64_t had = 0, kept;
	int err = args->sim ? 0 : get_capabilities(&had);

	if (args->sim)
		return 0;
	kept = had & needed(args);
	if (!err && had & BIT(CAP_SETPCAP))
		empty_bounding_set();
	if (!err && args->user) {
		int ret = become(args->user, e);

		if (ret)
			return ret;
	}
	if (!err && (had != kept || args->user))
		err = set_capabilities(kept);
	if (!err && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		err = -errno;
	if (err)
		return ece_error_set(e, err, ECE_ERROR_DENIED, "rights that are not needed cannot be given up: %s",
				     strerror(-err));
	say_what_is_lost(args, had);
	return 0;
}
