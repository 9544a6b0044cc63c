#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A simulated board: Debian for 64-bit Arm in build/board, every program of it in an emulator, its own sshd on a host of
# its own. `board.sh` keeps it up until Ctrl-C, `board.sh test` runs the tests of such boards on it. What it mounts and
# registers is seen by the board alone, and goes with it.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
((EUID == 0)) || { echo "board: root is needed" >&2; exit 1; }

readonly folder="$PWD/build/board" release=bookworm
readonly root="$folder/root" emulator="$folder/qemu-aarch64-static" client="$folder/client"
readonly name=edgewright-board link=ewboard here=198.19.255.253 address=198.19.255.254 # network_namespace.cpp: of no other test

# A static emulator: programs of the board find no library of this machine.
fetch_emulator() {
    [[ ! -x "$emulator" ]] || return 0
    local download="$folder/download"
    mkdir -p "$download"
    (cd "$download" && apt-get download -q qemu-user-static)
    dpkg-deb --fsys-tarfile "$download"/qemu-user-static_*.deb |
        tar -xO ./usr/bin/qemu-aarch64-static >"$emulator.part"
    chmod 755 "$emulator.part"
    mv "$emulator.part" "$emulator"
    rm -rf "$download"
}

# Packages unpacked and not configured, which would take ten times as long in the emulator.
make_root() {
    [[ ! -f "$folder/made" ]] || return 0
    rm -rf "$root"
    local mirror="${EDGEWRIGHT_MIRROR:-http://deb.debian.org/debian}" package directory
    debootstrap --arch=arm64 --foreign --variant=minbase --include=openssh-server "$release" "$root" "$mirror"
    for package in "$root"/var/cache/apt/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$root"
    done
    rm -rf "$root"/var/cache/apt/archives/*.deb
    for directory in proc sys dev; do # in a container, debootstrap makes links of these
        [[ ! -L "$root/$directory" ]] || { rm "$root/$directory" && mkdir "$root/$directory"; }
    done
    printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'sshd:x:100:65534::/run/sshd:/usr/sbin/nologin' \
        'nobody:x:65534:65534::/nonexistent:/usr/sbin/nologin' >"$root/etc/passwd"
    printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' >"$root/etc/group"
    printf '%s\n' 'root:*:19000::::::' 'sshd:*:19000::::::' >"$root/etc/shadow"
    chmod 600 "$root/etc/shadow"
    touch "$folder/made"
}

# Who may connect, and what this side needs to know.
make_keys() {
    mkdir -p "$root/run/sshd" "$root/root/.ssh" "$root/etc/ssh"
    [[ -f "$folder/key" ]] || ssh-keygen -q -t ed25519 -N '' -f "$folder/key"
    [[ -f "$root/etc/ssh/key" ]] || ssh-keygen -q -t ed25519 -N '' -f "$root/etc/ssh/key"
    cp "$folder/key.pub" "$root/root/.ssh/authorized_keys"
    chmod 700 "$root/root" "$root/root/.ssh"
    cat >"$root/etc/ssh/board" <<CONFIG
ListenAddress $address
HostKey /etc/ssh/key
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
PidFile none
SetEnv QEMU_CPU=cortex-a72
CONFIG
    echo "$address $(cut -d' ' -f1,2 "$root/etc/ssh/key.pub")" >"$folder/known_hosts"
    cat >"$client" <<CONFIG
Host board
    HostName $address
    User root
    IdentityFile $folder/key
    IdentitiesOnly yes
    UserKnownHostsFile $folder/known_hosts
    GlobalKnownHostsFile /dev/null
CONFIG
}

# What Linux tells of a Raspberry Pi 4.
make_system() {
    local system="$folder/system" i
    rm -rf "$system"
    mkdir -p "$system/firmware/devicetree/base" "$system/class/thermal/thermal_zone0" "$system/devices/system/cpu"
    printf 'Raspberry Pi 4 Model B Rev 1.4\0' >"$system/firmware/devicetree/base/model"
    echo 61234 >"$system/class/thermal/thermal_zone0/temp"
    echo cpu-thermal >"$system/class/thermal/thermal_zone0/type"
    echo 0-3 >"$system/devices/system/cpu/online"
    for i in 0 1 2 3; do
        mkdir -p "$system/devices/system/cpu/cpu$i/cpufreq"
        echo ondemand >"$system/devices/system/cpu/cpu$i/cpufreq/scaling_governor"
        echo 1500000 >"$system/devices/system/cpu/cpu$i/cpufreq/scaling_cur_freq"
        printf 'processor\t: %d\nFeatures\t: fp asimd evtstrm crc32 cpuid\nCPU implementer\t: 0x41\nCPU part\t: 0xd08\n\n' "$i"
    done >"$folder/cpuinfo"
}

inside() {
    local binfmt=/proc/sys/fs/binfmt_misc magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
    local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
    hostname raspberrypi
    mount -t binfmt_misc none "$binfmt"
    printf '%s' ":edgewright-board:M::$magic:$mask:$emulator:F" >"$binfmt/register"
    mount -t proc none "$root/proc"
    mount --bind "$folder/cpuinfo" "$root/proc/cpuinfo"
    mount --bind "$folder/system" "$root/sys"
    mount --bind /dev "$root/dev"
    exec chroot "$root" /usr/sbin/sshd -D -e -f /etc/ssh/board
}

stop() {
    trap - EXIT INT TERM
    local process
    for process in $(ip netns pids "$name" 2>/dev/null); do kill "$process" 2>/dev/null || true; done
    ip netns delete "$name" 2>/dev/null || true
    ip link delete "$link" 2>/dev/null || true
}

start() {
    stop
    trap stop EXIT
    trap 'exit 130' INT TERM
    ip netns add "$name"
    ip link add "$link" type veth peer name "${link}0" netns "$name"
    ip address add "$here/30" dev "$link"
    ip link set "$link" up
    ip -n "$name" address add "$address/30" dev "${link}0"
    ip -n "$name" link set lo up
    ip -n "$name" link set "${link}0" up
    ip netns exec "$name" unshare --mount --uts "$PWD/tests/support/board.sh" inside 2>"$folder/log" &
    local i
    for ((i = 0; i < 60; ++i)); do
        ! ssh -F "$client" -o BatchMode=yes -o ConnectTimeout=5 board true 2>/dev/null || return 0
        sleep 0.5
    done
    echo "board: it does not answer; its log:" >&2
    tail -20 "$folder/log" >&2
    exit 1
}

if [[ "${1:-}" == inside ]]; then inside; fi
mkdir -p "$folder"
fetch_emulator
make_root
make_keys
make_system
start
echo "The board is up:  ssh -F build/board/client board"
echo "In Edgewright:    edgewright-cli remote add board $address --user root --identity $folder/key"
if [[ "${1:-}" == test ]]; then
    EDGEWRIGHT_BOARD="$client" build/dev/tests/remote_tests remote_arm
else
    echo "Ctrl-C ends it."
    wait
fi
