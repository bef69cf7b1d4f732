// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "devx/base/nearest.h"
#include "lib/http/web_config_internal.h"

#define BURST_MAX    100000 /* times the longest interval, a day, it still fits 64 bits of nanoseconds */
#define BCRYPT_CHARS 60     /* "$2b$10$", 22 of salt, 31 of digest */

/* Headers that may be set, and the values that some of them are confined to. */
static const struct header_rule {
	const char *name;
	const char *values[3];
} header_rules[WEB_HEADERS_MAX] = {
	{"Content-Security-Policy", {NULL}},
	{"Strict-Transport-Security", {NULL}},
	{"X-Content-Type-Options", {"nosniff"}},
	{"X-Frame-Options", {"deny", "sameorigin"}},
	{"X-XSS-Protection", {NULL}},
};

static const char *header_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < WEB_HEADERS_MAX ? header_rules[i].name : NULL;
}

static const struct header_rule *find_rule(const char *name)
{
	for (size_t i = 0; i < WEB_HEADERS_MAX; i++)
		if (strcmp(header_rules[i].name, name) == 0)
			return &header_rules[i];
	return NULL;
}

static int unknown_header(struct yaml_file *file, yaml_node_t *node, const char *name, struct ece_error *e)
{
	const char *near = ece_nearest(name, header_name, NULL /* not used */);

	return yaml_fault(file, node, e, ECE_ERROR_UNKNOWN_NAME, "header \"%.64s\" cannot be set here%s%s%s", name,
			  near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static bool has_value(const struct header_rule *rule, const char *value)
{
	if (!rule->values[0])
		return true;
	for (size_t i = 0; rule->values[i]; i++)
		if (strcasecmp(rule->values[i], value) == 0)
			return true;
	return false;
}

/* A line break would begin a header of somebody else's choice. */
static bool is_one_line(const char *value)
{
	for (; *value; value++)
		if ((unsigned char)*value < ' ' || *value == 0x7f)
			return false;
	return true;
}

static int take_header(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_config *config = to;
	const char *word = (const char *)name->data.scalar.value;
	const struct header_rule *rule = find_rule(word);
	struct web_header *header;
	int ret;

	if (!rule)
		return unknown_header(file, name, word, e);
	header = &config->headers[config->header_count];
	ret = yaml_text(file, value, &header->value, e);
	if (ret)
		return ret;
	header->name = rule->name;
	config->header_count++;
	if (!is_one_line(header->value))
		return yaml_fault(file, value, e, ECE_ERROR_SYNTAX, "a header is one line of printable text");
	if (!has_value(rule, header->value))
		return yaml_fault(file, value, e, ECE_ERROR_RANGE, "header %s takes %s%s%s, not \"%.64s\"", rule->name,
				  rule->values[0], rule->values[1] ? " or " : "",
				  rule->values[1] ? rule->values[1] : "", header->value);
	return 0;
}

static int take_headers(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	return yaml_each(file, value, YAML_MAPPING_NODE, WEB_HEADERS_MAX, take_header, to, e);
}

static int take_http2(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_config *config = to;

	return yaml_bool(file, value, &config->http2, e);
}

int web_take_http(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e)
{
	static const struct yaml_key keys[] = {{"http2", take_http2}, {"headers", take_headers}, {NULL, NULL}};
	const struct web_reading *reading = to;

	return yaml_take_keys(file, node, keys, reading->config, e);
}

/* "$2b$10$" and 53 characters: Returns the cost, or -1. */
static int bcrypt_cost(const char *hash)
{
	static const char alphabet[] = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	int cost;

	if (strlen(hash) != BCRYPT_CHARS || strncmp(hash, "$2", 2) != 0 || !strchr("aby", hash[2]) || hash[3] != '$' ||
	    hash[6] != '$' || strspn(hash + 7, alphabet) != BCRYPT_CHARS - 7)
		return -1;
	if (hash[4] < '0' || hash[4] > '3' || hash[5] < '0' || hash[5] > '9')
		return -1;
	cost = (hash[4] - '0') * 10 + hash[5] - '0';
	return cost < 4 || cost > 31 ? -1 : cost;
}

/* The name is never repeated with its hash: errors end in logs. */
static int take_user(struct yaml_file *file, yaml_node_t *name, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_config *config = to;
	struct web_user *user = &config->users[config->user_count];
	int cost, ret = yaml_text(file, name, &user->name, e);

	if (ret)
		return ret;
	config->user_count++;
	ret = yaml_text(file, value, &user->hash, e);
	if (ret)
		return ret;
	if (strchr(user->name, ':'))
		return yaml_fault(file, name, e, ECE_ERROR_SYNTAX, "no client can send a user name with a colon");
	cost = bcrypt_cost(user->hash);
	if (cost < 0)
		return yaml_fault(file, value, e, ECE_ERROR_SYNTAX,
				  "the password of \"%.64s\" is no bcrypt hash ($2a$, $2b$ or $2y$); "
				  "htpasswd -nBC 10 '' makes one",
				  user->name);
	if (cost > WEB_BCRYPT_COST_MAX)
		return yaml_fault(file, value, e, ECE_ERROR_LIMIT,
				  "the hash of \"%.64s\" has cost %d; more than %d is not taken, as each step doubles "
				  "the time of a login",
				  user->name, cost, WEB_BCRYPT_COST_MAX);
	return 0;
}

int web_take_users(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e)
{
	const struct web_reading *reading = to;

	return yaml_each(file, node, YAML_MAPPING_NODE, WEB_USERS_MAX, take_user, reading->config, e);
}

static int take_interval(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_config *config = to;

	return yaml_duration(file, value, &config->rate_interval_ns, e);
}

static int take_burst(struct yaml_file *file, yaml_node_t *value, void *to, struct ece_error *e)
{
	struct web_config *config = to;

	return yaml_count(file, value, BURST_MAX, &config->rate_burst, e);
}

int web_take_rate(struct yaml_file *file, yaml_node_t *node, void *to, struct ece_error *e)
{
	static const struct yaml_key keys[] = {{"interval", take_interval}, {"burst", take_burst}, {NULL, NULL}};
	const struct web_reading *reading = to;
	int ret = yaml_take_keys(file, node, keys, reading->config, e);

	/* A bucket that never holds anything would refuse every request. */
	if (!ret && reading->config->rate_interval_ns && !reading->config->rate_burst)
		return yaml_fault(file, node, e, ECE_ERROR_RANGE, "with an interval, burst must be 1 at least");
	return ret;
}
