// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/kernel/process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/sim/kernel/kernel_internal.h"

#define ECE_TRIGGER UINT32_C(0x10000000) /* what the user space driver puts into CREATE_QP */
#define GSI_QPN     1

enum {
	TYPE_GSI = 1,
	TYPE_RC = 2,
	TYPE_UD = 4,
};

enum {
	OP_CREATE_QP = 0x500,
	OP_RST2INIT_QP = 0x502,
	OP_INIT2RTR_QP = 0x503,
	OP_RTR2RTS_QP = 0x504,
};

#define QP_IN_BYTES (PRM_QPC_AT + PRM_QPC_BYTES + 0x10)

static int command(struct sim_kernel *kernel, const struct sim_qp *qp, uint16_t opcode, uint8_t *in, uint8_t *out)
{
	prm_set(in, &prm_mbox_in.opcode, opcode);
	return sim_command(kernel, qp->card, qp->uid, in, QP_IN_BYTES, out, PRM_MBOX_MIN);
}

int sim_qp_make(struct sim_kernel *kernel, struct sim_qp *qp)
{
	uint8_t in[QP_IN_BYTES] = {0}, out[PRM_MBOX_MIN] = {0};
	int err;

	if (qp->type == TYPE_GSI) {
		qp->qpn = GSI_QPN;
		return 0;
	}
	if (qp->type != TYPE_RC && qp->type != TYPE_UD)
		return -EINVAL;
	qp->uid = qp->pid ? ++kernel->uids : 0;
	prm_set(in, &prm_qp_in.ece, ECE_TRIGGER);
	prm_set(in + PRM_QPC_AT, &prm_qpc.st, qp->type == TYPE_RC ? PRM_QP_RC : PRM_QP_UD);
	err = command(kernel, qp, OP_CREATE_QP, in, out);
	qp->qpn = (uint32_t)prm_get(out, &prm_qp_out.qpn);
	return err;
}

int sim_qp_ready(struct sim_kernel *kernel, const struct sim_qp *qp, uint32_t remote, uint32_t ece)
{
	static const uint16_t ops[] = {OP_RST2INIT_QP, OP_INIT2RTR_QP, OP_RTR2RTS_QP};
	int err = 0;

	for (size_t i = 0; !err && i < sizeof(ops) / sizeof(ops[0]); i++) {
		uint8_t in[QP_IN_BYTES] = {0}, out[PRM_MBOX_MIN];

		prm_set(in, &prm_qp_in.qpn, qp->qpn);
		if (ops[i] == OP_RST2INIT_QP)
			prm_set(in, &prm_qp_in.ece, ece);
		prm_set(in + PRM_QPC_AT, &prm_qpc.remote_qpn, remote);
		err = command(kernel, qp, ops[i], in, out);
	}
	return err;
}

int sim_process_read(const struct sim_kernel *kernel, const char *path, char *buf, size_t size)
{
	char *end;
	unsigned long pid = strtoul(path, &end, 10);

	if (strcmp(end, "/comm") != 0)
		return -ENOENT;
	for (size_t i = 0; i < kernel->process_count; i++) {
		const struct sim_process *process = &kernel->processes[i];
		char text[SIM_COMM_MAX + 2];
		int len;

		if (process->pid != pid)
			continue;
		len = snprintf(text, sizeof(text), "%.*s\n", SIM_COMM_MAX, process->comm);
		if ((size_t)len > size)
			return -EFBIG;
		memcpy(buf, text, (size_t)len);
		return len;
	}
	return -ENOENT;
}
