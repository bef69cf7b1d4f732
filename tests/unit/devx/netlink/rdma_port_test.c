// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Devices, ports, and how they are shared. Numbers: Linux include/uapi/rdma/rdma_netlink.h; which attributes come, and that
 * a port is told with the type of a device: as Linux 6.1 and 7.3 send it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_port.h"
#include "tests/unit/devx/netlink/words.h"

#define GET      0x1401
#define PORT_GET 0x1405
#define SYS_GET  0x1406

static const uint32_t device[] = {
	16 + 8 + 12 + 8 + 16 + 12 + 12 + 8 + 12,
	GET,
	1,
	0,
	ATTR(1, 4),
	3,
	ATTR(2, 7),
	TEXT4('m', 'l', 'x', '5'),
	TEXT4('_', '0', 0, 0),
	ATTR(3, 4),
	2,
	ATTR(5, 11),
	TEXT4('2', '8', '.', '4'),
	TEXT4('0', '.', '1', '0'),
	TEXT4('0', '0', 0, 0),
	ATTR(6, 8),
	0x03020100,
	0xb8cef6ff,
	ATTR(7, 8),
	0x03020101,
	0xb8cef6ff,
	ATTR(14, 1),
	1,
	ATTR(67, 5),
	TEXT4('r', 'o', 'c', 'e'),
	0,
};

static const uint32_t port[] = {
	16 + 8 + 12 + 8 + 8 + 8 + 8 + 12,
	GET,
	1,
	0,
	ATTR(1, 4),
	3,
	ATTR(2, 7),
	TEXT4('m', 'l', 'x', '5'),
	TEXT4('_', '0', 0, 0),
	ATTR(3, 4),
	1,
	ATTR(12, 1),
	4,
	ATTR(13, 1),
	5,
	ATTR(50, 4),
	7,
	ATTR(51, 5),
	TEXT4('e', 't', 'h', '2'),
	0,
};

static void a_device_says_what_it_is(void **state)
{
	struct ece_rdma_about about;

	(void)state;
	assert_int_equal(ece_rdma_device_parse(device, sizeof(device), &about), 0);
	assert_int_equal(about.index, 3);
	assert_int_equal(about.ports, 2);
	assert_string_equal(about.name, "mlx5_0");
	assert_string_equal(about.firmware, "28.40.1000");
	assert_string_equal(about.protocol, "roce");
	assert_int_equal(about.node_guid, UINT64_C(0xb8cef6ff03020100));
	assert_int_equal(about.system_guid, UINT64_C(0xb8cef6ff03020101));
	assert_int_equal(about.node_type, 1);
}

/* Soft-RoCE has no firmware; all that a device must have is an index and a name. */
static void a_device_may_say_less(void **state)
{
	static const uint32_t less[] = {16 + 8 + 8, GET, 1, 0, ATTR(1, 4), 0, ATTR(2, 4), TEXT4('r', 'x', 'e', 0)};
	struct ece_rdma_about about;

	(void)state;
	assert_int_equal(ece_rdma_device_parse(less, sizeof(less), &about), 0);
	assert_string_equal(about.name, "rxe");
	assert_string_equal(about.firmware, "");
	assert_string_equal(about.protocol, "");
}

static void a_port_has_a_state(void **state)
{
	uint32_t other[sizeof(port) / 4];
	struct ece_rdma_port about;

	(void)state;
	assert_int_equal(ece_rdma_port_parse(port, sizeof(port), &about), 0);
	assert_int_equal(about.state, ECE_RDMA_PORT_ACTIVE);
	assert_int_equal(about.physical, ECE_RDMA_PHYSICAL_LINK_UP);
	assert_int_equal(about.netdev_index, 7);
	assert_string_equal(about.netdev, "eth2");
	/* a list of ports has the type of its own */
	memcpy(other, port, sizeof(port));
	other[1] = PORT_GET;
	assert_int_equal(ece_rdma_port_parse(other, sizeof(other), &about), 0);
	/* the interface is in another namespace */
	other[0] = sizeof(port) - 20;
	assert_int_equal(ece_rdma_port_parse(other, sizeof(other), &about), 0);
	assert_int_equal(about.netdev_index, 0);
	assert_string_equal(about.netdev, "");
	/* no state is none, not "nop" */
	other[0] = 16 + 28;
	assert_int_equal(ece_rdma_port_parse(other, sizeof(other), &about), -EBADMSG);
}

static void every_cut_is_found(void **state)
{
	struct ece_rdma_about about;
	struct ece_rdma_port of_port;

	(void)state;
	for (size_t len = 0; len < sizeof(device); len += 4)
		assert_int_equal(ece_rdma_device_parse(device, len, &about), -EBADMSG);
	for (size_t len = 0; len < sizeof(port); len += 4)
		assert_int_equal(ece_rdma_port_parse(port, len, &of_port), -EBADMSG);
}

