// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The PCI window over the modelled card: registers, refusals, other tools in the way, accesses that break off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/request.h"
#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/kernel.h"

#define ROCE_ACCL 0x402c

/* The seam of a simulated host, with a look at each access to configuration space and each pause. */
static struct host {
	struct fw_state state;
	struct sim_card card;
	struct sim_kernel kernel;
	struct ece_os real;
	struct ece_os_ops ops;
	struct ece_os os;
	struct ece_doors doors;
	unsigned int accesses, fail_at; /* 0: none */
	unsigned int pauses;
	uint64_t paused_ns;
	void (*on_pause)(void);
} h;

static int failing(void)
{
	return ++h.accesses == h.fail_at ? -EIO : 0;
}

static int config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	int err = failing();

	return err ? err : h.real.ops->config_read(config, at, value);
}

static int config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	int err = failing();

	return err ? err : h.real.ops->config_write(config, at, value);
}

static void pause_os(void *ctx, uint64_t ns)
{
	h.pauses++;
	h.paused_ns += ns;
	if (h.on_pause)
		h.on_pause();
	h.real.ops->pause(ctx, ns);
}

static void host_up(const char *type, unsigned int flags)
{
	memset(&h, 0, sizeof(h));
	sim_card_name(&h.card, 0);
	h.card.fw = (struct fw){.type = fw_card_type_find(type), .state = &h.state};
	fw_power_on(&h.card.fw, 7);
	sim_kernel_init(&h.kernel, sim_persona_find("6.1"), &h.card, 1);
	h.kernel.flags = flags;
	h.real = sim_kernel_os(&h.kernel);
	h.ops = *h.real.ops;
	h.ops.config_read = config_read;
	h.ops.config_write = config_write;
	h.ops.pause = pause_os;
	h.os = (struct ece_os){.ops = &h.ops, .ctx = h.real.ctx};
	h.doors = (struct ece_doors){.os = &h.os};
	memcpy(h.doors.pci, h.card.pci, sizeof(h.card.pci));
}

static void host_down(void)
{
	ece_doors_close(&h.doors);
}

/* A host whose window is open; accesses count from here. */
static void window_up(void)
{
	host_up("cx7", 0);
	assert_int_equal(ece_backend_open(&ece_backend_vsc, &h.doors), 0);
	h.accesses = 0;
}

static struct ece_result access_reg(enum prm_access_reg_method method, uint16_t id, uint8_t *reg, size_t len)
{
	return ece_access_reg(&ece_backend_vsc, &h.doors, method, id, reg, len);
}

static struct ece_result read_accl(uint8_t reg[0x80])
{
	memset(reg, 0, 0x80);
	return access_reg(PRM_ACCESS_REG_READ, ROCE_ACCL, reg, 0x80);
}

static void nothing_is_held(void)
{
	assert_int_equal(h.state.window_semaphore, 0);
	assert_int_equal(h.state.mailbox_semaphore, 0);
}

static void text_is(const struct ece_result *result, const char *want)
{
	char text[192];

	assert_string_equal(ece_result_text(result, text, sizeof(text)), want);
}

static void a_register_is_read_and_written(void **state)
{
	uint8_t reg[0x80];
	struct ece_result result;

	(void)state;
	window_up();
	result = read_accl(reg);
	assert_int_equal(result.err, 0);
	assert_int_equal(result.backend, ECE_BACKEND_VSC);
	assert_int_equal(result.reached, ECE_REACHED_YES);
	assert_int_equal(ece_be32(reg), 0x1800065f);
	assert_int_equal(ece_be32(reg + 4), 0x00000005);
	assert_int_equal(ece_be32(reg + 8), 0x41000fa0);
	ece_put_be32(reg, 0x40);
	ece_put_be32(reg + 4, 0x45);
	assert_int_equal(access_reg(PRM_ACCESS_REG_WRITE, ROCE_ACCL, reg, sizeof(reg)).err, 0);
	assert_int_equal(ece_be32(h.state.roce_accl + 4), 0x45);
	assert_int_equal(h.pauses, 0);
	nothing_is_held();
	host_down();
}

/* One command of the firmware for one access. */
static void the_firmware_sees_one_command(void **state)
{
	uint8_t reg[0xfc] = {0};

	(void)state;
	window_up();
	ece_put_be32(reg, 0x00010010); /* PPCC: which algorithms are there? */
	assert_int_equal(access_reg(PRM_ACCESS_REG_READ, 0x506e, reg, sizeof(reg)).err, 0);
	assert_int_equal(h.state.commands, 1);
	assert_int_equal(ece_be32(reg + 0x20), 0x00010304);
	assert_int_equal(ece_be32(reg + 0x20 + 4 * 15), 0x000f0100);
	host_down();
}

