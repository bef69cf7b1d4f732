// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * guard_attack_test GUARD APPLY SIM FLEET: an agent that was taken over, in front of a real ece-guard process. Whatever
 * it sends, the cards of the simulated host have what they had, by their own dump; only a parameter of the table within
 * its range is ever written.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "devx/params/param.h"
#include "lib/base/clock.h"
#include "lib/base/spawn.h"
#include "lib/base/spawn_output.h"
#include "lib/host/datagram.h"

#define WAIT_NS (30 * CLOCK_SECOND_NS)
#define GUID    UINT64_C(0x0c42a10300000001) /* of the first card of h1, with PSID */
#define PSID    "MT_0000000838"
#define RATE    "dcqcn.rp.ai_rate" /* 5 there */
#define NOBODY  65534
#define ROUNDS  1500

static char *programs[4]; /* GUARD APPLY SIM FLEET */
static char dir[PATH_MAX], state[PATH_MAX + 8], socket_path[PATH_MAX + 32];
static struct spawn guard = {.pidfd = -1, .in = -1, .out = -1, .err = -1};

static char *output_of(const char *const *argv)
{
	struct ece_error e;
	char *text;
	size_t len;

	if (spawn_output(argv, dir, WAIT_NS, 1 << 24, &text, &len, &e))
		fail_msg("%s", e.text);
	return text;
}

static char *dump(void)
{
	return output_of((const char *const[]){programs[2], "fleet", "dump", "h1", "--state", state, NULL});
}

static int reach(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	if (strlen(socket_path) >= sizeof(address.sun_path))
		return -1;
	strcpy(address.sun_path, socket_path);
	if (!connect(fd, (struct sockaddr *)&address, sizeof(address)))
		return fd;
	close(fd);
	return -1;
}

static int reach_now(void)
{
	int fd = reach();

	assert_true(fd >= 0);
	return fd;
}

