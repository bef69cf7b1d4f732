// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Classes of service: what the driver has, what the card's registers have, each with its source. */
#include <errno.h>
#include <stdio.h>

#include "devx/net/ethtool.h"
#include "devx/net/rtnl.h"
#include "devx/nic/qos.h"
#include "lib/facts/internal.h"

#define NO_PRIORITY (-1)
#define RANGES_MAX  256 /* of 64 DSCPs */

static json_t *numbers(struct sheet *sheet, const uint8_t *values, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		facts_add(sheet, list, json_integer(values[i]));
	return list;
}

/* The DSCPs of each priority, as ranges: "0-7,26". @map is by DSCP. */
static json_t *by_priority(struct sheet *sheet, const int map[PRM_DSCPS])
{
	json_t *object = json_object();
	char key[16], ranges[RANGES_MAX];

	for (int priority = 0; priority < ECE_DCB_CLASSES; priority++) {
		size_t used = 0;

		ranges[0] = '\0';
		for (int first = 0, last; first < PRM_DSCPS; first = last + 1) {
			for (last = first; last + 1 < PRM_DSCPS && map[last + 1] == map[first]; last++)
				;
			if (map[first] != priority)
				continue;
			used += (size_t)snprintf(ranges + used, sizeof(ranges) - used, "%s%d", used ? "," : "", first);
			if (last > first)
				used += (size_t)snprintf(ranges + used, sizeof(ranges) - used, "-%d", last);
		}
		snprintf(key, sizeof(key), "%d", priority);
		facts_put(sheet, object, key, facts_text(ranges));
	}
	return object;
}

/* The map of the driver, from its rows for DSCPs. */
static json_t *driver_map(struct sheet *sheet, const struct ece_dcb *dcb)
{
	int map[PRM_DSCPS];

	if (!ece_dcb_trusts_dscp(dcb))
		return json_null();
	for (size_t i = 0; i < PRM_DSCPS; i++)
		map[i] = NO_PRIORITY;
	for (size_t i = 0; i < dcb->app_count; i++)
		if (dcb->app[i].selector == ECE_DCB_DSCP && dcb->app[i].protocol < PRM_DSCPS)
			map[dcb->app[i].protocol] = dcb->app[i].priority;
	return by_priority(sheet, map);
}

static json_t *register_trust(const struct ece_nic_qos *qos)
{
	const char *name = ece_nic_trust_name(qos->trust.raw);

	if (qos->trust.state != ECE_VALUE_SET)
		return facts_unknown(qos->trust.why);
	return name ? json_string(name) : facts_unknown("not a trust state");
}

static json_t *register_map(struct sheet *sheet, const struct ece_nic_qos *qos)
{
	int map[PRM_DSCPS];

	if (qos->map.state != ECE_VALUE_SET)
		return facts_unknown(qos->map.why);
	for (size_t i = 0; i < PRM_DSCPS; i++)
		map[i] = qos->priority[i];
	return by_priority(sheet, map);
}

static void put_trust(struct sheet *sheet, json_t *object, const struct ece_dcb *dcb, int err, struct ece_nic *nic)
{
	json_t *trust = json_object(), *map = json_object();
	struct ece_nic_qos qos;

	facts_put(sheet, trust, "driver",
		  err ? facts_unknown_errno(err) : json_string(ece_dcb_trusts_dscp(dcb) ? "dscp" : "pcp"));
	facts_put(sheet, map, "driver", err ? facts_unknown_errno(err) : driver_map(sheet, dcb));
	if (nic)
		ece_nic_qos_read(nic, &qos);
	facts_put(sheet, trust, "register", nic ? register_trust(&qos) : json_null());
	facts_put(sheet, map, "register", nic ? register_map(sheet, &qos) : json_null());
	facts_put(sheet, object, "trust", trust);
	facts_put(sheet, object, "priority_dscps", map);
}

static json_t *pfc_json(struct sheet *sheet, const struct ece_dcb *dcb)
{
	json_t *object = json_object(), *list = json_array();

	for (int i = 0; i < ECE_DCB_CLASSES; i++)
		if (dcb->pfc_enabled >> i & 1)
			facts_add(sheet, list, json_integer(i));
	facts_put(sheet, object, "priorities", list);
	facts_put(sheet, object, "delay", json_integer(dcb->pfc_delay));
	return object;
}

static const char *tsa_name(uint8_t tsa)
{
	switch (tsa) {
	case ECE_DCB_TSA_STRICT:
		return "strict";
	case ECE_DCB_TSA_CBS:
		return "cbs";
	case ECE_DCB_TSA_ETS:
		return "ets";
	case ECE_DCB_TSA_VENDOR:
		return "vendor";
	default:
		return "unknown";
	}
}

