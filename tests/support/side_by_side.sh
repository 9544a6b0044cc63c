#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# side_by_side.sh PROGRAM CLASS: every function of a class of tests, all at once, each in a process and with a cache of its
# own. For functions that mostly wait, each for hosts of its own. The status is the number of those that failed.
set -uo pipefail
logs="$(mktemp -d)"
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$logs"' EXIT
mapfile -t functions < <("$1" "$2" -functions | sed -n 's/()$//p')
((${#functions[@]})) || { echo "$1 knows no functions of $2"; exit 1; }
running=() failed=0
for name in "${functions[@]}"; do
    XDG_CACHE_HOME="${XDG_CACHE_HOME:-$logs}/$name" "$1" "$2" "$name" >"$logs/$name" 2>&1 &
    running+=($!)
done
for i in "${!functions[@]}"; do
    wait "${running[i]}" || failed=$((failed + 1))
    cat "$logs/${functions[i]}"
done
exit "$failed"
