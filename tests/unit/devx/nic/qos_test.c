// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Trust and DSCP map by register, and the doors, on the modelled card. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "devx/nic/door.h"
#include "devx/nic/qos.h"
#include "tests/unit/devx/nic/model.h"

static void registers_tell_trust_and_map(void **state)
{
	struct model m;
	struct ece_nic_qos qos;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	ece_nic_qos_read(m.nic, &qos);
	assert_int_equal(qos.trust.state, ECE_VALUE_SET);
	assert_string_equal(ece_nic_trust_name(qos.trust.raw), "pcp");
	assert_int_equal(qos.trust.result.backend, ECE_BACKEND_FWCTL);
	assert_int_equal(qos.map.state, ECE_VALUE_SET);
	assert_int_equal(qos.priority[26], 3);
	m.state.qos.trust = 2;
	m.state.qos.dscp_priority[26] = 5;
	m.state.qos.dscp_priority[63] = 1;
	ece_nic_qos_read(m.nic, &qos);
	assert_string_equal(ece_nic_trust_name(qos.trust.raw), "dscp");
	assert_int_equal(qos.priority[26], 5);
	assert_int_equal(qos.priority[63], 1);
	assert_null(ece_nic_trust_name(0));
	assert_string_equal(ece_nic_trust_name(3), "both");
	model_stop(&m);
}

static void one_register_may_be_missing(void **state)
{
	struct model m;
	struct ece_nic_qos qos;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	model_refuse(&m, 0x805, 0x03, 2); /* bad parameter: through either door */
	ece_nic_qos_read(m.nic, &qos);
	assert_int_equal(qos.trust.state, ECE_VALUE_UNSUPPORTED);
	assert_int_not_equal(qos.trust.why[0], '\0');
	assert_int_equal(qos.map.state, ECE_VALUE_SET);
	model_stop(&m);
}

static void without_a_door_there_is_a_reason(void **state)
{
	char why[ECE_VALUE_WHY_MAX];
	struct ece_nic_qos qos;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_LOCKDOWN);
	ece_nic_qos_read(m.nic, &qos);
	assert_int_equal(qos.trust.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(qos.trust.why, "fwctl"));
	assert_int_equal(qos.map.state, ECE_VALUE_NO_DOOR);
	assert_int_not_equal(ece_nic_door(m.nic, ECE_BACKEND_FWCTL, why), 0);
	assert_non_null(strstr(why, "fwctl"));
	assert_int_equal(ece_nic_door(m.nic, ECE_BACKEND_DEVX, why), 0);
	assert_string_equal(why, "");
	assert_int_equal(ece_nic_door(m.nic, ECE_BACKEND_NONE, why), -EOPNOTSUPP);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registers_tell_trust_and_map),
		cmocka_unit_test(one_register_may_be_missing),
		cmocka_unit_test(without_a_door_there_is_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
