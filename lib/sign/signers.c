// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/sign/signers.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/sign/keygen.h"

#define KEPT_MAX 4 /* runs at a time; more are only slower */

struct kept {
	sign_digest of; /* list, statement and signature */
	uint64_t until_ns;
};

struct signers {
	char file[PATH_MAX];
	bool named;
	struct kept kept[KEPT_MAX];
	unsigned int next;
};

int signers_new(const char *file, struct signers **out, struct ece_error *e)
{
	struct signers *signers = calloc(1, sizeof(*signers));

	if (!signers)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for allowed signers");
	signers->named = file != NULL;
	copy_text(signers->file, sizeof(signers->file), file ? file : SIGNERS_FILE);
	*out = signers;
	return 0;
}

void signers_free(struct signers *signers)
{
	free(signers);
}

static int cannot(const struct signers *signers, int err, struct ece_error *e)
{
	return ece_error_set(e, err, err == -EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
			     "the allowed signers in %.200s cannot be read: %s", signers->file, strerror(-err));
}

/* Who can write to it says who may write to NICs. */
static int check_owner(const struct signers *signers, int fd, struct ece_error *e)
{
	struct stat st;

	if (fstat(fd, &st))
		return cannot(signers, -errno, e);
	if (!S_ISREG(st.st_mode) || st.st_size > SIGNERS_FILE_MAX)
		return ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT,
				     "the allowed signers in %.200s are no file, or larger than %d bytes",
				     signers->file, SIGNERS_FILE_MAX);
	if ((!st.st_uid || st.st_uid == geteuid()) && !(st.st_mode & (S_IWGRP | S_IWOTH)))
		return 0;
	return ece_error_set(
		e, -EACCES, ECE_ERROR_DENIED,
		"the allowed signers in %.200s are not believed: the file must belong to root or to user %u, "
		"and nobody else may write to it (chmod go-w)",
		signers->file, (unsigned int)geteuid());
}

/* A link to a file that is gone, on what is not mounted say, is not the absence of a list. */
static bool need_not_be(const struct signers *signers)
{
	struct stat st;

	return !signers->named && lstat(signers->file, &st) && errno == ENOENT;
}

/* Returns a descriptor, -ENOENT where there need not be a file, or another negative errno. */
static int open_list(const struct signers *signers, struct ece_error *e)
{
	int fd = open(signers->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), ret = -errno;

	if (fd < 0 && ret == -ENOENT && need_not_be(signers))
		return -ENOENT;
	if (fd < 0) {
		cannot(signers, ret, e);
		return ret == -ENOENT ? -ENODATA : ret;
	}
	ret = check_owner(signers, fd, e);
	if (!ret)
		return fd;
	close(fd);
	return ret;
}

int signers_required(const struct signers *signers, struct ece_error *e)
{
	int fd = open_list(signers, e);

	if (fd < 0)
		return fd == -ENOENT ? 0 : fd;
	close(fd);
	return 1;
}

static int read_all(int fd, char *text, size_t size, size_t *len)
{
	ssize_t n = 1;

	for (*len = 0; n > 0 && *len<size; *len += n> 0 ? (size_t)n : 0)
		n = read(fd, text + *len, size - *len);
	return n < 0 ? -errno : 0;
}

static int read_list(const struct signers *signers, char **text, struct ece_error *e)
{
	int fd = open_list(signers, e), err;
	char *buf;
	size_t len;

	if (fd == -ENOENT)
		return cannot(signers, fd, e);
	if (fd < 0)
		return fd;
	buf = malloc(SIGNERS_FILE_MAX + 1);
	err = buf ? read_all(fd, buf, SIGNERS_FILE_MAX, &len) : -ENOMEM;
	close(fd);
	if (err) {
		free(buf);
		return cannot(signers, err, e);
	}
	buf[len] = '\0';
	*text = buf;
	return 0;
}

int signers_verify(const struct signers *signers, const char *purpose, const void *message, size_t len,
		   const char *signature, char *who, struct ece_error *e)
{
	char name[KEYGEN_WHO_MAX], *list = NULL;
	int ret = read_list(signers, &list, e);

	if (ret || !list)
		return ret;
	ret = keygen_verify(list, purpose, message, len, signature, who ? who : name, e);
	free(list);
	return ret;
}

static void digest_of(const char *list, const struct sign_proof *proof, sign_digest digest)
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, list, strlen(list) + 1);
	sha256_add(&hash, proof->statement, strlen(proof->statement) + 1);
	sha256_add(&hash, proof->signature, strlen(proof->signature) + 1);
	sha256_end(&hash, digest);
}

static int verify_once(struct signers *signers, const char *list, const struct sign_proof *proof, struct ece_error *e)
{
	uint64_t now = clock_now();
	char who[KEYGEN_WHO_MAX];
	sign_digest of;
	int ret;

	digest_of(list, proof, of);
	for (size_t i = 0; i < KEPT_MAX; i++)
		if (now < signers->kept[i].until_ns && !memcmp(signers->kept[i].of, of, sizeof(of)))
			return 0;
	ret = keygen_verify(list, SIGN_FOR_RUN, proof->statement, strlen(proof->statement), proof->signature, who, e);
	if (ret)
		return ret;
	memcpy(signers->kept[signers->next].of, of, sizeof(of));
	signers->kept[signers->next].until_ns = now + SIGNERS_KEPT_NS;
	signers->next = (signers->next + 1) % KEPT_MAX;
	return 0;
}

static int check_cover(const struct sign_statement *statement, const struct sign_proof *proof, const uint8_t *leaf,
		       int64_t now, struct ece_error *e)
{
	if (now > statement->not_after)
		return ece_error_set(e, -EKEYEXPIRED, ECE_ERROR_STALE,
				     "what was signed of run %s may no longer be written: its time is over; 'ece-apply "
				     "resume --sign KEY' signs it again",
				     statement->run);
	if (proof->path_len <= SIGN_PATH_MAX &&
	    sign_path_leads(leaf, proof->index, statement->leaves, proof->path, proof->path_len, statement->root))
		return 0;
	return ece_error_set(
		e, -EKEYREJECTED, ECE_ERROR_DENIED,
		"what was signed of run %s does not cover this request: not these values, not this lease, or "
		"not this host",
		statement->run);
}

int signers_check(struct signers *signers, const struct sign_proof *proof, const uint8_t leaf[SIGN_DIGEST], int64_t now,
		  struct sign_statement *statement, struct ece_error *e)
{
	char *list = NULL;
	int ret = read_list(signers, &list, e);

	if (ret || !list)
		return ret;
	ret = sign_statement_read(proof->statement, statement, e);
	ret = ret ? ret : verify_once(signers, list, proof, e);
	free(list);
	return ret ? ret : check_cover(statement, proof, leaf, now, e);
}
