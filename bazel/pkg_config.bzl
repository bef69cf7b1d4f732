# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""pkg_config(): a library of the system as a cc_library, found by pkg-config."""

# On the compiler's own search path already; a glob of these would drag in every header of the machine.
_DEFAULT_DIRS = [
    "/usr/include",
    "/usr/include/x86_64-linux-gnu",
    "/usr/include/aarch64-linux-gnu",
]

_BUILD = """
package(default_visibility = ["//visibility:public"])

cc_library(
    name = {name},
    hdrs = glob([d + "/**/*.h" for d in {includes}], allow_empty = True),
    defines = {defines},
    includes = {includes},
    linkopts = {libs},
)
"""

def _query(ctx, tool, option):
    result = ctx.execute([tool, option, ctx.attr.pkg])
    if result.return_code != 0:
        fail("pkg-config does not know %s: install its -dev package (packages.txt)\n%s" % (ctx.attr.pkg, result.stderr))
    return [word for word in result.stdout.strip().split(" ") if word]

def _impl(ctx):
    tool = ctx.which("pkg-config")
    if not tool:
        fail("pkg-config is not installed (packages.txt)")
    includes = []
    defines = []
    for flag in _query(ctx, tool, "--cflags"):
        if flag.startswith("-I") and flag[2:] not in _DEFAULT_DIRS:
            # Bazel wants a -I to lie inside this repository
            link = "include%d" % len(includes)
            ctx.symlink(flag[2:], link)
            includes.append(link)
        elif flag.startswith("-D"):
            defines.append(flag[2:])
    ctx.file("BUILD", _BUILD.format(
        name = repr(ctx.name),
        includes = repr(includes),
        defines = repr(defines),
        libs = repr(_query(ctx, tool, "--libs")),
    ))

pkg_config = repository_rule(
    implementation = _impl,
    attrs = {"pkg": attr.string(mandatory = True)},
    environ = [
        "PKG_CONFIG_LIBDIR",
        "PKG_CONFIG_PATH",
    ],
    local = True,
)
