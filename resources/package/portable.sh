#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# portable.sh BUILD VERSION
# Makes BUILD/edgewright-VERSION-ARCHITECTURE.tar.xz of what is built there: it starts where neither Edgewright nor Qt is
# installed, and the C library is as new as here. Libraries that other distributions have in other versions lie in lib/
# and are always taken; others, in lib/fallback/, only where a machine has none.
set -euo pipefail
umask 022
here="$(dirname "$(readlink -f "$0")")" build="$(readlink -f "$1")"
name="edgewright-$2-$(uname -m)"
tree="$build/portable/$name"
plugins="$(/usr/lib/qt6/bin/qmake -query QT_INSTALL_PLUGINS)"
readonly own='lib(Qt6|icu|onnx|protobuf|re2|zip|mimalloc|b2|double-conversion|md4c|pcre2-16|xcb-|xkbcommon).*'
readonly systems='(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|mvec|util))\.so.*' # the C library

rm -rf "$build/portable"
mkdir -p "$tree"/{lib/fallback,plugins}
for component in cli window; do
    cmake --install "$build" --prefix "$tree" --component "$component" --strip >/dev/null
done
for kind in platforms/libq{offscreen,xcb,wayland-*}.so xcbglintegrations/*.so wayland-*/*.so imageformats/libqsvg.so \
    iconengines/libqsvgicon.so platforminputcontexts/*.so platformthemes/libqxdgdesktopportal.so; do
    for plugin in "$plugins"/$kind; do
        [[ -f "$plugin" ]] || continue
        install -D -t "$tree/plugins/$(basename "$(dirname "$plugin")")" "$plugin"
    done
done
printf '[Paths]\nPrefix=..\nPlugins=plugins\n' >"$tree/bin/qt.conf"

mapfile -t programs < <(find "$tree/bin" "$tree/libexec" "$tree/plugins" -type f -perm /111 ! -name '*.conf')
ldd "${programs[@]}" | sed -n 's|.* => \(/[^ ]*\) (.*|\1|p' | sort -u | while read -r library; do
    file=${library##*/}
    [[ ! "$file" =~ ^$systems$ ]] || continue
    folder="$tree/lib"
    [[ "$file" =~ ^$own ]] || folder="$tree/lib/fallback/$file"
    install -D -m 644 -t "$folder" "$library"
    package=$(dpkg -S "*/$(basename "$(readlink -f "$library")")" | sed "s/:.*//;q") # without /usr for some
    install -D -m 644 -t "$tree/share/doc/libraries/$package" "/usr/share/doc/$package/copyright"
done
for file in "${programs[@]}" "$tree"/lib/*.so*; do
    patchelf --force-rpath --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$file")" "$tree/lib")" "$file"
done
for program in edgewright edgewright-cli; do
    install -m 755 "$here/start.sh" "$tree/$program"
done
cp "$here/../../LICENSE" "$tree/"
tar -C "$build/portable" --sort=name --owner=0 --group=0 --numeric-owner -c "$name" | xz -T0 -9 >"$build/$name.tar.xz"
