/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Bringing agent and guard along to a host that has none: what is said over the connection before the agent's own
 * protocol begins. Private to lib/channel.
 *
 * The command runs push_script, a fixed text, by a shell of the host. It says what machine it is, and takes each file
 * that it does not have yet by checksum. It starts the guard apart from the connection, so that a lease outlives it, and
 * becomes the agent. The guard takes the files away when nothing is held any more; the journal stays.
 *
 *	host                            controller
 *	ece-push 1 MACHINE DIR
 *	                                file agent SHA256 SIZE
 *	want                            (SIZE bytes)
 *	have                            file guard SHA256 SIZE
 *	have                            run
 *	running
 *
 * or "fail SENTENCE" at any time.
 */
#ifndef ECE_LIB_CHANNEL_PUSH_H
#define ECE_LIB_CHANNEL_PUSH_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/sha256.h"

#define PUSH_FILE_MAX (64u << 20)
#define PUSH_FILES    2

struct push_file {
	const char *name; /* "agent", "guard" */
	char sum[SHA256_BYTES * 2 + 1];
	const char *machine; /* as uname -m says; NULL: not known, so any */
	char *data;
	size_t len;
};

/* Shared by all connections. */
struct push_source {
	struct push_file files[PUSH_FILES];
};

enum push_stage {
	PUSH_BEGINS,
	PUSH_OFFERED,
	PUSH_SENDS,
	PUSH_RUNS,
};

enum push_result {
	PUSH_GOES_ON, /* .text is to be sent */
	PUSH_DONE,    /* what follows on the connection is the agent's */
	PUSH_FAILED,
};

/* Of one connection. Zeroed but for its source it is at its beginning. */
struct push {
	const struct push_source *source;
	enum push_stage stage;
	size_t at; /* file */
	char line[128];
	const char *text; /* what is to be sent, until the next call */
	size_t len;
};

/* One command line for any shell of a host: "sh -c '...'". */
extern const char push_script[];

/**
 * push_open - read the files
 * @dir: where relative paths begin; NULL: where the caller is
 *
 * Returns 0 and a source for push_close(), which accepts NULL; or a negative errno with @e filled.
 */
int push_open(const char *dir, const char *agent, const char *guard, struct push_source **source, struct ece_error *e);
void push_close(struct push_source *source);

/**
 * push_take - a line of the host
 * @why: filled when it failed; may hold control characters of the host
 */
enum push_result push_take(struct push *push, const char *line, char *why, size_t size);

#endif
