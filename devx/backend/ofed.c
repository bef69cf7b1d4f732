// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The vendor driver's own files: ecn/roce_rp and ecn/roce_np below the interface, one file a congestion parameter. Only
 * MLNX_OFED and DOCA-OFED make them, and only for physical functions. Numbers are signed and decimal. A value that the
 * firmware does not tell is an empty file, which is not 0. Source: en_sysfs.c and en_ecn.c of that driver's kernel tree.
 */
#include "devx/backend/backend.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/host.h"
#include "devx/base/errno_text.h"

#define FILE_PATH_MAX (4 * ECE_OS_NAME_MAX)

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_OFED];
	char path[FILE_PATH_MAX];
	int found;

	if (!doors->netdev[0])
		return ece_door_shut(door, -ENODEV, "no ecn directory");
	snprintf(path, sizeof(path), "%s/ecn", doors->netdev);
	found = ece_host_look(doors->os, ECE_OS_NET, path);
	if (found >= 0)
		return 0;
	/* It may be the vendor's driver on a virtual function, too. */
	if (found == -ENOENT)
		return ece_door_shut(door, found, "no ecn directory (vendor driver only)");
	return ece_door_shut(door, found, "cannot look into %s/ecn: %s", doors->netdev, ece_errno_text(-found));
}

static void file_path(const struct ece_doors *doors, const char *file, char *path, size_t size)
{
	snprintf(path, size, "%s/ecn/%s", doors->netdev, file);
}

/* These come from opening the file; anything else comes from the driver, which asked the firmware or did not. */
static enum ece_reached reached(int err)
{
	return err == -ENOENT || err == -EACCES || err == -EPERM ? ECE_REACHED_NO : ECE_REACHED_UNKNOWN;
}

/* One number of 32 bits, printed as a signed one. */
static int parse(const char *text, uint32_t *value)
{
	long long number;
	char *end;

	if (!*text)
		return -ENODATA;
	if (!isdigit((unsigned char)text[0]) && text[0] != '-')
		return -EPROTO;
	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || !isdigit((unsigned char)end[-1]) || (*end && strcmp(end, "\n") != 0) || errno ||
	    number < INT32_MIN || number > INT32_MAX)
		return -EPROTO;
	*value = (uint32_t)number;
	return 0;
}

static struct ece_result read_value(struct ece_doors *doors, const char *file, uint32_t *value)
{
	char path[FILE_PATH_MAX], text[32];
	int n;

	file_path(doors, file, path, sizeof(path));
	n = doors->os->ops->read(doors->os->ctx, ECE_OS_NET, path, text, sizeof(text) - 1);
	if (n < 0)
		return ece_not_answered(ECE_BACKEND_OFED, n, reached(n));
	text[n] = '\0';
	return ece_not_answered(ECE_BACKEND_OFED, parse(text, value), ECE_REACHED_YES);
}

static struct ece_result write_value(struct ece_doors *doors, const char *file, uint32_t value)
{
	char path[FILE_PATH_MAX], text[16];
	int n, err;

	/* What the driver makes of a larger number is not what was written. */
	if (value > INT32_MAX)
		return ece_not_answered(ECE_BACKEND_OFED, -ERANGE, ECE_REACHED_NO);
	file_path(doors, file, path, sizeof(path));
	n = snprintf(text, sizeof(text), "%" PRIu32, value);
	err = doors->os->ops->write(doors->os->ctx, ECE_OS_NET, path, text, (size_t)n);
	if (err)
		return ece_not_answered(ECE_BACKEND_OFED, err, reached(err));
	return ece_not_answered(ECE_BACKEND_OFED, 0, ECE_REACHED_YES);
}

const struct ece_backend ece_backend_ofed = {
	.id = ECE_BACKEND_OFED,
	.open = open_door,
	.read_value = read_value,
	.write_value = write_value,
};
