/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the command says to the library: variables of the environment. They work without the command as well. */
#ifndef ECE_TOOLS_ECE_TRACE_ENVIRONMENT_H
#define ECE_TOOLS_ECE_TRACE_ENVIRONMENT_H

#define TRACE_ENV_OUTPUT "ECE_TRACE_OUTPUT" /* a file; "%p" in it is the number of the process. Unset: stderr */
#define TRACE_ENV_READ   "ECE_TRACE_READ"   /* "1": ask the card after each transition */
#define TRACE_ENV_APPLY  "ECE_TRACE_APPLY"  /* domain_encode() */

#define TRACE_OUTPUT_MAX 4096 /* bytes of the file's path, its NUL included */

#endif
