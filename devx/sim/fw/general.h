/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers about the card as a whole: who it is, which firmware runs, how it is reset.
 * Source: mstflint register_access_table.adb (mgir, mcam, mfrl, mroq, mrsi, mcqs, mcqi, mqis).
 */
#ifndef ECE_DEVX_SIM_FW_GENERAL_H
#define ECE_DEVX_SIM_FW_GENERAL_H

#include "devx/sim/fw/register.h"

fw_register_handler fw_mgir;
fw_register_handler fw_mcam;
fw_register_handler fw_mfrl;
fw_register_handler fw_mroq;
fw_register_handler fw_mrsi;
fw_register_handler fw_mcqs;
fw_register_handler fw_mcqi;
fw_register_handler fw_mqis;

#endif
