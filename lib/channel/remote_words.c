// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/remote_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "lib/base/spawn.h"

#define SSH_FAILED    255
#define SHELL_MISSING 127
#define SHELL_CANNOT  126

/* The first that is found wins: one failure leads to other messages behind it. */
static const struct {
	const char *said, *means;
	bool quote; /* the last line tells more */
} ssh_messages[] = {
	{"has changed and you have requested strict checking",
	 "its host key is another one than is known for it: either the host was installed anew, or somebody answers in "
	 "its place; compare the key on its console before you replace it in known_hosts",
	 false},
	{"Certificate invalid", "the certificate of its host key is not valid: ask who signs host keys", true},
	{"Host key verification failed",
	 "its host key is not known here: compare it and add it to known_hosts, or let the hosts have certificates "
	 "(@cert-authority)",
	 false},
	{"Permission denied (", "it does not let this user in", true},
	{"Too many authentication failures", "it does not let this user in", true},
	{"Could not resolve hostname", "its name is not known here", false},
	{"Connection refused", "nothing listens there: the connection was refused", false},
	{"Connection timed out", "it did not answer: the connection timed out", false},
	{"timed out during banner exchange", "it accepts connections and says nothing", false},
	{"No route to host", "there is no route to it", false},
	{"Network is unreachable", "there is no route to it", false},
	{"kex_exchange_identification",
	 "it closed the connection before a session began; with many at a time its sshd or the one of a jump host may "
	 "have too few MaxStartups: lower \"at_once\"",
	 false},
};

static bool of_ssh(struct said *said, char *text, size_t size)
{
	const char *last = said_last(said);

	for (size_t i = 0; i < sizeof(ssh_messages) / sizeof(ssh_messages[0]); i++) {
		if (!strstr(said->text, ssh_messages[i].said))
			continue;
		if (ssh_messages[i].quote)
			snprintf(text, size, "%s: %.200s", ssh_messages[i].means, last);
		else
			snprintf(text, size, "%s", ssh_messages[i].means);
		return true;
	}
	return false;
}

void remote_words(struct said *said, int status, char *text, size_t size)
{
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	const char *last = said_last(said), *colon = *last ? ": " : "";
	char what[64];

	if (code == SSH_FAILED && of_ssh(said, text, size))
		return;
	if (code == SHELL_MISSING && !strstr(last, "Permission denied"))
		snprintf(text, size, "the host has no such command%s%.200s", colon, last);
	else if (code == SHELL_CANNOT || code == SHELL_MISSING)
		snprintf(text, size, "the host cannot run the command%s%.200s", colon, last);
	else if (code == SSH_FAILED)
		snprintf(text, size, "the connection ended (exit code 255)%s%.200s", colon, last);
	else
		snprintf(text, size, "the agent %s%s%.200s", spawn_status_text(status, what, sizeof(what)), colon,
			 last);
}
