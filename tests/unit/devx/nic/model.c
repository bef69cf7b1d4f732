// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/nic/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/cards/card.h"

void model_start(struct model *model, const char *persona, const char *type, unsigned int flags)
{
	struct ece_error e = {0};

	memset(model, 0, sizeof(*model));
	model->card.fw.type = fw_card_type_find(type);
	model->card.fw.state = &model->state;
	model->card.kept = &model->kept;
	assert_non_null(model->card.fw.type);
	sim_card_name(&model->card, 0);
	fw_power_on(&model->card.fw, 7);
	sim_kernel_init(&model->kernel, sim_persona_find(persona), &model->card, 1);
	model->kernel.flags = flags;
	model->os = sim_kernel_os(&model->kernel);
	assert_int_equal(ece_nic_list(&model->os, &model->list, &model->count, &e), 0);
	assert_int_equal(model->count, 1);
	assert_int_equal(ece_nic_open(&model->os, &model->list[0], &model->nic, &e), 0);
}

void model_stop(struct model *model)
{
	ece_nic_close(model->nic);
	free(model->list);
}

void model_without_fwctl(struct model *model)
{
	model->list[0].fwctl[0] = '\0';
	ece_nic_close(model->nic);
	assert_int_equal(ece_nic_open(&model->os, &model->list[0], &model->nic, NULL), 0);
}

void model_refuse(struct model *model, uint16_t opcode, uint8_t status, uint32_t left)
{
	model->state.fault[0] = (struct fw_fault){
		.opcode = opcode,
		.action = FW_FAULT_STATUS,
		.status = status,
		.left = left,
		.syndrome = 0x1234,
	};
}

const struct ece_param *param(const char *name)
{
	const struct ece_param *found = ece_param_find(name);

	assert_non_null(found);
	return found;
}
