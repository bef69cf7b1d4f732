// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How far this machine has seen a store go: one small file for each, replaced as a whole. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/store/etcd/identity.h"

#define SEEN_TEXT_MAX 64

static void path_of(const struct etcd_store *store, char path[PATH_MAX + 64])
{
	snprintf(path, PATH_MAX + 64, "%s/etcd-%s", store->seen, store->identity.store);
}

static int failed(const char *path, int err, struct ece_error *e)
{
	return ece_error_set(e, -err, err == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO, "%s: %s", path, strerror(err));
}

/* "epoch 1 revision 4711\n" */
static bool read_text(const char *text, struct seen *seen)
{
	static const char epoch[] = "epoch ", revision[] = " revision ";
	unsigned long number;
	char *end;

	if (strncmp(text, epoch, strlen(epoch)) != 0)
		return false;
	errno = 0;
	number = strtoul(text + strlen(epoch), &end, 10);
	if (errno || number > UINT32_MAX || strncmp(end, revision, strlen(revision)) != 0)
		return false;
	seen->epoch = (uint32_t)number;
	seen->revision = strtoll(end + strlen(revision), &end, 10);
	return !errno && seen->revision > 0 && !strcmp(end, "\n");
}

int seen_read(const struct etcd_store *store, struct seen *seen, struct ece_error *e)
{
	char path[PATH_MAX + 64], text[SEEN_TEXT_MAX];
	ssize_t len;
	int fd;

	*seen = (struct seen){0};
	if (!store->seen[0])
		return 0;
	path_of(store, path);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return errno == ENOENT ? 0 : failed(path, errno, e);
	len = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[len > 0 ? len : 0] = '\0';
	if (!read_text(text, seen))
		return ece_error_set(
			e, -EUCLEAN, ECE_ERROR_DAMAGED,
			"%s: it does not say how far the store was seen to go; when you know that etcd was "
			"not restored from a snapshot, remove it",
			path);
	return 0;
}

static int write_new(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		err = errno ? -errno : -EIO;
	if (!err && fsync(fd))
		err = -errno;
	close(fd);
	return err;
}

int seen_write(const struct etcd_store *store, struct ece_error *e)
{
	char path[PATH_MAX + 64], new[PATH_MAX + 96], text[SEEN_TEXT_MAX];
	struct seen seen;
	int err = seen_read(store, &seen, e);

	if (err || !store->seen[0] || seen.epoch > store->identity.epoch)
		return err;
	if (seen.epoch == store->identity.epoch && seen.revision >= store->revision)
		return 0;
	path_of(store, path);
	snprintf(new, sizeof(new), "%s.%ld", path, (long)getpid());
	snprintf(text, sizeof(text), "epoch %" PRIu32 " revision %" PRId64 "\n", store->identity.epoch,
		 store->revision);
	err = write_new(new, text);
	if (!err && rename(new, path))
		err = -errno;
	return err ? failed(new, -err, e) : 0;
}
