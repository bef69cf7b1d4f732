// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the cases of the seam cannot ask of a real kernel: faults, missing parts, several cards, size. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/kernel/kernel.h"

#define CARDS 3

struct host {
	struct fw_state state[CARDS];
	struct sim_card cards[CARDS];
	struct sim_kept kept[CARDS];
	struct sim_kernel kernel;
	struct ece_os os;
	uint64_t now;
	uint8_t in[0x200], out[0x200];
};

static uint16_t seen_uid;

uint64_t __real_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);
uint64_t __wrap_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len);

uint64_t __wrap_fw_exec(struct fw *fw, uint64_t now_ns, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len)
{
	seen_uid = (uint16_t)(ece_be32(in) & 0xffff);
	return __real_fw_exec(fw, now_ns, in, in_len, out, out_len);
}

static uint64_t now_ns(void *ctx)
{
	return *(uint64_t *)ctx;
}

static void host_up(struct host *h, const char *persona)
{
	static const char *const types[CARDS] = {"cx7", "cx6dx", "cx7"};

	memset(h, 0, sizeof(*h));
	for (size_t i = 0; i < CARDS; i++) {
		sim_card_name(&h->cards[i], i);
		h->cards[i].fw = (struct fw){.type = fw_card_type_find(types[i]), .state = &h->state[i]};
		h->cards[i].kept = &h->kept[i];
		fw_power_on(&h->cards[i].fw, i + 1);
	}
	sim_kernel_init(&h->kernel, sim_persona_find(persona), h->cards, CARDS);
	h->kernel.now_ns = now_ns;
	h->kernel.now_ctx = &h->now;
	h->now = 1000;
	h->os = sim_kernel_os(&h->kernel);
}

static int text_of(struct host *h, enum ece_os_root root, const char *path, char text[128])
{
	int len;

	memset(text, 0, 128);
	len = h->os.ops->read(h->os.ctx, root, path, text, 127);
	return len;
}

static void assert_text(struct host *h, enum ece_os_root root, const char *path, const char *expected)
{
	char text[128];

	assert_int_equal(text_of(h, root, path, text), strlen(expected));
	assert_string_equal(text, expected);
}

static int write_text(struct host *h, const char *path, const char *text)
{
	return h->os.ops->write(h->os.ctx, ECE_OS_DEBUGFS_MLX5, path, text, strlen(text));
}

static void header(struct host *h, uint16_t opcode, uint16_t op_mod, uint32_t word)
{
	memset(h->in, 0, sizeof(h->in));
	memset(h->out, 0xa5, sizeof(h->out));
	ece_put_be32(h->in, (uint32_t)opcode << 16 | 0xbeef); /* a uid that must not get through */
	ece_put_be32(h->in + 0x04, op_mod);
	ece_put_be32(h->in + 0x08, word);
}

/* QUERY_CONG_PARAMS of the reaction point */
static int query(struct host *h, const char *device)
{
	struct ece_os_devx *devx;
	int err = h->os.ops->devx_open(h->os.ctx, device, &devx);

	if (err)
		return err;
	header(h, 0x824, 0, 1);
	err = h->os.ops->devx_command(devx, h->in, 0x10, h->out, 0x110);
	h->os.ops->devx_close(devx);
	return err;
}

static int read_register(struct host *h, const char *node)
{
	struct ece_os_fwctl *fwctl;
	int err = h->os.ops->fwctl_open(h->os.ctx, node, &fwctl);

	if (err)
		return err;
	header(h, 0x805, 1, 0x402c);
	err = h->os.ops->fwctl_rpc(fwctl, ECE_FWCTL_DEBUG_READ_ONLY, h->in, 0x90, h->out, 0x90);
	h->os.ops->fwctl_close(fwctl);
	return err;
}

