#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings each FILE up to the sources: edgewright_<language>.ts, the words of the window, of which in English only the forms
# for one and for several are listed; core_<language>.po, the sentences of core and of the command line.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

update_words() {
    local forms=()
    [[ "$1" != *_en.ts ]] || forms=(-pluralonly)
    /usr/lib/qt6/bin/lupdate -silent -no-obsolete -locations none -I . "${forms[@]}" \
        -tr-function-alias QT_TRANSLATE_NOOP+=TRANSLATABLE views app/workbench core -ts "$1"
}

# Constant tables of core, TRANSLATABLE(), are among the words of the window, those of the command line are not. "95 %: {1}"
# is no format of printf.
update_sentences() {
    local sentences folder keywords
    sentences=$(mktemp)
    for folder in core app/cli; do
        keywords=(--keyword --keyword=say:1 --keyword=sayIn:1c,2 --keyword=sayCount:2,3)
        [[ "$folder" == core ]] || keywords+=(--keyword=TRANSLATABLE:1c,2 --join-existing)
        find "$folder" -name '*.cpp' -o -name '*.h' | LC_ALL=C sort |
            xgettext --language=C++ --from-code=UTF-8 --add-location=file --files-from=- --output="$sentences" \
                "${keywords[@]}"
    done
    sed -i '/^"POT-Creation-Date/d; /^"Report-Msgid-Bugs-To/d; /^#, c-format$/d; s/charset=CHARSET/charset=UTF-8/' "$sentences"
    msgmerge --quiet --previous --add-location=file --output-file="$1.new" "$1" "$sentences"
    msgattrib --no-obsolete --add-location=file --output-file="$1" "$1.new"
    rm "$1.new" "$sentences"
}

for file in "$@"; do
    case "$file" in
        *.ts) update_words "$file" ;;
        *.po) update_sentences "$file" ;;
    esac
done
