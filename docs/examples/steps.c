// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ECE by steps, for programs that have a channel of their own to the peer, or queue pairs of their own. Two ends in one
 * process, and no RDMA device: what the devices would say are numbers here.
 *
 *	cc steps.c $(pkg-config --cflags --libs ece) && ./a.out
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ece/negotiate.h>

struct end {
	const char *name;
	struct ece_session *session;
	struct ece_offer card;     /* what its device offers */
	unsigned char inbox[1024]; /* the channel to it */
	size_t len;
};

/* What ibv_set_ece() and a transition to RTR would come to: the device leaves out what it cannot. */
static struct ece_offer device(const struct end *end)
{
	struct ece_offer ask = ece_session_ask(end->session);

	return ece_offer_intersect(&ask, &end->card);
}

static void send_to(struct end *peer, const struct ece_session *from)
{
	size_t len;
	const void *message = ece_session_message(from, &len);

	memcpy(peer->inbox + peer->len, message, len);
	peer->len += len;
}

static void receive(struct end *end)
{
	size_t taken;

	ece_session_received(end->session, end->inbox, end->len, &taken);
	end->len -= taken;
	memmove(end->inbox, end->inbox + taken, end->len);
}

/* Does what a session wants. Returns false when it wants nothing more, or has to wait for its peer. */
static bool step(struct end *end, struct end *peer)
{
	struct ece_offer effective;

	switch (ece_session_want(end->session)) {
	case ECE_WANT_LOCAL:
		ece_session_local(end->session, &end->card, true);
		return true;
	case ECE_WANT_SEND:
		send_to(peer, end->session);
		ece_session_sent(end->session);
		return true;
	case ECE_WANT_RECEIVE:
		if (!end->len)
			return false;
		receive(end);
		return true;
	case ECE_WANT_ASK:
		effective = device(end);
		ece_session_effective(end->session, &effective, ECE_EFFECTIVE_BY_CALLER);
		return true;
	default:
		return false;
	}
}

static int report(const struct end *end)
{
	const struct ece_error *e = ece_session_error(end->session);
	const struct ece_option *option;
	char text[ECE_OUTCOME_TEXT_MAX];

	if (e->code) {
		fprintf(stderr, "%s: %s\n", end->name, e->text);
		return EXIT_FAILURE;
	}
	for (size_t i = 0; (option = ece_option_at(i)); i++)
		printf("%s: %s\n", end->name,
		       ece_outcome_format(ece_session_outcome(end->session), option->bit, text, sizeof(text)));
	return EXIT_SUCCESS;
}

int main(void)
{
	struct ece_policy policy = {.allow = ECE_OPTIONS_ALL, .require = ece_option_find("selective_repeat")->bit};
	struct end a = {.name = "a", .card = ece_offer_make(3, 3)}, b = {.name = "b", .card = ece_offer_make(3, 1)};
	int status = EXIT_FAILURE;

	a.session = ece_session_new(ECE_REQUESTOR, &policy);
	b.session = ece_session_new(ECE_RESPONDER, NULL);
	if (a.session && b.session) {
		while (step(&a, &b) || step(&b, &a))
			;
		status = report(&a) | report(&b);
	}
	ece_session_free(a.session);
	ece_session_free(b.session);
	return status;
}
