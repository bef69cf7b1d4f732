/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A frame leaves the card; or, when it is for the card itself, it comes back in. It never does so inside of the call
 * that sent it: it waits in a queue of its own, so that no queue of a driver is entered twice.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_TRANSMIT_H
#define ECE_DEVX_SIM_DATAPATH_TRANSMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dp;
struct dp_queue;
struct wire_bth;
struct wire_path;

#define DP_LOOP_FRAMES_MAX 4096
#define DP_LOOP_BYTES_MAX  (16U << 20)

struct dp_loop_frame;

/* Frames on their way back in. All zero is empty. */
struct dp_loop {
	struct dp_loop_frame *first, *last;
	size_t frames, bytes;
};

/*
 * dp_transmit - a frame of the Ethernet service goes out. One for the card itself that finds no room to wait is
 * dropped, and counted there.
 */
void dp_transmit(struct dp *dp, const uint8_t *frame, size_t bytes);

/**
 * dp_transmit_packet - put a RoCE packet together and send it; it counts as RDMA traffic of the function
 *
 * Of one to a multicast group a copy comes back when the group has members here.
 * @from: whose packet it is
 * @payload: extended headers and data; not in dp->frame, which is used for it
 *
 * Returns false when it does not fit into a frame; nothing is sent then.
 */
bool dp_transmit_packet(struct dp *dp, const struct dp_queue *from, const struct wire_path *path,
			const struct wire_bth *bth, const uint8_t *payload, size_t bytes);

/**
 * dp_loop_run - receive what came back
 * @budget: at most so many frames, counted down
 *
 * Returns true when there are more.
 */
bool dp_loop_run(struct dp *dp, unsigned int *budget);

/* dp_loop_clear - forget what is on its way back */
void dp_loop_clear(struct dp_loop *loop);

#endif
