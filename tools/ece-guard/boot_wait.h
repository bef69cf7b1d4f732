/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* At a boot the drivers of cards may come later than we do. */
#ifndef ECE_TOOLS_ECE_GUARD_BOOT_WAIT_H
#define ECE_TOOLS_ECE_GUARD_BOOT_WAIT_H

#include "tools/ece-guard/guarded.h"

/**
 * boot_wait - guarded_boot() with reloaded, again and again while a card or a door is not there
 * @deadline_ns: on clock_now(); the last try begins then at the latest
 * @result: of all tries together
 * @sink: receives what the last one had to say
 *
 * The host is free for others between two tries. What waiting does not mend, a value of somebody else, ends it at once.
 * Returns 0, or a negative errno with @e filled when nothing can be told.
 */
int boot_wait(struct guarded *guarded, uint64_t deadline_ns, struct guard_boot *result, struct ece_error_sink *sink,
	      struct ece_error *e);

#endif
