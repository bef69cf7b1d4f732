# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The rows of devx/prm, from its headers: the preprocessor is asked to write each layout's list out."""
import glob
import os
import re
import subprocess

from fields import Field, SourceError

LAYOUT = re.compile(r"@these (\w+)(.*?)(?=@these|\Z)", re.S)
ROW = re.compile(r"@one (\w+) \((.*?)\) \((.*?)\) \((.*?)\)")
NUMBER = re.compile(r"[0-9a-fA-FxU+*()\- ]+")

# field.h is shut out, so that its macros are these
DEFINES = [
    "-DECE_DEVX_PRM_FIELD_H",
    "-DPRM_DECLARE_LAYOUT(layout,LIST)=@these layout LIST(PRM_PRINT)",
    "-DPRM_PRINT(name,at,high,low)=@one name (at) (high) (low)",
]


def number(text):
    if not NUMBER.fullmatch(text):
        raise SourceError("not a number in a row: '%s'" % text)
    return int(eval(text.replace("U", ""), {"__builtins__": {}}))


def row(name, at, high, low):
    at, high, low = number(at), number(high), number(low)
    if high == 63:
        return Field((name,), at * 8, 64)
    if high > 31 or low > high or at % 4:
        raise SourceError("row %s is not inside one word" % name)
    return Field((name,), at * 8 + 31 - high, high - low + 1)


def layouts_of(root, header):
    command = ["gcc", "-E", "-P", "-I", root, *DEFINES, header]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {m.group(1): [row(*r) for r in ROW.findall(m.group(2))] for m in LAYOUT.finditer(text)}


def read_layouts(root):
    """All layouts: name to rows."""
    layouts = {}
    for header in sorted(glob.glob(os.path.join(root, "devx/prm/*.h"))):
        if os.path.basename(header) != "field.h":
            layouts.update(layouts_of(root, header))
    return layouts
