// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/datagram.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/protocol_proof.h"
#include "lib/host/words.h"

static int broken(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "a datagram of the agent is none: %s", what);
}

static bool is_text(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	for (const char *c = text; end && c < end; c++)
		if ((unsigned char)*c < 0x20 || (unsigned char)*c > 0x7e)
			return false;
	return end;
}

/* What people wrote to people. Of other alphabets too; what is no UTF-8 is made harmless where it is sent on. */
static bool is_sentence(const char *text, size_t size)
{
	const char *end = memchr(text, '\0', size);

	for (const char *c = text; end && c < end; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			return false;
	return end;
}

static bool is_some_text(const char *text, size_t size)
{
	return text[0] && is_text(text, size);
}

static bool has_names(enum protocol_op op)
{
	return op == PROTOCOL_READ || op == PROTOCOL_COUNTERS;
}

static int check_order(const struct datagram_order *order, struct ece_error *e)
{
	uint32_t most = order->op == PROTOCOL_APPLY    ? DATAGRAM_FOLLOW_MAX :
			order->op == PROTOCOL_READ     ? PROTOCOL_PARAMS_MAX :
			order->op == PROTOCOL_COUNTERS ? PROTOCOL_COUNTERS_MAX :
							 0;

	if (order->op >= PROTOCOL_OPS || order->adopt > 1 || order->keep_on_loss > 1 || order->force > 1 ||
	    order->proof > (order->op == PROTOCOL_APPLY) || order->major != PROTOCOL_MAJOR ||
	    order->minor > PROTOCOL_MINOR)
		return broken(e, "an operation or a flag is out of range");
	if (order->count > most)
		return broken(e, "it announces too much");
	if (!is_some_text(order->id, sizeof(order->id)) || !is_text(order->run, sizeof(order->run)) ||
	    !is_text(order->store, sizeof(order->store)) || !is_sentence(order->who, sizeof(order->who)) ||
	    !is_sentence(order->why, sizeof(order->why)))
		return broken(e, "a text has no end or odd characters");
	if (protocol_op_writes(order->op) && (!order->run[0] || !order->store[0]))
		return broken(e, "it names no run or no store");
	if (order->lease_ms > PROTOCOL_LEASE_MS_MAX || order->number > INT64_MAX || order->generation > INT64_MAX)
		return broken(e, "a number is out of range");
	return 0;
}

static int begin(struct intake *intake, const struct datagram_order *order, struct ece_error *e)
{
	struct protocol_request *request;
	int ret = check_order(order, e);

	if (ret)
		return ret;
	request = calloc(1, sizeof(*request));
	intake->request = request;
	if (!request)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	*request = (struct protocol_request){
		.version = {order->major, order->minor},
		.op = order->op,
		.force = order->force,
		.token = {.epoch = order->epoch, .number = order->number},
		.adopt = order->adopt,
		.lease_ms = order->lease_ms,
		.keep_on_loss = order->keep_on_loss,
		.generation = order->generation,
	};
	copy_text(request->id, sizeof(request->id), order->id);
	copy_text(request->run, sizeof(request->run), order->run);
	copy_text(request->token.store, sizeof(request->token.store), order->store);
	copy_text(request->who, sizeof(request->who), order->who);
	copy_text(request->why, sizeof(request->why), order->why);
	if (order->op == PROTOCOL_READ)
		request->params = calloc(order->count + 1, sizeof(const struct ece_param *));
	else if (order->op == PROTOCOL_COUNTERS)
		request->counters = calloc(order->count + 1, sizeof(const struct counter *));
	else
		request->cards = calloc(PROTOCOL_CARDS_MAX, sizeof(*request->cards));
	intake->expected = order->count;
	intake->got = 0;
	intake->proof_due = order->proof;
	if (!request->params && !request->counters && !request->cards)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	return 0;
}

static bool is_card(const struct protocol_card *card, const struct datagram_set *set)
{
	return card->guid == set->guid && !strcmp(card->psid, set->psid);
}

/* The card of a value: the last one, or one that has not been yet. */
static struct protocol_card *card_for(struct protocol_request *request, const struct datagram_set *set,
				      struct intake *intake)
{
	struct protocol_card *card = request->cards;

	for (size_t i = 0; i < request->card_count; i++, card++)
		if (is_card(card, set))
			return i + 1 == request->card_count ? card : NULL;
	if (request->card_count == PROTOCOL_CARDS_MAX)
		return NULL;
	card = &request->cards[request->card_count++];
	card->guid = set->guid;
	copy_text(card->psid, sizeof(card->psid), set->psid);
	intake->room = 0;
	return card;
}

static int add_to_card(struct intake *intake, struct protocol_card *card, const struct protocol_set *set,
		       struct ece_error *e)
{
	struct protocol_set *more;

	for (size_t i = 0; i < card->set_count; i++)
		if (card->sets[i].param == set->param)
			return broken(e, "a parameter is set twice");
	if (card->set_count == PROTOCOL_PARAMS_MAX)
		return broken(e, "a card has too many values");
	if (card->set_count == intake->room) {
		intake->room = intake->room ? 2 * intake->room : 8;
		more = realloc(card->sets, intake->room * sizeof(*more));
		if (!more)
			return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for values");
		card->sets = more;
	}
	card->sets[card->set_count++] = *set;
	return 0;
}

static int take_set(struct intake *intake, const struct datagram_set *datagram, struct ece_error *e)
{
	struct protocol_set set = {.from = datagram->from, .to = datagram->to};
	struct protocol_card *card;

	if (!is_some_text(datagram->psid, sizeof(intake->request->cards->psid)) ||
	    !is_some_text(datagram->param, sizeof(datagram->param)))
		return broken(e, "a text has no end or odd characters");
	set.param = ece_param_find(datagram->param);
	if (!set.param)
		return broken(e, "there is no such parameter");
	card = card_for(intake->request, datagram, intake);
	return card ? add_to_card(intake, card, &set, e) : broken(e, "values of a card are apart, or cards too many");
}

static int take_name(struct intake *intake, const struct datagram_name *datagram, struct ece_error *e)
{
	struct protocol_request *request = intake->request;

	if (!is_some_text(datagram->name, sizeof(datagram->name)))
		return broken(e, "a text has no end or odd characters");
	if (request->op == PROTOCOL_READ)
		request->params[request->param_count] = ece_param_find(datagram->name);
	else
		request->counters[request->counter_count] = counter_find(datagram->name);
	if (request->op == PROTOCOL_READ ? !request->params[request->param_count++] :
					   !request->counters[request->counter_count++])
		return broken(e, "there is no such parameter or counter");
	return 0;
}

static int take_proof(struct intake *intake, const union datagram *datagram, size_t len, struct ece_error *e)
{
	const struct datagram_proof *taken = &datagram->proof;
	struct sign_proof *proof;

	if (len != sizeof(*taken) || datagram->head.type != DATAGRAM_PROOF)
		return broken(e, "it is not the proof that the request has announced");
	proof = calloc(1, sizeof(*proof));
	intake->request->proof = proof;
	if (!proof)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a proof");
	proof->index = taken->index;
	proof->path_len = taken->path_len;
	memcpy(proof->statement, taken->statement, sizeof(proof->statement));
	memcpy(proof->signature, taken->signature, sizeof(proof->signature));
	memcpy(proof->path, taken->path, sizeof(proof->path));
	intake->proof_due = false;
	return proof_is_plausible(proof) ? 0 : broken(e, "a proof is none");
}

static int take_next(struct intake *intake, const union datagram *datagram, size_t len, struct ece_error *e)
{
	bool names = has_names(intake->request->op);
	size_t size = names ? sizeof(datagram->name) : sizeof(datagram->set);

	if (len != size || datagram->head.type != (names ? DATAGRAM_NAME : DATAGRAM_SET))
		return broken(e, "it is not of the kind that the request has announced");
	intake->got++;
	return names ? take_name(intake, &datagram->name, e) : take_set(intake, &datagram->set, e);
}

int intake_take(struct intake *intake, const void *data, size_t len, struct ece_error *e)
{
	union datagram datagram;
	int ret;

	if (len < sizeof(datagram.head) || len > sizeof(datagram))
		return broken(e, "its length");
	memcpy(&datagram, data, len);
	if (datagram.head.version != DATAGRAM_VERSION)
		return broken(e, "it is of another version: agent and guard are not of one installation");
	if (intake->proof_due)
		ret = take_proof(intake, &datagram, len, e);
	else if (intake->request)
		ret = take_next(intake, &datagram, len, e);
	else if (len != sizeof(datagram.order) || datagram.head.type != DATAGRAM_ORDER)
		ret = broken(e, "a request begins with an order");
	else
		ret = begin(intake, &datagram.order, e);
	if (ret)
		return ret;
	return intake->got == intake->expected && !intake->proof_due;
}

struct protocol_request *intake_steal(struct intake *intake)
{
	struct protocol_request *request = intake->request;

	*intake = (struct intake){0};
	return request;
}

void intake_done(struct intake *intake)
{
	protocol_request_free(intake_steal(intake));
}

static struct datagram_head head_of(enum datagram_type type)
{
	return (struct datagram_head){.version = DATAGRAM_VERSION, .type = type};
}

void datagram_of_order(const struct protocol_request *request, struct datagram_order *order)
{
	const struct protocol_version version = protocol_version_older(request->version, (struct protocol_version){0});

	*order = (struct datagram_order){
		.head = head_of(DATAGRAM_ORDER),
		.op = request->op,
		.force = request->force,
		.major = version.major,
		.minor = version.minor,
		.adopt = request->adopt,
		.keep_on_loss = request->keep_on_loss,
		.proof = request->proof != NULL,
		.epoch = request->token.epoch,
		.number = request->token.number,
		.lease_ms = request->lease_ms,
		.generation = request->generation,
	};
	if (request->op == PROTOCOL_READ)
		order->count = (uint32_t)request->param_count;
	else if (request->op == PROTOCOL_COUNTERS)
		order->count = (uint32_t)request->counter_count;
	for (size_t i = 0; i < request->card_count; i++)
		order->count += (uint32_t)request->cards[i].set_count;
	copy_text(order->id, sizeof(order->id), request->id);
	copy_text(order->run, sizeof(order->run), request->run);
	copy_text(order->store, sizeof(order->store), request->token.store);
	copy_text(order->who, sizeof(order->who), request->who);
	copy_text(order->why, sizeof(order->why), request->why);
}

void datagram_of_proof(const struct sign_proof *proof, struct datagram_proof *datagram)
{
	*datagram = (struct datagram_proof){
		.head = head_of(DATAGRAM_PROOF),
		.index = proof->index,
		.path_len = proof->path_len,
	};
	memcpy(datagram->statement, proof->statement, sizeof(datagram->statement));
	memcpy(datagram->signature, proof->signature, sizeof(datagram->signature));
	memcpy(datagram->path, proof->path, sizeof(datagram->path));
}

void datagram_of_set(const struct protocol_card *card, size_t i, struct datagram_set *set)
{
	*set = (struct datagram_set){
		.head = head_of(DATAGRAM_SET),
		.guid = card->guid,
		.from = card->sets[i].from,
		.to = card->sets[i].to,
	};
	memcpy(set->psid, card->psid, sizeof(card->psid));
	copy_text(set->param, sizeof(set->param), card->sets[i].param->name);
}

void datagram_of_name(const struct protocol_request *request, size_t i, struct datagram_name *name)
{
	*name = (struct datagram_name){.head = head_of(DATAGRAM_NAME)};
	copy_text(name->name, sizeof(name->name),
		  request->op == PROTOCOL_READ ? request->params[i]->name : request->counters[i]->name);
}
