// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Cards on a cable: who has a link, what drivers hear of it, and the control lines. */
#include "tests/unit/sim/pci/guest.h"

#include <errno.h>
#include <stdio.h>

#include "devx/sim/fw/identity.h"
#include "devx/sim/pci/cable.h"
#include "devx/sim/pci/control.h"

#define GUESTS 3

/* Cards a, b and c with their drivers; the first two or all of them on one cable. */
struct lab {
	struct guest guest[GUESTS];
	struct pci_card *card[GUESTS];
	struct pci_cable *cable;
};

static void power_on(struct lab *lab)
{
	size_t i;

	for (i = 0; i < GUESTS; i++) {
		guest_up(&lab->guest[i], i ? "cx6dx" : "cx7");
		lab->card[i] = lab->guest[i].card;
		snprintf(lab->card[i]->name, sizeof(lab->card[i]->name), "%c", (int)('a' + i));
		guest_eq(&lab->guest[i], 0, 1, 1U << 9);
	}
	lab->cable = NULL;
}

static int connect_ends(struct lab *lab, const char *ends, struct ece_error *error)
{
	const struct wire_weather fair = {0};

	lab->cable = pci_cable_new(lab->card, GUESTS, ends, &fair, error);
	return lab->cable ? 0 : error->code;
}

static void start(struct lab *lab, const char *ends)
{
	struct ece_error error = {0};
	size_t i;

	power_on(lab);
	assert_int_equal(connect_ends(lab, ends, &error), 0);
	for (i = 0; i < GUESTS; i++)
		pci_link_refresh(lab->card[i]);
}

static void finish(struct lab *lab)
{
	size_t i;

	pci_cable_free(lab->cable);
	for (i = 0; i < GUESTS; i++)
		guest_down(&lab->guest[i]);
}

/* Writes PAOS: what the driver does when its netdev goes up (1) or down (2). */
static void set_admin(struct guest *g, uint8_t status)
{
	uint8_t in[0x20] = {0x08, 0x05};
	uint8_t out[0x20];

	ece_put_be32(in + 0x08, 0x5006);
	in[0x11] = 1; /* port */
	in[0x12] = status;
	assert_int_equal(guest_run(g, in, sizeof(in), out, sizeof(out)), 0);
	assert_int_equal(out[0], 0);
}

/* QUERY_VPORT_STATE */
static bool link_of(struct guest *g)
{
	uint8_t out[16];

	assert_int_equal(guest_short(g, 0x07500000, 0, 0, out), 0);
	return out[15] & 0xf;
}

/* The subtypes of the port events that this driver had so far: 1 down, 4 up; one digit each. */
static unsigned int events(struct guest *g)
{
	unsigned int digits = 0;
	uint32_t i;

	for (i = 0; guest_eqe(g, 0, i)[1] == 9; i++) {
		assert_int_equal(guest_eqe(g, 0, i)[40], 0x10); /* of port 1 */
		digits = digits * 10 + guest_eqe(g, 0, i)[3];
	}
	return digits;
}

static const char *tell(struct lab *lab, const char *text)
{
	static char answer[PCI_CONTROL_ANSWER_MAX];
	char line[PCI_CONTROL_LINE_MAX];

	snprintf(line, sizeof(line), "%s", text);
	pci_control_line(lab->card, GUESTS, line, answer);
	return answer;
}

static void a_card_without_a_cable_has_its_link(void **state)
{
	struct lab lab;

	(void)state;
	power_on(&lab);
	set_admin(&lab.guest[0], 2);
	assert_true(link_of(&lab.guest[0]));
	assert_int_equal(events(&lab.guest[0]), 0);
	pci_link_transmit(lab.card[0], 0, (const uint8_t *)"gone", 4);
	assert_string_equal(tell(&lab, "cable"), "error: no card is on a cable");
	assert_string_equal(tell(&lab, "cable a"), "error: no cable is in the port of 'a'");
	finish(&lab);
}

