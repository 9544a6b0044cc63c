// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/space_findings.h"

#include "core/base/digit_groups.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/findings/least.h"
#include "core/cost/findings/number_text.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::cost {

namespace {

using table::secondsText, table::threeDigits;

// "128", "0.5".
std::string plain(double value) { return table::printed("%g", value); }

// "20 000".
std::string spaced(std::uint64_t number) { return inGroups(std::to_string(number), 4); }

std::string figuresOf(const DesignPoint& point, const std::string& unit) {
    return secondsText(point.seconds) + ", " + energyText(point.energy, unit) + ", " +
           table::numberText(point.area, edgewright::Unit::SquareMillimetres);
}

std::string splitName(const std::array<std::int64_t, 3>& split) {
    return std::to_string(split[0]) + "/" + std::to_string(split[1]) + "/" + std::to_string(split[2]);
}

// Room for activations.
std::string roomName(const std::optional<std::int64_t>& kiloBytes) {
    if (!kiloBytes) return "room with inputs";
    return *kiloBytes == 0 ? "no room" : std::to_string(*kiloBytes) + " KiB";
}

std::string rankedName(const DesignSpace& space, Axis axis, double value) {
    const auto place = static_cast<std::size_t>(value);
    if (axis == Axis::WordBytes) return plain(value) + "-byte words";
    if (axis == Axis::Dataflow) return std::string(dataflowName(space.dataflows[place]));
    if (axis == Axis::Resident) return roomName(space.residentKb[place]);
    return splitName(space.splits[place]);
}

// The best of an axis whose values are not more and less of something, those that make no difference beside it,
// and what the others take.
std::string rankedSentence(const DesignSpace& space, const AxisFinding& found) {
    constexpr std::size_t Shown = 4;
    const std::size_t shown = std::min(found.ranked.size(), Shown);
    const auto name = [&](std::size_t place) {
        return rankedName(space, found.axis, found.ranked[place].first);
    };
    std::size_t alike = 1;
    while (alike < shown && found.ranked[alike].second < Noticeable)
        ++alike;
    std::string text = found.axis == Axis::Dataflow   ? "Best dataflow: "
                       : found.axis == Axis::Split    ? "Best split of the SRAM: "
                       : found.axis == Axis::Resident ? "Best for activations: "
                                                      : "Best precision: ";
    text += name(0);
    for (std::size_t i = 1; i < alike; ++i)
        text += (i + 1 == alike ? " or " : ", ") + name(i);
    if (alike > 1) text += ", no difference of 1 %";
    for (std::size_t i = alike; i < shown; ++i)
        text += (i == alike ? "; energy × delay is " : ", ") + threeDigits(found.ranked[i].second) +
                (i == alike ? " times as high with " : " times with ") + name(i);
    return text + ".";
}

std::string amountText(const DesignSpace& space, Axis axis, double value) {
    if (axis == Axis::Sram) return plain(value) + " KiB of SRAM for tiles";
    if (axis == Axis::Bandwidth) return plain(value) + " B/cycle";
    if (axis == Axis::Clock) return plain(value) + " GHz";
    if (axis == Axis::Arrays) return plain(value) + (value == 1 ? " array" : " arrays");
    if (space.sizes.empty()) return spaced(static_cast<std::uint64_t>(value)) + " cells";
    const std::string side = plain(std::sqrt(value));
    return side + " × " + side + " cells";
}

// Axes of which more is no gain, and those of which even the most tried, of what is within bounds, gains.
void addAmountSentences(const SpaceFindings& findings, std::vector<std::string>& sentences) {
    std::string enough, gaining;
    bool isSramEnough = false;
    for (const AxisFinding& found : findings.axes) {
        if (!found.ranked.empty()) continue;
        if (found.enough < found.largest) {
            enough += (enough.empty() ? "beyond " : ", beyond ") +
                      amountText(findings.space, found.axis, found.enough);
            isSramEnough = isSramEnough || found.axis == Axis::Sram;
        } else if (found.lastGain > 1)
            gaining += (gaining.empty() ? "" : ", ") + amountText(findings.space, found.axis, found.largest) +
                       " (by " + threeDigits((found.lastGain - 1) * 100) + " %)";
    }
    const bool isBounded = !constraintsText(findings.constraints).empty();
    if (!enough.empty())
        sentences.push_back("Energy × delay gains less than 1 % " + enough +
                            (isBounded ? " within the bounds." : "."));
    if (isSramEnough && findings.space.residentKb.empty())
        sentences.push_back("SRAM in which activations stay was not varied (the axis of activations): it may "
                            "gain what more for tiles does not.");
    if (!gaining.empty())
        sentences.push_back((enough.empty() ? "Energy × delay" : "It") +
                            std::string(" still gains at the most ") +
                            (isBounded ? "within the bounds: " : "that was tried: ") + gaining + ".");
}

// A faster clock moves more bytes a second at as many of a cycle.
std::string bandwidthSentence(const DesignSpace& space) {
    const auto [slowest, fastest] = std::minmax_element(space.clocks.begin(), space.clocks.end());
    Accelerator one = space.at(0);
    std::string text =
        "The bandwidth of DRAM is held per cycle, not per second: " + std::to_string(one.dramBytesPerCycle()) +
        " B/cycle are ";
    const auto add = [&](double clock) {
        one.clockGhz = clock;
        text += threeDigits(one.dramGigabytesPerSecond()) + " GB/s at " + plain(clock) + " GHz";
    };
    add(*slowest);
    if (*slowest < *fastest) {
        text += ", ";
        add(*fastest);
    }
    return text + ".";
}

// The price of a faster clock, and up to where the source knows it.
std::string clockSentence(const ClockFinding& found) {
    if (found.known == 0)
        return "Energy does not know the clock: its table has no voltages, and the fastest one is free.";
    return "At " + plain(found.fastest) + " GHz an operation on chip takes " + threeDigits(found.energyRatio) +
           " times the energy that it takes at " + plain(found.slowest) + " GHz, for the voltage" +
           (found.fastest > found.known * (1 + 1e-9)
                ? "; beyond " + threeDigits(found.known) + " GHz that is extrapolated."
                : ".");
}

// The terms that all points are judged on.
void addTerms(const SpaceFindings& findings, std::vector<std::string>& sentences) {
    const DesignSpace& space = findings.space;
    sentences.push_back("Energies are by the table " + energyTableName(space.base.energy) + ".");
    sentences.push_back(areaTerms());
    if (!space.clocks.empty()) sentences.push_back(bandwidthSentence(space));
    if (findings.clock) sentences.push_back(clockSentence(*findings.clock));
}

// The parts of an area above its bound, and what makes the largest of them smaller.
std::string excessAreaSentence(const Accelerator& accelerator, double bound) {
    const Area area = areaPartsOf(accelerator);
    const AreaPart most = area.largest();
    std::string text = "Its area is " + areaText(accelerator) + ".";
    if (area[most] > bound)
        text += " The " + std::string(titleOf(most)) + " alone " +
                (most == AreaPart::Sram ? "exceeds" : "exceed") + " the bound: it takes " +
                std::string(remedyFor(most)) + ".";
    return text;
}

// While no point is within the constraints: the nearest one, and how many meet each by itself.
table::Answer noneWithin(const SpaceFindings& findings) {
    const DesignSpace& space = findings.space;
    const DesignPoint& nearest = *findings.nearest;
    table::Answer answer{"None of " + spaced(findings.possible) + " possible points is within " +
                             constraintsText(findings.constraints) + ": the nearest, " +
                             designName(space, space.at(nearest.index)) + " (" +
                             figuresOf(nearest, findings.energyUnit) + "), has " +
                             excessText(findings.constraints, nearest) + ".",
                         {},
                         {}};
    if (!findings.uncounted.empty())
        answer.conditions.push_back(leastSentence("Cycles, times and energies", findings.uncounted));
    std::string alone;
    std::size_t bounds = 0;
    for (std::size_t i = 0; i < findings.meeting.size(); ++i) {
        const Constraint& each = constraintTable()[i];
        if (!each.bound(findings.constraints)) continue;
        ++bounds;
        alone += (alone.empty() ? "By itself, " : ", ") + boundText(each, findings.constraints) +
                 " is met by " + (findings.meeting[i] == 0 ? "none" : spaced(findings.meeting[i]));
    }
    if (bounds > 1) answer.conditions.push_back(alone + ".");
    if (const auto bound = findings.constraints.maxAreaMm2; bound && nearest.area > *bound)
        answer.conditions.push_back(excessAreaSentence(space.at(nearest.index), *bound));
    addTerms(findings, answer.reasons);
    return answer;
}

} // namespace

