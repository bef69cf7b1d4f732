/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Doubles of rdma-core's functions: one device, queue pairs whose ECE behaves as libmlx5's does (rdma-core
 * providers/mlx5/verbs.c): ibv_set_ece() remembers the options and clears the answer, the next transition sends them, and
 * the card answers what it has of them. They count calls and can be told to fail.
 */
#ifndef ECE_TESTS_ECE_TRACE_FAKE_H
#define ECE_TESTS_ECE_TRACE_FAKE_H

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#define FAKE_DEFAULT 0x30000003 /* what the device offers */
#define FAKE_TARGET  0x777      /* number of a dynamically connected target, once it is in RTR */

struct fake {
	uint32_t offer;  /* FAKE_DEFAULT, or 0: no ECE */
	int fail_modify; /* errno of the next fail_modify_count ibv_modify_qp() that carry options, or of any */
	int fail_modify_count;
	bool fail_only_with_ece;
	int fail_destroy;
	int fail_devx; /* of the next DevX command that modifies */
	union ibv_gid own;
	unsigned int modified, queried, sets,
		queries; /* calls: ibv_modify_qp, QUERY_QP by DevX, ibv_set_ece, ibv_query_ece */
	uint32_t sent;   /* options that the last transition carried */
};

extern struct fake fake;

/**
 * fake_reset - as at the start
 */
void fake_reset(void);

/**
 * fake_context - the device "mlx5_7", opened
 */
struct ibv_context *fake_context(void);

struct ibv_qp *fake_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr);
struct ibv_qp *fake_dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr,
				 struct mlx5dv_qp_init_attr *mlx5_attr);
int fake_destroy_qp(struct ibv_qp *qp);
int fake_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask);
int fake_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid);
int fake_query_ece(struct ibv_qp *qp, struct ibv_ece *ece);
int fake_set_ece(struct ibv_qp *qp, struct ibv_ece *ece);
bool fake_is_supported(struct ibv_device *device);
struct mlx5dv_devx_obj *fake_obj_create(struct ibv_context *context, const void *in, size_t in_len, void *out,
					size_t out_len);
int fake_obj_destroy(struct mlx5dv_devx_obj *object);
int fake_obj_modify(struct mlx5dv_devx_obj *object, const void *in, size_t in_len, void *out, size_t out_len);
int fake_obj_query(struct mlx5dv_devx_obj *object, const void *in, size_t in_len, void *out, size_t out_len);
int fake_qp_modify(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len);
int fake_qp_query(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len);

#endif
