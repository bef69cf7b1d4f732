// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/command.h"

#include "tools/common/exit_code.h"

/* The risks of --apply come first. */
static const char *const description[] = {
	"RISKS OF --apply. It negotiates nothing. Each end asks its own card for the options of the policy, and nobody "
	"has checked that the other end's card does the same: where only one end has selective repeat, packets may be "
	"dropped and sent again without end, and connections break. So every program of the domain, at both ends of "
	"every connection, has to run under ece-trace with the same policy, on cards that offer the same options. A "
	"peer whose card refuses, or whose program was started without it, is exactly the case that nobody sees. What "
	"can be checked at one end is: only RC queue pairs, only between addresses that are both declared, only where "
	"the card offers the whole word, only programs that have not called ECE themselves, only what the policy of "
	"the "
	"host allows. A program that can be changed should use ece/negotiate.h instead, and a fleet of cards that are "
	"all alike the registers (ece-apply).",
	"ece-trace runs PROGRAM with libece-trace.so in front of it (LD_PRELOAD) and logs every transition of its "
	"queue "
	"pairs: the ECE options that were asked for and those that the answer had, as JSON, one line each, to stderr "
	"or "
	"to FILE. It becomes the program: process, terminal, signals and exit status are the program's own.",
	"Without --read and --apply it changes nothing and sends no command: what it tells is what passes through the "
	"program's calls of libibverbs and libmlx5, and what these libraries remember. \"asked\" travels with the "
	"transition; \"got\" is the answer to it; \"default\" is what the card offers. What is in effect where nothing "
	"was asked, only the card knows: --read asks it.",
	"Programs that are linked statically, have other privileges than their user (set-user-ID), or find the "
	"functions by dlsym() in a library that they loaded themselves are out of its reach; dlvsym(), which NCCL "
	"uses, is not.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "[PROGRAM [ARG...]]", .max_args = TRACE_WORDS_MAX, .text = "Run PROGRAM and log what it does"},
};

static const struct command_option options[] = {
	{.id = TRACE_OPTION_OUTPUT,
	 .name = "output",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Append the lines to FILE, \"%p\" in it is the number of the process; stderr when it is not given"},
	{.id = TRACE_OPTION_READ,
	 .name = "read",
	 .text = "After each transition, ask the card what is in effect: one QUERY_QP, which changes nothing"},
	{.id = TRACE_OPTION_APPLY,
	 .name = "apply",
	 .value = "POLICY",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Ask for the options of this file on RC queue pairs towards the peers that it declares; see RISKS"},
	{.id = TRACE_OPTION_SHOW,
	 .name = "show",
	 .value = "FILE",
	 .words = COMMAND_WORDS_FILE,
	 .text = "Run nothing; print a table of the lines in FILE, \"-\" is stdin"},
	{.id = TRACE_OPTION_JSON, .name = "json", .text = "With --show, print one JSON object on stdout"},
};

static const struct command_exit exits[] = {
	{0, "Shown. Else the exit status is that of PROGRAM"},
	{1, "An error: nothing was run"},
	{TOOL_EXIT_USAGE, "The command line is wrong"},
	{TOOL_EXIT_INVALID, "The policy is wrong, or FILE has no line of a trace: nothing was run"},
	{126, "PROGRAM cannot be run"},
	{127, "There is no such PROGRAM"},
};

static const struct command_example examples[] = {
	{"ece-trace ib_write_bw -d mlx5_0 10.0.0.2", "Lines on stderr, among the program's own."},
	{"mpirun ece-trace --output /tmp/ece.%p.jsonl -- ./train", "A file for each process."},
	{"ece-trace --show /tmp/ece.4711.jsonl", "As a table."},
	{"ece-trace --read --output ece.jsonl ucx_perftest", "With what the card has in effect."},
	{"ece-trace --apply job-a.json -- ./server", "Only after the risks above were read."},
};

static const char *const see_also[] = {"ece-qp(1)", "ece-connect(1)", "ece-decode(1)", NULL};

const struct command ece_trace_command = {
	.name = "ece-trace",
	.section = 1,
	.summary = "Log the ECE options of a program that stays as it is",
	.description = description,
	.forms = forms,
	.form_count = COMMAND_ROWS(forms),
	.options = options,
	.option_count = COMMAND_ROWS(options),
	.exits = exits,
	.exit_count = COMMAND_ROWS(exits),
	.examples = examples,
	.example_count = COMMAND_ROWS(examples),
	.see_also = see_also,
	.words_of_another = true,
};
