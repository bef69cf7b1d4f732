/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a command that should have reached an agent says about why it did not. Private to lib/channel. */
#ifndef ECE_LIB_CHANNEL_REMOTE_WORDS_H
#define ECE_LIB_CHANNEL_REMOTE_WORDS_H

#include <stddef.h>

#include "lib/channel/said.h"

/**
 * remote_words - one sentence, the same for all hosts that have the same trouble
 * @status: as of waitpid(2)
 * @text: may hold control characters of the host
 *
 * The messages of OpenSSH's client (ssh.c, sshconnect.c, packet.c) and its exit code 255 are known; of others the last line
 * is told as it is.
 */
void remote_words(struct said *said, int status, char *text, size_t size);

#endif
