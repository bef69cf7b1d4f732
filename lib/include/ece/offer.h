/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ECE, enhanced connection establishment: what one end of a connection offers, asks for, or has in effect.
 *
 * The standard (IBTA specification 1.4) carries a vendor and 32 bits that only this vendor understands. What is public
 * of NVIDIA's: the top four bits are a version, every other bit is an option. Bit 0 is selective repeat, from version 2
 * on (UCX pull request 6518). Bit 1 is taken for the programmable congestion control (ZTR-RTT), since it is the default
 * of a device that runs one (openucx/ucx#11252); no vendor text names it. The other bits are not known and are kept as
 * they are. The word 0 asks for nothing, and stands too for "not supported" and "nothing negotiated yet".
 *
 * The vendor is what the driver puts there: 24 bits on the wire, and mlx5 puts 0x15b3, which is its PCI vendor and no
 * IEEE OUI. Where the vendor is 0 there is no ECE, and the options mean nothing.
 *
 * Nothing here allocates, and all of it is thread-safe.
 */
#ifndef ECE_OFFER_H
#define ECE_OFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ece/error.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ECE_VENDOR_NONE   UINT32_C(0)
#define ECE_VENDOR_NVIDIA UINT32_C(0x15b3) /* what libmlx5 answers */
#define ECE_VENDOR_MAX    UINT32_C(0xffffff)

#define ECE_OPTIONS_ALL UINT32_C(0x0fffffff) /* every option bit, none of the version */

#define ECE_OFFER_VERSION_MAX 15
#define ECE_OFFER_TEXT_MAX    320 /* bytes of the longest text, its NUL included */

struct ece_offer {
	uint32_t vendor_id; /* 24 bits; 0: no ECE */
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
 * ece_offer_make - NVIDIA's word of its parts
 * @version: 0 to ECE_OFFER_VERSION_MAX; higher bits are dropped
 * @bits: option bits; those of the version are dropped
 */
struct ece_offer ece_offer_make(unsigned int version, uint32_t bits);

/**
 * ece_offer_none - the offer of an end without ECE: vendor 0, options 0
 */
struct ece_offer ece_offer_none(void);

/**
 * ece_offer_is_none - is there nothing in it: vendor 0, or options 0?
 *
 * A word with a version and no option is not none: it says "I know ECE and want no feature".
 */
bool ece_offer_is_none(const struct ece_offer *offer);

/**
 * ece_offer_intersect - what both ends can: the lower version, and the option bits of both
 *
 * One end with none, or another vendor than NVIDIA, makes none: a peer without ECE, and one of another vendor, are no
 * faults, and the connection goes on without features. So does version 0, which devices take for nothing. An option
 * that the lower version does not have yet is left out. What a device makes of it may be less; its answer counts.
 */
struct ece_offer ece_offer_intersect(const struct ece_offer *a, const struct ece_offer *b);

/**
 * ece_offer_allow - an offer without the option bits that are not in @allow; vendor and version stay
 *
 * Of another vendor than NVIDIA nothing is taken away: its bits are not known.
 */
struct ece_offer ece_offer_allow(const struct ece_offer *offer, uint32_t allow);

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
 * "none" for 0, else "version=3 selective_repeat programmable_cc 0x4": bits without a name come last, in one number.
 * The word of another vendor is "vendor=0x1234 0x30000003", which is not parsed. Always NUL-terminates. Returns @buf.
 */
const char *ece_offer_format(const struct ece_offer *offer, char *buf, size_t size);

/**
 * ece_offer_parse - the offer that a person typed
 * @text: "none"; a whole word, "0x30000003"; or "version=N" and options, blanks or commas between them, each a name or
 *        a number of bits
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

/**
 * ece_bits_format, ece_bits_parse - a set of option bits as text: "all", "none", or "selective_repeat,0x4"
 * @size: ECE_OFFER_TEXT_MAX is enough
 *
 * The list has blanks or commas between its words, each a name or a number of bits, each bit once. ece_bits_parse()
 * returns 0, or -EINVAL with @e filled, kinds as ece_offer_parse(). ece_bits_format() returns @buf.
 */
const char *ece_bits_format(uint32_t bits, char *buf, size_t size);
int ece_bits_parse(const char *text, uint32_t *bits, struct ece_error *e);

#ifdef __cplusplus
}
#endif

#endif
