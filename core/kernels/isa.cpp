// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include "core/base/say.h"
#include "core/kernels/table.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <vector>

#ifdef EDGEWRIGHT_X86_KERNELS
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace edgewright::kernels {

namespace baseline {
extern const Table table;
}
#ifdef EDGEWRIGHT_X86_KERNELS
namespace avx2 {
extern const Table table;
}
namespace avx512 {
extern const Table table;
}
namespace avx512vnni {
extern const Table table, amxTable;
}
#endif

namespace {

constexpr std::array<std::string_view, 5> Names{"baseline", "avx2", "avx512", "avx512vnni", "avx512amx"};

#ifdef EDGEWRIGHT_X86_KERNELS
// The system keeps the registers of tiles only for processes that ask for it.
bool mayUseAmx() {
    constexpr unsigned AmxTile = 1u << 24, AmxInt8 = 1u << 25;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & AmxTile) || !(d & AmxInt8)) return false;
#if defined(__linux__)
    constexpr long RequestPermission = 0x1023, TileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    return syscall(SYS_arch_prctl, RequestPermission, TileData) == 0;
#else
    return false;
#endif
}
#endif

std::vector<Isa> detect() {
    std::vector<Isa> found{Isa::Baseline};
#ifdef EDGEWRIGHT_X86_KERNELS
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return found;
    found.push_back(Isa::Avx2);
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
        return found;
    found.push_back(Isa::Avx512);
    if (!__builtin_cpu_supports("avx512vnni")) return found;
    found.push_back(Isa::Avx512Vnni);
    if (mayUseAmx()) found.push_back(Isa::Avx512Amx);
#endif
    return found;
}

std::optional<Isa> named(std::string_view name) {
    for (const Isa isa : available())
        if (nameOf(isa) == name) return isa;
    return std::nullopt;
}

std::string_view wanted() {
    const char* const name = std::getenv("EDGEWRIGHT_ISA");
    return name ? name : "";
}

std::atomic<Isa>& current() {
    static std::atomic<Isa> isa{named(wanted()).value_or(available().back())};
    return isa;
}

} // namespace

std::span<const Isa> available() {
    static const std::vector<Isa> found = detect();
    return found;
}

std::string_view nameOf(Isa isa) { return Names[static_cast<std::size_t>(isa)]; }

std::string problemWithChoice() {
    if (wanted().empty() || named(wanted())) return {};
    std::string known;
    for (const Isa isa : available())
        known += (known.empty() ? "" : ", ") + std::string(nameOf(isa));
    return say("EDGEWRIGHT_ISA: this processor has no instruction set '{1}'; expected one of {2}; {3} is used",
               wanted(), known, nameOf(isaInUse()));
}

const Table& tableOf(Isa isa) {
    switch (isa) {
#ifdef EDGEWRIGHT_X86_KERNELS
    case Isa::Avx2:
        return avx2::table;
    case Isa::Avx512:
        return avx512::table;
    case Isa::Avx512Vnni:
        return avx512vnni::table;
    case Isa::Avx512Amx:
        return avx512vnni::amxTable;
#endif
    default:
        return baseline::table;
    }
}

const Table& table() { return tableOf(current().load(std::memory_order_relaxed)); }
Isa isaInUse() { return current().load(std::memory_order_relaxed); }

void useIsa(Isa isa) {
    if (std::ranges::find(available(), isa) != available().end()) current() = isa;
}

} // namespace edgewright::kernels
