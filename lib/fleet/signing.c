// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who may sign, as the fleet file says it. */
#include <errno.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/shape_parts.h"
#include "lib/fleet/value.h"

#define DAY_NS   (24 * UINT64_C(3600000000000))
#define VALID_NS (7 * DAY_NS)

static const struct shape_key signing_keys[] = {
	{.name = "allowed_signers",
	 .shape = &shape_text,
	 .required = true,
	 .text = "A file as ALLOWED SIGNERS in ssh-keygen(1), beside this one: who may sign it, its saved plans and "
		 "its "
		 "runs"},
	{.name = "valid",
	 .shape = &shape_duration,
	 .text = "How long hosts write what was signed of a run; none given: 7d"},
	{0},
};
const struct shape shape_signing = {.kind = SHAPE_OBJECT, .keys = signing_keys};

int read_signing(struct parse *p, struct cursor root)
{
	struct cursor at = cursor_get(p, root, "signing"), valid = cursor_get(p, at, "valid");
	struct fleet_signing *signing = &p->fleet->signing;

	signing->valid_ns = VALID_NS;
	if (!json_is_object(at.json))
		return 0;
	signing->signers_place = cursor_said(p, at, "allowed_signers");
	signing->valid_place = cursor_said(p, at, "valid");
	if (read_duration(valid, &signing->valid_ns) && !signing->valid_ns)
		fault_value(p, valid, ECE_ERROR_RANGE, "what is signed for no time is never written; write how long");
	return read_copy(p, cursor_get(p, at, "allowed_signers"), &signing->allowed_signers);
}