static int start(void **unused)
{
	/* what it says of each attack goes to a file: nobody reads it here */
	const char *argv[] = {
		"sh", "-c", "exec \"$0\" --sim \"$1\" --host h1 2>\"$1/log\"", programs[0], state, NULL,
	};
	uint64_t deadline = clock_now() + WAIT_NS;
	struct ece_error e;
	int fd;

	(void)unused;
	strcpy(dir, "/tmp/ece-attack-XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(state, sizeof(state), "%s/s", dir);
	snprintf(socket_path, sizeof(socket_path), "%s/guard-h1.sock", state);
	free(output_of((const char *const[]){"sh", "-c", "\"$0\" \"$1\" --check --state \"$2\" || [ $? = 2 ]",
					     programs[1], programs[3], state, NULL}));
	if (spawn_start(argv, &guard, &e))
		return -1;
	while ((fd = reach()) < 0 && clock_now() < deadline)
		poll(NULL, 0, 20);
	return fd < 0 ? -1 : close(fd);
}

static int stop(void **unused)
{
	const char *argv[] = {"rm", "-rf", dir, NULL};

	(void)unused;
	spawn_end(&guard);
	free(output_of(argv));
	return 0;
}

/* One datagram of the guard, or 0 when it has closed the connection. */
static size_t receive(int fd, union datagram *d)
{
	struct pollfd waited = {.fd = fd, .events = POLLIN};
	ssize_t n;

	assert_int_equal(poll(&waited, 1, 30000), 1);
	n = recv(fd, d, sizeof(*d), 0);
	return n > 0 ? (size_t)n : 0;
}

/* Has it sent us away, with or without a reason, and without an answer? */
static bool is_sent_away(int fd)
{
	union datagram d;
	size_t n;

	while ((n = receive(fd, &d)))
		if (d.head.type != DATAGRAM_FAILED && d.head.type != DATAGRAM_WORKING)
			return false;
	return true;
}

static void put(int fd, const void *datagram, size_t len)
{
	/* it may have sent us away already */
	if (send(fd, datagram, len, MSG_NOSIGNAL) < 0)
		assert_true(errno == EPIPE || errno == ECONNRESET);
}

static struct datagram_order order_of(enum protocol_op op, uint32_t count)
{
	static unsigned int serial;
	struct protocol_request request = {
		.op = op, .token = {.store = "s", .epoch = 1, .number = 1}, .lease_ms = 60000};
	struct datagram_order order;

	snprintf(request.id, sizeof(request.id), "attack/%u", ++serial);
	snprintf(request.run, sizeof(request.run), "attack-%u", serial);
	datagram_of_order(&request, &order);
	order.count = count;
	return order;
}

static struct datagram_set set_of(const char *param, uint64_t from, uint64_t to)
{
	struct datagram_set set = {
		.head = {.version = DATAGRAM_VERSION, .type = DATAGRAM_SET},
		.guid = GUID,
		.from = from,
		.to = to,
		.psid = PSID,
	};

	snprintf(set.param, sizeof(set.param), "%s", param);
	return set;
}

static void expect_away(const void *datagram, size_t len)
{
	int fd = reach_now();

	put(fd, datagram, len);
	assert_true(is_sent_away(fd));
	close(fd);
}

/* Behind a good order with room for one value. */
static void expect_away_behind(const void *datagram, size_t len)
{
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	int fd = reach_now();

	put(fd, &order, sizeof(order));
	put(fd, datagram, len);
	assert_true(is_sent_away(fd));
	close(fd);
}

/* The answer to a request of one value; "" when it was sent away. free() it. */
static char *apply(const struct datagram_set *set)
{
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	char *text = calloc(1, 1 << 20);
	int fd = reach_now();
	union datagram d;
	size_t n, len = 0;

	assert_non_null(text);
	put(fd, &order, sizeof(order));
	put(fd, set, sizeof(*set));
	shutdown(fd, SHUT_WR);
	while ((n = receive(fd, &d)))
		if (d.head.type == DATAGRAM_CHUNK) {
			memcpy(text + len, d.chunk.bytes, d.chunk.len);
			len += d.chunk.len;
		}
	close(fd);
	return text;
}

static void expect_refused(const struct datagram_set *set)
{
	char *answer = apply(set);

	/* one beyond the range may stand for "none", and be there; what only the card knows is put back before it is said */
	if (*answer && !strstr(answer, "\"result\":\"failed_old\"") && !strstr(answer, "\"result\":\"refused\"") &&
	    !strstr(answer, "\"result\":\"unchanged\""))
		fail_msg("%s %llu: %s", set->param, (unsigned long long)set->to, answer);
	free(answer);
}

static char *before;

static int look(void **unused)
{
	(void)unused;
	before = dump();
	return 0;
}

/* After each case: the guard is the one that was started, and no card has anything else. */
static int compare(void **unused)
{
	char *after = dump();
	struct pollfd ended = {.fd = guard.pidfd, .events = POLLIN};

	(void)unused;
	assert_int_equal(poll(&ended, 1, 0), 0);
	assert_string_equal(after, before);
	free(after);
	free(before);
	return 0;
}

static void lengths_that_none_has(void **unused)
{
	static const size_t odd[] = {1, 7, 8, 9, 12, 200, 4096, 16384, 16408, 16409, 30000, 100000};
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	char *large = calloc(1, 100000);

	(void)unused;
	assert_non_null(large);
	memcpy(large, &order, sizeof(order));
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		expect_away(large, odd[i]);
	expect_away(large, sizeof(order) - 1);
	expect_away(large, sizeof(order) + 1);
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		expect_away_behind(large, odd[i]);
	free(large);
}

static void datagrams_out_of_order(void **unused)
{
	union datagram d = {.head = {.version = DATAGRAM_VERSION}};
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	struct datagram_set set = set_of(RATE, 5, 20);

	(void)unused;
	expect_away(&set, sizeof(set));
	expect_away_behind(&order, sizeof(order));
	for (uint32_t type = 0; type < 12; type++) {
		d.head.type = type;
		if (type != DATAGRAM_ORDER)
			expect_away(&d, sizeof(d.order));
		expect_away(&d, sizeof(d.answer));
		if (type != DATAGRAM_SET)
			expect_away_behind(&d, sizeof(d.set));
		expect_away_behind(&d, sizeof(d.name));
		expect_away_behind(&d, sizeof(d.proof));
	}
	order.proof = 1;
	int fd = reach_now();
	put(fd, &order, sizeof(order));
	put(fd, &set, sizeof(set));
	assert_true(is_sent_away(fd));
	close(fd);
}

static void orders_of_another_version(void **unused)
{
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);

	(void)unused;
	order.head.version = DATAGRAM_VERSION + 1;
	expect_away(&order, sizeof(order));
	order.head.version = DATAGRAM_VERSION - 1;
	expect_away(&order, sizeof(order));
}

