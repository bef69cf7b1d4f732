// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The cases of the seam on the Linux that runs here: inside a virtual machine only, since the last ones taint the
 * kernel and lock it down. Prints one line a case in the form of cmocka.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <linux/capability.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "devx/os/linux.h"
#include "tests/seam/cases.h"

#define NOBODY             65534
#define CONTROL_TIMEOUT_MS 2000
#define CONTROL_LINE_MAX   128

struct names {
	char pci[ECE_OS_NAME_MAX];
	char rdma[ECE_OS_NAME_MAX];
	char netdev[ECE_OS_NAME_MAX];
	char fwctl[ECE_OS_NAME_MAX];
};

static bool set_rawio(void *ctx, bool have)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2];

	(void)ctx;
	if (syscall(SYS_capget, &header, data))
		return false;
	if (have)
		data[0].effective |= 1U << CAP_SYS_RAWIO;
	else
		data[0].effective &= ~(1U << CAP_SYS_RAWIO);
	return !syscall(SYS_capset, &header, data);
}

/* The effective user decides on files and, with it, the capabilities go and come back. */
static bool set_root(void *ctx, bool is_root)
{
	(void)ctx;
	return !seteuid(is_root ? 0 : NOBODY);
}

static bool lock_down(void *ctx)
{
	static const char mode[] = "integrity";
	int fd = open("/sys/kernel/security/lockdown", O_WRONLY | O_CLOEXEC);
	bool done;

	(void)ctx;
	if (fd < 0)
		return false;
	done = write(fd, mode, strlen(mode)) == (ssize_t)strlen(mode);
	close(fd);
	return done;
}

/* The card listens on its own serial line and answers every line with one. */
static bool ok_from(int fd)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	char answer[64] = "";
	size_t len = 0;

	while (len < sizeof(answer) - 1 && !memchr(answer, '\n', len)) {
		if (poll(&wait, 1, CONTROL_TIMEOUT_MS) != 1 || read(fd, answer + len, 1) != 1)
			return false;
		len++;
	}
	return !strncmp(answer, "ok", 2);
}

static bool tell_card(const char *line)
{
	int fd = open("/dev/ttyS1", O_RDWR | O_NOCTTY | O_CLOEXEC);
	bool done;

	if (fd < 0)
		return false;
	done = dprintf(fd, "%s\n", line) > 0 && ok_from(fd);
	close(fd);
	return done;
}

static bool fail_next(void *ctx, uint16_t opcode, uint8_t status)
{
	char line[CONTROL_LINE_MAX];

	(void)ctx;
	snprintf(line, sizeof(line), "fault status 0x%x 0x%x", opcode, status);
	return tell_card(line);
}

static bool set_counter(void *ctx, const char *name, uint64_t value)
{
	char line[CONTROL_LINE_MAX];

	(void)ctx;
	snprintf(line, sizeof(line), "counter %s %" PRIu64, name, value);
	return tell_card(line);
}

static int take_first(void *arg, const char *name)
{
	snprintf(arg, ECE_OS_NAME_MAX, "%s", name);
	return 1;
}

static void child(const struct ece_os *os, const char *pci, const char *class, char name[ECE_OS_NAME_MAX])
{
	char path[2 * ECE_OS_NAME_MAX];

	snprintf(path, sizeof(path), "%s/%s", pci, class);
	name[0] = '\0';
	os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, path, take_first, name);
}

static int run(const struct ece_os *os, const struct seam_env *env)
{
	static const char *const words[] = {"       OK", "  SKIPPED", "  FAILED "};
	int failed = 0;

	for (size_t i = 0; i < seam_case_count; i++) {
		struct seam seam = {.os = os, .env = env};
		enum seam_verdict verdict;

		if (!seam_applies(&seam_cases[i], env->kernel))
			continue;
		verdict = seam_cases[i].run(&seam);
		if (verdict != SEAM_OK)
			printf("%s: %s\n", seam_cases[i].name, seam.text);
		printf("[%s ] seam %s: %s\n", words[verdict], env->kernel->name, seam_cases[i].name);
		fflush(stdout);
		failed += verdict == SEAM_FAILED;
	}
	return failed;
}

static int usage(void)
{
	fprintf(stderr, "usage: seam_vm --kernel PERSONA --pci ADDRESS\n");
	return 64;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"kernel", required_argument, NULL, 'k'},
		{"pci", required_argument, NULL, 'p'},
		{NULL, 0, NULL, 0},
	};
	const struct ece_os *os = ece_os_linux();
	struct names names = {.pci = ""};
	struct seam_env env = {
		.pci = names.pci,
		.rdma = names.rdma,
		.netdev = names.netdev,
		.fwctl = names.fwctl,
		.set_rawio = set_rawio,
		.set_root = set_root,
		.lock_down = lock_down,
		.fail_next = fail_next,
		.set_counter = set_counter,
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'k')
			env.kernel = sim_persona_find(optarg);
		else if (c == 'p')
			snprintf(names.pci, sizeof(names.pci), "%s", optarg);
		else
			return usage();
	}
	if (!env.kernel || !names.pci[0] || optind != argc)
		return usage();
	child(os, names.pci, "infiniband", names.rdma);
	child(os, names.pci, "net", names.netdev);
	child(os, names.pci, "fwctl", names.fwctl);
	return run(os, &env) ? 1 : 0;
}
