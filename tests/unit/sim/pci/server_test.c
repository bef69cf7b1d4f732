// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The poll loop: clients one after the other, control connections, an end. The server runs in a child process. */
#include "tests/unit/sim/pci/guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "devx/sim/pci/server.h"

#define WAIT_MS 10000

struct process {
	char dir[64];
	char card[2][96];
	char control[96];
	const char *ends; /* of a cable; NULL: none */
	int stop[2];
	pid_t pid;
};

static int run(struct process *p)
{
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);
	int err = 0;
	int i;

	for (i = 0; !err && i < 2; i++) {
		struct pci_card_options options = {
			.name = i ? "second" : "first", .type = fw_card_type_find("cx7"), .identity = (uint64_t)i + 1};

		err = pci_server_add_card(server, &options, p->card[i], &error);
	}
	if (!err && p->ends)
		err = pci_server_connect(server, p->ends, &(const struct wire_weather){0}, &error);
	if (!err)
		err = pci_server_add_control(server, p->control, &error);
	if (!err)
		err = pci_server_run(server, p->stop[0], &error);
	pci_server_free(server);
	return err ? 1 : 0;
}

static int dial(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -1;
}

static int dial_until(const char *path)
{
	int tries;
	int fd;

	for (tries = 0; tries < WAIT_MS; tries++) {
		fd = dial(path);
		if (fd >= 0)
			return fd;
		poll(NULL, 0, 1);
	}
	fail_msg("nobody listens on %s", path);
	return -1;
}

static void start_connected(struct process *p, const char *ends)
{
	p->ends = ends;
	strcpy(p->dir, "/tmp/ece-server-test-XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->card[0], sizeof(p->card[0]), "%s/first", p->dir);
	snprintf(p->card[1], sizeof(p->card[1]), "%s/second", p->dir);
	snprintf(p->control, sizeof(p->control), "%s/control", p->dir);
	assert_int_equal(pipe(p->stop), 0);
	p->pid = fork();
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		close(p->stop[1]);
		_exit(run(p));
	}
	close(p->stop[0]);
	close(dial_until(p->control));
}

static void start(struct process *p)
{
	start_connected(p, NULL);
}

static void stop(struct process *p)
{
	int status;

	close(p->stop[1]);
	assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
	assert_int_equal(status, 0);
	/* the sockets are gone, so the folder is empty */
	assert_int_equal(rmdir(p->dir), 0);
}

static void receive(int fd, void *to, size_t bytes)
{
	struct pollfd at = {fd, POLLIN, 0};
	size_t got = 0;

	while (got < bytes) {
		ssize_t n;

		assert_int_equal(poll(&at, 1, WAIT_MS), 1);
		n = recv(fd, (uint8_t *)to + got, bytes - got, 0);
		assert_true(n > 0);
		got += (size_t)n;
	}
}