static void the_uid_is_the_contexts(void **state)
{
	struct ece_os_devx *a, *b;
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	assert_int_equal(h.os.ops->devx_open(h.os.ctx, "mlx5_0", &a), 0);
	assert_int_equal(h.os.ops->devx_open(h.os.ctx, "mlx5_0", &b), 0);
	header(&h, 0x80d, 0, 0);
	assert_int_equal(h.os.ops->devx_command(a, h.in, 0x10, h.out, 0x10), 0);
	assert_int_equal(seen_uid, 1);
	assert_int_equal(h.os.ops->devx_command(b, h.in, 0x10, h.out, 0x10), 0);
	assert_int_equal(seen_uid, 2);
	assert_int_equal(ece_be32(h.in), 0x080dbeef); /* the caller's input stays as it was */
	h.os.ops->devx_close(a);
	h.os.ops->devx_close(b);
	assert_int_equal(read_register(&h, "fwctl0"), 0);
	assert_int_equal(seen_uid, 3);
	assert_int_equal(write_text(&h, "0000:01:00.0/cc_params/rp_ai_rate", "20"), 0);
	assert_int_equal(seen_uid, 0); /* the driver's own */
}

static void add_fault(struct host *h, uint8_t action, uint8_t status, uint32_t delay_ms)
{
	const struct fw_fault rule = {.action = action, .status = status, .delay_ms = delay_ms, .left = 1};

	assert_int_equal(fw_fault_add(&h->state[0], &rule), 0);
}

static void a_busy_card_shows_in_every_door(void **state)
{
	static const char file[] = "0000:01:00.0/cc_params/rp_ai_rate";
	char text[128];
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	add_fault(&h, FW_FAULT_STATUS, 0x06, 0);
	assert_int_equal(query(&h, "mlx5_0"), -EREMOTEIO);
	assert_int_equal(h.out[0], 0x06);
	add_fault(&h, FW_FAULT_STATUS, 0x06, 0);
	assert_int_equal(read_register(&h, "fwctl0"), 0);
	assert_int_equal(h.out[0], 0x06);
	add_fault(&h, FW_FAULT_STATUS, 0x06, 0);
	assert_int_equal(write_text(&h, file, "20"), -EBUSY);
	add_fault(&h, FW_FAULT_STATUS, 0x06, 0);
	assert_int_equal(text_of(&h, ECE_OS_DEBUGFS_MLX5, file, text), -EBUSY);
	assert_text(&h, ECE_OS_DEBUGFS_MLX5, file, "5\n");
	h.kernel.persona = sim_persona_find("old-errno");
	add_fault(&h, FW_FAULT_STATUS, 0x06, 0);
	assert_int_equal(query(&h, "mlx5_0"), -EBUSY);
	assert_int_equal(h.out[0], 0xa5);
}

static void a_silent_write_is_not_noticed(void **state)
{
	static const char file[] = "0000:01:00.0/cc_params/rp_ai_rate";
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	add_fault(&h, FW_FAULT_IGNORE, 0, 0);
	assert_int_equal(write_text(&h, file, "20"), 0);
	assert_text(&h, ECE_OS_DEBUGFS_MLX5, file, "5\n");
}

static void a_late_answer_moves_the_time(void **state)
{
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	assert_int_equal(query(&h, "mlx5_0"), 0);
	assert_int_equal(h.kernel.due_ns, 1000);
	add_fault(&h, FW_FAULT_DELAY, 0, 250);
	assert_int_equal(query(&h, "mlx5_0"), 0);
	assert_int_equal(h.kernel.due_ns, 250001000);
	assert_int_equal(ece_be32(h.out + 0x10 + 0x24), 5);
	add_fault(&h, FW_FAULT_DELAY, 0, 60001);
	assert_int_equal(query(&h, "mlx5_0"), -ETIMEDOUT);
	assert_int_equal(h.out[0], 0xa5);
	assert_int_equal(h.kernel.due_ns, UINT64_C(60000001000));
}

