// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Queries of a server on loopback that says what the test wants. Answers are in the words of the Prometheus HTTP API
 * documentation; tests/services asks a real one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "tests/unit/lib/gate/bench.h"

#define REQUEST_MAX 4096

struct server {
	pid_t pid;
	int port;
	int request; /* a pipe with what it was asked */
	char url[64];
};

static void write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n <= 0)
			return;
		data += n;
		len -= (size_t)n;
	}
}

/* Until the end of the form, which has no end of line. */
static void read_request(int fd, int copy)
{
	char request[REQUEST_MAX];
	size_t len = 0;

	while (len < sizeof(request) - 1) {
		ssize_t n = read(fd, request + len, sizeof(request) - 1 - len);

		if (n <= 0)
			return;
		len += (size_t)n;
		request[len] = '\0';
		if (strstr(request, "timeout="))
			break;
	}
	write_all(copy, request, len);
}

/* One connection after the other, for ever. @reply NULL: it listens and says nothing. */
static void serve(int listener, int copy, const char *reply, size_t len)
{
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			_exit(1);
		read_request(fd, copy);
		if (!reply)
			continue;
		write_all(fd, reply, len);
		close(fd);
	}
}

static void start(struct server *server, const char *reply, size_t len)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), copy[2];

	assert_true(listener >= 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(listener, 8), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &size), 0);
	assert_int_equal(pipe(copy), 0);
	server->port = ntohs(at.sin_port);
	server->request = copy[0];
	snprintf(server->url, sizeof(server->url), "http://127.0.0.1:%d", server->port);
	server->pid = fork();
	assert_true(server->pid >= 0);
	if (!server->pid) {
		signal(SIGPIPE, SIG_IGN);
		serve(listener, copy[1], reply, len);
	}
	close(listener);
	close(copy[1]);
}

static void stop(struct server *server)
{
	kill(server->pid, SIGKILL);
	waitpid(server->pid, NULL, 0);
	close(server->request);
}

static void ask(struct bench *b, const char *url, const char *query, uint64_t timeout_ns)
{
	struct ece_error e = {0};

	if (gate_ask_promql(b->asker, &(struct gate_promql){.url = url, .query = query, .timeout_ns = timeout_ns}, 1,
			    &e))
		fail_msg("%s", e.text);
}

/* The port is another one every time: it is HERE. */
static void assert_answer(struct bench *b, int port, const char *want)
{
	char server[32], text[BENCH_TEXT_MAX], *at;

	bench_wait(b);
	snprintf(server, sizeof(server), "127.0.0.1:%d", port);
	at = strstr(b->answers, server);
	if (at) {
		snprintf(text, sizeof(text), "HERE%s", at + strlen(server));
		strcpy(at, text);
	}
	assert_string_equal(b->answers, want);
}

static void answers(struct bench *b, const char *status, const char *body, const char *want)
{
	struct server server;
	char reply[4096];

	snprintf(reply, sizeof(reply), "HTTP/1.1 %s\r\nContent-Length: %zu\r\n\r\n%s", status, strlen(body), body);
	start(&server, reply, strlen(reply));
	ask(b, server.url, "up", BENCH_NS);
	assert_answer(b, server.port, want);
	stop(&server);
}

static void a_vector_gives_its_numbers_and_labels(void **state)
{
	answers(*state, "200 OK",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
		"{\"metric\":{\"__name__\":\"up\",\"job\":\"node\",\"rack\":\"r01\"},\"value\":[1435781451.781,\"1\"]},"
		"{\"metric\":{},\"value\":[1435781451.781,\"-2.5e3\"]},"
		"{\"metric\":{\"rack\":\"r03\"},\"value\":[1435781451.781,\"NaN\"]},"
		"{\"metric\":{\"rack\":\"r04\"},\"value\":[1435781451.781,\"+Inf\"]}]}}",
		"1 none 1{job=\"node\",rack=\"r01\"} -2500 nan{rack=\"r03\"} inf{rack=\"r04\"}: ;");
}

