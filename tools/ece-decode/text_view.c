// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/utc.h"
#include "tools/ece-decode/address.h"
#include "tools/ece-decode/views.h"

#define INDENT           4
#define LABEL            9
#define NANOSECONDS      UINT64_C(1000000000)
#define MICROSECOND_NS   1000
#define SECONDS_TEXT_END 19 /* "2099-12-31T18:00:00" */

static void print_time(FILE *out, uint64_t ns)
{
	char text[UTC_TEXT_MAX];

	utc_format((int64_t)(ns / NANOSECONDS), text);
	fprintf(out, "%.*s.%06" PRIu64 "Z", SECONDS_TEXT_END, text, ns % NANOSECONDS / MICROSECOND_NS);
}

static void print_end(FILE *out, const struct capture_end *end)
{
	char text[ADDRESS_TEXT_MAX];

	fputs(address_text(end->address, text), out);
	/* A SIDR_REQ names no queue pair: number 0 is nobody's. */
	if (end->known && end->qpn)
		fprintf(out, " QP %" PRIu32, end->qpn);
}

static void print_service(FILE *out, uint64_t service_id)
{
	const char *protocol;
	uint16_t port;

	if (capture_service_port(service_id, &protocol, &port))
		fprintf(out, "%s port %u", protocol, port);
	else
		fprintf(out, "service 0x%" PRIx64, service_id);
}

static void heading(const struct term *term, const struct capture_exchange *exchange)
{
	FILE *out = term->out;

	fputs(term_style(term, TERM_BOLD), out);
	print_end(out, &exchange->requester);
	fprintf(out, " %s ", term_sign(term, TERM_ARROW));
	print_end(out, &exchange->responder);
	fprintf(out, "%s, ", term_style(term, TERM_PLAIN));
	if (exchange->datagram)
		fputs("datagram ", out);
	if (exchange->requester.known || exchange->datagram) {
		print_service(out, exchange->service_id);
		fputs(", ", out);
	}
	if (exchange->transport && strcmp(exchange->transport, "RC") != 0)
		fprintf(out, "%s, ", exchange->transport);
	if (exchange->roce_v1)
		fputs("RoCE v1, ", out);
	if (exchange->has_vlan)
		fprintf(out, "VLAN %u, ", exchange->vlan);
	print_time(out, exchange->first_ns);
	fputc('\n', out);
}

static void word_line(FILE *out, const char *label, const struct ece_offer *word, const char *remark)
{
	char text[ECE_OFFER_TEXT_MAX];

	fprintf(out, "%*s%-*s ", INDENT, "", LABEL, label);
	if (word->vendor_id)
		fputs(ece_offer_format(word, text, sizeof(text)), out);
	else if (word->options)
		fprintf(out, "none: 0x%08" PRIx32 " without a vendor means nothing", word->options);
	else
		fputs("none", out);
	fprintf(out, "%s\n", remark);
}

static void gid_line(FILE *out, const struct capture_exchange *exchange)
{
	const struct capture_end *a = &exchange->requester, *b = &exchange->responder;
	char from[ADDRESS_TEXT_MAX], to[ADDRESS_TEXT_MAX];

	if (exchange->datagram || !a->known ||
	    (!memcmp(a->gid, a->address, sizeof(a->gid)) && !memcmp(b->gid, b->address, sizeof(b->gid))))
		return;
	fprintf(out, "%*s%-*s %s and %s\n", INDENT, "", LABEL, "GIDs", gid_text(a->gid, from), gid_text(b->gid, to));
}

/* What the responder said, and what came of it. */
static void answer_lines(FILE *out, const struct capture_exchange *exchange)
{
	const struct ece_offer *offered = &exchange->requester.word, *answered = &exchange->responder.word;
	struct ece_offer none = {0};

	if (!exchange->responder.known)
		return;
	if (capture_exchange_ending(exchange) != CAPTURE_ESTABLISHED) {
		word_line(out, "answered", answered, "");
	} else if (answered->vendor_id && answered->vendor_id != offered->vendor_id) {
		word_line(out, "answered", answered, "");
		word_line(out, "agreed", &none, ": the ends are of different vendors");
	} else {
		word_line(out, "agreed", answered, word_more(offered, answered) ? ", more than was offered" : "");
	}
}

static void reject_line(FILE *out, const struct capture_exchange *exchange)
{
	static const char *const what[] = {"the REQ", "the REP", "no message", "?"};
	const struct capture_end *by = exchange->rejected_by_requester ? &exchange->requester : &exchange->responder;
	char text[ADDRESS_TEXT_MAX];

	fprintf(out, "%*s%-*s by %s: %s (%u), rejects %s\n", INDENT, "", LABEL, "rejected",
		address_text(by->address, text), capture_reason_text(exchange->reason), exchange->reason,
		what[exchange->rejects & 3]);
}

static void ending_line(const struct term *term, const struct capture_exchange *exchange)
{
	const char *text = NULL;

	switch (capture_exchange_ending(exchange)) {
	case CAPTURE_UNCONFIRMED:
		text = "unfinished: the requester was not heard of again";
		break;
	case CAPTURE_UNANSWERED:
		text = "unfinished: no answer";
		break;
	case CAPTURE_NO_REQUEST:
		text = "unfinished: the request is not in the capture";
		break;
	case CAPTURE_NOT_FOUND:
		fprintf(term->out, "%*s%-*s %s (%u)\n", INDENT, "", LABEL, "refused",
			capture_status_text(exchange->status), exchange->status);
		break;
	case CAPTURE_REJECTED:
		reject_line(term->out, exchange);
		break;
	default:
		break;
	}
	if (text)
		fprintf(term->out, "%*s%s%s%s%s\n", INDENT, "", term_style(term, TERM_WARN), text,
			exchange->forgotten ? ", as far as it was kept" : "", term_style(term, TERM_PLAIN));
	if (exchange->repeats)
		fprintf(term->out, "%*s%-*s %" PRIu32 " message%s\n", INDENT, "", LABEL, "again", exchange->repeats,
			exchange->repeats == 1 ? "" : "s");
}

void exchange_text(const struct term *term, const struct capture_exchange *exchange)
{
	heading(term, exchange);
	gid_line(term->out, exchange);
	if (exchange->requester.known && !exchange->datagram)
		word_line(term->out, "offered", &exchange->requester.word, "");
	answer_lines(term->out, exchange);
	ending_line(term, exchange);
}
