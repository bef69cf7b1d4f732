// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Links, DCB and default routes over rtnetlink. Source of the answers, the errors and their order: Linux net/core/rtnetlink.c,
 * net/dcb/dcbnl.c, drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c. What nobody here asks for is left out of the
 * answers. One thing differs: mlx5 remembers trust and DSCP map from when it bound, here they are read each time.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/if.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/prm/qos.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/kernel/kernel_internal.h"

#define ALTIFNAMSIZ    128 /* as in the kernel */
#define ANSWER_BYTES   8192
#define FIRST_INDEX    2    /* 1 is the loopback */
#define FIRST_BOND     1000 /* index of the bond of the first card, and so on */
#define BOND_802_3AD   4
#define MTU            1500
#define FULL_BANDWIDTH 100
#define VENDOR_GROUP   7
#define KBPS_PER_UNIT                    \
	{                                \
		0, 0, 0, 100000, 1000000 \
	} /* by max_bw_units; 0 is no limit */

struct exchange {
	struct sim_kernel *kernel;
	const struct nlmsghdr *request;
	struct ece_os_reply *reply;
	uint32_t words[ANSWER_BYTES / sizeof(uint32_t)];
};

static struct nlmsghdr *answer(struct exchange *x, uint16_t type)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(x->words);

	header->nlmsg_type = type;
	header->nlmsg_seq = x->request->nlmsg_seq;
	return header;
}

static int give(struct exchange *x, const struct nlmsghdr *header)
{
	return x->reply->each(x->reply->arg, header, header->nlmsg_len);
}

static bool has_netdev(const struct sim_card *card)
{
	return card->netdev[0] && !sim_odd(card)->elsewhere;
}

static struct sim_card *card_with(struct sim_kernel *kernel, const char *netdev, size_t *i)
{
	for (*i = 0; *i < kernel->card_count; ++*i)
		if (netdev[0] && has_netdev(&kernel->cards[*i]) && !strcmp(kernel->cards[*i].netdev, netdev))
			return &kernel->cards[*i];
	return NULL;
}

static const char *bond_of(const struct sim_card *card)
{
	return has_netdev(card) && sim_odd(card)->bond ? sim_odd(card)->bond : "";
}

/* The bond has its index from the first of its ports. card_count: there is no bond of this name. */
static size_t bond_with(const struct sim_kernel *kernel, const char *name)
{
	size_t i;

	for (i = 0; i < kernel->card_count; i++)
		if (name[0] && !strcmp(bond_of(&kernel->cards[i]), name))
			break;
	return i;
}

/* A name in an attribute of the request. Returns false where there is none. */
static bool named(const struct nlmsghdr *request, size_t extra, uint16_t type, char name[ALTIFNAMSIZ])
{
	const struct nlattr *attr = mnl_nlmsg_get_payload_offset(request, extra);
	const uint8_t *end = (const uint8_t *)request + request->nlmsg_len;

	name[0] = '\0';
	for (; mnl_attr_ok(attr, (int)(end - (const uint8_t *)attr)); attr = mnl_attr_next(attr)) {
		uint16_t len = mnl_attr_get_payload_len(attr);

		if (mnl_attr_get_type(attr) != type || !len || len > ALTIFNAMSIZ)
			continue;
		memcpy(name, mnl_attr_get_payload(attr), len);
		name[len - 1] = '\0';
	}
	return name[0];
}

static int give_bond(struct exchange *x, size_t i)
{
	struct nlmsghdr *header = answer(x, RTM_NEWLINK);
	struct ifinfomsg *info = mnl_nlmsg_put_extra_header(header, sizeof(*info));
	struct nlattr *link, *data;

	info->ifi_type = ARPHRD_ETHER;
	info->ifi_index = FIRST_BOND + (int)i;
	info->ifi_flags = IFF_UP | IFF_BROADCAST | IFF_MULTICAST | IFF_MASTER | IFF_RUNNING | IFF_LOWER_UP;
	mnl_attr_put_strz(header, IFLA_IFNAME, bond_of(&x->kernel->cards[i]));
	mnl_attr_put_u32(header, IFLA_MTU, MTU);
	link = mnl_attr_nest_start(header, IFLA_LINKINFO);
	mnl_attr_put_strz(header, IFLA_INFO_KIND, "bond");
	data = mnl_attr_nest_start(header, IFLA_INFO_DATA);
	mnl_attr_put_u8(header, IFLA_BOND_MODE, BOND_802_3AD);
	mnl_attr_nest_end(header, data);
	mnl_attr_nest_end(header, link);
	return give(x, header);
}

