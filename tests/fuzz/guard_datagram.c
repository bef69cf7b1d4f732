// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Datagrams of an agent that may have been taken over. Each begins with two bytes of length. What is taken is a request
 * that the other encoder takes too.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/datagram.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_whole(struct protocol_request *request)
{
	struct protocol_request *again;
	struct ece_error e;
	char *line;
	size_t len;

	if (!protocol_request_encode(request, &line, &len, &e)) {
		if (protocol_request_decode(line, len, &again, &e))
			abort();
		protocol_request_free(again);
		free(line);
	}
	protocol_request_free(request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct intake intake = {0};
	int ret = 0;

	while (size >= 2 && ret >= 0) {
		size_t len = data[0] | (size_t)data[1] << 8;
		struct ece_error e = {0};
		void *datagram;

		data += 2;
		size -= 2;
		len = len < size ? len : size;
		datagram = malloc(len + 1);
		memcpy(datagram, data, len);
		ret = intake_take(&intake, datagram, len, &e);
		free(datagram);
		if (ret < 0 && ((ret != -EPROTO && ret != -ENOMEM) || !e.text[0]))
			abort();
		if (ret == 1)
			check_whole(intake_steal(&intake));
		data += len;
		size -= len;
	}
	intake_done(&intake);
	return 0;
}
