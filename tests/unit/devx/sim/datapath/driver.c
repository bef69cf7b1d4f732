// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/driver.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/address.h"
#include "devx/prm/cmd.h"
#include "devx/prm/port.h"
#include "devx/prm/queue.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/object.h"
#include "tests/unit/devx/sim/datapath/fail.h"

#define START_NS       DRIVER_S
#define IDENTITY       0x100
#define TURN_FRAMES    1024
#define TURNS_MAX      20000000          /* of one settle */
#define IDLE_TURNS_MAX 10000             /* in a row that claim more work and move no frame */
#define SETTLE_MAX_NS  (3600 * DRIVER_S) /* retries and their time-outs take minutes at worst */

#define OP_CREATE_EQ                0x301
#define OP_MODIFY_NIC_VPORT_CONTEXT 0x755
#define OP_SET_ROCE_ADDRESS         0x761
#define OP_ALLOC_Q_COUNTER          0x771
#define OP_ALLOC_PD                 0x800

#define EQ_LOG_ENTRIES 7

static bool memory_read(void *ctx, uint64_t address, void *to, size_t bytes)
{
	struct driver_card *card = ctx;

	return arena_read(&card->memory, address, to, bytes);
}

static bool memory_write(void *ctx, uint64_t address, const void *from, size_t bytes)
{
	struct driver_card *card = ctx;

	return arena_write(&card->memory, address, from, bytes);
}

static void completion(void *ctx, uint32_t eqn, uint32_t cqn)
{
	struct driver_card *card = ctx;

	/* A host has one event queue; what a hostile one names as such goes nowhere. */
	if (eqn != card->eqn)
		return;
	card->completions++;
	card->last_cqn = cqn;
}

static void event(void *ctx, uint8_t type, uint8_t sub_type, const uint8_t data[28])
{
	struct driver_card *card = ctx;
	struct driver_event *to;

	if (card->events < DRIVER_EVENTS_MAX) {
		to = &card->event[card->events];
		to->type = type;
		to->sub_type = sub_type;
		memcpy(to->data, data, sizeof(to->data));
	}
	card->events++;
}

static void transmit(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct driver_card *card = ctx;

	card->driver->activity++;
	wire_send(card->driver->cable, card->port, now_ns, frame, bytes);
}

static const struct dp_ops dp_ops = {
	.read = memory_read,
	.write = memory_write,
	.completion = completion,
	.event = event,
	.transmit = transmit,
};

static void receive(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct driver_card *card = ctx;

	card->driver->activity++;
	dp_receive(card->dp, now_ns, frame, bytes);
}

static void carrier(void *ctx, bool up)
{
	(void)ctx;
	(void)up;
}

static const struct wire_port_ops port_ops = {.receive = receive, .carrier = carrier};

uint8_t driver_command(struct driver_card *card, const uint8_t *in, size_t in_bytes, uint8_t *out, size_t out_bytes)
{
	struct driver *driver = card->driver;

	if (driver->watch)
		driver->watch(driver->watch_ctx, in, in_bytes);
	fw_exec(&card->fw, driver->now_ns, in, in_bytes, out, out_bytes);
	return (uint8_t)prm_get(out, &prm_mbox_out.status);
}

static void must(struct driver_card *card, uint16_t opcode, uint8_t *in, size_t in_bytes, uint8_t out[PRM_MBOX_MIN])
{
	uint8_t status;

	prm_set(in, &prm_mbox_in.opcode, opcode);
	status = driver_command(card, in, in_bytes, out, PRM_MBOX_MIN);
	driver_require(!status, "command %#x is refused with status %#x", opcode, status);
}

uint32_t driver_create(struct driver_card *card, uint16_t opcode, uint8_t *in, size_t in_bytes)
{
	uint8_t out[PRM_MBOX_MIN];

	must(card, opcode, in, in_bytes, out);
	return ece_be32(out + 0x08) & 0xffffff;
}

void driver_destroy(struct driver_card *card, uint16_t opcode, uint32_t number)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_MBOX_MIN];

	ece_put_be32(in + 0x08, number);
	must(card, opcode, in, sizeof(in), out);
}

static bool is_ipv4(const uint8_t *gid)
{
	static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

	return !memcmp(gid, mapped, sizeof(mapped));
}

void driver_gid(const struct driver_card *card, enum driver_gid index, uint8_t gid[16])
{
	const uint8_t *mac = card->mac;

	memset(gid, 0, 16);
	if (index == DRIVER_GID_V1_IPV4 || index == DRIVER_GID_IPV4) {
		memcpy(gid + 10, (uint8_t[]){0xff, 0xff, 10, 0, 0, (uint8_t)(card->port + 1)}, 6);
		return;
	}
	memcpy(gid, (uint8_t[]){0xfe, 0x80}, 2);
	memcpy(gid + 8, (uint8_t[]){mac[0] ^ 2, mac[1], mac[2], 0xff, 0xfe, mac[3], mac[4], mac[5]}, 8);
}

