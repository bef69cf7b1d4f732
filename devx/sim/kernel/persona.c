// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What differs between kernels. "6.1", "6.12", "7.x" and "old-errno" are as tests/seam finds Debian's 6.1, 6.12, 7.3
 * and 5.10 in a virtual machine; "vendor" is read from the kernel tree of MLNX_OFED 25.10 and was never run.
 */
#include <errno.h>
#include <string.h>

#include "devx/sim/kernel/kernel.h"

static const struct sim_persona personas[] = {
	{
		/* Debian's 6.1.192; its 6.1.176 still printed signed numbers, as old-errno does */
		.name = "6.1",
		.release = "6.1.0-57-cloud-amd64",
		.remote_io = true,
		.cc_write_max = 11,
		.cc_range_errno = EINVAL,
		.not_ready_errno = EIO,
		.knows_ndr = true,
		.link_mode_words = 3,
		.stat_status = true,
		.stat_get_strict = true,
		.nldev_attr_max = 96,
	},
	{
		.name = "6.12",
		.release = "6.12.117+deb13-cloud-amd64",
		.remote_io = true,
		.cc_general = true,
		.cc_write_max = 11,
		.cc_range_errno = EINVAL,
		.not_ready_errno = EAGAIN,
		.knows_ndr = true,
		.counts_retries = true,
		.link_mode_words = 4,
		.stat_status = true,
		.nldev_attr_max = 103,
	},
	{
		.name = "7.x",
		.release = "7.3.4+deb13-cloud-amd64",
		.fwctl = true,
		.remote_io = true,
		.cc_general = true,
		.cc_write_max = 34,
		.cc_write_cut = true,
		.cc_range_errno = ERANGE,
		.not_ready_errno = EAGAIN,
		.knows_ndr = true,
		.counts_retries = true,
		.link_mode_words = 4,
		.stat_status = true,
		.rdma_optional = true,
		.nldev_attr_max = 104,
	},
	{
		.name = "old-errno",
		.release = "5.10.0-46-cloud-amd64",
		.cc_signed = true,
		.cc_write_max = 11,
		.cc_range_errno = EINVAL,
		.not_ready_errno = EIO,
		.link_mode_words = 3,
		.sets_start_anew = true,
		.stat_get_strict = true,
		.nldev_attr_max = 92,
	},
	{
		.name = "vendor",
		.release = "5.15.0-119-generic",
		.fwctl = true,
		.remote_io = true,
		.cc_general = true,
		.cc_signed = true,
		.ecn = true,
		.cc_write_max = 11,
		.cc_range_errno = EINVAL,
		.not_ready_errno = EIO,
		.knows_ndr = true,
		.counts_retries = true,
		.link_mode_words = 3,
		.driver_version = "25.10-1.2.8",
		.stat_status = true,
		.rdma_optional = true,
		.nldev_attr_max = 104,
	},
};

const struct sim_persona *sim_persona_at(size_t i)
{
	return i < sizeof(personas) / sizeof(personas[0]) ? &personas[i] : NULL;
}

const struct sim_persona *sim_persona_find(const char *name)
{
	const struct sim_persona *persona;

	for (size_t i = 0; (persona = sim_persona_at(i)); i++)
		if (!strcmp(persona->name, name))
			return persona;
	return NULL;
}
