// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/nv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic_internal.h"
#include "devx/prm/cmd.h"
#include "devx/prm/general.h"

/* Doors that reach registers, in the order they are tried. Whether firmware grants these to user contexts is not public. */
static const enum ece_backend_id doors[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_VSC};

/* The data of one TLV in one mode. */
struct nv_page {
	bool tried;
	bool another; /* the card answered with another TLV */
	struct ece_result result;
	uint8_t bytes[ECE_NV_TLV_BYTES_MAX];
};

struct nv_tlv {
	bool asked;
	bool absent;
	bool versioned; /* the card told a version */
	uint8_t version;
	struct nv_page page[ECE_NV_MODES];
};

struct nic_nv {
	const struct ece_backend *backend; /* NULL: no door; .shut says why */
	struct ece_value shut;
	bool tells[ECE_NV_MODES];
	bool port_tried;
	uint8_t port; /* 0: not known */
	struct nv_tlv tlvs[];
};

_Static_assert((int)ECE_NV_NEXT == PRM_NV_NEXT && (int)ECE_NV_CURRENT == PRM_NV_CURRENT &&
		       (int)ECE_NV_FACTORY == PRM_NV_FACTORY,
	       "a mode is an access mode");

const char *ece_nv_mode_name(enum ece_nv_mode mode)
{
	static const char *const names[ECE_NV_MODES] = {"next", "current", "factory"};

	return mode < ECE_NV_MODES ? names[mode] : "?";
}

/* Takes a door through which the firmware answers, whatever it answers. */
static void try_door(struct ece_nic *nic, struct nic_nv *nv, const struct ece_backend *backend)
{
	uint8_t reg[PRM_MNVGC_BYTES] = {0};
	struct ece_result result;
	struct ece_value no;

	if (ece_backend_open(backend, &nic->doors)) {
		nic_value_shut(&no, backend->id, &nic->doors.door[backend->id]);
		nic_value_merge(&nv->shut, &no);
		return;
	}
	result = nic_access_reg(nic, backend, PRM_ACCESS_REG_READ, PRM_REG_MNVGC, reg, sizeof(reg));
	if (result.err && result.reached != ECE_REACHED_YES) {
		nic_value_refused(&no, &result);
		nic_value_merge(&nv->shut, &no);
		return;
	}
	/* A firmware that knows no MNVGC knows the next values only. */
	nv->backend = backend;
	nv->tells[ECE_NV_NEXT] = true;
	nv->tells[ECE_NV_CURRENT] = prm_get(reg, &prm_mnvgc.nvda_read_current_settings);
	nv->tells[ECE_NV_FACTORY] = prm_get(reg, &prm_mnvgc.nvda_read_factory_settings);
}

/* What is known of this card's configuration so far; NULL when out of memory. */
static struct nic_nv *nv_of(struct ece_nic *nic)
{
	struct nic_nv *nv = nic->nv;

	if (nv)
		return nv;
	nv = calloc(1, sizeof(*nv) + ece_nv_tlv_count() * sizeof(nv->tlvs[0]));
	if (!nv)
		return NULL;
	for (size_t i = 0; i < sizeof(doors) / sizeof(doors[0]) && !nv->backend; i++) {
		const struct ece_backend *backend = ece_backend(doors[i]);

		if (backend && backend->command)
			try_door(nic, nv, backend);
	}
	nic->nv = nv;
	return nv;
}

/*
 * The port of the card that a function has: on cards with a function for each port their numbers run alike. A function
 * beyond the ports is another thing, and which port it shares is not public.
 */
static uint8_t port_of(struct ece_nic *nic, struct nic_nv *nv)
{
	const char *dot = strrchr(nic->info.pci, '.');
	unsigned long function = dot ? strtoul(dot + 1, NULL, 16) : 0;
	uint8_t reg[PRM_MGIR_BYTES] = {0};
	struct ece_result result;
	uint64_t ports = 1;

	if (nv->port_tried)
		return nv->port;
	nv->port_tried = true;
	result = nic_access_reg(nic, nv->backend, PRM_ACCESS_REG_READ, PRM_REG_MGIR, reg, sizeof(reg));
	if (!result.err)
		ports = prm_get(reg, &prm_mgir.num_ports);
	/* A virtual function has a number of its own and its parent's port. */
	if (nic->info.kind != ECE_NIC_PF)
		return nv->port;
	if (function < ports)
		nv->port = (uint8_t)(function + 1);
	else if (ports <= 1)
		nv->port = 1;
	return nv->port;
}

