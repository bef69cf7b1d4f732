// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/file.h"

#include <errno.h>
#include <pcap/pcap.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX_SHOWN     200
#define STANDARD_INPUT     "-"
#define NANOSECONDS_SECOND UINT64_C(1000000000)

struct capture_file {
	pcap_t *pcap;
	enum capture_link link;
	char name[NAME_MAX_SHOWN];
};

static const struct {
	int dlt;
	enum capture_link link;
} links[] = {
	{DLT_EN10MB, CAPTURE_LINK_ETHERNET}, {DLT_LINUX_SLL, CAPTURE_LINK_SLL}, {DLT_LINUX_SLL2, CAPTURE_LINK_SLL2},
	{DLT_RAW, CAPTURE_LINK_IP},          {DLT_IPV4, CAPTURE_LINK_IP},       {DLT_IPV6, CAPTURE_LINK_IP},
};

static int find_link(struct capture_file *file, struct ece_error *e)
{
	int dlt = pcap_datalink(file->pcap);
	const char *name = pcap_datalink_val_to_name(dlt);

	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		if (links[i].dlt == dlt) {
			file->link = links[i].link;
			return 0;
		}
	}
	ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_UNSUPPORTED,
		      "its packets are of the link type %s (%d); Ethernet, LINUX_SLL, LINUX_SLL2 and raw IP are read",
		      name ? name : "unknown", dlt);
	return ece_error_place(e, "%s", file->name);
}

/* @pcap is NULL where libpcap took nothing of it; @text says why. */
static int start(pcap_t *pcap, const char *name, const char *text, struct capture_file **file, struct ece_error *e)
{
	struct capture_file *made = calloc(1, sizeof(*made));
	int err;

	if (!made || !pcap) {
		if (pcap)
			pcap_close(pcap);
		free(made);
		if (pcap || !made)
			return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		ece_error_set(e, -EPROTO, ECE_ERROR_SYNTAX, "no capture: %s", text);
		return ece_error_place(e, "%s", name);
	}
	made->pcap = pcap;
	snprintf(made->name, sizeof(made->name), "%s", name);
	err = find_link(made, e);
	if (err)
		capture_file_close(made);
	else
		*file = made;
	return err;
}

int capture_file_of(FILE *stream, const char *name, struct capture_file **file, struct ece_error *e)
{
	char text[PCAP_ERRBUF_SIZE] = "";
	pcap_t *pcap = pcap_fopen_offline_with_tstamp_precision(stream, PCAP_TSTAMP_PRECISION_NANO, text);

	if (!pcap)
		fclose(stream);
	return start(pcap, name, text, file, e);
}

int capture_file_open(const char *path, struct capture_file **file, struct ece_error *e)
{
	char text[PCAP_ERRBUF_SIZE] = "";
	FILE *stream;

	/* Of standard input libpcap knows by this name as well. */
	if (!strcmp(path, STANDARD_INPUT))
		return start(pcap_open_offline_with_tstamp_precision(path, PCAP_TSTAMP_PRECISION_NANO, text),
			     "standard input", text, file, e);
	stream = fopen(path, "rbe");
	if (stream)
		return capture_file_of(stream, path, file, e);
	ece_error_set(e, -errno, ECE_ERROR_IO, "cannot be read: %s", strerror(errno));
	return ece_error_place(e, "%s", path);
}

void capture_file_close(struct capture_file *file)
{
	if (!file)
		return;
	pcap_close(file->pcap);
	free(file);
}

enum capture_link capture_file_link(const struct capture_file *file)
{
	return file->link;
}

int capture_file_next(struct capture_file *file, struct capture_view *packet, uint64_t *time_ns, struct ece_error *e)
{
	struct pcap_pkthdr *header;
	const u_char *bytes;

	switch (pcap_next_ex(file->pcap, &header, &bytes)) {
	case 1:
		packet->at = bytes;
		packet->len = header->caplen;
		/* A file may claim that it has more of a packet than there was. */
		packet->wire = header->len > header->caplen ? header->len : header->caplen;
		/* By the precision that was asked for, microseconds are nanoseconds. */
		*time_ns = (uint64_t)header->ts.tv_sec * NANOSECONDS_SECOND + (uint64_t)header->ts.tv_usec;
		return 1;
	case PCAP_ERROR_BREAK:
		return 0;
	default:
		ece_error_set(e, -EPROTO, ECE_ERROR_SYNTAX, "cannot be read on: %s", pcap_geterr(file->pcap));
		return ece_error_place(e, "%s", file->name);
	}
}
