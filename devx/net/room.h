/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Arrays that grow by what an answer tells. Internal to devx/net. */
#ifndef ECE_DEVX_NET_ROOM_H
#define ECE_DEVX_NET_ROOM_H

#include <stdlib.h>

#define ROOM_FIRST 64 /* enough for the counters of mlx5 */

/**
 * room_for - room for one item more
 * @items: @count of them; NULL when there is none
 * @room: for how many there is room; raised when it is too little
 * @size: of an item
 *
 * Returns the array, which may have moved, or NULL when memory ran out; @items is then as it was.
 */
static inline void *room_for(void *items, size_t count, size_t *room, size_t size)
{
	size_t more = *room ? *room * 2 : ROOM_FIRST;
	void *grown;

	if (count < *room)
		return items;
	grown = reallocarray(items, more, size);
	if (grown)
		*room = more;
	return grown;
}

#endif
