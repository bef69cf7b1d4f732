// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/message.h"

static const char *const reasons[] = {
	[1] = "no queue pair available",
	[2] = "no end-to-end context available",
	[3] = "no resources available",
	[4] = "timeout",
	[5] = "unsupported request",
	[6] = "invalid communication id",
	[7] = "invalid communication instance",
	[8] = "invalid service id",
	[9] = "invalid transport service type",
	[10] = "stale connection",
	[11] = "reliable datagram channel does not exist",
	[12] = "primary remote port GID rejected",
	[13] = "primary remote port LID rejected",
	[14] = "invalid primary service level",
	[15] = "invalid primary traffic class",
	[16] = "invalid primary hop limit",
	[17] = "invalid primary packet rate",
	[18] = "alternate remote port GID rejected",
	[19] = "alternate remote port LID rejected",
	[20] = "invalid alternate service level",
	[21] = "invalid alternate traffic class",
	[22] = "invalid alternate hop limit",
	[23] = "invalid alternate packet rate",
	[24] = "port and connection manager redirection",
	[25] = "port redirection",
	[26] = "invalid path MTU",
	[27] = "insufficient responder resources",
	[28] = "consumer reject",
	[29] = "RNR retry count reject",
	[30] = "duplicate local communication id",
	[31] = "invalid class version",
	[32] = "invalid primary flow label",
	[33] = "invalid alternate flow label",
	[CAPTURE_REJ_VENDOR_OPTION] = "vendor option not supported",
};

static const char *const statuses[] = {
	"valid queue pair",        "service id not supported", "rejected by the service provider",
	"no queue pair available", "request redirected",       "unsupported version",
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

const char *capture_reason_text(uint16_t reason)
{
	return reason < COUNT(reasons) && reasons[reason] ? reasons[reason] : "unknown reason";
}

const char *capture_status_text(uint8_t status)
{
	return status < COUNT(statuses) ? statuses[status] : "unknown status";
}
