// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Versions of the protocol: what a message says of itself, and what a peer of an older one is told. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/host/protocol.h"
#include "lib/host/wire.h"

static struct protocol_version spoken(struct protocol_version version)
{
	const struct protocol_version ours = {PROTOCOL_MAJOR, PROTOCOL_MINOR};

	return version.major ? version : ours;
}

struct protocol_version protocol_version_older(struct protocol_version a, struct protocol_version b)
{
	a = spoken(a);
	b = spoken(b);
	if (a.major != b.major)
		return a.major < b.major ? a : b;
	return a.minor < b.minor ? a : b;
}

/* One of the two numbers, with nothing but digits. */
static bool take_number(const char **text, uint32_t *number)
{
	unsigned long v;
	char *end;

	if (**text < '0' || **text > '9')
		return false;
	v = strtoul(*text, &end, 10);
	if (v > UINT16_MAX)
		return false;
	*text = end;
	*number = (uint32_t)v;
	return true;
}

int protocol_version_parse(const char *text, struct protocol_version *version, struct ece_error *e)
{
	const char *at = text;

	if (take_number(&at, &version->major) && version->major && *at++ == '.' && take_number(&at, &version->minor) &&
	    !*at)
		return 0;
	return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
			     "\"%.32s\" is no version of the protocol: they are written as %d.%d", text, PROTOCOL_MAJOR,
			     PROTOCOL_MINOR);
}

int protocol_request_age(struct protocol_request *request, struct protocol_version version, struct ece_error *e)
{
	version = spoken(version);
	request->version = protocol_version_older(request->version, version);
	if (version.major == PROTOCOL_MAJOR && version.minor < protocol_op_minor(request->op)) {
		ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "\"op\" has an unknown word: %s",
			      protocol_op_name(request->op));
		ece_error_place(e, "op");
		return -EINVAL;
	}
	return 0;
}

int wire_version(const json_t *object, struct protocol_version *version, struct ece_error *e)
{
	uint64_t major = 0, minor = 0;
	int ret = wire_need_u64(object, "version", UINT32_MAX, &major, e);

	if (!ret && major != PROTOCOL_MAJOR)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "the message has protocol version %" PRIu64 ", this program speaks version %d: "
				     "update the older of controller and agent",
				     major, PROTOCOL_MAJOR);
	ret = ret ? ret : wire_u64(object, "minor", UINT32_MAX, &minor, e);
	if (ret)
		return ret;
	version->major = PROTOCOL_MAJOR;
	version->minor = minor < PROTOCOL_MINOR ? (uint32_t)minor : PROTOCOL_MINOR;
	return 0;
}

json_t *wire_begin(struct protocol_version version)
{
	json_t *object = json_object();

	version = spoken(version);
	if (wire_put(object, "version", json_integer(version.major)) &&
	    (!version.minor || wire_put(object, "minor", json_integer(version.minor))))
		return object;
	json_decref(object);
	return NULL;
}
