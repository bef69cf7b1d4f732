// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/channel/host_argv.h"
#include "lib/channel/link.h"

#define LINK_FILES  4  /* of a connection */
#define OTHER_FILES 64 /* that are left for the rest of the process */
#define END_NS      (2 * CLOCK_SECOND_NS)

#define ASKPASS "SSH_ASKPASS_REQUIRE"

/* One that waits, or is on a link. */
struct request {
	struct request *next;
	char *host, *line;
	size_t len;
	uint64_t deadline_ns, cookie;
};

struct entry {
	struct link *link;
	struct request *request; /* NULL: none */
};

struct command {
	struct channel channel;
	char **argv, **env;
	char *dir;
	struct push_source *push;
	uint64_t connect_ns;
	size_t at_once, entry_max;
	bool (*may_send)(void *ctx);
	void *may_send_ctx;
	struct entry entries[COMMAND_LINKS_MAX];
	size_t count;
	struct request *first, **end; /* that wait */
	struct pollfd polls[COMMAND_LINKS_MAX * LINK_POLLS + 1];
	/* during a poll */
	void (*answer)(void *ctx, const struct channel_answer *answer);
	void *ctx;
	int answered;
};

static void request_free(struct request *request)
{
	free(request->host);
	free(request->line);
	free(request);
}

static int command_submit(struct channel *channel, const char *host, const char *line, size_t len, uint64_t deadline_ns,
			  uint64_t cookie, struct ece_error *e)
{
	struct command *command = (struct command *)channel;
	struct request *request;

	if (len > CHANNEL_LINE_MAX)
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a request to %s is longer than %u bytes", host,
				     CHANNEL_LINE_MAX);
	request = calloc(1, sizeof(*request));
	if (request) {
		request->host = strdup(host);
		request->line = malloc(len + 1);
	}
	if (!request || !request->host || !request->line) {
		if (request)
			request_free(request);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	}
	memcpy(request->line, line, len);
	request->line[len] = '\n';
	request->len = len + 1;
	request->deadline_ns = deadline_ns;
	request->cookie = cookie;
	*command->end = request;
	command->end = &request->next;
	return 0;
}

/* Hands on and frees. The callback may submit. */
static void hand_on(struct command *command, struct request *request, struct channel_answer answer)
{
	answer.cookie = request->cookie;
	command->answered++;
	command->answer(command->ctx, &answer);
	request_free(request);
}

static void not_sent(struct command *command, struct request *request, const char *why)
{
	hand_on(command, request, (struct channel_answer){.outcome = CHANNEL_NOT_SENT, .why = why});
}

static struct entry *find(struct command *command, const char *host)
{
	for (size_t i = 0; i < command->count; i++)
		if (!strcmp(command->entries[i].link->host, host))
			return &command->entries[i];
	return NULL;
}

static size_t connecting(const struct command *command)
{
	size_t count = 0;

	for (size_t i = 0; i < command->count; i++)
		count += command->entries[i].request && !command->entries[i].link->proved;
	return count;
}

/* The longest idle one goes, to make room for another host. */
static void close_one(struct command *command, uint64_t now)
{
	struct link *oldest = NULL;

	for (size_t i = 0; i < command->count; i++) {
		struct link *link = command->entries[i].link;

		if (link->state == LINK_CLOSING)
			return;
		if (link->state == LINK_IDLE && (!oldest || link->limit_ns < oldest->limit_ns))
			oldest = link;
	}
	if (oldest)
		link_close(oldest, now);
}

static void ask(struct entry *entry, struct request *request)
{
	entry->request = request;
	link_ask(entry->link, request->line, request->len, request->deadline_ns, request->cookie);
}

/* Out of files or processes: it goes on with what it has, as long as that is something. */
static bool is_shortage(int err)
{
	return err == -EMFILE || err == -ENFILE || err == -EAGAIN || err == -ENOMEM;
}

/* Returns false when it has to wait. */
static bool start(struct command *command, struct request *request)
{
	struct entry *entry = &command->entries[command->count];
	char **argv = host_argv((const char *const *)command->argv, request->host);
	struct link_command how = {
		.argv = (const char *const *)argv,
		.env = (const char *const *)command->env,
		.dir = command->dir,
		.connect_ns = command->connect_ns,
		.push = command->push,
		.may_send = command->may_send,
		.may_send_ctx = command->may_send_ctx,
	};
	struct ece_error e;
	int err;

	if (argv)
		err = link_start(&how, request->host, &entry->link, &e);
	else
		err = ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a connection");
	free(argv);
	if (is_shortage(err) && command->count) {
		command->entry_max = command->count;
		return false;
	}
	if (err) {
		not_sent(command, request, e.text);
		return true;
	}
	command->count++;
	ask(entry, request);
	return true;
}

