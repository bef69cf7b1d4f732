// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* User and password become a token; etcd forgets tokens when it restarts and after some minutes without use. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/internal.h"

#define LOGIN_NS (30 * CLOCK_SECOND_NS)

static void answered(void *ctx, struct etcd_answer *answer)
{
	struct etcd *etcd = ctx;

	etcd->login = NULL;
	if (answer->outcome == ETCD_REFUSED)
		request_refuse(etcd, &answer->error);
	else
		request_wake(etcd);
}

/* The file is read each time: passwords are changed. */
static int ask(struct etcd *etcd, struct ece_error *e)
{
	char password[ETCD_PASSWORD_MAX];
	int ret = config_password(etcd->password, password, e);
	char *body;

	if (ret)
		return ret;
	body = encode_login(etcd->user, password);
	explicit_bzero(password, sizeof(password));
	if (!body)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a login to etcd");
	etcd->login = request_new(etcd, REQUEST_LOGIN, body, clock_now() + LOGIN_NS, answered, etcd, e);
	return etcd->login ? 0 : -ENOMEM;
}

bool login_needed(struct etcd *etcd)
{
	struct ece_error e;

	if (!etcd->user || etcd->token)
		return false;
	if (!etcd->login && ask(etcd, &e))
		request_refuse(etcd, &e);
	return true;
}

int login_take(struct etcd *etcd, const json_t *root, struct ece_error *e)
{
	const char *token = json_string_value(json_object_get(root, "token"));
	char *copy;

	/* it becomes a header */
	if (!token || !*token || strlen(token) > ETCD_TOKEN_MAX || strpbrk(token, "\r\n"))
		return ece_error_set(e, -EPROTO, ECE_ERROR_PROTOCOL, "the answer to the login has no token");
	copy = strdup(token);
	if (!copy)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a login to etcd");
	login_forget(etcd, etcd->token_serial);
	etcd->token = copy;
	etcd->token_serial++;
	return 0;
}

void login_forget(struct etcd *etcd, uint64_t serial)
{
	if (!etcd->token || serial != etcd->token_serial)
		return;
	explicit_bzero(etcd->token, strlen(etcd->token));
	free(etcd->token);
	etcd->token = NULL;
}