/* VERSION, and whether it was answered as it should be. */
static void greet(int fd)
{
	const uint8_t hello[] = {9, 0, 1, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
	uint32_t header[4];
	uint8_t rest[256];

	assert_int_equal(send(fd, hello, sizeof(hello), 0), sizeof(hello));
	receive(fd, header, sizeof(header));
	assert_int_equal(header[2], 1);
	receive(fd, rest, header[1] - 16);
	assert_memory_equal(rest + 4, "{\"capabilities\":", 16);
}

static void clients_come_one_after_the_other(void **state)
{
	struct process p;
	int i;

	(void)state;
	start(&p);
	for (i = 0; i < 3; i++) {
		int first = dial_until(p.card[0]);
		int second = dial_until(p.card[1]);

		greet(second);
		greet(first);
		close(first);
		close(second);
	}
	stop(&p);
}

static void a_second_client_waits_for_the_first(void **state)
{
	const uint8_t hello[] = {9, 0, 1, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
	struct process p;
	struct pollfd at = {.events = POLLIN};
	int first;
	int second;

	(void)state;
	start(&p);
	first = dial_until(p.card[0]);
	greet(first);
	second = dial_until(p.card[0]);
	assert_int_equal(send(second, hello, sizeof(hello), 0), sizeof(hello));
	at.fd = second;
	assert_int_equal(poll(&at, 1, 50), 0);
	close(first);
	assert_int_equal(poll(&at, 1, WAIT_MS), 1);
	close(second);
	stop(&p);
}

static void ask(int fd, const char *line, const char *answer)
{
	char got[256] = {0};

	assert_int_equal(send(fd, line, strlen(line), 0), strlen(line));
	receive(fd, got, strlen(answer));
	assert_string_equal(got, answer);
}

static void control_lines_are_answered_in_order(void **state)
{
	struct process p;
	int fd;
	int other;

	(void)state;
	start(&p);
	fd = dial_until(p.control);
	other = dial_until(p.control);
	ask(fd, "first link down\nsecond count 1\n", "ok\nok 0\n");
	ask(other, "first lin", "");
	ask(fd, "count 1\r\n", "error: which card? Say its name first\n");
	ask(other, "k up\n", "ok\n");
	close(fd);
	close(other);
	stop(&p);
}

/* Until the cable's ends look like this. */
static void until_ends(int control, const char *ends)
{
	char got[1024];
	int tries;

	for (tries = 0; tries < WAIT_MS; tries++) {
		struct pollfd at = {control, POLLIN, 0};
		ssize_t bytes;

		assert_int_equal(send(control, "cable\n", 6, 0), 6);
		assert_int_equal(poll(&at, 1, WAIT_MS), 1);
		bytes = recv(control, got, sizeof(got) - 1, 0);
		assert_true(bytes > 0);
		got[bytes] = '\0';
		if (strstr(got, ends))
			return;
		poll(NULL, 0, 1);
	}
	fail_msg("the cable stays %s", got);
}

static void who_leaves_takes_only_the_link_along(void **state)
{
	struct process p;
	struct pollfd at = {.events = POLLIN};
	int control;
	int first;

	(void)state;
	start_connected(&p, "first:1,second:1");
	control = dial_until(p.control);
	first = dial_until(p.card[0]);
	at.fd = dial_until(p.card[1]);
	greet(first);
	greet(at.fd);
	until_ends(control, "[{\"card\":\"first\",\"up\":true,\"link\":true},"
			    "{\"card\":\"second\",\"up\":true,\"link\":true}]");
	close(first);
	until_ends(control, "[{\"card\":\"first\",\"up\":false,\"link\":false},"
			    "{\"card\":\"second\",\"up\":true,\"link\":false}]");
	assert_int_equal(poll(&at, 1, 0), 0); /* still there */
	close(at.fd);
	until_ends(control, "{\"card\":\"second\",\"up\":false,\"link\":false}]");
	close(control);
	stop(&p);
}

static void cables_have_a_limit(void **state)
{
	const struct wire_weather fair = {0};
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);
	char path[96], name[16], ends[64];
	int i;

	(void)state;
	for (i = 0; i < PCI_SERVER_CARDS_MAX; i++) {
		struct pci_card_options options = {.name = name, .type = fw_card_type_find("cx7"), .identity = 1};

		snprintf(name, sizeof(name), "n%d", i);
		snprintf(path, sizeof(path), "/tmp/ece-server-test-%d-%s", (int)getpid(), name);
		assert_int_equal(pci_server_add_card(server, &options, path, &error), 0);
	}
	for (i = 0; i < PCI_SERVER_CABLES_MAX; i++) {
		snprintf(ends, sizeof(ends), "n%d,n%d:1", 2 * i, 2 * i + 1);
		assert_int_equal(pci_server_connect(server, ends, &fair, &error), 0);
	}
	assert_int_equal(pci_server_connect(server, "n0,n1", &fair, &error), -ENOSPC);
	assert_int_equal(error.kind, ECE_ERROR_LIMIT);
	pci_server_free(server);
}

static void the_number_of_callers_is_limited(void **state)
{
	struct process p;
	struct pollfd at = {.events = POLLIN};
	int fd[PCI_SERVER_CONTROLS_MAX + 1];
	int i;

	(void)state;
	start(&p);
	for (i = 0; i < PCI_SERVER_CONTROLS_MAX; i++) {
		fd[i] = dial_until(p.control);
		ask(fd[i], "first count 1\n", "ok 0\n");
	}
	/* one more waits until another hangs up */
	fd[i] = dial_until(p.control);
	assert_int_equal(send(fd[i], "cards\n", 6, 0), 6);
	at.fd = fd[i];
	assert_int_equal(poll(&at, 1, 50), 0);
	close(fd[0]);
	assert_int_equal(poll(&at, 1, WAIT_MS), 1);
	while (i)
		close(fd[i--]);
	stop(&p);
}

static void a_line_without_end_is_hung_up_on(void **state)
{
	struct process p;
	struct pollfd at = {.events = POLLIN};
	char line[300];
	int fd;

	(void)state;
	memset(line, 'x', sizeof(line));
	start(&p);
	fd = dial_until(p.control);
	at.fd = fd;
	assert_int_equal(send(fd, line, sizeof(line), 0), sizeof(line));
	assert_int_equal(poll(&at, 1, WAIT_MS), 1);
	assert_true(recv(fd, line, sizeof(line), 0) <= 0);
	close(fd);
	fd = dial_until(p.control);
	ask(fd, "first count 1\n", "ok 0\n");
	close(fd);
	stop(&p);
}

static void a_socket_in_use_is_not_taken_over(void **state)
{
	struct process p;
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);
	struct pci_card_options options = {.name = "thief", .type = fw_card_type_find("cx7")};

	(void)state;
	start(&p);
	assert_int_equal(pci_server_add_card(server, &options, p.card[0], &error), -EADDRINUSE);
	assert_non_null(strstr(error.text, p.card[0]));
	pci_server_free(server);
	close(dial_until(p.card[0]));
	stop(&p);
}