/* Returns false when the request has to wait. */
static bool dispatch_one(struct command *command, struct request *request, uint64_t now)
{
	struct entry *entry = find(command, request->host);

	if (now >= request->deadline_ns) {
		not_sent(command, request, "no connection to it was free in time");
		return true;
	}
	if (command->may_send && !command->may_send(command->may_send_ctx)) {
		not_sent(command, request, LINK_MAY_NOT_SEND);
		return true;
	}
	if (entry) {
		if (entry->request || entry->link->state != LINK_IDLE)
			return false;
		ask(entry, request);
		return true;
	}
	if (connecting(command) >= command->at_once)
		return false;
	if (command->count < command->entry_max)
		return start(command, request);
	close_one(command, now);
	return false;
}

/* What is handed on may submit more, which is put at the end and looked at, too. */
static void dispatch(struct command *command, uint64_t now)
{
	struct request **at = &command->first;

	while (*at) {
		struct request *request = *at;

		*at = request->next;
		if (!*at)
			command->end = at;
		request->next = NULL;
		if (dispatch_one(command, request, now))
			continue;
		request->next = *at;
		*at = request;
		if (!request->next)
			command->end = &request->next;
		at = &request->next;
	}
}

static void put_first(struct command *command, struct request *request)
{
	request->next = command->first;
	if (!command->first)
		command->end = &request->next;
	command->first = request;
}

static void take_news(struct command *command, struct entry *entry, enum link_news news)
{
	struct request *request = entry->request;
	const struct link *link = entry->link;

	if (news == LINK_NOTHING || !request)
		return;
	entry->request = NULL;
	switch (news) {
	case LINK_ANSWERED:
		hand_on(command, request,
			(struct channel_answer){
				.outcome = CHANNEL_REPLY, .line = link->answer, .len = link->answer_len});
		break;
	case LINK_FAILED:
		hand_on(command, request, (struct channel_answer){.outcome = link->outcome, .why = link->why});
		break;
	default:
		put_first(command, request);
	}
}

static void step_all(struct command *command, uint64_t now)
{
	size_t kept = 0;

	for (size_t i = 0; i < command->count; i++) {
		struct entry *entry = &command->entries[i];
		const struct pollfd *polls = command->polls + i * LINK_POLLS;
		bool due = now >= entry->link->limit_ns;

		for (int k = 0; k < LINK_POLLS; k++)
			due |= polls[k].revents != 0;
		if (due)
			take_news(command, entry, link_step(entry->link, now));
	}
	for (size_t i = 0; i < command->count; i++) {
		if (command->entries[i].link->state == LINK_ENDED)
			link_free(command->entries[i].link);
		else
			command->entries[kept++] = command->entries[i];
	}
	command->count = kept;
}

static uint64_t nearest(const struct command *command, uint64_t until_ns)
{
	for (size_t i = 0; i < command->count; i++)
		if (command->entries[i].link->limit_ns < until_ns)
			until_ns = command->entries[i].link->limit_ns;
	for (const struct request *r = command->first; r; r = r->next)
		if (r->deadline_ns < until_ns)
			until_ns = r->deadline_ns;
	return until_ns;
}

static bool in_flight(const struct command *command)
{
	for (size_t i = 0; i < command->count; i++)
		if (command->entries[i].request)
			return true;
	return command->first;
}

/* One wait. Returns 1 when @wake_fd has something, 0, or a negative errno. */
static int wait_once(struct command *command, uint64_t now, uint64_t until_ns, int wake_fd, struct ece_error *e)
{
	nfds_t fds = command->count * LINK_POLLS;

	for (size_t i = 0; i < command->count; i++)
		link_polls(command->entries[i].link, command->polls + i * LINK_POLLS);
	command->polls[fds] = (struct pollfd){.fd = wake_fd, .events = POLLIN};
	if (poll(command->polls, fds + 1, clock_poll_ms(now, nearest(command, until_ns))) < 0)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for agents failed: %s", strerror(errno));
	return command->polls[fds].revents != 0;
}

