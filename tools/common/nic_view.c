// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/nic_view.h"

#include <inttypes.h>
#include <string.h>

#include "tools/common/text.h"
#include "tools/common/view.h"

static void field(const struct term *term, const char *before, const char *text)
{
	if (text[0])
		fprintf(term->out, "  %s%s", before, text);
}

void nic_remark(const struct term *term, const char *before, const char *text)
{
	if (!text[0])
		return;
	fprintf(term->out, "%*s%s", VIEW_INDENT, "", before);
	text_wrap(term->out, text, VIEW_INDENT + strlen(before), view_width(term));
	fputc('\n', term->out);
}

static void identity(const struct term *term, const struct ece_nic_info *info)
{
	if (!info->firmware[0] && !info->psid[0] && !info->guid)
		return;
	field(term, "firmware ", info->firmware);
	field(term, "PSID ", info->psid);
	if (info->guid)
		fprintf(term->out, "  GUID %016" PRIx64, info->guid);
	fputc('\n', term->out);
}

void nic_text(const struct term *term, const struct ece_nic_info *info)
{
	fprintf(term->out, "%s%s%s", term_style(term, TERM_BOLD), info->pci, term_style(term, TERM_PLAIN));
	field(term, "", info->card);
	field(term, "", info->rdma_on[0] ? "" : info->rdma);
	field(term, "", info->netdev);
	if (info->speed_mbps && info->speed_mbps % 1000 == 0)
		fprintf(term->out, "  %" PRIu32 "G", info->speed_mbps / 1000);
	else if (info->speed_mbps)
		fprintf(term->out, "  %" PRIu32 "M", info->speed_mbps);
	fputc('\n', term->out);
	identity(term, info);
	nic_remark(term, "", info->note);
	nic_remark(term, "left alone: ", info->why);
}

static const char *or_null(const char *text)
{
	return text[0] ? text : NULL;
}

static json_t *guid_json(uint64_t guid)
{
	char text[24];

	snprintf(text, sizeof(text), "%016" PRIx64, guid);
	return guid ? json_string(text) : json_null();
}

json_t *nic_json(const struct ece_nic_info *info)
{
	return json_pack(
		"{s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:s?, s:o, s:o, s:s?, s:s?, s:i, s:o, s:s, s:s, "
		"s:s?, s:s?, s:s?}",
		"pci", or_null(info->pci), "parent", or_null(info->parent), "rdma", or_null(info->rdma), "rdma_on",
		or_null(info->rdma_on), "netdev", or_null(info->netdev), "bond", or_null(info->bond), "fwctl",
		or_null(info->fwctl), "driver", or_null(info->driver), "psid", or_null(info->psid), "guid",
		guid_json(info->guid), "card_guid", guid_json(info->card_guid), "firmware", or_null(info->firmware),
		"card", or_null(info->card), "port", (int)info->port, "speed_mbps",
		info->speed_mbps ? json_integer(info->speed_mbps) : json_null(), "kind", ece_nic_kind_name(info->kind),
		"link_layer", ece_link_layer_name(info->link), "bar", info->bar ? ece_nic_bar_name(info->bar) : NULL,
		"why", or_null(info->why), "note", or_null(info->note));
}
