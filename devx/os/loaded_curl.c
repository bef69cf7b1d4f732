// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/loaded.h"
#include "devx/os/loaded_slot.h"

#define FUNCTIONS(X)                \
	X(curl_easy_cleanup)        \
	X(curl_easy_escape)         \
	X(curl_easy_getinfo)        \
	X(curl_easy_init)           \
	X(curl_easy_setopt)         \
	X(curl_easy_strerror)       \
	X(curl_free)                \
	X(curl_global_cleanup)      \
	X(curl_global_init)         \
	X(curl_multi_add_handle)    \
	X(curl_multi_assign)        \
	X(curl_multi_cleanup)       \
	X(curl_multi_info_read)     \
	X(curl_multi_init)          \
	X(curl_multi_remove_handle) \
	X(curl_multi_setopt)        \
	X(curl_multi_socket_action) \
	X(curl_slist_append)        \
	X(curl_slist_free_all)      \
	X(curl_url)                 \
	X(curl_url_cleanup)         \
	X(curl_url_get)             \
	X(curl_url_set)

FUNCTIONS(LOADED_FUNCTION)

int ece_loaded_curl(struct ece_error *e)
{
	static const struct loaded_function functions[] = {FUNCTIONS(LOADED_ENTRY)};
	static struct loaded_library library = {
		.soname = "libcurl.so.4",
		.packages = "libcurl4 (Debian, Ubuntu, SUSE) or libcurl (Fedora, RHEL)",
		.use = "ask etcd",
		.functions = functions,
		.count = sizeof(functions) / sizeof(functions[0]),
	};

	return ece_loaded_fill(&library, e);
}
