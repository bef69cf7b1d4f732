// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Cases of the files that the toolkit keeps for libece. They end with the policy that forbids nothing. */
#include <errno.h>
#include <string.h>

#include "tests/seam/seam.h"

#define OPEN   "{\"version\": 1, \"allow\": \"all\", \"require\": []}\n"
#define CLOSED "{\"version\": 1, \"allow\": [], \"require\": []}\n"

static const char *file_of(const struct seam *s, char path[SEAM_PATH_MAX])
{
	snprintf(path, SEAM_PATH_MAX, "%s.json", s->env->pci);
	return path;
}

static int replace(struct seam *s, enum ece_os_root root, const char *path, const char *text)
{
	return s->os->ops->replace(s->os->ctx, root, path, text, strlen(text));
}

enum seam_verdict policies_are_replaced_whole(struct seam *s)
{
	char path[SEAM_PATH_MAX], buf[SEAM_TEXT_MAX];
	struct seam_search search = {.name = path};

	file_of(s, path);
	EXPECT(s, replace(s, ECE_OS_POLICY, path, OPEN), 0);
	EXPECT(s, replace(s, ECE_OS_POLICY, path, CLOSED), 0);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, path, buf), (int)strlen(CLOSED));
	EXPECT(s, strcmp(buf, CLOSED), 0);
	EXPECT(s, replace(s, ECE_OS_POLICY, path, OPEN), 0);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, path, buf), (int)strlen(OPEN));
	EXPECT(s, strcmp(buf, OPEN), 0);
	/* Nothing is left beside it. */
	EXPECT(s, seam_list(s, ECE_OS_POLICY, "", &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, search.entries, 1);
	return SEAM_OK;
}

enum seam_verdict policies_refuse_as_files_do(struct seam *s)
{
	const struct ece_os_ops *ops = s->os->ops;
	struct seam_search search = {.name = ""};
	char path[SEAM_PATH_MAX], buf[SEAM_TEXT_MAX];

	file_of(s, path);
	EXPECT(s, replace(s, ECE_OS_POLICY, path, OPEN), 0);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, "none.json", buf), -ENOENT);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, "", buf), -EISDIR);
	EXPECT(s, ops->read(s->os->ctx, ECE_OS_POLICY, path, buf, 3), -EFBIG);
	EXPECT(s, ops->link(s->os->ctx, ECE_OS_POLICY, path, buf, sizeof(buf)), -EINVAL);
	EXPECT(s, seam_list(s, ECE_OS_POLICY, path, &search), -ENOTDIR);
	/* A write could be seen half done; and nobody else's files are replaced. */
	EXPECT(s, ops->write(s->os->ctx, ECE_OS_POLICY, path, OPEN, strlen(OPEN)), -EINVAL);
	EXPECT(s, replace(s, ECE_OS_PCI_DEVICES, path, OPEN), -EINVAL);
	EXPECT(s, replace(s, ECE_OS_POLICY, "", OPEN), -EINVAL);
	EXPECT(s, replace(s, ECE_OS_POLICY, "..", OPEN), -EINVAL);
	EXPECT(s, replace(s, ECE_OS_POLICY, "../policy", OPEN), -EINVAL);
	EXPECT(s, replace(s, ECE_OS_POLICY, "/run/other", OPEN), -EINVAL);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, path, buf), (int)strlen(OPEN));
	return SEAM_OK;
}

static enum seam_verdict as_user(struct seam *s, const char *path)
{
	char buf[SEAM_TEXT_MAX];

	EXPECT(s, seam_read(s, ECE_OS_POLICY, path, buf), (int)strlen(OPEN));
	EXPECT(s, replace(s, ECE_OS_POLICY, path, CLOSED), -EACCES);
	EXPECT(s, seam_read(s, ECE_OS_POLICY, path, buf), (int)strlen(OPEN));
	EXPECT(s, strcmp(buf, OPEN), 0);
	return SEAM_OK;
}

/* Programs that obey it are not root. */
enum seam_verdict a_user_reads_policies_only(struct seam *s)
{
	char path[SEAM_PATH_MAX];
	enum seam_verdict verdict;

	EXPECT(s, replace(s, ECE_OS_POLICY, file_of(s, path), OPEN), 0);
	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot give up root here");
	verdict = as_user(s, path);
	s->env->set_root(s->env->ctx, true);
	return verdict;
}
