#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Starts the program of this name in bin/. Libraries that the machine lacks are taken from lib/fallback/.
self=$(readlink -f "$0")
here=${self%/*}
known=$(PATH="$PATH:/usr/sbin:/sbin" ldconfig -p 2>/dev/null)
for folder in "$here"/lib/fallback/*; do
    case "$known" in
        *"${folder##*/} (libc6,"*) ;;
        *) export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder" ;;
    esac
done
exec "$here/bin/${self##*/}" "$@"
