// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* vfio-user: what a client may say and what it gets. Layouts: QEMU docs/interop/vfio-user.rst. */
#include "tests/unit/sim/pci/guest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>

static uint32_t word(const struct guest *g, size_t at)
{
	uint32_t v;

	memcpy(&v, g->reply + at, sizeof(v));
	return v;
}

static void the_version_comes_first(void **state)
{
	struct guest g;
	uint8_t info[16] = {16};

	(void)state;
	guest_up(&g, "cx7");
	close(g.fd);
	assert_int_equal(pci_card_serve(g.card, 0), -ECONNRESET);
	guest_attach(&g);
	guest_send(&g, MSG_GET_INFO, 0, info, sizeof(info), NULL, 0);
	assert_int_equal(g.served, -EPROTO);
	assert_int_equal(g.card->vfu.fd, -1);
	guest_down(&g);
}

static void another_major_version_is_refused(void **state)
{
	struct guest g;
	const uint8_t version[] = {1, 0, 0, 0};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, MSG_VERSION, version, sizeof(version), NULL, 0), EPROTONOSUPPORT);
	guest_down(&g);
}

static void the_device_describes_itself(void **state)
{
	struct guest g;
	uint32_t info[4] = {16};
	uint32_t region[8] = {32};
	uint32_t irq[4] = {16, 0, 2};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, MSG_GET_INFO, info, 16, NULL, 0), 0);
	assert_int_equal(word(&g, 4), 3);
	assert_int_equal(word(&g, 8), 9);
	assert_int_equal(word(&g, 12), 5);
	assert_int_equal(guest_call(&g, MSG_REGION_INFO, region, 32, NULL, 0), 0);
	assert_int_equal(word(&g, 4), 3);
	assert_int_equal(word(&g, 16), 32 << 20);
	region[2] = 7;
	assert_int_equal(guest_call(&g, MSG_REGION_INFO, region, 32, NULL, 0), 0);
	assert_int_equal(word(&g, 16), 4096);
	region[2] = 1;
	assert_int_equal(guest_call(&g, MSG_REGION_INFO, region, 32, NULL, 0), 0);
	assert_int_equal(word(&g, 16), 0);
	region[2] = 9;
	assert_int_equal(guest_call(&g, MSG_REGION_INFO, region, 32, NULL, 0), EINVAL);
	assert_int_equal(guest_call(&g, MSG_IRQ_INFO, irq, 16, NULL, 0), 0);
	assert_int_equal(word(&g, 4), 9);
	assert_int_equal(word(&g, 12), 8);
	guest_down(&g);
}

static void accesses_stay_inside_their_region(void **state)
{
	struct guest g;
	uint8_t word4[4] = {0};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_access(&g, MSG_READ, 0, (32 << 20) - 4, NULL, 4), 0);
	assert_int_equal(guest_access(&g, MSG_READ, 0, (32 << 20) - 3, NULL, 4), EINVAL);
	assert_int_equal(guest_access(&g, MSG_READ, 7, 4095, NULL, 1), 0);
	assert_int_equal(guest_access(&g, MSG_READ, 7, 4095, NULL, 2), EINVAL);
	assert_int_equal(guest_access(&g, MSG_READ, 7, UINT64_MAX, NULL, 4), EINVAL);
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, 4095, word4, 2), EINVAL);
	assert_int_equal(guest_access(&g, MSG_READ, 1, 0, NULL, 1), EINVAL);
	assert_int_equal(guest_access(&g, MSG_READ, 9, 0, NULL, 1), EINVAL);
	assert_int_equal(guest_access(&g, MSG_READ, 0, 0, NULL, 4096), 0);
	assert_int_equal(g.reply_len, 16 + 4096);
	assert_int_equal(guest_access(&g, MSG_READ, 0, 0, NULL, 4097), EINVAL);
	guest_down(&g);
}

