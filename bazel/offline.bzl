# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What Bazel 4 would fetch for a C project, given as local stubs.

The built-in WORKSPACE suffix of Bazel 4 names three repositories on the internet that any C target or test
needs only by name. A project that must build offline declares them first, from the built-in rules.
"""

_CC_RULES = [
    "cc_binary",
    "cc_import",
    "cc_library",
    "cc_proto_library",
    "cc_test",
    "cc_toolchain",
    "cc_toolchain_suite",
    "objc_library",
]

_JAVA_RULES = [
    "java_binary",
    "java_import",
    "java_library",
    "java_runtime",
    "java_toolchain",
]

_COVERAGE_BUILD = """
package(default_visibility = ["//visibility:public"])

filegroup(name = "coverage_report_generator")

filegroup(name = "lcov_merger")
"""

def _native(names):
    return "".join(["%s = native.%s\n" % (n, n) for n in names])

def _stub_impl(ctx):
    ctx.file("WORKSPACE", "workspace(name = %s)\n" % repr(ctx.name))
    for path, text in ctx.attr.files.items():
        ctx.file(path, text)

_stub = repository_rule(
    implementation = _stub_impl,
    attrs = {"files": attr.string_dict(mandatory = True)},
)

def offline_repositories():
    """Call it first in WORKSPACE: a definition there wins over the built-in one."""
    _stub(
        name = "rules_cc",
        files = {"BUILD": "", "cc/BUILD": "", "cc/defs.bzl": _native(_CC_RULES)},
    )
    _stub(
        name = "rules_java",
        files = {"BUILD": "", "java/BUILD": "", "java/defs.bzl": _native(_JAVA_RULES)},
    )
    _stub(
        name = "remote_coverage_tools",
        files = {"BUILD": _COVERAGE_BUILD},
    )
