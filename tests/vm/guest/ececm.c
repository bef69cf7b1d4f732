// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ececm listen|connect ADDRESS PORT FLOW [allow=LIST] [require=LIST]: one RDMA-CM connection by libece (ece/cm.h).
 *
 * FLOW is "own" for a queue pair of the program's, "managed" for one of librdmacm's, "datagram" for a lookup (SIDR). Without
 * LISTs the policy is that of the host. Lines as cm prints them: "local", "remote", "agreed" with vendor and options;
 * "effective OPTIONS"; "missing OPTION REASON"; "data good"; "ready". What fails is "error KIND: SENTENCE", or "peer: SENTENCE"
 * where the other end refused, and exit status 3.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ece/cm.h"
#include "tests/vm/guest/cm_end.h"

#define REFUSED_STATUS 3

struct program {
	struct end end;
	struct ece_policy given;
	const struct ece_policy *policy; /* NULL: of the host */
	struct ece_outcome outcome;
	struct ece_error e;
};

static void print_offer(const char *what, bool known, const struct ece_offer *offer)
{
	if (known)
		printf("%s 0x%x 0x%08x\n", what, offer->vendor_id, offer->options);
}

static void print_outcome(const struct program *p)
{
	const struct ece_outcome *o = &p->outcome;
	const struct ece_option *option;

	print_offer("local", true, &o->local);
	print_offer("remote", o->has_remote, &o->remote);
	print_offer("agreed", o->has_agreed, &o->agreed);
	printf("qpn %u\n", p->end.qp->qp_num);
	if (o->effective_by == ECE_EFFECTIVE_NOT_READ)
		puts("effective unknown");
	else
		printf("effective 0x%08x\n", o->effective.options);
	for (size_t i = 0; (option = ece_option_at(i)); i++)
		printf("missing %s %s\n", option->name, ece_missing_name(ece_outcome_why(o, option->bit)));
}

/* Ends the program where something was refused. */
static void check(struct program *p, int ret)
{
	if (!ret)
		return;
	printf("error %s: %s\n", ece_error_kind_name(p->e.kind), p->e.text);
	exit(REFUSED_STATUS);
}

/* The event, or the peer's refusal. */
static void await(struct program *p, enum rdma_cm_event_type wanted)
{
	struct rdma_cm_event *event = end_next(&p->end, wanted);

	if (ece_cm_was_refused(event, &p->e)) {
		printf("peer: %s\n", p->e.text);
		exit(REFUSED_STATUS);
	}
	if (event->event != wanted) {
		fprintf(stderr, "ececm: %s (status %d) instead of %s\n", rdma_event_str(event->event), event->status,
			rdma_event_str(wanted));
		exit(2);
	}
	must(rdma_ack_cm_event(event), "acknowledge");
}

/* A peer that is left without a word waits until its deadline. */
static void allow_managed(struct program *p, enum ece_role role)
{
	int ret = ece_cm_managed_allowed(p->end.id, role, p->policy, &p->outcome, &p->e);

	if (ret && role == ECE_RESPONDER)
		must(rdma_reject(p->end.id, NULL, 0), "rdma_reject");
	check(p, ret);
}

static void finish_managed(struct program *p)
{
	int ret = ece_cm_managed(p->end.id, &p->outcome, &p->e);

	if (ret)
		must(rdma_disconnect(p->end.id), "rdma_disconnect");
	check(p, ret);
}

static void listen_end(struct program *p)
{
	struct end *end = &p->end;

	end_await(end);
	end_make_qp(end);
	if (end->own)
		check(p, ece_cm_answer(end->id, end->qp, p->policy, NULL, NULL, &p->outcome, &p->e));
	else
		allow_managed(p, ECE_RESPONDER);
	end_post(end);
	must(rdma_accept(end->id, &end->param), "rdma_accept");
	await(p, RDMA_CM_EVENT_ESTABLISHED);
	if (!end->own)
		finish_managed(p);
	end_receive(end);
}

static void establish_own(struct program *p)
{
	await(p, RDMA_CM_EVENT_CONNECT_RESPONSE);
	check(p, ece_cm_take(p->end.id, p->end.qp, NULL, NULL, &p->outcome, &p->e));
	must(rdma_establish(p->end.id), "rdma_establish");
}

static void connect_end(struct program *p)
{
	struct end *end = &p->end;

	end_make_qp(end);
	if (end->own)
		check(p, ece_cm_offer(end->id, end->qp, p->policy, &p->outcome, &p->e));
	else
		allow_managed(p, ECE_REQUESTOR);
	must(rdma_connect(end->id, &end->param), "rdma_connect");
	if (end->own) {
		establish_own(p);
	} else {
		await(p, RDMA_CM_EVENT_ESTABLISHED);
		finish_managed(p);
	}
	end_send(end);
}

/* A lookup and its reply; no datagram is sent. */
static void look_up(struct program *p)
{
	struct end *end = &p->end;

	if (end->listens) {
		end_await(end);
		end_make_qp(end);
		check(p, ece_cm_answer(end->id, end->qp, p->policy, NULL, NULL, &p->outcome, &p->e));
		must(rdma_accept(end->id, &end->param), "rdma_accept");
	} else {
		end_make_qp(end);
		check(p, ece_cm_offer(end->id, end->qp, p->policy, &p->outcome, &p->e));
		must(rdma_connect(end->id, &end->param), "rdma_connect");
		await(p, RDMA_CM_EVENT_ESTABLISHED);
		check(p, ece_cm_take(end->id, end->qp, NULL, NULL, &p->outcome, &p->e));
	}
	print_outcome(p);
}

/* True where the argument is NAME=LIST. */
static bool take_list(struct program *p, const char *arg, const char *name, uint32_t *bits)
{
	size_t len = strlen(name);

	if (strncmp(arg, name, len) != 0 || arg[len] != '=')
		return false;
	check(p, ece_bits_parse(arg + len + 1, bits, &p->e));
	p->policy = &p->given;
	return true;
}

int main(int argc, char **argv)
{
	static struct program p = {.given = {.allow = ECE_OPTIONS_ALL}};
	bool datagram;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 5; i < argc; i++)
		if (!take_list(&p, argv[i], "allow", &p.given.allow) &&
		    !take_list(&p, argv[i], "require", &p.given.require))
			argc = 0;
	if (argc < 5) {
		fprintf(stderr,
			"usage: ececm listen|connect ADDRESS PORT own|managed|datagram [allow=LIST] [require=LIST]\n");
		return 2;
	}
	datagram = !strcmp(argv[4], "datagram");
	p.end.own = strcmp(argv[4], "managed") != 0;
	end_open(&p.end, !strcmp(argv[1], "listen"), argv[2], argv[3], datagram ? RDMA_PS_UDP : RDMA_PS_TCP);
	if (datagram) {
		look_up(&p);
		return 0;
	}
	if (p.end.listens)
		listen_end(&p);
	else
		connect_end(&p);
	print_outcome(&p);
	end_hold(&p.end);
	return 0;
}
