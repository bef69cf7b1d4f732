// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is said to a host to which an agent is brought, and what its words lead to. The script itself: tests/services/ssh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/channel/push.h"

static char dir[] = "/tmp/push_test.XXXXXX";
static struct push_source *source;

static void write_file(const char *name, const void *data, size_t len)
{
	char path[64];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(data, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
}

/* "abc" has the digest of FIPS 180-4, appendix B.1; the other one is the head of an ELF file for x86_64. */
static int setup(void **state)
{
	static const unsigned char elf[64] = {0x7f, 'E', 'L', 'F', 2, 1, 1, [16] = 2, [18] = 62};
	struct ece_error e;

	(void)state;
	if (!mkdtemp(dir))
		return -1;
	write_file("a", "abc", 3);
	write_file("g", elf, sizeof(elf));
	return push_open(dir, "a", "g", &source, &e);
}

static int teardown(void **state)
{
	char path[64];

	(void)state;
	push_close(source);
	for (const char *name = "ag"; *name; name++) {
		snprintf(path, sizeof(path), "%s/%c", dir, *name);
		unlink(path);
	}
	return rmdir(dir);
}

static enum push_result take(struct push *push, const char *line)
{
	static char why[256];
	enum push_result result = push_take(push, line, why, sizeof(why));

	if (result == PUSH_FAILED) {
		push->text = why;
		push->len = strlen(why);
	}
	return result;
}

static void says(const struct push *push, const char *text)
{
	assert_int_equal(push->len, strlen(text));
	assert_memory_equal(push->text, text, push->len);
}

static void test_both_files(void **state)
{
	struct push push = {.source = source};

	(void)state;
	assert_int_equal(take(&push, "ece-push 1 x86_64 /var/lib/ece/pushed"), PUSH_GOES_ON);
	says(&push, "file agent ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 3\n");
	assert_int_equal(take(&push, "want"), PUSH_GOES_ON);
	says(&push, "abc");
	assert_int_equal(take(&push, "have"), PUSH_GOES_ON);
	assert_memory_equal(push.text, "file guard ", 11);
	assert_int_equal(take(&push, "have"), PUSH_GOES_ON);
	says(&push, "run\n");
	assert_int_equal(take(&push, "running"), PUSH_DONE);
}

static void fails(const char *const *lines, const char *why)
{
	struct push push = {.source = source};

	for (; lines[1]; lines++)
		assert_int_equal(take(&push, lines[0]), PUSH_GOES_ON);
	assert_int_equal(take(&push, lines[0]), PUSH_FAILED);
	says(&push, why);
}

static void test_words_that_fail(void **state)
{
	static const char start[] = "ece-push 1 x86_64 /d";
	static const char stray[] = "something else than our script answers there: \"%s\"; does a login script of the "
				    "host print?";
	char text[256];

	(void)state;
	fails((const char *[]){"ece-push 1 aarch64 /d", NULL},
	      "its machine is aarch64, and the guard to bring along is for x86_64");
	fails((const char *[]){"ece-push 1 x86_64_v3 /d", NULL},
	      "its machine is x86_64_v3, and the guard to bring along is for x86_64");
	fails((const char *[]){"fail there can be no folder /d", NULL},
	      "the agent could not be brought to it: there can be no folder /d");
	fails((const char *[]){start, "want", "fail what arrived has another checksum", NULL},
	      "the agent could not be brought to it: what arrived has another checksum");
	snprintf(text, sizeof(text), stray, "Welcome");
	fails((const char *[]){"Welcome", NULL}, text);
	snprintf(text, sizeof(text), stray, "running");
	fails((const char *[]){start, "running", NULL}, text);
	snprintf(text, sizeof(text), stray, "want");
	fails((const char *[]){start, "want", "want", NULL}, text);
	snprintf(text, sizeof(text), stray, "have");
	fails((const char *[]){start, "have", "have", "have", NULL}, text);
}

/* Every shell that a user may have takes it as one word. */
static void test_the_script_is_one_word(void **state)
{
	size_t len = strlen(push_script);

	(void)state;
	assert_memory_equal(push_script, "sh -c '", 7);
	assert_int_equal(push_script[len - 1], '\'');
	for (size_t i = 7; i + 1 < len; i++) {
		assert_null(strchr("'!\n", push_script[i]));
		assert_in_range(push_script[i], ' ', '~');
	}
	assert_null(strstr(push_script, "{host}"));
}

static void test_files_that_are_none(void **state)
{
	struct push_source *none = NULL;
	struct ece_error e;

	(void)state;
	assert_int_not_equal(push_open(dir, "a", "nothing", &none, &e), 0);
	assert_non_null(strstr(e.text, "/nothing\", which is to be brought along: No such file or directory"));
	assert_int_not_equal(push_open(NULL, "/dev/null", "/dev/null", &none, &e), 0);
	assert_non_null(strstr(e.text, "\"/dev/null\" is no program to bring along"));
	assert_null(none);
	push_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_files),
		cmocka_unit_test(test_words_that_fail),
		cmocka_unit_test(test_the_script_is_one_word),
		cmocka_unit_test(test_files_that_are_none),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