static void a_name_that_does_not_fit_is_damaged(void **state)
{
	uint32_t message[(16 + 8 + 4 + ECE_RDMA_NAME_MAX) / 4] = {sizeof(message), GET, 1, 0, ATTR(1, 4), 3};
	struct ece_rdma_about about;

	(void)state;
	message[6] = ATTR(2, ECE_RDMA_NAME_MAX);
	memset(&message[7], 'n', ECE_RDMA_NAME_MAX);
	assert_int_equal(ece_rdma_device_parse(message, sizeof(message), &about), -EBADMSG);
	((char *)message)[sizeof(message) - 1] = '\0';
	assert_int_equal(ece_rdma_device_parse(message, sizeof(message), &about), 0);
}

static void the_mode_of_namespaces_is_read(void **state)
{
	uint32_t mode[] = {16 + 8, SYS_GET, 1, 0, ATTR(66, 1), 1};
	static const uint32_t none[] = {16 + 8, SYS_GET, 1, 0, ATTR(93, 1), 1};
	bool shared = false;

	(void)state;
	assert_int_equal(ece_rdma_system_parse(mode, sizeof(mode), &shared), 0);
	assert_true(shared);
	mode[5] = 0;
	assert_int_equal(ece_rdma_system_parse(mode, sizeof(mode), &shared), 0);
	assert_false(shared);
	assert_int_equal(ece_rdma_system_parse(none, sizeof(none), &shared), -EBADMSG);
	assert_int_equal(ece_rdma_system_parse(port, sizeof(port), &shared), -EBADMSG);
}

static void requests_are_these_words(void **state)
{
	static const uint32_t devices[] = {16, 0x03010000 | GET, 0, 0},
			      of_port[] = {16 + 16, 0x00010000 | PORT_GET, 0, 0, ATTR(1, 4), 3, ATTR(3, 4), 1},
			      of_system[] = {16, 0x00010000 | SYS_GET, 0, 0};
	uint32_t buf[ECE_RDMA_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_rdma_devices_request(buf, sizeof(buf)), sizeof(devices));
	assert_memory_equal(buf, devices, sizeof(devices));
	assert_int_equal(ece_rdma_port_request(3, 1, buf, sizeof(buf)), sizeof(of_port));
	assert_memory_equal(buf, of_port, sizeof(of_port));
	assert_int_equal(ece_rdma_system_request(buf, sizeof(buf)), sizeof(of_system));
	assert_memory_equal(buf, of_system, sizeof(of_system));
	assert_int_equal(ece_rdma_port_request(3, 1, buf, sizeof(buf) - 1), 0);
}

static void an_empty_message_is_told_from_others(void **state)
{
	static const uint32_t handle[] = {16 + 8, 0x140a, 1, 0, ATTR(1, 4), 3},
			      empty[] = {16 + 8 + 4, 0x140a, 1, 0, ATTR(1, 4), 3, ATTR(19, 0)},
			      nested[] = {16 + 8 + 4, 0x1411, 1, 0, ATTR(1, 4), 3, NEST(77, 0)},
			      full[] = {16 + 8 + 12, 0x140a, 1, 0, ATTR(1, 4), 3, ATTR(19, 8), ATTR(20, 4), 0};

	(void)state;
	assert_false(ece_rdma_says_something(handle, sizeof(handle)));
	assert_false(ece_rdma_says_something(empty, sizeof(empty)));
	assert_false(ece_rdma_says_something(nested, sizeof(nested)));
	assert_true(ece_rdma_says_something(full, sizeof(full)));
	assert_true(ece_rdma_says_something(device, sizeof(device)));
	assert_false(ece_rdma_says_something(full, 12));
}

static void states_have_names(void **state)
{
	(void)state;
	assert_string_equal(ece_rdma_port_state_name(ECE_RDMA_PORT_ACTIVE), "active");
	assert_string_equal(ece_rdma_port_state_name(1), "down");
	assert_null(ece_rdma_port_state_name(6));
	assert_string_equal(ece_rdma_physical_state_name(ECE_RDMA_PHYSICAL_LINK_UP), "link_up");
	assert_string_equal(ece_rdma_physical_state_name(3), "disabled");
	assert_null(ece_rdma_physical_state_name(0));
	assert_null(ece_rdma_physical_state_name(8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_says_what_it_is),
		cmocka_unit_test(a_device_may_say_less),
		cmocka_unit_test(a_port_has_a_state),
		cmocka_unit_test(every_cut_is_found),
		cmocka_unit_test(a_name_that_does_not_fit_is_damaged),
		cmocka_unit_test(the_mode_of_namespaces_is_read),
		cmocka_unit_test(requests_are_these_words),
		cmocka_unit_test(an_empty_message_is_told_from_others),
		cmocka_unit_test(states_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
