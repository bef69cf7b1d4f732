// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The client: one descriptor for all that its requests and watches wait for. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "devx/os/loaded.h"
#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/etcd/internal.h"

#define BACKOFF_MIN_NS (100 * CLOCK_MS_NS)
#define BACKOFF_MAX_NS (5 * CLOCK_SECOND_NS)

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

int client_arm(struct etcd *etcd, struct ece_error *e)
{
	return multi_arm(&etcd->multi, earlier(request_next_ns(etcd), follow_next_ns(etcd)), e);
}

static int open_client(struct etcd *etcd, const struct etcd_config *config, struct ece_error *e)
{
	int ret = multi_open(&etcd->multi, e);

	ret = ret ? ret : config_take(etcd, config, e);
	if (ret)
		return ret;
	if (getrandom(&etcd->random, sizeof(etcd->random), 0) != sizeof(etcd->random))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "no random number for a client of etcd");
	etcd->random |= 1;
	/* many clients of one file do not all begin with the first */
	etcd->endpoint = client_random(etcd) % etcd->endpoint_count;
	return 0;
}

int etcd_new(const struct etcd_config *config, struct etcd **out, struct ece_error *e)
{
	struct etcd *etcd;
	int ret = ece_loaded_curl(e);

	if (ret)
		return ret;
	etcd = calloc(1, sizeof(*etcd));
	if (!etcd)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a client of etcd");
	ret = open_client(etcd, config, e);
	if (ret) {
		etcd_free(etcd);
		return ret;
	}
	*out = etcd;
	return 0;
}

void etcd_free(struct etcd *etcd)
{
	if (!etcd)
		return;
	follow_free_all(etcd);
	request_free_all(etcd);
	multi_close(&etcd->multi);
	login_forget(etcd, etcd->token_serial);
	config_drop(etcd);
	free(etcd);
}

int etcd_fd(const struct etcd *etcd)
{
	return etcd->multi.epoll;
}

/* xorshift64: jitter and names need to differ, not to be secret. */
uint64_t client_random(struct etcd *etcd)
{
	etcd->random ^= etcd->random << 13;
	etcd->random ^= etcd->random >> 7;
	etcd->random ^= etcd->random << 17;
	return etcd->random;
}

uint64_t client_backoff(struct etcd *etcd, unsigned failed)
{
	uint64_t most = failed > 6 ? BACKOFF_MAX_NS : BACKOFF_MIN_NS << failed;

	most = most < BACKOFF_MAX_NS ? most : BACKOFF_MAX_NS;
	return most / 2 + client_random(etcd) % (most / 2);
}

void client_endpoint_failed(struct etcd *etcd, size_t endpoint)
{
	if (etcd->endpoint == endpoint)
		etcd->endpoint = (endpoint + 1) % etcd->endpoint_count;
	follow_endpoint_failed(etcd, endpoint);
}

/* A watch has no end; the lease of an agent and the requests of a store do, all the time. */
static void keep_address(struct etcd *etcd, CURL *easy)
{
	char *address = NULL;

	if (!curl_easy_getinfo(easy, CURLINFO_LOCAL_IP, &address) && address && address[0])
		copy_text(etcd->local, sizeof(etcd->local), address);
}

const char *etcd_local_address(const struct etcd *etcd)
{
	return etcd->local;
}

static void transfer_ended(void *ctx, CURL *easy, CURLcode code)
{
	struct transfer *transfer = NULL;
	long status = 0;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	if (code == CURLE_OK)
		keep_address(ctx, easy);
	transfer->done(transfer->ctx, code, status, transfer->error[0] ? transfer->error : curl_easy_strerror(code));
}

int etcd_step(struct etcd *etcd, struct ece_error *e)
{
	int ret;

	if (etcd->stepping)
		return ece_error_set(e, -EDEADLK, ECE_ERROR_CONFLICT, "a callback of etcd may not wait for etcd");
	etcd->stepping = true;
	ret = multi_step(&etcd->multi, transfer_ended, etcd, e);
	if (!ret) {
		request_step(etcd);
		request_hand_on(etcd);
		follow_step(etcd);
		request_step(etcd);
	}
	etcd->stepping = false;
	return ret ? ret : client_arm(etcd, e);
}

int etcd_poll(struct etcd *etcd, uint64_t until_ns, struct ece_error *e)
{
	struct pollfd wait = {.fd = etcd->multi.epoll, .events = POLLIN};

	if (poll(&wait, 1, clock_poll_ms(clock_now(), until_ns)) < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for etcd: %s", strerror(errno));
	return etcd_step(etcd, e);
}
