// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/say_word.h"

#include <errno.h>
#include <poll.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-apply/who.h"

#define REASON_MAX 512
#define POLL_MS    20 /* looking again costs a replay of the run: at most a fifth of the time goes there */
#define POLL_SHARE 4
#define TRIES      3 /* controllers that go away while they are spoken to */

/* How a run stands. */
struct standing {
	enum rollout_run_state state;
	enum rollout_pause pause;
	char reason[REASON_MAX];
};

static int look(struct session *session, const char *run, struct standing *standing, struct ece_error *e)
{
	struct control *control = NULL;
	int err = control_new(session->store, NULL /* to look only */, NULL, &control, e);

	if (!err)
		err = control_load(control, run, e);
	if (!err) {
		standing->state = rollout_state(control_rollout(control));
		standing->pause = rollout_pause(control_rollout(control));
		rollout_reason(control_rollout(control), standing->reason, sizeof(standing->reason));
	}
	control_free(control);
	return err;
}

/* Is it so already? */
static bool is_so(enum store_word word, const struct standing *now)
{
	switch (word) {
	case STORE_WORD_PAUSE:
		return now->state == ROLLOUT_PAUSED;
	case STORE_WORD_ABORT:
		return now->state == ROLLOUT_UNDOING || now->state == ROLLOUT_UNDONE || now->state == ROLLOUT_STUCK;
	default:
		return false;
	}
}

/* What is asked of a frozen run is remembered, and shows when it is not frozen any more. */
static bool shows(enum store_word word, const struct standing *before, const struct standing *now)
{
	return is_so(word, now) || now->pause == ROLLOUT_PAUSE_FREEZE || now->state != before->state ||
	       now->pause != before->pause;
}

/* Why a word makes no sense for a run that somebody carries out; NULL when it does. */
static const char *misfit(enum store_word word, const struct standing *now)
{
	bool undone = now->state == ROLLOUT_UNDOING || now->state == ROLLOUT_UNDONE || now->state == ROLLOUT_STUCK;

	switch (word) {
	case STORE_WORD_PAUSE:
		return undone ? "an undo is not paused; 'ece-apply freeze' stops every write" : NULL;
	case STORE_WORD_RESUME:
		return now->state == ROLLOUT_PAUSED ? NULL : "it is not paused";
	case STORE_WORD_ACCEPT:
		return now->pause == ROLLOUT_PAUSE_GATE ? NULL : "no gate has stopped it";
	default:
		return NULL;
	}
}

static void rest(uint64_t looked_ns)
{
	uint64_t ms = looked_ns * POLL_SHARE / CLOCK_MS_NS;

	poll(NULL, 0, (int)(ms < POLL_MS ? POLL_MS : ms > SAY_WAIT_MS / 10 ? SAY_WAIT_MS / 10 : ms));
}

/* Returns 1 when it was taken; 0 when there is nobody to take it any more; or a negative errno. */
static int wait_taken(struct session *session, int64_t number, const char *holder, struct ece_error *e)
{
	uint64_t deadline = clock_now() + SAY_WAIT_MS * CLOCK_MS_NS;
	char now[WHO_MAX];
	int taken;

	for (;;) {
		taken = store_word_taken(session->store, number, e);
		if (taken == -ECANCELED)
			return 0;
		if (taken)
			return taken;
		if (!store_holder(session->store, now, sizeof(now)) || clock_now() > deadline)
			break;
		rest(0);
	}
	taken = store_word_withdraw(session->store, number, e);
	if (taken == -EALREADY)
		return 1;
	if (taken || !now[0])
		return taken;
	return ece_error_set(e, -ETIMEDOUT, ECE_ERROR_TIMEOUT,
			     "the controller (%s) did not take the word in %d s: is it stopped? The word was withdrawn",
			     holder, SAY_WAIT_MS / 1000);
}

static int wait_shown(struct session *session, const char *run, enum store_word word, const struct standing *before,
		      struct standing *now, struct ece_error *e)
{
	uint64_t deadline = clock_now() + SAY_WAIT_MS * CLOCK_MS_NS;

