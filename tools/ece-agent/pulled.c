// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What comes out of etcd, to the host. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "tools/common/report.h"
#include "tools/ece-agent/management.h"
#include "tools/ece-agent/service.h"

int service_line(struct service *service, const char *line, size_t len, char **answer, size_t *answer_len)
{
	struct ece_error e;
	int ret = 0;

	if (!service->open)
		ret = reach_open(service->args, false, &service->reached, &e);
	service->open = !ret;
	ret = ret ? ret : reach_line(&service->reached, line, len, answer, answer_len, &e);
	if (!ret)
		return 0;
	/* After a failure a connection is of no use, and a journal is better opened again. */
	if (service->open)
		reach_close(&service->reached);
	service->open = false;
	report_error(&e);
	return ret;
}

/* NULL: there is no true answer, and that has been said. */
static struct protocol_answer *ask(struct service *service, const struct protocol_request *request)
{
	struct protocol_answer *answer = NULL;
	char *line, *text;
	size_t len, text_len;
	struct ece_error e;
	int ret = protocol_request_encode(request, &line, &len, &e);

	if (ret) {
		report_error(&e);
		return NULL;
	}
	ret = service_line(service, line, len, &text, &text_len);
	free(line);
	if (ret)
		return NULL;
	if (protocol_answer_decode(text, text_len, &answer, &e)) {
		report_error(&e);
		answer = NULL;
	}
	free(text);
	return answer;
}

/* May what the status says be another thing now? */
static bool changes(const char *line, size_t len)
{
	struct protocol_request *request;
	bool does;

	if (protocol_request_decode(line, len, &request, NULL /* the answer says it */))
		return false;
	does = protocol_op_writes(request->op) || protocol_op_of_host(request->op);
	protocol_request_free(request);
	return does;
}

/* The way to etcd is the way of whoever asks. An older version had no word for it. */
static int mark_way(const struct service *service, char **answer, size_t *len)
{
	struct management way;
	struct ece_error e;
	int ret;

	if (service->reached.speaks.major)
		return 0;
	management_of_address(pull_agent_address(service->pull), NULL /* of this machine */, &way);
	ret = management_mark(&way, answer, len, &e);
	if (ret)
		report_error(&e);
	return ret;
}

static void serve(void *ctx, const char *line, size_t len)
{
	struct service *service = ctx;
	bool does = changes(line, len);
	char *answer = NULL;
	size_t answer_len = 0;

	if (service_line(service, line, len, &answer, &answer_len)) {
		answer = NULL;
	} else if (mark_way(service, &answer, &answer_len)) {
		free(answer);
		answer = NULL;
	}
	pull_agent_answer(service->pull, answer, answer_len);
	free(answer);
	if (does)
		pull_agent_status_changed(service->pull);
}

/* A host that is frozen more than the fleet is does no harm; one that is not frozen with it takes no requests. */
static void obey(void *ctx, const struct pull_frozen *frozen)
{
	struct service *service = ctx;
	struct protocol_request request = {
		.op = frozen->frozen ? PROTOCOL_FREEZE : PROTOCOL_UNFREEZE,
		.id = "fleet",
		.token = frozen->order,
		.who = "the fleet",
	};
	struct protocol_answer *answer;

	service->obeyed = false;
	/* Without a store it would be an order by hand. */
	if (!frozen->order.store[0]) {
		pull_agent_obeyed(service->pull, !frozen->frozen);
		service->obeyed = !frozen->frozen;
		return;
	}
	copy_text(request.why, sizeof(request.why), frozen->why ? frozen->why : "");
	answer = ask(service, &request);
	if (answer && answer->result == PROTOCOL_REFUSED)
		report_error(&answer->error);
	service->obeyed = answer && (!frozen->frozen || answer->frozen.fleet);
	if (service->obeyed)
		fprintf(stderr, "ece-agent: %s\n",
			frozen->frozen ? "frozen with the fleet" : "the fleet is not frozen");
	protocol_answer_free(answer);
	pull_agent_obeyed(service->pull, service->obeyed);
}

