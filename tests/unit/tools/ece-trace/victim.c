// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * victim CASE [FILE]: a program that ece-trace is put in front of. It loads libibverbs itself or has it from the start, and
 * does what makes a log hard to keep. Exit 0 when the program came through as it would have alone.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS    4
#define PER_THREAD 25
#define CHILDREN   20

static struct ibv_qp *(*create)(struct ibv_pd *pd, struct ibv_qp_init_attr *attr);
static int (*modify)(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask);
static int (*destroy)(struct ibv_qp *qp);

static int moves(void)
{
	static const enum ibv_qp_state states[] = {IBV_QPS_INIT, IBV_QPS_RTR, IBV_QPS_RTS};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC};
	struct ibv_qp *qp = create(NULL, &init);

	if (!qp)
		return 1;
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		struct ibv_qp_attr attr = {.qp_state = states[i]};

		errno = ERANGE;
		if (modify(qp, &attr, IBV_QP_STATE) || errno != ERANGE || qp->state != states[i])
			return 1;
	}
	return destroy(qp);
}

static void *resolve(void *handle, const char *name, const char *version)
{
	return version ? dlvsym(handle, name, version) : dlsym(handle, name);
}

/* As NCCL does, or, without a version, as others do. */
static int load(const char *version, void **opened)
{
	void *handle = *opened = dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);
	void *found[] = {
		handle ? resolve(handle, "ibv_create_qp", version) : NULL,
		handle ? resolve(handle, "ibv_modify_qp", version) : NULL,
		handle ? resolve(handle, "ibv_destroy_qp", version) : NULL,
	};

	memcpy(&create, &found[0], sizeof(create));
	memcpy(&modify, &found[1], sizeof(modify));
	memcpy(&destroy, &found[2], sizeof(destroy));
	return create && modify && destroy ? 0 : 1;
}

/* As a plugin that is unloaded and loaded again does: what was found the first time lies elsewhere the second time. */
static int reload(void *handle)
{
	void *where = dlsym(handle, "ibv_modify_qp");
	uintptr_t page = (uintptr_t)where & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);

	if (moves() || dlclose(handle))
		return 1;
	/* Where the library stays, this takes nothing */
	(void)mmap((void *)page, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	return load("IBVERBS_1.1", &handle) || moves();
}

/* The number that the old function gives must come through. */
static int old_version(void)
{
	void *handle = dlopen("libibverbs.so.1", RTLD_NOW);
	void *found = handle ? dlvsym(handle, "ibv_modify_qp", "IBVERBS_1.0") : NULL;
	int (*old)(void);

	memcpy(&old, &found, sizeof(old));
	return old && old() == 42 ? 0 : 1;
}

/* Behind this program comes the traced library first: whoever asks from here must be told so. */
static int next(void)
{
	void *first = dlsym(RTLD_DEFAULT, "ibv_modify_qp"), *after = dlvsym(RTLD_NEXT, "ibv_modify_qp", "IBVERBS_1.1");

	return first && first == after ? 0 : 1;
}

/* The descriptor of stderr becomes a file of the program's: it stays as it is. */
static int taken_stderr(const char *path)
{
	close(STDERR_FILENO);
	if (open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) != STDERR_FILENO)
		return 1;
	return moves();
}

static int small_files(void)
{
	const struct rlimit limit = {.rlim_cur = 8, .rlim_max = 8};

	return setrlimit(RLIMIT_FSIZE, &limit) || moves();
}

static int broken_pipe(void)
{
	int ends[2];

	if (pipe(ends) || dup2(ends[1], STDERR_FILENO) < 0)
		return 1;
	close(ends[0]);
	close(ends[1]);
	/* stderr is what it was at the start of a program: start anew */
	execl("/proc/self/exe", "victim", "moves", NULL);
	return 1;
}

static void *work(void *arg)
{
	(void)arg;
	for (int i = 0; i < PER_THREAD; i++)
		if (moves())
			_exit(1);
	return NULL;
}

/* Children of a process whose other threads are in the middle of it. */
static int threads_and_children(void)
{
	pthread_t threads[THREADS];
	int status, bad = 0;

	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < CHILDREN; i++) {
		pid_t child = fork();

		if (!child)
			_exit(moves());
		if (waitpid(child, &status, 0) != child || status)
			bad = 1;
	}
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return bad;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "", *file = argc > 2 ? argv[2] : "";
	void *handle;

	if (!strcmp(name, "old_version"))
		return old_version();
	if (load(strcmp(name, "dlsym") ? "IBVERBS_1.1" : NULL, &handle))
		return 1;
	if (!strcmp(name, "reload"))
		return reload(handle);
	if (!strcmp(name, "next"))
		return next();
	if (!strcmp(name, "taken_stderr"))
		return taken_stderr(file);
	if (!strcmp(name, "small_files"))
		return small_files();
	if (!strcmp(name, "broken_pipe"))
		return broken_pipe();
	if (!strcmp(name, "threads_and_children"))
		return threads_and_children();
	return moves();
}