/* Each word of an order as large as it goes, where that means something. */
static void orders_out_of_range(void **unused)
{
	static const size_t at[] = {
		offsetof(struct datagram_order, op),           offsetof(struct datagram_order, adopt),
		offsetof(struct datagram_order, keep_on_loss), offsetof(struct datagram_order, count),
		offsetof(struct datagram_order, force),        offsetof(struct datagram_order, major),
		offsetof(struct datagram_order, minor),        offsetof(struct datagram_order, proof),
	};
	static const size_t wide[] = {
		offsetof(struct datagram_order, number),
		offsetof(struct datagram_order, lease_ms),
		offsetof(struct datagram_order, generation),
	};
	const uint64_t most = UINT64_MAX;

	(void)unused;
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		struct datagram_order order = order_of(PROTOCOL_APPLY, 1);

		memcpy((char *)&order + at[i], &most, sizeof(uint32_t));
		expect_away(&order, sizeof(order));
	}
	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
		struct datagram_order order = order_of(PROTOCOL_APPLY, 1);

		memcpy((char *)&order + wide[i], &most, sizeof(most));
		expect_away(&order, sizeof(order));
	}
}

static void texts_that_do_not_end(void **unused)
{
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	struct datagram_set set = set_of(RATE, 5, 20);

	(void)unused;
	memset(order.id, 'x', sizeof(order.id));
	expect_away(&order, sizeof(order));
	order = order_of(PROTOCOL_APPLY, 1);
	memset(order.run, 'x', sizeof(order.run));
	expect_away(&order, sizeof(order));
	order = order_of(PROTOCOL_APPLY, 1);
	strcpy(order.store, "\x1b[2J");
	expect_away(&order, sizeof(order));
	order = order_of(PROTOCOL_APPLY, 1);
	order.id[0] = order.run[0] = '\0';
	expect_away(&order, sizeof(order));
	memset(set.psid, 'x', sizeof(set.psid));
	expect_away_behind(&set, sizeof(set));
	set = set_of(RATE, 5, 20);
	memset(set.param, 'x', sizeof(set.param));
	expect_away_behind(&set, sizeof(set));
	set = set_of("dcqcn.rp.ai_rate\n", 5, 20);
	expect_away_behind(&set, sizeof(set));
}

/* No register, no command, no file, no counter has a name here. */
static void names_that_the_table_has_not(void **unused)
{
	static const char *const names[] = {
		"",
		"x",
		"0x402c",
		"ROCE_ACCL",
		"ACCESS_REG",
		"nv.current.0000010a.0x00",
		"rx_write_requests",
		"../../etc/passwd",
		"dcqcn.rp.ai_rate/../enable",
		"dcqcn.*",
		"%s%s%n",
		"ppcc.slot.99.enable",
		"ppcc.slot.-1.enable",
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct datagram_set set = set_of(names[i], 0, 1);

		expect_away_behind(&set, sizeof(set));
	}
}

/* What the table or the card does not take: of every parameter that there is. */
static void values_out_of_range(void **unused)
{
	const struct ece_param *param;

	(void)unused;
	for (size_t i = 0; (param = ece_param_at(i)); i++) {
		struct datagram_set set = set_of(param->name, 0, UINT64_MAX);

		expect_refused(&set);
		set.to = param->max + 1;
		if (param->max)
			expect_refused(&set);
	}
}

/* A precondition that does not hold, of every parameter: what is not there is not known to the one who sends it. */
static void values_that_are_not_there(void **unused)
{
	const struct ece_param *param;

	(void)unused;
	for (size_t i = 0; (param = ece_param_at(i)); i++) {
		struct datagram_set set = set_of(param->name, 0xdeadbeef, param->min);
		char *answer = apply(&set);

		/* what is there already is no fault */
		if (!strstr(answer, "\"result\":\"refused\"") && !strstr(answer, "\"result\":\"unchanged\""))
			fail_msg("%s: %s", set.param, answer);
		free(answer);
	}
}

static void cards_of_another_host(void **unused)
{
	struct datagram_set set = set_of(RATE, 5, 20);

	(void)unused;
	set.guid = GUID + 2; /* of h2, whose cards are in the same fleet */
	expect_refused(&set);
	set.guid = 0;
	expect_refused(&set);
	set.guid = GUID;
	strcpy(set.psid, "MT_0000000839");
	expect_refused(&set);
}

static int open_files(void)
{
	char path[64], *text;
	int n;

	snprintf(path, sizeof(path), "ls /proc/%d/fd | wc -l", (int)guard.pid);
	text = output_of((const char *const[]){"sh", "-c", path, NULL});
	n = atoi(text);
	free(text);
	return n;
}

