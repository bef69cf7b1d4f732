/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Texts made from the tables: each function prints one to @out. */
#ifndef ECE_TOOLS_GEN_PAGES_H
#define ECE_TOOLS_GEN_PAGES_H

#include <stdio.h>

#include "tools/common/command.h"

/* Every command of the toolkit, in the order of the alphabet; NULL behind the last. */
const struct command *pages_command(size_t i);

/* The manual page of a command, for troff -man. */
void pages_man(const struct command *command, FILE *out);

/* Completion for bash, of all commands. */
void pages_completion(FILE *out);

/* The reference of the parameters, in Markdown. */
void pages_parameters(FILE *out);

/* The reference of the counters, in Markdown. */
void pages_counters(FILE *out);

#endif
