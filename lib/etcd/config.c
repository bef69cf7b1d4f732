// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/etcd/internal.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a client of etcd");
}

static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	bool has = !curl_url_get(url, part, &text, 0) && text && *text;

	curl_free(text);
	return has;
}

/* The text itself is in no message before it is known to hold no password. */
static int check_url(CURLU *url, const char *text, struct ece_error *e)
{
	char *scheme = NULL;
	bool web;

	if (strlen(text) >= ETCD_URL_MAX || curl_url_set(url, CURLUPART_URL, text, 0))
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "an endpoint of etcd is no URL; it should look like https://etcd1.example:2379");
	if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD))
		return ece_error_set(e, -EINVAL, ECE_ERROR_DENIED,
				     "an endpoint of etcd has a user in its URL; name user and password file instead");
	web = !curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) && (!strcmp(scheme, "http") || !strcmp(scheme, "https"));
	curl_free(scheme);
	if (!web || has_part(url, CURLUPART_QUERY) || has_part(url, CURLUPART_FRAGMENT))
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "\"%s\" is no endpoint of etcd; it should look like https://etcd1.example:2379",
				     text);
	return 0;
}

static int take_endpoint(struct etcd *etcd, const char *text, struct ece_error *e)
{
	size_t i = etcd->endpoint_count, len = strlen(text);
	CURLU *url = curl_url();
	char *host = NULL, *port = NULL;
	int ret = url ? check_url(url, text, e) : no_memory(e);

	if (!ret && (curl_url_get(url, CURLUPART_HOST, &host, 0) ||
		     curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT)))
		ret = no_memory(e);
	curl_url_cleanup(url);
	if (!ret) {
		while (len && text[len - 1] == '/')
			len--;
		etcd->endpoints[i] = strndup(text, len);
		if (asprintf(&etcd->names[i], "%s:%s", host, port) < 0)
			etcd->names[i] = NULL;
		etcd->endpoint_count++;
		if (!etcd->endpoints[i] || !etcd->names[i])
			ret = no_memory(e);
	}
	curl_free(host);
	curl_free(port);
	return ret;
}

/* A file that is missing would otherwise show only at the first request, as an error of TLS. */
static int take_file(char **copy, const char *name, const char *what, struct ece_error *e)
{
	if (!name)
		return 0;
	if (access(name, R_OK))
		return ece_error_set(e, -errno, errno == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "%s of etcd, %s, cannot be read: %s", what, name, strerror(errno));
	*copy = strdup(name);
	return *copy ? 0 : no_memory(e);
}

static int open_secret(const char *file, struct ece_error *e)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;

	if (fd < 0)
		return ece_error_set(e, -errno, errno == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "the password file of etcd, %s, cannot be read: %s", file, strerror(errno));
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && !(st.st_mode & 077))
		return fd;
	close(fd);
	return ece_error_set(e, -EPERM, ECE_ERROR_DENIED,
			     "the password file of etcd, %s, must be a file that only its owner can read; chmod 600 it",
			     file);
}

int config_password(const char *file, char *password, struct ece_error *e)
{
	int fd = open_secret(file, e);
	ssize_t n;

	if (fd < 0)
		return fd;
	n = read(fd, password, ETCD_PASSWORD_MAX);
	close(fd);
	if (n == ETCD_PASSWORD_MAX || n <= 0) {
		explicit_bzero(password, ETCD_PASSWORD_MAX);
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "the password file of etcd, %s, is empty or longer than %d bytes", file,
				     ETCD_PASSWORD_MAX - 1);
	}
	password[n] = '\0';
	password[strcspn(password, "\r\n")] = '\0';
	return 0;
}

static int take_login(struct etcd *etcd, const struct etcd_config *config, struct ece_error *e)
{
	char password[ETCD_PASSWORD_MAX];
	int ret;

	if (!config->user && !config->password)
		return 0;
	if (!config->user || !config->password)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a user of etcd and its password file go together");
	ret = config_password(config->password, password, e);
	explicit_bzero(password, sizeof(password));
	if (ret)
		return ret;
	etcd->user = strdup(config->user);
	etcd->password = strdup(config->password);
	return etcd->user && etcd->password ? 0 : no_memory(e);
}

int config_take(struct etcd *etcd, const struct etcd_config *config, struct ece_error *e)
{
	int ret = 0;

	if (!config->endpoint_count || config->endpoint_count > ETCD_ENDPOINTS_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "etcd needs 1 to %d endpoints", ETCD_ENDPOINTS_MAX);
	if (!config->cert != !config->key)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a client certificate and its key go together");
	for (size_t i = 0; i < config->endpoint_count && !ret; i++)
		ret = take_endpoint(etcd, config->endpoints[i], e);
	ret = ret ? ret : take_file(&etcd->ca, config->ca, "the CA certificates", e);
	ret = ret ? ret : take_file(&etcd->cert, config->cert, "the client certificate", e);
	ret = ret ? ret : take_file(&etcd->key, config->key, "the key of the client certificate", e);
	ret = ret ? ret : take_login(etcd, config, e);
	etcd->attempt_ns = config->attempt_ns ? config->attempt_ns : ETCD_ATTEMPT_NS;
	etcd->idle_ns = config->idle_ns ? config->idle_ns : ETCD_IDLE_NS;
	return ret;
}

void config_drop(struct etcd *etcd)
{
	for (size_t i = 0; i < etcd->endpoint_count; i++) {
		free(etcd->endpoints[i]);
		free(etcd->names[i]);
	}
	free(etcd->ca);
	free(etcd->cert);
	free(etcd->key);
	free(etcd->user);
	free(etcd->password);
}
