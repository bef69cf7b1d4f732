// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/result.h"

static const char *const backend_names[ECE_BACKEND_COUNT] = {
	[ECE_BACKEND_NONE] = "none",       [ECE_BACKEND_DEVX] = "devx", [ECE_BACKEND_FWCTL] = "fwctl",
	[ECE_BACKEND_DEBUGFS] = "debugfs", [ECE_BACKEND_OFED] = "ofed", [ECE_BACKEND_VSC] = "vsc",
	[ECE_BACKEND_POLICY] = "policy",
};

const char *ece_backend_name(enum ece_backend_id id)
{
	return id < ECE_BACKEND_COUNT ? backend_names[id] : backend_names[ECE_BACKEND_NONE];
}
