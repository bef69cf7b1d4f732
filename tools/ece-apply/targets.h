/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The hosts of a fleet file as Prometheus takes them from a file: Prometheus, "file_sd_config". No host is asked. */
#ifndef ECE_TOOLS_ECE_APPLY_TARGETS_H
#define ECE_TOOLS_ECE_APPLY_TARGETS_H

#include <jansson.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/fleet/fleet.h"

#define TARGETS_LABEL_MAX 128 /* bytes of a label's name, as Prometheus gets it */

/**
 * targets_json - [{"targets": ["HOST:PORT", ...], "labels": {...}}, ...], hosts with equal labels together
 * @json: receives a new reference
 *
 * Labels are those of the fleet file, "fleet" (its name, if it has one) and "fleet_profile" (of the host's assigns, in
 * their order, with commas between). In a name each character that Prometheus does not take becomes "_"; a name that
 * Prometheus or a metric of ece-exporter has gets "host_" in front. Excluded hosts are told as well.
 *
 * Returns 0; -EINVAL with @e filled when two labels of a host become one or a name is too long; -ENOMEM.
 */
int targets_json(const struct fleet *fleet, uint16_t port, json_t **json, struct ece_error *e);

#endif