static void a_write_must_carry_its_bytes(void **state)
{
	struct guest g;
	uint32_t access[5] = {0x18, 0, 0, 8};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, MSG_WRITE, access, sizeof(access), NULL, 0), EINVAL);
	assert_int_equal(guest_call(&g, MSG_WRITE, access, 12, NULL, 0), EINVAL);
	guest_down(&g);
}

static void nonsense_has_an_answer(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, 0, NULL, 0, NULL, 0), ENOSYS);
	assert_int_equal(guest_call(&g, 6, NULL, 0, NULL, 0), ENOSYS);
	assert_int_equal(guest_call(&g, 999, NULL, 0, NULL, 0), ENOSYS);
	assert_int_equal(guest_call(&g, MSG_DMA_MAP, NULL, 0, NULL, 0), EINVAL);
	guest_down(&g);
}

static void broken_framing_drops_the_client(void **state)
{
	static const uint32_t sizes[] = {0, 15, PCI_VFU_MESSAGE_MAX + 1, UINT32_MAX};
	const uint8_t version[] = {0, 0, 1, 0};
	struct guest g;
	size_t i;

	(void)state;
	guest_up(&g, "cx7");
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint32_t header[4] = {1U << 16, sizes[i], 0, 0};

		assert_int_equal(send(g.fd, header, sizeof(header), 0), sizeof(header));
		assert_int_equal(pci_card_serve(g.card, 0), -EPROTO);
		close(g.fd);
		guest_attach(&g);
	}
	assert_int_equal(guest_call(&g, MSG_VERSION, version, sizeof(version), NULL, 0), 0);
	/* a reply where a request belongs */
	guest_send(&g, MSG_RESET, 1, NULL, 0, NULL, 0);
	assert_int_equal(g.served, -EPROTO);
	guest_down(&g);
}

static void a_message_may_come_in_pieces(void **state)
{
	struct guest g;
	const uint32_t request[] = {7U | 4U << 16, 32, 0, 0, 16, 0, 0, 0};
	const uint8_t *bytes = (const uint8_t *)request;
	uint32_t header[4];
	size_t i;

	(void)state;
	guest_up(&g, "cx7");
	for (i = 0; i < sizeof(request); i++) {
		assert_int_equal(recv(g.fd, header, sizeof(header), MSG_DONTWAIT), -1);
		assert_int_equal(send(g.fd, bytes + i, 1, 0), 1);
		assert_int_equal(pci_card_serve(g.card, 0), 0);
	}
	assert_int_equal(recv(g.fd, header, sizeof(header), MSG_DONTWAIT), sizeof(header));
	assert_int_equal(header[1], 32);
	guest_down(&g);
}

static void a_posted_write_has_no_reply(void **state)
{
	struct guest g;
	uint32_t access[5] = {0x10, 0, 0, 4, 0x01000000};
	uint8_t byte;

	(void)state;
	guest_up(&g, "cx7");
	guest_send(&g, MSG_WRITE, 0x10, access, sizeof(access), NULL, 0);
	assert_int_equal(recv(g.fd, &byte, 1, MSG_DONTWAIT), -1);
	assert_int_equal(guest_read32(&g, 0x10), 1);
	guest_down(&g);
}

