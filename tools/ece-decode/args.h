/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-decode. */
#ifndef ECE_TOOLS_ECE_DECODE_ARGS_H
#define ECE_TOOLS_ECE_DECODE_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/capture/packet.h"

struct decode_args {
	char *const *files;
	size_t file_count;
	bool json, summary;
	bool has_host;
	uint8_t host[CAPTURE_GID_BYTES]; /* IPv4 as a mapped IPv6 address */
	uint32_t want;                   /* option bits */
};

#endif
