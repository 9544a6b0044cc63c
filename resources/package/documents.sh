#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# documents.sh PACKAGE VERSION MAINTAINER FOLDER [PROGRAM]
# Writes into FOLDER, laid out as /usr/share, a package's licence and changes, and its manual pages and completions: their
# options are those that PROGRAM has.
set -euo pipefail
umask 022
data="$(dirname "$(readlink -f "$0")")" package=$1 version=$2 maintainer=$3 folder=$4 program=${5:-}
changes="$data/../../CHANGELOG.md"
changed=$(git -C "$data" log -1 --format=%cD -- "$changes" 2>/dev/null || true)
[[ -n "$changed" ]] || changed=$(date -R -r "$changes")

rm -rf "$folder"
documents="$folder/doc/$package"
mkdir -p "$documents"
cp "$data/copyright" "$documents/copyright"
gzip -9nc "$changes" >"$documents/changelog.gz"
printf '%s (%s-1) unstable; urgency=medium\n\n  * As changelog.gz says.\n\n -- %s  %s\n' \
    "$package" "$version" "$maintainer" "$changed" | gzip -9n >"$documents/changelog.Debian.gz"
[[ -n "$program" ]] || exit 0

# From the columns of --help to items of a manual page.
options_of_help() {
    "$program" --help | awk '
        /^Options:/ { on = 1; next } /^Arguments:/ { on = 0 }
        !on { next }
        /^  -/ { names = $0; sub(/^  /, "", names); text = names; at = match(names, /   */)
                 if (at) { text = substr(names, at + RLENGTH); names = substr(names, 1, at - 1) } else text = ""
                 gsub(/-/, "\\-", names); print ".TP\n\\fB" names "\\fR"; if (text != "") print text; next }
        { sub(/^ +/, ""); print }'
}
options=$(if [[ "$package" == edgewright ]]; then options_of_help; else "$program" man; fi)
for page in "$data/man/$package".*1; do
    language=${page#"$data/man/$package."}
    language=${language%1}
    place="$folder/man/${language:+${language%.}/}man1"
    mkdir -p "$place"
    while IFS= read -r line; do
        if [[ "$line" == @OPTIONS@ ]]; then printf '%s\n' "$options"; else printf '%s\n' "${line//@VERSION@/$version}"; fi
    done <"$page" | gzip -9n >"$place/$package.1.gz"
done
[[ "$package" == edgewright-cli ]] || exit 0
mkdir -p "$folder"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
"$program" completion bash >"$folder/bash-completion/completions/$package"
"$program" completion zsh >"$folder/zsh/vendor-completions/_$package"
"$program" completion fish >"$folder/fish/vendor_completions.d/$package.fish"
