// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/os/loaded.h"
#include "devx/os/loaded_slot.h"

#define FUNCTIONS(X)                    \
	X(mnl_attr_get_payload)         \
	X(mnl_attr_get_payload_len)     \
	X(mnl_attr_get_type)            \
	X(mnl_attr_get_u32)             \
	X(mnl_attr_get_u8)              \
	X(mnl_attr_nest_end)            \
	X(mnl_attr_nest_start)          \
	X(mnl_attr_next)                \
	X(mnl_attr_ok)                  \
	X(mnl_attr_parse)               \
	X(mnl_attr_parse_nested)        \
	X(mnl_attr_put)                 \
	X(mnl_attr_put_strz)            \
	X(mnl_attr_put_u32)             \
	X(mnl_attr_put_u64)             \
	X(mnl_attr_put_u8)              \
	X(mnl_cb_run2)                  \
	X(mnl_nlmsg_get_payload)        \
	X(mnl_nlmsg_get_payload_len)    \
	X(mnl_nlmsg_get_payload_offset) \
	X(mnl_nlmsg_ok)                 \
	X(mnl_nlmsg_put_extra_header)   \
	X(mnl_nlmsg_put_header)         \
	X(mnl_socket_bind)              \
	X(mnl_socket_close)             \
	X(mnl_socket_get_fd)            \
	X(mnl_socket_get_portid)        \
	X(mnl_socket_open2)             \
	X(mnl_socket_recvfrom)          \
	X(mnl_socket_sendto)            \
	X(mnl_socket_setsockopt)

FUNCTIONS(LOADED_FUNCTION)

int ece_loaded_mnl(struct ece_error *e)
{
	static const struct loaded_function functions[] = {FUNCTIONS(LOADED_ENTRY)};
	static struct loaded_library library = {
		.soname = "libmnl.so.0",
		.packages = "libmnl0 (Debian, Ubuntu, SUSE) or libmnl (Fedora, RHEL)",
		.use = "ask netlink",
		.functions = functions,
		.count = sizeof(functions) / sizeof(functions[0]),
	};

	return ece_loaded_fill(&library, e);
}
