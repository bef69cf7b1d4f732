#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of libece-trace.so, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the hooks. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 30 "$@" -ljansson; } # OBJECT...

mutants_begin tools/ece-trace/preload "$@"
mutants_compile tools/ece-trace/preload/*.c tools/ece-trace/domain.c lib/base/utc.c devx/prm/*.c devx/base/*.c \
	tests/unit/tools/ece-trace/{fake,fake_real,lines,hooks_test,apply_test}.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# What is told.
mutant "what was asked stays asked" hooks_verbs.c 's/record.asked.has = false;/(void)record;/'
mutant "a refused transition forgets what was asked" hooks_verbs.c 's/^\tif \(!event->error\)$/\tif (1)/'
mutant "options 0 travel" hooks_verbs.c 's/event->qp.asked.has = ece->options;/event->qp.asked.has = true;/'
mutant "a refused ibv_set_ece asks" hooks_verbs.c 's/event->qp.asked = before;/;/'
mutant "no ECE is offered as 0" hooks_verbs.c 's/word.has = word.has \&\& word.value;/;/'
mutant "the answer is told where nobody asked" hooks_verbs.c 's/!event->error \&\& event->qp.asked.has/!event->error/'
mutant "a target keeps its first number" hooks_verbs.c 's/^\tevent->qp.qpn = qp->qp_num;$/\t;/'
mutant "DCT and DCI are alike" hooks_verbs.c 's/== MLX5DV_DCTYPE_DCT/!= MLX5DV_DCTYPE_DCT/'
mutant "who could not be destroyed is forgotten" hooks_verbs.c 's/event.error \&\& was_known/0/'
mutant "the peer is told at every move" hooks_devx.c 's/transition->opcode != PRM_OP_INIT2RTR_QP/0/'
mutant "the peer's GID lies elsewhere" hooks_devx.c 's/PRM_ADS_RGID_AT/PRM_ADS_RMAC_AT/'
mutant "commands ask for nothing" hooks_devx.c 's/if \(transition->with_ece\)$/if (0)/'
mutant "a firmware's status is told of every failure" hooks_devx.c 's/event->error != EREMOTEIO \|\| //'
mutant "other objects are queue pairs" hooks_devx.c 's/opcode == PRM_OP_CREATE_QP \|\| //'
mutant "short commands are read" hooks_devx.c 's/return len >= PRM_MBOX_MIN \? (.*) : 0;/return \1;/'
mutant "a target's word lies where a queue pair's does" card.c 's/event->qp.target \? prm_get\(query->out \+ PRM_DCTC_AT, \&prm_dctc.ece\)/0 ? 0/'
mutant "errno is what the log left" quiet.c 's/errno = quiet->error;/;/'
mutant "a child goes on with its parent's lines" event.c 's/pthread_atfork\(NULL, NULL, start_over\);/;/'
mutant "lines share a number" event.c 's/atomic_fetch_add\(\&counts.lines, 1\)/0/'

# What is applied.
mutant "applied on every type" apply.c 's/qp->qp_type == IBV_QPT_RC \&\& //'
mutant "applied at every transition" apply.c 's/qp->state == IBV_QPS_INIT \&\&/1 \&\&/'
mutant "applied although the program asks" apply.c 's/if \(atomic_load\(\&program_calls\)\)/if (0)/'
mutant "applied without a GID" apply.c 's/ \|\| !attr->ah_attr.is_global//'
mutant "applied towards anybody" apply.c 's/if \(!domain_has\(domain, attr->ah_attr.grh.dgid.raw\)\)/if (0)/'
mutant "applied from anywhere" apply.c 's/if \(!self_in_domain\(qp, \&attr->ah_attr\)\)/if (0)/'
mutant "applied without ECE" apply.c 's/if \(!event->qp.preset.has\)/if (0)/'
mutant "applied in part" apply.c 's/ \&\& !\(word \& ECE_OPTIONS_ALL \& ~device\)//'
mutant "applied in an older version" apply.c 's/\(device \& VERSION_BITS\) >= \(word \& VERSION_BITS\) \&\& //'
mutant "a refusal is not taken back" apply.c 's/^\tset\(qp, 0\);/\t(void)qp;/'
mutant "a refusal fails the program" hooks_verbs.c 's/event.error = modify\(qp, attr, mask\);$/if (!event.apply_error) event.error = modify(qp, attr, mask);/'
exit "$failed"