static void put_port_of_bond(struct nlmsghdr *header, const struct sim_kernel *kernel, const struct sim_card *card)
{
	struct nlattr *link, *data;

	mnl_attr_put_u32(header, IFLA_MASTER, (uint32_t)(FIRST_BOND + bond_with(kernel, bond_of(card))));
	link = mnl_attr_nest_start(header, IFLA_LINKINFO);
	mnl_attr_put_strz(header, IFLA_INFO_SLAVE_KIND, "bond");
	data = mnl_attr_nest_start(header, IFLA_INFO_SLAVE_DATA);
	mnl_attr_put_u8(header, IFLA_BOND_SLAVE_STATE, card->fw.state->link_down); /* 0 active, 1 backup */
	mnl_attr_put_u8(header, IFLA_BOND_SLAVE_MII_STATUS, card->fw.state->link_down ? 2 : 0);
	mnl_attr_nest_end(header, data);
	mnl_attr_nest_end(header, link);
}

static int give_link(struct exchange *x, size_t i)
{
	const struct sim_card *card = &x->kernel->cards[i];
	uint64_t mac = fw_mac(card->fw.state);
	uint8_t address[6];
	struct nlmsghdr *header = answer(x, RTM_NEWLINK);
	struct ifinfomsg *info = mnl_nlmsg_put_extra_header(header, sizeof(*info));

	for (size_t n = 0; n < sizeof(address); n++)
		address[n] = (uint8_t)(mac >> (40 - 8 * n));
	info->ifi_type = ARPHRD_ETHER;
	info->ifi_index = FIRST_INDEX + (int)i;
	info->ifi_flags = IFF_UP | IFF_BROADCAST | IFF_MULTICAST;
	if (!card->fw.state->link_down)
		info->ifi_flags |= IFF_RUNNING | IFF_LOWER_UP;
	mnl_attr_put_strz(header, IFLA_IFNAME, card->netdev);
	mnl_attr_put_u32(header, IFLA_MTU, MTU);
	mnl_attr_put(header, IFLA_ADDRESS, sizeof(address), address);
	if (bond_of(card)[0])
		put_port_of_bond(header, x->kernel, card);
	return give(x, header);
}

static int dump_links(struct exchange *x)
{
	int stop = 0;

	for (size_t i = 0; !stop && i < x->kernel->card_count; i++)
		if (has_netdev(&x->kernel->cards[i]))
			stop = give_link(x, i);
	for (size_t i = 0; !stop && i < x->kernel->card_count; i++)
		if (bond_of(&x->kernel->cards[i])[0] && bond_with(x->kernel, bond_of(&x->kernel->cards[i])) == i)
			stop = give_bond(x, i);
	return stop;
}

static int give_link_at(struct exchange *x, int index)
{
	const struct sim_kernel *kernel = x->kernel;
	size_t i = (size_t)index - FIRST_INDEX, bond = (size_t)index - FIRST_BOND;

	if (i < kernel->card_count && has_netdev(&kernel->cards[i]))
		return give_link(x, i);
	if (bond < kernel->card_count && bond_of(&kernel->cards[bond])[0])
		return give_bond(x, bond);
	return -ENODEV;
}

static int give_link_named(struct exchange *x, const char *name)
{
	size_t i, bond = bond_with(x->kernel, name);

	if (bond < x->kernel->card_count)
		return give_bond(x, bond);
	return card_with(x->kernel, name, &i) ? give_link(x, i) : -ENODEV;
}

