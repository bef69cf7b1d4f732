// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * umad answer DEVICE | umad ask|tell DEVICE GID-INDEX GID: one management datagram of user space from QP1 to QP1, and
 * the answer, for the guest's scenarios. It is a Get of a vendor's class, which nobody else uses; the answer has its
 * data turned over. Who tells does not wait for it.
 *
 * The one that answers says "ready" when it can be asked. The layout of a MAD: IBTA volume 1, 13.4.3 and 16.5.
 */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <rdma/ib_user_mad.h>
#include <rdma/rdma_user_ioctl.h>

#define WAIT_MS   20000
#define ANSWER_MS 2000
#define RETRIES   5

#define MAD_BYTES     256
#define MAD_DATA_AT   40
#define CLASS         0x32
#define CLASS_VERSION 1
#define OUI           0x0c42a1
#define GET           0x01
#define GET_RESPONSE  0x81
#define QP1           1
#define QP1_QKEY      0x80010000

struct message {
	struct ib_user_mad_hdr header;
	uint8_t mad[MAD_BYTES];
};

static void die(const char *what)
{
	fprintf(stderr, "umad: %s: %s\n", what, strerror(errno));
	exit(2);
}

static int names_device(const char *folder, const char *device)
{
	char path[256], line[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "%s/ibdev", folder);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (!fgets(line, sizeof(line), file))
		line[0] = '\0';
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	return !strcmp(line, device);
}

static int open_device(const char *device)
{
	char path[256] = "";
	glob_t found;
	size_t i;
	int fd;

	if (glob("/sys/class/infiniband_mad/umad*", 0, NULL, &found))
		die("no umad device");
	for (i = 0; i < found.gl_pathc; i++)
		if (names_device(found.gl_pathv[i], device))
			snprintf(path, sizeof(path), "/dev/infiniband/%s", strrchr(found.gl_pathv[i], '/') + 1);
	globfree(&found);
	fd = open(path, O_RDWR | O_NONBLOCK);
	if (fd < 0)
		die(device);
	return fd;
}

/* Returns the agent's number; @method: that others may ask it, 0 for none. */
static uint32_t join(int fd, unsigned int method)
{
	struct ib_user_mad_reg_req2 request = {
		.qpn = QP1,
		.mgmt_class = CLASS,
		.mgmt_class_version = CLASS_VERSION,
		.oui = OUI,
	};

	if (method)
		request.method_mask[0] = UINT64_C(1) << method;
	if (ioctl(fd, IB_USER_MAD_REGISTER_AGENT2, &request))
		die("the agent");
	return request.id;
}

static void receive(int fd, struct message *message)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	ssize_t got;

	if (poll(&wait, 1, WAIT_MS) != 1)
		die("nothing came");
	got = read(fd, message, sizeof(*message));
	if (got != sizeof(*message)) {
		errno = got < 0 ? errno : EBADMSG;
		die("what came");
	}
	errno = (int)message->header.status;
	if (message->header.status)
		die("the answer");
}

static void transmit(int fd, struct message *message)
{
	if (write(fd, message, sizeof(*message)) != sizeof(*message))
		die("sending");
}

static void answer(int fd)
{
	struct message message;
	uint32_t id = join(fd, GET);
	size_t i;

	puts("ready");
	fflush(stdout);
	receive(fd, &message);
	printf("asked by QP %u\n", be32toh(message.header.qpn));
	message.mad[3] = GET_RESPONSE;
	for (i = MAD_DATA_AT; i < MAD_BYTES; i++)
		message.mad[i] ^= 0xff;
	message.header.id = id;
	message.header.qkey = htobe32(QP1_QKEY);
	message.header.timeout_ms = 0;
	transmit(fd, &message);
}

static void put_request(uint8_t *mad)
{
	size_t i;

	mad[0] = 1;
	mad[1] = CLASS;
	mad[2] = CLASS_VERSION;
	mad[3] = GET;
	mad[15] = 7; /* of the transaction; the kernel fills in the rest */
	mad[37] = OUI >> 16;
	mad[38] = OUI >> 8 & 0xff;
	mad[39] = OUI & 0xff;
	for (i = MAD_DATA_AT; i < MAD_BYTES; i++)
		mad[i] = (uint8_t)(i * 3);
}

static void request(int fd, struct message *message, const char *index, const char *gid, uint32_t wait_ms)
{
	*message = (struct message){
		.header =
			{
				.id = join(fd, 0),
				.timeout_ms = wait_ms,
				.retries = wait_ms ? RETRIES : 0,
				.qpn = htobe32(QP1),
				.qkey = htobe32(QP1_QKEY),
				.grh_present = 1,
				.gid_index = (uint8_t)strtoul(index, NULL, 10),
				.hop_limit = 64,
			},
	};
	if (inet_pton(AF_INET6, gid, message->header.gid) != 1)
		die("the GID");
	put_request(message->mad);
	transmit(fd, message);
}

static int ask(int fd, const char *index, const char *gid)
{
	struct message message;
	size_t i;

	request(fd, &message, index, gid, ANSWER_MS);
	receive(fd, &message);
	for (i = MAD_DATA_AT; i < MAD_BYTES; i++)
		if (message.mad[i] != (uint8_t)(i * 3 ^ 0xff))
			return fprintf(stderr, "umad: byte %zu is %#x\n", i, message.mad[i]), 1;
	printf("method %#x from QP %u\n", message.mad[3], be32toh(message.header.qpn));
	return message.mad[3] != GET_RESPONSE;
}

static int tell(int fd, const char *index, const char *gid)
{
	struct message message;

	request(fd, &message, index, gid, 0);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0, fd;

	if (argc < 3 || (argc != 5 && strcmp(argv[1], "answer") != 0)) {
		fprintf(stderr, "usage: umad answer DEVICE | umad ask|tell DEVICE GID-INDEX GID\n");
		return 2;
	}
	fd = open_device(argv[2]);
	if (ioctl(fd, IB_USER_MAD_ENABLE_PKEY))
		die("partition keys");
	if (!strcmp(argv[1], "answer"))
		answer(fd);
	else
		status = strcmp(argv[1], "tell") ? ask(fd, argv[3], argv[4]) : tell(fd, argv[3], argv[4]);
	close(fd);
	return status;
}
