// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/text.h"
#include "tools/common/view.h"
#include "tools/ece-counters/views.h"

static const char devx_note[] =
	"Processes have this device open and no queue pair of theirs is by verbs: queue pairs that were made by "
	"DevX do not move the counters of 32 bits.";

const char *counter_state_name(const struct counter_reading *reading)
{
	if (reading->state == COUNTER_PRESENT)
		return "present";
	return reading->state == COUNTER_ABSENT ? "absent" : "unreadable";
}

static void paragraph(const struct term *term, const char *mark, const char *text)
{
	int width = fprintf(term->out, "%*s%s", VIEW_INDENT, "", mark);

	text_wrap(term->out, text, width > 0 ? (size_t)width : 0, view_width(term));
	fputc('\n', term->out);
}

static void fault(const struct term *term, const struct scrape_fault *fault)
{
	const char *part = scrape_part_name(fault->part);
	char mark[64];

	if (fault->port)
		snprintf(mark, sizeof(mark), "not read: %s (port %" PRIu32 "): ", part ? part : "?", fault->port);
	else
		snprintf(mark, sizeof(mark), "not read: %s: ", part ? part : "?");
	fputs(term_style(term, TERM_WARN), term->out);
	paragraph(term, mark, fault->error.text);
	fputs(term_style(term, TERM_PLAIN), term->out);
}

void device_text(const struct term *term, const struct sheet_device *of)
{
	const struct scrape_device *device = of->reading_count ? of->readings[of->reading_count - 1] : NULL;

	if (!device)
		return;
	if (device->barred) {
		paragraph(term, "left alone: ", device->has_nic ? device->nic.why : "somebody else owns it");
		return;
	}
	algorithms_text(term, of);
	for (size_t i = 0; i < device->fault_count; i++)
		fault(term, &device->faults[i]);
	if (device->devx_only)
		paragraph(term, "", devx_note);
}
