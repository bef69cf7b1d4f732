// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/packet.h"

#include "devx/base/be.h"
#include "lib/capture/mad.h"
#include "lib/capture/network.h"

enum {
	BTH_BYTES = 12,
	BTH_OPCODE = 0,
	BTH_FLAGS = 1,
	BTH_VERSION_MASK = 0xf,
	BTH_QPN = 4, /* the low 24 bits of this word */
	LOW_24 = 0xffffff,
	GSI_QPN = 1,
	UD_SEND_ONLY = 0x64,
	CNP = 0x81,
	DETH_BYTES = 8,
};

static enum capture_verdict skip_transport(struct capture_view *view)
{
	enum capture_verdict verdict = capture_view_need(view, BTH_BYTES);

	if (verdict)
		return verdict;
	if (view->at[BTH_FLAGS] & BTH_VERSION_MASK)
		return CAPTURE_BTH;
	if ((ece_be32(view->at + BTH_QPN) & LOW_24) != GSI_QPN)
		return CAPTURE_DATA;
	/* Who receives a marked datagram tells its sender, and that may be QP1 as well. */
	if (view->at[BTH_OPCODE] == CNP)
		return CAPTURE_DATA;
	if (view->at[BTH_OPCODE] != UD_SEND_ONLY)
		return CAPTURE_OPCODE;
	capture_view_skip(view, BTH_BYTES);
	verdict = capture_view_need(view, DETH_BYTES);
	if (!verdict)
		capture_view_skip(view, DETH_BYTES);
	return verdict;
}

static enum capture_verdict check_header(const struct capture_view *view)
{
	enum capture_verdict verdict = capture_view_need(view, MAD_HEADER_BYTES);

	if (verdict)
		return verdict;
	if (view->at[MAD_BASE_VERSION] != MAD_BASE_VERSION_1)
		return CAPTURE_MAD;
	if (view->at[MAD_CLASS] != MAD_CLASS_CM)
		return CAPTURE_OTHER_MAD;
	if (view->at[MAD_CLASS_VERSION] != MAD_CLASS_VERSION_CM)
		return CAPTURE_MAD;
	if (view->at[MAD_METHOD] != MAD_METHOD_SEND)
		return CAPTURE_METHOD;
	return view->wire < CAPTURE_MAD_BYTES ? CAPTURE_SHORT : CAPTURE_GOOD;
}

enum capture_verdict capture_packet_mad(enum capture_link link, const struct capture_view *packet,
					struct capture_mad *mad)
{
	struct capture_mad found;
	struct capture_view view = *packet, transport;
	const uint8_t *network;
	uint16_t type;
	enum capture_verdict verdict = capture_link_skip(link, &view, &type, &found);

	network = view.at;
	if (!verdict)
		verdict = capture_network_skip(type, &view, &found);
	transport = view;
	if (!verdict)
		verdict = skip_transport(&view);
	if (!verdict)
		verdict = check_header(&view);
	if (verdict)
		return verdict;
	found.icrc = capture_icrc_check(network, (size_t)(transport.at - network), &transport);
	capture_view_end(&view, CAPTURE_MAD_BYTES);
	found.mad = view;
	*mad = found;
	return CAPTURE_GOOD;
}