static void refusals_are_told_by_status_where_there_is_one(void **state)
{
	static const struct {
		uint8_t status;
		int err;
		bool transient;
	} same[] = {{0x01, -EIO, false},
		    {0x02, -EINVAL, false},
		    {0x03, -EINVAL, false},
		    {0x06, -EBUSY, true},
		    {0x0f, -EAGAIN, true}};
	struct ece_result result;
	uint8_t reg[0x80];

	(void)state;
	window_up();
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		const struct fw_fault rule = {
			.opcode = 0x805, .action = FW_FAULT_STATUS, .status = same[i].status, .left = 1};

		assert_int_equal(fw_fault_add(&h.state, &rule), 0);
		result = read_accl(reg);
		assert_int_equal(result.err, same[i].err);
		assert_int_equal(result.reached, ECE_REACHED_YES);
		assert_true(result.has_status);
		assert_int_equal(result.status, same[i].status);
		assert_int_equal(ece_result_transient(&result), same[i].transient);
		nothing_is_held();
	}
	result = access_reg(PRM_ACCESS_REG_READ, 0x7777, reg, 0x40);
	assert_int_equal(result.err, -EOPNOTSUPP);
	assert_int_equal(result.reached, ECE_REACHED_YES);
	assert_false(result.has_status);
	text_is(&result, "vsc: the firmware does not have this register");
	host_down();
}

static void commands_are_not_carried(void **state)
{
	uint8_t block[PRM_CONG_BLOCK];
	struct ece_result result;

	(void)state;
	window_up();
	result = ece_query_cong_params(&ece_backend_vsc, &h.doors, PRM_CONG_ROCE_RP, block);
	assert_int_equal(result.err, -EBADMSG);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	text_is(&result, "vsc: the PCI window carries registers, not commands");
	assert_int_equal(h.state.commands, 0);
	host_down();
}

static void a_holder_that_stays_is_named(void **state)
{
	struct ece_result result;
	uint8_t reg[0x80];

	(void)state;
	for (int mailbox = 0; mailbox < 2; mailbox++) {
		window_up();
		*(mailbox ? &h.state.mailbox_semaphore : &h.state.window_semaphore) = 4711;
		result = read_accl(reg);
		assert_int_equal(result.err, -EBUSY);
		assert_int_equal(result.reached, ECE_REACHED_NO);
		assert_false(ece_result_transient(&result));
		text_is(&result,
			"vsc: another tool holds the PCI window and does not let go of it, or was killed inside "
			"(see docs/architecture.md)");
		assert_int_equal(h.paused_ns, UINT64_C(3000000000));
		assert_true(h.pauses < 1000);
		assert_int_equal(h.state.window_semaphore, mailbox ? 0 : 4711);
		assert_int_equal(h.state.mailbox_semaphore, mailbox ? 4711 : 0);
		assert_int_equal(h.state.commands, 0);
		host_down();
	}
}

static void let_go(void)
{
	/* Who holds the mailbox must be able to get at the window. */
	if (h.state.mailbox_semaphore == 4711)
		assert_int_equal(h.state.window_semaphore, 0);
	if (h.pauses == 5)
		h.state.window_semaphore = h.state.mailbox_semaphore = 0;
}

static void a_holder_that_lets_go_is_waited_for(void **state)
{
	uint8_t reg[0x80];

	(void)state;
	for (int mailbox = 0; mailbox < 2; mailbox++) {
		window_up();
		*(mailbox ? &h.state.mailbox_semaphore : &h.state.window_semaphore) = 4711;
		h.on_pause = let_go;
		assert_int_equal(read_accl(reg).err, 0);
		assert_int_equal(h.pauses, 5);
		nothing_is_held();
		host_down();
	}
}

static void window_is_free(void)
{
	assert_int_equal(h.state.window_semaphore, 0);
	assert_int_not_equal(h.state.mailbox_semaphore, 0);
}

static void others_get_the_window_while_the_firmware_works(void **state)
{
	const struct fw_fault late = {.opcode = 0x805, .action = FW_FAULT_DELAY, .delay_ms = 700, .left = 1};
	uint8_t reg[0x80];

	(void)state;
	window_up();
	assert_int_equal(fw_fault_add(&h.state, &late), 0);
	h.on_pause = window_is_free;
	assert_int_equal(read_accl(reg).err, 0);
	assert_int_equal(ece_be32(reg), 0x1800065f);
	assert_in_range(h.paused_ns, 700000000, 710000000);
	nothing_is_held();
	host_down();
}

