/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The clock of deadlines: it counts while the machine sleeps and nobody can set it. */
#ifndef ECE_LIB_BASE_CLOCK_H
#define ECE_LIB_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND_NS UINT64_C(1000000000)
#define CLOCK_MS_NS     UINT64_C(1000000)

/**
 * clock_now - nanoseconds on CLOCK_BOOTTIME
 */
static inline uint64_t clock_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return (uint64_t)ts.tv_sec * CLOCK_SECOND_NS + (uint64_t)ts.tv_nsec;
}

/**
 * clock_wall - nanoseconds since 1970, for what must survive a reboot
 */
static inline uint64_t clock_wall(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (uint64_t)ts.tv_sec * CLOCK_SECOND_NS + (uint64_t)ts.tv_nsec;
}

/**
 * clock_poll_ms - what poll(2) is to wait until @deadline_ns: rounded up, -1 for UINT64_MAX
 */
static inline int clock_poll_ms(uint64_t now_ns, uint64_t deadline_ns)
{
	uint64_t ms;

	if (deadline_ns == UINT64_MAX)
		return -1;
	if (deadline_ns <= now_ns)
		return 0;
	ms = (deadline_ns - now_ns + CLOCK_MS_NS - 1) / CLOCK_MS_NS;
	return ms > 3600000 ? 3600000 : (int)ms;
}

#endif