static int get_link(struct exchange *x)
{
	const struct ifinfomsg *info = mnl_nlmsg_get_payload(x->request);
	char name[ALTIFNAMSIZ];

	if (mnl_nlmsg_get_payload_len(x->request) < sizeof(*info))
		return -EINVAL;
	if ((x->request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP)
		return dump_links(x);
	if (info->ifi_index > 0)
		return give_link_at(x, info->ifi_index);
	if (named(x->request, sizeof(*info), IFLA_IFNAME, name) ||
	    named(x->request, sizeof(*info), IFLA_ALT_IFNAME, name))
		return give_link_named(x, name);
	return -EINVAL;
}

static bool has_group(const struct fw_qos *qos, uint8_t group)
{
	return memchr(qos->tc_group, group, FW_PRIORITIES);
}

/* The driver tells the kinds apart by what the firmware has: only ETS has less than all of the bandwidth. */
static uint8_t class_tsa(const struct fw_qos *qos, size_t tc)
{
	if (qos->tc_bandwidth[tc] < FULL_BANDWIDTH)
		return IEEE_8021QAZ_TSA_ETS;
	if (qos->tc_group[tc] == VENDOR_GROUP && !has_group(qos, VENDOR_GROUP - 1))
		return IEEE_8021QAZ_TSA_VENDOR;
	return IEEE_8021QAZ_TSA_STRICT;
}

static void put_ets(struct nlmsghdr *header, const struct fw_qos *qos)
{
	struct ieee_ets ets = {.ets_cap = FW_PRIORITIES};
	bool idle = false;

	for (size_t i = 0; i < FW_PRIORITIES; i++) {
		ets.tc_tx_bw[i] = qos->tc_bandwidth[i];
		ets.tc_tsa[i] = class_tsa(qos, i);
		ets.prio_tc[i] = qos->priority_tc[i];
		idle = idle || (qos->tc_bandwidth[i] < FULL_BANDWIDTH && qos->tc_group[i] == 1);
	}
	/* With ETS classes in group 1, those in group 0 are the ones that were given nothing */
	for (size_t i = 0; i < FW_PRIORITIES; i++)
		if ((idle && !qos->tc_group[i]) || ets.tc_tsa[i] != IEEE_8021QAZ_TSA_ETS)
			ets.tc_tx_bw[i] = 0;
	mnl_attr_put(header, DCB_ATTR_IEEE_ETS, sizeof(ets), &ets);
}

static void put_maxrate(struct nlmsghdr *header, const struct fw_qos *qos)
{
	static const uint64_t kbps[] = KBPS_PER_UNIT;
	struct ieee_maxrate rates = {0};

	for (size_t i = 0; i < FW_PRIORITIES; i++)
		if (qos->tc_rate_unit[i] < sizeof(kbps) / sizeof(kbps[0]))
			rates.tc_maxrate[i] = qos->tc_rate[i] * kbps[qos->tc_rate_unit[i]];
	mnl_attr_put(header, DCB_ATTR_IEEE_MAXRATE, sizeof(rates), &rates);
}

static void put_pfc(struct nlmsghdr *header, const struct fw_state *state)
{
	struct ieee_pfc pfc = {.pfc_cap = FW_PRIORITIES, .pfc_en = state->qos.pfc_tx};

	for (size_t i = 0; i < FW_PRIORITIES; i++) {
		pfc.requests[i] = state->priority[i].tx_pause;
		pfc.indications[i] = state->priority[i].rx_pause;
	}
	mnl_attr_put(header, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
}

static void put_apps(struct nlmsghdr *header, const struct fw_qos *qos)
{
	struct nlattr *table = mnl_attr_nest_start(header, DCB_ATTR_IEEE_APP_TABLE);

	for (uint8_t i = 0; qos->trust == PRM_TRUST_DSCP && i < FW_DSCPS; i++) {
		struct dcb_app app = {
			.selector = IEEE_8021QAZ_APP_SEL_DSCP,
			.priority = qos->dscp_priority[i],
			.protocol = i,
		};

		mnl_attr_put(header, DCB_ATTR_IEEE_APP, sizeof(app), &app);
	}
	mnl_attr_nest_end(header, table);
}

static uint8_t dcbx(const struct fw_qos *qos)
{
	uint8_t bits = DCB_CAP_DCBX_VER_CEE | DCB_CAP_DCBX_VER_IEEE;

	return qos->dcbx_version == PRM_DCBX_HOST ? bits | DCB_CAP_DCBX_HOST : bits;
}

static int give_dcb(struct exchange *x, const struct sim_card *card)
{
	const struct fw_state *state = card->fw.state;
	struct nlmsghdr *header = answer(x, RTM_GETDCB);
	struct dcbmsg *dcb = mnl_nlmsg_put_extra_header(header, sizeof(*dcb));
	struct nlattr *ieee;

	dcb->cmd = DCB_CMD_IEEE_GET;
	mnl_attr_put_strz(header, DCB_ATTR_IFNAME, card->netdev);
	ieee = mnl_attr_nest_start(header, DCB_ATTR_IEEE);
	put_ets(header, &state->qos);
	put_maxrate(header, &state->qos);
	put_pfc(header, state);
	put_apps(header, &state->qos);
	mnl_attr_nest_end(header, ieee);
	mnl_attr_put_u8(header, DCB_ATTR_DCBX, dcbx(&state->qos));
	return give(x, header);
}

static int get_dcb(struct exchange *x)
{
	const struct dcbmsg *dcb = mnl_nlmsg_get_payload(x->request);
	const struct sim_card *card;
	char name[ALTIFNAMSIZ];
	size_t i;

	if ((x->request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP)
		return -EOPNOTSUPP;
	if (mnl_nlmsg_get_payload_len(x->request) < sizeof(*dcb) || dcb->cmd > DCB_CMD_MAX)
		return -EINVAL;
	if (dcb->cmd != DCB_CMD_IEEE_GET)
		return -EOPNOTSUPP;
	if (!named(x->request, sizeof(*dcb), DCB_ATTR_IFNAME, name))
		return -EINVAL;
	card = card_with(x->kernel, name, &i);
	if (!card)
		return -ENODEV;
	return sim_has_dcb(card) ? give_dcb(x, card) : -EOPNOTSUPP;
}

static int give_route(struct exchange *x, size_t i)
{
	struct nlmsghdr *header = answer(x, RTM_NEWROUTE);
	struct rtmsg *route = mnl_nlmsg_put_extra_header(header, sizeof(*route));
	size_t bond = bond_with(x->kernel, bond_of(&x->kernel->cards[i]));

	route->rtm_family = AF_INET;
	route->rtm_table = RT_TABLE_MAIN;
	route->rtm_protocol = RTPROT_BOOT;
	route->rtm_scope = RT_SCOPE_UNIVERSE;
	route->rtm_type = RTN_UNICAST;
	mnl_attr_put_u32(header, RTA_OIF,
			 (uint32_t)(bond < x->kernel->card_count ? FIRST_BOND + bond : FIRST_INDEX + i));
	return give(x, header);
}

static int dump_routes(struct exchange *x)
{
	int stop = 0;

	if ((x->request->nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP)
		return -EOPNOTSUPP; /* nobody here asks for one */
	for (size_t i = 0; !stop && i < x->kernel->card_count; i++)
		if (has_netdev(&x->kernel->cards[i]) && sim_odd(&x->kernel->cards[i])->default_route)
			stop = give_route(x, i);
	return stop;
}

uint32_t sim_link_index(const struct sim_kernel *kernel, const struct sim_card *card)
{
	return FIRST_INDEX + (uint32_t)(card - kernel->cards);
}

int sim_netlink_route(struct sim_kernel *kernel, const void *request, size_t len, struct ece_os_reply *reply)
{
	struct exchange x = {.kernel = kernel, .request = request, .reply = reply};

	if (len < sizeof(*x.request) || x.request->nlmsg_len < sizeof(*x.request) || x.request->nlmsg_len > len)
		return -EINVAL;
	switch (x.request->nlmsg_type) {
	case RTM_GETLINK:
		return get_link(&x);
	case RTM_GETROUTE:
		return dump_routes(&x);
	case RTM_GETDCB:
		return get_dcb(&x);
	default:
		return -EOPNOTSUPP;
	}
}
