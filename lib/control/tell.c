// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What of a run is told to whom, kept until it got there. */
#include "lib/control/tell.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/fnv.h"

#define KEY_MAX (sizeof(TELL_WAITING) + TELL_ID_MAX + 24)

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for webhooks");
}

static struct tell_scene scene_of(const struct run *run)
{
	uint32_t step = rollout_current_step(run->rollout);

	return (struct tell_scene){
		.state = rollout_state(run->rollout),
		.pause = rollout_pause(run->rollout),
		.step = step,
		.step_state = rollout_step_state(run->rollout, step),
	};
}

/* A message and whom it is for: targets are told apart by where they are. */
static void make_key(char key[KEY_MAX], const char *id, const char *url)
{
	snprintf(key, KEY_MAX, TELL_WAITING "%s/%016" PRIx64, id, fnv64(FNV64_START, url, strlen(url)));
}

/* Files are named from where the fleet file is, and the next controller may run elsewhere. */
static char *full_path(const struct run *run, const char *file)
{
	const char *slash = strrchr(run->record.file, '/');
	char *path;

	if (!file)
		return NULL;
	if (file[0] == '/' || !slash)
		return strdup(file);
	return asprintf(&path, "%.*s/%s", (int)(slash - run->record.file), run->record.file, file) < 0 ? NULL : path;
}

static char *full_url(const struct fleet_hook *hook)
{
	size_t len = strlen(hook->url);
	char *url;

	while (hook->grafana && len && hook->url[len - 1] == '/')
		len--;
	return asprintf(&url, "%.*s%s", (int)len, hook->url, hook->grafana ? "/api/annotations" : "") < 0 ? NULL : url;
}

/* Returns its number, or a negative errno. */
static int add_target(struct tell *t, const struct hook_target *target, struct ece_error *e)
{
	int number = hook_add(t->hook, target, e);

	if (number < 0)
		return number;
	t->targets[number] = (struct tell_target){.url = strdup(target->url)};
	t->count++;
	return t->targets[number].url ? number : no_memory(e);
}

static int add_hook(struct run *run, const struct fleet_hook *hook)
{
	char *url = full_url(hook), *secret = full_path(run, hook->secret_file);
	char *headers = full_path(run, hook->headers_file), *token = full_path(run, hook->token_file);
	char *ca = full_path(run, hook->ca_file);
	bool whole = url && !secret == !hook->secret_file && !headers == !hook->headers_file &&
		     !token == !hook->token_file && !ca == !hook->ca_file;
	int number =
		whole ? add_target(run->control->tell, &(struct hook_target){url, secret, headers, token, ca}, run->e) :
			no_memory(run->e);

	free(url);
	free(secret);
	free(headers);
	free(token);
	free(ca);
	return number < 0 ? number : 0;
}

static int find_target(struct tell *t, const struct hook_target *target, struct ece_error *e)
{
	for (size_t i = 0; i < t->count; i++)
		if (!strcmp(t->targets[i].url, target->url))
			return (int)i;
	return add_target(t, target, e);
}

/* What is damaged, too old, or has no room is left where it is, or forgotten; nothing of it stops a run. */
static int take_up(void *ctx, const char *key, const char *text)
{
	struct run *run = ctx;
	struct tell *t = run->control->tell;
	json_t *json = json_loads(text, 0, NULL);
	struct hook_target target = {0};
	char id[TELL_ID_MAX], *slash;
	struct ece_error e;
	const char *body;
	json_int_t when;
	int number;

	snprintf(id, sizeof(id), "%s", key + strlen(TELL_WAITING));
	slash = strrchr(id, '/');
	if (json && slash &&
	    !json_unpack(json, "{s:s, s?s, s?s, s?s, s?s, s:s, s:I}", "url", &target.url, "secret_file",
			 &target.secret_file, "headers_file", &target.headers_file, "token_file", &target.token_file,
			 "ca_file", &target.ca_file, "body", &body, "when", &when) &&
	    when + TELL_AGE_S > (json_int_t)(clock_wall() / SECOND_NS)) {
		*slash = '\0';
		number = find_target(t, &target, &e);
		if (number >= 0)
			hook_send(t->hook, (size_t)number, &(struct hook_message){id, body}, &e);
	} else {
		store_note_put(run->control->store, key, NULL /* nobody wants it any more */, &e);
	}
	json_decref(json);
	return 0;
}

/* Notes are read before any of them is forgotten. */
struct left {
	char **keys, **texts;
	size_t count;
};

static int list_one(void *ctx, const char *key, const char *text)
{
	struct left *left = ctx;

	if (left->count == HOOK_QUEUE_MAX)
		return 1;
	left->keys[left->count] = strdup(key);
	left->texts[left->count] = strdup(text);
	left->count++;
	return 0;
}

