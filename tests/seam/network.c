// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the kernel tells of the card's interface: rtnetlink and SIOCETHTOOL. */
#include "tests/seam/seam.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/net/ethtool.h"
#include "devx/net/rtnl.h"

#define REG_PFCC  0x5007
#define REG_QETCR 0x4005
#define REG_AT    0x10

static int ask_driver(struct seam *s, struct ece_ethtool_driver *driver)
{
	return ece_ethtool_driver(s->os, s->env->netdev, driver);
}

enum seam_verdict link_says_what_it_is(struct seam *s)
{
	struct ece_link link, again;
	struct ece_route_out out;

	EXPECT(s, ece_rtnl_link(s->os, s->env->netdev, &link), 0);
	EXPECT(s, strcmp(link.name, s->env->netdev), 0);
	EXPECT(s, link.index > 1, 1);
	EXPECT(s, link.up, 1);
	EXPECT(s, link.lower_up, 1);
	EXPECT(s, link.mtu, 1500);
	EXPECT(s, link.master, 0);
	EXPECT(s, link.lower, 0);
	EXPECT(s, link.kind[0], '\0');
	EXPECT(s, link.altname_count, 0);
	EXPECT(s, link.has_netnsid, 0);
	EXPECT(s, ece_rtnl_link_at(s->os, link.index, &again), 0);
	EXPECT(s, strcmp(again.name, s->env->netdev), 0);
	EXPECT(s, ece_rtnl_default_routes(s->os, &out), 0);
	return SEAM_OK;
}

struct found {
	const char *name;
	int hits, messages, stop_with;
};

static int count_link(void *arg, const void *message, size_t len)
{
	struct found *found = arg;
	struct ece_link link;
	int err = ece_link_parse(message, len, &link);

	if (err)
		return err;
	found->messages++;
	found->hits += !strcmp(link.name, found->name);
	return found->stop_with;
}

static int dump_links(struct seam *s, struct found *found)
{
	uint32_t request[ECE_LINK_REQUEST_MAX / sizeof(uint32_t)];
	size_t len = ece_link_request(NULL, request, sizeof(request));
	struct ece_os_reply reply = {.each = count_link, .arg = found};

	return s->os->ops->netlink(s->os->ctx, ECE_OS_NETLINK_ROUTE, request, len, &reply);
}

enum seam_verdict links_are_dumped(struct seam *s)
{
	struct found found = {.name = s->env->netdev};

	EXPECT(s, dump_links(s, &found), 0);
	EXPECT(s, found.hits, 1);
	EXPECT(s, found.messages > 1, 1);
	/* Who takes the messages may stop, and says with what */
	found = (struct found){.name = s->env->netdev, .stop_with = -ECANCELED};
	EXPECT(s, dump_links(s, &found), -ECANCELED);
	EXPECT(s, found.messages, 1);
	return SEAM_OK;
}

static int send_raw(struct seam *s, uint16_t type, uint16_t flags, const void *extra, size_t len)
{
	uint32_t words[16] = {0};
	struct nlmsghdr *header = mnl_nlmsg_put_header(words);
	struct found found = {.name = ""};
	struct ece_os_reply reply = {.each = count_link, .arg = &found};

	header->nlmsg_type = type;
	header->nlmsg_flags = NLM_F_REQUEST | flags;
	memcpy(mnl_nlmsg_put_extra_header(header, len), extra, len);
	return s->os->ops->netlink(s->os->ctx, ECE_OS_NETLINK_ROUTE, words, header->nlmsg_len, &reply);
}

enum seam_verdict rtnetlink_refuses_what_is_not_there(struct seam *s)
{
	const struct ifinfomsg nameless = {.ifi_family = AF_UNSPEC};
	const struct ifinfomsg beyond = {.ifi_family = AF_UNSPEC, .ifi_index = 4000};
	const struct dcbmsg without_name = {.cmd = DCB_CMD_IEEE_GET};
	const struct dcbmsg undefined = {.cmd = DCB_CMD_UNDEFINED};
	const struct dcbmsg beyond_all = {.cmd = 200};
	struct ece_link link;
	struct ece_dcb dcb;

	EXPECT(s, ece_rtnl_link(s->os, "nothing", &link), -ENODEV);
	EXPECT(s, ece_rtnl_link(s->os, "a-name-that-only-an-altname-can-have", &link), -ENODEV);
	EXPECT(s, send_raw(s, RTM_GETLINK, 0, &nameless, sizeof(nameless)), -EINVAL);
	EXPECT(s, send_raw(s, RTM_GETLINK, 0, &beyond, sizeof(beyond)), -ENODEV);
	EXPECT(s, ece_rtnl_dcb(s->os, "nothing", &dcb), -ENODEV);
	EXPECT(s, send_raw(s, RTM_GETDCB, 0, &without_name, sizeof(without_name)), -EINVAL);
	EXPECT(s, send_raw(s, RTM_GETDCB, 0, &undefined, sizeof(undefined)), -EOPNOTSUPP);
	EXPECT(s, send_raw(s, RTM_GETDCB, 0, &beyond_all, sizeof(beyond_all)), -EINVAL);
	EXPECT(s, send_raw(s, RTM_GETDCB, NLM_F_DUMP, &without_name, sizeof(without_name)), -EOPNOTSUPP);
	return SEAM_OK;
}

