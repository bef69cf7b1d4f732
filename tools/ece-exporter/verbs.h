/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-exporter does; each returns its exit status. */
#ifndef ECE_TOOLS_ECE_EXPORTER_VERBS_H
#define ECE_TOOLS_ECE_EXPORTER_VERBS_H

#include "tools/ece-exporter/args.h"

int exporter_once(const struct exporter_args *args);
int exporter_textfile(const struct exporter_args *args);
int exporter_serve(const struct exporter_args *args);

#endif
