// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * door: one firmware command through one of the kernel's doors, byte by byte. For the guest's scenarios.
 *
 *	door devx DEVICE OUT_LEN MAILBOX           mlx5dv_devx_general_cmd()
 *	door fwctl NODE SCOPE OUT_LEN MAILBOX      FWCTL_RPC
 *	door fwctl-abi NODE                        what the ioctls refuse, a name and an errno a line
 *
 * MAILBOX is hexadecimal, then optionally "+N" for N zero bytes. Prints "ok" or the errno's name, then the answer's bytes
 * (all but the zeros at its end). Before the rest: -n COUNT sends it COUNT times and prints the microseconds of one; -u
 * does it all as nobody.
 *
 * It shares no code with the toolkit: a fault in devx/os must not be able to hide here. Source of the fwctl layouts:
 * Linux include/uapi/fwctl/fwctl.h and mlx5.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>

#define FWCTL_INFO _IO(0x9a, 0)
#define FWCTL_RPC  _IO(0x9a, 1)
#define FWCTL_NONE _IO(0x9a, 0x7f)

#define MAILBOX_MAX (3U << 20)
#define HEADER      16
#define NOBODY      65534

struct fwctl_info {
	uint32_t size;
	uint32_t flags;
	uint32_t out_device_type;
	uint32_t device_data_len;
	uint64_t out_device_data;
};

struct fwctl_rpc {
	uint32_t size;
	uint32_t scope;
	uint32_t in_len;
	uint32_t out_len;
	uint64_t in;
	uint64_t out;
};

struct command {
	uint8_t *in;
	uint8_t *out;
	size_t in_len;
	size_t out_len;
};

static const char *errno_name(int error)
{
	return error ? strerrorname_np(error) : "ok";
}

static void die(const char *what)
{
	fprintf(stderr, "door: %s: %s\n", what, strerror(errno));
	exit(2);
}

static size_t number(const char *text)
{
	char *end;
	unsigned long value = strtoul(text, &end, 0);

	if (*end || end == text || value > MAILBOX_MAX) {
		errno = EINVAL;
		die(text);
	}
	return value;
}

static struct command parse(const char *out_len, const char *text)
{
	struct command command = {.out_len = number(out_len)};
	unsigned int byte;

	command.in = calloc(1, MAILBOX_MAX);
	command.out = calloc(1, MAILBOX_MAX);
	if (!command.in || !command.out)
		die("memory");
	for (; *text && *text != '+'; text += 2) {
		if (sscanf(text, "%2x", &byte) != 1 || !text[1]) {
			errno = EINVAL;
			die(text);
		}
		command.in[command.in_len++] = (uint8_t)byte;
	}
	if (*text == '+')
		command.in_len += number(text + 1);
	return command;
}

static struct ibv_context *devx_open(const char *name)
{
	struct mlx5dv_context_attr attr = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context;

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name))
			continue;
		context = mlx5dv_open_device(list[i], &attr);
		if (!context)
			die(name);
		return context;
	}
	errno = ENODEV;
	die(name);
	return NULL;
}

static int rpc(int node, uint32_t scope, const struct command *command)
{
	struct fwctl_rpc call = {
		.size = sizeof(call),
		.scope = scope,
		.in_len = (uint32_t)command->in_len,
		.out_len = (uint32_t)command->out_len,
		.in = (uintptr_t)command->in,
		.out = (uintptr_t)command->out,
	};

	return ioctl(node, FWCTL_RPC, &call) ? errno : 0;
}

static int node_open(const char *name)
{
	char path[64];
	int node;

	snprintf(path, sizeof(path), "/dev/fwctl/%s", name);
	node = open(path, O_RDWR | O_CLOEXEC);
	if (node < 0)
		die(path);
	return node;
}