static void a_vanished_card_times_out(void **state)
{
	char text[128];
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	add_fault(&h, FW_FAULT_VANISH, 0, 0);
	assert_int_equal(query(&h, "mlx5_0"), -ETIMEDOUT);
	assert_int_equal(h.out[0], 0xa5);
	assert_int_equal(read_register(&h, "fwctl0"), -ETIMEDOUT);
	assert_int_equal(text_of(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params/rp_ai_rate", text), -ETIMEDOUT);
	assert_int_equal(query(&h, "mlx5_2"), 0);
}

static void names_choose_the_card(void **state)
{
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	assert_int_equal(write_text(&h, "0000:03:00.0/cc_params/rp_ai_rate", "20"), 0);
	assert_text(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params/rp_ai_rate", "5\n");
	assert_int_equal(query(&h, "mlx5_2"), 0);
	assert_int_equal(ece_be32(h.out + 0x10 + 0x24), 20);
	assert_text(&h, ECE_OS_FWCTL, "fwctl1/device/device", "0x101d\n");
	assert_text(&h, ECE_OS_NET, "eth2/address", "0c:42:a1:00:00:03\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_1/node_guid", "0c42:a103:0000:0002\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_1/board_id", "MT_0000000359\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_1/fw_ver", "22.39.1002\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_1/ports/1/rate", "100 Gb/sec (4X EDR)\n");
	assert_text(&h, ECE_OS_NET, "eth1/speed", "100000\n");
	assert_text(&h, ECE_OS_NET, "eth2/speed", "400000\n");
}

struct entries {
	size_t count;
	char names[64][32];
};

static int keep(void *arg, const char *name)
{
	struct entries *e = arg;

	assert_true(e->count < 64);
	snprintf(e->names[e->count++], sizeof(e->names[0]), "%s", name);
	return 0;
}

static size_t count(struct host *h, enum ece_os_root root, const char *path)
{
	struct entries e = {0};

	assert_int_equal(h->os.ops->list(h->os.ctx, root, path, keep, &e), 0);
	return e.count;
}

static void a_card_has_the_files_of_its_capabilities(void **state)
{
	static const struct fw_word without_roce[] = {{0x2c, 0x60000000}};
	static const struct fw_word cc_query_only[] = {{0x2c, 0x40000000}};
	struct fw_card_type bare = *fw_card_type_find("cx7");
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params"), 22);
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:02:00.0/cc_params"), 20); /* without roce_cc_general */
	bare.cap_roce.count = 0;
	h.cards[0].fw.type = &bare;
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params"), 20);
	bare = *fw_card_type_find("cx7");
	bare.cap_general = (struct fw_page){without_roce, 1};
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params"), 20);
	bare.cap_general = (struct fw_page){cc_query_only, 1};
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0"), 0);
	bare.cap_general.count = 0;
	h.cards[0].fw.type = &bare;
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0"), 0);
	assert_int_equal(write_text(&h, "0000:01:00.0/cc_params/rp_ai_rate", "20"), -ENOENT);
	assert_int_equal(query(&h, "mlx5_0"), -EOPNOTSUPP);
	assert_int_equal(read_register(&h, "fwctl0"), -ENOENT);
	assert_int_equal(count(&h, ECE_OS_FWCTL, ""), 2);
}

static void a_function_without_a_driver_is_only_pci(void **state)
{
	char text[128];
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	h.cards[0].rdma[0] = '\0';
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, ""), 3); /* the Ethernet driver has it */
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0"), 0);
	h.cards[0].netdev[0] = h.cards[0].fwctl[0] = '\0';
	assert_int_equal(count(&h, ECE_OS_PCI_DEVICES, ""), 3);
	assert_int_equal(count(&h, ECE_OS_INFINIBAND, ""), 2);
	assert_int_equal(count(&h, ECE_OS_NET, ""), 2);
	assert_int_equal(count(&h, ECE_OS_DEBUGFS_MLX5, ""), 2);
	assert_text(&h, ECE_OS_PCI_DEVICES, "0000:01:00.0/device", "0x1021\n");
	assert_int_equal(h.os.ops->list(h.os.ctx, ECE_OS_PCI_DEVICES, "0000:01:00.0/net", keep, NULL), -ENOENT);
	assert_int_equal(text_of(&h, ECE_OS_INFINIBAND, "/ports", text), -EINVAL);
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/speed", text), -ENOENT);
}

static void a_host_may_lack_things(void **state)
{
	char text[128];
	struct host h;

	(void)state;
	host_up(&h, "6.1");
	assert_int_equal(h.os.ops->list(h.os.ctx, ECE_OS_FWCTL, "", keep, NULL), 0);
	h.kernel.flags = SIM_NO_RDMA_CORE;
	assert_int_equal(query(&h, "mlx5_0"), -ENOSYS);
	h.kernel.flags = SIM_NO_DEBUGFS;
	assert_int_equal(text_of(&h, ECE_OS_DEBUGFS_MLX5, "0000:01:00.0/cc_params/rp_ai_rate", text), -ENOENT);
	assert_int_equal(query(&h, "mlx5_0"), 0);
	h.kernel.flags = 0;
	h.kernel.hostname = "r01-h03";
	assert_text(&h, ECE_OS_HOST, "hostname", "r01-h03\n");
	assert_text(&h, ECE_OS_HOST, "lockdown", "[none] integrity confidentiality\n");
	h.kernel.flags = SIM_LOCKDOWN;
	assert_text(&h, ECE_OS_HOST, "lockdown", "none [integrity] confidentiality\n");
}

static void names_and_rates_are_worded_as_the_kernel_does(void **state)
{
	static const struct {
		uint32_t mbps;
		const char *rate;
	} rates[] = {
		{400000, "400 Gb/sec (4X NDR)\n"}, {200000, "200 Gb/sec (4X HDR)\n"}, {100000, "100 Gb/sec (4X EDR)\n"},
		{50000, "50 Gb/sec (1X HDR)\n"},   {25000, "25 Gb/sec (1X EDR)\n"},
	};
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	h.state[0].identity = UINT64_C(0x123456789abcdef0);
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/node_guid", "1234:5678:9abc:def0\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/sys_image_guid", "1234:5678:9abc:def0\n");
	assert_text(&h, ECE_OS_NET, "eth0/address", "12:34:56:bc:de:f0\n");
	assert_text(&h, ECE_OS_PCI_DEVICES, "0000:01:00.0/subsystem_device", "0x0041\n");
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		h.state[0].speed_mbps = rates[i].mbps;
		assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/ports/1/rate", rates[i].rate);
	}
	h.kernel.taint = UINT64_C(1) << 19;
	assert_text(&h, ECE_OS_HOST, "tainted", "524288\n");
}

