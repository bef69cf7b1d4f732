/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mappings of a YAML file into structs by a table of keys. Unknown keys, keys given twice and values of another type
 * are errors with line and column.
 */
#ifndef ECE_LIB_HTTP_YAML_FILE_H
#define ECE_LIB_HTTP_YAML_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

#include "devx/base/error.h"

struct yaml_file {
	const char *name; /* for places in errors */
	yaml_document_t document;
};

/**
 * yaml_file_load - parse
 * @name: of the file; must outlive @file
 *
 * Only the first document counts; a second one is an error. yaml_file_done() frees what was loaded, after success only.
 * Returns 0; -EINVAL (kind SYNTAX) with the place in @e; or -ENOMEM.
 */
int yaml_file_load(const char *name, const char *text, size_t len, struct yaml_file *file, struct ece_error *e);
void yaml_file_done(struct yaml_file *file);

/**
 * yaml_file_root - the node on top
 *
 * Returns NULL for an empty file.
 */
yaml_node_t *yaml_file_root(struct yaml_file *file);

/* Whether a value is left out: "key:", "key: ~" or "key: null". */
bool yaml_is_null(const yaml_node_t *node);

/**
 * yaml_fault - an error at a node
 * @format: a sentence without a full stop
 *
 * Returns -EINVAL with @e filled.
 */
__attribute__((format(printf, 5, 6))) int yaml_fault(const struct yaml_file *file, const yaml_node_t *node,
						     struct ece_error *e, enum ece_error_kind kind, const char *format,
						     ...);

/* One key of a mapping. */
struct yaml_key {
	const char *name;
	/* Called once, with a value that is not null. Returns 0 or a negative errno with @e filled. */
	int (*take)(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e);
};

/**
 * yaml_take_keys - hand each value of a mapping to its key
 * @keys: ends with one without a name
 * @to: for the keys
 *
 * Returns 0; -EINVAL for a node that is no mapping, for a key that is unknown (with the nearest one) or twice there; or
 * what a key returned.
 */
int yaml_take_keys(struct yaml_file *file, yaml_node_t *node, const struct yaml_key *keys, void *to,
		   struct ece_error *e);

/**
 * yaml_each - hand each item of a sequence, or each pair of a mapping, to @take
 * @max: more are an error
 * @take: @name is NULL for an item of a sequence
 *
 * Names of a mapping may be anything but empty; twice the same is an error. Returns 0 or a negative errno with @e filled.
 */
int yaml_each(struct yaml_file *file, yaml_node_t *node, yaml_node_type_t type, size_t max,
	      int (*take)(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e),
	      void *to, struct ece_error *e);

/**
 * yaml_text, yaml_bool, yaml_count, yaml_duration - scalars
 * @text: receives a copy; free() it
 * @count: 0 to @max
 * @ns: "1s", "100ms", "1m30s"; at most a day
 *
 * Text with a NUL in it is refused. Return 0, -EINVAL, or -ENOMEM, with @e filled.
 */
int yaml_text(struct yaml_file *file, yaml_node_t *node, char **text, struct ece_error *e);
int yaml_bool(struct yaml_file *file, yaml_node_t *node, bool *value, struct ece_error *e);
int yaml_count(struct yaml_file *file, yaml_node_t *node, uint64_t max, uint64_t *count, struct ece_error *e);
int yaml_duration(struct yaml_file *file, yaml_node_t *node, uint64_t *ns, struct ece_error *e);

#endif