std::string designName(const DesignSpace& space, const Accelerator& accelerator) {
    std::string text = std::to_string(accelerator.rows) + " × " + std::to_string(accelerator.cols) + " " +
                       std::string(dataflowName(accelerator.dataflow)) + ", " +
                       splitName({accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb}) + " KiB";
    if (accelerator.arrays > 1 || space.varies(Axis::Arrays))
        text = std::to_string(accelerator.arrays) + " × " + text;
    if (space.varies(Axis::Resident)) text += ", " + roomName(accelerator.residentKb) + " for activations";
    if (space.varies(Axis::Bandwidth))
        text += ", " + std::to_string(accelerator.dramBytesPerCycle()) + " B/cycle";
    if (space.varies(Axis::Clock)) text += ", " + plain(accelerator.clockGhz) + " GHz";
    if (space.varies(Axis::WordBytes)) text += ", " + std::to_string(accelerator.wordBytes) + "-byte words";
    return text;
}

table::Answer answerOf(const SpaceFindings& findings) {
    if (findings.points == 0) return {};
    if (findings.nearest) return noneWithin(findings);
    if (!findings.best)
        return {"None of " + spaced(findings.points) + " points is possible: a layer does not fit the SRAMs.",
                {},
                {}};
    const DesignSpace& space = findings.space;
    const auto named = [&](const DesignPoint& point, bool isTied) {
        return designName(space, space.at(point.index)) + " (" + figuresOf(point, findings.energyUnit) + ")" +
               (isTied ? ", the smallest within 1 % of the least." : ".");
    };
    const SpaceFindings::Best& best = *findings.best;
    table::Answer answer{"Best energy × delay: " + named(best.product, best.isProductTied), {}, {}};
    if (!findings.uncounted.empty())
        answer.conditions.push_back(leastSentence("Cycles, times and energies", findings.uncounted));
    const std::string bounds = constraintsText(findings.constraints);
    if (!bounds.empty())
        answer.conditions.push_back(spaced(findings.within) + " of " + spaced(findings.points) + " points " +
                                    (findings.within == 1 ? "is" : "are") + " within " + bounds + ".");
    std::string counts = spaced(findings.optimal) + " of " +
                         (bounds.empty() ? spaced(findings.points) + " points " : "these ") +
                         (findings.optimal == 1 ? "is" : "are") + " Pareto optimal in time, energy and area";
    if (const std::size_t impossible = findings.points - findings.possible; impossible > 0)
        counts += "; " + spaced(impossible) + " do not fit a layer into the SRAMs";
    if (findings.points < findings.spacePoints)
        counts += "; the whole space has " + spaced(findings.spacePoints);
    answer.conditions.push_back(counts + ".");
    const auto extreme = [&](const char* what, const DesignPoint& point, bool isTied) {
        if (point.index != best.product.index)
            answer.reasons.push_back(std::string(what) + named(point, isTied));
    };
    extreme("Fastest: ", best.fastest, best.isFastestTied);
    extreme("Least energy: ", best.leastEnergy, best.isEnergyTied);
    extreme("Smallest: ", best.smallest, false);
    for (const AxisFinding& found : findings.axes)
        if (found.ranked.size() > 1) answer.reasons.push_back(rankedSentence(space, found));
    addAmountSentences(findings, answer.reasons);
    addTerms(findings, answer.reasons);
    return answer;
}

} // namespace edgewright::cost
