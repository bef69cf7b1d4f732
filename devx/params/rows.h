/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The parts of the parameter table. Internal to devx/params: others see one table. */
#ifndef ECE_DEVX_PARAMS_ROWS_H
#define ECE_DEVX_PARAMS_ROWS_H

#include "devx/params/param.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NAMED(...) ((const struct ece_param_word[]){__VA_ARGS__, {NULL, 0}})
#define NEEDS(...) ((const struct ece_need[]){__VA_ARGS__, {.nv = NULL}})

/* Of all that belongs to programmable algorithms. */
#define NEEDS_PROGRAMMABLE \
	NEEDS({"ROCE_CC_LEGACY_DCQCN", 0, false, ECE_UNMET_INERT, "programmable algorithms (ZTR-RTT) do not run"})

/* The ways to a register, in the order they are tried. */
#define REGISTER_DOORS \
	.reads = {ECE_BACKEND_FWCTL, ECE_BACKEND_DEVX, ECE_BACKEND_VSC}, .writes = {ECE_BACKEND_FWCTL, ECE_BACKEND_VSC}

struct rows {
	const struct ece_param *row;
	size_t count;
};

extern const struct rows rows_roce_accl;
extern const struct rows rows_adp_retx;
extern const struct rows rows_dcqcn;
extern const struct rows rows_cong_status;
extern const struct rows rows_ztr_rtt;
extern const struct rows rows_ppcc_slot;
extern const struct rows rows_ece;

#endif
