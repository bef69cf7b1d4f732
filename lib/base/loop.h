/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One thread that waits for descriptors and deadlines. */
#ifndef ECE_LIB_BASE_LOOP_H
#define ECE_LIB_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#define LOOP_FDS_MAX 8192

struct loop; /* opaque */

typedef void (*loop_fd_fn)(void *ctx, int fd, short events);
typedef void (*loop_timer_fn)(void *ctx);

/**
 * loop_new - returns NULL when memory ran out; loop_free() accepts NULL and closes no descriptor
 */
struct loop *loop_new(void);
void loop_free(struct loop *loop);

/**
 * loop_watch - call @fn whenever poll(2) says one of @events (or an error) of @fd
 *
 * A second call for the same descriptor replaces the first. Returns 0, -ENOMEM, or -EMFILE over LOOP_FDS_MAX.
 */
int loop_watch(struct loop *loop, int fd, short events, loop_fd_fn fn, void *ctx);

/**
 * loop_unwatch - forget a descriptor; allowed inside callbacks, also for a descriptor whose turn is still to come
 */
void loop_unwatch(struct loop *loop, int fd);

/**
 * loop_timer - call @fn once at @at_ns (CLOCK_BOOTTIME)
 * @id: receives a number, never 0, for loop_timer_cancel(), which ignores what it does not know
 *
 * Returns 0 or -ENOMEM.
 */
int loop_timer(struct loop *loop, uint64_t at_ns, loop_timer_fn fn, void *ctx, uint64_t *id);
void loop_timer_cancel(struct loop *loop, uint64_t id);

/**
 * loop_step - wait for the next event, or until @until_ns, and call what it is for
 *
 * Returns the number of callbacks made, 0 at @until_ns, -EINTR when a signal came, or another negative errno.
 */
int loop_step(struct loop *loop, uint64_t until_ns);

#endif
