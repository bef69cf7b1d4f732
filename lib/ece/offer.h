/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ECE, enhanced connection establishment: what one end of a connection offers, asks for, or has in effect.
 *
 * The standard (IBTA specification 1.4) carries a vendor and 32 bits that only this vendor understands. What is public of
 * NVIDIA's: the top four bits are a version, every other bit is an option. Bit 0 is selective repeat, from version 2 on
 * (UCX pull request 6518). Bit 1 is taken for the programmable congestion control (ZTR-RTT), since it is the default of a
 * device that runs one (openucx/ucx#11252); no vendor text names it. The other bits are not known and are kept as they
 * are. 0 asks for nothing, and stands too for "not supported" and "nothing negotiated yet".
 *
 * Nothing here allocates, and all of it is thread-safe.
 */
#ifndef ECE_LIB_ECE_OFFER_H
#define ECE_LIB_ECE_OFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

#define ECE_VENDOR_NVIDIA UINT32_C(0x15b3)

#define ECE_OFFER_VERSION_MAX 15
#define ECE_OFFER_TEXT_MAX    320 /* bytes of the longest text, its NUL included */

struct ece_offer {
	uint32_t vendor_id; /* 24 bits: an IEEE OUI */
	uint32_t options;   /* host order, as struct ibv_ece has it */
};

/* An option that has a name. */
struct ece_option {
	uint32_t bit; /* the one bit of the word */
	const char *name;
	uint8_t since;     /* the lowest version that has it; 0: not known */
	bool by_inference; /* no vendor text says so */
	const char *text;  /* for people */
};

/**
 * ece_option_at - the options that have names, in the order of their bits
 *
 * Returns a constant, NULL behind the last one.
 */
const struct ece_option *ece_option_at(size_t i);

/**
 * ece_option_find - an option by its name
 *
 * Returns a constant, or NULL.
 */
const struct ece_option *ece_option_find(const char *name);

/**
 * ece_offer_version - the version in NVIDIA's word, 0 to ECE_OFFER_VERSION_MAX
 */
unsigned int ece_offer_version(const struct ece_offer *offer);

/**
 * ece_offer_bits - NVIDIA's word without its version
 */
uint32_t ece_offer_bits(const struct ece_offer *offer);

/**
 * ece_offer_unnamed - the option bits that have no name
 */
uint32_t ece_offer_unnamed(const struct ece_offer *offer);

/**
 * ece_offer_format - an offer as text that ece_offer_parse() takes
 * @size: ECE_OFFER_TEXT_MAX is enough
 *
 * "none" for 0, else "version=3 selective_repeat programmable_cc 0x4": bits without a name come last, in one number. The
 * word of another vendor is "vendor=0x1234 0x30000003", which is not parsed. Always NUL-terminates. Returns @buf.
 */
const char *ece_offer_format(const struct ece_offer *offer, char *buf, size_t size);

/**
 * ece_offer_parse - the offer that a person typed
 * @text: "none"; a whole word, "0x30000003"; or "version=N" and options, blanks or commas between them, each a name or a
 *        number of bits
 * @offer: written on success, always NVIDIA's
 *
 * Options without a version are refused: devices take them for nothing. Returns 0, or -EINVAL with @e filled: kind
 * UNKNOWN_NAME (with the nearest name), DUPLICATE, RANGE or SYNTAX.
 */
int ece_offer_parse(const char *text, struct ece_offer *offer, struct ece_error *e);

/* How two offers differ. Where the vendors do, nothing else means anything, and all of it is 0. */
struct ece_offer_difference {
	bool same;
	bool other_vendor;
	unsigned int version;    /* the lower one */
	uint32_t common;         /* option bits of both */
	uint32_t only_a, only_b; /* option bits of one */
};

/**
 * ece_offer_compare - what two ends have in common and what not
 */
struct ece_offer_difference ece_offer_compare(const struct ece_offer *a, const struct ece_offer *b);

#endif
