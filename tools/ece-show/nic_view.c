// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>

#include "tools/ece-show/views.h"

static void field(const struct term *term, const char *before, const char *text)
{
	if (text[0])
		fprintf(term->out, "  %s%s", before, text);
}

void nic_text(const struct term *term, const struct ece_nic_info *info)
{
	fprintf(term->out, "%s%s%s", term_style(term, TERM_BOLD), info->pci, term_style(term, TERM_PLAIN));
	field(term, "", info->card);
	field(term, "", info->rdma);
	field(term, "", info->netdev);
	if (info->speed_mbps && info->speed_mbps % 1000 == 0)
		fprintf(term->out, "  %" PRIu32 "G", info->speed_mbps / 1000);
	else if (info->speed_mbps)
		fprintf(term->out, "  %" PRIu32 "M", info->speed_mbps);
	field(term, "firmware ", info->firmware);
	field(term, "PSID ", info->psid);
	fputc('\n', term->out);
}

static const char *or_null(const char *text)
{
	return text[0] ? text : NULL;
}

json_t *nic_json(const struct ece_nic_info *info)
{
	char guid[24];

	snprintf(guid, sizeof(guid), "%016" PRIx64, info->guid);
	return json_pack("{s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:i, s:o}", "pci", or_null(info->pci),
			 "rdma", or_null(info->rdma), "netdev", or_null(info->netdev), "fwctl", or_null(info->fwctl),
			 "psid", or_null(info->psid), "guid", info->guid ? guid : NULL, "firmware",
			 or_null(info->firmware), "card", or_null(info->card), "port", (int)info->port, "speed_mbps",
			 info->speed_mbps ? json_integer(info->speed_mbps) : json_null());
}
