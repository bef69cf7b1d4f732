// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Control lines. */
#include "tests/unit/sim/pci/guest.h"

#include <stdio.h>

#include "devx/sim/pci/control.h"

static const char *tell(struct guest *g, const char *text)
{
	static char answer[PCI_CONTROL_ANSWER_MAX];
	char line[PCI_CONTROL_LINE_MAX];

	snprintf(line, sizeof(line), "%s", text);
	pci_control_line(&g->card, 1, line, answer);
	return answer;
}

static void the_link_sends_its_event(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	guest_eq(&g, 0, 1, 1U << 9);
	assert_string_equal(tell(&g, "link down"), "ok");
	assert_int_equal(g.card->state.link_down, 1);
	assert_int_equal(guest_eqe(&g, 0, 0)[1], 9);
	assert_int_equal(guest_eqe(&g, 0, 0)[3], 1);
	assert_int_equal(guest_eqe(&g, 0, 0)[40], 0x10);
	assert_int_equal(guest_interrupts(&g, 1), 1);
	assert_string_equal(tell(&g, "card0 link up"), "ok");
	assert_int_equal(guest_eqe(&g, 0, 1)[3], 4);
	assert_string_equal(tell(&g, "link sideways"), "error: a link is 'up' or 'down', not 'sideways'");
	guest_down(&g);
}

static void faults_become_rules(void **state)
{
	struct guest g;
	uint8_t out[16];

	(void)state;
	guest_up(&g, "cx7");
	assert_string_equal(tell(&g, "fault status 0x80d 3 2 1"), "ok");
	assert_int_equal(guest_short(&g, 0x080d0000, 0, 0, out), 0);
	assert_int_equal(guest_short(&g, 0x080d0000, 0, 0, out), 3);
	assert_int_equal(guest_short(&g, 0x080d0000, 0, 0, out), 3);
	assert_int_equal(guest_short(&g, 0x080d0000, 0, 0, out), 0);
	assert_string_equal(tell(&g, "fault ignore 0x805/0x402c 5"), "ok");
	assert_int_equal(g.card->state.fault[0].register_id, 0x402c);
	assert_int_equal(g.card->state.fault[0].left, 5);
	assert_string_equal(tell(&g, "fault delay 0 700"), "ok");
	assert_int_equal(g.card->state.fault[1].delay_ms, 700);
	assert_string_equal(tell(&g, "fault vanish 0x500 9"), "ok");
	assert_string_equal(tell(&g, "fault status 1"), "ok");
	assert_string_equal(tell(&g, "fault status 1"), "error: 4 rules wait already; 'fault clear' forgets them");
	assert_string_equal(tell(&g, "fault clear"), "ok");
	assert_string_equal(tell(&g, "fault status 0xfffff"), "error: '0xfffff' is not a number up to 65535");
	assert_string_equal(tell(&g, "fault status 1/x"), "error: 'x' is not a register number");
	assert_string_equal(tell(&g, "fault status 1/2/x"), "error: 'x' is not an op_mod");
	assert_string_equal(tell(&g, "fault status 1/2/255"), "error: '255' is not an op_mod");
	assert_string_equal(tell(&g, "fault status"), "error: which opcode?");
	assert_string_equal(tell(&g, "fault explode 1"),
			    "error: no fault 'explode'; there are status, ignore, delay, vanish, clear");
	guest_down(&g);
}

static void commands_are_counted(void **state)
{
	struct guest g;
	uint8_t out[16];

	(void)state;
	guest_up(&g, "cx7");
	guest_short(&g, 0x080d0000, 0, 0, out);
	guest_short(&g, 0x080d0000, 0, 0, out);
	assert_string_equal(tell(&g, "count 0x80d"), "ok 2");
	assert_string_equal(tell(&g, "count 0x500"), "ok 0");
	assert_string_equal(tell(&g, "count 0x1000"), "error: '0x1000' is not a number up to 4095");
	assert_string_equal(tell(&g, "count -1"), "error: '-1' is not a number up to 4095");
	guest_down(&g);
}

