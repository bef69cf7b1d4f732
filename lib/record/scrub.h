/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What identifies a card, a host or a person never gets into a recording: MAC addresses, GUIDs, host names and boot
 * ids are learned where they are read, and from then on replaced wherever they stand, as text or as bytes. The same
 * original always gets the same pseudonym, so that one still sees which belong together.
 */
#ifndef ECE_LIB_RECORD_SCRUB_H
#define ECE_LIB_RECORD_SCRUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"

#define SCRUB_SECRETS_MAX 512 /* of one recording; with more it ends */
#define SCRUB_TEXT_MAX    128

struct scrub_secret {
	char text[SCRUB_TEXT_MAX]; /* as it was read */
	char name[32];             /* what stands for it */
	uint8_t bytes[16];         /* a MAC, a GUID or a GID as it stands in a mailbox */
	uint8_t byte_count;        /* 0: text only */
};

struct scrub {
	struct scrub_secret secrets[SCRUB_SECRETS_MAX];
	size_t count;
	unsigned int macs, guids, names; /* pseudonyms given */
};

/* What may be kept of a file. */
enum scrub_file {
	SCRUB_KEEP,     /* its text, with what was learned replaced */
	SCRUB_IDENTITY, /* its text is learned first */
	SCRUB_WITHHOLD, /* nothing of it */
};

/**
 * scrub_file - which of them a file is, by its place
 */
enum scrub_file scrub_file(enum ece_os_root root, const char *path);

/**
 * scrub_learn - a text that was read is an identity
 *
 * An address of zeros and an empty text identify nobody and are not learned. Returns false when there is no room.
 */
bool scrub_learn(struct scrub *scrub, const char *text);

/**
 * scrub_text, scrub_bytes - replace all that was learned
 *
 * scrub_text() writes to @to, which is NUL-terminated and cut where @size ends. Addresses that were never learned but
 * have the form of a MAC or a GUID are replaced too.
 */
void scrub_text(struct scrub *scrub, const char *text, char *to, size_t size);
void scrub_bytes(const struct scrub *scrub, uint8_t *bytes, size_t len);

#endif
