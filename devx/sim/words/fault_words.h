/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_DEVX_SIM_WORDS_FAULT_WORDS_H
#define ECE_DEVX_SIM_WORDS_FAULT_WORDS_H

#include "devx/sim/words/words.h"

/* sim_fault_words - "fault ..."; two words at least */
void sim_fault_words(struct sim_words *words);

#endif