static int read_token(const json_t *json, struct token *token)
{
	const char *store = json_string_value(json_object_get(json, "store"));
	json_int_t epoch = json_integer_value(json_object_get(json, "epoch"));
	json_int_t number = json_integer_value(json_object_get(json, "number"));

	if (!store || !store[0] || strlen(store) >= sizeof(token->store) || epoch < 0 || epoch > UINT32_MAX ||
	    number < 0)
		return -EINVAL;
	copy_text(token->store, sizeof(token->store), store);
	token->epoch = (uint32_t)epoch;
	token->number = (uint64_t)number;
	return 0;
}

/* It says which generation, never which values: those come as an APPLY, and are checked as one. */
static void desired(void *ctx, const char *value, size_t len)
{
	struct service *service = ctx;
	struct protocol_request request = {.op = PROTOCOL_ENSURE, .id = "owed"};
	json_error_t where;
	json_t *root = value ? json_loadb(value, len, JSON_REJECT_DUPLICATES, &where) : NULL;
	json_int_t generation = json_integer_value(json_object_get(root, "generation"));
	bool good = generation > 0 && !read_token(json_object_get(root, "token"), &request.token);

	json_decref(root);
	service->owed.id[0] = '\0';
	if (!value)
		return;
	if (!good) {
		fprintf(stderr,
			"ece-agent: what the store says that this host should have cannot be read, and is ignored\n");
		return;
	}
	request.generation = (uint64_t)generation;
	service->owed = request;
}

void service_ensure(struct service *service)
{
	struct protocol_answer *answer;

	if (!service->owed.id[0] || !service->obeyed)
		return;
	answer = ask(service, &service->owed);
	if (!answer)
		return;
	service->owed.id[0] = '\0';
	if (answer->error.code)
		report_error(&answer->error);
	if (answer->ensured.changed)
		fprintf(stderr, "ece-agent: %" PRIu32 " confirmed values were put back\n", answer->ensured.changed);
	if (answer->wanted > answer->generation)
		fprintf(stderr, "ece-agent: this host has generation %" PRIu64 " and is owed %" PRIu64 "\n",
			answer->generation, answer->wanted);
	protocol_answer_free(answer);
	pull_agent_status_changed(service->pull);
}

static json_t *frozen_json(const struct protocol_freeze *frozen)
{
	if (!frozen->fleet && !frozen->by_hand)
		return json_null();
	return json_pack("{s:b, s:b, s:s, s:s, s:I}", "fleet", frozen->fleet, "by_hand", frozen->by_hand, "who",
			 frozen->who, "why", frozen->why, "since", (json_int_t)frozen->since_s);
}

static json_t *ready_json(int8_t ready)
{
	return ready ? json_boolean(ready > 0) : json_null();
}

/* The boot is told with counters, of which none is asked for. */
static char *status(void *ctx)
{
	const struct protocol_request read = {.op = PROTOCOL_READ, .id = "status"};
	const struct protocol_request counters = {.op = PROTOCOL_COUNTERS, .id = "status"};
	struct service *service = ctx;
	struct protocol_answer *standing = ask(service, &read), *boot = ask(service, &counters);
	char version[24];
	json_t *root;
	char *text;

	snprintf(version, sizeof(version), "%d.%d", PROTOCOL_MAJOR, PROTOCOL_MINOR);
	root = json_pack("{s:s}", "protocol", version);
	if (root && standing)
		json_object_update_new(
			root, json_pack("{s:I, s:I, s:s, s:o, s:o}", "generation", (json_int_t)standing->generation,
					"wanted", (json_int_t)standing->wanted, "holder", standing->holder, "ready",
					ready_json(standing->ready), "frozen", frozen_json(&standing->frozen)));
	if (root && boot)
		json_object_set_new(root, "boot", json_string(boot->boot));
	text = root ? json_dumps(root, JSON_COMPACT) : NULL;
	json_decref(root);
	protocol_answer_free(standing);
	protocol_answer_free(boot);
	return text;
}

static void connection(void *ctx, const char *why)
{
	(void)ctx;
	if (why)
		fprintf(stderr, "ece-agent: etcd does not answer: %s\n", why);
	else
		fprintf(stderr, "ece-agent: connected with etcd\n");
}

const struct pull_ops service_ops = {
	.serve = serve,
	.frozen = obey,
	.desired = desired,
	.status = status,
	.connection = connection,
};
