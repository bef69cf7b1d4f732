/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A real etcd of one or more members on loopback, for tests: own ports, own temporary directory, gone with the test.
 * Its members can be killed, stopped and started again between any two steps of a test.
 */
#ifndef ECE_TESTS_SERVICES_ETCD_SERVER_H
#define ECE_TESTS_SERVICES_ETCD_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#define ETCD_SERVER_MEMBERS_MAX 3

struct etcd_server;

/* Is etcd installed here? */
bool etcd_server_installed(void);

/**
 * etcd_server_new - start it and wait until it answers; fails the test when it does not
 * @args: more of its arguments, NULL-ended; or NULL
 */
struct etcd_server *etcd_server_new(size_t members, const char *const *args);
void etcd_server_free(struct etcd_server *server);

size_t etcd_server_members(const struct etcd_server *server);

/* Of a member: http://127.0.0.1:PORT. All of them as an array for struct etcd_config. */
const char *etcd_server_url(const struct etcd_server *server, size_t member);
const char *const *etcd_server_urls(const struct etcd_server *server);

/* Its temporary directory. */
const char *etcd_server_dir(const struct etcd_server *server);

/**
 * etcd_server_signal - SIGKILL ends a member (and is waited for), SIGSTOP and SIGCONT halt it and let it go on
 */
void etcd_server_signal(struct etcd_server *server, size_t member, int sig);

/**
 * etcd_server_start - a member that was killed again, on its old data; does not wait
 */
void etcd_server_start(struct etcd_server *server, size_t member);

/**
 * etcd_server_ready - wait until a member answers
 */
void etcd_server_ready(struct etcd_server *server, size_t member);

/**
 * etcd_server_leader - the member that leads
 */
size_t etcd_server_leader(struct etcd_server *server);

/**
 * etcd_server_ctl - run etcdctl with these arguments against the first member; fails the test unless it exits with 0
 */
void etcd_server_ctl(struct etcd_server *server, const char *const *args);

/**
 * etcd_server_restore - end all members, and start the only one anew from a snapshot that etcdctl saved
 */
void etcd_server_restore(struct etcd_server *server, const char *snapshot);

#endif