static void a_scalar_gives_one_number(void **state)
{
	answers(*state, "200 OK",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1435781451.781,\"0.03\"]}}",
		"1 none 0.03: ;");
}

static void an_empty_vector_is_no_data(void **state)
{
	answers(*state, "200 OK", "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[]}}",
		"1 none: ;");
}

static void an_error_of_prometheus_comes_in_its_words(void **state)
{
	answers(*state, "400 Bad Request",
		"{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"invalid parameter 'query': parse "
		"error\"}",
		"1 error: Prometheus at HERE: invalid parameter 'query': parse error;");
}

static void a_warning_is_inconclusive(void **state)
{
	answers(*state, "200 OK",
		"{\"status\":\"success\",\"warnings\":[\"a store is gone\"],\"data\":{\"resultType\":\"scalar\","
		"\"result\":[1435781451.781,\"0\"]}}",
		"1 inconclusive 0: Prometheus at HERE warns: a store is gone;");
}

static void a_matrix_is_not_judged(void **state)
{
	answers(*state, "200 OK", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
		"1 error: Prometheus at HERE: the query gives a matrix; a gate needs an instant vector or a "
		"scalar;");
}

static void another_server_is_an_error(void **state)
{
	answers(*state, "502 Bad Gateway", "<html>no</html>", "1 error: Prometheus at HERE: HTTP status 502;");
}

static void a_redirect_is_not_followed(void **state)
{
	answers(*state, "302 Found\r\nLocation: http://127.0.0.1:1/", "",
		"1 error: Prometheus at HERE: HTTP status 302;");
}

static void nonsense_is_an_error(void **state)
{
	static const char *const bodies[] = {
		"hello",
		"{\"status\":\"success\"}",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,2]}}",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2x\"]}}",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"\"]}}",
		"{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":{}}}",
		("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":{},"
		 "\"histogram\":[1,{}]}]}}"),
	};
	struct bench *b = *state;

	for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
		b->answers[0] = '\0';
		answers(b, "200 OK", bodies[i], "1 error: Prometheus at HERE: an answer that is none of its own;");
	}
}

static void what_is_asked_is_a_form(void **state)
{
	struct bench *b = *state;
	static const char reply[] = "HTTP/1.1 204 No Content\r\n\r\n";
	char request[REQUEST_MAX], url[96];
	struct server server;
	ssize_t n;

	start(&server, reply, sizeof(reply) - 1);
	snprintf(url, sizeof(url), "http://eve:secret@127.0.0.1:%d/prefix/", server.port);
	ask(b, url, "max(rack:pfc{a=\"b\"}) & 1 + 2", 3 * CLOCK_SECOND_NS);
	bench_wait(b);
	n = read(server.request, request, sizeof(request) - 1);
	assert_true(n > 0);
	request[n] = '\0';
	assert_memory_equal(request, "POST /prefix/api/v1/query HTTP/1.1\r\n", 36);
	assert_non_null(strstr(request, "Content-Type: application/x-www-form-urlencoded\r\n"));
	assert_non_null(strstr(request, "\r\n\r\nquery=max%28rack%3Apfc%7Ba%3D%22b%22%7D%29%20%26%201%20%2B%202"
					"&timeout=3000ms"));
	assert_null(strstr(b->answers, "secret"));
	stop(&server);
}

static void a_silent_server_is_given_up_in_time(void **state)
{
	struct bench *b = *state;
	uint64_t begin = clock_now();
	struct server server;

	start(&server, NULL, 0);
	ask(b, server.url, "up", 300 * CLOCK_MS_NS);
	assert_answer(b, server.port, "1 error: Prometheus at HERE: no answer in time;");
	assert_true(clock_now() - begin < BENCH_NS / 2);
	stop(&server);
}

static void a_server_that_is_gone_is_an_error(void **state)
{
	struct bench *b = *state;
	struct server server;

	start(&server, NULL, 0);
	stop(&server);
	ask(b, server.url, "up", BENCH_NS);
	bench_wait(b);
	assert_memory_equal(b->answers, "1 error: Prometheus at 127.0.0.1:", 33);
	assert_non_null(strstr(b->answers, "onnect"));
}

