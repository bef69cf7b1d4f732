// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/cmd.h"

#include <errno.h>

PRM_DEFINE_LAYOUT(mbox_in, PRM_MBOX_IN);
PRM_DEFINE_LAYOUT(mbox_out, PRM_MBOX_OUT);

/* clang-format off */
static const struct {
	uint8_t status;
	int err;
	const char *text;
} statuses[] = {
	{ PRM_STATUS_OK,             0,      "ok" },
	{ PRM_STATUS_INTERNAL,       EIO,    "internal error" },
	{ PRM_STATUS_BAD_OP,         EINVAL, "operation not supported" },
	{ PRM_STATUS_BAD_PARAM,      EINVAL, "bad parameter" },
	{ PRM_STATUS_BAD_SYS_STATE,  EIO,    "bad system state" },
	{ PRM_STATUS_BAD_RESOURCE,   EINVAL, "bad resource" },
	{ PRM_STATUS_BUSY,           EBUSY,  "resource busy" },
	{ PRM_STATUS_NOT_READY,      EIO,    "not ready" },
	{ PRM_STATUS_LIMIT,          ENOMEM, "limit exceeded" },
	{ PRM_STATUS_BAD_RES_STATE,  EINVAL, "bad resource state" },
	{ PRM_STATUS_BAD_INDEX,      EINVAL, "bad index" },
	{ PRM_STATUS_NO_RESOURCES,   EAGAIN, "no resources" },
	{ PRM_STATUS_BAD_QP_STATE,   EINVAL, "bad QP state" },
	{ PRM_STATUS_BAD_PACKET,     EINVAL, "bad packet" },
	{ PRM_STATUS_BAD_SIZE,       EINVAL, "bad size" },
	{ PRM_STATUS_BAD_INPUT_LEN,  EIO,    "bad input length" },
	{ PRM_STATUS_BAD_OUTPUT_LEN, EIO,    "bad output length" },
	{ PRM_STATUS_DRIVER_ABORT,   EIO,    "aborted by the driver: the device is in an error state or in reset" },
};
/* clang-format on */

#define STATUS_COUNT (sizeof(statuses) / sizeof(statuses[0]))

const char *prm_status_text(uint8_t status)
{
	for (size_t i = 0; i < STATUS_COUNT; i++)
		if (statuses[i].status == status)
			return statuses[i].text;
	return "unknown status";
}

int prm_status_errno(uint8_t status)
{
	for (size_t i = 0; i < STATUS_COUNT; i++)
		if (statuses[i].status == status)
			return statuses[i].err;
	return EIO;
}
