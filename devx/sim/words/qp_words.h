/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_DEVX_SIM_WORDS_QP_WORDS_H
#define ECE_DEVX_SIM_WORDS_QP_WORDS_H

#include "devx/sim/words/words.h"

/* sim_ece_words - "ece [WORD|none]" */
void sim_ece_words(struct sim_words *words);

/* sim_qps_words - "qps [NUMBER]" */
void sim_qps_words(struct sim_words *words);

#endif
