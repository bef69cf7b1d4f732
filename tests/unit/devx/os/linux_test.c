// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The Linux side of the seam over a tree of files made here, and over a host without NICs. */
#include "devx/os/linux.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "devx/os/linux_doors.h"

/*
 *	PCI_DEVICES     the top
 *	PCI_DEVICES/fn  with vendor, empty, device -> ../../x/0000:3b:00.0
 *	HOST            kernel facts under proc/
 */
struct tree {
	char top[256];
	char proc[300], security[300], dev[300];
	char policy[300];
	struct linux_roots roots;
	struct ece_os os;
};

static void make_dir(const struct tree *t, const char *path)
{
	char full[512];

	snprintf(full, sizeof(full), "%s/%s", t->top, path);
	assert_int_equal(mkdir(full, 0700), 0);
}

static void make_file(const struct tree *t, const char *path, const char *text)
{
	char full[512];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", t->top, path);
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int make_tree(void **state)
{
	static const char *const dirs[] = {"fn",       "proc", "proc/sys", "proc/sys/kernel", "proc/sys/kernel/random",
					   "security", "dev"};
	struct tree *t = calloc(1, sizeof(*t));
	const char *tmp = getenv("TEST_TMPDIR");
	char link[512];

	snprintf(t->top, sizeof(t->top), "%s/seamXXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(t->top))
		return -1;
	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		make_dir(t, dirs[i]);
	make_file(t, "fn/vendor", "0x15b3\n");
	make_file(t, "fn/empty", "");
	make_file(t, "proc/sys/kernel/osrelease", "6.1.0\n");
	make_file(t, "proc/sys/kernel/random/boot_id", "11111111-2222\n");
	make_file(t, "security/lockdown", "[none] integrity confidentiality\n");
	make_file(t, "dev/fwctl9", "");
	snprintf(link, sizeof(link), "%s/fn/device", t->top);
	assert_int_equal(symlink("../../x/0000:3b:00.0", link), 0);
	snprintf(link, sizeof(link), "%s/fn/bare", t->top);
	assert_int_equal(symlink("bare_target", link), 0);
	snprintf(t->proc, sizeof(t->proc), "%s/proc", t->top);
	snprintf(t->security, sizeof(t->security), "%s/security", t->top);
	snprintf(t->dev, sizeof(t->dev), "%s/dev", t->top);
	for (int i = 0; i < ECE_OS_ROOT_COUNT; i++)
		t->roots.path[i] = t->top;
	snprintf(t->policy, sizeof(t->policy), "%s/run/policy", t->top);
	t->roots.path[ECE_OS_POLICY] = t->policy;
	t->roots.proc = t->proc;
	t->roots.securityfs = t->security;
	t->roots.fwctl_dev = t->dev;
	t->os = (struct ece_os){.ops = &linux_ops, .ctx = &t->roots};
	*state = t;
	return 0;
}

static int drop_tree(void **state)
{
	static const char *const files[] = {"fn/vendor",
					    "fn/empty",
					    "fn/device",
					    "fn/bare",
					    "proc/sys/kernel/osrelease",
					    "proc/sys/kernel/random/boot_id",
					    "security/lockdown",
					    "dev/fwctl9",
					    "run/policy/a.json"};
	static const char *const dirs[] = {
		"run/policy/a.json", "run/policy", "run",  "dev", "security", "proc/sys/kernel/random",
		"proc/sys/kernel",   "proc/sys",   "proc", "fn",  ""};
	struct tree *t = *state;
	char full[512];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(full, sizeof(full), "%s/%s", t->top, files[i]);
		unlink(full);
	}
	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		snprintf(full, sizeof(full), "%s/%s", t->top, dirs[i]);
		rmdir(full);
	}
	free(t);
	return 0;
}

static void files_are_read_whole(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	char buf[16];

	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/vendor", buf, sizeof(buf)), 7);
	assert_memory_equal(buf, "0x15b3\n", 7);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/vendor", buf, 7), 7);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/vendor", buf, 6), -EFBIG);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/empty", buf, sizeof(buf)), 0);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/none", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_PCI_DEVICES, "fn", buf, sizeof(buf)), -EISDIR);
}

static void files_are_written_not_made(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	char buf[16];

	assert_int_equal(ops->write(t->os.ctx, ECE_OS_DEBUGFS_MLX5, "fn/empty", "20", 2), 0);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_DEBUGFS_MLX5, "fn/empty", buf, sizeof(buf)), 2);
	assert_memory_equal(buf, "20", 2);
	assert_int_equal(ops->write(t->os.ctx, ECE_OS_DEBUGFS_MLX5, "fn/none", "20", 2), -ENOENT);
}

