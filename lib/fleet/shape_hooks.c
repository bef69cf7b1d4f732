// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/hooks.h"
#include "lib/fleet/shape_parts.h"

static const struct shape url = {.kind = SHAPE_URL};
static const struct shape_word event_words[] = {
	{.name = "started"}, {.name = "paused"}, {.name = "resumed"}, {.name = "undoing"},
	{.name = "ended"},   {.name = "step"},   {.name = "gate"},    {0},
};
static const struct shape event = {.kind = SHAPE_WORD, .words = event_words};
static const struct shape events = {.kind = SHAPE_ARRAY, .of = &event, .min = 1, .max = FLEET_HOOK_EVENT_COUNT};
static const struct shape tags = {.kind = SHAPE_ARRAY, .of = &shape_text, .max = FLEET_HOOK_TAGS_MAX};

static const struct shape_key webhook_keys[] = {
	{.name = "url", .shape = &url, .required = true, .text = "Where messages are POSTed, as JSON"},
	{.name = "events",
	 .shape = &events,
	 .text = "What is told; none given: all but step (each state of each step) and gate (verdicts that are no "
		 "pass)"},
	{.name = "secret_file",
	 .shape = &shape_text,
	 .text = "Messages are signed with what is in it (HMAC-SHA256, header Ece-Signature); only its owner may read "
		 "it"},
	{.name = "headers_file",
	 .shape = &shape_text,
	 .text = "More headers, a line each, as in \"Authorization: Bearer ...\"; only its owner may read it"},
	{.name = "ca_file", .shape = &shape_text, .text = "Certificates that are trusted; none given: the system's"},
	{0},
};
static const struct shape webhook = {.kind = SHAPE_OBJECT, .keys = webhook_keys};
const struct shape shape_webhooks = {.kind = SHAPE_ARRAY, .of = &webhook, .max = FLEET_HOOKS_MAX};

static const struct shape_key grafana_keys[] = {
	{.name = "url", .shape = &url, .required = true, .text = "As in \"https://grafana.example\""},
	{.name = "token_file",
	 .shape = &shape_text,
	 .required = true,
	 .text = "The token of a service account that may write annotations; only its owner may read the file"},
	{.name = "tags",
	 .shape = &tags,
	 .text = "Of each annotation, beside \"ecekit\", the fleet's name and the result"},
	{.name = "ca_file", .shape = &shape_text, .text = "Certificates that are trusted; none given: the system's"},
	{0},
};
const struct shape shape_grafana = {.kind = SHAPE_OBJECT, .keys = grafana_keys};
