// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/pci/card.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/datapath/dp.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/pci/bar.h"
#include "devx/sim/pci/event_queue.h"

#define LOG_LINE_MAX 256

void pci_card_log(struct pci_card *card, const char *format, ...)
{
	char line[LOG_LINE_MAX];
	va_list args;
	int used;

	if (!card->log)
		return;
	used = snprintf(line, sizeof(line), "%s: ", card->name);
	va_start(args, format);
	vsnprintf(line + used, sizeof(line) - (size_t)used, format, args);
	va_end(args);
	card->log(card->log_ctx, line);
}

/* A card that vanished from the bus answers every read with ones. */
static void region_read(void *ctx, uint32_t region, uint64_t at, uint8_t *to, size_t bytes)
{
	struct pci_card *card = ctx;

	if (card->state.vanished)
		memset(to, 0xff, bytes);
	else if (region == PCI_VFU_CONFIG)
		pci_config_read(card, at, to, bytes);
	else if (region == PCI_VFU_BAR0)
		pci_bar_read(card, at, to, bytes);
}

static void region_write(void *ctx, uint32_t region, uint64_t at, const uint8_t *from, size_t bytes)
{
	struct pci_card *card = ctx;

	if (card->state.vanished)
		return;
	if (region == PCI_VFU_CONFIG)
		pci_config_write(card, at, from, bytes);
	else if (region == PCI_VFU_BAR0)
		pci_bar_write(card, at, from, bytes);
}

void pci_card_reset(struct pci_card *card)
{
	pci_card_log(card, "reset");
	pci_cmd_queue_reset(&card->commands);
	memset(&card->window, 0, sizeof(card->window));
	fw_reset(&card->fw);
	dp_reset(card->dp);
}

static void device_reset(void *ctx)
{
	pci_card_reset(ctx);
}

static const struct pci_vfu_ops vfu_ops = {
	.read = region_read,
	.write = region_write,
	.reset = device_reset,
};

static bool write_memory(void *ctx, uint64_t address, const void *from, size_t bytes)
{
	const struct pci_card *card = ctx;

	return pci_memory_write(&card->vfu.memory, address, from, bytes);
}

static bool read_memory(void *ctx, uint64_t address, void *to, size_t bytes)
{
	const struct pci_card *card = ctx;

	return pci_memory_read(&card->vfu.memory, address, to, bytes);
}

static void completion(void *ctx, uint32_t eqn, uint32_t cqn)
{
	pci_event_completion(ctx, (uint8_t)eqn, cqn);
}

static void event(void *ctx, uint8_t type, uint8_t subtype, const uint8_t data[28])
{
	pci_event(ctx, type, subtype, data);
}

static void transmit(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	pci_link_transmit(ctx, now_ns, frame, bytes);
}

static void data_log(void *ctx, const char *line)
{
	pci_card_log(ctx, "%s", line);
}

static const struct dp_ops data_ops = {
	.read = read_memory,
	.write = write_memory,
	.completion = completion,
	.event = event,
	.transmit = transmit,
	.log = data_log,
};

static const struct fw_front_ops front_ops = {
	.write_memory = write_memory,
};

static const uint64_t region_bytes[PCI_VFU_REGIONS] = {
	[PCI_VFU_BAR0] = PCI_BAR_BYTES,
	[PCI_VFU_CONFIG] = PCI_CONFIG_BYTES,
};

struct pci_card *pci_card_new(const struct pci_card_options *options, pci_log *log, void *log_ctx,
			      struct ece_error *error)
{
	struct pci_card *card = calloc(1, sizeof(*card));

	if (card) {
		pci_vfu_init(&card->vfu, &vfu_ops, card, region_bytes);
		card->fw.objects = fw_objects_new();
	}
	if (card && card->fw.objects)
		card->dp = dp_new(&card->fw, &data_ops, card, NULL);
	if (!card || !card->dp) {
		pci_card_free(card);
		ece_error_set(error, -ENOMEM, ECE_ERROR_MEMORY, "no memory for card '%s'", options->name);
		return NULL;
	}
	snprintf(card->name, sizeof(card->name), "%s", options->name);
	card->fw.type = options->type;
	card->fw.state = &card->state;
	card->fw.front = &front_ops;
	card->fw.front_ctx = card;
	card->log = log;
	card->log_ctx = log_ctx;
	card->fw.card = options->first ? &options->first->state : NULL;
	pci_config_init(&card->config, options->type, !options->no_window && !options->type->no_window);
	fw_power_on_function(&card->fw, options->identity, options->function);
	return card;
}

void pci_card_free(struct pci_card *card)
{
	if (!card)
		return;
	pci_vfu_detach(&card->vfu);
	pci_cmd_queue_reset(&card->commands);
	dp_free(card->dp);
	fw_objects_free(card->fw.objects);
	free(card);
}

struct pci_card *pci_card_named(struct pci_card *const *cards, size_t count, const char *name)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (strcmp(cards[i]->name, name) == 0)
			return cards[i];
	}
	return NULL;
}

int pci_card_serve(struct pci_card *card, uint64_t now_ns)
{
	int err;

	card->now_ns = now_ns;
	err = pci_vfu_serve(&card->vfu);
	if (err) {
		pci_card_log(card, "client gone: %s", strerror(-err));
		pci_vfu_detach(&card->vfu);
		pci_card_reset(card);
	}
	pci_link_refresh(card);
	return err;
}

uint64_t pci_card_tick(struct pci_card *card, uint64_t now_ns)
{
	uint64_t answers, work;

	card->now_ns = now_ns;
	pci_link_refresh(card);
	answers = pci_cmd_queue_tick(card);
	work = card->state.vanished ? FW_NEVER : dp_run(card->dp, now_ns);
	return answers < work ? answers : work;
}
