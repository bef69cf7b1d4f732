// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RTM_GETDCB. Numbers of attributes and forms: Linux include/uapi/linux/dcbnl.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/dcbnl.h>
#include <linux/rtnetlink.h>
#include <string.h>

#include "devx/netlink/dcb.h"

struct message {
	uint32_t words[1024];
	struct nlmsghdr *header;
	struct nlattr *ieee;
};

static void begin(struct message *m)
{
	struct dcbmsg *dcb;

	memset(m, 0, sizeof(*m));
	m->header = mnl_nlmsg_put_header(m->words);
	m->header->nlmsg_type = 78; /* RTM_GETDCB: the answer has the type of the request */
	dcb = mnl_nlmsg_put_extra_header(m->header, 4);
	dcb->cmd = 21;                                /* DCB_CMD_IEEE_GET */
	mnl_attr_put_strz(m->header, 1, "ens4np0");   /* DCB_ATTR_IFNAME */
	m->ieee = mnl_attr_nest_start(m->header, 13); /* DCB_ATTR_IEEE */
}

static int parse(struct message *m, struct ece_dcb *dcb)
{
	return ece_dcb_parse(m->words, m->header->nlmsg_len, dcb);
}

/* A ConnectX-7 as mlnx_qos of a user showed it: PFC on 5, classes 0 to 3 share, 4 to 7 strict, trust by DSCP. */
static void begin_public_dump(struct message *m)
{
	static const uint8_t percent[8] = {9, 1, 80, 10};
	static const uint8_t tsa[8] = {2, 2, 2, 2, 0, 0, 0, 0};
	struct ieee_ets ets = {.ets_cap = 8};
	struct ieee_pfc pfc = {.pfc_cap = 8, .pfc_en = 0x20, .delay = 30, .requests[5] = 7, .indications[5] = 9};
	struct dcbnl_buffer buffer = {.prio2buffer[5] = 1, .buffer_size = {19872, 220896}, .total_size = 4151520};
	struct ieee_maxrate rate = {.tc_maxrate[2] = 100000000};
	struct nlattr *apps;

	begin(m);
	memcpy(ets.tc_tx_bw, percent, 8);
	memcpy(ets.tc_tsa, tsa, 8);
	for (uint8_t i = 0; i < 8; i++)
		ets.prio_tc[i] = i;
	mnl_attr_put(m->header, 1, sizeof(ets), &ets);        /* DCB_ATTR_IEEE_ETS */
	mnl_attr_put(m->header, 7, sizeof(rate), &rate);      /* DCB_ATTR_IEEE_MAXRATE */
	mnl_attr_put(m->header, 2, sizeof(pfc), &pfc);        /* DCB_ATTR_IEEE_PFC */
	mnl_attr_put(m->header, 10, sizeof(buffer), &buffer); /* DCB_ATTR_DCB_BUFFER */
	apps = mnl_attr_nest_start(m->header, 3);             /* DCB_ATTR_IEEE_APP_TABLE */
	for (uint16_t i = 0; i < 64; i++) {
		struct dcb_app app = {.selector = 5, .priority = (uint8_t)(i / 8), .protocol = i};

		mnl_attr_put(m->header, 1, sizeof(app), &app); /* DCB_ATTR_IEEE_APP */
	}
	mnl_attr_nest_end(m->header, apps);
	mnl_attr_nest_end(m->header, m->ieee);
	mnl_attr_put_u8(m->header, 14, 0x0d); /* DCB_ATTR_DCBX */
}