void driver_address(struct driver_card *card, uint16_t index, const uint8_t *gid, enum wire_network network,
		    uint16_t vlan)
{
	uint8_t in[PRM_ROCE_ADDRESS_AT + PRM_ROCE_ADDRESS_BYTES] = {0};
	uint8_t *entry = in + PRM_ROCE_ADDRESS_AT;
	uint8_t out[PRM_MBOX_MIN];

	prm_set(in, &prm_roce_address_in.index, index);
	if (gid) {
		memcpy(entry + PRM_ROCE_ADDR_GID_AT, gid, 16);
		memcpy(entry + PRM_ROCE_ADDR_MAC_AT, card->mac, sizeof(card->mac));
		prm_set(entry, &prm_roce_addr.vlan_valid, vlan != WIRE_NO_VLAN);
		prm_set(entry, &prm_roce_addr.vlan_id, vlan != WIRE_NO_VLAN ? vlan : 0);
		prm_set(entry, &prm_roce_addr.roce_l3_type, is_ipv4(gid) ? PRM_ROCE_L3_IPV4 : PRM_ROCE_L3_IPV6);
		prm_set(entry, &prm_roce_addr.roce_version,
			network == WIRE_ROCE_V1 ? PRM_ROCE_VERSION_1 : PRM_ROCE_VERSION_2);
	}
	must(card, OP_SET_ROCE_ADDRESS, in, sizeof(in), out);
}

static void set_addresses(struct driver_card *card)
{
	static const enum wire_network networks[] = {
		[DRIVER_GID_V1] = WIRE_ROCE_V1,
		[DRIVER_GID_IPV6] = WIRE_ROCE_V2_IPV6,
		[DRIVER_GID_V1_IPV4] = WIRE_ROCE_V1,
		[DRIVER_GID_IPV4] = WIRE_ROCE_V2_IPV4,
	};
	uint8_t gid[16];

	for (uint16_t i = 0; i < sizeof(networks) / sizeof(networks[0]); i++) {
		driver_gid(card, (enum driver_gid)i, gid);
		driver_address(card, i, gid, networks[i], WIRE_NO_VLAN);
	}
}

static void enable_roce(struct driver_card *card)
{
	uint8_t in[PRM_MODIFY_NIC_VPORT_CONTEXT_AT + PRM_NIC_VPORT_CONTEXT_BYTES] = {0};
	uint8_t out[PRM_MBOX_MIN];

	prm_set(in, &prm_modify_nic_vport_select.roce_en, 1);
	prm_set(in + PRM_MODIFY_NIC_VPORT_CONTEXT_AT, &prm_nic_vport_context.roce_en, 1);
	must(card, OP_MODIFY_NIC_VPORT_CONTEXT, in, sizeof(in), out);
}

/* One queue for every event. */
static uint32_t make_eq(struct driver_card *card)
{
	uint8_t in[PRM_CREATE_EQ_PAGES_AT + 2 * sizeof(uint64_t)] = {0};
	uint8_t *pages = arena_take(&card->memory, 2 * ARENA_PAGE, ARENA_PAGE);

	prm_set(in, &prm_create_eq_in.log_eq_size, EQ_LOG_ENTRIES);
	memset(in + PRM_CREATE_EQ_BITMASK_AT, 0xff, 8);
	for (size_t i = 0; i < 2; i++)
		ece_put_be64(in + PRM_CREATE_EQ_PAGES_AT + i * sizeof(uint64_t),
			     arena_scattered(&card->memory, pages + i * ARENA_PAGE));
	return driver_create(card, OP_CREATE_EQ, in, sizeof(in)) & 0xff;
}

static void get_mac(struct driver_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_QUERY_NIC_VPORT_CONTEXT_AT + PRM_NIC_VPORT_CONTEXT_BYTES];
	uint64_t mac;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_NIC_VPORT_CONTEXT);
	driver_require(!driver_command(card, in, sizeof(in), out, sizeof(out)), "no MAC");
	mac = prm_get(out + PRM_QUERY_NIC_VPORT_CONTEXT_AT, &prm_nic_vport_context.permanent_address);
	for (size_t i = 0; i < sizeof(card->mac); i++)
		card->mac[i] = (uint8_t)(mac >> (8 * (5 - i)));
}

