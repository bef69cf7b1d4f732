// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/login.h"

#include <crypt.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/random.h>

#include "lib/base/copy_text.h"
#include "lib/base/sha256.h"

#define SECRET_BYTES 32

/* A user and a password, not to be turned back: with a secret that only this process knows. */
struct key {
	uint8_t bytes[SHA256_BYTES];
};

struct check {
	struct key key;
	char password[LOGIN_TEXT_MAX];
	char hash[64];
	bool exists; /* else .hash is somebody else's, for the time that it takes */
};

struct verdict {
	struct key key;
	bool good;
};

/* The newest so many. */
struct memory {
	struct key keys[LOGIN_GOOD_MAX];
	size_t count, next, max;
};

struct logins {
	int wake;
	uint8_t secret[SECRET_BYTES];
	struct memory good, bad; /* of the serving thread alone, as are these: */
	struct key asked[LOGIN_WAITING_MAX];
	size_t asked_count;
	uint64_t era; /* so that what was checked for users of before is not taken for these */
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t more;
	bool stop;
	struct check queue[LOGIN_WAITING_MAX];
	size_t queued;
	struct verdict verdicts[LOGIN_WAITING_MAX];
	size_t verdict_count;
};

static bool matches(const struct check *check, struct crypt_data *data)
{
	const char *hash = crypt_r(check->password, check->hash, data);
	size_t len = strlen(check->hash);
	bool same = hash && strlen(hash) == len && gnutls_memcmp(hash, check->hash, len) == 0;

	return same && check->exists;
}

static void take_first(struct logins *logins, struct check *check)
{
	*check = logins->queue[0];
	logins->queued--;
	memmove(&logins->queue[0], &logins->queue[1], logins->queued * sizeof(logins->queue[0]));
	explicit_bzero(&logins->queue[logins->queued], sizeof(logins->queue[0]));
}

static void *work(void *arg)
{
	struct logins *logins = arg;
	struct crypt_data data = {0};
	struct check check;
	bool good;

	pthread_mutex_lock(&logins->mutex);
	while (!logins->stop) {
		if (!logins->queued) {
			pthread_cond_wait(&logins->more, &logins->mutex);
			continue;
		}
		take_first(logins, &check);
		pthread_mutex_unlock(&logins->mutex);
		good = matches(&check, &data);
		pthread_mutex_lock(&logins->mutex);
		/* There is room: whoever asked holds a place until the verdict was taken. */
		logins->verdicts[logins->verdict_count++] = (struct verdict){.key = check.key, .good = good};
		eventfd_write(logins->wake, 1);
		explicit_bzero(&check, sizeof(check));
		explicit_bzero(&data, sizeof(data));
	}
	pthread_mutex_unlock(&logins->mutex);
	return NULL;
}

static int start(struct logins *logins)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&logins->thread, NULL /* attributes */, work, logins);
	pthread_sigmask(SIG_SETMASK, &before, NULL /* it was all */);
	return -err;
}

int logins_new(int wake, struct logins **logins, struct ece_error *e)
{
	struct logins *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	new->wake = wake;
	new->good.max = LOGIN_GOOD_MAX;
	new->bad.max = LOGIN_BAD_MAX;
	pthread_mutex_init(&new->mutex, NULL /* attributes */);
	pthread_cond_init(&new->more, NULL /* attributes */);
	err = getrandom(new->secret, sizeof(new->secret), 0) == sizeof(new->secret) ? start(new) : -EIO;
	if (err) {
		pthread_cond_destroy(&new->more);
		pthread_mutex_destroy(&new->mutex);
		free(new);
		return ece_error_set(e, err, ECE_ERROR_IO, "no thread can be started: %s", strerror(-err));
	}
	*logins = new;
	return 0;
}

void logins_free(struct logins *logins)
{
	if (!logins)
		return;
	pthread_mutex_lock(&logins->mutex);
	logins->stop = true;
	pthread_cond_signal(&logins->more);
	pthread_mutex_unlock(&logins->mutex);
	pthread_join(logins->thread, NULL /* no result */);
	pthread_cond_destroy(&logins->more);
	pthread_mutex_destroy(&logins->mutex);
	explicit_bzero(logins, sizeof(*logins));
	free(logins);
}

static void clear(struct memory *memory)
{
	memory->count = memory->next = 0;
}

void logins_forget(struct logins *logins)
{
	clear(&logins->good);
	clear(&logins->bad);
	logins->era++;
}

static bool known(const struct memory *memory, const struct key *key)
{
	for (size_t i = 0; i < memory->count; i++)
		if (memcmp(&memory->keys[i], key, sizeof(*key)) == 0)
			return true;
	return false;
}

