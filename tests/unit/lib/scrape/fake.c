// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/scrape/fake.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <rdma/rdma_netlink.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_BYTES 8192

union message {
	struct nlmsghdr header;
	char bytes[MESSAGE_BYTES];
};

static void begin(union message *m, const struct fake_device *device, uint16_t op)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(m->bytes);

	header->nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, op);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, device->index);
	mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_DEV_NAME, device->name);
}

static void put_device(union message *m, const struct fake_device *device)
{
	begin(m, device, RDMA_NLDEV_CMD_GET);
	mnl_attr_put_u32(&m->header, RDMA_NLDEV_ATTR_PORT_INDEX, device->ports);
	mnl_attr_put_u64(&m->header, RDMA_NLDEV_ATTR_NODE_GUID, device->node_guid);
	mnl_attr_put_u64(&m->header, RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, device->system_guid);
	mnl_attr_put_u8(&m->header, RDMA_NLDEV_ATTR_DEV_NODE_TYPE, 1);
	mnl_attr_put_strz(&m->header, RDMA_NLDEV_ATTR_DEV_PROTOCOL, "roce");
}

static void put_port(union message *m, const struct fake_device *device, uint32_t port)
{
	begin(m, device, RDMA_NLDEV_CMD_GET);
	mnl_attr_put_u32(&m->header, RDMA_NLDEV_ATTR_PORT_INDEX, port);
	mnl_attr_put_u8(&m->header, RDMA_NLDEV_ATTR_PORT_STATE, device->state ? device->state : 4);
	mnl_attr_put_u8(&m->header, RDMA_NLDEV_ATTR_PORT_PHYS_STATE, 5);
	if (!device->netdev[0])
		return;
	mnl_attr_put_u32(&m->header, RDMA_NLDEV_ATTR_NDEV_INDEX, 7);
	mnl_attr_put_strz(&m->header, RDMA_NLDEV_ATTR_NDEV_NAME, device->netdev);
}

static void put_counters(union message *m, const struct fake_device *device, uint32_t port, bool status)
{
	struct nlattr *table, *entry;

	begin(m, device, status ? RDMA_NLDEV_CMD_STAT_GET_STATUS : RDMA_NLDEV_CMD_STAT_GET);
	mnl_attr_put_u32(&m->header, RDMA_NLDEV_ATTR_PORT_INDEX, port);
	table = mnl_attr_nest_start(&m->header, RDMA_NLDEV_ATTR_STAT_HWCOUNTERS);
	for (size_t i = 0; i < device->counter_count; i++) {
		entry = mnl_attr_nest_start(&m->header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY);
		mnl_attr_put_strz(&m->header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, device->counters[i].name);
		if (status)
			mnl_attr_put_u32(&m->header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_INDEX, (uint32_t)i);
		else
			mnl_attr_put_u64(&m->header, RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE,
					 device->counters[i].value);
		mnl_attr_nest_end(&m->header, entry);
	}
	mnl_attr_nest_end(&m->header, table);
}

static uint32_t word(const struct nlmsghdr *request, uint16_t type)
{
	struct nlattr *attr;

	mnl_attr_for_each(attr, request, 0) if (mnl_attr_get_type(attr) == type) return mnl_attr_get_u32(attr);
	return UINT32_MAX;
}

static void be_silent(struct fake *fake)
{
	fake->silent_now++;
	pthread_cond_broadcast(&fake->woken);
	while (!fake->awake)
		pthread_cond_wait(&fake->woken, &fake->mutex);
	fake->silent_now--;
}

/* Makes one answer. Returns 0 or a negative errno. */
static int about_device(struct fake *fake, const struct nlmsghdr *request, union message *m)
{
	uint32_t index = word(request, RDMA_NLDEV_ATTR_DEV_INDEX), port = word(request, RDMA_NLDEV_ATTR_PORT_INDEX);
	struct fake_device *device = NULL;

	for (size_t i = 0; i < fake->device_count; i++)
		if (fake->devices[i].index == index && !fake->devices[i].gone)
			device = &fake->devices[i];
	if (device && device->silent && !fake->awake)
		be_silent(fake);
	if (!device || device->gone || !port || port > device->ports)
		return -EINVAL;
	switch (RDMA_NL_GET_OP(request->nlmsg_type)) {
	case RDMA_NLDEV_CMD_PORT_GET:
		put_port(m, device, port);
		return device->port_error;
	case RDMA_NLDEV_CMD_STAT_GET:
		device->reads++;
		put_counters(m, device, port, false);
		return device->stat_error;
	case RDMA_NLDEV_CMD_STAT_GET_STATUS:
		put_counters(m, device, port, true);
		return device->listed ? 0 : -EINVAL;
	default:
		return -EINVAL;
	}
}

