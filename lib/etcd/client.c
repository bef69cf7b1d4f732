// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The client: one descriptor for all that its requests and watches wait for. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "devx/os/loaded.h"
#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/etcd/internal.h"

#define EVENTS_MAX     64
#define BACKOFF_MIN_NS (100 * CLOCK_MS_NS)
#define BACKOFF_MAX_NS (5 * CLOCK_SECOND_NS)

/* Sockets of curl carry their number; the timer is only read. */
#define NO_SOCKET UINT64_MAX

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
	struct etcd *etcd = ctx;
	struct epoll_event event = {.data.u64 = (uint64_t)fd};

	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		epoll_ctl(etcd->epoll, EPOLL_CTL_DEL, fd, NULL /* nothing to watch */);
		return 0;
	}
	event.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
	if (epoll_ctl(etcd->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event))
		return -1;
	curl_multi_assign(etcd->multi, fd, etcd);
	return 0;
}

static int set_timer(CURLM *multi, long ms, void *ctx)
{
	struct etcd *etcd = ctx;

	(void)multi;
	etcd->curl_ns = ms < 0 ? ETCD_NEVER : clock_now() + (uint64_t)ms * CLOCK_MS_NS;
	return 0;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

int client_arm(struct etcd *etcd)
{
	uint64_t at = earlier(etcd->curl_ns, earlier(request_next_ns(etcd), follow_next_ns(etcd)));
	struct itimerspec spec = {0};

	if (at != ETCD_NEVER) {
		at = at ? at : 1;
		spec.it_value.tv_sec = (time_t)(at / CLOCK_SECOND_NS);
		spec.it_value.tv_nsec = (long)(at % CLOCK_SECOND_NS);
	}
	return timerfd_settime(etcd->timer, TFD_TIMER_ABSTIME, &spec, NULL) ? -errno : 0;
}

static int open_descriptors(struct etcd *etcd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u64 = NO_SOCKET};

	etcd->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (etcd->epoll < 0)
		return -errno;
	etcd->timer = timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
	if (etcd->timer < 0 || epoll_ctl(etcd->epoll, EPOLL_CTL_ADD, etcd->timer, &event))
		return -errno;
	return 0;
}

static int open_curl(struct etcd *etcd)
{
	etcd->multi = curl_multi_init();
	if (!etcd->multi)
		return -ENOMEM;
	curl_multi_setopt(etcd->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
	curl_multi_setopt(etcd->multi, CURLMOPT_SOCKETDATA, etcd);
	curl_multi_setopt(etcd->multi, CURLMOPT_TIMERFUNCTION, set_timer);
	curl_multi_setopt(etcd->multi, CURLMOPT_TIMERDATA, etcd);
	return 0;
}

static int open_client(struct etcd *etcd, const struct etcd_config *config, struct ece_error *e)
{
	int ret = config_take(etcd, config, e);

	if (ret)
		return ret;
	ret = open_descriptors(etcd);
	ret = ret ? ret : open_curl(etcd);
	if (!ret && getrandom(&etcd->random, sizeof(etcd->random), 0) != sizeof(etcd->random))
		ret = -EIO;
	if (ret)
		return ece_error_set(e, ret, ECE_ERROR_IO, "cannot prepare a client of etcd: %s", strerror(-ret));
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
	if (!etcd || curl_global_init(CURL_GLOBAL_DEFAULT)) {
		free(etcd);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a client of etcd");
	}
	etcd->epoll = etcd->timer = -1;
	etcd->curl_ns = ETCD_NEVER;
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
	if (etcd->multi)
		curl_multi_cleanup(etcd->multi);
	if (etcd->timer >= 0)
		close(etcd->timer);
	if (etcd->epoll >= 0)
		close(etcd->epoll);
	login_forget(etcd, etcd->token_serial);
	config_drop(etcd);
	free(etcd);
	curl_global_cleanup();
}

int etcd_fd(const struct etcd *etcd)
{
	return etcd->epoll;
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

static void step_sockets(struct etcd *etcd, const struct epoll_event *events, int count)
{
	int running;

	for (int i = 0; i < count; i++) {
		uint32_t ready = events[i].events;
		int what = (ready & EPOLLIN ? CURL_CSELECT_IN : 0) | (ready & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
			   (ready & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);

		if (events[i].data.u64 != NO_SOCKET)
			curl_multi_socket_action(etcd->multi, (curl_socket_t)events[i].data.u64, what, &running);
	}
	if (etcd->curl_ns <= clock_now()) {
		etcd->curl_ns = ETCD_NEVER;
		curl_multi_socket_action(etcd->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	}
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

static void step_ends(struct etcd *etcd)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(etcd->multi, &left))) {
		CURLcode code = message->data.result;
		CURL *easy = message->easy_handle;
		struct transfer *transfer = NULL;
		long status = 0;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
		if (code == CURLE_OK)
			keep_address(etcd, easy);
		transfer->done(transfer->ctx, code, status,
			       transfer->error[0] ? transfer->error : curl_easy_strerror(code));
	}
}

int etcd_step(struct etcd *etcd, struct ece_error *e)
{
	struct epoll_event events[EVENTS_MAX];
	int ret, count;
	uint64_t ticks;

	if (etcd->stepping)
		return ece_error_set(e, -EDEADLK, ECE_ERROR_CONFLICT, "a callback of etcd may not wait for etcd");
	count = epoll_wait(etcd->epoll, events, EVENTS_MAX, 0);
	if (count < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for etcd: %s", strerror(errno));
	if (read(etcd->timer, &ticks, sizeof(ticks)) < 0 && errno != EAGAIN)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot read a timer: %s", strerror(errno));
	etcd->stepping = true;
	step_sockets(etcd, events, count);
	step_ends(etcd);
	request_step(etcd);
	request_hand_on(etcd);
	follow_step(etcd);
	request_step(etcd);
	etcd->stepping = false;
	ret = client_arm(etcd);
	return ret ? ece_error_set(e, ret, ECE_ERROR_IO, "cannot set a timer: %s", strerror(-ret)) : 0;
}

int etcd_poll(struct etcd *etcd, uint64_t until_ns, struct ece_error *e)
{
	struct pollfd wait = {.fd = etcd->epoll, .events = POLLIN};

	if (poll(&wait, 1, clock_poll_ms(clock_now(), until_ns)) < 0 && errno != EINTR)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot wait for etcd: %s", strerror(errno));
	return etcd_step(etcd, e);
}
