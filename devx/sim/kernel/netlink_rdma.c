// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The RDMA resource tracker over netlink: devices, ports, queue pairs, open contexts, and the card's own dump of a queue
 * pair.
 * Source: Linux drivers/infiniband/core/{netlink,nldev}.c, drivers/infiniband/hw/mlx5/restrack.c. A request that is not
 * played is refused as one that the kernel does not know.
 */
#include <errno.h>
#include <rdma/rdma_netlink.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/identity.h"
#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/netlink_rdma.h"
#include "devx/sim/kernel/process.h"

#define TYPE_GSI 1
#define TYPE_RC  2

#define ENTRIES_A_MESSAGE 8 /* the kernel goes by the page; so a short list, too, comes in pieces */

enum {
	NODE_CA = 1,
	PORT_DOWN = 1,
	PORT_ACTIVE = 4,
	PHYSICAL_DISABLED = 3,
	PHYSICAL_LINK_UP = 5,
};

void sim_rdma_begin(struct sim_rdma_answer *answer, unsigned int op)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(answer->message.bytes);

	header->nlmsg_type = (uint16_t)RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, op);
}

void sim_rdma_begin_for(struct sim_rdma_answer *answer, unsigned int op, const struct sim_kernel *kernel,
			const struct sim_card *card)
{
	sim_rdma_begin(answer, op);
	mnl_attr_put_u32(&answer->message.header, RDMA_NLDEV_ATTR_DEV_INDEX, (uint32_t)(card - kernel->cards));
	mnl_attr_put_strz(&answer->message.header, RDMA_NLDEV_ATTR_DEV_NAME, card->rdma);
}

int sim_rdma_end(struct sim_rdma_answer *answer)
{
	return answer->reply->each(answer->reply->arg, answer->message.bytes, answer->message.header.nlmsg_len);
}

int sim_rdma_say(struct sim_rdma_answer *answer, int err, const char *text)
{
	snprintf(answer->reply->said, sizeof(answer->reply->said), "%s", text);
	return err;
}

static uint64_t card_guid(const struct sim_card *card)
{
	uint64_t guid = sim_odd(card)->card_guid;

	return guid ? guid : fw_system_image_guid(card->fw.state);
}

static int devices(struct sim_kernel *kernel, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	int err = 0;

	for (size_t i = 0; !err && i < kernel->card_count; i++) {
		const struct fw_card_type *type = kernel->cards[i].fw.type;
		char version[32];

		if (!sim_has_rdma(&kernel->cards[i]))
			continue;
		snprintf(version, sizeof(version), "%d.%d.%04d", type->fw_major, type->fw_minor, type->fw_sub);
		sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_GET, kernel, &kernel->cards[i]);
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
		mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_FW_VERSION, version);
		mnl_attr_put_u64(header, RDMA_NLDEV_ATTR_NODE_GUID, fw_node_guid(kernel->cards[i].fw.state));
		mnl_attr_put_u64(header, RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, card_guid(&kernel->cards[i]));
		mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_DEV_NODE_TYPE, NODE_CA);
		mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_DEV_PROTOCOL,
				  sim_odd(&kernel->cards[i])->infiniband ? "ib" : "roce");
		err = sim_rdma_end(answer);
	}
	return err;
}

/* The interface is left out where the asker could not see it. */
static int port(const struct sim_kernel *kernel, const struct sim_card *card, const struct sim_rdma_request *request,
		struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	bool up = fw_link_up(card->fw.state);

	if (!request->has_port || request->port != 1)
		return -EINVAL;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_GET, kernel, card);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_PORT_STATE, up ? PORT_ACTIVE : PORT_DOWN);
	mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_PORT_PHYS_STATE, up ? PHYSICAL_LINK_UP : PHYSICAL_DISABLED);
	if (card->netdev[0] && !sim_odd(card)->elsewhere) {
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_NDEV_INDEX, sim_link_index(kernel, card));
		mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_NDEV_NAME, card->netdev);
	}
	return sim_rdma_end(answer);
}

/* Devices can only be elsewhere where namespaces do not share them. */
static int rdma_system(const struct sim_kernel *kernel, struct sim_rdma_answer *answer)
{
	bool shared = true;

	for (size_t i = 0; i < kernel->card_count; i++)
		shared &= !sim_odd(&kernel->cards[i])->rdma_elsewhere;
	sim_rdma_begin(answer, RDMA_NLDEV_CMD_SYS_GET);
	mnl_attr_put_u8(&answer->message.header, RDMA_NLDEV_SYS_ATTR_NETNS_MODE, shared);
	return sim_rdma_end(answer);
}

