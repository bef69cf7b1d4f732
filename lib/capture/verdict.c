// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/verdict.h"

static const struct {
	const char *name;
	const char *text;
} verdicts[CAPTURE_VERDICT_COUNT] = {
	[CAPTURE_GOOD] = {"connection_manager", "of the connection manager"},
	[CAPTURE_OTHER] = {"other", "no RoCE"},
	[CAPTURE_DATA] = {"data", "RoCE, no datagrams to QP1"},
	[CAPTURE_OTHER_MAD] = {"other_mad", "management datagrams of another class"},
	[CAPTURE_CUT] = {"cut", "cut by the capture's snapshot length"},
	[CAPTURE_SHORT] = {"short", "shorter than their own headers"},
	[CAPTURE_LENGTH] = {"length", "with a length that cannot be"},
	[CAPTURE_TAGS] = {"tags", "with too many VLAN tags"},
	[CAPTURE_HEADERS] = {"headers", "with too many IPv6 extension headers"},
	[CAPTURE_FRAGMENT] = {"fragment", "fragments, which are not put together"},
	[CAPTURE_BTH] = {"bth_version", "with an unknown version of the base transport header"},
	[CAPTURE_OPCODE] = {"opcode", "to QP1 that are no datagrams"},
	[CAPTURE_MAD] = {"mad_version", "management datagrams of an unknown version"},
	[CAPTURE_METHOD] = {"method", "of the connection manager with an unknown method"},
	[CAPTURE_ATTRIBUTE] = {"attribute", "of the connection manager with an unknown attribute"},
};

const char *capture_verdict_name(enum capture_verdict verdict)
{
	return verdict < CAPTURE_VERDICT_COUNT ? verdicts[verdict].name : "unknown";
}

const char *capture_verdict_text(enum capture_verdict verdict)
{
	return verdict < CAPTURE_VERDICT_COUNT ? verdicts[verdict].text : "unknown";
}
