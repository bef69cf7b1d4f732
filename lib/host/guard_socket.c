// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/guard_socket.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fault.h"
#include "lib/base/jsonl.h"
#include "lib/host/datagram.h"

#define BACKLOG      16
#define TELL_WAIT_NS (5 * CLOCK_SECOND_NS)

static int address_of(const char *path, struct sockaddr_un *address, struct ece_error *e)
{
	size_t len = strlen(path);

	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	if (len < sizeof(address->sun_path)) {
		memcpy(address->sun_path, path, len + 1);
		return 0;
	}
	return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the name of the socket %s is longer than %zu bytes",
			     path, sizeof(address->sun_path) - 1);
}

static int give_up(int fd, const char *what, const char *path, struct ece_error *e)
{
	int err = -errno;

	if (fd >= 0)
		close(fd);
	return ece_error_set(e, err, ECE_ERROR_IO, "%s %s: %s", what, path, strerror(-err));
}

/* What an earlier guard left. Anything else that has this name stays. */
static int clear(const char *path, struct ece_error *e)
{
	struct stat st;

	if (lstat(path, &st))
		return errno == ENOENT ? 0 : give_up(-1, "cannot look at", path, e);
	if (!S_ISSOCK(st.st_mode))
		return ece_error_set(e, -EEXIST, ECE_ERROR_IO, "%s is there already, and is no socket", path);
	return unlink(path) ? give_up(-1, "cannot take away", path, e) : 0;
}

int guard_listen(const char *path, uid_t uid, struct ece_error *e)
{
	struct sockaddr_un address;
	int fd, err = address_of(path, &address, e);
	mode_t mask;

	err = err ? err : clear(path, e);
	if (err)
		return err;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return give_up(fd, "no socket for", path, e);
	mask = umask(0177);
	err = bind(fd, (struct sockaddr *)&address, sizeof(address));
	umask(mask);
	if (err || (uid != geteuid() && lchown(path, uid, (gid_t)-1)) || listen(fd, BACKLOG))
		return give_up(fd, "cannot listen on", path, e);
	return fd;
}

int guard_accept(int fd, uid_t uid, struct ece_error *e)
{
	int peer = accept4(fd, NULL /* unnamed */, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct ucred who;
	socklen_t len = sizeof(who);

	if (peer < 0)
		return -errno;
	if (!getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &who, &len) &&
	    (who.uid == uid || who.uid == 0 || who.uid == geteuid()))
		return peer;
	close(peer);
	return ece_error_set(e, -EACCES, ECE_ERROR_DENIED, "a connection of user %u was closed: only user %u may ask",
			     (unsigned int)who.uid, (unsigned int)uid);
}

int guard_connect(const char *path, struct ece_error *e)
{
	struct sockaddr_un address;
	int fd, err = address_of(path, &address, e);

	if (err)
		return err;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return give_up(fd, "no socket for", path, e);
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return give_up(fd, "there is no ece-guard at", path, e);
	return fd;
}

static int wait_for(int fd, short events, uint64_t deadline_ns)
{
	struct pollfd waited = {.fd = fd, .events = events};
	uint64_t now = clock_now();
	int n;

	while ((n = poll(&waited, 1, clock_poll_ms(now, deadline_ns))) <= 0) {
		if (n < 0 && errno != EINTR)
			return -errno;
		now = clock_now();
		if (now >= deadline_ns)
			return -ETIMEDOUT;
	}
	return 0;
}

static int send_one(int fd, const void *datagram, size_t len, uint64_t deadline_ns)
{
	ssize_t n;
	int err = fault_hit("guard.send");

	while (!err) {
		n = send(fd, datagram, len, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n == (ssize_t)len)
			return 0;
		if (n >= 0)
			return -EMSGSIZE;
		if (errno == EAGAIN)
			err = wait_for(fd, POLLOUT, deadline_ns);
		else if (errno != EINTR)
			err = -errno;
	}
	return err;
}

