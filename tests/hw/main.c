// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hw --device CARD [--write] [--saved FILE] [--record FILE]: the cases on a card of this host.
 * hw --device CARD --restore FILE                          : puts back what a run that was killed had saved.
 * hw                                                       : names the cases, as skipped.
 *
 * With --write the values are in FILE before the first one is changed. A signal ends the run between two values, after
 * everything was put back.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "devx/os/linux.h"
#include "lib/record/record.h"
#include "tests/hw/hw.h"
#include "tests/hw/save.h"

#define USAGE 64

static volatile sig_atomic_t interrupted;

struct args {
	const char *device, *saved, *restore, *record;
	bool write;
};

static void on_signal(int signal)
{
	interrupted = signal;
}

static void catch_signals(void)
{
	/* calls in the kernel go on: half a command is none */
	const struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
}

static bool stop(void *ctx)
{
	(void)ctx;
	return interrupted != 0;
}

static void note(void *ctx, const char *line)
{
	(void)ctx;
	printf("#   %s\n", line);
}

static int name_cases(void)
{
	for (size_t i = 0; i < hw_case_count; i++)
		printf("[  SKIPPED ] hw: %s: no card is named (tests/hw/run --device CARD%s)\n", hw_cases[i].name,
		       hw_cases[i].writes ? " --write" : "");
	return 0;
}

static int say(const struct ece_error *e)
{
	fprintf(stderr, "error: %s\n", e->text);
	return 1;
}

/* Never over the values of a run that was killed. */
static int save(struct hw *hw, const char *file, struct ece_error *e)
{
	int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	int err;

	if (!out)
		return ece_error_set(e, -errno, ECE_ERROR_IO,
				     "cannot make %s: %s; if a run was killed, put its values back with --restore %s",
				     file, strerror(errno), file);
	hw->saved = hw_save(hw->nic, e);
	err = hw->saved ? hw_saved_put(hw->saved, out) : -ENOMEM;
	if (!err && fsync(fd))
		err = -errno;
	if (fclose(out) && !err)
		err = -errno;
	return err ? ece_error_set(e, err, ECE_ERROR_IO, "cannot save the values in %s", file) : 0;
}

static int run_cases(struct hw *hw, bool write)
{
	static const char *const words[] = {"       OK", "  SKIPPED", "  FAILED "};
	int failed = 0;

	for (size_t i = 0; i < hw_case_count; i++) {
		const struct hw_case *test = &hw_cases[i];
		enum hw_verdict verdict;
		/* the last one puts back */
		bool end = interrupted && test->run != values_are_as_they_were;

		hw->text[0] = '\0';
		if (test->settles)
			printf("# settles: %s\n", test->settles);
		if (test->writes && !write)
			verdict = hw_skip(hw, "writes; needs --write");
		else if (end)
			verdict = hw_skip(hw, "somebody wanted an end");
		else
			verdict = test->run(hw);
		printf("[%s ] hw: %s%s%s\n", words[verdict], test->name, hw->text[0] ? ": " : "", hw->text);
		fflush(stdout);
		failed += verdict == HW_FAILED;
	}
	return failed;
}

static int restore(struct hw *hw, const char *file)
{
	FILE *in = fopen(file, "re");
	struct ece_error e;
	size_t left;

	if (!in) {
		ece_error_set(&e, -errno, ECE_ERROR_IO, "cannot read %s: %s", file, strerror(errno));
		return say(&e);
	}
	hw->saved = hw_saved_get(in, &e);
	fclose(in);
	if (!hw->saved)
		return say(&e);
	left = hw_restore(hw->nic, hw->saved, NULL, NULL);
	printf("%zu values looked at, %zu are not as they were\n", hw->saved->count, left);
	return left ? 1 : 0;
}

static int put_line(void *ctx, const char *line, size_t len)
{
	FILE *out = ctx;

	return fwrite(line, 1, len, out) == len && putc('\n', out) != EOF ? 0 : -EIO;
}

static int work(struct hw *hw, const struct args *args)
{
	struct ece_error e;
	int failed;

	if (hw_start(hw, args->device, &e))
		return say(&e);
	if (args->restore)
		return restore(hw, args->restore);
	if (args->write && save(hw, args->saved, &e))
		return say(&e);
	failed = run_cases(hw, args->write);
	if (args->write && !failed)
		unlink(args->saved);
	else if (args->write)
		printf("# the values of before are in %s\n", args->saved);
	return failed ? 1 : 0;
}

static int run(const struct args *args)
{
	struct hw hw = {.os = ece_os_linux(), .note = note, .stop = stop};
	struct record *record = NULL;
	struct ece_error e;
	FILE *out = NULL;
	int status;

	if (args->record) {
		out = fopen(args->record, "wxe");
		if (!out) {
			ece_error_set(&e, -errno, ECE_ERROR_IO, "cannot make %s: %s", args->record, strerror(errno));
			return say(&e);
		}
		if (record_new(hw.os, "a real host, tests/hw", put_line, out, &record, &e))
			return say(&e);
		hw.os = record_os(record);
	}
	catch_signals();
	status = work(&hw, args);
	hw_end(&hw);
	if (record && record_error(record, &e))
		status = say(&e);
	record_free(record);
	if (out && fclose(out))
		status = 1;
	return status;
}

static int usage(void)
{
	fprintf(stderr, "usage: hw [--device CARD [--write] [--saved FILE] [--record FILE] [--restore FILE]]\n");
	return USAGE;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{"device", required_argument, NULL, 'd'},  {"write", no_argument, NULL, 'w'},
		{"saved", required_argument, NULL, 's'},   {"record", required_argument, NULL, 'r'},
		{"restore", required_argument, NULL, 'b'}, {NULL, 0, NULL, 0},
	};
	struct args args = {.saved = "ece-hw.saved"};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'd')
			args.device = optarg;
		else if (c == 's')
			args.saved = optarg;
		else if (c == 'r')
			args.record = optarg;
		else if (c == 'b')
			args.restore = optarg;
		else if (c == 'w')
			args.write = true;
		else
			return usage();
	}
	if (optind != argc || (!args.device && (args.write || args.record || args.restore)))
		return usage();
	return args.device ? run(&args) : name_cases();
}
