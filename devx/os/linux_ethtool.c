// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* SIOCETHTOOL on any socket. */
#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/sockios.h>

#include "devx/os/linux_doors.h"

int linux_ethtool(void *ctx, const char *netdev, void *data)
{
	struct ifreq request = {.ifr_data = data};
	int fd, err;

	(void)ctx;
	if (strlen(netdev) >= sizeof(request.ifr_name))
		return -ENODEV;
	memcpy(request.ifr_name, netdev, strlen(netdev));
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	err = ioctl(fd, SIOCETHTOOL, &request) < 0 ? -errno : 0;
	close(fd);
	return err;
}