static json_t *class_json(struct sheet *sheet, const struct ece_dcb *dcb, size_t i)
{
	json_t *object = json_object();
	bool limited = dcb->has_maxrate && dcb->class_kbps[i];

	facts_put(sheet, object, "scheduling", json_string(tsa_name(dcb->class_tsa[i])));
	facts_put(sheet, object, "percent",
		  dcb->class_tsa[i] == ECE_DCB_TSA_ETS ? json_integer(dcb->class_percent[i]) : json_null());
	facts_put(sheet, object, "limit_kbps", limited ? json_integer((json_int_t)dcb->class_kbps[i]) : json_null());
	return object;
}

static json_t *ets_json(struct sheet *sheet, const struct ece_dcb *dcb)
{
	json_t *object = json_object(), *classes = json_array();

	for (size_t i = 0; i < ECE_DCB_CLASSES && i < dcb->ets_classes; i++)
		facts_add(sheet, classes, class_json(sheet, dcb, i));
	facts_put(sheet, object, "willing", json_boolean(dcb->ets_willing));
	facts_put(sheet, object, "priority_class", numbers(sheet, dcb->priority_class, ECE_DCB_CLASSES));
	facts_put(sheet, object, "classes", classes);
	return object;
}

/* Who negotiates decides who owns all of the above. */
static json_t *dcbx_json(struct sheet *sheet, uint8_t bits)
{
	json_t *object = json_object();

	facts_put(sheet, object, "owner", json_string(bits & ECE_DCB_DCBX_HOST ? "host" : "firmware"));
	facts_put(sheet, object, "ieee", json_boolean(bits & ECE_DCB_DCBX_IEEE));
	facts_put(sheet, object, "cee", json_boolean(bits & ECE_DCB_DCBX_CEE));
	facts_put(sheet, object, "static", json_boolean(bits & ECE_DCB_DCBX_STATIC));
	return object;
}

static json_t *buffers_json(struct sheet *sheet, const struct ece_dcb *dcb)
{
	json_t *object = json_object(), *sizes = json_array();

	for (size_t i = 0; i < ECE_DCB_BUFFERS; i++)
		facts_add(sheet, sizes, json_integer(dcb->buffer_bytes[i]));
	facts_put(sheet, object, "bytes", sizes);
	facts_put(sheet, object, "total_bytes", json_integer(dcb->buffers_total));
	facts_put(sheet, object, "priority_buffer", numbers(sheet, dcb->priority_buffer, ECE_DCB_CLASSES));
	return object;
}

static void put_dcb(struct sheet *sheet, json_t *object, const struct ece_dcb *dcb)
{
	facts_put(sheet, object, "pfc", dcb->has_pfc ? pfc_json(sheet, dcb) : json_null());
	facts_put(sheet, object, "ets", dcb->has_ets ? ets_json(sheet, dcb) : json_null());
	facts_put(sheet, object, "dcbx", dcb->has_dcbx ? dcbx_json(sheet, dcb->dcbx) : json_null());
	facts_put(sheet, object, "buffers", dcb->has_buffers ? buffers_json(sheet, dcb) : json_null());
}

static void put_no_dcb(struct sheet *sheet, json_t *object, int err)
{
	static const char *const keys[] = {"pfc", "ets", "dcbx", "buffers"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		facts_put(sheet, object, keys[i], facts_unknown_errno(err));
}

static json_t *pause_json(struct sheet *sheet, const char *netdev)
{
	struct ece_ethtool_pause pause;
	int err = ece_ethtool_pause(sheet->os, netdev, &pause);

	if (err)
		return facts_unknown_errno(err);
	return json_pack("{s:b, s:b, s:b}", "rx", pause.rx, "tx", pause.tx, "autoneg", pause.autoneg);
}

json_t *facts_qos(struct sheet *sheet, const struct ece_nic_info *info, struct ece_nic *nic)
{
	struct ece_dcb dcb;
	json_t *object;
	int err;

	if (!info->netdev[0])
		return json_null();
	err = ece_rtnl_dcb(sheet->os, info->netdev, &dcb);
	object = json_object();
	put_trust(sheet, object, &dcb, err, nic);
	if (err)
		put_no_dcb(sheet, object, err);
	else
		put_dcb(sheet, object, &dcb);
	facts_put(sheet, object, "pause", pause_json(sheet, info->netdev));
	return object;
}
