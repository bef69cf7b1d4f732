// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Targets with their queues: when what goes out, and what has come of it. */
#include "lib/hook/hook.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/hook/internal.h"

#define NEVER UINT64_MAX

struct telling {
	struct hook *hook;
	hook_told *told;
	void *ctx;
};

int hook_new(struct hook **out, struct ece_error *e)
{
	struct hook *hook = calloc(1, sizeof(*hook));
	int err;

	if (!hook)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for webhooks");
	err = multi_open(&hook->multi, e);
	if (err) {
		free(hook);
		return err;
	}
	*out = hook;
	return 0;
}

static void message_free(struct message *message)
{
	free(message->id);
	free(message->body);
	free(message);
}

static struct message *take_first(struct target *target)
{
	struct message *message = target->first;

	target->first = message->next;
	if (!target->first)
		target->end = &target->first;
	target->count--;
	return message;
}

static void target_done(struct hook *hook, struct target *target)
{
	if (target->easy) {
		curl_multi_remove_handle(hook->multi.curl, target->easy);
		post_drop(target);
	}
	while (target->first)
		message_free(take_first(target));
	free(target->url);
	free(target->secret_file);
	free(target->headers_file);
	free(target->token_file);
	free(target->ca_file);
}

void hook_free(struct hook *hook)
{
	if (!hook)
		return;
	for (size_t i = 0; i < hook->count; i++)
		target_done(hook, &hook->targets[i]);
	multi_close(&hook->multi);
	free(hook);
}

static void name_server(struct target *target)
{
	CURLU *parts = curl_url();
	char *host = NULL, *port = NULL;

	snprintf(target->server, sizeof(target->server), "%s", "the server");
	if (parts && !curl_url_set(parts, CURLUPART_URL, target->url, 0) &&
	    !curl_url_get(parts, CURLUPART_HOST, &host, 0) &&
	    !curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT))
		snprintf(target->server, sizeof(target->server), "%.200s:%.8s", host, port);
	curl_free(host);
	curl_free(port);
	curl_url_cleanup(parts);
}

static bool copy(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return !from || *to;
}

int hook_add(struct hook *hook, const struct hook_target *from, struct ece_error *e)
{
	struct target *target = &hook->targets[hook->count];
	bool whole;

	if (hook->count == HOOK_TARGETS_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more than %d webhooks", HOOK_TARGETS_MAX);
	*target = (struct target){.end = &target->first};
	whole = copy(&target->url, from->url);
	whole = copy(&target->secret_file, from->secret_file) && whole;
	whole = copy(&target->headers_file, from->headers_file) && whole;
	whole = copy(&target->token_file, from->token_file) && whole;
	whole = copy(&target->ca_file, from->ca_file) && whole;
	if (!whole) {
		target_done(hook, target);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for webhooks");
	}
	name_server(target);
	return (int)hook->count++;
}

const char *hook_server(const struct hook *hook, size_t target)
{
	return hook->targets[target].server;
}

static struct message *message_new(const struct hook_message *from)
{
	struct message *message = calloc(1, sizeof(*message));

	if (message && copy(&message->id, from->id) && copy(&message->body, from->body))
		return message;
	if (message)
		message_free(message);
	return NULL;
}

int hook_send(struct hook *hook, size_t number, const struct hook_message *from, struct ece_error *e)
{
	struct target *target = &hook->targets[number];
	struct message *message;

	if (target->count >= HOOK_QUEUE_MAX)
		return ece_error_set(e, -EAGAIN, ECE_ERROR_LIMIT, "%d messages wait for %s already", HOOK_QUEUE_MAX,
				     target->server);
	if (strlen(from->body) > HOOK_BODY_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "a message of a webhook has at most %d bytes",
				     HOOK_BODY_MAX);
	message = message_new(from);
	if (!message)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a message of a webhook");
	*target->end = message;
	target->end = &message->next;
	target->count++;
	return multi_arm(&hook->multi, 0, e);
}

int hook_fd(const struct hook *hook)
{
	return hook->multi.epoll;
}

size_t hook_open(const struct hook *hook)
{
	size_t count = 0;

	for (size_t i = 0; i < hook->count; i++)
		count += hook->targets[i].count;
	return count;
}

size_t hook_fresh(const struct hook *hook)
{
	size_t count = 0;

	for (size_t i = 0; i < hook->count; i++)
		if (hook->targets[i].first && !hook->targets[i].first->tries)
			count += hook->targets[i].count;
	return count;
}

/* The first message of a target got there, or did not. */
static void settle(const struct telling *t, struct target *target, enum hook_end end, const char *why)
{
	struct message *message = target->first;
	struct hook_news news = {.target = (size_t)(target - t->hook->targets), .id = message->id, .why = why};

	message->tries += end == HOOK_TRIED;
	if (end == HOOK_TRIED && message->tries == HOOK_ATTEMPTS)
		end = HOOK_GIVEN_UP;
	news.end = end;
	target->at_ns = 0;
	if (end == HOOK_TRIED) {
		target->at_ns = clock_now() + (HOOK_REST_NS << (message->tries - 1));
		t->told(t->ctx, &news);
		return;
	}
	take_first(target);
	t->told(t->ctx, &news);
	message_free(message);
}

static void on_done(void *ctx, CURL *easy, CURLcode code)
{
	struct telling *t = ctx;
	struct target *target = NULL;
	char why[HOOK_WHY_MAX];
	enum hook_end end;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &target);
	end = post_end(target, code, why);
	settle(t, target, end, why);
}

static void start_due(const struct telling *t)
{
	uint64_t now = clock_now();
	char why[HOOK_WHY_MAX];

	for (size_t i = 0; i < t->hook->count; i++) {
		struct target *target = &t->hook->targets[i];

		if (!target->easy && target->first && target->at_ns <= now && post_start(t->hook, target, why))
			settle(t, target, HOOK_TRIED, why);
	}
}

/* When the next message may go out; those on their way are curl's to wait for. */
static uint64_t next_due(const struct hook *hook)
{
	uint64_t at = NEVER;

	for (size_t i = 0; i < hook->count; i++)
		if (!hook->targets[i].easy && hook->targets[i].first && hook->targets[i].at_ns < at)
			at = hook->targets[i].at_ns;
	return at;
}

int hook_step(struct hook *hook, hook_told *told, void *ctx, struct ece_error *e)
{
	struct telling t = {.hook = hook, .told = told, .ctx = ctx};
	int err = multi_step(&hook->multi, on_done, &t, e);

	if (err)
		return err;
	start_due(&t);
	return multi_arm(&hook->multi, next_due(hook), e);
}