static int give(struct ece_os_reply *reply, const union message *m)
{
	return reply->each(reply->arg, m, m->header.nlmsg_len);
}

static int list_devices(struct fake *fake, struct ece_os_reply *reply)
{
	union message m;
	int err = fake->list_error;

	fake->lists++;
	if (fake->list_silent && !fake->awake)
		be_silent(fake);
	for (size_t i = 0; !err && i < fake->device_count; i++) {
		if (fake->devices[i].gone)
			continue;
		put_device(&m, &fake->devices[i]);
		err = give(reply, &m);
	}
	return err;
}

static const struct fake_netdev *dcb_of(struct fake *fake, const char *name)
{
	for (size_t i = 0; i < fake->netdev_count; i++)
		if (!strcmp(fake->netdevs[i].name, name)) {
			fake->netdevs[i].dcb_read++;
			return &fake->netdevs[i];
		}
	return NULL;
}

static int get_dcb(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	const struct fake_netdev *netdev;
	struct ieee_pfc pfc = {.pfc_cap = 8};
	struct nlattr *attr, *ieee;
	union message m;
	const char *name = "";

	mnl_attr_for_each(attr, request, sizeof(struct dcbmsg)) if (mnl_attr_get_type(attr) == DCB_ATTR_IFNAME) name =
		mnl_attr_get_str(attr);
	netdev = dcb_of(fake, name);
	if (!netdev || netdev->dcb_error)
		return netdev ? netdev->dcb_error : -EOPNOTSUPP;
	mnl_nlmsg_put_header(m.bytes)->nlmsg_type = RTM_GETDCB;
	((struct dcbmsg *)mnl_nlmsg_put_extra_header(&m.header, sizeof(struct dcbmsg)))->cmd = DCB_CMD_IEEE_GET;
	mnl_attr_put_strz(&m.header, DCB_ATTR_IFNAME, name);
	ieee = mnl_attr_nest_start(&m.header, DCB_ATTR_IEEE);
	pfc.pfc_en = netdev->pfc;
	mnl_attr_put(&m.header, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
	mnl_attr_nest_end(&m.header, ieee);
	return give(reply, &m);
}

static int about_system(const struct fake *fake, struct ece_os_reply *reply)
{
	union message m;

	if (fake->sharing_error)
		return fake->sharing_error;
	mnl_nlmsg_put_header(m.bytes)->nlmsg_type = RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_SYS_GET);
	mnl_attr_put_u8(&m.header, RDMA_NLDEV_SYS_ATTR_NETNS_MODE, !fake->exclusive);
	return give(reply, &m);
}

static int fake_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			struct ece_os_reply *reply)
{
	const struct nlmsghdr *header = request;
	struct fake *fake = ctx;
	union message m;
	int err;

	(void)len;
	fake_lock(fake);
	if (family == ECE_OS_NETLINK_ROUTE) {
		err = get_dcb(fake, header, reply);
	} else if (RDMA_NL_GET_OP(header->nlmsg_type) == RDMA_NLDEV_CMD_GET) {
		err = list_devices(fake, reply);
	} else if (RDMA_NL_GET_OP(header->nlmsg_type) == RDMA_NLDEV_CMD_SYS_GET) {
		err = about_system(fake, reply);
	} else {
		err = about_device(fake, header, &m);
		if (!err)
			err = give(reply, &m);
	}
	fake_unlock(fake);
	return err;
}

static const struct fake_file *find_file(const struct fake *fake, enum ece_os_root root, const char *path)
{
	static const char *const roots[ECE_OS_ROOT_COUNT] = {
		[ECE_OS_PCI_DEVICES] = "pci",
		[ECE_OS_INFINIBAND] = "infiniband",
		[ECE_OS_NET] = "net",
		[ECE_OS_HOST] = "host",
	};
	char whole[256];

	snprintf(whole, sizeof(whole), "%s/%s", roots[root] ? roots[root] : "", path);
	for (size_t i = 0; i < fake->file_count; i++)
		if (!strcmp(fake->files[i].path, whole))
			return &fake->files[i];
	return NULL;
}

static int fake_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	struct fake *fake = ctx;
	const struct fake_file *file;
	int len = -ENOENT;

	fake_lock(fake);
	file = find_file(fake, root, path);
	if (file && file->text) {
		len = (int)strnlen(file->text, size);
		memcpy(buf, file->text, (size_t)len);
	} else if (file) {
		len = file->error;
	}
	fake_unlock(fake);
	return len;
}

