// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Devices that come, go and are renamed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/scrape/crew_internal.h"

static bool is_same_list(const struct crew_find *find, const struct ece_rdma_about *list, size_t count)
{
	if (count != find->about_count)
		return false;
	for (size_t i = 0; i < count; i++)
		if (list[i].index != find->abouts[i].index || list[i].node_guid != find->abouts[i].node_guid ||
		    list[i].ports != find->abouts[i].ports || strcmp(list[i].name, find->abouts[i].name) != 0)
			return false;
	return true;
}

enum scrape_sharing scrape_sharing_of(const struct ece_os *os)
{
	int shared = ece_rdma_shared(os);

	if (shared < 0)
		return SCRAPE_SHARING_UNKNOWN;
	return shared ? SCRAPE_SHARED : SCRAPE_EXCLUSIVE;
}

/*
 * Netlink tells in one answer whether anything came, went or was renamed. Only then, and now and then, is it worth the
 * hundreds of files that say what a NIC is.
 */
void crew_look(const struct ece_os *os, struct crew_find *find)
{
	struct ece_rdma_about *list = NULL;
	uint64_t now = crew_now();
	size_t count = 0;
	int err = ece_rdma_devices(os, &list, &count);
	bool same = !err && is_same_list(find, list, count);

	if (find->whole && now - find->when_ns < CREW_LOOK_NS && same) {
		find->error = (struct ece_error){.code = 0};
		free(list);
		return;
	}
	find->whole = !scrape_find(os, &find->targets, &find->target_count, &find->error);
	if (!find->whole) {
		find->targets = NULL;
		free(list);
		return;
	}
	find->error = (struct ece_error){.code = 0};
	find->sharing = scrape_sharing_of(os);
	find->when_ns = now;
	free(find->abouts);
	find->abouts = list;
	find->about_count = count;
}

void crew_member_free(struct crew_member *member)
{
	scrape_reader_free(member->reader);
	scrape_device_put(member->newest);
	free(member->kept);
	free(member);
}

static struct crew_member *new_member(const struct scrape_crew *crew, const struct scrape_target *target)
{
	struct crew_member *member = calloc(1, sizeof(*member));

	if (!member)
		return NULL;
	member->target = *target;
	if (scrape_reader_new(crew->os, target, &member->reader)) {
		free(member);
		return NULL;
	}
	if (crew->options.now_ns)
		scrape_reader_clock(member->reader, crew->options.now_ns, crew->options.now_ctx);
	scrape_keep_load(&crew->keep, member->reader);
	/* Without memory for it, it is kept from its first reading on */
	if (crew->options.keep)
		(void)scrape_keep_line(member->reader, &member->kept);
	return member;
}

/* How sure is it that a target is the device of a member? 0: it is not. */
static int likeness(const struct scrape_target *member, const struct scrape_target *target)
{
	const struct ece_rdma_about *a = &member->about, *b = &target->about;
	bool guid = a->node_guid && a->node_guid == b->node_guid;

	if (!a->name[0] || !b->name[0])
		return !a->name[0] && !b->name[0] && !strcmp(member->pci, target->pci);
	if (a->index == b->index && a->node_guid == b->node_guid)
		return 3;
	if (!strcmp(a->name, b->name) && (guid || (!a->node_guid && !b->node_guid)))
		return 2;
	return guid;
}

/*
 * Only root may read what tells a NIC of the fabric manager from another one. Who has given up its rights since must
 * not forget what it knew.
 */
static void keep_bar(const struct scrape_target *was, struct scrape_target *is)
{
	if (!was->has_nic || !is->has_nic || was->nic.bar != ECE_NIC_BAR_FABRIC_MANAGER ||
	    is->nic.bar != ECE_NIC_BAR_INFINIBAND || strcmp(was->pci, is->pci) != 0)
		return;
	is->nic.bar = was->nic.bar;
	memcpy(is->nic.why, was->nic.why, sizeof(is->nic.why));
}

/* Members of before find their targets, the surest first: each is taken once. */
static void match(const struct scrape_crew *crew, struct crew_member **members, size_t count)
{
	const struct crew_find *find = &crew->find;

	for (int sure = 3; sure; sure--)
		for (size_t i = 0; i < crew->member_count; i++) {
			struct crew_member *member = crew->members[i];

			for (size_t n = 0; member && !member->left && n < count; n++) {
				if (members[n] || likeness(&member->target, &find->targets[n]) != sure)
					continue;
				keep_bar(&member->target, &find->targets[n]);
				member->target = find->targets[n];
				members[n] = member;
				crew->members[i] = NULL;
				break;
			}
		}
}

static void leave(struct scrape_crew *crew, struct crew_member *member)
{
	struct crew_member **at = &crew->queue;

	while (*at && *at != member)
		at = &(*at)->next;
	if (*at) {
		*at = member->next;
		if (!*at)
			crew->queue_end = at;
		member->busy = member->queued = false;
		if (crew->phase == CREW_READS && member->round == crew->round && !--crew->waited_for)
			pthread_cond_broadcast(&crew->done);
	}
	member->left = member->busy;
	if (!member->left)
		crew_member_free(member);
}

int crew_follow(struct scrape_crew *crew)
{
	struct crew_find *find = &crew->find;
	size_t count = find->target_count;
	struct crew_member **members;
	int err = 0;

	if (!find->targets)
		return 0;
	members = calloc(count + 1, sizeof(struct crew_member *));
	if (!members)
		return -ENOMEM;
	match(crew, members, count);
	for (size_t i = 0; !err && i < count; i++) {
		if (!members[i])
			members[i] = new_member(crew, &find->targets[i]);
		err = members[i] ? 0 : -ENOMEM;
	}
	for (size_t i = 0; i < crew->member_count; i++)
		if (crew->members[i])
			leave(crew, crew->members[i]);
	free(crew->members);
	crew->members = members;
	crew->member_count = 0;
	while (crew->member_count < count && members[crew->member_count])
		crew->member_count++;
	if (err)
		find->whole = false;
	free(find->targets);
	find->targets = NULL;
	return err;
}
