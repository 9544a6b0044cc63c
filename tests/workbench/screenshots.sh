#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Starts the real window under Xvfb, walks through the pages and photographs them: screenshots.sh OUT_DIR [MODEL] [theme]
set -euo pipefail
out="${1:?usage: screenshots.sh OUT_DIR [MODEL] [light|dark]}"
root="$(cd "$(dirname "$0")/../.." && pwd)"
model="${2:-$root/samples/tiny_cnn_2d.onnx}"
theme="${3:-light}"
program="$root/build/dev/bin/edgewright"
[[ -x "$program" ]] || program="$root/build/release/bin/edgewright"
mkdir -p "$out"
export XDG_CONFIG_HOME="$(mktemp -d)" XDG_DATA_HOME="$(mktemp -d)"
display=":$((RANDOM % 500 + 100))"
Xvfb "$display" -screen 0 1440x900x24 >/dev/null 2>&1 &
xvfb=$!
trap 'kill "$xvfb" 2>/dev/null || true; rm -rf "$XDG_CONFIG_HOME" "$XDG_DATA_HOME"' EXIT
export DISPLAY="$display"
sleep 1
for page in graph memory int8 accelerator; do
    "$program" --page "$page" --theme "$theme" "$model" >"$out/$page.log" 2>&1 &
    app=$!
    sleep "${WAIT:-5}"
    window="$(xdotool search --pid "$app" --onlyvisible --name Edgewright | head -1 || true)"
    [[ -z "$window" ]] || xdotool windowmove "$window" 0 0 windowsize "$window" 1440 900
    sleep 1
    case "$page" in # choose something: a node of the original graph, a buffer, a layer
        graph) xdotool mousemove 400 740 click 1 key Down ;; # the node nearest to the middle
        memory) xdotool mousemove 300 520 click 1 ;;
        int8) xdotool mousemove 140 95 click 1 ;;
        accelerator) xdotool mousemove 420 585 click 1 ;;
    esac
    sleep 1.5
    import -window root "$out/$page-$theme.png"
    kill "$app" 2>/dev/null || true
    wait "$app" 2>/dev/null || true
done
ls "$out"/*.png