static void there_is_a_link_when_both_ends_are_up(void **state)
{
	struct lab lab;

	(void)state;
	start(&lab, "a:1,b:1");
	assert_true(link_of(&lab.guest[0])); /* drivers that did not say anything yet */
	assert_int_equal(events(&lab.guest[0]), 4);
	assert_int_equal(events(&lab.guest[1]), 4);
	set_admin(&lab.guest[1], 2);
	assert_false(link_of(&lab.guest[0]));
	assert_false(link_of(&lab.guest[1]));
	assert_int_equal(events(&lab.guest[0]), 41);
	set_admin(&lab.guest[0], 2);
	set_admin(&lab.guest[1], 1);
	assert_false(link_of(&lab.guest[1]));
	set_admin(&lab.guest[0], 1);
	assert_true(link_of(&lab.guest[0]));
	assert_true(link_of(&lab.guest[1]));
	assert_int_equal(events(&lab.guest[0]), 414);
	assert_int_equal(events(&lab.guest[1]), 414);
	assert_true(link_of(&lab.guest[2])); /* not on it */
	assert_int_equal(events(&lab.guest[2]), 0);
	finish(&lab);
}

static void the_line_link_is_about_one_end(void **state)
{
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	assert_string_equal(tell(&lab, "b link down"), "ok");
	assert_int_equal(events(&lab.guest[0]), 41);
	assert_int_equal(events(&lab.guest[1]), 41);
	assert_string_equal(tell(&lab, "b link down"), "ok");
	assert_int_equal(events(&lab.guest[1]), 41); /* nothing changed */
	assert_false(link_of(&lab.guest[0]));
	assert_non_null(strstr(tell(&lab, "a state"), "\"link\":false"));
	assert_string_equal(tell(&lab, "b link up"), "ok");
	assert_int_equal(events(&lab.guest[0]), 414);
	assert_true(link_of(&lab.guest[1]));
	finish(&lab);
}

static void who_leaves_takes_the_link_along(void **state)
{
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	set_admin(&lab.guest[0], 1);
	shutdown(lab.guest[1].fd, SHUT_RDWR);
	assert_int_not_equal(pci_card_serve(lab.card[1], 0), 0);
	assert_false(link_of(&lab.guest[0]));
	assert_int_equal(events(&lab.guest[0]), 41);
	/* The next one. */
	close(lab.guest[1].fd);
	guest_attach(&lab.guest[1]);
	pci_card_tick(lab.card[1], 0);
	assert_true(link_of(&lab.guest[0]));
	assert_int_equal(events(&lab.guest[0]), 414);
	/* Gone from the bus. */
	lab.card[1]->state.vanished = 1;
	pci_card_tick(lab.card[1], 0);
	assert_false(link_of(&lab.guest[0]));
	finish(&lab);
}

static void a_switch_is_always_there(void **state)
{
	struct lab lab;

	(void)state;
	start(&lab, "a,b,c");
	set_admin(&lab.guest[1], 2);
	set_admin(&lab.guest[2], 2);
	assert_true(link_of(&lab.guest[0]));
	assert_false(link_of(&lab.guest[1]));
	assert_int_equal(events(&lab.guest[0]), 4);
	assert_int_equal(events(&lab.guest[1]), 41);
	finish(&lab);
}

static void frames_go_into_the_cable(void **state)
{
	static const uint8_t frame[60];
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	pci_link_transmit(lab.card[0], 5, frame, sizeof(frame));
	assert_int_equal(wire_run(lab.cable->wire, 5, 1), WIRE_NEVER);
	assert_int_equal(wire_cable_counts(lab.cable->wire)->delivered, 1);
	set_admin(&lab.guest[1], 2);
	pci_link_transmit(lab.card[0], 6, frame, sizeof(frame));
	assert_int_equal(wire_cable_counts(lab.cable->wire)->dropped, 1);
	finish(&lab);
}

/* A packet for nobody's queue pair, but for the card: its port counts it. */
static void send_packet(struct lab *lab, size_t from, size_t to)
{
	struct wire_path path = {.network = WIRE_ROCE_V2_IPV4, .vlan = WIRE_NO_VLAN};
	struct wire_bth bth = {.opcode = WIRE_RC_SEND_ONLY, .pkey = WIRE_PKEY, .qpn = 0x777};
	uint8_t frame[WIRE_FRAME_MAX], mac[8];

	ece_put_be64(mac, fw_mac(&lab->card[to]->state));
	memcpy(path.dmac, mac + 2, sizeof(path.dmac));
	pci_link_transmit(lab->card[from], 1, frame, wire_frame_build(frame, &path, &bth, NULL, 0));
	wire_run(lab->cable->wire, 1, 1);
}

