// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/netlink/rdma.h"

#include <errno.h>
#include <string.h>

#include "devx/netlink/nldev.h"

static size_t dump_request(unsigned int op, uint32_t device, void *buf, size_t size)
{
	struct nlmsghdr *header = ece_nldev_start(buf, size, ECE_RDMA_REQUEST_MAX, op, NLM_F_DUMP);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_DEV_INDEX, device);
	mnl_attr_put_u8(header, ECE_NLDEV_DRIVER_DETAILS, 1);
	return header->nlmsg_len;
}

size_t ece_rdma_qps_request(uint32_t device, void *buf, size_t size)
{
	return dump_request(RDMA_NLDEV_CMD_RES_QP_GET, device, buf, size);
}

size_t ece_rdma_contexts_request(uint32_t device, void *buf, size_t size)
{
	return dump_request(RDMA_NLDEV_CMD_RES_CTX_GET, device, buf, size);
}

size_t ece_rdma_qp_raw_request(uint32_t device, uint32_t port, uint32_t qpn, void *buf, size_t size)
{
	struct nlmsghdr *header =
		ece_nldev_start_port(buf, size, ECE_RDMA_REQUEST_MAX, RDMA_NLDEV_CMD_RES_QP_GET_RAW, device, port);

	if (!header)
		return 0;
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, qpn);
	return header->nlmsg_len;
}

/* What every entry has. A zero is a number, a type and a state: what was not told must not look like one. */
enum {
	HAS_QPN = 1 << 0,
	HAS_TYPE = 1 << 1,
	HAS_STATE = 1 << 2,
	HAS_ALL = HAS_QPN | HAS_TYPE | HAS_STATE,
};

static int take_qp(const struct nlattr *attr, struct ece_rdma_qp *qp, unsigned int *has)
{
	switch (mnl_attr_get_type(attr)) {
	case RDMA_NLDEV_ATTR_RES_LQPN:
		*has |= HAS_QPN;
		return ece_attr_u32(attr, &qp->qpn);
	case RDMA_NLDEV_ATTR_PORT_INDEX:
		return ece_attr_u32(attr, &qp->port);
	case RDMA_NLDEV_ATTR_RES_RQPN:
		qp->has_remote = true;
		return ece_attr_u32(attr, &qp->remote_qpn);
	case RDMA_NLDEV_ATTR_RES_TYPE:
		*has |= HAS_TYPE;
		return ece_attr_u8(attr, &qp->type);
	case RDMA_NLDEV_ATTR_RES_STATE:
		*has |= HAS_STATE;
		return ece_attr_u8(attr, &qp->state);
	case RDMA_NLDEV_ATTR_RES_PID:
		return ece_attr_u32(attr, &qp->pid);
	case RDMA_NLDEV_ATTR_RES_KERN_NAME:
		return ece_attr_text(attr, qp->kernel_owner, sizeof(qp->kernel_owner));
	case ECE_NLDEV_RES_SUBTYPE:
		return ece_attr_text(attr, qp->subtype, sizeof(qp->subtype));
	default:
		return 0;
	}
}

static int qp_entry(const struct nlattr *entry, struct ece_rdma_qp *qp)
{
	struct ece_attrs attrs = ece_attrs_in(entry);
	unsigned int has = 0;
	int err;

	*qp = (struct ece_rdma_qp){.qpn = 0};
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		err = take_qp(attrs.at, qp, &has);
		if (err)
			return err;
	}
	err = ece_attrs_done(&attrs);
	return !err && has != HAS_ALL ? -EBADMSG : err;
}

static int qp_table(const struct nlattr *table, int (*each)(void *arg, const struct ece_rdma_qp *qp), void *arg)
{
	struct ece_attrs attrs = ece_attrs_in(table);
	struct ece_rdma_qp qp;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = 0;

		if (mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_QP_ENTRY) {
			err = qp_entry(attrs.at, &qp);
			if (!err)
				err = each(arg, &qp);
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

int ece_rdma_qps_parse(const void *message, size_t len, int (*each)(void *arg, const struct ece_rdma_qp *qp), void *arg)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;

	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_RES_QP_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_QP ? qp_table(attrs.at, each, arg) : 0;

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

static int context_entry(const struct nlattr *entry, struct ece_rdma_context *context)
{
	struct ece_attrs attrs = ece_attrs_in(entry);

	*context = (struct ece_rdma_context){.id = 0};
	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = 0;

		if (mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_CTXN)
			err = ece_attr_u32(attrs.at, &context->id);
		else if (mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_PID)
			err = ece_attr_u32(attrs.at, &context->pid);
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

static int context_table(const struct nlattr *table, int (*each)(void *arg, const struct ece_rdma_context *context),
			 void *arg)
{
	struct ece_attrs attrs = ece_attrs_in(table);
	struct ece_rdma_context context;

	for (; ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err = 0;

		if (mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_CTX_ENTRY) {
			err = context_entry(attrs.at, &context);
			if (!err)
				err = each(arg, &context);
		}
		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

int ece_rdma_contexts_parse(const void *message, size_t len,
			    int (*each)(void *arg, const struct ece_rdma_context *context), void *arg)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;

	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_RES_CTX_GET), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		int err =
			mnl_attr_get_type(attrs.at) == RDMA_NLDEV_ATTR_RES_CTX ? context_table(attrs.at, each, arg) : 0;

		if (err)
			return err;
	}
	return ece_attrs_done(&attrs);
}

int ece_rdma_qp_raw_parse(const void *message, size_t len, const uint8_t **raw, size_t *raw_len)
{
	const struct nlmsghdr *header = message;
	struct ece_attrs attrs;
	int err;

	*raw = NULL;
	*raw_len = 0;
	if (!ece_message_ok(header, len, ECE_NLDEV_TYPE(RDMA_NLDEV_CMD_RES_QP_GET_RAW), 0))
		return -EBADMSG;
	for (attrs = ece_attrs_of(header, 0); ece_attrs_ok(&attrs); ece_attrs_next(&attrs)) {
		if (mnl_attr_get_type(attrs.at) != RDMA_NLDEV_ATTR_RES_RAW)
			continue;
		*raw = mnl_attr_get_payload(attrs.at);
		*raw_len = mnl_attr_get_payload_len(attrs.at);
	}
	err = ece_attrs_done(&attrs);
	if (err)
		return err;
	return *raw_len ? 0 : -ENODATA;
}

const char *ece_rdma_qp_type_name(uint8_t type)
{
	static const char *const names[] = {
		[ECE_RDMA_QP_SMI] = "SMI",         [ECE_RDMA_QP_GSI] = "GSI",
		[ECE_RDMA_QP_RC] = "RC",           [ECE_RDMA_QP_UC] = "UC",
		[ECE_RDMA_QP_UD] = "UD",           [ECE_RDMA_QP_RAW_PACKET] = "RAW_PACKET",
		[ECE_RDMA_QP_XRC_INI] = "XRC_INI", [ECE_RDMA_QP_XRC_TGT] = "XRC_TGT",
	};

	if (type == ECE_RDMA_QP_DRIVER)
		return "DRIVER";
	return type < sizeof(names) / sizeof(names[0]) ? names[type] : NULL;
}

const char *ece_rdma_qp_state_name(uint8_t state)
{
	static const char *const names[] = {"RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR"};

	return state < sizeof(names) / sizeof(names[0]) ? names[state] : NULL;
}
