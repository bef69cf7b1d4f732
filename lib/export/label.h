/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Values of labels. Cards, kernels and files give them: they may be any bytes, of any length. Internal to lib/export. */
#ifndef ECE_LIB_EXPORT_LABEL_H
#define ECE_LIB_EXPORT_LABEL_H

#include <stddef.h>

#define EXPORT_LABEL_MAX 256 /* bytes of a value, with the NUL; longer ones are cut behind a character */

/* One with an empty value, or NULL, is the same as none. */
struct export_label {
	const char *name, *value;
};

struct export_labels {
	const struct export_label *list;
	size_t count;
	const char
		*text; /* the same as it stands in a text, with no braces: export_labels_render(); NULL: not made yet */
};

/**
 * export_label_clean - a value as it may stand in a page
 *
 * UTF-8. A byte that is none, and a control character that is no newline, become U+FFFD. Always NUL-terminates.
 * Returns its length.
 */
size_t export_label_clean(char buf[EXPORT_LABEL_MAX], const char *value);

#endif