/* Descriptors that come with a datagram do not stay. */
static void descriptors_that_come_along(void **unused)
{
	struct datagram_order order = order_of(PROTOCOL_APPLY, 1);
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(8 * sizeof(int))];
	} control = {0};
	struct iovec iov = {.iov_base = &order, .iov_len = sizeof(order)};
	struct msghdr message = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = control.room,
		.msg_controllen = sizeof(control.room),
	};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	int fds[8], fd = reach_now(), at_first, null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	struct datagram_set set = set_of(RATE, 6, 20);

	(void)unused;
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(fds));
	for (size_t i = 0; i < 8; i++)
		fds[i] = null;
	memcpy(CMSG_DATA(head), fds, sizeof(fds));
	free(apply(&set)); /* whatever it opens for a request is there once */
	at_first = open_files();
	assert_int_equal(sendmsg(fd, &message, MSG_NOSIGNAL), sizeof(order));
	put(fd, &set, sizeof(set));
	shutdown(fd, SHUT_WR);
	while (receive(fd, &(union datagram){0}))
		;
	assert_in_range(open_files(), 1, at_first + 1); /* this connection */
	close(fd);
	close(null);
}

/* Who may open the socket by an accident of its mode is still asked who he is. */
static void another_user(void **unused)
{
	struct datagram_order order = order_of(PROTOCOL_READ, 0);
	pid_t pid;
	int status;

	(void)unused;
	if (geteuid() != 0)
		skip();
	assert_int_equal(chmod(dir, 0711) || chmod(state, 0711) || chmod(socket_path, 0666), 0);
	pid = fork();
	if (!pid) {
		union datagram d;
		int fd;

		if (setgid(NOBODY) || setuid(NOBODY))
			_exit(2);
		fd = reach();
		if (fd < 0)
			_exit(3);
		send(fd, &order, sizeof(order), MSG_NOSIGNAL);
		_exit(recv(fd, &d, sizeof(d), 0) > 0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(chmod(dir, 0700) || chmod(state, 0700) || chmod(socket_path, 0600), 0);
	assert_true(WIFEXITED(status));
	/* in a namespace where there is no other one */
	if (WEXITSTATUS(status) == 2)
		skip();
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* So the others show something: the same socket writes what may be written, and nothing beside it. */
static void what_may_be_written_is(void **unused)
{
	const char *old = "\"cong.rp.rpg_ai_rate\":5,", *new = "\"cong.rp.rpg_ai_rate\":20,";
	struct datagram_set set = set_of(RATE, 5, 20);
	char *answer, *after, *at;

	(void)unused;
	answer = apply(&set);
	after = dump();
	if (!strstr(answer, "\"result\":\"held\""))
		fail_msg("%s", answer);
	at = strstr(before, old);
	assert_non_null(at);
	assert_memory_equal(after, before, at - before);
	assert_memory_equal(after + (at - before), new, strlen(new));
	assert_string_equal(after + (at - before) + strlen(new), at + strlen(old));
	free(answer);
	free(after);
	free(before);
}

/* Good requests with some bytes of them changed, the same ones each time. It may freeze the host, or spend its tokens. */
static void noise(void **unused)
{
	(void)unused;
	srandom(1);
	for (int round = 0; round < ROUNDS; round++) {
		struct datagram_order order = order_of((enum protocol_op)(random() % 10), (uint32_t)random() % 3);
		struct datagram_set set = set_of(RATE, 6, 20);
		size_t changes = (size_t)random() % 4;
		int fd = reach_now();

		for (size_t i = 0; i < changes; i++) {
			((unsigned char *)&order)[(size_t)random() % sizeof(order)] = (unsigned char)random();
			((unsigned char *)&set)[(size_t)random() % sizeof(set)] ^= (unsigned char)(1 << random() % 8);
		}
		/* a value that is there, and one that takes it, would be no attack */
		set.from = 6;
		put(fd, &order, sizeof(order));
		put(fd, &set, sizeof(set));
		put(fd, &set, sizeof(set));
		close(fd);
	}
}

int main(int argc, char **argv)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, look, compare)
	const struct CMUnitTest tests[] = {
		CASE(lengths_that_none_has),
		CASE(datagrams_out_of_order),
		CASE(orders_of_another_version),
		CASE(orders_out_of_range),
		CASE(texts_that_do_not_end),
		CASE(names_that_the_table_has_not),
		CASE(values_out_of_range),
		CASE(values_that_are_not_there),
		CASE(cards_of_another_host),
		CASE(descriptors_that_come_along),
		CASE(another_user),
		cmocka_unit_test_setup(what_may_be_written_is, look),
		CASE(noise),
	};

	if (argc != 5)
		return 2;
	for (int i = 0; i < 4; i++)
		programs[i] = realpath(argv[i + 1], NULL);
	return cmocka_run_group_tests(tests, start, stop);
}
