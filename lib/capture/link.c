// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/be.h"
#include "lib/capture/network.h"

enum {
	ETHERNET_BYTES = 14,
	ETHERNET_TYPE = 12,
	SLL_BYTES = 16,
	SLL_TYPE = 14,
	SLL2_BYTES = 20,
	SLL2_TYPE = 0,
	TAG_BYTES = 4, /* counted from behind the type that announced it: tag, then the next type */
	TAG_TYPE = 2,
	VLAN_MASK = 0xfff,
	IP_VERSION_SHIFT = 4,
};

static bool is_tag(uint16_t type)
{
	/* 802.1Q, 802.1ad, and what stood for the latter before it was a standard */
	return type == 0x8100 || type == 0x88a8 || type == 0x9100;
}

static enum capture_verdict skip_tags(struct capture_view *view, uint16_t *type, struct capture_mad *mad)
{
	enum capture_verdict verdict;

	for (size_t tags = 0; is_tag(*type); tags++) {
		if (tags == CAPTURE_TAGS_MAX)
			return CAPTURE_TAGS;
		verdict = capture_view_need(view, TAG_BYTES);
		if (verdict)
			return verdict;
		if (!tags)
			mad->vlan = ece_be16(view->at) & VLAN_MASK;
		mad->has_vlan = true;
		*type = ece_be16(view->at + TAG_TYPE);
		capture_view_skip(view, TAG_BYTES);
	}
	return CAPTURE_GOOD;
}

static enum capture_verdict skip_header(struct capture_view *view, size_t bytes, size_t type_at, uint16_t *type,
					struct capture_mad *mad)
{
	enum capture_verdict verdict = capture_view_need(view, bytes);

	if (verdict)
		return verdict;
	*type = ece_be16(view->at + type_at);
	capture_view_skip(view, bytes);
	return skip_tags(view, type, mad);
}

static enum capture_verdict guess_ip(const struct capture_view *view, uint16_t *type)
{
	enum capture_verdict verdict = capture_view_need(view, 1);

	if (verdict)
		return verdict;
	switch (view->at[0] >> IP_VERSION_SHIFT) {
	case 4:
		*type = TYPE_IPV4;
		return CAPTURE_GOOD;
	case 6:
		*type = TYPE_IPV6;
		return CAPTURE_GOOD;
	default:
		return CAPTURE_OTHER;
	}
}

enum capture_verdict capture_link_skip(enum capture_link link, struct capture_view *view, uint16_t *type,
				       struct capture_mad *mad)
{
	mad->has_vlan = false;
	mad->vlan = 0;
	switch (link) {
	case CAPTURE_LINK_ETHERNET:
		return skip_header(view, ETHERNET_BYTES, ETHERNET_TYPE, type, mad);
	case CAPTURE_LINK_SLL:
		return skip_header(view, SLL_BYTES, SLL_TYPE, type, mad);
	case CAPTURE_LINK_SLL2:
		return skip_header(view, SLL2_BYTES, SLL2_TYPE, type, mad);
	case CAPTURE_LINK_IP:
		return guess_ip(view, type);
	}
	return CAPTURE_OTHER;
}
