// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A build that is linked with its libraries: they are there, or it would not have started. */
#include "devx/os/loaded.h"

int ece_loaded_mnl(struct ece_error *e)
{
	(void)e;
	return 0;
}

int ece_loaded_curl(struct ece_error *e)
{
	(void)e;
	return 0;
}
