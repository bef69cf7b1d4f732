// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * nv PCI [NAME...]: the NV configuration as the toolkit reads it, a line a field: "NAME NEXT CURRENT FACTORY", without
 * units, with "pending" behind where the first two differ. What is no value shows as the word for its state.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nv.h"
#include "devx/os/linux.h"

#define TEXT_MAX 64

static bool wanted(const struct ece_nv_field *field, char **names)
{
	if (!*names)
		return true;
	for (; *names; names++)
		if (ece_nv_find(*names) == field)
			return true;
	return false;
}

static void print(const struct ece_nv_value *value)
{
	char text[TEXT_MAX];

	printf("%s", ece_nv_name(value->field, value->port, text, sizeof(text)));
	for (size_t mode = 0; mode < ECE_NV_MODES; mode++) {
		const struct ece_value *at = &value->at[mode];

		if (at->state == ECE_VALUE_SET)
			printf(" %.*s", (int)strcspn(ece_nv_format(value->field, at->raw, text, sizeof(text)), " "),
			       text);
		else
			printf(" %s", ece_value_state_name(at->state));
	}
	puts(value->pending ? " pending" : "");
}

static void read_card(struct ece_nic *nic, char **names)
{
	for (size_t i = 0; i < ece_nv_count(); i++) {
		const struct ece_nv_field *field = ece_nv_at(i);
		struct ece_nv_value value;

		if (!wanted(field, names))
			continue;
		ece_nic_nv_read(nic, &field, &value, 1);
		print(&value);
	}
}

int main(int argc, char **argv)
{
	struct ece_nic_info *list = NULL;
	struct ece_error e = {0};
	size_t count = 0;
	int err = ece_nic_list(ece_os_linux(), &list, &count, &e);

	for (size_t i = 0; !err && argc > 1 && i < count; i++) {
		struct ece_nic *nic;

		if (strcmp(list[i].pci, argv[1]) != 0)
			continue;
		err = ece_nic_open(ece_os_linux(), &list[i], &nic, &e);
		if (err)
			break;
		read_card(nic, argv + 2);
		ece_nic_close(nic);
	}
	free(list);
	if (err)
		fprintf(stderr, "%s\n", e.text);
	return err ? 1 : 0;
}
