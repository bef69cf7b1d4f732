/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Queue pairs of a NIC and the ECE options that are in effect on them.
 *
 * The list is the kernel's (rdma netlink); it has what was made through the verbs, not what a program made by DevX. ECE
 * is the card's: QUERY_QP through fwctl reads any queue pair by its number; the card's own dump has it too, which rdma
 * netlink hands out of one that is in the list, and the PCI window of any; and a process can ask for its own through
 * DevX. Which firmware answers a query about another process's queue pair, and where in its dump the ECE word stands, is
 * not public: an answer is only taken when it agrees with what the kernel says of the queue pair.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (query_qp_out, query_dct_out, resource_dump),
 * include/uapi/rdma/rdma_netlink.h.
 */
#ifndef ECE_DEVX_QP_QP_H
#define ECE_DEVX_QP_QP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/identity.h"
#include "devx/base/error.h"
#include "devx/os/os.h"
#include "devx/params/value.h"

#define ECE_QP_LIST_MAX  65536 /* queue pairs of one NIC; a longer list is an error, not a part of it */
#define ECE_QP_WORD_MAX  16    /* of a type or state */
#define ECE_QP_OWNER_MAX 64
#define ECE_QP_WHY_MAX   512

struct ece_qp {
	uint32_t qpn;
	uint32_t port;               /* 0: none yet, or not told */
	bool listed;                 /* by the kernel; else read by its number */
	char type[ECE_QP_WORD_MAX];  /* "RC", "UD", "GSI", "DCT" ... */
	char state[ECE_QP_WORD_MAX]; /* "RESET", "INIT", "RTR", "RTS" ... */
	/* enum prm_qp_service; ECE_QP_NO_SERVICE: its number is none of the card's */
	uint8_t service;
	bool has_remote; /* there is a remote number */
	uint32_t remote_qpn;
	uint32_t pid;                 /* 0: the kernel's, or not seen from here */
	bool kernel;                  /* its owner is a part of the kernel */
	char owner[ECE_QP_OWNER_MAX]; /* name of the process or kernel module; empty when unknown */
};

#define ECE_QP_NO_SERVICE 0xff

/* A process that has the RDMA device open. */
struct ece_qp_user {
	uint32_t pid;
	char comm[ECE_QP_OWNER_MAX]; /* empty when it cannot be read */
};

/* The ways to the ECE word, in the order in which they are tried. */
enum ece_qp_way {
	ECE_QP_WAY_NONE,
	ECE_QP_WAY_FWCTL,   /* QUERY_QP or QUERY_DCT */
	ECE_QP_WAY_NETLINK, /* the card's dump */
	ECE_QP_WAY_VSC,     /* the card's dump through the PCI window, register by register */
	ECE_QP_WAY_DEVX,    /* QUERY_QP by the process that owns it */
	ECE_QP_WAY_COUNT,
};

struct ece_qp_try {
	bool tried;
	char why[ECE_VALUE_WHY_MAX]; /* empty: this way gave the word */
};

struct ece_qp_reading {
	enum ece_value_state state; /* SET, UNSUPPORTED, UNREADABLE or NO_DOOR */
	uint32_t options;           /* the word, when it is SET */
	enum ece_qp_way way;        /* that gave it */
	char why[ECE_QP_WHY_MAX];   /* for people; empty for SET */
	struct ece_qp_try tries[ECE_QP_WAY_COUNT];
};

struct ece_qps; /* the queue pairs of one NIC */

/**
 * ece_qps_open - get at the queue pairs of a NIC; opens no door before it is needed
 *
 * @info is copied. One thread at a time may use it. Returns 0, or -ENOMEM with @e filled. ece_qps_close() accepts NULL.
 */
int ece_qps_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_qps **qps, struct ece_error *e);
void ece_qps_close(struct ece_qps *qps);

/**
 * ece_qps_list - the queue pairs that the kernel lists, by number
 * @list: receives an array; free() it. NULL when there are none
 *
 * Returns 0, or with @e filled: -ENODEV (kind NO_DOOR) where there is no RDMA device or the kernel does not know it,
 * -E2BIG (kind LIMIT), or the kernel's errno.
 */
int ece_qps_list(struct ece_qps *qps, struct ece_qp **list, size_t *count, struct ece_error *e);

/**
 * ece_qps_users - the processes that have the device open, each once, by pid
 * @list: receives an array; free() it. NULL when there are none
 *
 * They may own queue pairs that are in no list. Returns as ece_qps_list(); kernels before 5.13 do not tell (-EINVAL).
 */
int ece_qps_users(struct ece_qps *qps, struct ece_qp_user **list, size_t *count, struct ece_error *e);

/**
 * ece_qp_read - the ECE options in effect on a queue pair of this NIC
 *
 * What cannot be read says so in @reading; that is no error of the call.
 */
void ece_qp_read(struct ece_qps *qps, const struct ece_qp *qp, struct ece_qp_reading *reading);

/**
 * ece_qp_find - a queue pair, or a dynamically connected target, by its number alone
 * @qp: filled with what the card tells; it has no owner
 *
 * For those that are in no list: through fwctl, else out of the card's dump through the PCI window, which has no targets.
 * Returns 0, or with @e filled: -ENOENT (kind UNKNOWN_NAME) when the card knows no such number, or hides it; -ENODEV (kind
 * NO_DOOR) when neither door is open here.
 */
int ece_qp_find(struct ece_qps *qps, uint32_t qpn, struct ece_qp *qp, struct ece_qp_reading *reading,
		struct ece_error *e);

/**
 * ece_qp_read_own - the ECE options in effect on a queue pair of this process
 * @ibv_qp: the caller's own struct ibv_qp, whose device was opened with DevX
 * @qpn: its number
 *
 * Reads what the card has; ibv_query_ece() reads what the process remembers.
 */
void ece_qp_read_own(const struct ece_os *os, void *ibv_qp, uint32_t qpn, struct ece_qp_reading *reading);

/**
 * ece_qp_way_name - "fwctl", "netlink", "vsc", "devx"; "none" for ECE_QP_WAY_NONE and anything out of range
 */
const char *ece_qp_way_name(enum ece_qp_way way);

#endif
