// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* PCI configuration space: the "config" file of a function below the PCI root. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "devx/os/linux_doors.h"

struct ece_os_config {
	int fd;
};

int linux_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	struct ece_os_config *new;
	char name[ECE_OS_NAME_MAX + sizeof("/config")], path[LINUX_PATH_MAX];
	int err;

	if (snprintf(name, sizeof(name), "%s/config", pci) >= (int)sizeof(name))
		return -ENAMETOOLONG;
	err = linux_path(ctx, ECE_OS_PCI_DEVICES, name, path, sizeof(path));
	if (err)
		return err;
	new = malloc(sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->fd = open(path, O_RDWR | O_CLOEXEC);
	if (new->fd < 0) {
		err = -errno;
		free(new);
		return err;
	}
	*config = new;
	return 0;
}

/* Beyond the first 64 bytes the file ends for a caller without rights: a short transfer is an error. */
static int transferred(ssize_t n)
{
	if (n < 0)
		return -errno;
	return n == sizeof(uint32_t) ? 0 : -EPERM;
}

int linux_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	uint32_t word;
	int err = transferred(pread(config->fd, &word, sizeof(word), at));

	if (!err)
		*value = le32toh(word);
	return err;
}

int linux_config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	uint32_t word = htole32(value);

	return transferred(pwrite(config->fd, &word, sizeof(word), at));
}

void linux_config_close(struct ece_os_config *config)
{
	close(config->fd);
	free(config);
}