static uint32_t type_of(const struct nic_nv *nv, const struct ece_nv_tlv *tlv)
{
	return prm_nv_type(tlv->nv_class, nv->port, tlv->id);
}

/* A card that does not answer this is old, not without the TLV. */
static struct nv_tlv *ask(struct ece_nic *nic, struct nic_nv *nv, const struct ece_nv_tlv *tlv)
{
	struct nv_tlv *t = &nv->tlvs[ece_nv_tlv_index(tlv)];
	uint8_t reg[PRM_MNVQC_BYTES] = {0};
	struct ece_result result;

	if (t->asked)
		return t;
	t->asked = true;
	prm_set(reg, &prm_mnvqc.type, type_of(nv, tlv));
	result = nic_access_reg(nic, nv->backend, PRM_ACCESS_REG_READ, PRM_REG_MNVQC, reg, sizeof(reg));
	if (result.err)
		return t;
	t->absent = !prm_get(reg, &prm_mnvqc.support_rd);
	t->versioned = true;
	t->version = (uint8_t)prm_get(reg, &prm_mnvqc.version);
	return t;
}

/* A TLV that is shorter than the table knows it, on older firmware, ends in zeros. */
static void take(struct nv_page *page, const struct ece_nv_tlv *tlv, uint32_t type, const uint8_t *reg)
{
	size_t length = prm_get(reg, &prm_nv_item.length);
	size_t bytes = length && length < tlv->bytes ? length : tlv->bytes;

	if (prm_get(reg, &prm_nv_item.type) != type)
		page->another = true;
	else
		memcpy(page->bytes, reg + PRM_NV_ITEM_BYTES, bytes);
}

static const struct nv_page *read_page(struct ece_nic *nic, struct nic_nv *nv, const struct ece_nv_tlv *tlv,
				       enum ece_nv_mode mode)
{
	struct nv_page *page = &nv->tlvs[ece_nv_tlv_index(tlv)].page[mode];
	uint8_t reg[PRM_MNVDA_BYTES] = {0};

	if (page->tried)
		return page;
	page->tried = true;
	prm_set(reg, &prm_nv_item.access_mode, mode);
	prm_set(reg, &prm_nv_item.length, tlv->bytes);
	prm_set(reg, &prm_nv_item.type, type_of(nv, tlv));
	page->result = nic_access_reg(nic, nv->backend, PRM_ACCESS_REG_READ, PRM_REG_MNVDA, reg, sizeof(reg));
	if (!page->result.err)
		take(page, tlv, type_of(nv, tlv), reg);
	return page;
}

/* The firmware has the TLV and nothing in it. Source: mstflint, which reads both answers so. */
static bool holds_nothing(const struct ece_result *result)
{
	return result->has_status &&
	       (result->status == PRM_STATUS_BAD_RESOURCE || result->status == PRM_STATUS_NO_RESOURCES);
}

static bool unknown_to_firmware(const struct ece_result *result)
{
	return result->has_status && result->status == PRM_STATUS_BAD_PARAM;
}

static void absent(const struct nic_nv *nv, struct ece_value *value, const char *what, const char *name)
{
	struct ece_result result = {.backend = nv->backend->id, .reached = ECE_REACHED_YES};

	nic_value_fail(value, ECE_VALUE_UNSUPPORTED, &result, "this card has no %s%s", what, name);
}

static void page_failed(const struct nic_nv *nv, struct ece_value *value, const struct ece_nv_tlv *tlv,
			const struct nv_page *page)
{
	if (holds_nothing(&page->result))
		nic_value_fail(value, ECE_VALUE_UNSET, &page->result, "not set: the card holds nothing for it");
	else if (unknown_to_firmware(&page->result))
		absent(nv, value, "NV configuration ", tlv->name);
	else if (page->another)
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &page->result, "the card answered with another TLV than %s",
			       tlv->name);
	else
		nic_value_refused(value, &page->result);
}

