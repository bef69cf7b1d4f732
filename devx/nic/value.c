// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From the result of an operation to the state of a value, or to an error. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"
#include "devx/prm/cmd.h"

void nic_value_set(struct ece_value *value, uint64_t raw, const struct ece_result *result)
{
	*value = (struct ece_value){.raw = raw, .state = ECE_VALUE_SET, .result = *result};
}

void nic_value_inert(struct ece_value *value, const char *format, ...)
{
	va_list args;

	value->state = ECE_VALUE_INERT;
	va_start(args, format);
	vsnprintf(value->why, sizeof(value->why), format, args);
	va_end(args);
}

void nic_value_fail(struct ece_value *value, enum ece_value_state state, const struct ece_result *result,
		    const char *format, ...)
{
	va_list args;

	*value = (struct ece_value){.state = state, .result = *result};
	va_start(args, format);
	vsnprintf(value->why, sizeof(value->why), format, args);
	va_end(args);
}

/* A read asks for nothing that a card which has the thing could call wrong. */
static bool firmware_has_no_such_thing(uint8_t status)
{
	return status == PRM_STATUS_BAD_OP || status == PRM_STATUS_BAD_PARAM || status == PRM_STATUS_BAD_RESOURCE ||
	       status == PRM_STATUS_BAD_INDEX;
}

static enum ece_value_state state_of(const struct ece_result *result)
{
	if (result->has_status)
		return firmware_has_no_such_thing(result->status) ? ECE_VALUE_UNSUPPORTED : ECE_VALUE_UNREADABLE;
	/* The PCI window tells a register that is not there by an errno of its own. */
	if (result->backend == ECE_BACKEND_VSC && result->err == -EOPNOTSUPP)
		return ECE_VALUE_UNSUPPORTED;
	if (result->reached != ECE_REACHED_NO)
		return ECE_VALUE_UNREADABLE;
	/* The kernel's list of commands, kernel lockdown, a door that this card does not have. */
	if (result->err == -EBADMSG || result->err == -EPERM || result->err == -EOPNOTSUPP)
		return ECE_VALUE_NO_DOOR;
	return ECE_VALUE_UNREADABLE;
}

void nic_value_refused(struct ece_value *value, const struct ece_result *result)
{
	char text[ECE_VALUE_WHY_MAX];

	nic_value_fail(value, state_of(result), result, "%s", ece_result_text(result, text, sizeof(text)));
}

void nic_register_refused(struct ece_value *value, const struct ece_result *result)
{
	nic_value_refused(value, result);
	if (result->backend == ECE_BACKEND_DEVX && value->state == ECE_VALUE_UNSUPPORTED)
		nic_value_fail(value, ECE_VALUE_NO_DOOR, result,
			       "DevX: the firmware grants it to no user (status 0x%02x)", result->status);
}

void nic_value_shut(struct ece_value *value, enum ece_backend_id id, const struct ece_door *door)
{
	struct ece_result result = {.err = door->err, .backend = id, .reached = ECE_REACHED_NO};
	/* Rights or an answer are missing, not the door. */
	bool there = door->err == -EACCES || door->err == -ETIMEDOUT;
	enum ece_value_state state = there ? ECE_VALUE_UNREADABLE : ECE_VALUE_NO_DOOR;

	nic_value_fail(value, state, &result, "%s", door->why);
}

static enum ece_error_kind kind_of(const struct ece_result *result)
{
	if (result->has_status)
		return ECE_ERROR_REFUSED;
	switch (result->err) {
	case -EACCES:
	case -EPERM:
		return ECE_ERROR_DENIED;
	case -ENODEV:
	case -ENXIO:
		return ECE_ERROR_GONE;
	case -ETIMEDOUT:
		return ECE_ERROR_TIMEOUT;
	case -E2BIG:
		return ECE_ERROR_LIMIT;
	case -EPROTO:
	case -EOVERFLOW:
		return ECE_ERROR_PROTOCOL;
	default:
		return ECE_ERROR_REFUSED;
	}
}

int nic_value_error(const struct ece_param *param, const struct ece_value *value, struct ece_error *e)
{
	if (value->state == ECE_VALUE_UNSUPPORTED)
		ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "this card does not support %s: %s", param->name,
			      value->why);
	else if (value->state == ECE_VALUE_NO_DOOR)
		ece_error_set(e, -ENXIO, ECE_ERROR_NO_DOOR, "no way to %s on this host: %s", param->name, value->why);
	else
		ece_error_set(e, value->result.err, kind_of(&value->result), "cannot read %s: %s", param->name,
			      value->why);
	return ece_error_result(e, &value->result);
}

int nic_result_error(const struct ece_param *param, const struct ece_result *result, struct ece_error *e)
{
	char text[ECE_VALUE_WHY_MAX];

	ece_error_set(e, result->err, kind_of(result), "cannot write %s: %s", param->name,
		      ece_result_text(result, text, sizeof(text)));
	return ece_error_result(e, result);
}
