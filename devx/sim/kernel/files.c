// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The files of sysfs and debugfs that discovery and backends read, by rule: a path is taken apart from the left, its
 * first part names a card, links lead on to another root, and what is left is looked up in one table (nodes.c).
 */
#include <errno.h>
#include <string.h>

#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/nodes.h"

#define CC_DIR      "cc_params"
#define ECN_DIR     "ecn"
#define SECOND_PORT "ports/2"

/* Links in one path; the trees have cycles ("device/net/eth0/device/..."). */
#define FOLLOW_MAX 40

struct place {
	struct sim_kernel *kernel;
	enum ece_os_root root;
	struct sim_card *card; /* NULL: the root itself, or one without cards */
	size_t followed;       /* how many roots the path went through before this one */
	char rest[ECE_OS_NAME_MAX * 2];
};

static const char *name_in(const struct sim_kernel *kernel, const struct sim_card *card, enum ece_os_root root)
{
	switch (root) {
	case ECE_OS_PCI_DEVICES:
		return card->pci;
	case ECE_OS_INFINIBAND:
		return sim_has_rdma(card) ? card->rdma : "";
	case ECE_OS_NET:
		return sim_odd(card)->elsewhere ? "" : card->netdev;
	case ECE_OS_FWCTL:
		return sim_has_fwctl(kernel, card) ? card->fwctl : "";
	case ECE_OS_DEBUGFS_MLX5:
		/* The driver makes the directory, whatever it then puts into it */
		return card->rdma[0] || card->netdev[0] ? card->pci : "";
	default:
		return "";
	}
}

/* Takes the first part off a path. Returns its length; *path is then what follows. */
static size_t take_part(const char **path, const char **part)
{
	size_t len;

	*path += strspn(*path, "/");
	*part = *path;
	len = strcspn(*path, "/");
	*path += len;
	*path += strspn(*path, "/");
	return len;
}

static bool same(const char *name, const char *part, size_t len)
{
	return len && strlen(name) == len && !memcmp(name, part, len);
}

/* A subfunction is below its physical function, not beside it. */
static bool is_below(const struct sim_card *card, enum ece_os_root root)
{
	return root == ECE_OS_PCI_DEVICES && sim_odd(card)->subfunction;
}

static struct sim_card *card_named(struct sim_kernel *kernel, enum ece_os_root root, const char *part, size_t len)
{
	for (size_t i = 0; i < kernel->card_count; i++)
		if (!is_below(&kernel->cards[i], root) && same(name_in(kernel, &kernel->cards[i], root), part, len))
			return &kernel->cards[i];
	return NULL;
}

static bool is_child(const struct sim_card *card, const struct sim_card *parent)
{
	return sim_odd(card)->subfunction && !strcmp(sim_odd(card)->parent, parent->pci);
}

static struct sim_card *child_named(const struct place *p, const char *part, size_t len)
{
	for (size_t i = 0; i < p->kernel->card_count; i++)
		if (is_child(&p->kernel->cards[i], p->card) && same(p->kernel->cards[i].pci, part, len))
			return &p->kernel->cards[i];
	return NULL;
}

/* The function whose port is the second one of a card's RDMA device. */
static struct sim_card *second_port(const struct place *p)
{
	for (size_t i = 0; i < p->kernel->card_count; i++)
		if (sim_odd(&p->kernel->cards[i])->second_of &&
		    !strcmp(sim_odd(&p->kernel->cards[i])->second_of, p->card->rdma))
			return &p->kernel->cards[i];
	return NULL;
}

/* Children of a PCI function that are another root's directories. */
static const struct {
	const char *dir;
	enum ece_os_root root;
} classes[] = {
	{"infiniband", ECE_OS_INFINIBAND},
	{"net", ECE_OS_NET},
	{"fwctl", ECE_OS_FWCTL},
};

#define CLASS_COUNT (sizeof(classes) / sizeof(classes[0]))

/* The directory of what is in another namespace is there, and empty. */
static bool has_class(const struct place *p, size_t i)
{
	if (classes[i].root == ECE_OS_INFINIBAND && sim_odd(p->card)->rdma_elsewhere)
		return p->card->rdma[0];
	if (classes[i].root == ECE_OS_NET && sim_odd(p->card)->elsewhere)
		return p->card->netdev[0];
	return name_in(p->kernel, p->card, classes[i].root)[0];
}

/* "net" of a PCI function, if the function has such a child; else CLASS_COUNT. */
static size_t class_named(const struct place *p, const char *part, size_t len)
{
	for (size_t i = 0; i < CLASS_COUNT; i++)
		if (same(classes[i].dir, part, len) && has_class(p, i))
			return i;
	return CLASS_COUNT;
}

