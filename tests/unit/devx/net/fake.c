// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/net/fake.h"

#include <errno.h>
#include <string.h>

#define ROOM 131072

static uint32_t room[ROOM / sizeof(uint32_t)];

struct nlmsghdr *fake_message(uint16_t type)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(room);

	header->nlmsg_type = type;
	mnl_attr_put_u32(header, 1, FAKE_INDEX);
	mnl_attr_put_strz(header, 2, "mlx5_0");
	return header;
}

int fake_give(struct ece_os_reply *reply, struct nlmsghdr *header)
{
	return reply->each(reply->arg, header, header->nlmsg_len);
}

static int fake_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			struct ece_os_reply *reply)
{
	const struct nlmsghdr *header = request;
	struct fake *fake = ctx;
	struct nlmsghdr *device;

	reply->said[0] = '\0';
	if (family != ECE_OS_NETLINK_RDMA || len < header->nlmsg_len)
		return -EPROTONOSUPPORT;
	if (header->nlmsg_type != FAKE_GET) {
		fake->asked++;
		return fake->answer(fake, header, reply);
	}
	device = fake_message(FAKE_GET);
	mnl_attr_put_u32(device, 3, 1);
	return fake_give(reply, device);
}

static int no_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		   void *arg)
{
	(void)ctx;
	(void)root;
	(void)path;
	(void)each;
	(void)arg;
	return -ENOENT;
}

void fake_up(struct fake *fake, int (*answer)(struct fake *, const struct nlmsghdr *, struct ece_os_reply *), void *arg)
{
	static const struct ece_os_ops ops = {.netlink = fake_netlink, .list = no_list};

	*fake = (struct fake){.answer = answer, .arg = arg};
	fake->os = (struct ece_os){.ops = &ops, .ctx = fake};
}
