// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/tools/ece-trace/fake.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"

#define FIRST_QPN 0x100

struct fake fake;
static struct ibv_device device = {.name = "mlx5_7"};
static struct ibv_context context = {.device = &device};
static atomic_uint next_qpn = FIRST_QPN;

struct fake_qp {
	struct ibv_qp qp; /* first: the program has its address */
	uint32_t asked, answer, effective;
};

struct mlx5dv_devx_obj {
	uint32_t number, effective;
};

void fake_reset(void)
{
	fake = (struct fake){.offer = FAKE_DEFAULT};
	/* ::ffff:10.0.0.1 */
	memcpy(fake.own.raw, (const uint8_t[16]){[10] = 0xff, 0xff, 10, 0, 0, 1}, sizeof(fake.own.raw));
}

struct ibv_context *fake_context(void)
{
	return &context;
}

static struct ibv_qp *make(enum ibv_qp_type type)
{
	struct fake_qp *made = calloc(1, sizeof(*made));

	if (!made)
		abort();
	made->qp.context = &context;
	made->qp.qp_num = atomic_fetch_add(&next_qpn, 1);
	made->qp.qp_type = type;
	made->answer = fake.offer;
	/* A real one may leave anything here */
	errno = 0;
	return &made->qp;
}

struct ibv_qp *fake_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	(void)pd;
	if (attr->qp_type == IBV_QPT_RAW_PACKET) {
		errno = EPERM;
		return NULL;
	}
	return make(attr->qp_type);
}

struct ibv_qp *fake_dv_create_qp(struct ibv_context *ctx, struct ibv_qp_init_attr_ex *attr,
				 struct mlx5dv_qp_init_attr *mlx5_attr)
{
	(void)ctx;
	(void)mlx5_attr;
	return make(attr->qp_type);
}

int fake_destroy_qp(struct ibv_qp *qp)
{
	if (fake.fail_destroy)
		return fake.fail_destroy;
	free(qp);
	return 0;
}

static bool must_fail(const struct fake_qp *qp)
{
	if (!fake.fail_modify_count || (fake.fail_only_with_ece && !qp->asked))
		return false;
	fake.fail_modify_count--;
	return true;
}

int fake_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	struct fake_qp *made = (struct fake_qp *)(void *)qp;

	__atomic_fetch_add(&fake.modified, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&fake.sent, made->asked, __ATOMIC_RELAXED);
	if (must_fail(made))
		return fake.fail_modify;
	if (made->asked)
		made->answer = made->effective = made->asked & fake.offer;
	made->asked = 0;
	if (mask & IBV_QP_STATE)
		qp->state = attr->qp_state;
	/* A target is made here */
	if (qp->qp_type == IBV_QPT_DRIVER && qp->state == IBV_QPS_RTR)
		qp->qp_num = FAKE_TARGET;
	return 0;
}

int fake_query_gid(struct ibv_context *ctx, uint8_t port, int index, union ibv_gid *gid)
{
	(void)ctx;
	*gid = fake.own;
	return port == 1 && index == 3 ? 0 : -1;
}

int fake_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	__atomic_fetch_add(&fake.queries, 1, __ATOMIC_RELAXED);
	*ece = (struct ibv_ece){.vendor_id = 0x15b3, .options = ((struct fake_qp *)(void *)qp)->answer};
	/* A function that succeeds may leave anything here */
	errno = EBADF;
	return 0;
}

int fake_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	struct fake_qp *made = (struct fake_qp *)(void *)qp;

	fake.sets++;
	if (!fake.offer)
		return EOPNOTSUPP;
	if (ece->vendor_id != 0x15b3)
		return EINVAL;
	made->asked = ece->options;
	made->answer = 0;
	return 0;
}

bool fake_is_supported(struct ibv_device *of)
{
	return of == &device;
}

/* The word at a byte offset; opcode, number and ECE lie where mlx5_ifc.h has them. */
static uint32_t word(const void *mailbox, size_t at)
{
	return ece_be32((const uint8_t *)mailbox + at);
}

static void set_word(void *mailbox, size_t at, uint32_t value)
{
	ece_put_be32((uint8_t *)mailbox + at, value);
}

struct mlx5dv_devx_obj *fake_obj_create(struct ibv_context *ctx, const void *in, size_t in_len, void *out,
					size_t out_len)
{
	struct mlx5dv_devx_obj *object = calloc(1, sizeof(*object));
	bool target = word(in, 0) >> 16 == 0x710;

	(void)ctx;
	(void)in_len;
	if (!object)
		abort();
	memset(out, 0, out_len);
	object->number = atomic_fetch_add(&next_qpn, 1);
	if (target)
		object->effective = word(in, 0x4c) & FAKE_DEFAULT;
	set_word(out, 0x08, object->number);
	set_word(out, 0x0c, target ? object->effective : FAKE_DEFAULT);
	return object;
}

int fake_obj_destroy(struct mlx5dv_devx_obj *object)
{
	free(object);
	return 0;
}

static int move(uint32_t *effective, const void *in, size_t in_len, void *out, size_t out_len)
{
	uint32_t asked = in_len >= 0x18 ? word(in, 0x14) : 0;

	memset(out, 0, out_len);
	if (fake.fail_devx) {
		set_word(out, 0x00, 0x03u << 24);
		set_word(out, 0x04, 0x11223344);
		return fake.fail_devx;
	}
	if (asked)
		*effective = asked & FAKE_DEFAULT;
	if (out_len >= 0x10)
		set_word(out, 0x0c, *effective);
	return 0;
}

int fake_obj_modify(struct mlx5dv_devx_obj *object, const void *in, size_t in_len, void *out, size_t out_len)
{
	return move(&object->effective, in, in_len, out, out_len);
}

int fake_obj_query(struct mlx5dv_devx_obj *object, const void *in, size_t in_len, void *out, size_t out_len)
{
	(void)in_len;
	fake.queried++;
	memset(out, 0, out_len);
	set_word(out, word(in, 0) >> 16 == 0x713 ? 0x4c : 0x14, object->effective);
	return 0;
}

int fake_qp_modify(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	return move(&((struct fake_qp *)(void *)qp)->effective, in, in_len, out, out_len);
}

int fake_qp_query(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	(void)in;
	(void)in_len;
	__atomic_fetch_add(&fake.queried, 1, __ATOMIC_RELAXED);
	memset(out, 0, out_len);
	errno = EBADF;
	set_word(out, 0x14, ((struct fake_qp *)(void *)qp)->effective);
	return 0;
}
