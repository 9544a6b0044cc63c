#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test.sh BUILD: the packages and the archive there, in bare systems of Debian 12: installed, used and removed; unpacked
# and used. What is mounted is seen by these systems alone.
set -euo pipefail
((EUID == 0)) || { echo "Root is needed: for systems of their own" >&2; exit 1; }
here="$(dirname "$(readlink -f "$0")")" build="$(readlink -f "$1")"
[[ "${EDGEWRIGHT_UNSHARED:-}" ]] || EDGEWRIGHT_UNSHARED=1 exec unshare --mount --pid --fork "$0" "$build"
readonly release=bookworm mirror="${EDGEWRIGHT_MIRROR:-http://deb.debian.org/debian}"
readonly cache="${XDG_CACHE_HOME:-$HOME/.cache}/edgewright/package" work="$build/test" limit=$((40 << 20))
say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
fail() { say "package: $*"; exit 1; }

# A system of its own in $work/NAME, as debootstrap made it once.
system() {
    local root="$work/$1"
    if [[ ! -f "$cache/$release.tar" ]]; then
        rm -rf "$cache/root"
        mkdir -p "$cache"
        debootstrap --variant=minbase "$release" "$cache/root" "$mirror"
        rm -f "$cache/root"/var/cache/apt/archives/*.deb
        tar -C "$cache/root" --exclude='./dev/*' --exclude=./proc -cf "$cache/part.tar" .
        mv "$cache/part.tar" "$cache/$release.tar"
        rm -rf "$cache/root"
    fi
    rm -rf "$root"
    mkdir -p "$root" "$cache/archives/partial"
    tar -C "$root" -xf "$cache/$release.tar"
    mkdir -p "$root/proc" "$root/given"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount --bind "$cache/archives" "$root/var/cache/apt/archives"
    cp /etc/resolv.conf "$root/etc/"
    echo "APT::Keep-Downloaded-Packages \"true\";" >"$root/etc/apt/apt.conf.d/keep"
}
inside() { chroot "$work/$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "${@:2}"; }
get() { inside "$1" apt-get -q -y --no-install-recommends "${@:2}" >"$work/apt.log" 2>&1 || { cat "$work/apt.log"; fail "apt-get ${*:2}"; }; }

# What both kinds can do; PREFIX is before the names of the programs, samples lie in SHARE.
use() {
    local name=$1 prefix=$2 samples="$3/edgewright/samples"
    inside "$name" "${prefix}edgewright-cli" --version
    inside "$name" "${prefix}edgewright-cli" fuse "$samples/residual_cnn_2d.onnx" | tail -1
    inside "$name" "${prefix}edgewright-cli" plan --fuse "$samples/tiny_cnn_2d.onnx" | tail -1
    inside "$name" env QT_QPA_PLATFORM=offscreen "${prefix}edgewright" --export /tmp/figures "$samples/tiny_cnn_2d.onnx" | tail -1
    inside "$name" "${prefix}edgewright" --thumbnail 256 -- "$samples/residual_cnn_2d.onnx" /tmp/thumbnail.png
    [[ $(head -c 4 "$work/$name/tmp/thumbnail.png") == $'\x89PNG' ]] || fail "the thumbnail is no PNG"
    (($(find "$work/$name/tmp/figures" -name '*.svg' | wc -l) > 5)) || fail "figures are missing"
}

rm -rf "$work"
mkdir -p "$work"
mapfile -t debs < <(find "$build" -maxdepth 1 -name 'edgewright*.deb' | sort)
((${#debs[@]} == 3)) || fail "${#debs[@]} packages where three are expected"
bytes=$(cat "${debs[@]}" | wc -c)
du -h --apparent-size "${debs[@]}" "$build"/edgewright-*.tar.xz
((bytes <= limit)) || fail "the packages have $bytes bytes, more than $limit"

say "lintian"
lintian --fail-on error "${debs[@]}" || fail "lintian found errors"

say "Installed in a bare system"
system installed
cp "${debs[@]}" "$work/installed/given/"
get installed update
inside installed find /usr /etc /var -xdev -name '*edgewright*' | grep . && fail "the system is not bare"
given=("${debs[@]##*/}")
get installed install man-db bash-completion cmake g++ make "${given[@]/#//given/}"
use installed "" /usr/share
for page in man1/edgewright.1 man1/edgewright-cli.1 zh_CN/man1/edgewright.1 zh_CN/man1/edgewright-cli.1; do
    problems=$(inside installed man --warnings -E UTF-8 -l -Tutf8 -Z "/usr/share/man/$page.gz" 2>&1 >/dev/null |
        grep -v "break line" || true)
    [[ -z "$problems" ]] || fail "$page: $problems"
done
inside installed bash -c '. /usr/share/bash-completion/completions/edgewright-cli
    COMP_WORDS=(edgewright-cli insp) COMP_CWORD=1; _edgewright_cli; [[ "${COMPREPLY[*]}" == inspect ]]' ||
    fail "bash does not complete a verb"
cp -r "$here/../../samples/library" "$work/installed/given/"
inside installed bash -c 'cmake -S /given/library -B /given/build >/dev/null && cmake --build /given/build >/dev/null &&
    /given/build/follow /usr/share/edgewright/samples/tiny_cnn_2d.onnx' || fail "no program can be built on edgewright-dev"

say "Removed"
get installed purge edgewright edgewright-cli edgewright-dev
left=$(inside installed find /usr /etc /var -xdev -name '*edgewright*' ! -path '/var/log/*')
left+=$(inside installed grep -rl edgewright /usr/share/applications /usr/share/mime /var/lib/dpkg/status 2>/dev/null || true)
[[ -z "$left" ]] || fail "left behind: $left"

say "Unpacked in a bare system"
system portable
tar -C "$work/portable/opt" -xf "$build"/edgewright-*.tar.xz
folder=$(cd "$work/portable" && echo opt/edgewright-*)
use portable "/$folder/" "/$folder/share"
say "Packages and archive are good"