static void a_socket_left_over_is_replaced(void **state)
{
	char path[] = "/tmp/ece-left-over-XXXXXX";
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);
	struct pci_card_options options = {.name = "heir", .type = fw_card_type_find("cx7")};
	int fd = mkstemp(path);

	(void)state;
	/* any other file stays */
	assert_int_equal(pci_server_add_card(server, &options, path, &error), -EADDRINUSE);
	assert_int_equal(access(path, F_OK), 0);
	close(fd);
	unlink(path);
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM, 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
	assert_int_equal(pci_server_add_card(server, &options, path, &error), 0);
	fd = dial(path);
	assert_true(fd >= 0);
	close(fd);
	pci_server_free(server);
	assert_int_equal(access(path, F_OK), -1);
}

static void limits_are_said(void **state)
{
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);
	struct pci_card_options options = {.name = "far", .type = fw_card_type_find("cx7")};
	char path[200];

	(void)state;
	memset(path, 'a', sizeof(path));
	path[sizeof(path) - 1] = '\0';
	assert_int_equal(pci_server_add_card(server, &options, path, &error), -ENAMETOOLONG);
	assert_int_equal(error.kind, ECE_ERROR_LIMIT);
	pci_server_free(server);
}

static int add(struct pci_server *server, const char *type, const char *name, const char *of, struct ece_error *error)
{
	struct pci_card_options options = {.name = name, .type = type ? fw_card_type_find(type) : NULL, .identity = 1};
	char path[96];

	snprintf(path, sizeof(path), "/tmp/ece-server-test-%d-%s", (int)getpid(), name);
	return of ? pci_server_add_function(server, of, &options, path, error) :
		    pci_server_add_card(server, &options, path, error);
}

static void a_card_has_as_many_functions_as_its_type(void **state)
{
	struct ece_error error = {0};
	struct pci_server *server = pci_server_new(NULL, NULL, &error);

	(void)state;
	assert_int_equal(add(server, "cx7-2p", "a", NULL, &error), 0);
	assert_int_equal(add(server, NULL, "b", "a", &error), 0);
	assert_int_equal(add(server, NULL, "c", "a", &error), -ENOSPC);
	assert_string_equal(error.text, "a card of type cx7-2p has no more than 2 functions");
	/* a function is no card that could have one more */
	assert_int_equal(add(server, NULL, "c", "b", &error), -ENOENT);
	assert_int_equal(add(server, NULL, "c", "nobody", &error), -ENOENT);
	assert_int_equal(error.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_int_equal(add(server, "cx7", "d", NULL, &error), 0);
	assert_int_equal(add(server, NULL, "e", "d", &error), -ENOSPC);
	assert_string_equal(error.text, "a card of type cx7 has no more than 1 function");
	pci_server_free(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clients_come_one_after_the_other),
		cmocka_unit_test(a_second_client_waits_for_the_first),
		cmocka_unit_test(control_lines_are_answered_in_order),
		cmocka_unit_test(who_leaves_takes_only_the_link_along),
		cmocka_unit_test(cables_have_a_limit),
		cmocka_unit_test(the_number_of_callers_is_limited),
		cmocka_unit_test(a_line_without_end_is_hung_up_on),
		cmocka_unit_test(a_socket_in_use_is_not_taken_over),
		cmocka_unit_test(a_socket_left_over_is_replaced),
		cmocka_unit_test(limits_are_said),
		cmocka_unit_test(a_card_has_as_many_functions_as_its_type),
	};

	return cmocka_run_group_tests_name("server", tests, NULL, NULL);
}
