// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The doubles under the names and versions of libibverbs and libmlx5, for a program in a process of its own. */
#include <stdlib.h>

#include "tests/unit/tools/ece-trace/fake.h"

__attribute__((constructor)) static void begin(void)
{
	fake_reset();
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	return fake_create_qp(pd, attr);
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
	return fake_destroy_qp(qp);
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	return fake_modify_qp(qp, attr, mask);
}

int ibv_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid)
{
	return fake_query_gid(context, port, index, gid);
}

int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	return fake_query_ece(qp, ece);
}

int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	return fake_set_ece(qp, ece);
}

/* What programs of 2006 were linked to; nobody may stand in front of it. */
int old_modify_qp(void);
int old_modify_qp(void)
{
	return 42;
}
__asm__(".symver old_modify_qp, ibv_modify_qp@IBVERBS_1.0");