enum seam_verdict dcb_reads_the_defaults(struct seam *s)
{
	struct ece_dcb dcb;

	EXPECT(s, ece_rtnl_dcb(s->os, s->env->netdev, &dcb), 0);
	EXPECT(s, dcb.has_ets, 1);
	EXPECT(s, dcb.ets_classes, 8);
	EXPECT(s, dcb.ets_willing, 0);
	for (int i = 0; i < 8; i++) {
		EXPECT(s, dcb.class_tsa[i], ECE_DCB_TSA_VENDOR);
		EXPECT(s, dcb.class_percent[i], 0);               /* told for ETS only */
		EXPECT(s, dcb.priority_class[i], i > 1 ? i : !i); /* 0 and 1 change places */
		EXPECT(s, dcb.class_kbps[i], 0);
	}
	EXPECT(s, dcb.has_maxrate, 1);
	EXPECT(s, dcb.has_pfc, 1);
	EXPECT(s, dcb.pfc_classes, 8);
	EXPECT(s, dcb.pfc_enabled, 0);
	EXPECT(s, dcb.pfc_delay, 0);
	EXPECT(s, dcb.has_buffers, 0);
	EXPECT(s, dcb.app_count, 0); /* so it trusts the VLAN tag */
	EXPECT(s, dcb.has_dcbx, 1);
	EXPECT(s, dcb.dcbx, ECE_DCB_DCBX_HOST | ECE_DCB_DCBX_CEE | ECE_DCB_DCBX_IEEE);
	return SEAM_OK;
}

/* PFC of all priorities as @pfc, global pause as @pause, written to the card past the driver. */
static enum seam_verdict set_flow_control(struct seam *s, uint32_t pfc, bool pause)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	uint32_t word = pfc << 16 | (uint32_t)pause << 31;

	seam_access_reg(in, REG_PFCC, false);
	ece_put_be32(in + REG_AT, 0x00010000); /* local_port 1 */
	ece_put_be32(in + REG_AT + 0x04, 0x00ff00ff);
	ece_put_be32(in + REG_AT + 0x08, word);
	ece_put_be32(in + REG_AT + 0x0c, word);
	EXPECT(s, seam_rpc(s, 0, in, 0x30, out, 0x30), 0);
	EXPECT(s, out[0], 0);
	return SEAM_OK;
}

/* The first class: its group and its share. */
static enum seam_verdict set_class(struct seam *s, uint32_t group, uint32_t percent)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_access_reg(in, REG_QETCR, false);
	ece_put_be32(in + REG_AT, 0x00010000);
	ece_put_be32(in + REG_AT + 0x08, 0xc0000000 | group << 16 | percent);
	EXPECT(s, seam_rpc(s, 0, in, 0x60, out, 0x60), 0);
	EXPECT(s, out[0], 0);
	return SEAM_OK;
}

enum seam_verdict dcb_follows_the_registers(struct seam *s)
{
	struct ece_dcb dcb;

	TRY(set_flow_control(s, 0x28, false));
	TRY(set_class(s, 0, 40));
	EXPECT(s, ece_rtnl_dcb(s->os, s->env->netdev, &dcb), 0);
	EXPECT(s, dcb.pfc_enabled, 0x28);
	EXPECT(s, dcb.class_tsa[0], ECE_DCB_TSA_ETS);
	EXPECT(s, dcb.class_percent[0], 40);
	EXPECT(s, dcb.class_tsa[1], ECE_DCB_TSA_VENDOR);
	TRY(set_flow_control(s, 0, true));
	TRY(set_class(s, 7, 100));
	return dcb_reads_the_defaults(s);
}

enum seam_verdict ethtool_names_the_driver(struct seam *s)
{
	const char *own = s->env->kernel->driver_version;
	struct ece_ethtool_driver driver;
	char release[SEAM_TEXT_MAX];

	EXPECT(s, ask_driver(s, &driver), 0);
	EXPECT(s, strcmp(driver.name, "mlx5_core"), 0);
	EXPECT(s, strcmp(driver.firmware, "28.45.1020 (MT_0000000838)"), 0);
	EXPECT(s, strcmp(driver.bus, s->env->pci), 0);
	EXPECT(s, seam_read(s, ECE_OS_HOST, "kernel_release", release) > 1, 1);
	release[strcspn(release, "\n")] = '\0';
	EXPECT(s, strcmp(driver.version, own ? own : release), 0);
	return SEAM_OK;
}

enum seam_verdict ethtool_tells_the_link(struct seam *s)
{
	union {
		struct ethtool_link_settings link;
		uint8_t room[2048];
	} u = {.link = {.cmd = ETHTOOL_GLINKSETTINGS, .link_mode_masks_nwords = 0}};
	struct ece_ethtool_link link;
	struct ece_ethtool_pause pause;

