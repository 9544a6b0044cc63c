#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings each FILE, edgewright_<language>.ts, up to the sources. In English only the forms for one and for several are
# listed.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
for file in "$@"; do
    forms=()
    [[ "$file" != *_en.ts ]] || forms=(-pluralonly)
    /usr/lib/qt6/bin/lupdate -silent -no-obsolete -locations none -I . "${forms[@]}" \
        -tr-function-alias QT_TRANSLATE_NOOP+=TRANSLATABLE views app/workbench core -ts "$file"
done