static int take_up_all(struct run *run)
{
	struct left left = {.keys = calloc(HOOK_QUEUE_MAX, sizeof(char *)),
			    .texts = calloc(HOOK_QUEUE_MAX, sizeof(char *))};
	int err = -ENOMEM;

	if (left.keys && left.texts)
		err = store_note_each(run->control->store, TELL_WAITING, list_one, &left, run->e);
	for (size_t i = 0; i < left.count; i++) {
		if (err >= 0 && left.keys[i] && left.texts[i])
			take_up(run, left.keys[i], left.texts[i]);
		free(left.keys[i]);
		free(left.texts[i]);
	}
	if (!left.keys || !left.texts)
		no_memory(run->e);
	free(left.keys);
	free(left.texts);
	return err < 0 ? err : 0;
}

int tell_open(struct run *run)
{
	struct tell *t = run->control->tell = calloc(1, sizeof(*t));
	int err;

	if (!t)
		return no_memory(run->e);
	err = hook_new(&t->hook, run->e);
	for (uint32_t i = 0; i < run->frozen->hook_count && !err; i++)
		err = add_hook(run, &run->frozen->hooks[i]);
	if (!err)
		err = take_up_all(run);
	if (!err)
		t->scene = scene_of(run);
	return err;
}

void tell_close(struct control *control)
{
	struct tell *t = control->tell;

	if (!t)
		return;
	hook_free(t->hook);
	for (size_t i = 0; i < t->count; i++)
		free(t->targets[i].url);
	free(t);
	control->tell = NULL;
}

static char *wrap(const struct run *run, size_t number, const char *body)
{
	const struct tell *t = run->control->tell;
	const struct fleet_hook *hook = &run->frozen->hooks[number];
	char *secret = full_path(run, hook->secret_file), *headers = full_path(run, hook->headers_file);
	char *token = full_path(run, hook->token_file), *ca = full_path(run, hook->ca_file);
	json_t *json =
		json_pack("{s:s, s:s, s:s*, s:s*, s:s*, s:s*, s:s, s:I}", "server", hook_server(t->hook, number), "url",
			  t->targets[number].url, "secret_file", secret, "headers_file", headers, "token_file", token,
			  "ca_file", ca, "body", body, "when", (json_int_t)(clock_wall() / SECOND_NS));
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	free(secret);
	free(headers);
	free(token);
	free(ca);
	return text;
}

/* Behind a queue that is full only the end of a run is kept, for the next controller. */
static int keep(struct run *run, size_t target, enum fleet_hook_event event, const char *id, const char *body)
{
	struct tell *t = run->control->tell;
	char key[KEY_MAX], *text;
	struct ece_error full;
	int err = hook_send(t->hook, target, &(struct hook_message){id, body}, &full);

	if (err && event != FLEET_HOOK_ENDED)
		return err == -ENOMEM ? no_memory(run->e) : 0;
	text = wrap(run, target, body);
	if (!text)
		return no_memory(run->e);
	make_key(key, id, t->targets[target].url);
	err = store_note_put(run->control->store, key, text, run->e);
	free(text);
	return err;
}

static int tell_one(struct run *run, size_t target, enum fleet_hook_event event, const struct control_verdict *verdict,
		    const char *id)
{
	const struct fleet_hook *hook = &run->frozen->hooks[target];
	char *body;
	int err;

	if (!(hook->events & FLEET_HOOK_BIT(event)))
		return 0;
	body = hook->grafana ? tell_annotation(run, event, hook) : tell_message(run, event, verdict, id);
	if (!body)
		return hook->grafana ? 0 : no_memory(run->e);
	err = keep(run, target, event, id, body);
	free(body);
	return err;
}

/* The same event has the same id whoever tells of it. */
static int tell_all(struct run *run, enum fleet_hook_event event, const struct control_verdict *verdict)
{
	char id[TELL_ID_MAX];
	int err = 0;

	snprintf(id, sizeof(id), "%s-%" PRIu32 "-%s", run->record.id, run->event_count, fleet_hook_event_name(event));
	for (size_t i = 0; i < run->frozen->hook_count && !err; i++)
		err = tell_one(run, i, event, verdict, id);
	return err;
}

