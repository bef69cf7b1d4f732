// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/drift/drift.h"

const char *drift_kind_name(enum drift_kind kind)
{
	static const char *const names[DRIFT_KIND_COUNT] = {
		[DRIFT_LOST] = "lost",
		[DRIFT_FOREIGN] = "foreign",
		[DRIFT_PERSON] = "person",
		[DRIFT_NEVER] = "never_applied",
	};

	return kind < DRIFT_KIND_COUNT ? names[kind] : "?";
}

const char *drift_kind_text(enum drift_kind kind)
{
	static const char *const texts[DRIFT_KIND_COUNT] = {
		[DRIFT_LOST] = "what it was before the toolkit wrote it: a reset, a reload of the driver, or a boot",
		[DRIFT_FOREIGN] = "written by another program or person; the journal of the host does not know it",
		[DRIFT_PERSON] = "set by a person on the host, with ece-set",
		[DRIFT_NEVER] = "nothing was ever confirmed there",
	};

	return kind < DRIFT_KIND_COUNT ? texts[kind] : "?";
}

const char *drift_bar_name(enum drift_bar bar)
{
	static const char *const names[DRIFT_BAR_COUNT] = {
		[DRIFT_FREE] = "",
		[DRIFT_BAR_LEFT] = "left",
		[DRIFT_BAR_ASKED] = "asked",
		[DRIFT_BAR_UNNAMED] = "unnamed",
		[DRIFT_BAR_PERSON] = "person",
		[DRIFT_BAR_NEVER] = "never_applied",
	};

	return bar < DRIFT_BAR_COUNT ? names[bar] : "?";
}

const char *drift_bar_text(enum drift_bar bar)
{
	static const char *const texts[DRIFT_BAR_COUNT] = {
		[DRIFT_FREE] = "",
		[DRIFT_BAR_LEFT] = "the file leaves it alone",
		[DRIFT_BAR_ASKED] = "the file by now asks for another value, which is a rollout's",
		[DRIFT_BAR_UNNAMED] = "the file no longer names it",
		[DRIFT_BAR_PERSON] = "what a person set is not overwritten",
		[DRIFT_BAR_NEVER] = "it was never rolled out",
	};

	return bar < DRIFT_BAR_COUNT ? texts[bar] : "?";
}
