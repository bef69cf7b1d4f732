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

int sim_qp_ready(struct sim_kernel *kernel, struct sim_qp *qp, uint32_t remote, uint32_t ece)
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
		if (!err && ops[i] == OP_RST2INIT_QP)
			sim_sets_bind_auto(kernel, qp);
	}
	return err;
}

static const struct sim_process *find(const struct sim_kernel *kernel, unsigned long pid)
{
	for (size_t i = 0; i < kernel->process_count; i++)
		if (kernel->processes[i].pid == pid)
			return &kernel->processes[i];
	return NULL;
}

static int give(const char *text, size_t len, char *buf, size_t size)
{
	if (len > size)
		return -EFBIG;
	if (len)
		memcpy(buf, text, len);
	return (int)len;
}

int sim_process_read(const struct sim_kernel *kernel, const char *path, char *buf, size_t size)
{
	char *end, text[SIM_COMM_MAX + 2];
	const struct sim_process *process = find(kernel, strtoul(path, &end, 10));

	if (!process)
		return -ENOENT;
	/* Only those who may trace a process see its environment. */
	if (!strcmp(end, "/environ"))
		return kernel->flags & SIM_UNPRIVILEGED ? -EACCES :
							  give(process->environ, process->environ_len, buf, size);
	if (strcmp(end, "/comm") != 0)
		return -ENOENT;
	return give(text, (size_t)snprintf(text, sizeof(text), "%.*s\n", SIM_COMM_MAX, process->comm), buf, size);
}
