// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/dcb.h"

#include <errno.h>
#include <linux/dcbnl.h>
#include <linux/if.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/netlink/attr.h"

size_t ece_dcb_request(const char *netdev, void *buf, size_t size)
{
	size_t name = strlen(netdev) + 1;
	struct nlmsghdr *header;
	struct dcbmsg *dcb;

	if (name == 1 || name > IFNAMSIZ || size < ECE_DCB_REQUEST_MAX)
		return 0;
	header = mnl_nlmsg_put_header(buf);
	header->nlmsg_type = RTM_GETDCB;
	header->nlmsg_flags = NLM_F_REQUEST;
	dcb = mnl_nlmsg_put_extra_header(header, sizeof(*dcb));
	dcb->cmd = DCB_CMD_IEEE_GET;
	mnl_attr_put(header, DCB_ATTR_IFNAME, name, netdev);
	return header->nlmsg_len;
}

static int take_ets(const struct nlattr *attr, struct ece_dcb *dcb)
{
	const void *bytes = ece_attr_payload(attr, sizeof(struct ieee_ets));
	struct ieee_ets ets;

	if (!bytes)
		return -EBADMSG;
	memcpy(&ets, bytes, sizeof(ets));
	dcb->has_ets = true;
	dcb->ets_willing = ets.willing;
	dcb->ets_classes = ets.ets_cap;
	memcpy(dcb->class_percent, ets.tc_tx_bw, sizeof(dcb->class_percent));
	memcpy(dcb->class_tsa, ets.tc_tsa, sizeof(dcb->class_tsa));
	memcpy(dcb->priority_class, ets.prio_tc, sizeof(dcb->priority_class));
	return 0;
}

static int take_maxrate(const struct nlattr *attr, struct ece_dcb *dcb)
{
	const void *bytes = ece_attr_payload(attr, sizeof(dcb->class_kbps));

	if (!bytes)
		return -EBADMSG;
	dcb->has_maxrate = true;
	memcpy(dcb->class_kbps, bytes, sizeof(dcb->class_kbps));
	return 0;
}

static int take_pfc(const struct nlattr *attr, struct ece_dcb *dcb)
{
	const void *bytes = ece_attr_payload(attr, sizeof(struct ieee_pfc));
	struct ieee_pfc pfc;

	if (!bytes)
		return -EBADMSG;
	memcpy(&pfc, bytes, sizeof(pfc));
	dcb->has_pfc = true;
	dcb->pfc_classes = pfc.pfc_cap;
	dcb->pfc_enabled = pfc.pfc_en;
	dcb->pfc_delay = pfc.delay;
	memcpy(dcb->pfc_sent, pfc.requests, sizeof(dcb->pfc_sent));
	memcpy(dcb->pfc_received, pfc.indications, sizeof(dcb->pfc_received));
	return 0;
}

static int take_buffers(const struct nlattr *attr, struct ece_dcb *dcb)
{
	const void *bytes = ece_attr_payload(attr, sizeof(struct dcbnl_buffer));
	struct dcbnl_buffer buffers;

	if (!bytes)
		return -EBADMSG;
	memcpy(&buffers, bytes, sizeof(buffers));
	dcb->has_buffers = true;
	memcpy(dcb->priority_buffer, buffers.prio2buffer, sizeof(dcb->priority_buffer));
	memcpy(dcb->buffer_bytes, buffers.buffer_size, sizeof(dcb->buffer_bytes));
	dcb->buffers_total = buffers.total_size;
	return 0;
}

static int take_apps(const struct nlattr *table, struct ece_dcb *dcb)
{
	struct ece_attrs attrs = ece_attrs_in(table);

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		const void *bytes = ece_attr_payload(attrs.at, sizeof(struct dcb_app));
		struct dcb_app app;

		/* Rows that the IEEE did not name, such as PCP, have another attribute */
		if (mnl_attr_get_type(attrs.at) != DCB_ATTR_IEEE_APP)
			continue;
		if (!bytes)
			return -EBADMSG;
		if (dcb->app_count == ECE_DCB_APPS_MAX)
			return -E2BIG;
		memcpy(&app, bytes, sizeof(app));
		dcb->app[dcb->app_count++] = (struct ece_dcb_app){
			.selector = app.selector,
			.priority = app.priority,
			.protocol = app.protocol,
		};
	}
	return ece_attrs_done(&attrs);
}

static int take_ieee(const struct nlattr *ieee, struct ece_dcb *dcb)
{
	struct ece_attrs attrs = ece_attrs_in(ieee);
	int err = 0;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		switch (mnl_attr_get_type(attrs.at)) {
		case DCB_ATTR_IEEE_ETS:
			err = take_ets(attrs.at, dcb);
			break;
		case DCB_ATTR_IEEE_MAXRATE:
			err = take_maxrate(attrs.at, dcb);
			break;
		case DCB_ATTR_IEEE_PFC:
			err = take_pfc(attrs.at, dcb);
			break;
		case DCB_ATTR_DCB_BUFFER:
			err = take_buffers(attrs.at, dcb);
			break;
		case DCB_ATTR_IEEE_APP_TABLE:
			err = take_apps(attrs.at, dcb);
			break;
		default:
			break;
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

static int take_dcbx(const struct nlattr *attr, struct ece_dcb *dcb)
{
	if (mnl_attr_get_payload_len(attr) < sizeof(uint8_t))
		return -EBADMSG;
	dcb->has_dcbx = true;
	dcb->dcbx = mnl_attr_get_u8(attr);
	return 0;
}

int ece_dcb_parse(const void *message, size_t len, struct ece_dcb *dcb)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;
	int err = 0;

	memset(dcb, 0, sizeof(*dcb));
	if (!ece_message_ok(header, len, RTM_GETDCB, sizeof(struct dcbmsg)))
		return -EBADMSG;
	attrs = ece_attrs_of(header, sizeof(struct dcbmsg));
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		if (mnl_attr_get_type(attrs.at) == DCB_ATTR_IEEE)
			err = take_ieee(attrs.at, dcb);
		else if (mnl_attr_get_type(attrs.at) == DCB_ATTR_DCBX)
			err = take_dcbx(attrs.at, dcb);
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

bool ece_dcb_trusts_dscp(const struct ece_dcb *dcb)
{
	for (size_t i = 0; i < dcb->app_count; i++)
		if (dcb->app[i].selector == ECE_DCB_DSCP)
			return true;
	return false;
}
