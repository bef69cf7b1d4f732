// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One attempt to deliver one message. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/hmac.h"
#include "lib/hook/internal.h"

#define TOO_MANY_REQUESTS 429
#define REQUEST_TIMEOUT   408

/* What they say is of no use, but how much of it there is has an end. */
static size_t pass_over(char *data, size_t size, size_t count, void *ctx)
{
	struct target *target = ctx;

	(void)data;
	target->answer_len += size * count;
	return target->answer_len > HOOK_ANSWER_MAX ? 0 : size * count;
}

static int add_header(struct target *target, const char *line)
{
	struct curl_slist *more = curl_slist_append(target->headers, line);

	if (!more)
		return -ENOMEM;
	target->headers = more;
	return 0;
}

/* "t=1764530000,v1=5257a869...": with the time in it, an old message cannot be sent again as a new one. */
static int sign(struct target *target, const char *body, char why[HOOK_WHY_MAX])
{
	char secret[HOOK_SECRET_MAX + 1], stamp[32], line[sizeof(HOOK_SIGNATURE) + 48 + (size_t)2 * SHA256_BYTES];
	uint8_t code[SHA256_BYTES];
	struct hmac hmac;
	size_t len;
	int err = secret_read(target->secret_file, secret, why);

	if (err)
		return err;
	snprintf(stamp, sizeof(stamp), "%" PRIu64, clock_wall() / CLOCK_SECOND_NS);
	hmac_init(&hmac, secret, strlen(secret));
	explicit_bzero(secret, sizeof(secret));
	hmac_add(&hmac, stamp, strlen(stamp));
	hmac_add(&hmac, ".", 1);
	hmac_add(&hmac, body, strlen(body));
	hmac_end(&hmac, code);
	len = (size_t)snprintf(line, sizeof(line), HOOK_SIGNATURE ": t=%s,v1=", stamp);
	for (size_t i = 0; i < sizeof(code); i++)
		len += (size_t)snprintf(line + len, sizeof(line) - len, "%02x", code[i]);
	return add_header(target, line);
}

static int authorize(struct target *target, char why[HOOK_WHY_MAX])
{
	char token[HOOK_SECRET_MAX + 1], line[HOOK_SECRET_MAX + 32];
	int err = secret_read(target->token_file, token, why);

	if (!err && strpbrk(token, "\r\n")) {
		snprintf(why, HOOK_WHY_MAX, "%.160s: a token is one line", target->token_file);
		err = -EINVAL;
	}
	if (!err) {
		snprintf(line, sizeof(line), "Authorization: Bearer %s", token);
		err = add_header(target, line);
	}
	explicit_bzero(token, sizeof(token));
	explicit_bzero(line, sizeof(line));
	return err;
}

static int add_lines(struct target *target, char *text, char why[HOOK_WHY_MAX])
{
	size_t count = 0;
	char *rest;
	int err = 0;

	for (char *line = strtok_r(text, "\r\n", &rest); line && !err; line = strtok_r(NULL, "\r\n", &rest)) {
		const char *colon = strchr(line, ':');

		if (count++ == HOOK_HEADERS_MAX || !colon || colon == line) {
			snprintf(why, HOOK_WHY_MAX, "%.160s: %s", target->headers_file,
				 count > HOOK_HEADERS_MAX ? "too many lines" : "a line is no \"Name: value\"");
			return -EINVAL;
		}
		err = add_header(target, line);
	}
	return err;
}

static int add_file(struct target *target, char why[HOOK_WHY_MAX])
{
	char text[HOOK_SECRET_MAX + 1];
	int err = secret_read(target->headers_file, text, why);

	if (!err)
		err = add_lines(target, text, why);
	explicit_bzero(text, sizeof(text));
	return err;
}

static int add_headers(struct target *target, const struct message *message, char why[HOOK_WHY_MAX])
{
	char id[256];
	int err = add_header(target, "Content-Type: application/json");

	snprintf(id, sizeof(id), HOOK_ID ": %s", message->id);
	err = err ? err : add_header(target, id);
	err = err ? err : add_header(target, "Expect:");
	if (!err && target->secret_file)
		err = sign(target, message->body, why);
	if (!err && target->token_file)
		err = authorize(target, why);
	return !err && target->headers_file ? add_file(target, why) : err;
}

static void set_options(struct target *target, const char *body)
{
	CURL *easy = target->easy;

	curl_easy_setopt(easy, CURLOPT_URL, target->url);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, target);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(HOOK_ATTEMPT_NS / CLOCK_MS_NS));
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, target->error);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, pass_over);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, target);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, target->headers);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body); /* lives as long as the message */
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "ecekit");
	if (target->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, target->ca_file);
}

void post_drop(struct target *target)
{
	curl_easy_cleanup(target->easy);
	target->easy = NULL;
	for (struct curl_slist *line = target->headers; line; line = line->next)
		explicit_bzero(line->data, strlen(line->data));
	curl_slist_free_all(target->headers);
	target->headers = NULL;
}

int post_start(struct hook *hook, struct target *target, char why[HOOK_WHY_MAX])
{
	const struct message *message = target->first;
	int err;

	target->answer_len = 0;
	target->error[0] = why[0] = '\0';
	target->easy = curl_easy_init();
	err = target->easy ? add_headers(target, message, why) : -ENOMEM;
	if (!err) {
		set_options(target, message->body);
		err = curl_multi_add_handle(hook->multi.curl, target->easy) ? -EIO : 0;
	}
	if (!err)
		return 0;
	post_drop(target);
	if (!why[0])
		snprintf(why, HOOK_WHY_MAX, "it cannot be sent: %s", strerror(-err));
	return err;
}

/* It was answered. What is wrong with the server may pass; what is wrong with the message does not. */
static enum hook_end judge(long status, char why[HOOK_WHY_MAX])
{
	if (status >= 200 && status < 300)
		return HOOK_DELIVERED;
	snprintf(why, HOOK_WHY_MAX, "it answers with status %ld", status);
	if (status >= 300 && status < 400)
		snprintf(why, HOOK_WHY_MAX, "it answers with status %ld, and a redirect is not followed", status);
	return status >= 500 || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS ? HOOK_TRIED : HOOK_REFUSED;
}

enum hook_end post_end(struct target *target, CURLcode code, char why[HOOK_WHY_MAX])
{
	bool too_long = target->answer_len > HOOK_ANSWER_MAX;
	long status = 0;

	why[0] = '\0';
	curl_easy_getinfo(target->easy, CURLINFO_RESPONSE_CODE, &status);
	post_drop(target);
	/* whoever says too much has said its status before */
	if (!code || (code == CURLE_WRITE_ERROR && too_long))
		return judge(status, why);
	snprintf(why, HOOK_WHY_MAX, "%s",
		 code == CURLE_OPERATION_TIMEDOUT ? "no answer in time" :
		 target->error[0]                 ? target->error :
						    curl_easy_strerror(code));
	return HOOK_TRIED;
}
