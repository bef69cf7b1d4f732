// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/nic/calls.h"

void start(struct double_os *d, struct ece_nic **nic, const struct call *calls, size_t count)
{
	static const struct ece_nic_info info = {.pci = "0000:3b:00.0", .rdma = "mlx5_0", .fwctl = "fwctl0", .port = 1};
	struct ece_error e;

	double_start(d, calls, count);
	assert_int_equal(ece_nic_open(&d->os, &info, nic, &e), 0);
}

void end(struct double_os *d, struct ece_nic *nic)
{
	ece_nic_close(nic);
	double_end(d);
}

struct ece_write write_one(struct ece_nic *nic, const struct ece_param *param, uint64_t raw)
{
	struct ece_write write = {.param = param, .raw = raw};
	int err = ece_nic_write(nic, &write, 1);

	assert_int_equal(err, write.state == ECE_WRITE_FAILED ? write.error.code : 0);
	return write;
}
