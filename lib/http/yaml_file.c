// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/http/yaml_file.h"

#include <errno.h>
#include <string.h>

#include "devx/base/nearest.h"

/* libyaml counts lines and columns from 0. */
static int place(const char *name, const yaml_mark_t *mark, struct ece_error *e)
{
	return ece_error_place(e, "%s:%zu:%zu", name, mark->line + 1, mark->column + 1);
}

int yaml_fault(const struct yaml_file *file, const yaml_node_t *node, struct ece_error *e, enum ece_error_kind kind,
	       const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	ece_error_set(e, -EINVAL, kind, "%s", text);
	place(file->name, &node->start_mark, e);
	return -EINVAL;
}

static int syntax(const char *name, const yaml_parser_t *parser, struct ece_error *e)
{
	if (parser->error == YAML_MEMORY_ERROR)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "this is not YAML: %s",
		      parser->problem ? parser->problem : "it cannot be read");
	place(name, &parser->problem_mark, e);
	return -EINVAL;
}

static int only_one(const char *name, yaml_parser_t *parser, struct ece_error *e)
{
	yaml_document_t second;
	yaml_node_t *root;
	int ret = 0;

	if (!yaml_parser_load(parser, &second))
		return syntax(name, parser, e);
	root = yaml_document_get_root_node(&second);
	if (root) {
		ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a second document begins here; only one is read");
		place(name, &root->start_mark, e);
		ret = -EINVAL;
	}
	yaml_document_delete(&second);
	return ret;
}

int yaml_file_load(const char *name, const char *text, size_t len, struct yaml_file *file, struct ece_error *e)
{
	yaml_parser_t parser;
	int ret = 0;

	file->name = name;
	if (!yaml_parser_initialize(&parser))
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, len);
	if (!yaml_parser_load(&parser, &file->document)) {
		ret = syntax(name, &parser, e);
	} else if (yaml_file_root(file)) {
		ret = only_one(name, &parser, e);
		if (ret)
			yaml_file_done(file);
	}
	yaml_parser_delete(&parser);
	return ret;
}

void yaml_file_done(struct yaml_file *file)
{
	yaml_document_delete(&file->document);
}

yaml_node_t *yaml_file_root(struct yaml_file *file)
{
	return yaml_document_get_root_node(&file->document);
}

static bool is(const yaml_node_t *node, const char *text)
{
	return node->type == YAML_SCALAR_NODE && node->data.scalar.length == strlen(text) &&
	       memcmp(node->data.scalar.value, text, strlen(text)) == 0;
}