static void remember(struct memory *memory, const struct key *key)
{
	memory->keys[memory->next] = *key;
	memory->next = (memory->next + 1) % memory->max;
	if (memory->count < memory->max)
		memory->count++;
}

static void make_key(const struct logins *logins, const char *user, const char *password, struct key *key)
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, logins->secret, sizeof(logins->secret));
	sha256_add(&hash, &logins->era, sizeof(logins->era));
	sha256_add(&hash, user, strlen(user) + 1);
	sha256_add(&hash, password, strlen(password) + 1);
	sha256_end(&hash, key->bytes);
}

/* All users are looked at, whichever it is. */
static void fill(struct check *check, const struct web_config *config, const char *user, const char *password)
{
	const struct web_user *found = &config->users[0];

	for (size_t i = 0; i < config->user_count; i++)
		if (strcmp(config->users[i].name, user) == 0) {
			found = &config->users[i];
			check->exists = true;
		}
	copy_text(check->hash, sizeof(check->hash), found->hash);
	copy_text(check->password, sizeof(check->password), password);
}

static enum login_answer queue(struct logins *logins, const struct web_config *config, const char *user,
			       const char *password, const struct key *key)
{
	for (size_t i = 0; i < logins->asked_count; i++)
		if (memcmp(&logins->asked[i], key, sizeof(*key)) == 0)
			return LOGIN_WAIT;
	if (logins->asked_count == LOGIN_WAITING_MAX)
		return LOGIN_BUSY;
	logins->asked[logins->asked_count++] = *key;
	pthread_mutex_lock(&logins->mutex);
	logins->queue[logins->queued] = (struct check){.key = *key};
	fill(&logins->queue[logins->queued++], config, user, password);
	pthread_cond_signal(&logins->more);
	pthread_mutex_unlock(&logins->mutex);
	return LOGIN_WAIT;
}

/* "Basic dXNlcjpwYXNz" into "user" NUL "pass" NUL; without a NUL of its own, which no password can have. */
static bool decode(const char *header, char text[2 * LOGIN_TEXT_MAX], const char **password)
{
	static const char scheme[] = "Basic ";
	gnutls_datum_t in, out;
	char *colon;
	bool good;

	if (strncasecmp(header, scheme, sizeof(scheme) - 1) != 0)
		return false;
	header += sizeof(scheme) - 1;
	header += strspn(header, " ");
	/* GnuTLS only reads it */
	in = (gnutls_datum_t){.data = (unsigned char *)(size_t)header, .size = (unsigned int)strlen(header)};
	if (gnutls_base64_decode2(&in, &out))
		return false;
	good = out.size < 2 * LOGIN_TEXT_MAX && !memchr(out.data, '\0', out.size);
	if (good) {
		memcpy(text, out.data, out.size);
		text[out.size] = '\0';
	}
	explicit_bzero(out.data, out.size);
	gnutls_free(out.data);
	colon = good ? strchr(text, ':') : NULL;
	if (!colon)
		return false;
	*colon = '\0';
	*password = colon + 1;
	return strlen(text) < LOGIN_TEXT_MAX && strlen(*password) < LOGIN_TEXT_MAX;
}

enum login_answer logins_ask(struct logins *logins, const struct web_config *config, const char *header)
{
	char text[2 * LOGIN_TEXT_MAX];
	enum login_answer answer = LOGIN_BAD;
	const char *password;
	struct key key;

	if (!config->user_count)
		return LOGIN_GOOD;
	if (header && decode(header, text, &password)) {
		make_key(logins, text, password, &key);
		if (known(&logins->good, &key))
			answer = LOGIN_GOOD;
		else if (!known(&logins->bad, &key))
			answer = queue(logins, config, text, password, &key);
	}
	explicit_bzero(text, sizeof(text));
	return answer;
}

static void forget_asked(struct logins *logins, const struct key *key)
{
	for (size_t i = 0; i < logins->asked_count; i++)
		if (memcmp(&logins->asked[i], key, sizeof(*key)) == 0) {
			logins->asked[i] = logins->asked[--logins->asked_count];
			return;
		}
}

bool logins_settle(struct logins *logins)
{
	struct verdict verdicts[LOGIN_WAITING_MAX];
	size_t count;

	pthread_mutex_lock(&logins->mutex);
	count = logins->verdict_count;
	memcpy(verdicts, logins->verdicts, count * sizeof(verdicts[0]));
	logins->verdict_count = 0;
	pthread_mutex_unlock(&logins->mutex);
	for (size_t i = 0; i < count; i++) {
		forget_asked(logins, &verdicts[i].key);
		remember(verdicts[i].good ? &logins->good : &logins->bad, &verdicts[i].key);
	}
	return count != 0;
}