/* The data of the capability TLV; zeros where the firmware has none, as mlxconfig takes it. NULL with @value filled. */
static const uint8_t *read_gate(struct ece_nic *nic, struct nic_nv *nv, const struct ece_nv_field *field,
				struct ece_value *value)
{
	static const uint8_t none[ECE_NV_TLV_BYTES_MAX];
	const struct nv_page *page;

	if (!field->gate || ask(nic, nv, field->gate)->absent)
		return none;
	page = read_page(nic, nv, field->gate, ECE_NV_NEXT);
	if (!page->result.err && !page->another)
		return page->bytes;
	if (holds_nothing(&page->result) || unknown_to_firmware(&page->result))
		return none;
	page_failed(nv, value, field->gate, page);
	return NULL;
}

static void read_field(struct ece_nic *nic, struct nic_nv *nv, const struct ece_nv_field *field, enum ece_nv_mode mode,
		       struct ece_value *value)
{
	const struct nv_tlv *t = ask(nic, nv, field->tlv);
	const struct nv_page *page;
	const uint8_t *gate;
	uint64_t raw;

	if (t->absent) {
		absent(nv, value, "NV configuration ", field->tlv->name);
		return;
	}
	if (t->versioned && field->version > t->version) {
		absent(nv, value, field->name, ": its firmware is older than the field");
		return;
	}
	gate = read_gate(nic, nv, field, value);
	if (!gate)
		return;
	page = read_page(nic, nv, field->tlv, mode);
	if (page->result.err || page->another) {
		page_failed(nv, value, field->tlv, page);
		return;
	}
	switch (ece_nv_decode(field, page->bytes, gate, &raw)) {
	case ECE_NV_ABSENT:
		absent(nv, value, "", field->name);
		break;
	case ECE_NV_UNSET:
		nic_value_fail(value, ECE_VALUE_UNSET, &page->result, "not set: its valid bit %s is 0",
			       field->valid->name);
		break;
	default:
		nic_value_set(value, raw, &page->result);
	}
}

void nic_nv_read_one(struct ece_nic *nic, const struct ece_nv_field *field, enum ece_nv_mode mode,
		     struct ece_value *value)
{
	static const struct ece_result nothing;
	struct nic_nv *nv = nv_of(nic);

	if (!nv)
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &nothing, "out of memory");
	else if (!nv->backend)
		*value = nv->shut;
	else if (!nv->tells[mode])
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &nothing, "this firmware does not tell %s values",
			       ece_nv_mode_name(mode));
	else if (field->tlv->nv_class == PRM_NV_PORT && !port_of(nic, nv))
		nic_value_fail(value, ECE_VALUE_UNREADABLE, &nothing,
			       "which port of the card this function has is not known");
	else
		read_field(nic, nv, field, mode, value);
}

static bool known(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_UNSET;
}

static bool differs(const struct ece_value *next, const struct ece_value *current)
{
	return next->state != current->state || (next->state == ECE_VALUE_SET && next->raw != current->raw);
}

void ece_nic_nv_read(struct ece_nic *nic, const struct ece_nv_field *const *fields, struct ece_nv_value *values,
		     size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct ece_nv_value *v = &values[i];

		*v = (struct ece_nv_value){.field = fields[i]};
		for (enum ece_nv_mode mode = ECE_NV_NEXT; mode < ECE_NV_MODES; mode++)
			nic_nv_read_one(nic, fields[i], mode, &v->at[mode]);
		if (fields[i]->tlv->nv_class == PRM_NV_PORT && nic->nv)
			v->port = nic->nv->port;
		v->comparable = known(&v->at[ECE_NV_NEXT]) && known(&v->at[ECE_NV_CURRENT]);
		v->pending = v->comparable && differs(&v->at[ECE_NV_NEXT], &v->at[ECE_NV_CURRENT]);
	}
}