bool yaml_is_null(const yaml_node_t *node)
{
	if (node->type != YAML_SCALAR_NODE || node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
		return false;
	return is(node, "") || is(node, "~") || is(node, "null");
}

static const char *type_word(yaml_node_type_t type)
{
	switch (type) {
	case YAML_MAPPING_NODE:
		return "keys with values";
	case YAML_SEQUENCE_NODE:
		return "a list";
	default:
		return "one value";
	}
}

static int want(struct yaml_file *file, yaml_node_t *node, yaml_node_type_t type, struct ece_error *e)
{
	if (node->type == type)
		return 0;
	return yaml_fault(file, node, e, ECE_ERROR_TYPE, "%s belong%s here, not %s", type_word(type),
			  type == YAML_MAPPING_NODE ? "" : "s", type_word(node->type));
}

static const char *key_name(const void *ctx, size_t i)
{
	const struct yaml_key *keys = ctx;

	return keys[i].name;
}

static int unknown(struct yaml_file *file, yaml_node_t *name, const struct yaml_key *keys, struct ece_error *e)
{
	const char *word = (const char *)name->data.scalar.value, *near = ece_nearest(word, key_name, keys);

	if (near)
		return yaml_fault(file, name, e, ECE_ERROR_UNKNOWN_NAME, "no key \"%.64s\"; did you mean \"%s\"?", word,
				  near);
	return yaml_fault(file, name, e, ECE_ERROR_UNKNOWN_NAME, "no key \"%.64s\"", word);
}

static yaml_node_t *node_at(struct yaml_file *file, yaml_node_item_t index)
{
	return yaml_document_get_node(&file->document, index);
}

/* Every name is one value, not empty, and there once: files are small, so each is held against those before it. */
static int check_names(struct yaml_file *file, yaml_node_t *node, struct ece_error *e)
{
	const yaml_node_pair_t *first = node->data.mapping.pairs.start;

	for (const yaml_node_pair_t *pair = first; pair < node->data.mapping.pairs.top; pair++) {
		yaml_node_t *name = node_at(file, pair->key);
		int ret = want(file, name, YAML_SCALAR_NODE, e);

		if (ret)
			return ret;
		if (!name->data.scalar.length || memchr(name->data.scalar.value, '\0', name->data.scalar.length))
			return yaml_fault(file, name, e, ECE_ERROR_SYNTAX, "this is no name");
		for (const yaml_node_pair_t *other = first; other < pair; other++)
			if (is(node_at(file, other->key), (const char *)name->data.scalar.value))
				return yaml_fault(file, name, e, ECE_ERROR_DUPLICATE, "\"%.64s\" is there twice",
						  (const char *)name->data.scalar.value);
	}
	return 0;
}

static int too_many(struct yaml_file *file, yaml_node_t *node, size_t max, struct ece_error *e)
{
	return yaml_fault(file, node, e, ECE_ERROR_LIMIT, "more than %zu entries", max);
}

static const struct yaml_key *find_key(const yaml_node_t *name, const struct yaml_key *keys)
{
	while (keys->name && !is(name, keys->name))
		keys++;
	return keys->name ? keys : NULL;
}

/* After this a mapping has at most as many different names as there are keys, so that a second one is found soon. */
static int check_known(struct yaml_file *file, yaml_node_t *node, const struct yaml_key *keys, struct ece_error *e)
{
	for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
		yaml_node_t *name = node_at(file, pair->key);
		int ret = want(file, name, YAML_SCALAR_NODE, e);

		if (ret)
			return ret;
		if (!find_key(name, keys))
			return unknown(file, name, keys, e);
	}
	return 0;
}

int yaml_take_keys(struct yaml_file *file, yaml_node_t *node, const struct yaml_key *keys, void *to,
		   struct ece_error *e)
{
	int ret = want(file, node, YAML_MAPPING_NODE, e);

	if (ret)
		return ret;
	ret = check_known(file, node, keys, e);
	ret = ret ? ret : check_names(file, node, e);
	for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; !ret && pair < node->data.mapping.pairs.top;
	     pair++) {
		yaml_node_t *value = node_at(file, pair->value);

		if (!yaml_is_null(value))
			ret = find_key(node_at(file, pair->key), keys)->take(file, value, to, e);
	}
	return ret;
}

int yaml_each(struct yaml_file *file, yaml_node_t *node, yaml_node_type_t type, size_t max,
	      int (*take)(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e),
	      void *to, struct ece_error *e)
{
	int ret = want(file, node, type, e);

	if (ret)
		return ret;
	if (type == YAML_SEQUENCE_NODE) {
		yaml_node_item_t *item = node->data.sequence.items.start, *top = node->data.sequence.items.top;

		if (top - item > (ptrdiff_t)max)
			return too_many(file, node, max, e);
		for (; !ret && item < top; item++)
			ret = take(file, NULL /* no name */, node_at(file, *item), to, e);
		return ret;
	}
	if (node->data.mapping.pairs.top - node->data.mapping.pairs.start > (ptrdiff_t)max)
		return too_many(file, node, max, e);
	ret = check_names(file, node, e);
	for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; !ret && pair < node->data.mapping.pairs.top;
	     pair++)
		ret = take(file, node_at(file, pair->key), node_at(file, pair->value), to, e);
	return ret;
}
