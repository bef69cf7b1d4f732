// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/textfile.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/file_write.h"

#define MODE 0644

int textfile_write(const char *dir, const char *text, size_t len, struct ece_error *e)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/" TEXTFILE_NAME, dir) >= (int)sizeof(path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_IO, "cannot write \"%s\": %s", dir,
				     strerror(ENAMETOOLONG));
	return file_replace(path, text, len, MODE, e);
}
