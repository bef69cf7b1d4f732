// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "tools/common/output.h"
#include "tools/ece-counters/changes_view.h"
#include "tools/ece-counters/keys.h"
#include "tools/ece-counters/units.h"
#include "tools/ece-counters/watch_frame.h"

#define TITLE_BYTES 240

struct watch {
	const struct counters_args *args;
	const struct watch_content *content;
	struct reading *reading;
	struct screen *screen;
	struct view_options options;
	bool held;
	size_t scroll;
	size_t printed; /* events */
	uint32_t rounds;
	char *body; /* as it was drawn last */
	char title[TITLE_BYTES];
};

static bool draws(const struct watch *watch)
{
	return watch->screen->term.tty && !watch->args->json;
}

/* Waiting on a simulated host's clock takes no time, unless a person looks on or nothing would ever end it. */
static bool is_instant(const struct watch *watch)
{
	return source_is_virtual(&watch->reading->source) && watch->args->has_count && !draws(watch);
}

static void make_title(struct watch *watch)
{
	const struct source *source = &watch->reading->source;
	char when[EVENT_WHEN_MAX], every[UNITS_TEXT_MAX];

	snprintf(watch->title, sizeof(watch->title), "%s%s%s%s  every %s", source_when(source, when),
		 source->host.sim_dir ? "  simulated host " : "", source->host.sim_dir ? source->host.name : "",
		 source->host.sim_dir ? ", no real card is read" : "",
		 units_time(every, (double)watch->args->interval_ns / (double)CLOCK_SECOND_NS));
}

/* The text of all devices, with the terminal's abilities. */
static int make_body(struct watch *watch)
{
	struct term term = watch->screen->term;
	char *text = NULL;
	size_t size;
	int err = 0;

	term.out = open_memstream(&text, &size);
	if (!term.out)
		return -ENOMEM;
	err = watch->content->text(watch->content->ctx, watch->reading, &watch->options, &term);
	if (fclose(term.out))
		err = -ENOMEM;
	if (err) {
		free(text);
		return err;
	}
	free(watch->body);
	watch->body = text;
	return 0;
}

static struct watch_view view_of(const struct watch *watch)
{
	return (struct watch_view){
		.title = watch->title,
		.body = watch->body ? watch->body : "",
		.events = &watch->reading->events,
		.held = watch->held,
		.keys = watch->screen->keys,
		.scroll = watch->scroll,
	};
}

/* @fresh: make the text anew; a picture that is held stays as it is */
static int draw(struct watch *watch, bool fresh)
{
	struct watch_view view;
	char *frame;
	int err = 0;

	term_measure(&watch->screen->term);
	if (fresh)
		make_title(watch);
	if (fresh)
		err = make_body(watch);
	if (err)
		return err;
	view = view_of(watch);
	frame = watch_frame(&watch->screen->term, &view);
	if (!frame)
		return -ENOMEM;
	term_paint(&watch->screen->term, frame);
	free(frame);
	return 0;
}

static int print_lines(struct watch *watch)
{
	const struct tool_host *host = &watch->reading->source.host;
	int err;

	if (!watch->rounds && host->sim_dir)
		printf("Simulated host %s: no real card is read.\n", host->name);
	err = watch->content->lines(watch->content->ctx, watch->reading, !watch->rounds, stdout);
	changes_events(stdout, &watch->reading->events, &watch->printed);
	return err;
}

/* Who reads what we print may be gone: that ends it, as a signal does. A full disk is an error. */
static int flush(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return errno && errno != EPIPE ? -EIO : -EPIPE;
}

static int show(struct watch *watch)
{
	int err, written;

	errno = 0;
	if (watch->args->json)
		err = output_json(watch->content->json(watch->content->ctx, watch->reading));
	else if (draws(watch))
		err = draw(watch, !watch->held);
	else
		err = print_lines(watch);
	written = flush();
	return written ? written : err;
}

static void scroll(struct watch *watch, int key)
{
	struct watch_view view = view_of(watch);
	size_t most = watch_scroll_max(&watch->screen->term, &view);
	size_t page = watch->screen->term.height / 2;

	if (watch->scroll > most)
		watch->scroll = most;
	if (key == KEY_UP || key == 'k')
		watch->scroll -= watch->scroll > 0;
	else if (key == KEY_DOWN || key == 'j')
		watch->scroll++;
	else if (key == KEY_PAGE_UP)
		watch->scroll -= watch->scroll < page ? watch->scroll : page;
	else if (key == KEY_PAGE_DOWN)
		watch->scroll += page;
	else
		watch->scroll = 0;
}

/* Returns false for the key that ends it. */
static bool press(struct watch *watch, int key)
{
	switch (key) {
	case 'q':
		return false;
	case 'a':
		watch->options.all = !watch->options.all;
		break;
	case 'm':
		watch->options.meanings = !watch->options.meanings;
		break;
	case 'z':
		past_zero(watch->reading->past);
		break;
	case ' ':
		watch->held = !watch->held;
		break;
	case KEY_UP:
	case KEY_DOWN:
	case KEY_PAGE_UP:
	case KEY_PAGE_DOWN:
	case KEY_HOME:
	case 'j':
	case 'k':
		scroll(watch, key);
		break;
	default:
		break;
	}
	return true;
}

/* Until the next reading is due. Returns 1 then, 0 to end, or a negative errno. */
static int wait_until(struct watch *watch, uint64_t deadline_ns)
{
	enum screen_news news;
	int key = KEY_NONE, err = 0;

	while (!err) {
		news = screen_wait(watch->screen, deadline_ns, &key);
		if (news == SCREEN_DUE)
			return 1;
		if (news == SCREEN_END || (news == SCREEN_KEY && !press(watch, key)))
			return 0;
		if (draws(watch))
			err = draw(watch, news == SCREEN_KEY && (key != ' ' || !watch->held));
	}
	return err;
}

static bool is_last(const struct watch *watch)
{
	return watch->args->has_count && watch->rounds >= watch->args->count;
}

static int loop(struct watch *watch, struct ece_error *e)
{
	uint64_t due = clock_now();
	int go_on = 1, err;

	for (;;) {
		err = reading_next(watch->reading, e);
		if (!err && watch->content->read)
			err = watch->content->read(watch->content->ctx, watch->reading, e);
		if (err)
			return err;
		err = show(watch);
		watch->rounds++;
		if (err || is_last(watch))
			break;
		due += watch->args->interval_ns;
		/* What was missed is not made up for */
		due = due < clock_now() ? clock_now() : due;
		go_on = wait_until(watch, is_instant(watch) ? 0 : due);
		if (go_on <= 0)
			break;
		source_pass(&watch->reading->source, watch->args->interval_ns);
	}
	err = err ? err : go_on < 0 ? go_on : 0;
	if (!err || err == -EPIPE)
		return err;
	if (err == -EIO)
		return ece_error_set(e, err, ECE_ERROR_IO, "the output of this reading could not be written");
	return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for the picture");
}

int watch_run(const struct counters_args *args, const struct watch_content *content, struct reading *reading,
	      struct screen *screen, struct ece_error *e)
{
	struct watch watch = {
		.args = args,
		.content = content,
		.reading = reading,
		.screen = screen,
		.options = {.all = args->all, .meanings = args->meanings, .history = true},
	};
	int err;

	if (draws(&watch))
		screen_show(screen);
	err = loop(&watch, e);
	screen_close(screen);
	free(watch.body);
	return err;
}
