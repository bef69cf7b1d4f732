// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/sign/keygen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/base/spawn_output.h"
#include "lib/sign/statement.h"

#define PROGRAM     "ssh-keygen"
#define PRINTED_MAX 65536
#define PATH_ROOM   64

/* A text that the child can open under a name: no file of ours lies anywhere. */
struct shown {
	int fd;
	char path[PATH_ROOM];
};

static int show(struct shown *shown, const char *text, struct ece_error *e)
{
	size_t len = strlen(text), at = 0;

	shown->fd = memfd_create("ecekit", MFD_CLOEXEC);
	while (shown->fd >= 0 && at < len) {
		ssize_t n = write(shown->fd, text + at, len - at);

		if (n < 0 && errno != EINTR)
			break;
		at += n > 0 ? (size_t)n : 0;
	}
	if (shown->fd < 0 || at < len)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "no memory for what %s is to read: %s", PROGRAM,
				     strerror(errno));
	snprintf(shown->path, sizeof(shown->path), "/proc/%ld/fd/%d", (long)getpid(), shown->fd);
	return 0;
}

static void hide(const struct shown *shown)
{
	if (shown->fd >= 0)
		close(shown->fd);
}

static int run(const char *const *argv, const char *const *env, const void *message, size_t len, uint64_t timeout_ns,
	       char **text, struct ece_error *e)
{
	const struct spawn_task task = {
		.argv = argv,
		.env = env,
		.input = message,
		.input_len = len,
		.timeout_ns = timeout_ns,
		.max = PRINTED_MAX,
	};
	size_t text_len;

	return spawn_exchange(&task, text, &text_len, e);
}

/* The caller's environment; but a terminal that is used for something else is not asked for a passphrase. */
static const char **environment(void)
{
	static const char force[] = "SSH_ASKPASS_REQUIRE=force";
	size_t count = 0, n = 0;
	const char **env;

	while (environ[count])
		count++;
	env = calloc(count + 2, sizeof(*env));
	for (size_t i = 0; env && i < count; i++)
		if (strncmp(environ[i], force, strchr(force, '=') + 1 - force) != 0)
			env[n++] = environ[i];
	if (env)
		env[n] = force;
	return env;
}

int keygen_sign(const char *key, const char *purpose, const void *message, size_t len, char **signature,
		struct ece_error *e)
{
	const char *const argv[] = {PROGRAM, "-Y", "sign", "-f", key, "-n", purpose, NULL};
	const char **env = environment();
	struct ece_error why;
	char *text = NULL;
	int ret = env ? run(argv, env, message, len, KEYGEN_SIGN_NS, &text, &why) :
			ece_error_set(&why, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");

	free(env);
	if (ret || !text)
		return ece_error_set(e, ret, why.kind,
				     "cannot sign with %.150s: %.200s (a key with a passphrase belongs into ssh-agent)",
				     key, why.text);
	if (strlen(text) < SIGN_SIGNATURE_MAX) {
		*signature = text;
		return 0;
	}
	free(text);
	return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "a signature with %.150s is longer than %d bytes", key,
			     SIGN_SIGNATURE_MAX);
}

/* The first name that the list has for the key. */
static int find_owner(const struct shown *allowed, const struct shown *signature, char *who, struct ece_error *e)
{
	const char *const argv[] = {
		PROGRAM, "-Y", "find-principals", "-s", signature->path, "-f", allowed->path, NULL,
	};
	struct ece_error why;
	char *text;
	size_t len;
	int ret = run(argv, NULL, NULL, 0, KEYGEN_VERIFY_NS, &text, &why);

	if (ret == -EIO)
		return ece_error_set(e, -EKEYREJECTED, ECE_ERROR_DENIED,
				     "it is signed by nobody who may, or is no signature (%.200s)", why.text);
	if (ret)
		return ece_error_set(e, ret, why.kind, "%s", why.text);
	len = strcspn(text, "\n");
	snprintf(who, KEYGEN_WHO_MAX, "%.*s", len < KEYGEN_WHO_MAX ? (int)len : 0, text);
	free(text);
	if (*who && *who != '-')
		return 0;
	return ece_error_set(e, -EKEYREJECTED, ECE_ERROR_DENIED,
			     "the list of allowed signers has no usable name for it");
}

static int verify(const struct shown *allowed, const struct shown *signature, const char *who, const char *purpose,
		  const void *message, size_t len, struct ece_error *e)
{
	const char *const argv[] = {
		PROGRAM, "-Y", "verify", "-f", allowed->path, "-I", who, "-n", purpose, "-s", signature->path, NULL,
	};
	struct ece_error why;
	char *text;
	int ret = run(argv, NULL, message, len, KEYGEN_VERIFY_NS, &text, &why);

	if (ret == -EIO)
		return ece_error_set(e, -EKEYREJECTED, ECE_ERROR_DENIED,
				     "the signature of %.100s is not one of this for the purpose %s (%.200s)", who,
				     purpose, why.text);
	if (ret)
		return ece_error_set(e, ret, why.kind, "%s", why.text);
	free(text);
	return 0;
}

int keygen_verify(const char *allowed, const char *purpose, const void *message, size_t len, const char *signature,
		  char *who, struct ece_error *e)
{
	struct shown list = {.fd = -1}, given = {.fd = -1};
	int ret = show(&list, allowed, e);

	ret = ret ? ret : show(&given, signature, e);
	ret = ret ? ret : find_owner(&list, &given, who, e);
	ret = ret ? ret : verify(&list, &given, who, purpose, message, len, e);
	hide(&list);
	hide(&given);
	return ret;
}
