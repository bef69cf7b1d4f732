// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/link.h"

#include <errno.h>

#include "devx/prm/port.h"
#include "devx/sim/datapath/dp.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/pci/cable.h"
#include "devx/sim/pci/card.h"
#include "devx/sim/pci/event_queue.h"

static void tell_driver(struct pci_card *card)
{
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};

	prm_set(data, &prm_event_data.port_num, 1);
	pci_event(card, PRM_EVENT_PORT_CHANGE, fw_link_up(&card->state) ? PRM_PORT_CHANGE_ACTIVE : PRM_PORT_CHANGE_DOWN,
		  data);
}

/* The link is there when both ends are up. */
static void follow(struct pci_card *card)
{
	bool none = !card->link.up || !wire_port_carrier(card->link.cable->wire, card->link.port);

	if (card->state.no_carrier == none)
		return;
	card->state.no_carrier = none;
	tell_driver(card);
}

static void carrier(void *ctx, bool up)
{
	(void)up;
	follow(ctx);
}

static void receive(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct pci_card *card = ctx;

	if (!card->state.vanished)
		dp_receive(card->dp, now_ns, frame, bytes);
}

static const struct wire_port_ops port_ops = {
	.receive = receive,
	.carrier = carrier,
};

int pci_link_connect(struct pci_card *card, struct pci_cable *cable, struct ece_error *error)
{
	int port;

	if (card->link.cable)
		return ece_error_set(error, -EBUSY, ECE_ERROR_DUPLICATE, "the port of '%s' has a cable already",
				     card->name);
	/* Attaching asks for the carrier. */
	card->link.cable = cable;
	card->state.no_carrier = true;
	port = wire_cable_attach(cable->wire, &port_ops, card, error);
	if (port < 0) {
		card->link.cable = NULL;
		card->state.no_carrier = false;
		return port;
	}
	card->link.port = port;
	return 0;
}

/* A driver that never said what it wants leaves the port as it comes out of a reset: up. */
static bool wanted(const struct pci_card *card)
{
	uint8_t admin = card->fw.objects->driver.port_status;

	return admin == 0 || admin == PRM_PAOS_UP;
}

void pci_link_refresh(struct pci_card *card)
{
	bool up = card->vfu.fd >= 0 && !card->state.vanished && !card->state.link_down && wanted(card);

	if (!card->link.cable)
		return;
	if (card->link.up != up) {
		card->link.up = up;
		wire_port_up(card->link.cable->wire, card->link.port, up);
	}
	follow(card);
}

void pci_link_told(struct pci_card *card)
{
	if (card->link.cable)
		pci_link_refresh(card);
	else
		tell_driver(card);
}

void pci_link_transmit(struct pci_card *card, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	if (card->link.cable)
		wire_send(card->link.cable->wire, card->link.port, now_ns, frame, bytes);
}
