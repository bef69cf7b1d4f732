/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Numbers that look random and come again from the same seed (splitmix64, Steele and others, OOPSLA 2014).
 */
#ifndef ECE_DEVX_SIM_WIRE_DICE_H
#define ECE_DEVX_SIM_WIRE_DICE_H

#include <stdint.h>

struct wire_dice {
	uint64_t state;
};

/* wire_dice_per_million - the next number, below a million */
static inline uint32_t wire_dice_per_million(struct wire_dice *dice)
{
	uint64_t z = dice->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ z >> 31) % 1000000);
}

#endif