/* Source: Linux drivers/infiniband/hw/mlx5/qp.c, to_ib_qp_state(). */
static uint8_t verbs_state(uint64_t state)
{
	switch (state) {
	case PRM_QP_SQER:
		return 5;
	case PRM_QP_SQD:
	case PRM_QP_SQ_DRAINING:
		return 4;
	default:
		return (uint8_t)state;
	}
}

/* The kernel knows the state of its GSI queue pair by itself: what the card has below it is not played. */
static int query(struct sim_kernel *kernel, const struct sim_qp *qp, uint8_t out[PRM_QUERY_QP_OUT_BYTES])
{
	uint8_t in[PRM_MBOX_MIN] = {0};

	memset(out, 0, PRM_QUERY_QP_OUT_BYTES);
	if (qp->type == TYPE_GSI) {
		prm_set(out + PRM_QPC_AT, &prm_qpc.state, PRM_QP_RTS);
		return 0;
	}
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_QP);
	prm_set(in, &prm_qp_in.qpn, qp->qpn);
	return sim_command(kernel, qp->card, 0, in, sizeof(in), out, PRM_QUERY_QP_OUT_BYTES);
}

static int put_qp(struct sim_rdma_answer *answer, struct sim_kernel *kernel, const struct sim_qp *qp)
{
	struct nlmsghdr *header = &answer->message.header;
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];
	const uint8_t *context = out + PRM_QPC_AT;
	struct nlattr *entry;
	int err = query(kernel, qp, out);

	if (err)
		return err;
	entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_RES_QP_ENTRY);
	if (prm_get(context, &prm_qpc.state) != PRM_QP_RST)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_PORT_INDEX, 1);
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_LQPN, qp->qpn);
	if (qp->pid)
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_PID, qp->pid);
	else
		mnl_attr_put_strz(header, RDMA_NLDEV_ATTR_RES_KERN_NAME, qp->module);
	if (qp->type == TYPE_RC) {
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_RQPN, (uint32_t)prm_get(context, &prm_qpc.remote_qpn));
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_RQ_PSN, (uint32_t)prm_get(context, &prm_qpc.next_rcv_psn));
	}
	mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_SQ_PSN, (uint32_t)prm_get(context, &prm_qpc.next_send_psn));
	mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_RES_TYPE, qp->type);
	mnl_attr_put_u8(header, RDMA_NLDEV_ATTR_RES_STATE, verbs_state(prm_get(context, &prm_qpc.state)));
	mnl_attr_nest_end(header, entry);
	return 0;
}

/* A list of queue pairs in as many messages as it takes; none when there are none. */
static int qps(struct sim_kernel *kernel, const struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlattr *table = NULL;
	size_t held = 0;
	int err = 0;

	for (size_t i = 0; !err && i < kernel->qp_count; i++) {
		if (kernel->qps[i].card != card || kernel->qps[i].devx)
			continue;
		if (!held) {
			sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_RES_QP_GET, kernel, card);
			table = mnl_attr_nest_start(&answer->message.header, RDMA_NLDEV_ATTR_RES_QP);
		}
		err = put_qp(answer, kernel, &kernel->qps[i]);
		if (!err && ++held == ENTRIES_A_MESSAGE) {
			mnl_attr_nest_end(&answer->message.header, table);
			err = sim_rdma_end(answer);
			held = 0;
		}
	}
	if (err || !held)
		return err;
	mnl_attr_nest_end(&answer->message.header, table);
	return sim_rdma_end(answer);
}

static int contexts(struct sim_kernel *kernel, const struct sim_card *card, struct sim_rdma_answer *answer)
{
	struct nlmsghdr *header = &answer->message.header;
	struct nlattr *table, *entry;
	size_t held = 0;

	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_RES_CTX_GET, kernel, card);
	table = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_RES_CTX);
	for (size_t i = 0; i < kernel->process_count && held < ENTRIES_A_MESSAGE; i++) {
		if (kernel->processes[i].opens != card)
			continue;
		entry = mnl_attr_nest_start(header, RDMA_NLDEV_ATTR_RES_CTX_ENTRY);
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_CTXN, (uint32_t)held++);
		mnl_attr_put_u32(header, RDMA_NLDEV_ATTR_RES_PID, kernel->processes[i].pid);
		mnl_attr_nest_end(header, entry);
	}
	mnl_attr_nest_end(header, table);
	return held ? sim_rdma_end(answer) : 0;
}

