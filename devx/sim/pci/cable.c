// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/cable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define THE_PORT "1"

struct known {
	struct pci_card *const *cards;
	size_t count;
};

/* NAME[:1] */
static int connect_end(struct pci_cable *cable, const struct known *known, char *end, struct ece_error *error)
{
	char *port = strchr(end, ':');
	struct pci_card *card;
	int err;

	if (port)
		*port++ = '\0';
	card = pci_card_named(known->cards, known->count, end);
	if (!card)
		return ece_error_set(error, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "there is no card '%s' to connect", end);
	if (port && strcmp(port, THE_PORT) != 0)
		return ece_error_set(
			error, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			"'%s' has port 1 and no port '%s': a second port is a function with a name of its own", end,
			port);
	err = pci_link_connect(card, cable, error);
	if (!err)
		cable->card[cable->cards++] = card;
	return err;
}

static int connect_all(struct pci_cable *cable, const struct known *known, const char *ends, struct ece_error *error)
{
	char text[PCI_CABLE_ENDS_TEXT_MAX];
	char *rest = text;
	int err = 0;

	if (strlen(ends) >= sizeof(text))
		return ece_error_set(error, -E2BIG, ECE_ERROR_LIMIT, "the ends of a cable fill more than %zu bytes",
				     sizeof(text) - 1);
	memcpy(text, ends, strlen(ends) + 1);
	while (!err && rest)
		err = connect_end(cable, known, strsep(&rest, ","), error);
	if (!err && cable->cards < 2)
		err = ece_error_set(error, -EINVAL, ECE_ERROR_SYNTAX, "a cable has two ends at least, and '%s' is one",
				    ends);
	return err;
}

static void tap(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct pci_capture *capture = ctx;

	wire_pcap_frame(&capture->pcap, capture->epoch_ns + now_ns, frame, bytes);
}

struct pci_cable *pci_cable_new(struct pci_card *const *cards, size_t count, const char *ends,
				const struct wire_weather *weather, struct ece_error *error)
{
	const struct known known = {cards, count};
	struct pci_cable *cable = calloc(1, sizeof(*cable));

	if (!cable) {
		ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for a cable");
		return NULL;
	}
	cable->wire = wire_cable_new(error);
	if (!cable->wire || wire_cable_set_weather(cable->wire, weather, error) ||
	    connect_all(cable, &known, ends, error)) {
		pci_cable_free(cable);
		return NULL;
	}
	return cable;
}

void pci_cable_capture(struct pci_cable *cable, struct pci_capture *capture)
{
	cable->capture = capture;
	wire_cable_tap(cable->wire, tap, capture);
}

void pci_cable_free(struct pci_cable *cable)
{
	size_t i;

	if (!cable)
		return;
	for (i = 0; i < cable->cards; i++) {
		cable->card[i]->link = (struct pci_link){0};
		cable->card[i]->state.no_carrier = false;
	}
	wire_cable_free(cable->wire);
	free(cable);
}
