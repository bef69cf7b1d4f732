/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_TRACE_BAR_H
#define ECE_TOOLS_ECE_TRACE_BAR_H

#include "devx/base/error.h"
#include "tools/ece-trace/domain.h"

/**
 * bar_devices - name in @domain the devices of this host whose policy (ece/policy.h) does not allow its word
 * @folder: where the host's RDMA devices are, /sys/class/infiniband; none at all is fine
 *
 * What the policies are when the program starts counts for all of its life. Returns 0, or a negative errno with @e filled
 * where a policy cannot be read: then nothing may be applied on any device.
 */
int bar_devices(const char *folder, struct domain *domain, struct ece_error *e);

#endif
