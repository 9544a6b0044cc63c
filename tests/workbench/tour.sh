#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Drives the real window under Xvfb and records it as the moving picture of the README: tour.sh OUT.gif [en|zh_CN]
# Needs Xvfb, xdotool, imagemagick and gifsicle, and for Chinese a font that has its characters. The pointer is drawn
# into the photographs, so that it moves as evenly as it is told to, however slow this machine is.
set -euo pipefail
out="${1:?usage: tour.sh OUT.gif [en|zh_CN]}" language="${2:-en}"
root="$(cd "$(dirname "$0")/../.." && pwd)"
program="${EDGEWRIGHT:-$root/build/dev/bin/edgewright}"
readonly width=960 height=700
work="$(mktemp -d)"
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" XDG_RUNTIME_DIR="$work" LANG=C.UTF-8 LC_ALL=C.UTF-8
spoken=()
[[ "$language" == en ]] || spoken=(LANG="$language.UTF-8" LC_ALL="$language.UTF-8" LANGUAGE="$language")
mkdir -p "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$work/frames" "$(dirname "$out")"
display=":$((RANDOM % 500 + 100))"
Xvfb "$display" -screen 0 "${width}x${height}x24" >/dev/null 2>&1 &
xvfb=$!
trap 'kill "${app:-}" "$xvfb" 2>/dev/null || true; rm -rf "$work"' EXIT
export DISPLAY="$display"
sleep 1

x=720 y=90 delays=()

# draw HUNDREDTHS: a frame of the last photograph, under the pointer.
draw() {
    convert "$work/photo.png" -fill '#111827' -stroke white -strokewidth 1.4 \
        -draw "translate $x,$y path 'M 0,0 L 0,17 L 4,13.4 L 6.8,19.6 L 9.6,18.4 L 6.9,12.3 L 12.2,12 Z'" \
        -depth 8 "$work/frames/$(printf '%04d' "${#delays[@]}").png"
    delays+=("$1")
}

show() {
    import -window root "$work/photo.png"
    draw "$1"
}

# glide X Y: there in six frames, quick in the middle.
glide() {
    local from_x=$x from_y=$y part
    for part in 6 24 50 76 94; do
        x=$((from_x + ($1 - from_x) * part / 100)) y=$((from_y + ($2 - from_y) * part / 100))
        draw 4
    done
    x=$1 y=$2
    xdotool mousemove "$x" "$y"
    sleep 0.3 # less than what tips wait for
    show 4
}

# click SECONDS HUNDREDTHS: the photograph that many seconds after the click.
click() {
    xdotool click 1
    sleep "$1"
    show "$2"
}

env "${spoken[@]}" "$program" --theme light "$root/samples/residual_cnn_2d.onnx" >"$work/log" 2>&1 &
app=$!
sleep "${WAIT:-6}"
window="$(xdotool search --pid "$app" --onlyvisible --name Edgewright | head -1)"
xdotool windowmove "$window" 0 0 windowsize "$window" "$width" "$height"
sleep 2
xdotool mousemove 390 123 click 1 # room for the graphs: no panel beside them, no inspector
sleep 1
xdotool mousemove "$x" "$y" key ctrl+i
sleep 1

show 30
glide 24 24 # the menu
click 1 20
glide 110 94 # Open sample
sleep 1
show 20
glide 390 159
click 4 90
glide 105 629 # back through the fusions, then on
for step in {1..6}; do click 0.8 8; done
glide 158 629
for step in {1..6}; do click 1.2 30; done
draw 40
glide 41 132 # Memory
click 3 100
glide 165 622 # step by step, then the peak
for step in {1..8}; do click 0.8 12; done
glide 212 622
click 1 150

frames=()
for at in "${!delays[@]}"; do
    frames+=(-delay "${delays[at]}" "$work/frames/$(printf '%04d' "$at").png")
done
convert "${frames[@]}" -dither None +dither -colors 128 -loop 0 "$work/tour.gif"
gifsicle -O3 --colors 160 "$work/tour.gif" -o "$out"
ls -l "$out"
