// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the network interface of a port tells: counters by ethtool, priorities with PFC by DCB. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rtnl.h"
#include "lib/base/copy_text.h"
#include "lib/scrape/reading.h"

static void forget(struct reader_port *kept)
{
	ece_ethtool_names_done(&kept->names);
	free(kept->named);
	kept->named = NULL;
	kept->named_count = 0;
	kept->dcb_known = false;
	kept->kept = false;
}

static bool is_stale(const struct reading *r, const struct reader_port *kept, const char *netdev)
{
	return !kept->kept || strcmp(kept->netdev, netdev) != 0 ||
	       reader_now(r->reader) - kept->kept_ns >= SCRAPE_KEPT_NS;
}

/* An interface of many queues names thousands, and the table has some tens. */
static int find_rows(struct reading *r, struct reader_port *kept)
{
	free(kept->named);
	kept->named_count = 0;
	kept->named = calloc(kept->names.count + 1, sizeof(*kept->named));
	if (!kept->named)
		return -ENOMEM;
	for (size_t i = 0; i < kept->names.count; i++)
		if (counter_of_driver(r->device->driver, COUNTER_ETHTOOL, kept->names.names[i]))
			kept->named[kept->named_count++] = (uint32_t)i;
	return 0;
}

static int put_values(struct reading *r, struct reader_port *kept, const uint64_t *values)
{
	int err = 0;

	for (size_t i = 0; !err && i < kept->named_count; i++) {
		const struct counter_reading reading = {
			.value = values[kept->named[i]],
			.state = COUNTER_PRESENT,
		};

		err = list_put(&kept->list, r->device->driver, COUNTER_ETHTOOL, i, kept->names.names[kept->named[i]],
			       &reading, false);
	}
	return err;
}

/* An interface that is not there any more is told by the next look for devices. */
static int read_ethtool(struct reading *r, struct reader_port *kept, const struct scrape_port *port)
{
	uint64_t *values;
	bool others;
	int err = ece_ethtool_values(r->os, port->netdev, &kept->names, &values, &others);

	if (!err && others) {
		/* As a rule PFC was switched on or off */
		kept->dcb_known = false;
		err = find_rows(r, kept);
	}
	if (err) {
		ece_ethtool_names_done(&kept->names);
		kept->named_count = 0;
		free(values);
		if (err == -EOPNOTSUPP)
			return 0;
		list_fail(&kept->list, COUNTER_ETHTOOL);
		return reading_faulty(r, SCRAPE_ETHTOOL, port->number, err, "read the counters of the interface");
	}
	err = put_values(r, kept, values);
	free(values);
	return err;
}

static int read_dcb(struct reading *r, struct reader_port *kept, const char *netdev, uint32_t number)
{
	struct ece_dcb dcb;
	int err;

	if (kept->dcb_known)
		return 0;
	err = ece_rtnl_dcb(r->os, netdev, &dcb);
	kept->pfc_known = !err && dcb.has_pfc;
	kept->pfc = kept->pfc_known ? dcb.pfc_enabled : 0;
	kept->dcb_known = !err || err == -EOPNOTSUPP;
	if (kept->dcb_known)
		return 0;
	return reading_faulty(r, SCRAPE_DCB, number, err, "read which priorities have PFC");
}

int reading_netdev(struct reading *r, struct reader_port *kept, struct scrape_port *port)
{
	int err = 0;

	if (!port->netdev[0])
		return 0;
	if (is_stale(r, kept, port->netdev)) {
		forget(kept);
		copy_text(kept->netdev, sizeof(kept->netdev), port->netdev);
		kept->kept_ns = reader_now(r->reader);
		kept->kept = true;
	}
	if (r->parts & SCRAPE_ETHTOOL)
		err = read_ethtool(r, kept, port);
	if (!err && r->parts & SCRAPE_DCB)
		err = read_dcb(r, kept, port->netdev, port->number);
	port->pfc_known = kept->pfc_known;
	port->pfc = kept->pfc;
	return err;
}
