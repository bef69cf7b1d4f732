// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/answer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/errno_text.h"
#include "devx/prm/cmd.h"

struct ece_result ece_answered(enum ece_backend_id backend, const void *out)
{
	uint8_t status = (uint8_t)prm_get(out, &prm_mbox_out.status);

	if (status == PRM_STATUS_DRIVER_ABORT)
		return ece_not_answered(backend, -prm_status_errno(status), ECE_REACHED_NO);
	return (struct ece_result){
		.err = -prm_status_errno(status),
		.backend = backend,
		.reached = ECE_REACHED_YES,
		.has_status = true,
		.status = status,
		.syndrome = (uint32_t)prm_get(out, &prm_mbox_out.syndrome),
	};
}

struct ece_result ece_not_answered(enum ece_backend_id backend, int err, enum ece_reached reached)
{
	return (struct ece_result){.err = err, .backend = backend, .reached = reached};
}

bool ece_result_transient(const struct ece_result *result)
{
	if (result->has_status)
		return result->status == PRM_STATUS_BUSY || result->status == PRM_STATUS_NO_RESOURCES;
	return result->backend != ECE_BACKEND_VSC && result->reached != ECE_REACHED_YES &&
	       (result->err == -EAGAIN || result->err == -EBUSY || result->err == -EINTR);
}

/* What DevX does not carry. */
static const char *devx_text(int err)
{
	switch (err) {
	case -EOPNOTSUPP:
		return "this firmware has no register access for users";
	default:
		return NULL;
	}
}

/* What went wrong at the vendor driver's files, where errno does not say it. */
static const char *ofed_text(int err)
{
	switch (err) {
	case -ENODATA:
		return "the file is empty: the firmware did not tell (the kernel log may have the syndrome)";
	case -ERANGE:
		return "the vendor's driver takes no number above 2147483647";
	default:
		return NULL;
	}
}

/* What went wrong at the PCI window is told by errno, see mailbox.h. NULL: the errno says it. */
static const char *window_text(int err)
{
	switch (err) {
	case -EBUSY:
		return "another tool holds the PCI window and does not let go of it, or was killed inside (see "
		       "docs/architecture.md)";
	case -ENXIO:
		return "the card does not answer on the PCI bus";
	case -ETIMEDOUT:
		return "the card did not answer in time";
	case -EOPNOTSUPP:
		return "the firmware does not have this register";
	case -ENOSYS:
		return "the firmware takes no register access through the PCI window";
	case -EPROTO:
		return "the firmware did not understand the register access";
	case -EROFS:
		return "the firmware has this register write-protected";
	case -EIO:
		return "the firmware failed to carry out the register access";
	case -EINPROGRESS:
		return "the firmware has not finished the register access";
	case -EMSGSIZE:
		return "the register does not fit into the mailbox";
	case -EBADMSG:
		return "the PCI window carries registers, not commands";
	case -EPERM:
		return "the kernel does not let the PCI window be used (lockdown?)";
	default:
		return NULL;
	}
}

const char *ece_result_text(const struct ece_result *result, char *buf, size_t size)
{
	const char *name = ece_backend_name(result->backend);
	const char *why = ece_errno_text(-result->err);
	const char *own = NULL;

	if (!why)
		why = "unknown error";
	if (result->backend == ECE_BACKEND_VSC)
		own = window_text(result->err);
	else if (result->backend == ECE_BACKEND_DEVX)
		own = devx_text(result->err);
	else if (result->backend == ECE_BACKEND_OFED)
		own = ofed_text(result->err);
	if (result->has_status)
		snprintf(buf, size, "%s: the firmware refused: %s (status 0x%02x, syndrome 0x%08x)", name,
			 prm_status_text(result->status), result->status, result->syndrome);
	else if (own)
		snprintf(buf, size, "%s: %s", name, own);
	else if (result->err == -EBADMSG)
		snprintf(buf, size, "%s: the kernel does not pass this command", name);
	else if (result->reached == ECE_REACHED_UNKNOWN)
		snprintf(buf, size, "%s: %s (from the kernel or the firmware; the kernel log may have the syndrome)",
			 name, why);
	else
		snprintf(buf, size, "%s: %s", name, why);
	return buf;
}
