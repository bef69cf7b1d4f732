#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of devx/ece, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the words and the policy. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 20 "$@" -ljansson; } # OBJECT...

mutants_begin devx/ece "$@"
mutants_compile devx/{base,ece}/*.c tests/unit/devx/ece/*.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Sets of options.
mutant "an option is named twice" bits.c 's/value & \*bits/0/'
mutant "options reach into the version" bits.c 's/value > ECE_OPTIONS_ALL/0/'
mutant "a version is printed" bits.c 's/bits &= ECE_OPTIONS_ALL;//'
mutant "nothing is none" bits.c 's/if \(!words\)/if (0)/'
mutant "the longest word is too long" bits.c 's/len >= ECE_BITS_WORD_MAX/len >= ECE_BITS_WORD_MAX - 1/'
mutant "all is one of many" bits.c 's/!strcmp\(word, ALL\) \|\| //'
mutant "what is half a number is one" bits.c 's/return !\*end \&\& !errno/return !errno/'

# The file of a policy.
mutant "a newer policy is read" policy_parse.c 's/> ECE_POLICY_FORMAT\)/> 99)/'
mutant "there was a version 0" policy_parse.c 's/ \|\| json_integer_value\(version\) < 1//'
mutant "unknown keys are passed over" policy_parse.c 's/if \(is_key\(key\)\)/if (1)/'
mutant "the last of two keys counts" policy_parse.c 's/JSON_REJECT_DUPLICATES/0/'
mutant "the longest file is too long" policy_parse.c 's/len > ECE_POLICY_FILE_MAX/len >= ECE_POLICY_FILE_MAX/'
mutant "a file may be longer than there is room" policy_parse.c 's/len > ECE_POLICY_FILE_MAX/len > ECE_POLICY_FILE_MAX + 1/'
mutant "what is required may be forbidden" policy_parse.c 's/policy->require & ~policy->allow\)$/0)/'
mutant "a fault has no place" policy_parse.c 's/if \(!why.place\[0\]\)/if (0)/'
mutant "everything is a list of names" policy_format.c 's/bits == ECE_OPTIONS_ALL/0/'

# One on top of the other.
mutant "a further policy allows more" policy.c 's/policy->allow \& further->allow/further->allow/'
mutant "a further policy requires less" policy.c 's/policy->require \| further->require/further->require/'
mutant "it is always the first one that wants" policy.c 's/further->require & ~allow \? further : policy/policy/'
mutant "it is always the further one that forbids" policy.c 's/require & ~policy->allow \? policy : further/further/'
exit $failed