static void a_link_goes_down(void **state)
{
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/ports/1/state", "4: ACTIVE\n");
	h.state[0].link_down = 1;
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/ports/1/state", "1: DOWN\n");
	assert_text(&h, ECE_OS_NET, "eth0/speed", "-1\n");
	assert_text(&h, ECE_OS_NET, "eth0/carrier", "0\n");
	assert_text(&h, ECE_OS_NET, "eth0/operstate", "down\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0/ports/1/phys_state", "3: Disabled\n");
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_2/ports/1/phys_state", "5: LinkUp\n");
	assert_text(&h, ECE_OS_NET, "eth2/operstate", "up\n");
}

static void walk(struct host *h, enum ece_os_root root, const char *dir, size_t depth, size_t *files)
{
	struct entries e = {0};
	char path[256], text[128], target[64];

	assert_true(depth < 9);
	assert_int_equal(h->os.ops->list(h->os.ctx, root, dir, keep, &e), 0);
	for (size_t i = 0; i < e.count; i++) {
		int len;

		snprintf(path, sizeof(path), "%s%s%s", dir, *dir ? "/" : "", e.names[i]);
		len = text_of(h, root, path, text);
		if (depth && h->os.ops->link(h->os.ctx, root, path, target, sizeof(target)) > 0)
			assert_int_equal(len, -EISDIR);
		else if (len == -EISDIR)
			walk(h, root, path, depth + 1, files);
		else
			assert_true(len > 0 && text[len - 1] == '\n');
		*files += len > 0;
	}
}

static void all_that_is_listed_can_be_read(void **state)
{
	struct host h;
	size_t files = 0;

	(void)state;
	host_up(&h, "7.x");
	assert_int_equal(h.os.ops->replace(h.os.ctx, ECE_OS_POLICY, "0000:02:00.0.json", "{}\n", 3), 0);
	for (unsigned int root = 0; root < ECE_OS_ROOT_COUNT; root++)
		walk(&h, (enum ece_os_root)root, "", 0, &files);
	/* counters of a port: 31 and 21 files, found from the device and from its PCI function */
	assert_int_equal(files, 3 * (7 + 10 + 7) + 3 * 10 + 3 * 7 + (22 + 20 + 22) + 5 + 2 * 3 * (31 + 21) + 1);
}