static void frames_come_out_of_the_cable(void **state)
{
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	send_packet(&lab, 0, 1);
	assert_int_equal(lab.card[1]->state.rdma_rx_packets, 1);
	assert_int_equal(lab.card[0]->state.rdma_rx_packets, 0);
	send_packet(&lab, 1, 0);
	assert_int_equal(lab.card[0]->state.rdma_rx_packets, 1);
	/* Gone from the bus, which the cable does not know yet. */
	lab.card[1]->state.vanished = 1;
	send_packet(&lab, 0, 1);
	assert_int_equal(wire_cable_counts(lab.cable->wire)->delivered, 3);
	assert_int_equal(lab.card[1]->state.rdma_rx_packets, 1);
	finish(&lab);
}

static void ends_that_cannot_be(void **state)
{
	static const struct {
		const char *ends;
		int code;
		const char *text;
	} bad[] = {
		{"a:1,d:1", -ENOENT, "there is no card 'd' to connect"},
		{"a:1,", -ENOENT, "there is no card '' to connect"},
		{"", -ENOENT, "there is no card '' to connect"},
		{"a:1", -EINVAL, "a cable has two ends at least, and 'a:1' is one"},
		{"a:1,b:2", -ENOENT,
		 "'b' has port 1 and no port '2': a second port is a function with a name of its own"},
		{"a:,b", -ENOENT, "'a' has port 1 and no port '': a second port is a function with a name of its own"},
		{"a,b,a", -EBUSY, "the port of 'a' has a cable already"},
	};
	char longer[PCI_CABLE_ENDS_TEXT_MAX + 1];
	struct ece_error error = {0};
	struct lab lab;
	size_t i;

	(void)state;
	power_on(&lab);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(connect_ends(&lab, bad[i].ends, &error), bad[i].code);
		assert_string_equal(error.text, bad[i].text);
		assert_null(lab.card[0]->link.cable);
		assert_true(link_of(&lab.guest[0]));
	}
	memset(longer, ',', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(connect_ends(&lab, longer, &error), -E2BIG);
	finish(&lab);
}

static void weather_by_words(void **state)
{
	static const char fair[] =
		"ok {\"ends\":[{\"card\":\"a\",\"up\":true,\"link\":true},"
		"{\"card\":\"b\",\"up\":true,\"link\":true}],\"delay_ns\":0,\"loss_per_million\":0,"
		"\"mark_per_million\":0,\"lose_next\":0,\"mark_next\":0,\"seed\":0,\"frames\":0,"
		"\"bytes\":0,\"delivered\":0,\"lost\":0,\"marked\":0,\"dropped\":0,\"capture\":null}";
	const struct wire_weather *weather;
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	weather = wire_cable_weather(lab.cable->wire);
	assert_string_equal(tell(&lab, "cable"), fair);
	assert_string_equal(tell(&lab, "cable delay 5us"), "ok");
	assert_int_equal(weather->delay_ns, 5000);
	assert_string_equal(tell(&lab, "cable loss 1%"), "ok");
	assert_string_equal(tell(&lab, "a cable mark 0.5"), "ok");
	assert_string_equal(tell(&lab, "cable b lose 3"), "ok");
	assert_string_equal(tell(&lab, "cable mark-next 4"), "ok");
	assert_string_equal(tell(&lab, "cable seed 0x10"), "ok");
	assert_int_equal(weather->delay_ns, 5000);
	assert_int_equal(weather->loss_per_million, 10000);
	assert_int_equal(weather->mark_per_million, 500000);
	assert_int_equal(weather->lose_next, 3);
	assert_int_equal(weather->mark_next, 4);
	assert_int_equal(weather->seed, 16);
	assert_string_equal(tell(&lab, "cable loss 2"), "error: no more than all of them, and not 2");
	assert_string_equal(tell(&lab, "cable delay 5"), "error: a delay is a time like 5us or 1.5ms, not '5'");
	/* Read as all of them and a stray word, this would lose everything. */
	assert_string_equal(tell(&lab, "cable loss 1 %"), "error: a word too many: '%' behind '1'");
	assert_string_equal(tell(&lab, "a cable a loss 1 %"), "error: a word too many: '%' behind '1'");
	assert_string_equal(tell(&lab, "cable zero all"), "error: a word too many: 'all' behind 'zero'");
	assert_string_equal(tell(&lab, "cable mark"), "error: 'cable mark' needs a value");
	assert_string_equal(tell(&lab, "cable lose -1"), "error: '-1' is not a number up to 4294967295");
	assert_string_equal(tell(&lab, "cable c"), "error: no cable is in the port of 'c'");
	assert_string_equal(
		tell(&lab, "cable cut"),
		"error: no card and no verb 'cut'; a cable has delay, loss, mark, lose, mark-next, seed, zero");
	assert_int_equal(weather->loss_per_million, 10000);
	finish(&lab);
}

