// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/event.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "lib/base/utc.h"
#include "tools/ece-trace/preload/settings.h"
#include "tools/ece-trace/preload/sink.h"

#define LINE_VERSION 1 /* raised when a key changes its meaning */
#define TIME_MAX     (UTC_TEXT_MAX + 8)
#define TEXT_MAX     128

static struct {
	atomic_bool started;
	atomic_ullong lines, lost, forgotten;
	atomic_ullong made, moved, asked, applied, failed;
} counts;

/* A child has lines and counts of its own. */
static void start_over(void)
{
	atomic_store(&counts.started, false);
	atomic_store(&counts.lines, 0);
	atomic_store(&counts.lost, 0);
	atomic_store(&counts.forgotten, 0);
	atomic_store(&counts.made, 0);
	atomic_store(&counts.moved, 0);
	atomic_store(&counts.asked, 0);
	atomic_store(&counts.applied, 0);
	atomic_store(&counts.failed, 0);
}

__attribute__((constructor)) static void prepare(void)
{
	/* Else jansson opens a device of random numbers when it is first used */
	json_object_seed(1);
	pthread_atfork(NULL, NULL, start_over);
}

static const char *kind_name(enum trace_kind kind)
{
	static const char *const names[] = {
		[TRACE_KIND_START] = "start",           [TRACE_KIND_CREATE] = "create",   [TRACE_KIND_SET] = "set",
		[TRACE_KIND_TRANSITION] = "transition", [TRACE_KIND_DESTROY] = "destroy", [TRACE_KIND_END] = "end",
	};

	return names[kind];
}

const char *trace_applied_name(enum trace_applied applied)
{
	static const char *const names[TRACE_APPLY_COUNT] = {
		[TRACE_APPLY_NOT_MEANT] = "not_meant",          [TRACE_APPLY_DONE] = "applied",
		[TRACE_APPLY_PROGRAM] = "program_calls_ece",    [TRACE_APPLY_NO_GID] = "peer_has_no_gid",
		[TRACE_APPLY_PEER] = "peer_not_in_domain",      [TRACE_APPLY_SELF] = "self_not_in_domain",
		[TRACE_APPLY_BARRED] = "barred_by_host_policy", [TRACE_APPLY_NO_ECE] = "no_ece",
		[TRACE_APPLY_LACKS] = "device_lacks_options",   [TRACE_APPLY_REFUSED] = "refused",
	};

	return names[applied];
}

static json_t *word_json(const struct trace_word *word)
{
	return word->has ? json_integer(word->value) : json_null();
}

/* Names come from elsewhere and may be anything; what is no UTF-8 is left out. */
static json_t *name_json(const char *name)
{
	json_t *text = name && name[0] ? json_string(name) : NULL;

	return text ? text : json_null();
}

static json_t *gid_json(const struct trace_event *event)
{
	char text[INET6_ADDRSTRLEN];

	if (!event->has_gid)
		return json_null();
	return name_json(inet_ntop(AF_INET6, event->gid, text, sizeof(text)));
}

static json_t *remote_json(const struct trace_event *event)
{
	if (!event->has_remote)
		return json_null();
	return json_pack("{s:I, s:o}", "qpn", (json_int_t)event->remote_qpn, "gid", gid_json(event));
}

static json_t *now_json(void)
{
	char seconds[UTC_TEXT_MAX], text[TIME_MAX];
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	utc_format(now.tv_sec, seconds);
	snprintf(text, sizeof(text), "%.*s.%06uZ", (int)sizeof(seconds) - 5, seconds,
		 (unsigned int)(now.tv_nsec / 1000));
	return json_string(text);
}

static json_t *head_json(enum trace_kind kind)
{
	return json_pack("{s:i, s:s, s:I, s:o, s:I, s:I}", "ece_trace", LINE_VERSION, "event", kind_name(kind), "n",
			 (json_int_t)atomic_fetch_add(&counts.lines, 1), "time", now_json(), "pid",
			 (json_int_t)getpid(), "thread", (json_int_t)gettid());
}

static int add_start(json_t *line)
{
	const struct trace_settings *settings = trace_settings();
	json_t *domain = json_null();

	if (settings->apply)
		domain = json_pack("{s:s, s:I}", "domain", settings->domain.name, "word",
				   (json_int_t)settings->domain.word);
	return json_object_set_new(line, "program", name_json(program_invocation_short_name)) |
	       json_object_set_new(line, "reads", json_boolean(settings->read)) |
	       json_object_set_new(line, "applies", domain) |
	       (settings->apply_damaged ? json_object_set_new(line, "apply_damaged", json_true()) : 0);
}

