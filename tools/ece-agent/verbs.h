/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-agent can be asked on its command line. */
#ifndef ECE_TOOLS_ECE_AGENT_VERBS_H
#define ECE_TOOLS_ECE_AGENT_VERBS_H

#include "tools/ece-agent/args.h"

/* Each returns the exit code. */
int agent_stdio(const struct agent_args *args);
int agent_service(const struct agent_args *args);
int verb_ensure(const struct agent_args *args);
int verb_freeze(const struct agent_args *args, bool freezes);

#endif