/* A host has no room for more, and keeps nothing for cards that it does not have. */
static void policies_have_a_limit(void **state)
{
	char text[SIM_POLICY_MAX + 1];
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	memset(text, ' ', sizeof(text));
	assert_int_equal(h.os.ops->replace(h.os.ctx, ECE_OS_POLICY, "0000:01:00.0.json", text, SIM_POLICY_MAX), 0);
	assert_int_equal(h.os.ops->replace(h.os.ctx, ECE_OS_POLICY, "0000:01:00.0.json", text, SIM_POLICY_MAX + 1),
			 -ENOSPC);
	assert_int_equal(h.kept[0].policy.len, SIM_POLICY_MAX);
	assert_int_equal(h.os.ops->replace(h.os.ctx, ECE_OS_POLICY, "0000:99:00.0.json", text, 1), -ENOSPC);
	assert_int_equal(h.kept[1].policy.there | h.kept[2].policy.there, 0);
}

static void paths_end_somewhere(void **state)
{
	char path[1024] = "mlx5_0", text[128];
	struct host h;

	(void)state;
	host_up(&h, "7.x");
	for (size_t i = 0; i < 30; i++)
		strcat(path, "/device/infiniband/mlx5_0");
	assert_int_equal(text_of(&h, ECE_OS_INFINIBAND, path, text), -ELOOP);
	memset(path, 'x', 600);
	memcpy(path, "mlx5_0/", 7);
	path[600] = '\0';
	assert_int_equal(text_of(&h, ECE_OS_INFINIBAND, path, text), -ENAMETOOLONG);
	assert_int_equal(text_of(&h, ECE_OS_ROOT_COUNT, "x", text), -EINVAL);
	assert_int_equal(text_of(&h, ECE_OS_INFINIBAND, "mlx5_0/..", text), -EINVAL);
	assert_int_equal(text_of(&h, ECE_OS_INFINIBAND, "mlx5_0/..nothing", text), -ENOENT);
	assert_text(&h, ECE_OS_INFINIBAND, "mlx5_0//ports/1//link_layer", "Ethernet\n");
}

static void large_mailboxes_are_carried(void **state)
{
	uint8_t *in = calloc(1, 0xffff), *out = malloc(0xffff);
	struct ece_os_devx *devx;
	struct host h;

	(void)state;
	assert_non_null(in);
	assert_non_null(out);
	host_up(&h, "7.x");
	assert_int_equal(h.os.ops->devx_open(h.os.ctx, "mlx5_0", &devx), 0);
	ece_put_be32(in, 0x08240000);
	ece_put_be32(in + 8, 1);
	assert_int_equal(h.os.ops->devx_command(devx, in, 0xffff, out, 0xffff), 0);
	assert_int_equal(ece_be32(out + 0x10 + 0x24), 5);
	assert_int_equal(out[0xfffe], 0);
	assert_int_equal(h.os.ops->devx_command(devx, in, 0x10000, out, 0x110), -EINVAL);
	h.os.ops->devx_close(devx);
	free(out);
	free(in);
}

static void cards_are_named_by_rule(void **state)
{
	struct sim_card card;

	(void)state;
	sim_card_name(&card, 0);
	assert_string_equal(card.pci, "0000:01:00.0");
	sim_card_name(&card, 254);
	assert_string_equal(card.pci, "0000:ff:00.0");
	sim_card_name(&card, 255);
	assert_string_equal(card.pci, "0001:01:00.0");
	assert_string_equal(card.rdma, "mlx5_255");
}

static void personas_are_found_by_name(void **state)
{
	(void)state;
	for (size_t i = 0; sim_persona_at(i); i++)
		assert_ptr_equal(sim_persona_find(sim_persona_at(i)->name), sim_persona_at(i));
	assert_null(sim_persona_find("2.6"));
	assert_null(fw_card_type_find("cx8"));
	assert_null(fw_card_type_at(1000));
}

static int write_ecn(struct host *h, const char *path, const char *text)
{
	return h->os.ops->write(h->os.ctx, ECE_OS_NET, path, text, strlen(text));
}