/* One step into another root, if the path starts with one. Returns true and moves the place and the path on. */
static bool follow(struct place *p, const char **path, bool last)
{
	const char *rest = *path, *part, *second;
	size_t len = take_part(&rest, &part), second_len, i;

	if (p->root != ECE_OS_PCI_DEVICES) {
		if (p->root == ECE_OS_DEBUGFS_MLX5 || !same("device", part, len) || (!last && !*rest))
			return false;
		if (p->root == ECE_OS_FWCTL && sim_odd(p->card)->subfunction)
			p->card = card_named(p->kernel, ECE_OS_PCI_DEVICES, sim_odd(p->card)->parent,
					     strlen(sim_odd(p->card)->parent));
		p->root = ECE_OS_PCI_DEVICES;
		*path = rest;
		return true;
	}
	if (child_named(p, part, len)) {
		p->card = child_named(p, part, len);
		*path = rest;
		return true;
	}
	i = class_named(p, part, len);
	second_len = take_part(&rest, &second);
	if (i == CLASS_COUNT || !same(name_in(p->kernel, p->card, classes[i].root), second, second_len))
		return false;
	p->root = classes[i].root;
	*path = rest;
	return true;
}

/* "ports/2" of a device is "ports/1" of the function that has no device. */
static void enter_second_port(struct place *p)
{
	size_t len = strlen(SECOND_PORT);
	struct sim_card *second;

	if (p->root != ECE_OS_INFINIBAND || strncmp(p->rest, SECOND_PORT, len) != 0 ||
	    (p->rest[len] && p->rest[len] != '/'))
		return;
	second = second_port(p);
	if (!second)
		return;
	p->card = second;
	p->rest[len - 1] = '1';
}

/* Is the first part of a path the name of a card there? */
static bool has_cards(enum ece_os_root root)
{
	return root != ECE_OS_HOST && root != ECE_OS_MODULES;
}

/* @last: follow a link that ends the path, too */
static int resolve(struct sim_kernel *kernel, enum ece_os_root root, const char *path, bool last, struct place *p)
{
	const char *part;
	size_t len;

	*p = (struct place){.kernel = kernel, .root = root};
	if (has_cards(root)) {
		len = take_part(&path, &part);
		if (!len)
			return 0;
		p->card = card_named(kernel, root, part, len);
		if (!p->card)
			return -ENOENT;
	}
	while (p->card && *path && follow(p, &path, last))
		if (++p->followed > FOLLOW_MAX)
			return -ELOOP;
	while ((len = take_part(&path, &part))) {
		size_t at = strlen(p->rest);

		if (at + 1 + len >= sizeof(p->rest))
			return -ENAMETOOLONG;
		if (at)
			p->rest[at++] = '/';
		memcpy(p->rest + at, part, len);
	}
	enter_second_port(p);
	return 0;
}

/* The debugfs tree has rights of its own. */
static int enter_debugfs(const struct sim_kernel *kernel)
{
	if (kernel->flags & SIM_NO_DEBUGFS)
		return -ENOENT;
	return kernel->flags & SIM_UNPRIVILEGED ? -EACCES : 0;
}

static bool leaves_root(const char *path)
{
	const char *part;
	size_t len;

	if (*path == '/')
		return true;
	while ((len = take_part(&path, &part)))
		if (same("..", part, len))
			return true;
	return false;
}

static int find(struct sim_kernel *kernel, enum ece_os_root root, const char *path, bool last, struct place *p)
{
	int err = root == ECE_OS_DEBUGFS_MLX5 ? enter_debugfs(kernel) : 0;

	if (root >= ECE_OS_ROOT_COUNT || leaves_root(path))
		return -EINVAL;
	return err ? err : resolve(kernel, root, path, last, p);
}

static bool is_class_dir(const struct place *p)
{
	return p->root == ECE_OS_PCI_DEVICES && p->card && class_named(p, p->rest, strlen(p->rest)) != CLASS_COUNT;
}

static bool is_cc_dir(const struct place *p)
{
	return p->root == ECE_OS_DEBUGFS_MLX5 && p->card && !strcmp(p->rest, CC_DIR) && sim_cc_present(p->card);
}

/* The vendor driver's directory, or something below it, there or not */
static bool in_ecn(const struct place *p)
{
	size_t dir = strlen(ECN_DIR);

	return p->root == ECE_OS_NET && p->card && sim_ecn_present(p->kernel, p->card) &&
	       !strncmp(p->rest, ECN_DIR, dir) && (!p->rest[dir] || p->rest[dir] == '/');
}

