/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where ece-exporter listens unless it is told otherwise, and where Prometheus is told to look for it. */
#ifndef ECE_TOOLS_COMMON_EXPORTER_PORT_H
#define ECE_TOOLS_COMMON_EXPORTER_PORT_H

#define EXPORTER_PORT 10049

#endif