/* What the run itself has come to, when that is news; FLEET_HOOK_EVENT_COUNT when it is none. */
static enum fleet_hook_event news_of(const struct tell_scene *before, const struct tell_scene *now)
{
	if (before->state == now->state && before->pause == now->pause)
		return FLEET_HOOK_EVENT_COUNT;
	switch (now->state) {
	case ROLLOUT_PAUSED:
		return FLEET_HOOK_PAUSED;
	case ROLLOUT_UNDOING:
		return FLEET_HOOK_UNDOING;
	case ROLLOUT_DONE:
	case ROLLOUT_UNDONE:
	case ROLLOUT_STUCK:
		return FLEET_HOOK_ENDED;
	case ROLLOUT_RUNNING:
		return before->state == ROLLOUT_PLANNED ? FLEET_HOOK_STARTED : FLEET_HOOK_RESUMED;
	default:
		return FLEET_HOOK_EVENT_COUNT;
	}
}

int tell_event(struct run *run)
{
	struct tell *t = run->control->tell;
	struct tell_scene before, now;
	enum fleet_hook_event event;
	int err = 0;

	if (!run->frozen->hook_count)
		return 0;
	before = t->scene;
	now = t->scene = scene_of(run);
	event = news_of(&before, &now);
	if (before.step != now.step || before.step_state != now.step_state)
		err = tell_all(run, FLEET_HOOK_STEP, NULL);
	return err || event == FLEET_HOOK_EVENT_COUNT ? err : tell_all(run, event, NULL);
}

int tell_verdict(struct run *run, const struct control_verdict *verdict)
{
	if (!verdict->damaged && verdict->said.result == GATE_PASS)
		return 0;
	return tell_all(run, FLEET_HOOK_GATE, verdict);
}

/* For status: until one gets there again. */
static int note_trouble(struct run *run, const char *server, const char *why, bool lost)
{
	struct store *store = run->control->store;
	char key[sizeof(TELL_LOST) + HOOK_SERVER_MAX], *before = NULL, *text;
	json_t *json;
	json_int_t count = 0;
	int err;

	snprintf(key, sizeof(key), TELL_LOST "%s", server);
	err = store_note_get(store, key, &before, run->e);
	if (err && err != -ENOENT)
		return err;
	json = err ? NULL : json_loads(before, 0, NULL);
	count = json_integer_value(json_object_get(json, "count")) + lost;
	json_decref(json);
	free(before);
	json = json_pack("{s:I, s:s}", "count", count, "why", why);
	text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	err = text ? store_note_put(store, key, text, run->e) : no_memory(run->e);
	free(text);
	return err;
}

static int forget_trouble(struct run *run, const char *server)
{
	char key[sizeof(TELL_LOST) + HOOK_SERVER_MAX];

	snprintf(key, sizeof(key), TELL_LOST "%s", server);
	return store_note_put(run->control->store, key, NULL /* it works again */, run->e);
}

/* Said once, and again when it had worked in between. */
static void complain(struct run *run, const struct hook_news *news, const char *server)
{
	const struct control_watch *watch = &run->control->watch;
	struct tell_target *target = &run->control->tell->targets[news->target];
	char text[HOOK_WHY_MAX + 64];

	if (news->end == HOOK_DELIVERED || target->complained) {
		target->complained = news->end != HOOK_DELIVERED;
		return;
	}
	target->complained = true;
	snprintf(text, sizeof(text), "webhook: %s; the run goes on without it", news->why);
	if (watch->trouble)
		watch->trouble(watch->ctx, server, text);
}

static void on_news(void *ctx, const struct hook_news *news)
{
	struct run *run = ctx;
	struct tell *t = run->control->tell;
	const char *server = hook_server(t->hook, news->target);
	char key[KEY_MAX];

	if (run->err)
		return;
	complain(run, news, server);
	if (news->end != HOOK_DELIVERED)
		run->err = note_trouble(run, server, news->why, news->end != HOOK_TRIED);
	if (news->end == HOOK_TRIED || run->err)
		return;
	make_key(key, news->id, t->targets[news->target].url);
	run->err = store_note_put(run->control->store, key, NULL /* it has come to its end */, run->e);
	if (!run->err && news->end == HOOK_DELIVERED)
		run->err = forget_trouble(run, server);
}

int tell_look(struct run *run)
{
	int err = hook_step(run->control->tell->hook, on_news, run, run->e);

	return err ? err : run->err;
}

/* What is left is for the next controller; nothing that goes wrong here changes what the run has come to. */
void tell_rest(struct run *run)
{
	struct hook *hook = run->control->tell->hook;
	uint64_t deadline = clock_now() + TELL_LAST_NS;
	struct ece_error *said = run->e, own;
	int err = 0;

	run->e = &own;
	while (!err && hook_fresh(hook) && clock_now() < deadline) {
		struct pollfd fd = {.fd = hook_fd(hook), .events = POLLIN};

		poll(&fd, 1, clock_poll_ms(clock_now(), deadline));
		err = tell_look(run);
	}
	if (!err)
		store_commit(run->control->store, run->e);
	run->e = said;
}