/* In one of the two directories with counters */
static bool is_counter(const struct place *p)
{
	return p->root == ECE_OS_INFINIBAND && p->card && sim_counters_is_file(p->kernel, p->card, p->rest);
}

static bool is_dir(const struct place *p)
{
	if (!p->rest[0] || is_class_dir(p) || is_cc_dir(p))
		return true;
	if (in_ecn(p))
		return sim_ecn_is_dir(p->rest);
	return sim_node_is_dir(p->card, p->root, p->rest);
}

/* Which file of cc_params, or -ENOENT */
static int cc_file(const struct place *p)
{
	size_t dir = strlen(CC_DIR "/");

	if (p->root != ECE_OS_DEBUGFS_MLX5 || !p->card || !sim_cc_present(p->card) ||
	    strncmp(p->rest, CC_DIR "/", dir) != 0)
		return -ENOENT;
	return sim_cc_index(p->kernel, p->card, p->rest + dir);
}

static bool is_file(const struct place *p)
{
	if (in_ecn(p))
		return sim_ecn_is_file(p->rest);
	return sim_node_exists(p->card, p->root, p->rest) || cc_file(p) >= 0 || is_counter(p);
}

/* Lockdown shuts every file of debugfs that is not readable by all. */
static int read_cc(const struct place *p, size_t i, char *buf, size_t size)
{
	return p->kernel->flags & SIM_LOCKDOWN ? -EPERM : sim_cc_read(p->kernel, p->card, i, buf, size);
}

static int write_cc(const struct place *p, size_t i, const char *data, size_t len)
{
	return p->kernel->flags & SIM_LOCKDOWN ? -EPERM : sim_cc_write(p->kernel, p->card, i, data, len);
}

static int read_etc(const struct sim_kernel *kernel, const char *path, char *buf, size_t size)
{
	size_t len;

	if (!*path)
		return -EISDIR;
	for (size_t i = 0; i < kernel->etc_count; i++) {
		if (strcmp(kernel->etc[i].path, path) != 0)
			continue;
		len = strlen(kernel->etc[i].text);
		if (len > size)
			return -EFBIG;
		memcpy(buf, kernel->etc[i].text, len);
		return (int)len;
	}
	return -ENOENT;
}

int sim_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	char text[SIM_NODE_TEXT_MAX];
	struct place p;
	int err = find(ctx, root, path, true, &p);
	int cc, len;

	if (!leaves_root(path) && root == ECE_OS_PROCESSES)
		return sim_process_read(ctx, path, buf, size);
	if (!leaves_root(path) && root == ECE_OS_ETC)
		return read_etc(ctx, path, buf, size);
	if (!leaves_root(path) && root == ECE_OS_POLICY)
		return sim_policy_read(ctx, path, buf, size);
	if (err)
		return err;
	if (is_dir(&p))
		return -EISDIR;
	cc = cc_file(&p);
	if (cc >= 0)
		return read_cc(&p, (size_t)cc, buf, size);
	if (in_ecn(&p))
		return sim_ecn_read(p.kernel, p.card, p.rest, buf, size);
	if (is_counter(&p))
		return sim_counters_read(p.kernel, p.card, p.rest, buf, size);
	len = sim_node_read(p.kernel, p.card, p.root, p.rest, text);
	if (len < 0)
		return len;
	if ((size_t)len > size)
		return -EFBIG;
	memcpy(buf, text, (size_t)len);
	return len;
}

int sim_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	char text[SIM_NODE_TEXT_MAX];
	struct place p;
	int err = root == ECE_OS_POLICY ? -EINVAL : find(ctx, root, path, true, &p);
	int cc;

	if (err)
		return err;
	if (is_dir(&p))
		return -EISDIR;
	cc = cc_file(&p);
	if (cc >= 0)
		return write_cc(&p, (size_t)cc, data, len);
	if (in_ecn(&p) && sim_ecn_is_file(p.rest) && p.kernel->flags & SIM_UNPRIVILEGED)
		return -EACCES;
	if (in_ecn(&p))
		return sim_ecn_write(p.kernel, p.card, p.rest, data, len);
	/* All other files are sysfs attributes without a store */
	if (is_counter(&p))
		return -EACCES;
	err = sim_node_read(p.kernel, p.card, p.root, p.rest, text);
	return err < 0 ? err : -EACCES;
}