/* Files one level below a folder. */
static int fake_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		     void *arg)
{
	struct fake *fake = ctx;
	char folder[256];
	size_t len;
	int found = -ENOENT;

	if (root == ECE_OS_PCI_DEVICES && !*path)
		return 0;
	if (root != ECE_OS_INFINIBAND)
		return -ENOENT;
	len = (size_t)snprintf(folder, sizeof(folder), "infiniband/%s/", path);
	fake_lock(fake);
	for (size_t i = 0; found <= 0 && i < fake->file_count; i++) {
		const char *file = fake->files[i].path;

		if (!strncmp(file, folder, len) && !strchr(file + len, '/'))
			found = each(arg, file + len);
	}
	fake_unlock(fake);
	return found;
}

static int fake_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	int len = fake_read(ctx, root, path, buf, size - 1);

	if (len >= 0)
		buf[len] = '\0';
	return len;
}

static int answer_ethtool(struct fake_netdev *netdev, void *data)
{
	struct ethtool_gstrings *strings = data;
	struct ethtool_sset_info *info = data;
	struct ethtool_stats *stats = data;

	switch (info->cmd) {
	case ETHTOOL_GSSET_INFO:
		info->data[0] = (uint32_t)netdev->stat_count;
		return 0;
	case ETHTOOL_GSTRINGS:
		netdev->names_read++;
		for (size_t i = 0; i < netdev->stat_count; i++)
			snprintf((char *)strings->data + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN, "%s",
				 netdev->stats[i].name);
		return 0;
	case ETHTOOL_GSTATS:
		for (size_t i = 0; i < netdev->stat_count; i++)
			stats->data[i] = netdev->stats[i].value;
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

static int fake_ethtool(void *ctx, const char *name, void *data)
{
	struct fake *fake = ctx;
	int err = -EOPNOTSUPP;

	fake_lock(fake);
	for (size_t i = 0; i < fake->netdev_count; i++)
		if (!strcmp(fake->netdevs[i].name, name))
			err = answer_ethtool(&fake->netdevs[i], data);
	fake_unlock(fake);
	return err;
}

static int fake_keep(void *ctx, struct ece_os *kept);

static void fake_let_go(struct ece_os *kept)
{
	struct fake *fake = kept->ctx;

	fake_lock(fake);
	fake->kept--;
	pthread_cond_broadcast(&fake->woken);
	fake_unlock(fake);
}

static const struct ece_os_ops ops = {
	.keep = fake_keep,
	.let_go = fake_let_go,
	.read = fake_read,
	.list = fake_list,
	.link = fake_link,
	.netlink = fake_netlink,
	.ethtool = fake_ethtool,
};

static int fake_keep(void *ctx, struct ece_os *kept)
{
	struct fake *fake = ctx;

	*kept = (struct ece_os){.ops = &ops, .ctx = ctx};
	fake_lock(fake);
	fake->kept++;
	if (fake->kept > fake->kept_most)
		fake->kept_most = fake->kept;
	fake_unlock(fake);
	return 0;
}

void fake_new(struct fake *fake, struct ece_os *os)
{
	memset(fake, 0, sizeof(*fake));
	pthread_mutex_init(&fake->mutex, NULL);
	pthread_cond_init(&fake->woken, NULL);
	*os = (struct ece_os){.ops = &ops, .ctx = fake};
}

void fake_done(struct fake *fake)
{
	pthread_cond_destroy(&fake->woken);
	pthread_mutex_destroy(&fake->mutex);
}

struct fake_device *fake_rxe(struct fake *fake)
{
	size_t i = fake->device_count++;
	struct fake_device *device = &fake->devices[i];

	*device = (struct fake_device){
		.index = (uint32_t)i,
		.ports = 1,
		.node_guid = 0x505400fffe000000 + i,
		.system_guid = 0x505400fffe000000 + i,
		.counters = {{"sent_pkts", 100 + i}},
		.counter_count = 1,
	};
	snprintf(device->name, sizeof(device->name), "rxe%zu", i);
	snprintf(device->netdev, sizeof(device->netdev), "eth%zu", i);
	return device;
}

void fake_file(struct fake *fake, const char *path, const char *text)
{
	fake->files[fake->file_count++] = (struct fake_file){.path = path, .text = text, .error = -EINVAL};
}

void fake_lock(struct fake *fake)
{
	pthread_mutex_lock(&fake->mutex);
}

void fake_unlock(struct fake *fake)
{
	pthread_mutex_unlock(&fake->mutex);
}

void fake_wake(struct fake *fake)
{
	fake_lock(fake);
	fake->awake = true;
	pthread_cond_broadcast(&fake->woken);
	fake_unlock(fake);
}

void fake_wait_silent(struct fake *fake, unsigned int count)
{
	fake_lock(fake);
	while (fake->silent_now < count)
		pthread_cond_wait(&fake->woken, &fake->mutex);
	fake_unlock(fake);
}
