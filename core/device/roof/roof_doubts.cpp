// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/roof/roof_doubts.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

#include <optional>

namespace edgewright::device {

namespace {

constexpr double Agreeing = 1.25; // of two bandwidths, the larger over the smaller

bool isBelow(const LevelBandwidth& level, const OperatorRow& row) {
    return static_cast<double>(row.bytes) <= level.best() * 1e9 * row.seconds * AboveRoof;
}

} // namespace

std::string aboveRoofText(const Roof& roof, const OperatorRow& row, int threads) {
    const auto share = shareOfRoof(roof, row, threads);
    if (!share || *share <= AboveRoof) return {};
    const ThreadRoof& on = *roof.on(threads);
    if (on.peak(row.arithmetic) > 0 && row.macsPerSecond() / 1e9 > on.peak(row.arithmetic) * AboveRoof)
        return say("faster than the peak: by fewer MACs than it is defined with, or a higher clock");
    const LevelBandwidth* holding = on.levelHolding(row.bytes);
    if (!holding) return {};
    for (auto level = static_cast<std::size_t>(holding - on.levels.data()); level > 0; --level)
        if (isBelow(on.levels[level - 1], row))
            return say("faster than from {1}: its data come from {2}", holding->level,
                       on.levels[level - 1].level);
    return say("faster than from {1}: its data do not all move", holding->level);
}

std::string disagreementText(const Roof& measured, const Roof& fitted) {
    const ThreadRoof *one = measured.on(1), *other = fitted.on(1);
    if (!one || !other || one->levels.empty() || other->levels.empty()) return {};
    const LevelBandwidth &memory = one->levels.back(), &outer = other->levels.back();
    const double is = memory.best(), said = outer.best();
    if (is <= 0 || said <= 0 || (said <= is * Agreeing && is <= said * Agreeing)) return {};
    return said > is
               ? say("{1} GB/s from {2} measured, {3} {4} fitted to networks, which find their data in caches: "
                     "shares are of the measured roof",
                     table::fixed(is, 1), memory.level, table::fixed(said, 1), outer.level)
               : say("{1} GB/s from {2} measured, {3} {4} fitted to networks, whose kernels do not reach more: "
                     "shares are of the measured roof",
                     table::fixed(is, 1), memory.level, table::fixed(said, 1), outer.level);
}

} // namespace edgewright::device