	EXPECT(s, s->os->ops->ethtool(s->os->ctx, s->env->netdev, &u), 0);
	EXPECT(s, u.link.link_mode_masks_nwords, -s->env->kernel->link_mode_words);
	EXPECT(s, u.link.speed, 0); /* nothing else is told then */
	EXPECT(s, ece_ethtool_link(s->os, s->env->netdev, &link), 0);
	EXPECT(s, link.up, 1);
	EXPECT(s, link.speed_mbps, 400000);
	EXPECT(s, link.full_duplex, 1);
	EXPECT(s, link.autoneg, 1);
	EXPECT(s, link.port, ECE_ETHTOOL_PORT_DIRECT_ATTACH);
	EXPECT(s, ece_ethtool_pause(s->os, s->env->netdev, &pause), 0);
	EXPECT(s, pause.autoneg, 0);
	EXPECT(s, pause.rx, 1);
	EXPECT(s, pause.tx, 1);
	return SEAM_OK;
}

/* Is this counter there, once? -1 when the counters cannot be read. */
static int has_counter(struct seam *s, const char *name)
{
	struct ece_ethtool_counter *list;
	size_t count;
	int hits = 0;

	if (ece_ethtool_counters(s->os, s->env->netdev, &list, &count))
		return -1;
	for (size_t i = 0; i < count; i++)
		hits += !strcmp(list[i].name, name);
	free(list);
	return hits;
}

enum seam_verdict ethtool_counts_by_priority(struct seam *s)
{
	EXPECT(s, has_counter(s, "rx_prio0_discards"), 1);
	EXPECT(s, has_counter(s, "rx_prio7_discards"), 1);
	EXPECT(s, has_counter(s, "rx_pause_ctrl_phy"), 1);
	EXPECT(s, has_counter(s, "link_down_events_phy"), 1);
	EXPECT(s, has_counter(s, "tx_global_pause_duration"), 1);
	EXPECT(s, has_counter(s, "rx_global_pause_transition"), 1);
	EXPECT(s, has_counter(s, "rx_prio3_pause"), 0); /* it has no PFC */
	return SEAM_OK;
}

/* Which counters there are depends on what is switched on. */
enum seam_verdict ethtool_counts_pause_where_there_is_some(struct seam *s)
{
	TRY(set_flow_control(s, 0x08, false));
	EXPECT(s, has_counter(s, "rx_prio3_pause"), 1);
	EXPECT(s, has_counter(s, "tx_prio3_pause_duration"), 1);
	EXPECT(s, has_counter(s, "rx_prio4_pause"), 0);
	EXPECT(s, has_counter(s, "rx_global_pause"), 0);
	TRY(set_flow_control(s, 0, true));
	EXPECT(s, has_counter(s, "rx_prio3_pause"), 0);
	EXPECT(s, has_counter(s, "rx_global_pause"), 1);
	return SEAM_OK;
}

enum seam_verdict ethtool_refuses_what_is_not_there(struct seam *s)
{
	struct ethtool_gstrings strings = {.cmd = ETHTOOL_GSTRINGS, .string_set = 200};
	union {
		struct ethtool_sset_info info;
		uint8_t room[64];
	} u = {.info = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 0}};
	struct ece_ethtool_driver driver;
	struct ethtool_value value = {.cmd = 0xffff};

	EXPECT(s, ece_ethtool_driver(s->os, "nothing", &driver), -ENODEV);
	EXPECT(s, ece_ethtool_driver(s->os, "a-name-that-is-too-long", &driver), -ENODEV);
	EXPECT(s, s->os->ops->ethtool(s->os->ctx, s->env->netdev, &value), -EOPNOTSUPP);
	EXPECT(s, s->os->ops->ethtool(s->os->ctx, s->env->netdev, &strings), -EOPNOTSUPP);
	EXPECT(s, s->os->ops->ethtool(s->os->ctx, s->env->netdev, &u), 0);
	EXPECT(s, u.info.sset_mask, 0);
	return SEAM_OK;
}

static enum seam_verdict ask_as_user(struct seam *s)
{
	struct ece_ethtool_driver driver;
	struct ece_ethtool_pause pause;
	struct ece_ethtool_link link;
	struct ece_dcb dcb;

	EXPECT(s, ask_driver(s, &driver), 0);
	EXPECT(s, ece_ethtool_pause(s->os, s->env->netdev, &pause), 0);
	EXPECT(s, ece_ethtool_link(s->os, s->env->netdev, &link), 0);
	EXPECT(s, has_counter(s, "rx_prio0_discards"), 1);
	EXPECT(s, ece_rtnl_dcb(s->os, s->env->netdev, &dcb), 0);
	EXPECT(s, dcb.pfc_classes, 8);
	return SEAM_OK;
}

enum seam_verdict a_user_may_ask_the_network(struct seam *s)
{
	enum seam_verdict verdict;

	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot give up root here");
	verdict = ask_as_user(s);
	s->env->set_root(s->env->ctx, true);
	return verdict;
}