static void counters_are_set_and_shown(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_string_equal(tell(&g, "counter out_of_sequence"), "ok 0");
	assert_string_equal(tell(&g, "counter out_of_sequence 5"), "ok 5");
	assert_string_equal(tell(&g, "counter out_of_sequence"), "ok 5");
	assert_string_equal(tell(&g, "counter out_of_sequence -1"),
			    "error: '-1' is not a number up to 18446744073709551615");
	assert_string_equal(tell(&g, "counter out_of_order 5"), "error: no counter 'out_of_order'");
	assert_string_equal(tell(&g, "counter np_cnp_sent many"),
			    "error: 'many' is not a number up to 18446744073709551615");
	guest_down(&g);
}

static void the_state_is_shown(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_string_equal(tell(&g, "cards"), "ok [{\"name\":\"card0\",\"type\":\"cx7\"}]");
	assert_string_equal(tell(&g, "health 16"), "ok");
	assert_string_equal(tell(&g, "state"),
			    "ok {\"name\":\"card0\",\"type\":\"cx7\",\"client\":true,\"link\":true,\"vanished\":false,"
			    "\"health\":16,\"commands\":0,\"objects\":0,\"qps\":0,\"eqs\":0,\"pages\":0}");
	guest_down(&g);
}

static void nonsense_is_said_to_be_nonsense(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_string_equal(tell(&g, ""), "error: an empty line");
	assert_string_equal(tell(&g, "card0"), "error: and what about 'card0'? A verb is missing");
	assert_string_equal(tell(&g, "jump"), "error: no verb or card 'jump'; see 'ece-sim pci --help'");
	assert_string_equal(tell(&g, "event 1"), "error: 'event' needs 1 more");
	assert_string_equal(tell(&g, "event 0x18 0 1 2 3 4 5 6 7 8 9 10"), "error: a word too many: '1' behind '0'");
	assert_string_equal(tell(&g, "event 0x18 0"), "ok");
	assert_string_equal(tell(&g, "link down up"), "error: a word too many: 'up' behind 'down'");
	assert_int_equal(g.card->state.link_down, 0);
	assert_string_equal(tell(&g, "fault vanish 0x500 9 9"), "error: a word too many: '9' behind '9'");
	assert_string_equal(tell(&g, "fault clear 0x500"), "error: a word too many: '0x500' behind 'clear'");
	assert_string_equal(tell(&g, "cards card0"), "error: a word too many: 'card0' behind 'cards'");
	guest_down(&g);
}

static void with_several_cards_one_is_named(void **state)
{
	struct guest a;
	struct guest b;
	struct pci_card *cards[2];
	char answer[PCI_CONTROL_ANSWER_MAX];
	char plain[] = "link down";
	char named[] = "card1 link down";

	(void)state;
	guest_up(&a, "cx7");
	guest_up(&b, "cx6dx");
	cards[0] = a.card;
	cards[1] = b.card;
	strcpy(b.card->name, "card1");
	pci_control_line(cards, 2, plain, answer);
	assert_string_equal(answer, "error: which card? Say its name first");
	pci_control_line(cards, 2, named, answer);
	assert_string_equal(answer, "ok");
	assert_int_equal(a.card->state.link_down, 0);
	assert_int_equal(b.card->state.link_down, 1);
	guest_down(&a);
	guest_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_link_sends_its_event),
		cmocka_unit_test(faults_become_rules),
		cmocka_unit_test(commands_are_counted),
		cmocka_unit_test(counters_are_set_and_shown),
		cmocka_unit_test(the_state_is_shown),
		cmocka_unit_test(nonsense_is_said_to_be_nonsense),
		cmocka_unit_test(with_several_cards_one_is_named),
	};

	return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
