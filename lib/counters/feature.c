// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/counter.h"

static const struct {
	const char *name, *meaning;
} features[] = {
	{"adaptive_retransmission", "the card retransmits at a pace that it adapts"},
	{"application", "says something about programs, not about the network"},
	{"buffers", "room for packets in the card and the host"},
	{"connection", "queue pairs that ended in an error"},
	{"global_pause", "pause of the whole port"},
	{"integrity", "packets that arrived or left broken"},
	{"link", "the port, its cable or optic"},
	{"notification_point", "congestion marks received, and what is sent to the senders for them"},
	{"pci", "the way from the card to host memory"},
	{"pfc", "pause by priority"},
	{"reaction_point", "notifications received, and what is done about them"},
	{"retransmission", "loss that the transport mended"},
	{"slow_restart", "flows that begin slowly after loss or idling"},
	{"traffic", "load"},
};

const char *counter_feature_at(size_t i, const char **meaning)
{
	if (i >= sizeof(features) / sizeof(features[0]))
		return NULL;
	if (meaning)
		*meaning = features[i].meaning;
	return features[i].name;
}