static void print_answer(int error, const struct command *command)
{
	size_t end = command->out_len;

	puts(errno_name(error));
	while (end && !command->out[end - 1])
		end--;
	for (size_t i = 0; i < end; i++)
		printf("%02x", command->out[i]);
	putchar('\n');
}

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* What the two ioctls refuse before any firmware is asked. */
static int abi(const char *name)
{
	int node = node_open(name);
	uint8_t header[HEADER] = {0x01, 0x00}; /* QUERY_HCA_CAP */
	struct command command = {.in = header, .out = calloc(1, MAILBOX_MAX), .in_len = HEADER, .out_len = 4112};
	struct {
		struct fwctl_info info;
		uint64_t tail;
	} longer = {.info = {.size = sizeof(longer)}, .tail = 1};
	struct fwctl_info info = {.size = sizeof(info)};
	struct fwctl_rpc call = {.size = 4};

	printf("info %s\n", errno_name(ioctl(node, FWCTL_INFO, &info) ? errno : 0));
	printf("device_type %u\n", info.out_device_type);
	info.flags = 1;
	printf("info_flags %s\n", errno_name(ioctl(node, FWCTL_INFO, &info) ? errno : 0));
	printf("info_longer_with_tail %s\n", errno_name(ioctl(node, FWCTL_INFO, &longer) ? errno : 0));
	printf("rpc_too_short %s\n", errno_name(ioctl(node, FWCTL_RPC, &call) ? errno : 0));
	printf("unknown_ioctl %s\n", errno_name(ioctl(node, FWCTL_NONE, &info) ? errno : 0));
	printf("rpc %s\n", errno_name(rpc(node, 0, &command)));
	printf("scope_4 %s\n", errno_name(rpc(node, 4, &command)));
	command.in_len = HEADER - 1;
	printf("in_15_bytes %s\n", errno_name(rpc(node, 0, &command)));
	command.in_len = HEADER;
	command.out_len = HEADER - 1;
	printf("out_15_bytes %s\n", errno_name(rpc(node, 0, &command)));
	command.out_len = (2U << 20) + 1;
	printf("out_over_2MiB %s\n", errno_name(rpc(node, 0, &command)));
	free(command.out);
	close(node);
	return 0;
}

static int devx(char **argv, size_t count)
{
	struct ibv_context *context = devx_open(argv[0]);
	struct command command = parse(argv[1], argv[2]);
	double start = now_us();
	int error = 0;

	for (size_t i = 0; i < count; i++)
		error = mlx5dv_devx_general_cmd(context, command.in, command.in_len, command.out, command.out_len);
	if (count > 1)
		printf("%.0f\n", (now_us() - start) / (double)count);
	else
		print_answer(error < 0 ? errno : error, &command);
	ibv_close_device(context);
	return error != 0;
}

static int fwctl(char **argv, size_t count)
{
	int node = node_open(argv[0]);
	struct command command = parse(argv[2], argv[3]);
	double start = now_us();
	int error = 0;

	for (size_t i = 0; i < count; i++)
		error = rpc(node, (uint32_t)number(argv[1]), &command);
	if (count > 1)
		printf("%.0f\n", (now_us() - start) / (double)count);
	else
		print_answer(error, &command);
	close(node);
	return error != 0;
}

int main(int argc, char **argv)
{
	size_t count = 1;

	if (argc > 2 && !strcmp(argv[1], "-u")) {
		if (setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY))
			die("-u");
		argc--;
		argv++;
	}
	if (argc > 3 && !strcmp(argv[1], "-n")) {
		count = number(argv[2]);
		argc -= 2;
		argv += 2;
	}
	if (argc == 5 && !strcmp(argv[1], "devx"))
		return devx(argv + 2, count);
	if (argc == 6 && !strcmp(argv[1], "fwctl"))
		return fwctl(argv + 2, count);
	if (argc == 3 && !strcmp(argv[1], "fwctl-abi"))
		return abi(argv[2]);
	fputs("usage: door [-u] [-n COUNT] devx DEVICE OUT_LEN MAILBOX | fwctl NODE SCOPE OUT_LEN MAILBOX | fwctl-abi "
	      "NODE\n",
	      stderr);
	return 64;
}