static int send_request(int fd, const struct protocol_request *request, uint64_t deadline_ns)
{
	union datagram d;
	size_t names = request->op == PROTOCOL_READ ? request->param_count : request->counter_count;
	int err;

	datagram_of_order(request, &d.order);
	err = send_one(fd, &d, sizeof(d.order), deadline_ns);
	if (request->proof && !err) {
		datagram_of_proof(request->proof, &d.proof);
		err = send_one(fd, &d, sizeof(d.proof), deadline_ns);
	}
	for (size_t i = 0; i < names && !err; i++) {
		datagram_of_name(request, i, &d.name);
		err = send_one(fd, &d, sizeof(d.name), deadline_ns);
	}
	for (size_t c = 0; c < request->card_count; c++)
		for (size_t i = 0; i < request->cards[c].set_count && !err; i++) {
			datagram_of_set(&request->cards[c], i, &d.set);
			err = send_one(fd, &d, sizeof(d.set), deadline_ns);
		}
	return err;
}

/* Returns the length, 0 at the end of the connection, or a negative errno. */
static ssize_t receive(int fd, union datagram *d, uint64_t deadline_ns)
{
	int err = fault_hit("guard.receive");
	bool reset = false;
	ssize_t n;

	while (!err) {
		n = recv(fd, d, sizeof(*d), MSG_DONTWAIT);
		if (n >= 0)
			return n;
		if (errno == EAGAIN)
			err = wait_for(fd, POLLIN, deadline_ns);
		else if (errno == ECONNRESET && !reset)
			reset = true; /* told before what came ahead of it */
		else if (errno != EINTR)
			err = -errno;
	}
	return err;
}

/* The answer as it comes in, and the card that the guard was at last. */
struct incoming {
	char *bytes;
	size_t len, got;
	struct datagram_working at;
};

static int nonsense(struct ece_error *e)
{
	return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL,
			     "the guard answers nonsense: agent and guard are not of one installation");
}

static int take_answer(struct incoming *in, const struct datagram_answer *answer, struct ece_error *e)
{
	if (in->bytes || !answer->len || answer->len > JSONL_LINE_MAX)
		return nonsense(e);
	in->bytes = malloc(answer->len + 1);
	if (!in->bytes)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	in->len = answer->len;
	return 0;
}

static int take_chunk(struct incoming *in, const struct datagram_chunk *chunk, size_t len, struct ece_error *e)
{
	if (!chunk->len || chunk->len > DATAGRAM_CHUNK_MAX ||
	    len != offsetof(struct datagram_chunk, bytes) + chunk->len || !in->bytes || chunk->len > in->len - in->got)
		return nonsense(e);
	memcpy(in->bytes + in->got, chunk->bytes, chunk->len);
	in->got += chunk->len;
	return 0;
}

static int take_failed(struct datagram_failed *failed, struct ece_error *e)
{
	failed->text[sizeof(failed->text) - 1] = '\0';
	failed->place[sizeof(failed->place) - 1] = '\0';
	if (failed->code >= 0 || failed->kind >= ECE_ERROR_KIND_COUNT)
		return nonsense(e);
	ece_error_set(e, failed->code, (enum ece_error_kind)failed->kind, "%s", failed->text);
	ece_error_place(e, "%s", failed->place);
	return failed->code;
}

static int take_one(struct incoming *in, union datagram *d, size_t len, struct ece_error *e)
{
	if (len < sizeof(d->head) || d->head.version != DATAGRAM_VERSION)
		return nonsense(e);
	if (d->head.type == DATAGRAM_CHUNK)
		return take_chunk(in, &d->chunk, len, e);
	if (d->head.type == DATAGRAM_ANSWER && len == sizeof(d->answer))
		return take_answer(in, &d->answer, e);
	if (d->head.type == DATAGRAM_FAILED && len == sizeof(d->failed))
		return take_failed(&d->failed, e);
	if (d->head.type != DATAGRAM_WORKING || len != sizeof(d->working))
		return nonsense(e);
	in->at = d->working;
	in->at.psid[sizeof(in->at.psid) - 1] = '\0';
	return 0;
}

