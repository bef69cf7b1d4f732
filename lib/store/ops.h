/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a kind of store does behind store.h. Each member is the function of that name there. */
#ifndef ECE_LIB_STORE_OPS_H
#define ECE_LIB_STORE_OPS_H

#include "lib/store/store.h"

struct store_ops {
	void (*close)(struct store *store); /* never NULL */
	int (*fd)(const struct store *store);
	int (*step)(struct store *store, struct ece_error *e);
	bool (*may_act)(const struct store *store);
	bool (*guard)(const struct store *store, const char **key, int64_t *revision);
	const char *(*name)(const struct store *store); /* never NULL */
	int (*lock)(struct store *store, const char *holder, struct ece_error *e);
	void (*unlock)(struct store *store);
	int (*lock_holder)(struct store *store, struct ece_error *e);
	bool (*holder)(struct store *store, char *buf, size_t size);
	int (*run_create)(struct store *store, struct store_run *run, const char *plan, size_t plan_len,
			  struct ece_error *e);
	int (*run_find)(struct store *store, const char *id, bool open, struct store_run *run, struct ece_error *e);
	int (*run_reopen)(struct store *store, struct store_run *run, struct ece_error *e);
	int (*run_list)(struct store *store, struct store_run **runs, size_t *count, struct ece_error *e);
	int (*run_plan)(struct store *store, const char *id, char **plan, size_t *len, struct ece_error *e);
	int (*run_finish)(struct store *store, const char *id, const char *result, struct ece_error *e);
	int (*generation_next)(struct store *store, const char *id, uint64_t *generation, struct ece_error *e);
	int (*event_append)(struct store *store, const char *id, uint64_t now_ns, const struct rollout_event *event,
			    struct ece_error *e);
	int (*event_each)(struct store *store, const char *id,
			  int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
			  struct ece_error *e);
	int (*commit)(struct store *store, struct ece_error *e);
	int (*evidence_put)(struct store *store, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
			    uint32_t sample, uint32_t round, const char *json, struct ece_error *e);
	int (*evidence_each)(struct store *store, const char *id,
			     int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate,
					 uint32_t sample, uint32_t round, const char *json),
			     void *ctx, struct ece_error *e);
	int (*word_put)(struct store *store, const char *id, enum store_word word, const char *who, int64_t *number,
			struct ece_error *e);
	int (*word_take)(struct store *store, const char *id, enum store_word *word, char *who, size_t size,
			 struct ece_error *e);
	int (*word_taken)(struct store *store, int64_t number, struct ece_error *e);
	int (*word_withdraw)(struct store *store, int64_t number, struct ece_error *e);
	int (*frozen)(struct store *store, char *why, size_t size, struct ece_error *e);
	int (*freeze)(struct store *store, const char *why, struct ece_error *e);
	int (*unfreeze)(struct store *store, struct ece_error *e);
	int (*freeze_order)(struct store *store, struct token *order, struct ece_error *e);
	int (*identity)(struct store *store, struct token *last, struct ece_error *e);
	int (*epoch_raise)(struct store *store, uint32_t *epoch, struct ece_error *e);
	int (*owed_put)(struct store *store, const struct store_owed *owed, struct ece_error *e);
	int (*owed_clear)(struct store *store, const char *host, struct ece_error *e);
	int (*owed_list)(struct store *store, struct store_owed **out, size_t *count, struct ece_error *e);
	int (*note_put)(struct store *store, const char *key, const char *text, struct ece_error *e);
	int (*note_get)(struct store *store, const char *key, char **text, struct ece_error *e);
	int (*note_each)(struct store *store, const char *prefix,
			 int (*each)(void *ctx, const char *key, const char *text), void *ctx, struct ece_error *e);
	int (*note_swap)(struct store *store, const char *key, const char *was, const char *text, struct ece_error *e);
};

/* The first member of every kind of store. */
struct store {
	const struct store_ops *ops;
};

#endif
