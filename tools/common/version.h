/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The version, from the file VERSION at the root of the tree. */
#ifndef ECE_TOOLS_COMMON_VERSION_H
#define ECE_TOOLS_COMMON_VERSION_H

extern const char tool_version[];

#endif
