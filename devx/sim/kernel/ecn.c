// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The vendor driver's files below a network interface: ecn/roce_rp and ecn/roce_np with a file a value, and in each
 * enable/0..7, a switch a priority. Read from the kernel tree of MLNX_OFED 25.10 (en_sysfs.c, en_ecn.c) and never run:
 * what differs from debugfs is that numbers are signed and decimal, that a value which cannot be shown is an empty
 * read, and that a switch which already stands right is not written.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/prm/cong.h"
#include "devx/sim/kernel/kernel_internal.h"

#define PRIORITIES 8
#define TEXT_MAX   16

static const struct {
	const char *dir;
	enum prm_cong_protocol protocol;
} dirs[] = {
	{"ecn/roce_rp", PRM_CONG_ROCE_RP},
	{"ecn/roce_np", PRM_CONG_ROCE_NP},
};

#define DIR_COUNT (sizeof(dirs) / sizeof(dirs[0]))
#define ENABLE    "enable"

/* What a path leads to: a value of cc_params by its index there, or the switch of a priority. */
struct ecn_file {
	enum prm_cong_protocol protocol;
	int priority; /* -1: none, it is a value */
	size_t value;
};

bool sim_ecn_present(const struct sim_kernel *kernel, const struct sim_card *card)
{
	return kernel->persona->ecn && card->netdev[0] && !sim_odd(card)->parent && sim_cc_present(card);
}

/* Behind which of the directories a path goes on; DIR_COUNT: none. */
static size_t dir_of(const char *rest, const char **behind)
{
	for (size_t i = 0; i < DIR_COUNT; i++) {
		size_t len = strlen(dirs[i].dir);

		if (strncmp(rest, dirs[i].dir, len) != 0 || (rest[len] && rest[len] != '/'))
			continue;
		*behind = rest + len + (rest[len] == '/');
		return i;
	}
	return DIR_COUNT;
}

bool sim_ecn_is_dir(const char *rest)
{
	const char *behind = "";

	if (!strcmp(rest, "ecn"))
		return true;
	return dir_of(rest, &behind) < DIR_COUNT && (!*behind || !strcmp(behind, ENABLE));
}

static bool value_named(const char *name, struct ecn_file *file)
{
	uint8_t protocol;

	for (size_t i = 0;; i++) {
		const char *vendor = sim_cc_vendor_name(i, &protocol);

		if (vendor && protocol == file->protocol && !strcmp(vendor, name)) {
			file->value = i;
			return true;
		}
		if (!protocol)
			return false;
	}
}

static bool find(const char *rest, struct ecn_file *file)
{
	const char *behind = "";
	size_t dir = dir_of(rest, &behind);
	size_t len = strlen(ENABLE "/");

	if (dir == DIR_COUNT)
		return false;
	*file = (struct ecn_file){.protocol = dirs[dir].protocol, .priority = -1};
	if (strncmp(behind, ENABLE "/", len) != 0)
		return value_named(behind, file);
	file->priority = behind[len] - '0';
	return behind[len] >= '0' && behind[len] < '0' + PRIORITIES && !behind[len + 1];
}

bool sim_ecn_is_file(const char *rest)
{
	struct ecn_file file;

	return find(rest, &file);
}

static int list_values(enum prm_cong_protocol wanted, int (*each)(void *arg, const char *name), void *arg)
{
	uint8_t protocol = 1;
	int stop = 0;

	for (size_t i = 0; !stop && protocol; i++) {
		const char *vendor = sim_cc_vendor_name(i, &protocol);

		if (vendor && protocol == wanted)
			stop = each(arg, vendor);
	}
	return stop;
}

static int list_priorities(int (*each)(void *arg, const char *name), void *arg)
{
	int stop = 0;

	for (char name[2] = "0"; !stop && name[0] < '0' + PRIORITIES; name[0]++)
		stop = each(arg, name);
	return stop;
}

int sim_ecn_list(const char *rest, int (*each)(void *arg, const char *name), void *arg)
{
	const char *behind = "";
	size_t dir = dir_of(rest, &behind);
	int stop = 0;

	if (dir == DIR_COUNT) {
		for (size_t i = 0; i < DIR_COUNT && !stop; i++)
			stop = each(arg, dirs[i].dir + strlen("ecn/"));
		return stop;
	}
	if (*behind)
		return list_priorities(each, arg);
	stop = each(arg, ENABLE);
	return stop ? stop : list_values(dirs[dir].protocol, each, arg);
}

static int get_switch(struct sim_kernel *kernel, struct sim_card *card, const struct ecn_file *file, uint32_t *value)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_MBOX_MIN];
	int err;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_STATUS);
	prm_set(in, &prm_cong_status.cong_protocol, file->protocol);
	prm_set(in, &prm_cong_status.priority, (unsigned int)file->priority);
	err = sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
	if (!err)
		*value = (uint32_t)prm_get(out, &prm_cong_status.enable);
	return err;
}

static int set_switch(struct sim_kernel *kernel, struct sim_card *card, const struct ecn_file *file, int value)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_MBOX_MIN];
	uint32_t now;
	int err = get_switch(kernel, card, file, &now);

	if (err || now == (uint32_t)value)
		return err;
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_MODIFY_CONG_STATUS);
	prm_set(in, &prm_cong_status.cong_protocol, file->protocol);
	prm_set(in, &prm_cong_status.priority, (unsigned int)file->priority);
	prm_set(in, &prm_cong_status.enable, (unsigned int)value);
	return sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
}

int sim_ecn_read(struct sim_kernel *kernel, struct sim_card *card, const char *rest, char *buf, size_t size)
{
	char text[TEXT_MAX];
	struct ecn_file file;
	uint32_t value;
	int err, len;

	if (!find(rest, &file))
		return -ENOENT;
	if (file.priority < 0)
		err = sim_cc_get(kernel, card, file.value, &value);
	else
		err = get_switch(kernel, card, &file, &value);
	if (err)
		return 0;
	len = snprintf(text, sizeof(text), "%d\n", (int)value);
	if ((size_t)len > size)
		return -EFBIG;
	memcpy(buf, text, (size_t)len);
	return len;
}

/* As the kernel's sscanf() with "%d": blanks, a sign, decimal digits; what follows does not matter. */
static int parse(const char *data, size_t len, int *value)
{
	char text[TEXT_MAX] = "";
	char *end;

	memcpy(text, data, len < sizeof(text) ? len : sizeof(text) - 1);
	*value = (int)strtol(text, &end, 10);
	return end == text ? -EINVAL : 0;
}

int sim_ecn_write(struct sim_kernel *kernel, struct sim_card *card, const char *rest, const char *data, size_t len)
{
	struct ecn_file file;
	int value = 0;
	int err;

	if (!find(rest, &file))
		return -ENOENT;
	err = parse(data, len, &value);
	if (err)
		return err;
	if (file.priority < 0)
		return sim_cc_set(kernel, card, file.value, (uint32_t)value);
	return set_switch(kernel, card, &file, value);
}