static void a_request_names_the_interface(void **state)
{
	/* length, RTM_GETDCB, NLM_F_REQUEST; AF_UNSPEC, DCB_CMD_IEEE_GET; attribute of 9 bytes, DCB_ATTR_IFNAME */
	static const uint8_t want[] = {32, 0,  0, 0, 78, 0, 1, 0, 0,   0,   0,   0,   0, 0, 0, 0,
				       0,  21, 0, 0, 9,  0, 1, 0, 'e', 't', 'h', '0', 0, 0, 0, 0};
	uint32_t words[ECE_DCB_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_dcb_request("eth0", words, sizeof(words)), sizeof(want));
	assert_memory_equal(words, want, sizeof(want));
	assert_int_equal(ece_dcb_request("", words, sizeof(words)), 0);
	assert_int_equal(ece_dcb_request("sixteen_too_long", words, sizeof(words)), 0);
	assert_int_not_equal(ece_dcb_request("fifteen_is_fine", words, sizeof(words)), 0);
	assert_int_equal(ece_dcb_request("eth0", words, sizeof(words) - 1), 0);
}

static void a_whole_answer_is_read(void **state)
{
	struct message m;
	struct ece_dcb dcb;

	(void)state;
	begin_public_dump(&m);
	assert_int_equal(parse(&m, &dcb), 0);
	assert_true(dcb.has_ets && dcb.has_pfc && dcb.has_buffers && dcb.has_maxrate && dcb.has_dcbx);
	assert_int_equal(dcb.ets_classes, 8);
	assert_int_equal(dcb.class_percent[2], 80);
	assert_int_equal(dcb.class_tsa[3], ECE_DCB_TSA_ETS);
	assert_int_equal(dcb.class_tsa[4], ECE_DCB_TSA_STRICT);
	assert_int_equal(dcb.priority_class[6], 6);
	assert_int_equal(dcb.class_kbps[2], 100000000);
	assert_int_equal(dcb.pfc_enabled, 0x20);
	assert_int_equal(dcb.pfc_delay, 30);
	assert_int_equal(dcb.pfc_sent[5], 7);
	assert_int_equal(dcb.pfc_received[5], 9);
	assert_int_equal(dcb.priority_buffer[5], 1);
	assert_int_equal(dcb.buffer_bytes[1], 220896);
	assert_int_equal(dcb.buffers_total, 4151520);
	assert_int_equal(dcb.app_count, 64);
	assert_int_equal(dcb.app[26].protocol, 26);
	assert_int_equal(dcb.app[26].priority, 3);
	assert_true(ece_dcb_trusts_dscp(&dcb));
	assert_int_equal(dcb.dcbx, ECE_DCB_DCBX_HOST | ECE_DCB_DCBX_CEE | ECE_DCB_DCBX_IEEE);
}

static void what_is_missing_is_not_zero(void **state)
{
	struct message m;
	struct ece_dcb dcb;

	(void)state;
	begin(&m);
	mnl_attr_nest_end(m.header, m.ieee);
	assert_int_equal(parse(&m, &dcb), 0);
	assert_false(dcb.has_ets || dcb.has_pfc || dcb.has_buffers || dcb.has_maxrate || dcb.has_dcbx);
	assert_false(ece_dcb_trusts_dscp(&dcb));
}

static void rows_for_other_protocols_are_no_trust(void **state)
{
	struct dcb_app roce = {.selector = 4, .priority = 3, .protocol = 4791};
	struct dcb_app pcp = {.selector = 255, .priority = 1, .protocol = 1};
	struct message m;
	struct nlattr *apps;
	struct ece_dcb dcb;

	(void)state;
	begin(&m);
	apps = mnl_attr_nest_start(m.header, 3);
	mnl_attr_put(m.header, 1, sizeof(roce), &roce);
	mnl_attr_put(m.header, 2, sizeof(pcp), &pcp); /* DCB_ATTR_DCB_APP: not a table of the IEEE */
	mnl_attr_nest_end(m.header, apps);
	mnl_attr_nest_end(m.header, m.ieee);
	assert_int_equal(parse(&m, &dcb), 0);
	assert_int_equal(dcb.app_count, 1);
	assert_int_equal(dcb.app[0].protocol, 4791);
	assert_false(ece_dcb_trusts_dscp(&dcb));
}

