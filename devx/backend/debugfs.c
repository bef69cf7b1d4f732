// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * debugfs cc_params: one file a congestion parameter. The only way in the upstream kernel to write one. Each write is
 * a MODIFY_CONG_PARAMS with one select bit; the syndrome of a refusal is only in the kernel log. Source: Linux
 * drivers/infiniband/hw/mlx5/cong.c.
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

/* Older kernels format a number into this many characters, newline included, and cut the rest. */
#define CUT_LENGTH 10

/* Is there a directory? Returns 0, or a negative errno. */
static int look(struct ece_doors *doors, const char *path)
{
	int found = ece_host_look(doors->os, ECE_OS_DEBUGFS_MLX5, path);

	return found > 0 ? 0 : found;
}

static int no_directory(struct ece_doors *doors, struct ece_door *door)
{
	if (look(doors, ""))
		return ece_door_shut(door, -ENOENT, "no mlx5 directory in debugfs: mount debugfs, load mlx5_core");
	if (look(doors, doors->pci))
		return ece_door_shut(door, -ENOENT, "no debugfs directory for %s: the mlx5 driver does not drive it",
				     doors->pci);
	return ece_door_shut(
		door, -ENOENT,
		"no cc_params in debugfs: mlx5_ib is not loaded, or this function may not modify congestion "
		"control");
}

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_DEBUGFS];
	char path[2 * ECE_OS_NAME_MAX];
	int err;

	/*
	 * Of a device with two functions, older kernels read a file of the second one from it and write it to the first.
	 * Source: Linux drivers/infiniband/hw/mlx5/cong.c.
	 */
	if (doors->rdma_on[0])
		return ece_door_shut(door, -ENODEV, "debugfs: cc_params is that of the RDMA device %s on %s",
				     doors->rdma, doors->rdma_on);
	if (ece_host_locked_down(doors->os))
		return ece_door_shut(door, -EPERM, "kernel lockdown shuts debugfs");
	snprintf(path, sizeof(path), "%s/cc_params", doors->pci);
	err = look(doors, path);
	if (err == -ENOENT)
		return no_directory(doors, door);
	if (err == -EACCES)
		return ece_door_shut(door, err, "debugfs: permission denied, root is needed");
	if (err)
		return ece_door_shut(door, err, "cannot look into debugfs: %s", ece_errno_text(-err));
	return 0;
}

static void file_path(const struct ece_doors *doors, const char *file, char *path, size_t size)
{
	snprintf(path, size, "%s/cc_params/%s", doors->pci, file);
}

/* These come from opening the file; anything else comes from the driver, which asked the firmware or did not. */
static enum ece_reached reached(int err)
{
	return err == -ENOENT || err == -EACCES || err == -EPERM ? ECE_REACHED_NO : ECE_REACHED_UNKNOWN;
}

/*
 * One decimal number. Older kernels print values from 2^31 up as negative ones and cut at CUT_LENGTH characters, so
 * that a negative number of that length may lack a digit.
 */
static int parse(const char *text, size_t len, uint32_t *value)
{
	long long number;
	char *end;

	if (!isdigit((unsigned char)text[0]) && text[0] != '-')
		return -EPROTO;
	errno = 0;
	number = strtoll(text, &end, 10);
	if (end == text || (*end && strcmp(end, "\n") != 0) || errno || number < INT32_MIN || number > UINT32_MAX)
		return -EPROTO;
	if (number < 0 && len == CUT_LENGTH && !*end)
		return -EOVERFLOW;
	*value = (uint32_t)number;
	return 0;
}

static struct ece_result read_value(struct ece_doors *doors, const char *file, uint32_t *value)
{
	char path[3 * ECE_OS_NAME_MAX], text[32];
	int n;

	file_path(doors, file, path, sizeof(path));
	n = doors->os->ops->read(doors->os->ctx, ECE_OS_DEBUGFS_MLX5, path, text, sizeof(text) - 1);
	if (n < 0)
		return ece_not_answered(ECE_BACKEND_DEBUGFS, n, reached(n));
	text[n] = '\0';
	return ece_not_answered(ECE_BACKEND_DEBUGFS, parse(text, (size_t)n, value), ECE_REACHED_YES);
}

static struct ece_result write_value(struct ece_doors *doors, const char *file, uint32_t value)
{
	char path[3 * ECE_OS_NAME_MAX], text[16];
	int n, err;

	file_path(doors, file, path, sizeof(path));
	n = snprintf(text, sizeof(text), "%" PRIu32, value);
	err = doors->os->ops->write(doors->os->ctx, ECE_OS_DEBUGFS_MLX5, path, text, (size_t)n);
	if (err)
		return ece_not_answered(ECE_BACKEND_DEBUGFS, err, reached(err));
	return ece_not_answered(ECE_BACKEND_DEBUGFS, 0, ECE_REACHED_YES);
}

const struct ece_backend ece_backend_debugfs = {
	.id = ECE_BACKEND_DEBUGFS,
	.open = open_door,
	.read_value = read_value,
	.write_value = write_value,
};