/* The number that the tracker files it under. Each port has a GSI queue pair number 1, so the port goes with it. */
static uint32_t tracker_id(const struct sim_qp *qp)
{
	return qp->type == TYPE_GSI ? UINT32_C(1) << 24 | qp->qpn : qp->qpn;
}

struct sim_qp *sim_rdma_find_qp(const struct sim_kernel *kernel, const struct sim_card *card, uint32_t number)
{
	for (size_t i = 0; i < kernel->qp_count; i++)
		if (kernel->qps[i].card == card && !kernel->qps[i].devx && tracker_id(&kernel->qps[i]) == number)
			return &kernel->qps[i];
	return NULL;
}

static int qp_raw(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		  struct sim_rdma_answer *answer)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES], dump[SIM_RDMA_DUMP_MAX];
	const struct sim_qp *qp;
	int err, len;

	if (!request->has_port || request->port != 1 || !request->has_qpn)
		return -EINVAL;
	qp = sim_rdma_find_qp(kernel, card, request->qpn);
	if (!qp)
		return -ENOENT;
	err = query(kernel, qp, out);
	if (err)
		return err;
	/* It has its port from INIT on */
	if (prm_get(out + PRM_QPC_AT, &prm_qpc.state) == PRM_QP_RST)
		return -EAGAIN;
	len = sim_rdma_dump_qp(kernel, card, qp->qpn, dump);
	if (len < 0)
		return len;
	sim_rdma_begin_for(answer, RDMA_NLDEV_CMD_RES_QP_GET_RAW, kernel, card);
	mnl_attr_put(&answer->message.header, RDMA_NLDEV_ATTR_RES_RAW, (size_t)len, dump);
	return sim_rdma_end(answer);
}

bool sim_rdma_is_admin(const struct sim_kernel *kernel)
{
	return !(kernel->flags & (SIM_UNPRIVILEGED | SIM_NO_NET_ADMIN));
}

/* Which forms of a request are played. */
static bool has_form(unsigned int op, bool dump)
{
	switch (op) {
	case RDMA_NLDEV_CMD_GET:
	case RDMA_NLDEV_CMD_RES_QP_GET:
	case RDMA_NLDEV_CMD_RES_CTX_GET:
		return dump;
	case RDMA_NLDEV_CMD_STAT_GET:
		return true;
	default:
		return !dump;
	}
}

/* Those that change something, and the card's own words about a queue pair. */
static bool needs_admin(unsigned int op)
{
	return op == RDMA_NLDEV_CMD_RES_QP_GET_RAW || op == RDMA_NLDEV_CMD_STAT_SET || op == RDMA_NLDEV_CMD_STAT_DEL;
}

static int about_card(struct sim_kernel *kernel, struct sim_card *card, const struct sim_rdma_request *request,
		      struct sim_rdma_answer *answer)
{
	switch (request->op) {
	case RDMA_NLDEV_CMD_PORT_GET:
		return port(kernel, card, request, answer);
	case RDMA_NLDEV_CMD_RES_QP_GET:
		return qps(kernel, card, answer);
	case RDMA_NLDEV_CMD_RES_CTX_GET:
		return contexts(kernel, card, answer);
	case RDMA_NLDEV_CMD_RES_QP_GET_RAW:
		return qp_raw(kernel, card, request, answer);
	default:
		return sim_rdma_stat(kernel, card, request, answer);
	}
}

int sim_netlink_rdma(struct sim_kernel *kernel, const void *request, size_t len, struct ece_os_reply *reply)
{
	struct sim_rdma_answer answer = {.reply = reply};
	struct sim_rdma_request r;

	if (sim_rdma_request_parse(kernel->persona, request, len, &r) || !has_form(r.op, r.dump))
		return -EINVAL;
	if (needs_admin(r.op) && !sim_rdma_is_admin(kernel))
		return -EPERM;
	if (r.op == RDMA_NLDEV_CMD_GET)
		return devices(kernel, &answer);
	if (r.op == RDMA_NLDEV_CMD_SYS_GET)
		return rdma_system(kernel, &answer);
	if (!r.has_device || r.device >= kernel->card_count || !sim_has_rdma(&kernel->cards[r.device]))
		return -EINVAL;
	return about_card(kernel, &kernel->cards[r.device], &r, &answer);
}