static void a_connection_that_breaks_is_an_error(void **state)
{
	struct bench *b = *state;
	static const char reply[] = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"status\":";
	struct server server;

	start(&server, reply, sizeof(reply) - 1);
	ask(b, server.url, "up", BENCH_NS);
	bench_wait(b);
	assert_memory_equal(b->answers, "1 error: Prometheus at ", 23);
	stop(&server);
}

static char *large_reply(size_t size, size_t *len)
{
	char *reply = malloc(size + 128);

	assert_non_null(reply);
	*len = (size_t)sprintf(reply, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", size);
	memset(reply + *len, ' ', size);
	*len += size;
	return reply;
}

static void a_large_answer_is_refused(void **state)
{
	struct bench *b = *state;
	struct server server;
	size_t len;
	char *reply = large_reply(GATE_BODY_MAX + 1, &len);

	start(&server, reply, len);
	ask(b, server.url, "up", BENCH_NS);
	assert_answer(b, server.port, "1 error: Prometheus at HERE: the answer is larger than 1048576 bytes;");
	stop(&server);
	free(reply);
}

static void many_series_are_refused(void **state)
{
	static const char head[] = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[";
	static const char one[] = "{\"metric\":{},\"value\":[0,\"1\"]},";
	struct bench *b = *state;
	struct server server;
	size_t len, at;
	char *reply = large_reply(sizeof(head) + sizeof(one) * (GATE_VALUES_MAX + 1), &len);

	at = (size_t)(strstr(reply, "\r\n\r\n") + 4 - reply);
	memcpy(reply + at, head, sizeof(head) - 1);
	at += sizeof(head) - 1;
	for (int i = 0; i <= GATE_VALUES_MAX; i++, at += sizeof(one) - 1)
		memcpy(reply + at, one, sizeof(one) - 1);
	memcpy(reply + at - 1, "]}}", 3);
	start(&server, reply, len);
	ask(b, server.url, "up", BENCH_NS);
	assert_answer(b, server.port, "1 error: Prometheus at HERE: more than 4096 series; let the query aggregate;");
	stop(&server);
	free(reply);
}

static void other_protocols_are_refused(void **state)
{
	struct bench *b = *state;

	ask(b, "file:///etc/passwd#", "up", BENCH_NS);
	bench_wait(b);
	assert_memory_equal(b->answers, "1 error: Prometheus at the server: ", 35);
	assert_non_null(strstr(b->answers, "file"));
}

static void questions_may_be_given_up(void **state)
{
	struct bench *b = *state;
	struct server server;

	start(&server, NULL, 0);
	ask(b, server.url, "up", BENCH_NS);
	gate_free(b->asker);
	b->asker = NULL;
	stop(&server);
}

static void a_url_that_is_too_long_is_not_asked(void **state)
{
	struct bench *b = *state;
	struct ece_error e = {0};
	char url[5000];

	memset(url, 'a', sizeof(url));
	url[sizeof(url) - 1] = '\0';
	assert_int_equal(gate_ask_promql(b->asker, &(struct gate_promql){.url = url, .query = "up"}, 1, &e),
			 -ENAMETOOLONG);
	assert_int_equal(gate_open(b->asker), 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_vector_gives_its_numbers_and_labels),
		CASE(a_scalar_gives_one_number),
		CASE(an_empty_vector_is_no_data),
		CASE(an_error_of_prometheus_comes_in_its_words),
		CASE(a_warning_is_inconclusive),
		CASE(a_matrix_is_not_judged),
		CASE(another_server_is_an_error),
		CASE(a_redirect_is_not_followed),
		CASE(nonsense_is_an_error),
		CASE(what_is_asked_is_a_form),
		CASE(a_silent_server_is_given_up_in_time),
		CASE(a_server_that_is_gone_is_an_error),
		CASE(a_connection_that_breaks_is_an_error),
		CASE(a_large_answer_is_refused),
		CASE(many_series_are_refused),
		CASE(other_protocols_are_refused),
		CASE(questions_may_be_given_up),
		CASE(a_url_that_is_too_long_is_not_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
