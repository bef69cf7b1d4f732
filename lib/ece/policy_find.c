// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The policy in force for a program: the host's file for its device, and what its environment takes away from that. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "devx/base/errno_text.h"
#include "devx/base/error.h"
#include "ece/policy.h"

#define DEVICE_LINK "/sys/class/infiniband/%s/device"
#define DEVICE_MAX  64

/* Returns its length, below @size; -EFBIG for a longer one. */
static int read_whole(int fd, char *text, size_t size)
{
	size_t len = 0;
	ssize_t n;

	do {
		n = read(fd, text + len, size - len);
		if (n > 0)
			len += (size_t)n;
	} while (len < size && (n > 0 || (n < 0 && errno == EINTR)));
	if (n < 0)
		return -errno;
	return len == size ? -EFBIG : (int)len;
}

static int read_file(const char *path, struct ece_policy *policy, struct ece_error *e)
{
	char text[ECE_POLICY_FILE_MAX + 1];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int n = fd < 0 ? -errno : read_whole(fd, text, sizeof(text));

	if (fd >= 0)
		close(fd);
	if (n == -EFBIG)
		return ece_error_set(e, n, ECE_ERROR_LIMIT, "the ECE policy %s is longer than %d bytes", path,
				     ECE_POLICY_FILE_MAX);
	if (n < 0)
		return ece_error_set(e, n, n == -EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "cannot read the ECE policy %s: %s", path, ece_errno_text(-n));
	return ece_policy_parse(text, (size_t)n, path, policy, e);
}

/* What the function of an RDMA device has; a host without it leaves the policy as it is. */
static int read_host(const char *device, struct ece_policy *policy, struct ece_error *e)
{
	char link[sizeof(DEVICE_LINK) + DEVICE_MAX], target[PATH_MAX], path[sizeof(ECE_POLICY_DIR "/.json") + NAME_MAX];
	struct ece_error fault;
	const char *function;
	ssize_t n;
	int err;

	if (!device[0] || strlen(device) >= DEVICE_MAX || strchr(device, '/'))
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "\"%.64s\" is no name of an RDMA device",
				     device);
	snprintf(link, sizeof(link), DEVICE_LINK, device);
	n = readlink(link, target, sizeof(target) - 1);
	/* A device of software has no function, and a device that is gone needs no policy. */
	if (n < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (n < 0)
		return ece_error_set(e, -errno, errno == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "cannot tell which ECE policy is that of %s: %s: %s", device, link,
				     ece_errno_text(errno));
	target[n] = '\0';
	function = strrchr(target, '/') ? strrchr(target, '/') + 1 : target;
	if (snprintf(path, sizeof(path), ECE_POLICY_DIR "/%s.json", function) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the name of the function of %s is too long",
				     device);
	err = read_file(path, policy, &fault);
	if (err == -ENOENT)
		return 0;
	if (err && e)
		*e = fault;
	return err;
}

static int narrow_by_file(struct ece_policy *policy, struct ece_error *e)
{
	const char *path = secure_getenv(ECE_POLICY_ENV_FILE);
	struct ece_policy further;
	int err;

	if (!path)
		return 0;
	/* Who names a file means it: one that is not there is no open policy. */
	err = read_file(path, &further, e);
	return err ? err : ece_policy_narrow(policy, &further, e);
}

static int narrow_by_list(struct ece_policy *policy, const char *variable, bool require, struct ece_error *e)
{
	const char *text = secure_getenv(variable);
	struct ece_policy further = ece_policy_open();

	if (!text)
		return 0;
	if (ece_bits_parse(text, require ? &further.require : &further.allow, e)) {
		ece_error_place(e, "%s", variable);
		return -EINVAL;
	}
	snprintf(further.origin, sizeof(further.origin), "%s", variable);
	return ece_policy_narrow(policy, &further, e);
}

int ece_policy_find(const char *device, struct ece_policy *policy, struct ece_error *e)
{
	struct ece_policy found = ece_policy_open();
	int err = device ? read_host(device, &found, e) : 0;

	err = err ? err : narrow_by_file(&found, e);
	err = err ? err : narrow_by_list(&found, ECE_POLICY_ENV_ALLOW, false, e);
	err = err ? err : narrow_by_list(&found, ECE_POLICY_ENV_REQUIRE, true, e);
	if (!err)
		*policy = found;
	return err;
}