static void put_apps(struct message *m, size_t count)
{
	struct nlattr *apps = mnl_attr_nest_start(m->header, 3);
	struct dcb_app app = {.selector = 5};

	for (size_t i = 0; i < count; i++)
		mnl_attr_put(m->header, 1, sizeof(app), &app);
	mnl_attr_nest_end(m->header, apps);
	mnl_attr_nest_end(m->header, m->ieee);
}

static void a_table_has_a_limit(void **state)
{
	struct message m;
	struct ece_dcb dcb;

	(void)state;
	begin(&m);
	put_apps(&m, ECE_DCB_APPS_MAX);
	assert_int_equal(parse(&m, &dcb), 0);
	assert_int_equal(dcb.app_count, ECE_DCB_APPS_MAX);
	begin(&m);
	put_apps(&m, ECE_DCB_APPS_MAX + 1);
	assert_int_equal(parse(&m, &dcb), -E2BIG);
}

/* Every attribute of the message, one byte shorter than the kernel's structure. */
static void short_attributes_are_refused(void **state)
{
	static const struct {
		uint16_t type, bytes;
	} parts[] = {
		{1, sizeof(struct ieee_ets)}, {2, sizeof(struct ieee_pfc)}, {7, 64}, {10, sizeof(struct dcbnl_buffer)}};
	uint8_t zeros[256] = {0};
	struct ece_dcb dcb;

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (uint16_t less = 0; less < 2; less++) {
			struct message m;

			begin(&m);
			mnl_attr_put(m.header, parts[i].type, parts[i].bytes - less, zeros);
			mnl_attr_nest_end(m.header, m.ieee);
			assert_int_equal(parse(&m, &dcb), less ? -EBADMSG : 0);
		}
}

static void other_messages_are_refused(void **state)
{
	struct message m;
	struct ece_dcb dcb;

	(void)state;
	begin_public_dump(&m);
	m.header->nlmsg_type = 79; /* RTM_SETDCB */
	assert_int_equal(parse(&m, &dcb), -EBADMSG);
	m.header->nlmsg_type = 78;
	assert_int_equal(ece_dcb_parse(m.words, 15, &dcb), -EBADMSG);
	assert_int_equal(ece_dcb_parse(m.words, m.header->nlmsg_len - 1, &dcb), -EBADMSG);
	m.header->nlmsg_len |= 0x80000000; /* no negative number */
	assert_int_equal(ece_dcb_parse(m.words, m.header->nlmsg_len & 0xffff, &dcb), -EBADMSG);
	m.header->nlmsg_len = 16;
	assert_int_equal(parse(&m, &dcb), -EBADMSG);
	m.header->nlmsg_len = 23; /* ends in the middle of an attribute's header */
	assert_int_equal(parse(&m, &dcb), -EBADMSG);
}

static void an_attribute_beyond_its_nest_is_refused(void **state)
{
	struct message m;
	struct ece_dcb dcb;

	(void)state;
	begin_public_dump(&m);
	/* The first attribute inside the nest of the IEEE says that it is longer than all of it */
	((struct nlattr *)mnl_attr_get_payload(m.ieee))->nla_len = 0xffff;
	assert_int_equal(parse(&m, &dcb), -EBADMSG);
	begin_public_dump(&m);
	m.ieee->nla_len = (uint16_t)(m.header->nlmsg_len + 4);
	assert_int_equal(parse(&m, &dcb), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_names_the_interface),
		cmocka_unit_test(a_whole_answer_is_read),
		cmocka_unit_test(what_is_missing_is_not_zero),
		cmocka_unit_test(rows_for_other_protocols_are_no_trust),
		cmocka_unit_test(a_table_has_a_limit),
		cmocka_unit_test(short_attributes_are_refused),
		cmocka_unit_test(other_messages_are_refused),
		cmocka_unit_test(an_attribute_beyond_its_nest_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
