/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_TRACE_REACH_H
#define ECE_TOOLS_ECE_TRACE_REACH_H

/**
 * reach_why_not - why nothing of a program will be seen, if its file tells
 * @program: as execvp() takes it
 *
 * A program that is there and looks as it should may still load its libraries in ways that cannot be followed. Returns NULL, or
 * a clause: "is linked statically".
 */
const char *reach_why_not(const char *program);

#endif