static int say_lost(const struct incoming *in, int err, struct ece_error *e)
{
	if (err != -ETIMEDOUT)
		return ece_error_set(e, err, ECE_ERROR_GONE, "the guard went away in the middle of a request: %s",
				     err == -EPIPE ? "it ended" : strerror(-err));
	if (!in->at.guid)
		return ece_error_set(e, err, ECE_ERROR_TIMEOUT,
				     "the guard does not answer: it is busy with another request, or stuck");
	return ece_error_set(e, err, ECE_ERROR_TIMEOUT,
			     "the guard is stuck: it has been at the card with GUID %016" PRIx64
			     " and PSID %s until now, and may hang in the kernel there (its log says more)",
			     in->at.guid, in->at.psid);
}

static int receive_answer(int fd, struct incoming *in, uint64_t deadline_ns, struct ece_error *e)
{
	union datagram d = {0};
	int ret = 0;

	while (!ret && (!in->bytes || in->got < in->len)) {
		ssize_t n = receive(fd, &d, deadline_ns);

		if (n <= 0)
			return say_lost(in, n ? (int)n : -EPIPE, e);
		ret = take_one(in, &d, (size_t)n, e);
	}
	return ret;
}

int guard_call(int fd, const struct protocol_request *request, uint64_t deadline_ns, char **answer, size_t *answer_len,
	       struct ece_error *e)
{
	struct incoming in = {0};
	int ret = send_request(fd, request, deadline_ns);

	/* A guard that closes the connection says why before. */
	if (!ret || ret == -EPIPE || ret == -ECONNRESET)
		ret = receive_answer(fd, &in, deadline_ns, e);
	else
		say_lost(&in, ret, e);
	if (ret || !in.bytes) {
		free(in.bytes);
		return ret;
	}
	in.bytes[in.len] = '\0';
	*answer = in.bytes;
	*answer_len = in.len;
	return 0;
}

static struct datagram_head head_of(enum datagram_type type)
{
	return (struct datagram_head){.version = DATAGRAM_VERSION, .type = type};
}

int guard_tell_working(int fd, const struct journal_card *card)
{
	struct datagram_working working = {.head = head_of(DATAGRAM_WORKING), .guid = card->guid};

	memcpy(working.psid, card->psid, sizeof(card->psid));
	return send_one(fd, &working, sizeof(working), clock_now() + TELL_WAIT_NS);
}

int guard_tell_answer(int fd, const char *text, size_t len)
{
	struct datagram_answer answer = {.head = head_of(DATAGRAM_ANSWER), .len = (uint32_t)len};
	struct datagram_chunk chunk = {.head = head_of(DATAGRAM_CHUNK)};
	int err = send_one(fd, &answer, sizeof(answer), clock_now() + TELL_WAIT_NS);

	for (size_t at = 0; at < len && !err; at += chunk.len) {
		chunk.len = (uint32_t)(len - at < DATAGRAM_CHUNK_MAX ? len - at : DATAGRAM_CHUNK_MAX);
		memcpy(chunk.bytes, text + at, chunk.len);
		err = send_one(fd, &chunk, offsetof(struct datagram_chunk, bytes) + chunk.len,
			       clock_now() + TELL_WAIT_NS);
	}
	return err;
}

int guard_tell_failed(int fd, const struct ece_error *why)
{
	struct datagram_failed failed = {
		.head = head_of(DATAGRAM_FAILED),
		.code = why->code,
		.kind = (uint32_t)why->kind,
	};

	copy_text(failed.text, sizeof(failed.text), why->text);
	copy_text(failed.place, sizeof(failed.place), why->place);
	return send_one(fd, &failed, sizeof(failed), clock_now() + TELL_WAIT_NS);
}
