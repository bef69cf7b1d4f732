/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Bytes of a captured packet. A capture may keep less of a packet than went over the wire, so there are two ends: what a
 * header claims is held against the wire, and what is read against the capture.
 */
#ifndef ECE_LIB_CAPTURE_VIEW_H
#define ECE_LIB_CAPTURE_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "lib/capture/verdict.h"

struct capture_view {
	const uint8_t *at;
	size_t len;  /* bytes that were captured; at most @wire */
	size_t wire; /* bytes that went over the wire */
};

/**
 * capture_view_need - can the first @bytes be read?
 *
 * Returns CAPTURE_GOOD, CAPTURE_SHORT when the packet did not have them, or CAPTURE_CUT when it had and the capture has not.
 */
static inline enum capture_verdict capture_view_need(const struct capture_view *view, size_t bytes)
{
	if (view->wire < bytes)
		return CAPTURE_SHORT;
	return view->len < bytes ? CAPTURE_CUT : CAPTURE_GOOD;
}

/**
 * capture_view_skip - leave the first @bytes behind; capture_view_need() said that they are there
 */
static inline void capture_view_skip(struct capture_view *view, size_t bytes)
{
	view->at += bytes;
	view->len -= bytes;
	view->wire -= bytes;
}

/**
 * capture_view_end - let it end after @bytes at most: what is behind pads the frame
 */
static inline void capture_view_end(struct capture_view *view, size_t bytes)
{
	if (view->wire > bytes)
		view->wire = bytes;
	if (view->len > bytes)
		view->len = bytes;
}

#endif