static int count_entries(void *arg, const char *name)
{
	assert_string_not_equal(name, ".");
	assert_string_not_equal(name, "..");
	++*(int *)arg;
	return 0;
}

static mode_t mode_of(const struct tree *t, const char *path)
{
	char full[512];
	struct stat st;

	snprintf(full, sizeof(full), "%s/%s", t->top, path);
	assert_int_equal(stat(full, &st), 0);
	return st.st_mode & 07777;
}

/* By whoever starts the agent, with whatever umask: programs of others have to read it. */
static void policies_are_made_for_all_to_read(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	mode_t mask = umask(0077);
	char buf[16];

	assert_int_equal(ops->read(t->os.ctx, ECE_OS_POLICY, "a.json", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(ops->replace(t->os.ctx, ECE_OS_POLICY, "a.json", "one", 3), 0);
	umask(mask);
	assert_int_equal(mode_of(t, "run"), 0755);
	assert_int_equal(mode_of(t, "run/policy"), 0755);
	assert_int_equal(mode_of(t, "run/policy/a.json"), 0644);
	assert_int_equal(ops->replace(t->os.ctx, ECE_OS_POLICY, "a.json", "of two", 6), 0);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_POLICY, "a.json", buf, sizeof(buf)), 6);
	assert_memory_equal(buf, "of two", 6);
	assert_int_equal(ops->write(t->os.ctx, ECE_OS_POLICY, "a.json", "20", 2), -EINVAL);
	assert_int_equal(ops->replace(t->os.ctx, ECE_OS_POLICY, "b/a.json", "1", 1), -EINVAL);
	assert_int_equal(ops->replace(t->os.ctx, ECE_OS_NET, "fn", "1", 1), -EINVAL);
}

/* What could not be put in place is not left behind. */
static void a_policy_that_fails_leaves_nothing(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	int count = 0;

	make_dir(t, "run");
	make_dir(t, "run/policy");
	make_dir(t, "run/policy/a.json");
	assert_int_equal(ops->replace(t->os.ctx, ECE_OS_POLICY, "a.json", "one", 3), -EISDIR);
	assert_int_equal(ops->list(t->os.ctx, ECE_OS_POLICY, "", count_entries, &count), 0);
	assert_int_equal(count, 1);
	/* And the directories that are there stay as they are. */
	assert_int_equal(mode_of(t, "run/policy"), 0700);
}

static void no_path_leaves_its_root(void **state)
{
	static const char *const bad[] = {"..", "../x", "fn/..", "fn/../fn/vendor", "/etc/hostname", "fn//../x"};
	static const char *const good[] = {"fn/vendor", "./fn/vendor", "fn/./vendor"};
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	struct ece_os_fwctl *fwctl;
	char buf[64];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(ops->read(t->os.ctx, ECE_OS_NET, bad[i], buf, sizeof(buf)), -EINVAL);
		assert_int_equal(ops->write(t->os.ctx, ECE_OS_NET, bad[i], "", 0), -EINVAL);
		assert_int_equal(ops->list(t->os.ctx, ECE_OS_NET, bad[i], NULL, NULL), -EINVAL);
		assert_int_equal(ops->link(t->os.ctx, ECE_OS_NET, bad[i], buf, sizeof(buf)), -EINVAL);
	}
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_int_equal(ops->read(t->os.ctx, ECE_OS_NET, good[i], buf, sizeof(buf)), 7);
	/* "..name" is a name. */
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_NET, "fn/..name", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(ops->fwctl_open(t->os.ctx, "../dev/fwctl9", &fwctl), -EINVAL);
	assert_int_equal(ops->fwctl_open(t->os.ctx, "..", &fwctl), -EINVAL);
	assert_int_equal(ops->fwctl_open(t->os.ctx, "", &fwctl), -EINVAL);
}

static void a_long_path_is_refused(void **state)
{
	const struct tree *t = *state;
	char path[LINUX_PATH_MAX + 1], buf[8];

	memset(path, 'a', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	assert_int_equal(t->os.ops->read(t->os.ctx, ECE_OS_NET, path, buf, sizeof(buf)), -ENAMETOOLONG);
}

static int stop_at_once(void *arg, const char *name)
{
	(void)name;
	++*(int *)arg;
	return 42;
}

static void directories_are_listed(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	int count = 0;

	assert_int_equal(ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "fn", count_entries, &count), 0);
	assert_int_equal(count, 4);
	count = 0;
	assert_int_equal(ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "", count_entries, &count), 0);
	assert_int_equal(count, 4);
	count = 0;
	assert_int_equal(ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "fn", stop_at_once, &count), 42);
	assert_int_equal(count, 1);
	assert_int_equal(ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "none", count_entries, &count), -ENOENT);
	assert_int_equal(ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "fn/vendor", count_entries, &count), -ENOTDIR);
}

