// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/etcd/base64.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *base64_encode(const void *bytes, size_t len)
{
	const unsigned char *in = bytes;
	char *text = malloc((len + 2) / 3 * 4 + 1), *out = text;

	if (!text)
		return NULL;
	for (size_t i = 0; i < len; i += 3) {
		uint32_t word = (uint32_t)in[i] << 16;

		word |= i + 1 < len ? (uint32_t)in[i + 1] << 8 : 0;
		word |= i + 2 < len ? in[i + 2] : 0;
		*out++ = digits[word >> 18];
		*out++ = digits[word >> 12 & 63];
		*out++ = i + 1 < len ? digits[word >> 6 & 63] : '=';
		*out++ = i + 2 < len ? digits[word & 63] : '=';
	}
	*out = '\0';
	return text;
}

static int digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int base64_decode(const char *text, size_t text_len, char **bytes, size_t *len)
{
	size_t pad = 0, n = 0;
	uint32_t word = 0;
	char *out;

	if (text_len % 4)
		return -EINVAL;
	while (pad < 2 && pad < text_len && text[text_len - 1 - pad] == '=')
		pad++;
	out = malloc(text_len / 4 * 3 + 1);
	if (!out)
		return -ENOMEM;
	for (size_t i = 0; i < text_len; i++) {
		int value = i >= text_len - pad ? 0 : digit(text[i]);

		if (value < 0) {
			free(out);
			return -EINVAL;
		}
		word = word << 6 | (uint32_t)value;
		if (i % 4 != 3)
			continue;
		out[n++] = (char)(word >> 16);
		out[n++] = (char)(word >> 8);
		out[n++] = (char)word;
	}
	n -= pad;
	out[n] = '\0';
	*bytes = out;
	*len = n;
	return 0;
}
