// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The PCI window: the vendor-specific capability in the function's own configuration space, which carries register
 * accesses and nothing else. On kernels before 6.15 it is the only way to a register. It needs root and a kernel that
 * is not locked down. Source: mstflint mtcr_ul; the kernel's mlx5 lib/pci_vsc.c.
 */
#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/backend.h"
#include "devx/backend/host.h"
#include "devx/backend/mailbox.h"
#include "devx/base/errno_text.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"

static int no_window(struct ece_doors *doors, struct ece_door *door, int err)
{
	switch (err) {
	case -EPERM:
		return ece_door_shut(door, -EACCES, "PCI window: permission denied, root with CAP_SYS_ADMIN is needed");
	case -ENOENT:
	case -ELOOP:
		return ece_door_shut(
			door, -ENOENT,
			"no PCI window: %s has no vendor-specific capability (a virtual function has none)",
			doors->pci);
	case -ENODEV:
		return ece_door_shut(door, err, "no PCI window: %s does not answer as a card of this vendor",
				     doors->pci);
	default:
		return ece_door_shut(door, err, "cannot read the PCI configuration space: %s", ece_errno_text(-err));
	}
}

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_VSC];
	struct window window;
	int err;

	if (ece_host_locked_down(doors->os))
		return ece_door_shut(door, -EPERM, "kernel lockdown shuts the PCI window");
	err = doors->os->ops->config_open(doors->os->ctx, doors->pci, &doors->config);
	if (err == -EACCES || err == -EPERM)
		return ece_door_shut(door, -EACCES, "PCI window: permission denied, root is needed");
	/* A subfunction is no function of the bus. */
	if (err == -ENOENT)
		return ece_door_shut(door, err, "no PCI window: %s has no configuration space", doors->pci);
	if (err)
		return ece_door_shut(door, err, "cannot open the PCI configuration space: %s", ece_errno_text(-err));
	err = window_find(&window, doors->os, doors->config);
	if (err)
		return no_window(doors, door, err);
	doors->window = window.at;
	return 0;
}

static struct ece_result command(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct window window = {.os = doors->os, .config = doors->config, .at = doors->window};
	uint8_t data[PRM_ACCESS_REG_DATA_MAX];
	size_t len = in_len - PRM_ACCESS_REG_DATA;
	struct ece_result result;

	if (prm_get(in, &prm_mbox_in.opcode) != PRM_OP_ACCESS_REG)
		return ece_not_answered(ECE_BACKEND_VSC, -EBADMSG, ECE_REACHED_NO);
	if (len > sizeof(data) || out_len < in_len)
		return ece_not_answered(ECE_BACKEND_VSC, -EMSGSIZE, ECE_REACHED_NO);
	memcpy(data, (const uint8_t *)in + PRM_ACCESS_REG_DATA, len);
	result = mailbox_access_reg(&window, (enum prm_access_reg_method)prm_get(in, &prm_mbox_in.op_mod),
				    (uint16_t)prm_get(in, &prm_access_reg.register_id), data, len);
	if (!result.err)
		memcpy((uint8_t *)out + PRM_ACCESS_REG_DATA, data, len);
	return result;
}

const struct ece_backend ece_backend_vsc = {
	.id = ECE_BACKEND_VSC,
	.open = open_door,
	.command = command,
};