static void counts_begin_anew(void **state)
{
	static const uint8_t frame[60];
	struct lab lab;

	(void)state;
	start(&lab, "a,b");
	pci_link_transmit(lab.card[0], 5, frame, sizeof(frame));
	assert_non_null(strstr(tell(&lab, "cable"), "\"frames\":1,\"bytes\":60,"));
	assert_string_equal(tell(&lab, "cable zero"), "ok");
	assert_non_null(strstr(tell(&lab, "cable"), "\"frames\":0,\"bytes\":0,"));
	finish(&lab);
}

static void of_several_cables_one_is_named(void **state)
{
	const struct wire_weather fair = {0};
	struct pci_cable *other;
	struct guest d;
	struct lab lab;
	struct pci_card *pair[2];

	(void)state;
	start(&lab, "a,b");
	guest_up(&d, "cx7");
	pair[0] = lab.card[2];
	pair[1] = d.card;
	other = pci_cable_new(pair, 2, "c,card0", &fair, NULL);
	assert_non_null(other);
	assert_string_equal(tell(&lab, "cable"), "error: which cable? Say the name of a card on it");
	assert_string_equal(tell(&lab, "cable c loss 3%"), "ok");
	assert_int_equal(wire_cable_weather(other->wire)->loss_per_million, 30000);
	assert_int_equal(wire_cable_weather(lab.cable->wire)->loss_per_million, 0);
	pci_cable_free(other);
	guest_down(&d);
	finish(&lab);
}

static void a_capture_sees_frames(void **state)
{
	static const uint8_t frame[60];
	const struct wire_weather fair = {0};
	struct pci_capture capture = {.epoch_ns = 2000000000};
	int fd = memfd_create("capture", MFD_CLOEXEC);
	uint8_t bytes[256];
	struct lab lab;

	(void)state;
	power_on(&lab);
	assert_int_equal(wire_pcap_begin(&capture.pcap, fd, 100), 0);
	lab.cable = pci_cable_new(lab.card, GUESTS, "a,b", &fair, NULL);
	assert_non_null(lab.cable);
	pci_cable_capture(lab.cable, &capture);
	pci_link_refresh(lab.card[0]);
	pci_link_refresh(lab.card[1]);
	pci_link_transmit(lab.card[1], 1000000, frame, sizeof(frame));
	pci_link_transmit(lab.card[1], 2000000, frame, sizeof(frame));
	assert_int_equal(pread(fd, bytes, sizeof(bytes), 0), 100);
	assert_memory_equal(bytes + 24, "\0\0\0\2\0\0\3\xe8\0\0\0\x3c", 12);
	assert_non_null(strstr(tell(&lab, "cable"), "\"capture\":{\"bytes\":100,\"full\":true}"));
	finish(&lab);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_without_a_cable_has_its_link),
		cmocka_unit_test(there_is_a_link_when_both_ends_are_up),
		cmocka_unit_test(the_line_link_is_about_one_end),
		cmocka_unit_test(who_leaves_takes_the_link_along),
		cmocka_unit_test(a_switch_is_always_there),
		cmocka_unit_test(frames_go_into_the_cable),
		cmocka_unit_test(frames_come_out_of_the_cable),
		cmocka_unit_test(ends_that_cannot_be),
		cmocka_unit_test(weather_by_words),
		cmocka_unit_test(counts_begin_anew),
		cmocka_unit_test(of_several_cables_one_is_named),
		cmocka_unit_test(a_capture_sees_frames),
	};

	return cmocka_run_group_tests_name("cable", tests, NULL, NULL);
}
