// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* PCI configuration space of a card: not yet played. */
#include <errno.h>

#include "devx/sim/kernel/kernel_internal.h"

int sim_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	(void)ctx;
	(void)pci;
	(void)config;
	return -EOPNOTSUPP;
}

int sim_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	(void)config;
	(void)at;
	(void)value;
	return -EOPNOTSUPP;
}

int sim_config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	(void)config;
	(void)at;
	(void)value;
	return -EOPNOTSUPP;
}

void sim_config_close(struct ece_os_config *config)
{
	(void)config;
}
