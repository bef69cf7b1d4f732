/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-qp as data. */
#ifndef ECE_TOOLS_ECE_QP_COMMAND_H
#define ECE_TOOLS_ECE_QP_COMMAND_H

#include "tools/common/command.h"

#define QP_CARDS_MAX 256 /* words on the command line */

enum qp_option {
	QP_OPTION_JSON = 'j',
	QP_OPTION_QPN = 'n',
	QP_OPTION_PID = 'p',
	QP_OPTION_SUMMARY = 's',
	QP_OPTION_WANT = 'w',
	QP_OPTION_SIM = COMMAND_OPTION_LONG_ONLY,
	QP_OPTION_HOST,
	QP_OPTION_FLEET,
	QP_OPTION_LIMIT,
	QP_OPTION_STATE,
};

extern const struct command ece_qp_command;

#endif
