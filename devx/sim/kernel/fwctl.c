// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* fwctl. Source of the list, the errors and their order: Linux drivers/fwctl/main.c, drivers/fwctl/mlx5/main.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/kernel/kernel_internal.h"

struct ece_os_fwctl {
	struct sim_kernel *kernel;
	struct sim_card *card;
	uint16_t uid;
};

enum {
	DEVICE_TYPE_MLX5 = 1,
	CAP_UCTX = 0xd4,
	UCTX_TOOLS_RESOURCES = 1 << 2,
	TAINT_FWCTL_BIT = 19,
};

/* The lowest scope that a command needs. What is not here is never let through. */
static const struct {
	uint16_t first, last;
	uint8_t scope;
} allowed[] = {
	{0x100, 0x101, ECE_FWCTL_CONFIGURATION},     /* QUERY_HCA_CAP, QUERY_ADAPTER */
	{0x107, 0x107, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_PAGES */
	{0x109, 0x109, ECE_FWCTL_CONFIGURATION},     /* SET_HCA_CAP */
	{0x10a, 0x10a, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_ISSI */
	{0x10c, 0x10c, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DRIVER_VERSION */
	{0x10e, 0x10e, ECE_FWCTL_CONFIGURATION},     /* QUERY_OTHER_HCA_CAP */
	{0x111, 0x111, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_SF_PARTITION */
	{0x117, 0x117, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_VHCA_MIGRATION_STATE */
	{0x201, 0x201, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_MKEY */
	{0x203, 0x203, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_SPECIAL_CONTEXTS */
	{0x303, 0x303, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_EQ */
	{0x402, 0x402, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_CQ */
	{0x50b, 0x50b, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_QP */
	{0x512, 0x512, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_RDB */
	{0x602, 0x602, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_PSV */
	{0x702, 0x702, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_SRQ */
	{0x707, 0x707, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_XRC_SRQ */
	{0x713, 0x713, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DCT */
	{0x716, 0x716, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DC_CNAK_TRACE */
	{0x719, 0x719, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_XRQ */
	{0x722, 0x722, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_NVMF_BACKEND_CONTROLLER */
	{0x725, 0x725, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_XRQ_DC_PARAMS_ENTRY */
	{0x727, 0x728, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_XRQ_ERROR_PARAMS, QUERY_NVMF_NAMESPACE_CONTEXT */
	{0x730, 0x730, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_ADJACENT_FUNCTIONS_ID */
	{0x731, 0x731, ECE_FWCTL_CONFIGURATION},     /* DELEGATE_VHCA_MANAGEMENT */
	{0x732, 0x732, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DELEGATED_VHCA */
	{0x740, 0x740, ECE_FWCTL_CONFIGURATION},     /* QUERY_ESW_FUNCTIONS */
	{0x750, 0x750, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_VPORT_STATE */
	{0x752, 0x752, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_ESW_VPORT_CONTEXT */
	{0x754, 0x754, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_NIC_VPORT_CONTEXT */
	{0x760, 0x760, ECE_FWCTL_CONFIGURATION},     /* QUERY_ROCE_ADDRESS */
	{0x762, 0x762, ECE_FWCTL_CONFIGURATION},     /* QUERY_HCA_VPORT_CONTEXT */
	{0x764, 0x765, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_HCA_VPORT_GID, QUERY_HCA_VPORT_PKEY */
	{0x76f, 0x770, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_VNIC_ENV, QUERY_VPORT_COUNTER */
	{0x773, 0x773, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_Q_COUNTER */
	{0x781, 0x781, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_RATE_LIMIT */
	{0x784, 0x784, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_SCHEDULING_ELEMENT */
	{0x80b, 0x80b, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_MAD_DEMUX */
	{0x80d, 0x80d, ECE_FWCTL_DEBUG_READ_ONLY},   /* NOP */
	{0x813, 0x813, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_BURST_SIZE */
	{0x819, 0x819, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DIAGNOSTIC_PARAMS */
	{0x820, 0x820, ECE_FWCTL_DEBUG_WRITE},       /* SET_DIAGNOSTIC_PARAMS */
	{0x821, 0x822, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DIAGNOSTIC_COUNTERS, QUERY_CONG_STATUS */
	{0x823, 0x823, ECE_FWCTL_CONFIGURATION},     /* MODIFY_CONG_STATUS */
	{0x824, 0x824, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_CONG_PARAMS; MODIFY_CONG_PARAMS is in no scope */
	{0x826, 0x826, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_CONG_STATISTICS */
	{0x82a, 0x82a, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_L2_TABLE_ENTRY */
	{0x831, 0x831, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_WOL_ROL */
	{0x842, 0x842, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_LAG */
	{0x903, 0x903, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_TIR */
	{0x907, 0x907, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_SQ */
	{0x90b, 0x90b, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_RQ */
	{0x90f, 0x90f, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_RMP */
	{0x911, 0x911, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DELAY_DROP_PARAMS */
	{0x915, 0x915, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_TIS */
	{0x919, 0x919, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_RQT */
	{0x932, 0x932, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_FLOW_TABLE */
	{0x935, 0x935, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_FLOW_GROUP */
	{0x937, 0x937, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_FLOW_TABLE_ENTRY */
	{0x93b, 0x93b, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_FLOW_COUNTER */
	{0x93f, 0x93f, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_PACKET_REFORMAT_CONTEXT */
	{0x942, 0x942, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_MODIFY_HEADER_CONTEXT */
	{0x962, 0x962, ECE_FWCTL_DEBUG_READ_ONLY},   /* FPGA_QUERY_QP */
	{0x964, 0x964, ECE_FWCTL_DEBUG_READ_ONLY},   /* FPGA_QUERY_QP_COUNTERS */
	{0x971, 0x971, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_AFU */
	{0x981, 0x981, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_CAPI_PEC */
	{0xa02, 0xa02, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_GENERAL_OBJECT */
	{0xa05, 0xa05, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_UCTX */
	{0xa09, 0xa09, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_UMEM */
	{0xb02, 0xb03, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_NVMF_CC_RESPONSE, QUERY_EMULATED_FUNCTIONS_INFO */
	{0xb05, 0xb05, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_REGEXP_PARAMS */
	{0xb07, 0xb08, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_REGEXP_REGISTER, USER_QUERY_XRQ_DC_PARAMS_ENTRY */
	{0xb0a, 0xb0a, ECE_FWCTL_DEBUG_READ_ONLY},   /* USER_QUERY_XRQ_ERROR_PARAMS */
	{0xb0d, 0xb0d, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_VHCA_STATE */
	{0xb0f, 0xb0f, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_EMULATION_DEVICE_EQ_MSIX_MAPPING */
	{0xb13, 0xb14, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_MATCH_SAMPLE_INFO, QUERY_CRYPTO_STATE */
	{0xb22, 0xb22, ECE_FWCTL_CONFIGURATION},     /* QUERY_VUID */
	{0xb28, 0xb28, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DPA_PARTITION */
	{0xb2a, 0xb2a, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_DPA_PARTITIONS */
	{0xb2e, 0xb2e, ECE_FWCTL_CONFIGURATION},     /* POSTPONE_CONNECTED_QP_TIMEOUT */
	{0xb2f, 0xb2f, ECE_FWCTL_DEBUG_READ_ONLY},   /* QUERY_EMULATED_RESOURCES_INFO */
	{0x8000, 0x8001, ECE_FWCTL_DEBUG_READ_ONLY}, /* QUERY_RSV_RESOURCES, QUERY_MTT */
	{0x8006, 0x8006, ECE_FWCTL_DEBUG_READ_ONLY}, /* QUERY_SCHED_QUEUE */
};

static bool is_allowed(uint16_t opcode, uint16_t op_mod, unsigned int scope)
{
	/* A register write is configuration, a read is debugging: so it is, and so tools must ask */
	if (opcode == PRM_OP_ACCESS_REG || opcode == PRM_OP_ACCESS_REGISTER_USER)
		return op_mod == 0 || scope >= ECE_FWCTL_DEBUG_READ_ONLY;
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if (opcode >= allowed[i].first && opcode <= allowed[i].last)
			return scope >= allowed[i].scope;
	return false;
}

int sim_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	struct sim_kernel *kernel = ctx;
	struct sim_card *card = NULL;

	for (size_t i = 0; !card && i < kernel->card_count; i++)
		if (sim_has_fwctl(kernel, &kernel->cards[i]) && !strcmp(kernel->cards[i].fwctl, node))
			card = &kernel->cards[i];
	if (!card)
		return -ENOENT;
	if (kernel->flags & SIM_UNPRIVILEGED)
		return -EACCES;
	*fwctl = malloc(sizeof(**fwctl));
	if (!*fwctl)
		return -ENOMEM;
	**fwctl = (struct ece_os_fwctl){.kernel = kernel, .card = card, .uid = ++kernel->uids};
	return 0;
}

int sim_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info)
{
	*info = (struct ece_fwctl_info){
		.device_type = DEVICE_TYPE_MLX5,
		.uid = fwctl->uid,
		.uctx_caps = sim_cap_general(fwctl->card, CAP_UCTX) & UCTX_TOOLS_RESOURCES,
	};
	return 0;
}

/* The core's part: lengths, rights, taint. The taint comes before the driver has looked at the command. */
static int enter(struct sim_kernel *kernel, unsigned int scope, size_t in_len, size_t out_len)
{
	if (in_len > ECE_OS_MAILBOX_MAX || out_len > ECE_OS_MAILBOX_MAX)
		return -EMSGSIZE;
	if (scope > ECE_FWCTL_DEBUG_WRITE_FULL)
		return -EOPNOTSUPP;
	if (scope == ECE_FWCTL_DEBUG_WRITE_FULL && kernel->flags & (SIM_UNPRIVILEGED | SIM_NO_RAWIO))
		return -EPERM;
	if (scope >= ECE_FWCTL_DEBUG_WRITE)
		kernel->taint |= UINT64_C(1) << TAINT_FWCTL_BIT;
	return 0;
}

int sim_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len, void *out,
		  size_t out_len)
{
	int err = enter(fwctl->kernel, scope, in_len, out_len);

	if (err)
		return err;
	if (in_len < PRM_MBOX_MIN || out_len < PRM_MBOX_MIN)
		return -EMSGSIZE;
	if (!is_allowed((uint16_t)prm_get(in, &prm_mbox_in.opcode), (uint16_t)prm_get(in, &prm_mbox_in.op_mod), scope))
		return -EBADMSG;
	err = sim_command(fwctl->kernel, fwctl->card, fwctl->uid, in, in_len, out, out_len);
	return err == -EREMOTEIO ? 0 : err;
}

void sim_fwctl_close(struct ece_os_fwctl *fwctl)
{
	free(fwctl);
}
