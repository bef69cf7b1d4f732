/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Listening sockets, by addresses as operators of exporters write them. */
#ifndef ECE_LIB_HTTP_LISTEN_H
#define ECE_LIB_HTTP_LISTEN_H

#include <stddef.h>

#include "devx/base/error.h"

/**
 * http_listen - listen on an address
 * @address: "host:port", "[v6]:port", ":port" for every address of the host, IPv4 and IPv6 in one socket
 *
 * Where a name has several addresses the first that works is taken. Port 0 lets the kernel choose. Returns a descriptor
 * (close-on-exec, non-blocking), or a negative errno with @e filled.
 */
int http_listen(const char *address, struct ece_error *e);

/**
 * http_listen_name - what a socket listens on, "127.0.0.1:10049", "[::]:10049", or a path
 */
void http_listen_name(int fd, char *buf, size_t size);

/**
 * http_listen_check - whether a descriptor that somebody else opened listens for streams
 *
 * Makes it non-blocking and close-on-exec. Returns 0 or a negative errno with @e filled.
 */
int http_listen_check(int fd, struct ece_error *e);

#endif