static int command_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
			void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct command *command = (struct command *)channel;
	int woken = 0;

	command->answer = answer;
	command->ctx = ctx;
	command->answered = 0;
	dispatch(command, clock_now());
	while (!command->answered && !woken && (in_flight(command) || until_ns != UINT64_MAX || hold)) {
		uint64_t now = clock_now();

		if (now >= until_ns)
			break;
		woken = wait_once(command, now, until_ns, wake_fd, e);
		if (woken < 0)
			return woken;
		now = clock_now();
		step_all(command, now);
		dispatch(command, now);
	}
	return command->answered;
}

static uint64_t command_now(struct channel *channel)
{
	(void)channel;
	return clock_now();
}

/* Agents end by themselves at the end of their input; what hangs is killed. */
static void end_links(struct command *command)
{
	uint64_t until = clock_now() + END_NS;

	for (size_t i = 0; i < command->count; i++)
		if (command->entries[i].link->state != LINK_CLOSING)
			link_close(command->entries[i].link, clock_now());
	while (command->count && clock_now() < until) {
		struct ece_error e;

		if (wait_once(command, clock_now(), until, -1, &e) >= 0)
			step_all(command, clock_now());
	}
	for (size_t i = 0; i < command->count; i++)
		link_free(command->entries[i].link);
}

static void command_free(struct channel *channel)
{
	struct command *command = (struct command *)channel;

	for (size_t i = 0; i < command->count; i++) {
		if (command->entries[i].request)
			request_free(command->entries[i].request);
		command->entries[i].request = NULL;
	}
	end_links(command);
	while (command->first) {
		struct request *request = command->first;

		command->first = request->next;
		request_free(request);
	}
	push_close(command->push);
	free(command->argv);
	free(command->env);
	free(command->dir);
	free(command);
}

static const struct channel_ops command_ops = {
	.submit = command_submit,
	.poll = command_poll,
	.now = command_now,
	.free = command_free,
};

static size_t most_links(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= COMMAND_LINKS_MAX * LINK_FILES + OTHER_FILES)
		return COMMAND_LINKS_MAX;
	return limit.rlim_cur < OTHER_FILES + LINK_FILES ? 1 : (limit.rlim_cur - OTHER_FILES) / LINK_FILES;
}

/* The words belong to the environment, or are constants. */
static char **without_questions(void)
{
	static char never[] = ASKPASS "=never";
	size_t count = 0;
	bool said = false;
	char **env;

	for (; environ[count]; count++)
		said |= !strncmp(environ[count], ASKPASS "=", sizeof(ASKPASS));
	env = malloc((count + 2) * sizeof(*env));
	if (!env)
		return NULL;
	memcpy(env, environ, count * sizeof(*env));
	if (!said)
		env[count++] = never;
	env[count] = NULL;
	return env;
}

/* With a push, a shell of the host gets the script as one more word. */
static char **make_argv(const struct channel_command_options *options)
{
	size_t count = 0;
	const char **words;
	char **argv;

	while (options->argv[count])
		count++;
	words = calloc(count + 2, sizeof(*words));
	if (!words)
		return NULL;
	memcpy(words, options->argv, count * sizeof(*words));
	if (options->agent)
		words[count] = push_script;
	argv = host_argv(words, COMMAND_HOST_WORD);
	free(words);
	return argv;
}

int channel_command_new(const struct channel_command_options *options, struct channel **channel, struct ece_error *e)
{
	struct command *command = calloc(1, sizeof(*command));
	int err;

	if (!command)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	command->channel.ops = &command_ops;
	command->end = &command->first;
	command->connect_ns = options->connect_ns;
	command->at_once = options->at_once;
	command->may_send = options->may_send;
	command->may_send_ctx = options->may_send_ctx;
	command->entry_max = most_links();
	command->argv = make_argv(options);
	command->env = without_questions();
	command->dir = options->dir ? strdup(options->dir) : NULL;
	if (!command->argv || !command->env || (options->dir && !command->dir)) {
		command_free(&command->channel);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	}
	err = options->agent ? push_open(options->dir, options->agent, options->guard, &command->push, e) : 0;
	if (err) {
		command_free(&command->channel);
		return err;
	}
	*channel = &command->channel;
	return 0;
}
