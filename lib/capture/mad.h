/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where the fields of a management datagram's header are. Source: IBTA volume 1, 13.4.3; for the class, 16.7. */
#ifndef ECE_LIB_CAPTURE_MAD_H
#define ECE_LIB_CAPTURE_MAD_H

enum {
	MAD_HEADER_BYTES = 24,
	MAD_BASE_VERSION = 0,
	MAD_CLASS = 1,
	MAD_CLASS_VERSION = 2,
	MAD_METHOD = 3,
	MAD_TRANSACTION = 8, /* 8 bytes */
	MAD_ATTRIBUTE = 16,  /* 2 bytes */
	MAD_MODIFIER = 20,   /* 4 bytes */

	MAD_BASE_VERSION_1 = 1,
	MAD_CLASS_CM = 7,
	MAD_CLASS_VERSION_CM = 2,
	MAD_METHOD_SEND = 3,
};

#endif
