// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * How long an acknowledge is waited for: 4.096 us * 2^ack_timeout of the QP (IBTA volume 1, 9.7.6.1.3), or, while
 * ROCE_ACCL has roce_adp_retrans_en, the times of the profile in that register, but never longer than the QP's own.
 *
 * Of the profile is public (NVIDIA, "Adaptive Retransmission: Parameters Control"): the first time is used once; in a
 * range each time is used timeout_retry_num times, then doubled; when the total is used up the QP is in error. This
 * model takes bounds and sizes as powers of two of the base, goes on to the next range above the end of one, goes down
 * by dec_mode each time an acknowledge comes, and takes the lowest first time instead of a random one. The built-in
 * profile is not public: a card without another waits the QP's own time.
 */
#include "devx/sim/datapath/rc.h"

#include "devx/prm/queue.h"
#include "devx/prm/roce_accl.h"
#include "devx/sim/fw/register.h"

#define ACK_TIMEOUT_UNIT_NS UINT64_C(4096)
#define BASE_UNIT_NS        1000
#define LATE_NS             1000000 /* more than a process is late that has its processor */
#define EXPONENT_MAX        32      /* longer than any time-out of a QP: 2^32 of the smallest base are 4 hours */

enum decrease {
	DECREASE_BY_4,
	DECREASE_BY_2,
	DECREASE_TO_LOW,
};

static const uint8_t *profile(const struct dp *dp)
{
	const uint8_t *reg = fw_roce_accl_state(dp->fw)->roce_accl;

	if (!prm_get(reg, &prm_roce_accl.roce_adp_retrans_en) || !prm_get(reg, &prm_roce_accl.time_base) ||
	    !prm_get(reg, &prm_roce_accl.range_num))
		return NULL;
	return reg;
}

static const uint8_t *range_at(const uint8_t *reg, uint8_t range)
{
	return reg + PRM_ROCE_ACCL_RANGE + sizeof(uint32_t) * (range % PRM_ROCE_ACCL_RANGES);
}

static uint8_t of_range(const uint8_t *reg, uint8_t range, const struct prm_field *field)
{
	return (uint8_t)prm_get(range_at(reg, range), field);
}

static uint16_t retries_of_range(const uint8_t *reg, uint8_t range)
{
	return (uint16_t)prm_get(range_at(reg, range), &prm_roce_accl_range.timeout_retry_num);
}

static uint64_t scaled(const uint8_t *reg, uint64_t exponent)
{
	return (prm_get(reg, &prm_roce_accl.time_base) * BASE_UNIT_NS)
	       << (exponent < EXPONENT_MAX ? exponent : EXPONENT_MAX);
}

/* 0: for ever */
static uint64_t own_time(const struct dp_queue *queue)
{
	uint64_t code = prm_get(dp_qp_context(queue), &prm_qpc.ack_timeout);

	return code ? ACK_TIMEOUT_UNIT_NS << code : 0;
}

static uint64_t time_of(const struct dp *dp, const struct dp_queue *queue)
{
	const struct rc_timer *timer = &rc_send_of(queue)->timer;
	const uint8_t *reg = profile(dp);
	uint64_t own = own_time(queue);
	uint64_t adaptive;

	if (!reg || !own)
		return own;
	adaptive = scaled(reg, timer->adapted ? timer->exponent : prm_get(reg, &prm_roce_accl.timeout_init_low_bound));
	return adaptive < own ? adaptive : own;
}

void rc_timer_start(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);
	uint64_t ns = time_of(dp, queue);

	send->timer.running = ns != 0;
	send->timer.late = false;
	send->timer.at_ns = dp->now_ns + ns;
	rc_alarm(queue);
}

bool rc_timer_late(struct dp *dp, struct dp_queue *queue)
{
	struct rc_timer *timer = &rc_send_of(queue)->timer;

	if (timer->late || dp->now_ns - timer->at_ns < LATE_NS)
		return false;
	rc_timer_start(dp, queue);
	timer->late = true;
	return true;
}

static void enter_range(struct rc_timer *timer, const uint8_t *reg, uint8_t range)
{
	timer->adapted = true;
	timer->range = range;
	timer->exponent = of_range(reg, range, &prm_roce_accl_range.range_low_bound);
	timer->used = 0;
}

static void longer(struct rc_timer *timer, const uint8_t *reg)
{
	uint8_t last;

	if (!timer->adapted) {
		enter_range(timer, reg, (uint8_t)prm_get(reg, &prm_roce_accl.start_range_index));
		return;
	}
	if (++timer->used < retries_of_range(reg, timer->range))
		return;
	timer->used = 0;
	last = (uint8_t)(of_range(reg, timer->range, &prm_roce_accl_range.range_low_bound) +
			 of_range(reg, timer->range, &prm_roce_accl_range.range_size));
	if (timer->exponent < last)
		timer->exponent++;
	else if (timer->range + 1U < prm_get(reg, &prm_roce_accl.range_num))
		enter_range(timer, reg, (uint8_t)(timer->range + 1));
}

static void shorter(struct rc_timer *timer, const uint8_t *reg)
{
	uint8_t low = of_range(reg, timer->range, &prm_roce_accl_range.range_low_bound);
	uint8_t mode = of_range(reg, timer->range, &prm_roce_accl_range.dec_mode);
	uint8_t by = mode == DECREASE_BY_4 ? 2 : 1;

	timer->used = 0;
	if (mode != DECREASE_TO_LOW && timer->exponent >= low + by)
		timer->exponent = (uint8_t)(timer->exponent - by);
	else if (timer->exponent > low)
		timer->exponent = low;
	else
		enter_range(timer, reg, of_range(reg, timer->range, &prm_roce_accl_range.prev_range_index));
}

static bool adaptive_expired(struct dp *dp, struct dp_queue *queue, const uint8_t *reg)
{
	struct rc_timer *timer = &rc_send_of(queue)->timer;
	uint64_t retries = prm_get(dp_qp_context(queue), &prm_qpc.retry_count);
	uint64_t total = prm_get(reg, &prm_roce_accl.qp_total_timeout) ?
				 own_time(queue) * retries :
				 scaled(reg, prm_get(reg, &prm_roce_accl.retx_total_timeout));

	timer->spent_ns += time_of(dp, queue);
	if (timer->spent_ns >= total) {
		rc_count(dp, queue, FW_COUNT_ROCE_ADP_RETRANS_TO);
		return false;
	}
	rc_count(dp, queue, FW_COUNT_ROCE_ADP_RETRANS);
	longer(timer, reg);
	return true;
}

bool rc_timer_expired(struct dp *dp, struct dp_queue *queue)
{
	const uint8_t *reg = profile(dp);

	if (reg)
		return adaptive_expired(dp, queue, reg);
	if (rc_send_of(queue)->tries++ >= prm_get(dp_qp_context(queue), &prm_qpc.retry_count))
		return false;
	rc_count(dp, queue, FW_COUNT_LOCAL_ACK_TIMEOUT_ERR);
	return true;
}

void rc_timer_progress(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);
	const uint8_t *reg = profile(dp);

	send->timer.spent_ns = 0;
	if (reg && send->timer.adapted)
		shorter(&send->timer, reg);
	send->timer.running = false;
	if (send->next != send->una)
		rc_timer_start(dp, queue);
	else
		rc_alarm(queue);
}
