/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fields of mailboxes and registers.
 *
 * Both are arrays of big-endian 32-bit words. A field is a row: the byte offset of its word, its high and its low bit
 * in that word (31 is the most significant). A 64-bit field is written 63, 0 and spans its word and the next; some of
 * those are not 8-byte aligned.
 *
 * A layout is a list of rows, written once as a macro that takes a macro:
 *
 *	#define PRM_MBOX_IN(ROW)            \
 *		ROW(opcode, 0x00, 31, 16)   \
 *		ROW(uid,    0x00, 15,  0)
 *	PRM_DECLARE_LAYOUT(mbox_in, PRM_MBOX_IN);      in the header
 *	PRM_DEFINE_LAYOUT(mbox_in, PRM_MBOX_IN);       in the .c file
 *
 * after which prm_get(mailbox, &prm_mbox_in.opcode) reads a field, and prm_layout_rows(&prm_mbox_in) walks them all.
 * The rows have no meaning: ranges, units and behaviour live elsewhere.
 */
#ifndef ECE_DEVX_PRM_FIELD_H
#define ECE_DEVX_PRM_FIELD_H

#include <stddef.h>
#include <stdint.h>

struct prm_field {
	const char *name;
	uint16_t at;  /* byte offset of the (first) word */
	uint8_t high; /* 0..31, or 63 for a field of two words */
	uint8_t low;
};

#define PRM_MEMBER_(field, at, high, low) struct prm_field field;
#define PRM_ROW_(field, at, high, low)    .field = {#field, (at), (high), (low)},

/* clang-format off */
#define PRM_DECLARE_LAYOUT(layout, LIST)				\
	extern const struct prm_##layout##_layout {			\
		LIST(PRM_MEMBER_)					\
	} prm_##layout

#define PRM_DEFINE_LAYOUT(layout, LIST)					\
	const struct prm_##layout##_layout prm_##layout = {		\
		LIST(PRM_ROW_)						\
	}
/* clang-format on */

/* Every member of a layout is a struct prm_field, so a layout is also an array of them. */
#define prm_layout_rows(layout)  ((const struct prm_field *)(const void *)(layout))
#define prm_layout_count(layout) (sizeof(*(layout)) / sizeof(struct prm_field))

/**
 * prm_get - read a field
 * @bytes: the start of the structure that the row's offset counts from, big endian, any alignment
 *
 * Returns the value in host order, right aligned.
 */
uint64_t prm_get(const void *bytes, const struct prm_field *field);

/**
 * prm_set - write a field, leaving its neighbours alone
 * @value: host order; bits beyond the field's width are dropped
 */
void prm_set(void *bytes, const struct prm_field *field, uint64_t value);

/**
 * prm_field_max - the largest value that a field can hold
 */
uint64_t prm_field_max(const struct prm_field *field);

#endif
