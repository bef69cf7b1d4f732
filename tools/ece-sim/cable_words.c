// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-sim/cable_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "devx/sim/wire/pcap.h"
#include "devx/sim/wire/text.h"

static int take_connect(struct cable_words *words, const char *value, struct ece_error *error)
{
	if (words->count == PCI_SERVER_CABLES_MAX)
		return ece_error_set(error, -ENOSPC, ECE_ERROR_LIMIT, "more than %d cables", PCI_SERVER_CABLES_MAX);
	words->ends[words->count++] = value;
	return 0;
}

static int take_delay(struct cable_words *words, const char *value, struct ece_error *error)
{
	return wire_delay_parse(value, &words->weather.delay_ns, error);
}

static int take_loss(struct cable_words *words, const char *value, struct ece_error *error)
{
	return wire_share_parse(value, &words->weather.loss_per_million, error);
}

static int take_mark(struct cable_words *words, const char *value, struct ece_error *error)
{
	return wire_share_parse(value, &words->weather.mark_per_million, error);
}

static int number(const char *text, uint64_t max, uint64_t *value, struct ece_error *error)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || *value > max)
		return ece_error_set(error, -EINVAL, ECE_ERROR_SYNTAX, "'%s' is not a number up to %llu", text,
				     (unsigned long long)max);
	return 0;
}

static int take_seed(struct cable_words *words, const char *value, struct ece_error *error)
{
	return number(value, INT64_MAX, &words->weather.seed, error);
}

static int take_pcap(struct cable_words *words, const char *value, struct ece_error *error)
{
	(void)error;
	words->pcap = value;
	return 0;
}

static int take_pcap_max(struct cable_words *words, const char *value, struct ece_error *error)
{
	int err = number(value, INT64_MAX, &words->pcap_bytes, error);

	if (!err && words->pcap_bytes < WIRE_PCAP_BYTES_MIN)
		err = ece_error_set(error, -EINVAL, ECE_ERROR_RANGE, "a capture has %d bytes at least, not %s",
				    WIRE_PCAP_BYTES_MIN, value);
	return err;
}

static const struct {
	enum sim_pci_option option;
	const char *name;
	int (*take)(struct cable_words *words, const char *value, struct ece_error *error);
} options[] = {
	{SIM_PCI_OPTION_CONNECT, NULL, take_connect},
	{SIM_PCI_OPTION_DELAY, "--delay", take_delay},
	{SIM_PCI_OPTION_LOSS, "--loss", take_loss},
	{SIM_PCI_OPTION_MARK, "--mark", take_mark},
	{SIM_PCI_OPTION_SEED, "--seed", take_seed},
	{SIM_PCI_OPTION_PCAP, "--pcap", take_pcap},
	{SIM_PCI_OPTION_PCAP_MAX, "--pcap-max", take_pcap_max},
};

int cable_words_take(struct cable_words *words, enum sim_pci_option option, const char *value, struct ece_error *error)
{
	size_t i = 0;

	while (options[i].option != option)
		i++;
	if (options[i].name)
		words->given = options[i].name;
	return options[i].take(words, value, error);
}

/* Whoever reads it slowly would stop all cards. */
static int no_pipe(const char *path, struct ece_error *error)
{
	return ece_error_set(error, -EINVAL, ECE_ERROR_UNSUPPORTED,
			     "a capture is a file and no pipe like '%s'; to look on: tail -c +1 -f FILE | tshark -r -",
			     path);
}

static int open_capture(struct cable_words *words, struct pci_server *server, struct ece_error *error)
{
	uint64_t bytes = words->pcap_bytes ? words->pcap_bytes : WIRE_PCAP_BYTES_MAX;
	int fd = open(words->pcap, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
	struct stat st;
	int err;

	if (fd < 0 && errno == ENXIO)
		return no_pipe(words->pcap, error);
	if (fd < 0)
		return ece_error_set(error, -errno, ECE_ERROR_IO, "cannot write '%s': %s", words->pcap,
				     strerror(errno));
	words->pcap_fd = fd;
	if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode))
		return no_pipe(words->pcap, error);
	err = pci_server_capture(server, fd, bytes, NULL);
	if (err)
		ece_error_set(error, err, ECE_ERROR_IO, "cannot write '%s': %s", words->pcap, strerror(-err));
	return err;
}

int cable_words_connect(struct cable_words *words, struct pci_server *server, struct ece_error *error)
{
	int err = 0;
	size_t i;

	for (i = 0; !err && i < words->count; i++)
		err = pci_server_connect(server, words->ends[i], &words->weather, error);
	/* Opening empties what is there, so nothing may be wrong any more. */
	if (!err && words->pcap)
		err = open_capture(words, server, error);
	return err;
}

void cable_words_close(struct cable_words *words)
{
	if (words->pcap_fd > 0)
		close(words->pcap_fd);
	words->pcap_fd = 0;
}