static void links_give_their_last_component(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	char buf[13];

	assert_int_equal(ops->link(t->os.ctx, ECE_OS_FWCTL, "fn/device", buf, sizeof(buf)), 12);
	assert_string_equal(buf, "0000:3b:00.0");
	assert_int_equal(ops->link(t->os.ctx, ECE_OS_FWCTL, "fn/bare", buf, sizeof(buf)), 11);
	assert_string_equal(buf, "bare_target");
	assert_int_equal(ops->link(t->os.ctx, ECE_OS_FWCTL, "fn/device", buf, 12), -ENAMETOOLONG);
	assert_int_equal(ops->link(t->os.ctx, ECE_OS_FWCTL, "fn/vendor", buf, sizeof(buf)), -EINVAL);
	assert_int_equal(ops->link(t->os.ctx, ECE_OS_FWCTL, "fn/none", buf, sizeof(buf)), -ENOENT);
}

static void facts_of_the_host_are_files(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	char buf[64];

	assert_int_equal(ops->read(t->os.ctx, ECE_OS_HOST, "kernel_release", buf, sizeof(buf)), 6);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_HOST, "boot_id", buf, sizeof(buf)), 14);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_HOST, "lockdown", buf, sizeof(buf)), 33);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_HOST, "tainted", buf, sizeof(buf)), -ENOENT);
	assert_int_equal(ops->read(t->os.ctx, ECE_OS_HOST, "shadow", buf, sizeof(buf)), -ENOENT);
}

static void a_file_is_no_fwctl_node(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	struct ece_fwctl_info info;
	struct ece_os_fwctl *fwctl;
	uint8_t box[16] = {0};

	assert_int_equal(ops->fwctl_open(t->os.ctx, "fwctl0", &fwctl), -ENOENT);
	assert_int_equal(ops->fwctl_open(t->os.ctx, "fwctl9", &fwctl), 0);
	assert_int_equal(ops->fwctl_info(fwctl, &info), -ENOTTY);
	assert_int_equal(ops->fwctl_rpc(fwctl, ECE_FWCTL_CONFIGURATION, box, sizeof(box), box, sizeof(box)), -ENOTTY);
	assert_int_equal(ops->fwctl_rpc(fwctl, ECE_FWCTL_CONFIGURATION, box, ECE_OS_MAILBOX_MAX + 1, box, 16),
			 -EMSGSIZE);
	ops->fwctl_close(fwctl);
	ops->fwctl_close(NULL);
}

static int descriptors_that_survive_exec(void)
{
	int count = 0;

	for (int fd = 3; fd < 64; fd++) {
		int flags = fcntl(fd, F_GETFD);

		count += flags >= 0 && !(flags & FD_CLOEXEC);
	}
	return count;
}

static int look_at_descriptors(void *arg, const char *name)
{
	(void)name;
	*(int *)arg = descriptors_that_survive_exec();
	return 1;
}

static void no_descriptor_survives_exec(void **state)
{
	const struct tree *t = *state;
	const struct ece_os_ops *ops = t->os.ops;
	int before = descriptors_that_survive_exec(), listing = -1;
	struct ece_os_fwctl *fwctl;

	assert_int_equal(ops->fwctl_open(t->os.ctx, "fwctl9", &fwctl), 0);
	assert_int_equal(descriptors_that_survive_exec(), before);
	ops->fwctl_close(fwctl);
	ops->list(t->os.ctx, ECE_OS_PCI_DEVICES, "fn", look_at_descriptors, &listing);
	assert_int_equal(listing, before);
}

static void this_host_is_asked_like_any_other(void **state)
{
	const struct ece_os *os = ece_os_linux();
	struct ece_os_devx *devx;
	char buf[128];
	int err;

	(void)state;
	assert_true(os->ops->read(os->ctx, ECE_OS_HOST, "kernel_release", buf, sizeof(buf)) > 0);
	assert_true(os->ops->read(os->ctx, ECE_OS_HOST, "hostname", buf, sizeof(buf)) > 0);
	err = os->ops->devx_open(os->ctx, "no_such_device", &devx);
	/* Without rdma-core, and with it. */
	assert_true(err == -ENOSYS || err == -ENODEV);
	os->ops->devx_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(files_are_read_whole, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(files_are_written_not_made, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(no_path_leaves_its_root, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(policies_are_made_for_all_to_read, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(a_policy_that_fails_leaves_nothing, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(a_long_path_is_refused, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(directories_are_listed, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(links_give_their_last_component, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(facts_of_the_host_are_files, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(a_file_is_no_fwctl_node, make_tree, drop_tree),
		cmocka_unit_test_setup_teardown(no_descriptor_survives_exec, make_tree, drop_tree),
		cmocka_unit_test(this_host_is_asked_like_any_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
