# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The rules of this project: C with warnings as errors, cmocka tests, fuzz harnesses."""

COPTS = [
    "-std=gnu17",
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Wold-style-definition",
    "-Wpointer-arith",
    "-Wcast-qual",
    "-Wwrite-strings",
    "-Wundef",
    "-Wvla",
    "-Wformat=2",
    "-Wimplicit-fallthrough",
    "-D_GNU_SOURCE",
]

def ece_library(name, copts = [], **kwargs):
    native.cc_library(
        name = name,
        copts = COPTS + copts,
        linkstatic = True,
        visibility = ["//visibility:public"],
        **kwargs
    )

def ece_binary(name, copts = [], **kwargs):
    native.cc_binary(
        name = name,
        copts = COPTS + copts,
        visibility = ["//visibility:public"],
        **kwargs
    )

def ece_test(name, srcs, deps = [], copts = [], size = "small", **kwargs):
    """A cmocka test: every case is counted by bazel/summary.py."""
    native.cc_test(
        name = name,
        srcs = srcs,
        copts = COPTS + copts,
        # --wrap reaches only the objects of this link
        linkstatic = True,
        size = size,
        deps = deps + ["@cmocka"],
        **kwargs
    )

def ece_fuzz(name, srcs, deps = [], data = [], **kwargs):
    """A libFuzzer harness NAME (--config=fuzz; seeds in NAME.seeds/)."""
    native.cc_binary(
        name = name,
        srcs = srcs,
        copts = COPTS,
        linkopts = ["-fsanitize=fuzzer"],
        tags = [
            "fuzz",
            "manual",
        ],
        deps = deps,
        data = data,
        **kwargs
    )
