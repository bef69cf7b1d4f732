/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Libraries that a portable build loads from the host it runs on, because Debian has no archive of them to build in. Other
 * builds are linked with them, and then all of this says that they are there.
 *
 * In a portable build each of their functions is a jump through a slot (loaded_slot.h). A call before the library was
 * asked for, or after it was refused, ends the process.
 */
#ifndef ECE_DEVX_OS_LOADED_H
#define ECE_DEVX_OS_LOADED_H

#include "devx/base/error.h"

/**
 * ece_loaded_mnl - libmnl, without which nothing can be asked of netlink; before any use of devx/netlink and devx/os
 * ece_loaded_curl - libcurl, for etcd; before any use of lib/etcd
 *
 * Not to be called by two threads at once; the first successful call counts, later ones cost nothing. Returns 0; or
 * -ELIBACC (kind NO_DOOR) with @e naming the library, what the loader said, and the packages that have it.
 */
int ece_loaded_mnl(struct ece_error *e);
int ece_loaded_curl(struct ece_error *e);

#endif
