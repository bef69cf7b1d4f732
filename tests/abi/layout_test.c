// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The binary interface of libece.so.1 where data pointers have 64 bits. The numbers are the interface: one that changes
 * needs another soname.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ece/cm.h>
#include <ece/error.h>
#include <ece/negotiate.h>
#include <ece/offer.h>
#include <ece/policy.h>
#include <ece/result.h>

#define IS(is, want)          _Static_assert((is) == (want), #is " is not " #want)
#define SIZE(type, want)      IS(sizeof(struct type), want)
#define AT(type, field, want) IS(offsetof(struct type, field), want)

#if UINTPTR_MAX == UINT64_MAX

SIZE(ece_result, 20);
AT(ece_result, err, 0);
AT(ece_result, backend, 4);
AT(ece_result, reached, 8);
AT(ece_result, has_status, 12);
AT(ece_result, status, 13);
AT(ece_result, syndrome, 16);

SIZE(ece_error, 796);
AT(ece_error, code, 0);
AT(ece_error, kind, 4);
AT(ece_error, text, 8);
AT(ece_error, place, 520);
AT(ece_error, result, 776);

SIZE(ece_offer, 8);
AT(ece_offer, vendor_id, 0);
AT(ece_offer, options, 4);

SIZE(ece_option, 32);
AT(ece_option, bit, 0);
AT(ece_option, name, 8);
AT(ece_option, since, 16);
AT(ece_option, by_inference, 17);
AT(ece_option, text, 24);

SIZE(ece_offer_difference, 20);
AT(ece_offer_difference, same, 0);
AT(ece_offer_difference, other_vendor, 1);
AT(ece_offer_difference, version, 4);
AT(ece_offer_difference, common, 8);
AT(ece_offer_difference, only_a, 12);
AT(ece_offer_difference, only_b, 16);

SIZE(ece_policy, 264);
AT(ece_policy, allow, 0);
AT(ece_policy, require, 4);
AT(ece_policy, origin, 8);

SIZE(ece_outcome, 416);
AT(ece_outcome, role, 0);
AT(ece_outcome, supported, 4);
AT(ece_outcome, card, 8);
AT(ece_outcome, local, 16);
AT(ece_outcome, has_remote, 24);
AT(ece_outcome, remote, 28);
AT(ece_outcome, has_withheld, 36);
AT(ece_outcome, withheld, 40);
AT(ece_outcome, peer_require, 44);
AT(ece_outcome, has_agreed, 48);
AT(ece_outcome, agreed, 52);
AT(ece_outcome, effective_by, 60);
AT(ece_outcome, effective, 64);
AT(ece_outcome, has_peer_effective, 72);
AT(ece_outcome, peer_effective, 76);
AT(ece_outcome, policy, 84);
AT(ece_outcome, lacking, 348);
AT(ece_outcome, reserved, 352);

#endif

IS(ECE_OPTIONS_ALL, 0x0fffffff);
IS(ECE_OFFER_TEXT_MAX, 320);
IS(ECE_OUTCOME_TEXT_MAX, 512);
IS(ECE_POLICY_ORIGIN_MAX, 256);
IS(ECE_ERROR_TEXT_MAX, 512);
IS(ECE_ERROR_PLACE_MAX, 256);
IS(ECE_MESSAGE_MAX, 256);

/* Callers compiled against older headers hold these numbers. */
IS(ECE_BACKEND_DEVX, 1);
IS(ECE_BACKEND_FWCTL, 2);
IS(ECE_BACKEND_DEBUGFS, 3);
IS(ECE_BACKEND_OFED, 4);
IS(ECE_BACKEND_VSC, 5);
IS(ECE_REACHED_YES, 1);
IS(ECE_REACHED_UNKNOWN, 2);
IS(ECE_ERROR_IO, 1);
IS(ECE_ERROR_MEMORY, 2);
IS(ECE_ERROR_LIMIT, 3);
IS(ECE_ERROR_SYNTAX, 4);
IS(ECE_ERROR_UNKNOWN_NAME, 5);
IS(ECE_ERROR_DUPLICATE, 6);
IS(ECE_ERROR_TYPE, 7);
IS(ECE_ERROR_RANGE, 8);
IS(ECE_ERROR_CONFLICT, 9);
IS(ECE_ERROR_NOT_YET, 10);
IS(ECE_ERROR_UNSUPPORTED, 11);
IS(ECE_ERROR_NO_DOOR, 12);
IS(ECE_ERROR_DENIED, 13);
IS(ECE_ERROR_REFUSED, 14);
IS(ECE_ERROR_NOT_APPLIED, 15);
IS(ECE_ERROR_STALE, 16);
IS(ECE_ERROR_LOCKED, 17);
IS(ECE_ERROR_DAMAGED, 18);
IS(ECE_ERROR_VERSION, 19);
IS(ECE_ERROR_TIMEOUT, 20);
IS(ECE_ERROR_GONE, 21);
IS(ECE_ERROR_PROTOCOL, 22);
IS(ECE_REQUESTOR, 0);
IS(ECE_RESPONDER, 1);
IS(ECE_WANT_LOCAL, 0);
IS(ECE_WANT_SEND, 1);
IS(ECE_WANT_RECEIVE, 2);
IS(ECE_WANT_ASK, 3);
IS(ECE_WANT_DONE, 4);
IS(ECE_WANT_FAILED, 5);
IS(ECE_EFFECTIVE_NOT_READ, 0);
IS(ECE_EFFECTIVE_BY_DEVICE, 1);
IS(ECE_EFFECTIVE_BY_VERBS, 2);
IS(ECE_EFFECTIVE_BY_CALLER, 3);
IS(ECE_MISSING_NOT, 0);
IS(ECE_MISSING_UNKNOWN, 1);
IS(ECE_MISSING_DRIVER, 2);
IS(ECE_MISSING_CARD, 3);
IS(ECE_MISSING_POLICY, 4);
IS(ECE_MISSING_PEER, 5);
IS(ECE_MISSING_PEER_NO_ECE, 6);
IS(ECE_MISSING_PEER_VENDOR, 7);
IS(ECE_MISSING_PEER_CARD, 8);
IS(ECE_MISSING_PEER_POLICY, 9);
IS(ECE_MISSING_VERSION, 10);
IS(ECE_MISSING_PEER_DEVICE, 11);
IS(ECE_MISSING_LOCAL_DEVICE, 12);
IS(ECE_MISSING_NOT_ASKED, 13);

/* The compiler has decided all of it; this tells that it was asked. */
static void layout_is_that_of_soname_1(void **state)
{
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(layout_is_that_of_soname_1)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
