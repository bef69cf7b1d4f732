// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/host/guard_socket.h"
#include "lib/host/protocol.h"
#include "tools/ece-agent/serve.h"

/* A command that the firmware does not answer is given up by the kernel after a minute. */
#define GUARD_WAIT_NS (180 * CLOCK_SECOND_NS)

struct serve_host {
	int fd;
};

static void guard_close(struct serve_host *host)
{
	if (host)
		close(host->fd);
	free(host);
}

static int guard_open(const struct serve_where *where, struct serve_host **opened, struct ece_error *e)
{
	struct serve_host *host = calloc(1, sizeof(*host));

	if (!host)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	host->fd = guard_connect(where->dir, e);
	if (host->fd < 0) {
		int ret = host->fd;

		free(host);
		return ret;
	}
	*opened = host;
	return 0;
}

static int refuse(const char *id, const struct ece_error *why, char **answer, size_t *answer_len, struct ece_error *e)
{
	struct protocol_answer refused = {
		.version = {.major = PROTOCOL_MAJOR}, .result = PROTOCOL_REFUSED, .error = *why};

	copy_text(refused.id, sizeof(refused.id), id);
	return protocol_answer_encode(&refused, answer, answer_len, e);
}

static int guard_request(struct serve_host *host, const char *line, size_t len, char **answer, size_t *answer_len,
			 struct ece_error *e)
{
	struct protocol_request *request;
	char id[PROTOCOL_ID_MAX];
	struct ece_error why;
	int ret = protocol_request_decode_id(line, len, &request, id, &why);

	if (ret)
		return refuse(id, &why, answer, answer_len, e);
	ret = guard_call(host->fd, request, clock_now() + GUARD_WAIT_NS, answer, answer_len, e);
	protocol_request_free(request);
	return ret;
}

static uint64_t guard_leases(struct serve_host *host)
{
	(void)host;
	return UINT64_MAX;
}

const struct serve_kind serve_guard = {
	.open = guard_open,
	.request = guard_request,
	.leases = guard_leases,
	.close = guard_close,
};