static int list_cards(const struct place *p, int (*each)(void *arg, const char *name), void *arg)
{
	int stop = 0;

	for (size_t i = 0; !stop && i < p->kernel->card_count; i++) {
		const char *name = name_in(p->kernel, &p->kernel->cards[i], p->root);

		if (name[0] && !is_below(&p->kernel->cards[i], p->root))
			stop = each(arg, name);
	}
	return stop;
}

static int list_cc(const struct place *p, int (*each)(void *arg, const char *name), void *arg)
{
	const char *name;
	int stop = 0;

	for (size_t i = 0; !stop && (name = sim_cc_name(p->kernel, p->card, i)); i++)
		stop = each(arg, name);
	return stop;
}

static int list_classes(const struct place *p, int (*each)(void *arg, const char *name), void *arg)
{
	int stop = 0;

	for (size_t i = 0; !stop && i < CLASS_COUNT; i++)
		if (has_class(p, i))
			stop = each(arg, classes[i].dir);
	for (size_t i = 0; !stop && i < p->kernel->card_count; i++)
		if (is_child(&p->kernel->cards[i], p->card))
			stop = each(arg, p->kernel->cards[i].pci);
	return stop;
}

static int list_class(const struct place *p, int (*each)(void *arg, const char *name), void *arg)
{
	size_t i = class_named(p, p->rest, strlen(p->rest));
	const char *name = name_in(p->kernel, p->card, classes[i].root);

	return name[0] ? each(arg, name) : 0;
}

int sim_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name), void *arg)
{
	struct place p;
	int err = find(ctx, root, path, true, &p);

	if (!leaves_root(path) && root == ECE_OS_POLICY)
		return sim_policy_list(ctx, path, each, arg);
	if (err)
		return err;
	if (!is_dir(&p))
		return is_file(&p) ? -ENOTDIR : -ENOENT;
	if (in_ecn(&p))
		return sim_ecn_list(p.rest, each, arg);
	if (!p.card && has_cards(p.root))
		return list_cards(&p, each, arg);
	if (is_class_dir(&p))
		return list_class(&p, each, arg);
	if (is_cc_dir(&p))
		return list_cc(&p, each, arg);
	if (p.root == ECE_OS_DEBUGFS_MLX5)
		return sim_cc_present(p.card) ? each(arg, CC_DIR) : 0;
	/* What a module has besides is not played */
	if (p.root == ECE_OS_MODULES && p.rest[0] && !p.kernel->persona->driver_version)
		return 0;
	if (p.root == ECE_OS_INFINIBAND && sim_counters_is_dir(p.rest))
		return sim_counters_list(p.kernel, p.card, p.rest, each, arg);
	err = sim_node_list(p.card, p.root, p.rest, each, arg);
	if (!err && p.root == ECE_OS_NET && !p.rest[0] && sim_ecn_present(p.kernel, p.card))
		err = each(arg, ECN_DIR);
	if (!err && p.root == ECE_OS_PCI_DEVICES && !p.rest[0])
		err = list_classes(&p, each, arg);
	if (!err && p.root == ECE_OS_INFINIBAND && !strcmp(p.rest, "ports") && second_port(&p))
		err = each(arg, "2");
	return err;
}

/* What a link leads to, by name. */
static const char *target(const struct place *p)
{
	if (!p->card)
		return NULL;
	if (!p->rest[0])
		return p->followed || p->root == ECE_OS_DEBUGFS_MLX5 ? NULL : name_in(p->kernel, p->card, p->root);
	/* The fwctl node of a subfunction leads to the physical function */
	if (p->root == ECE_OS_FWCTL && !strcmp(p->rest, "device") && sim_odd(p->card)->subfunction)
		return sim_odd(p->card)->parent;
	if (p->root != ECE_OS_PCI_DEVICES && p->root != ECE_OS_DEBUGFS_MLX5 && !strcmp(p->rest, "device"))
		return p->card->pci;
	return sim_node_target(p->card, p->root, p->rest);
}

int sim_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const char *name;
	struct place p;
	int err = find(ctx, root, path, false, &p);

	if (!leaves_root(path) && root == ECE_OS_POLICY)
		return sim_policy_is_file(ctx, path) ? -EINVAL : -ENOENT;
	if (err)
		return err;
	name = target(&p);
	if (!name)
		return is_dir(&p) || is_file(&p) ? -EINVAL : -ENOENT;
	if (strlen(name) >= size)
		return -ENAMETOOLONG;
	memcpy(buf, name, strlen(name) + 1);
	return (int)strlen(name);
}