static int add_end(json_t *line)
{
	return json_object_update_new(
		line, json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "made", (json_int_t)atomic_load(&counts.made),
				"transitions", (json_int_t)atomic_load(&counts.moved), "asked",
				(json_int_t)atomic_load(&counts.asked), "applied",
				(json_int_t)atomic_load(&counts.applied), "failed",
				(json_int_t)atomic_load(&counts.failed), "lost", (json_int_t)atomic_load(&counts.lost),
				"forgotten", (json_int_t)atomic_load(&counts.forgotten)));
}

static int add_qp(json_t *line, const struct trace_event *event)
{
	return json_object_set_new(line, "device", name_json(event->qp.device)) |
	       json_object_set_new(line, "qpn", json_integer(event->qp.qpn)) |
	       json_object_set_new(line, "type", name_json(event->qp.type)) |
	       json_object_set_new(line, "how", json_string(event->devx ? "devx" : "verbs")) |
	       json_object_set_new(line, "errno", json_integer(event->error));
}

static int add_apply(json_t *line, const struct trace_event *event)
{
	json_t *apply = json_pack("{s:s, s:s, s:i}", "domain", trace_settings()->domain.name, "result",
				  trace_applied_name(event->applied), "errno", event->apply_error);

	return json_object_set_new(line, "apply", apply);
}

static int add_transition(json_t *line, const struct trace_event *event)
{
	int bad = json_object_set_new(line, "from", name_json(event->from)) |
		  json_object_set_new(line, "to", name_json(event->to)) |
		  json_object_set_new(line, "asked", word_json(&event->qp.asked)) |
		  json_object_set_new(line, "got", word_json(&event->got)) |
		  json_object_set_new(line, "default", word_json(&event->qp.preset)) |
		  json_object_set_new(line, "remote", remote_json(event));

	if (trace_settings()->read)
		bad |= json_object_set_new(line, "effective", word_json(&event->effective)) |
		       json_object_set_new(line, "read_errno", json_integer(event->read_error));
	if (event->has_status)
		bad |= json_object_set_new(line, "status", json_integer(event->status)) |
		       json_object_set_new(line, "syndrome", json_integer(event->syndrome));
	if (event->applied != TRACE_APPLY_NOT_MEANT)
		bad |= add_apply(line, event);
	return bad;
}

/* Returns NULL when memory ran out. */
static json_t *event_json(const struct trace_event *event)
{
	json_t *line = head_json(event->kind);
	int bad = !line;

	if (event->kind == TRACE_KIND_START)
		bad = bad || add_start(line);
	else if (event->kind == TRACE_KIND_END)
		bad = bad || add_end(line);
	else
		bad = bad || add_qp(line, event);
	if (event->kind == TRACE_KIND_CREATE)
		bad = bad || json_object_set_new(line, "default", word_json(&event->qp.preset));
	if (event->kind == TRACE_KIND_SET)
		bad = bad || json_object_set_new(line, "vendor", json_integer(event->vendor)) ||
		      json_object_set_new(line, "asked", word_json(&event->qp.asked));
	if (event->kind == TRACE_KIND_TRANSITION)
		bad = bad || add_transition(line, event);
	if (!bad)
		return line;
	json_decref(line);
	return NULL;
}

static void write_event(const struct trace_event *event)
{
	json_t *line = event_json(event);
	char text[TRACE_LINE_MAX];
	size_t len = line ? json_dumpb(line, text, sizeof(text) - 1, JSON_COMPACT) : 0;
	bool good = false;

	json_decref(line);
	if (len && len < sizeof(text)) {
		text[len++] = '\n';
		good = trace_sink_write(text, len);
	}
	if (!good)
		atomic_fetch_add(&counts.lost, 1);
}

static void count_event(const struct trace_event *event)
{
	if (event->kind == TRACE_KIND_CREATE)
		atomic_fetch_add(&counts.made, !event->error);
	if (event->kind != TRACE_KIND_TRANSITION)
		return;
	atomic_fetch_add(event->error ? &counts.failed : &counts.moved, 1);
	atomic_fetch_add(&counts.asked, event->qp.asked.has);
	atomic_fetch_add(&counts.applied, event->applied == TRACE_APPLY_DONE);
}

void trace_emit(const struct trace_event *event)
{
	static const struct trace_event start = {.kind = TRACE_KIND_START};

	if (!atomic_exchange(&counts.started, true))
		write_event(&start);
	count_event(event);
	write_event(event);
}

static void say_lost(void)
{
	char text[TEXT_MAX];

	snprintf(text, sizeof(text), "ece-trace: %llu lines of process %d could not be written\n",
		 atomic_load(&counts.lost), (int)getpid());
	trace_sink_say(text);
}

void trace_emit_end(void)
{
	static const struct trace_event end = {.kind = TRACE_KIND_END};

	if (!atomic_load(&counts.started))
		return;
	write_event(&end);
	if (atomic_load(&counts.lost))
		say_lost();
}

void trace_count_forgotten(void)
{
	atomic_fetch_add(&counts.forgotten, 1);
}