static void interrupts_can_be_moved_and_torn_down(void **state)
{
	struct guest g;
	uint32_t one[5] = {20, 0x24, 2, 1, 1};
	uint32_t none[5] = {20, 0x21, 2, 0, 0};
	uint32_t wild[5] = {20, 0x24, 2, 7, 2};
	uint32_t raise[5] = {20, 0x21, 2, 2, 1};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, raise, sizeof(raise), NULL, 0), 0);
	assert_int_equal(guest_interrupts(&g, 2), 1);
	/* vector 1 takes over the event of vector 5 */
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, one, sizeof(one), &g.vector[5], 1), 0);
	pci_vfu_interrupt(&g.card->vfu, 1);
	assert_int_equal(guest_interrupts(&g, 1), 0);
	assert_int_equal(guest_interrupts(&g, 5), 1);
	/* without a descriptor a vector is switched off */
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, one, sizeof(one), NULL, 0), 0);
	pci_vfu_interrupt(&g.card->vfu, 1);
	assert_int_equal(guest_interrupts(&g, 5), 0);
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, wild, sizeof(wild), NULL, 0), EINVAL);
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, none, sizeof(none), NULL, 0), 0);
	pci_vfu_interrupt(&g.card->vfu, 2);
	assert_int_equal(guest_interrupts(&g, 2), 0);
	pci_vfu_interrupt(&g.card->vfu, 1000);
	guest_down(&g);
}

static void an_event_that_is_full_does_not_wait(void **state)
{
	struct guest g;
	int full = eventfd(0, EFD_CLOEXEC);
	const uint64_t most = UINT64_MAX - 1;
	uint32_t one[5] = {20, 0x24, 2, 0, 1};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_call(&g, MSG_SET_IRQS, one, sizeof(one), &full, 1), 0);
	assert_int_equal(write(full, &most, sizeof(most)), sizeof(most));
	pci_vfu_interrupt(&g.card->vfu, 0);
	close(full);
	guest_down(&g);
}

static int open_descriptors(void)
{
	int count = 0;
	int fd;

	for (fd = 0; fd < 1024; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

static void descriptors_do_not_leak(void **state)
{
	struct guest g;
	int before = open_descriptors();
	int i;

	(void)state;
	guest_up(&g, "cx7");
	for (i = 0; i < 50; i++) {
		uint32_t info[4] = {16};

		/* nobody wants them here */
		assert_int_equal(guest_call(&g, MSG_GET_INFO, info, 16, g.vector, PCI_VFU_VECTORS), 0);
		guest_vectors(&g);
	}
	guest_down(&g);
	assert_int_equal(open_descriptors(), before);
}

static void a_client_that_does_not_read_is_not_served(void **state)
{
	struct guest g;
	uint32_t access[4] = {0, 0, 0, 4096};
	const int small = 4096;
	int i;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(setsockopt(g.card->vfu.fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof(small)), 0);
	for (i = 0; i < 10; i++)
		guest_send(&g, MSG_READ, 0, access, sizeof(access), NULL, 0);
	assert_int_equal(g.served, 0);
	assert_int_equal(pci_vfu_events(&g.card->vfu), POLLOUT);
	for (i = 0; i < 10; i++) {
		uint8_t reply[16 + 16 + 4096];
		size_t got = 0;

		while (got < sizeof(reply)) {
			ssize_t n = recv(g.fd, reply + got, sizeof(reply) - got, MSG_DONTWAIT);

			if (n > 0)
				got += (size_t)n;
			assert_int_equal(pci_card_serve(g.card, 0), 0);
		}
	}
	assert_int_equal(pci_vfu_events(&g.card->vfu), POLLIN);
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_version_comes_first),
		cmocka_unit_test(another_major_version_is_refused),
		cmocka_unit_test(the_device_describes_itself),
		cmocka_unit_test(accesses_stay_inside_their_region),
		cmocka_unit_test(a_write_must_carry_its_bytes),
		cmocka_unit_test(nonsense_has_an_answer),
		cmocka_unit_test(broken_framing_drops_the_client),
		cmocka_unit_test(a_message_may_come_in_pieces),
		cmocka_unit_test(a_posted_write_has_no_reply),
		cmocka_unit_test(interrupts_can_be_moved_and_torn_down),
		cmocka_unit_test(an_event_that_is_full_does_not_wait),
		cmocka_unit_test(descriptors_do_not_leak),
		cmocka_unit_test(a_client_that_does_not_read_is_not_served),
	};

	return cmocka_run_group_tests_name("vfu", tests, NULL, NULL);
}