static void an_answer_that_is_too_late_is_not_waited_for(void **state)
{
	const struct fw_fault late = {.opcode = 0x805, .action = FW_FAULT_DELAY, .delay_ms = 60000, .left = 1};
	struct ece_result result;
	uint8_t reg[0x80];

	(void)state;
	window_up();
	assert_int_equal(fw_fault_add(&h.state, &late), 0);
	result = read_accl(reg);
	assert_int_equal(result.err, -ETIMEDOUT);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
	assert_int_equal(h.paused_ns, UINT64_C(10000000000));
	nothing_is_held();
	/* The mailbox is still at work: nobody's next access may mix with it. */
	result = read_accl(reg);
	assert_int_equal(result.err, -EBUSY);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	nothing_is_held();
	host_down();
}

static void a_card_that_vanishes_is_gone(void **state)
{
	const struct fw_fault gone = {.opcode = 0x805, .action = FW_FAULT_VANISH, .left = 1};
	struct ece_result result;
	uint8_t reg[0x80];

	(void)state;
	window_up();
	assert_int_equal(fw_fault_add(&h.state, &gone), 0);
	result = read_accl(reg);
	assert_int_equal(result.err, -ENXIO);
	assert_int_equal(result.reached, ECE_REACHED_UNKNOWN);
	result = read_accl(reg);
	assert_int_equal(result.err, -ENXIO);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	text_is(&result, "vsc: the card does not answer on the PCI bus");
	host_down();
}

/*
 * The n-th access to configuration space fails, for every n: the error is told, and both semaphores are given back,
 * but where it was the giving back that failed.
 */
static void every_access_may_fail(void **state)
{
	unsigned int last;
	uint8_t reg[0x80];

	(void)state;
	window_up();
	assert_int_equal(read_accl(reg).err, 0);
	last = h.accesses;
	host_down();
	assert_true(last > 100);
	for (unsigned int n = 1; n <= last; n++) {
		struct ece_result result;
		/* Two accesses choose the space, three read and three write the mailbox's semaphore, two the window's. */
		bool leaving = n > last - 10;

		window_up();
		h.fail_at = n;
		result = read_accl(reg);
		if (!leaving) {
			assert_int_equal(result.err, -EIO);
			assert_false(result.has_status);
		} else {
			assert_int_equal(result.err, 0);
		}
		if (result.reached == ECE_REACHED_NO)
			assert_int_equal(h.state.commands, 0);
		if (!leaving)
			nothing_is_held();
		host_down();
	}
}

static void shut(const char *type, unsigned int flags, int err, const char *why)
{
	host_up(type, flags);
	assert_int_equal(ece_backend_open(&ece_backend_vsc, &h.doors), err);
	assert_string_equal(h.doors.door[ECE_BACKEND_VSC].why, why);
	host_down();
}

static void a_door_that_is_shut_says_why(void **state)
{
	(void)state;
	shut("cx7", SIM_LOCKDOWN, -EPERM, "kernel lockdown shuts the PCI window");
	shut("cx7", SIM_UNPRIVILEGED, -EACCES, "PCI window: permission denied, root is needed");
	shut("cx7-user", 0, -ENOENT,
	     "no PCI window: 0000:01:00.0 has no vendor-specific capability (a virtual function has none)");
	host_up("cx7", 0);
	memcpy(h.doors.pci, "0000:09:00.0", sizeof("0000:09:00.0"));
	assert_int_equal(ece_backend_open(&ece_backend_vsc, &h.doors), -ENOENT);
	assert_string_equal(h.doors.door[ECE_BACKEND_VSC].why,
			    "no PCI window: 0000:09:00.0 has no configuration space");
	host_down();
	host_up("cx7", 0);
	h.state.vanished = 1;
	assert_int_equal(ece_backend_open(&ece_backend_vsc, &h.doors), -ENODEV);
	host_down();
}

/* Opening only reads. */
static void lockdown_may_come_later(void **state)
{
	struct ece_result result;
	uint8_t reg[0x80];

	(void)state;
	window_up();
	h.kernel.flags |= SIM_LOCKDOWN;
	result = read_accl(reg);
	assert_int_equal(result.err, -EPERM);
	assert_int_equal(result.reached, ECE_REACHED_NO);
	text_is(&result, "vsc: the kernel does not let the PCI window be used (lockdown?)");
	host_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_register_is_read_and_written),
		cmocka_unit_test(the_firmware_sees_one_command),
		cmocka_unit_test(refusals_are_told_by_status_where_there_is_one),
		cmocka_unit_test(commands_are_not_carried),
		cmocka_unit_test(a_holder_that_stays_is_named),
		cmocka_unit_test(a_holder_that_lets_go_is_waited_for),
		cmocka_unit_test(others_get_the_window_while_the_firmware_works),
		cmocka_unit_test(an_answer_that_is_too_late_is_not_waited_for),
		cmocka_unit_test(a_card_that_vanishes_is_gone),
		cmocka_unit_test(every_access_may_fail),
		cmocka_unit_test(a_door_that_is_shut_says_why),
		cmocka_unit_test(lockdown_may_come_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
