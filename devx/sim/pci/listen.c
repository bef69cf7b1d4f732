// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/listen.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define BACKLOG 4

static bool left_over(const struct sockaddr_un *address)
{
	struct stat st;
	bool dead;
	int fd;

	if (lstat(address->sun_path, &st) < 0 || !S_ISSOCK(st.st_mode))
		return false;
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	dead = fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof(*address)) < 0 && errno == ECONNREFUSED;
	if (fd >= 0)
		close(fd);
	return dead;
}

static int bind_name(int fd, const struct sockaddr_un *address)
{
	if (bind(fd, (const struct sockaddr *)address, sizeof(*address)) == 0)
		return 0;
	if (errno != EADDRINUSE)
		return -1;
	if (!left_over(address)) {
		errno = EADDRINUSE;
		return -1;
	}
	unlink(address->sun_path);
	return bind(fd, (const struct sockaddr *)address, sizeof(*address));
}

int pci_listener_open(struct pci_listener *listener, const char *path, struct ece_error *error)
{
	struct sockaddr_un *address = &listener->address;
	int err;
	int fd;

	listener->fd = -1;
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	if (strlen(path) >= sizeof(address->sun_path))
		return ece_error_set(error, -ENAMETOOLONG, ECE_ERROR_LIMIT, "socket path '%s' is longer than %zu bytes",
				     path, sizeof(address->sun_path) - 1);
	memcpy(address->sun_path, path, strlen(path));
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return ece_error_set(error, -errno, ECE_ERROR_IO, "no socket: %s", strerror(errno));
	if (bind_name(fd, address) < 0 || listen(fd, BACKLOG) < 0) {
		err = -errno;
		close(fd);
		return ece_error_set(error, err, ECE_ERROR_IO, "cannot listen on '%s': %s", path, strerror(-err));
	}
	listener->fd = fd;
	return 0;
}

void pci_listener_close(struct pci_listener *listener)
{
	/* An address of zeros was never bound. */
	if (listener->address.sun_family != AF_UNIX || listener->fd < 0)
		return;
	close(listener->fd);
	unlink(listener->address.sun_path);
	listener->fd = -1;
}

int pci_listener_accept(struct pci_listener *listener)
{
	return accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