/* As read from the kernel tree of MLNX_OFED 25.10; nothing of it was ever run. */
static void the_vendors_driver_has_files_of_its_own(void **state)
{
	struct host h;
	char text[128];

	(void)state;
	host_up(&h, "vendor");
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_rp/rpg_ai_rate", "5\n");
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_np/cnp_802p_prio", "6\n");
	assert_text(&h, ECE_OS_PCI_DEVICES, "0000:01:00.0/net/eth0/ecn/roce_np/enable/7", "1\n");
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/rpg_ai_rate", "20"), 0);
	assert_int_equal(ece_be32(h.state[0].cong[1] + 0x24), 20);
	/* no hexadecimal: the number ends before the x */
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/rpg_ai_rate", "0x1f"), 0);
	assert_int_equal(ece_be32(h.state[0].cong[1] + 0x24), 0);
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/rpg_ai_rate", "no number"), -EINVAL);
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/rpg_max_rate", "-1\n"), 0);
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_rp/rpg_max_rate", "-1\n");
	/* its write of the number clears cnp_prio_mode, as every write of it does */
	ece_put_be32(h.state[0].cong[2] + 0x18, 0x300e);
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_np/cnp_802p_prio", "3"), 0);
	assert_int_equal(ece_be32(h.state[0].cong[2] + 0x18), 0x3003);
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_np/cnp_prio_mode", "1"), -ENOENT);
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/ecn/roce_rp/min_time_between_cnps", text), -ENOENT);
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/ecn/roce_rp/enable/8", text), -ENOENT);
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/ecn/roce_rp/enable", text), -EISDIR);
	/* a value that the firmware does not tell is an empty file */
	h.state[0].fault[0] = (struct fw_fault){.opcode = 0x824, .action = FW_FAULT_STATUS, .status = 1, .left = 1};
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/ecn/roce_rp/rpg_ai_rate", text), 0);
	h.kernel.flags |= SIM_UNPRIVILEGED;
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_rp/rpg_ai_rate", "0\n");
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/rpg_ai_rate", "5"), -EACCES);
	host_up(&h, "7.x");
	assert_int_equal(text_of(&h, ECE_OS_NET, "eth0/ecn/roce_rp/rpg_ai_rate", text), -ENOENT);
}

static void the_vendors_switches_are_written_when_they_change(void **state)
{
	struct host h;

	(void)state;
	host_up(&h, "vendor");
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/enable/3", "1"), 0);
	assert_int_equal(h.state[0].commands, 1);
	assert_int_equal(write_ecn(&h, "eth0/ecn/roce_rp/enable/3", "0\n"), 0);
	assert_int_equal(h.state[0].commands, 3);
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_rp/enable/3", "0\n");
	assert_text(&h, ECE_OS_NET, "eth0/ecn/roce_np/enable/3", "1\n");
}

/* 800,000 cards in 2 GiB; what is beside the state must not spoil that. */
static void a_card_is_small(void **state)
{
	(void)state;
	assert_true((sizeof(struct fw_state) + sizeof(struct sim_card)) * 800000 <= UINT64_C(2) << 30);
	assert_true(sizeof(struct sim_kernel) <= 128);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_uid_is_the_contexts),
		cmocka_unit_test(a_busy_card_shows_in_every_door),
		cmocka_unit_test(a_silent_write_is_not_noticed),
		cmocka_unit_test(a_late_answer_moves_the_time),
		cmocka_unit_test(a_vanished_card_times_out),
		cmocka_unit_test(names_choose_the_card),
		cmocka_unit_test(a_card_has_the_files_of_its_capabilities),
		cmocka_unit_test(a_function_without_a_driver_is_only_pci),
		cmocka_unit_test(a_host_may_lack_things),
		cmocka_unit_test(names_and_rates_are_worded_as_the_kernel_does),
		cmocka_unit_test(a_link_goes_down),
		cmocka_unit_test(all_that_is_listed_can_be_read),
		cmocka_unit_test(policies_have_a_limit),
		cmocka_unit_test(paths_end_somewhere),
		cmocka_unit_test(large_mailboxes_are_carried),
		cmocka_unit_test(cards_are_named_by_rule),
		cmocka_unit_test(personas_are_found_by_name),
		cmocka_unit_test(the_vendors_driver_has_files_of_its_own),
		cmocka_unit_test(the_vendors_switches_are_written_when_they_change),
		cmocka_unit_test(a_card_is_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
