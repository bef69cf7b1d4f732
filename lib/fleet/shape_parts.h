/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The form of a fleet file is told in several files; what they share. */
#ifndef ECE_LIB_FLEET_SHAPE_PARTS_H
#define ECE_LIB_FLEET_SHAPE_PARTS_H

#include "lib/fleet/shape.h"

/* Single values (shape.c). */
extern const struct shape shape_any, shape_any_array, shape_any_map;
extern const struct shape shape_bool, shape_text, shape_name, shape_hosts, shape_duration, shape_param, shape_argv;

/* Values of keys of the file. */
extern const struct shape shape_rollouts, shape_gates;   /* shape_rollout.c */
extern const struct shape shape_transport;               /* shape_transport.c */
extern const struct shape shape_store;                   /* shape_store.c */
extern const struct shape shape_drift;                   /* shape_drift.c */
extern const struct shape shape_signing;                 /* signing.c */
extern const struct shape shape_webhooks, shape_grafana; /* shape_hooks.c */

#endif