	for (;;) {
		uint64_t began = clock_now();
		int err = look(session, run, now, e);

		if (err || shows(word, before, now) || clock_now() > deadline)
			return err;
		rest(clock_now() - began);
	}
}

static int tell(const struct session *session, const char *run, enum store_word word, const char *holder,
		const struct standing *now)
{
	if (session->args->json)
		return output_json(json_pack("{s:i, s:s, s:s, s:o, s:s, s:s}", "version", SAY_VERSION, "run", run,
					     "word", store_word_name(word), "by", build_text(holder), "state",
					     rollout_run_state_name(now->state), "reason", now->reason));
	printf("%s\n  run:     %s\n  by:      %s\n", now->reason, run, holder);
	return 0;
}

/* Returns as wait_taken(), with @now filled when it is 1. */
static int say_once(struct session *session, const struct store_run *run, enum store_word word, const char *holder,
		    const struct standing *before, struct standing *now, struct ece_error *e)
{
	char who[WHO_MAX];
	int64_t number = 0;
	int taken = store_word_put(session->store, run->id, word, who_text(who, sizeof(who)), &number, e);

	if (!taken)
		taken = wait_taken(session, number, holder, e);
	if (taken > 0) {
		int err = wait_shown(session, run->id, word, before, now, e);

		return err ? err : 1;
	}
	return taken;
}

/* Returns 1 when it was said and told; 0 when there is no controller; or a negative errno. */
static int say_to_controller(struct session *session, const struct store_run *run, enum store_word word,
			     struct ece_error *e)
{
	struct standing before, now;
	char holder[WHO_MAX];
	const char *why;
	int ret = 0;

	for (int i = 0; i < TRIES && !ret; i++) {
		if (!store_holder(session->store, holder, sizeof(holder)))
			return 0;
		ret = look(session, run->id, &before, e);
		why = ret ? NULL : misfit(word, &before);
		if (why)
			return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "run %s is being carried out by %s: %s (%s)",
					     run->id, holder, why, before.reason);
		now = before;
		if (!ret)
			ret = is_so(word, &before) ? 1 : say_once(session, run, word, holder, &before, &now, e);
	}
	if (ret > 0 && tell(session, run->id, word, holder, &now))
		return -EIO;
	return ret;
}

/* A run that nobody carries out: only what makes no sense there either is refused. */
static bool fits_alone(struct session *session, const struct store_run *run, enum store_word word)
{
	struct standing now;
	struct ece_error e;
	const char *why = NULL;
	int err = look(session, run->id, &now, &e);

	/* A damaged run is for the one who takes it over to speak about */
	if (err == -EUCLEAN || err == -EPROTONOSUPPORT)
		return true;
	if (err)
		outcome_fail(&session->outcome, &e);
	else if (word != STORE_WORD_RESUME)
		why = misfit(word, &now);
	if (why)
		outcome_error(&session->outcome, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "run %s: %s (%s)", run->id, why,
			      now.reason);
	return !err && !why;
}

bool say_word(struct session *session, const struct store_run *run, enum store_word word, resume_act *alone)
{
	struct ece_error e;
	int said = say_to_controller(session, run, word, &e);

	if (said > 0)
		return true;
	if (said < 0)
		outcome_fail(&session->outcome, &e);
	else if (fits_alone(session, run, word))
		resume_carry_out(session, run, alone);
	return false;
}

/* A pause that was asked for is a success; for anything else it is how the run ended. */
static int leave(struct session *session, enum store_word word)
{
	int exit_code = session_end(session);

	return word == STORE_WORD_PAUSE && exit_code == control_result_exit_code(CONTROL_PAUSED) ? TOOL_EXIT_OK :
												   exit_code;
}

int say_verb(const struct apply_args *args, enum store_word word, resume_act *alone)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	struct store_run run;
	int exit_code;

	if (!detach_begin(&session.detach, args, &exit_code))
		return exit_code;
	outcome_init(&session.outcome);
	if (!session_open(&session, args, true) || !session_find_run(&session, args->word, true, &run))
		return session_end(&session);
	if (!say_word(&session, &run, word, alone))
		return leave(&session, word);
	session_close(&session);
	return TOOL_EXIT_OK;
}
