// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/stop.h"

#include <signal.h>
#include <stddef.h>

static struct control *volatile target;
static volatile sig_atomic_t asked;

static void on_signal(int number)
{
	(void)number;
	asked = 1;
	if (target)
		control_stop(target);
}

void stop_on_signal(struct control *control)
{
	/* SA_RESETHAND: the second signal has its usual effect. No SA_RESTART: a poll wakes up */
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
	struct sigaction usual = {.sa_handler = SIG_DFL};

	target = control;
	sigaction(SIGINT, control ? &action : &usual, NULL);
	sigaction(SIGTERM, control ? &action : &usual, NULL);
	sigaction(SIGHUP, control ? &action : &usual, NULL);
}

bool stop_asked(void)
{
	return asked;
}
