#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/http, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the server. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

# shellcheck disable=SC2046 # words
run() { run_tests 60 "$@" $(pkg-config --libs libmicrohttpd gnutls libcrypt yaml-0.1 zlib) -lpthread; } # OBJECT...

mutants_begin lib/http "$@"
mutants_compile lib/http/*.c devx/base/*.c lib/base/sha256.c tests/unit/lib/http/{bench,pem}.c tests/unit/lib/http/*_test.c
tests="media duration listen web_config server_config server"
mutants_ready

# What is asked for.
mutant "weights do not count" media.c 's/a->weight != b->weight/0/'
mutant "a weight of 0 is a wish" media.c 's/liking.weight \&\& better/liking.fit \&\& better/'
mutant "any version will do" media.c 's/strcmp\(range->version, media->version\) == 0/1/'
mutant "the more specific range does not win" media.c 's/fit > liking.fit \|\|/!liking.fit ||/'
mutant "gzip;q=0 is gzip" media.c 's/return gzip \&\& gzip >= identity/return named || gzip/'
mutant "identity does not count" media.c 's/ \&\& gzip >= identity//'
mutant "quotes do not hold together" ranges.c "s/quoted = !quoted/quoted = false/"
mutant "a weight may be more than 1" ranges.c 's/return \*value <= HTTP_WEIGHT_FULL/return true/'
mutant "a range has any length" ranges.c 's/span.len >= size/0/'
mutant "days have no end" duration.c 's/return \*sum > DAY_NS \? -EINVAL : 0/return 0/'

# The configuration.
mutant "a key may be there twice" yaml_file.c 's/ret = ret \? ret : check_names\(file, node, e\);//'
mutant "unknown keys are passed over" yaml_file.c 's/return unknown\(file, name, keys, e\);/continue;/'
mutant "a second document is passed over" yaml_file.c 's/ret = only_one\(name, \&parser, e\);/ret = 0;/'
mutant "lists have no limit" yaml_file.c 's/top - item > \(ptrdiff_t\)max/0/'
mutant "users have no limit" yaml_file.c 's/pairs.top - node->data.mapping.pairs.start > \(ptrdiff_t\)max/pairs.top == NULL/'
mutant "headers may have any value" web_config_http.c 's/if \(!has_value\(rule, header->value\)\)/if (0)/'
mutant "hashes may cost anything" web_config_http.c 's/cost > WEB_BCRYPT_COST_MAX/0/'
mutant "any hash is bcrypt's" web_config_http.c 's/if \(cost < 0\)/if (0)/'
mutant "a limit without a burst" web_config_http.c 's/ \&\& !reading->config->rate_burst/ \&\& 0/'
mutant "verifying needs no authority" web_config_tls.c 's/verifies \&\& !tls->client_ca/0/'
mutant "an authority that nobody asks" web_config_tls.c 's/tls->client_ca \&\& tls->client_auth == WEB_CLIENT_NONE/0/'
mutant "names that nobody verifies" web_config_tls.c 's/tls->san_count \&\& tls->client_auth/0 \&\& tls->client_auth/'
mutant "the key may be another's" web_config_tls.c 's/if \(code < 0\) \{/if (0) {/'
mutant "more suites than were named" web_config_tls.c 's/if \(beyond\)/if (0)/'
mutant "the oldest version is allowed" tls_names.c 's/i-- > choice->min/i-- > 0/'
mutant "changes are not seen" web_file.c 's/if \(!same\(\&now, \&files->files\[i\]\)\)/if (0)/'
mutant "files have no limit" web_file.c 's/n < 0 \|\| \(size_t\)n > max/n < 0/'
mutant "paths are not relative to the file" web_config_tls.c "s/path\[0\] == '\/' \|\| !slash \? 0/1 ? 0/"

# Logins.
mutant "any password will do" login.c 's/gnutls_memcmp\(hash, check->hash, len\) == 0/1/'
mutant "any user will do" login.c 's/return same \&\& check->exists/return same/'
mutant "everything waits" login.c 's/if \(logins->asked_count == LOGIN_WAITING_MAX\)/if (logins->asked_count == 1)/'
mutant "logins outlive their users" config.c 's/logins_forget\(server->logins\);//'
mutant "a password may have a NUL" login.c "s/ \&\& !memchr\(out.data, '\\\\0', out.size\)//"

# Clients.
mutant "a broken configuration is taken" config.c 's/ret = ret \? ret : use\(server, config, e\);/ret = use(server, ret ? calloc(1, sizeof(*config)) : config, e);/'
mutant "it is not said" config.c 's/if \(read_it\(server, \&e\) \&\& server->options.tell\)/if (read_it(server, \&e) \&\& 0)/'
mutant "old configurations stay for ever" config.c 's/if \(count < FRONTS_MAX\)/if (1)/'
mutant "nobody makes room" connection.c 's/return make_room\(server, NULL[^;]*;/return 0;/;s/return make_room\(server, address\);/return 0;/'
mutant "who is served makes room" connection.c 's/at->phase < CONNECTION_SERVING \&\& same_address/same_address/'
mutant "nobody is too slow" connection.c 's/if \(at->deadline_ns <= now_ns\)/if (0)/'
mutant "half a request and an end is waited for" connection.c 's/connection->half_closed = true;//'
mutant "the rate has no limit" request.c 's/if \(server->tokens_ns < interval\)/if (0)/'
mutant "a body is read" request.c 's/if \(has_body\(request\) \&\& is_served\(method\)\)/if (0)/'
mutant "every method is served" request.c 's/if \(!is_served\(method\)\)/if (0)/'
mutant "rounds have no end" pages.c 's/pages->wanted = 0;//'
mutant "a page of before is good enough" request.c 's/request->round > round/request->round > round + 1/'
mutant "forms are mixed up" request.c 's/http_form_index\(\&request->form\) != form/0/'
mutant "the page is not escaped" answer.c "s/case '<':/case 1:/"

exit "$failed"
