/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The handlers that the rows of commands.c name, by the file they are in. */
#ifndef ECE_DEVX_SIM_FW_HANDLERS_H
#define ECE_DEVX_SIM_FW_HANDLERS_H

#include "devx/sim/fw/command.h"

/* lifecycle.c: objects whose contents do not matter */
fw_handler fw_create;
fw_handler fw_destroy;
fw_handler fw_query;
fw_handler fw_modify; /* the object must exist; nothing changes */

/* fw_named - the object that a command of one of these rows is about; NULL when there is none */
struct fw_object *fw_named(const struct fw_call *call);

/* queue.c */
fw_handler fw_modify_queue; /* SQ, RQ, RMP: the state, and what is selected */
fw_handler fw_modify_cq;
fw_handler fw_arm_srq; /* the limit of an SRQ or XRC SRQ */

/* hca.c */
fw_handler fw_query_issi;
fw_handler fw_query_pages;
fw_handler fw_manage_pages;
fw_handler fw_query_adapter;
fw_handler fw_query_special_contexts;

/* cap.c */
fw_handler fw_query_hca_cap;
fw_handler fw_set_hca_cap;

/* eq.c */
fw_handler fw_create_eq;
fw_handler fw_destroy_eq;

/* qp.c */
fw_handler fw_create_qp;
fw_handler fw_query_qp;
fw_handler fw_create_dct;
fw_handler fw_rst2init_qp;
fw_handler fw_init2init_qp;
fw_handler fw_init2rtr_qp;
fw_handler fw_rtr2rts_qp;
fw_handler fw_rts2rts_qp;
fw_handler fw_sqerr2rts_qp;
fw_handler fw_sqd2rts_qp;
fw_handler fw_2err_qp;
fw_handler fw_2rst_qp;

/**
 * fw_qp_describe - what QUERY_QP answers, for the other ways to ask
 * @out: PRM_QUERY_QP_OUT_BYTES, cleared
 *
 * Returns false when there is no such QP.
 */
bool fw_qp_describe(struct fw *fw, uint32_t qpn, uint8_t *out);

/* lag.c */
fw_handler fw_create_lag;
fw_handler fw_modify_lag;
fw_handler fw_query_lag;
fw_handler fw_destroy_lag;

/* vport.c */
fw_handler fw_query_vport_state;
fw_handler fw_query_nic_vport_context;
fw_handler fw_modify_nic_vport_context;
fw_handler fw_set_roce_address;
fw_handler fw_query_roce_address;
fw_handler fw_query_hca_vport_pkey;

#endif
