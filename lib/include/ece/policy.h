/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Policy: which ECE options a host's programs may advertise, and without which a connection has to fail.
 *
 * It comes from a file that ece-agent writes from the "ece" section of a profile in the fleet file, one for each device
 * (ECE_POLICY_DIR), and from the environment of the program. The environment can only narrow: what the file does not
 * allow stays forbidden, what it requires stays required. Without either, everything is allowed and nothing required.
 *
 * Nothing here keeps state; all of it is thread-safe as long as nobody changes the environment.
 */
#ifndef ECE_POLICY_H
#define ECE_POLICY_H

#include <stddef.h>
#include <stdint.h>

#include <ece/error.h>
#include <ece/offer.h>

#ifdef __cplusplus
extern "C" {
#endif

/* DIR/PCI-ADDRESS.json: {"version": 1, "allow": ["selective_repeat"], "require": []} */
#define ECE_POLICY_DIR "/run/ece/policy"

#define ECE_POLICY_FILE_MAX   4096 /* bytes of a policy file; a longer one is an error */
#define ECE_POLICY_ORIGIN_MAX 256

/* Environment: one more file, which must be there; lists as ece_bits_parse() takes them. */
#define ECE_POLICY_ENV_FILE    "ECE_POLICY_FILE"
#define ECE_POLICY_ENV_ALLOW   "ECE_ALLOW"
#define ECE_POLICY_ENV_REQUIRE "ECE_REQUIRE"

struct ece_policy {
	uint32_t allow;                     /* option bits that may be advertised */
	uint32_t require;                   /* option bits that must be in effect; always a part of @allow */
	char origin[ECE_POLICY_ORIGIN_MAX]; /* where it is from, for messages; empty: the default */
};

/**
 * ece_policy_open - the policy that allows everything and requires nothing
 */
struct ece_policy ece_policy_open(void);

/**
 * ece_policy_narrow - put a further policy on top
 *
 * Allowed is what both allow, required what either requires. Returns 0, or -EINVAL (kind CONFLICT) with @e filled and
 * @policy as it was, where something would be required that is not allowed; the message names both origins.
 */
int ece_policy_narrow(struct ece_policy *policy, const struct ece_policy *further, struct ece_error *e);

/**
 * ece_policy_parse - a policy file's text
 * @text: @len bytes, JSON; need not end in NUL
 * @name: of the file, for messages
 *
 * A key that is absent does not narrow. Unknown keys, names and bits, and a newer version, are errors: a policy that is
 * half understood is none. Returns 0, or a negative errno with @e filled.
 */
int ece_policy_parse(const char *text, size_t len, const char *name, struct ece_policy *policy, struct ece_error *e);

/**
 * ece_policy_find - the policy in force for a device of this host, for this process
 * @device: name of the RDMA device, "mlx5_0"; NULL: only the environment is asked
 *
 * The host's file, narrowed by ECE_POLICY_FILE, ECE_ALLOW and ECE_REQUIRE. A program that is set-user-ID does not look
 * at the environment. A file that is there and cannot be read or understood is an error, never "everything is allowed";
 * a device without a PCI function (rdma_rxe) has no file. Returns 0, or a negative errno with @e filled.
 */
int ece_policy_find(const char *device, struct ece_policy *policy, struct ece_error *e);

#ifdef __cplusplus
}
#endif

#endif