/* What a driver makes first. */
static void probe(struct driver_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0};

	get_mac(card);
	enable_roce(card);
	set_addresses(card);
	card->eqn = make_eq(card);
	card->pd = driver_create(card, OP_ALLOC_PD, in, sizeof(in));
	card->counters = driver_create(card, OP_ALLOC_Q_COUNTER, in, sizeof(in));
}

struct driver_card *driver_add(struct driver *driver, const char *type, size_t pages)
{
	struct driver_card *card = &driver->card[driver->cards];
	struct ece_error error;

	driver_require(driver->cards < DRIVER_CARDS_MAX, "no more than %d cards", DRIVER_CARDS_MAX);
	card->driver = driver;
	card->fw.type = fw_card_type_find(type);
	driver_require(card->fw.type, "no card type '%s'", type);
	card->fw.state = &card->state;
	card->fw.objects = fw_objects_new();
	driver_require(card->fw.objects, "no memory");
	arena_init(&card->memory, pages);
	fw_power_on(&card->fw, IDENTITY + driver->cards);
	card->dp = dp_new(&card->fw, &dp_ops, card, &error);
	driver_require(card->dp, "%s", error.text);
	card->port = wire_cable_attach(driver->cable, &port_ops, card, &error);
	driver_require(card->port >= 0, "%s", error.text);
	driver->cards++;
	probe(card);
	driver_link_up(card, true);
	return card;
}

void driver_start_sized(struct driver *driver, const char *one, const char *other, size_t pages)
{
	struct ece_error error;

	*driver = (struct driver){.now_ns = START_NS};
	driver->cable = wire_cable_new(&error);
	driver_require(driver->cable, "%s", error.text);
	driver_add(driver, one, pages);
	driver_add(driver, other, pages);
}

void driver_start(struct driver *driver, const char *one, const char *other)
{
	driver_start_sized(driver, one, other, DRIVER_PAGES);
}

void driver_stop(struct driver *driver)
{
	for (size_t i = 0; i < driver->cards; i++) {
		struct driver_card *card = &driver->card[i];

		/* While the data path watches, so that it lets go of what hangs on them. */
		fw_objects_clear(card->fw.objects);
		dp_free(card->dp);
		fw_objects_free(card->fw.objects);
		arena_done(&card->memory);
	}
	wire_cable_free(driver->cable);
	*driver = (struct driver){0};
}

void driver_reset_card(struct driver_card *card)
{
	fw_reset(&card->fw);
	dp_reset(card->dp);
	probe(card);
}

void driver_weather(struct driver *driver, const struct wire_weather *weather)
{
	struct ece_error error;

	driver_require(!wire_cable_set_weather(driver->cable, weather, &error), "%s", error.text);
}

void driver_link_up(struct driver_card *card, bool up)
{
	wire_port_up(card->driver->cable, card->port, up);
}

uint64_t driver_turn(struct driver *driver)
{
	uint64_t before = driver->activity;
	uint64_t next = DP_NEVER;
	uint64_t due;

	for (size_t i = 0; i < driver->cards; i++) {
		due = dp_run(driver->card[i].dp, driver->now_ns);
		next = due < next ? due : next;
	}
	due = wire_run(driver->cable, driver->now_ns, TURN_FRAMES);
	next = due < next ? due : next;
	/* A card may have something to say to what the cable has just brought. */
	return driver->activity != before ? driver->now_ns : next;
}

/* Turns up to a moment, or until nothing waits. Returns what comes next, DP_NEVER for nothing. */
static uint64_t turns_until(struct driver *driver, uint64_t end_ns)
{
	unsigned int idle = 0;

	for (uint64_t turns = 0; turns < TURNS_MAX; turns++) {
		uint64_t before = driver->activity;
		uint64_t next = driver_turn(driver);

		if (next > end_ns)
			return next;
		idle = next > driver->now_ns || driver->activity != before ? 0 : idle + 1;
		driver_require(idle < IDLE_TURNS_MAX, "somebody has more to do and does nothing");
		if (next > driver->now_ns)
			driver->now_ns = next;
	}
	driver_require(false, "no rest after %d turns", TURNS_MAX);
	return DP_NEVER;
}

bool driver_step(struct driver *driver)
{
	uint64_t next = driver_turn(driver);

	if (next == DP_NEVER)
		return false;
	if (next > driver->now_ns)
		driver->now_ns = next;
	return true;
}

void driver_settle(struct driver *driver)
{
	uint64_t next = turns_until(driver, driver->now_ns + SETTLE_MAX_NS);

	driver_require(next == DP_NEVER, "somebody waits for more than an hour");
}

void driver_run(struct driver *driver, uint64_t ns)
{
	uint64_t end = driver->now_ns + ns;

	turns_until(driver, end);
	driver->now_ns = end;
}
