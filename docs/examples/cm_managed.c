// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ECE over RDMA-CM with librdmacm's queue pair: librdmacm negotiates by itself, always with all that the device has. The
 * program asks beforehand whether the policy of this host can be kept so, and afterwards what came of it.
 *
 *	cc cm_managed.c $(pkg-config --cflags --libs ece libibverbs librdmacm)
 *	./a.out ADDRESS          on one host, whose address it is: waits for the other one on port 18517
 *	./a.out ADDRESS client   on the other
 *
 * Exit status: 0 connected, 1 not, 77 no RDMA device has a way to this address.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ece/cm.h>
#include <rdma/rdma_cma.h>

#define PORT      "18517"
#define NO_DEVICE 77

static int failed(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	return EXIT_FAILURE;
}

static void report(const struct ece_outcome *outcome)
{
	const struct ece_option *option;
	char text[ECE_OUTCOME_TEXT_MAX];

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		puts(ece_outcome_format(outcome, option->bit, text, sizeof(text)));
}

static int refused(const struct ece_error *e)
{
	fprintf(stderr, "%s\n", e->text);
	return EXIT_FAILURE;
}

/* With a queue pair of librdmacm's, before the connection is there. */
static int connect_it(struct rdma_cm_id *id, enum ece_role role)
{
	struct ece_outcome outcome;
	struct ece_error e;
	int status = EXIT_SUCCESS;

	if (ece_cm_managed_allowed(id, role, NULL, &outcome, &e))
		return refused(&e);
	if (role == ECE_REQUESTOR ? rdma_connect(id, NULL) : rdma_accept(id, NULL))
		return failed("connection");
	if (ece_cm_managed(id, &outcome, &e))
		status = refused(&e);
	else
		report(&outcome);
	rdma_disconnect(id);
	return status;
}

static int serve(struct rdma_cm_id *listener)
{
	struct rdma_cm_id *id;
	int status;

	if (rdma_listen(listener, 1) || rdma_get_request(listener, &id))
		return failed("listen");
	status = connect_it(id, ECE_RESPONDER);
	rdma_destroy_ep(id);
	return status;
}

int main(int argc, char **argv)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC, .cap = {1, 1, 1, 1, 0}, .sq_sig_all = 1};
	struct rdma_addrinfo hints = {.ai_port_space = RDMA_PS_TCP}, *address;
	int is_client = argc == 3 && !strcmp(argv[2], "client"), status;
	struct rdma_cm_id *id;

	if (argc != 2 && !is_client) {
		fprintf(stderr, "usage: %s ADDRESS [client]\n", argv[0]);
		return EXIT_FAILURE;
	}
	hints.ai_flags = is_client ? 0 : RAI_PASSIVE;
	if (rdma_getaddrinfo(argv[1], PORT, &hints, &address)) {
		fprintf(stderr, "no RDMA device on this host\n");
		return NO_DEVICE;
	}
	status = rdma_create_ep(&id, address, NULL, &attr);
	rdma_freeaddrinfo(address);
	if (status) {
		fprintf(stderr, "no RDMA device has a way to %s: %s\n", argv[1], strerror(errno));
		return NO_DEVICE;
	}
	status = is_client ? connect_it(id, ECE_REQUESTOR) : serve(id);
	rdma_destroy_ep(id);
	return status;
}
