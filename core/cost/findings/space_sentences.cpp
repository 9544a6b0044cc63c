// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/space_findings.h"

#include "core/base/digit_groups.h"
#include "core/base/say.h"
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
    return say("{1}, {2}, {3}", secondsText(point.seconds), energyText(point.energy, unit),
               table::numberText(point.area, edgewright::Unit::SquareMillimetres));
}

std::string splitName(const std::array<std::int64_t, 3>& split) {
    return std::to_string(split[0]) + "/" + std::to_string(split[1]) + "/" + std::to_string(split[2]);
}

// Room for activations.
std::string roomName(const std::optional<std::int64_t>& kiloBytes) {
    if (!kiloBytes) return say("room with inputs");
    return *kiloBytes == 0 ? say("no room") : std::to_string(*kiloBytes) + " KiB";
}

std::string rankedName(const DesignSpace& space, Axis axis, double value) {
    const auto place = static_cast<std::size_t>(value);
    if (axis == Axis::WordBytes) return say("{1}-byte words", plain(value));
    if (axis == Axis::Dataflow) return std::string(dataflowName(space.dataflows[place]));
    if (axis == Axis::Resident) return roomName(space.residentKb[place]);
    return splitName(space.splits[place]);
}

std::string joined(const std::string& text, const std::string& next) {
    return text.empty() ? next : sayIn("list", "{1}, {2}", text, next);
}

std::string bestText(Axis axis, const std::string& name) {
    if (axis == Axis::Dataflow) return say("Best dataflow: {1}", name);
    if (axis == Axis::Split) return say("Best split of the SRAM: {1}", name);
    if (axis == Axis::Resident) return say("Best for activations: {1}", name);
    return say("Best precision: {1}", name);
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
    std::string best = name(0);
    for (std::size_t i = 1; i < alike; ++i)
        best = i + 1 == alike ? say("{1} or {2}", best, name(i)) : joined(best, name(i));
    std::string text = bestText(found.axis, best);
    if (alike > 1) text = say("{1}, no difference of 1 %", text);
    for (std::size_t i = alike; i < shown; ++i) {
        const std::string times = threeDigits(found.ranked[i].second);
        text = i == alike ? say("{1}; energy × delay is {2} times as high with {3}", text, times, name(i))
                          : say("{1}, {2} times with {3}", text, times, name(i));
    }
    return say("{1}.", text);
}

std::string amountText(const DesignSpace& space, Axis axis, double value) {
    if (axis == Axis::Sram) return say("{1} KiB of SRAM for tiles", plain(value));
    if (axis == Axis::Bandwidth) return plain(value) + " B/cycle";
    if (axis == Axis::Clock) return plain(value) + " GHz";
    if (axis == Axis::Arrays) return sayCount(static_cast<std::int64_t>(value), "{1} array", "{1} arrays");
    if (space.sizes.empty()) return say("{1} cells", spaced(static_cast<std::uint64_t>(value)));
    const std::string side = plain(std::sqrt(value));
    return say("{1} cells", side + " × " + side);
}

// `gaining`: axes whose most that was tried, or is within the bounds, still gains.
std::string gainingSentence(const std::string& gaining, bool isBounded, bool isFirst) {
    if (isFirst)
        return isBounded ? say("Energy × delay still gains at the most within the bounds: {1}.", gaining)
                         : say("Energy × delay still gains at the most that was tried: {1}.", gaining);
    return isBounded ? say("It still gains at the most within the bounds: {1}.", gaining)
                     : say("It still gains at the most that was tried: {1}.", gaining);
}

// Axes of which more is no gain, and those of which even the most tried, of what is within bounds, gains.
void addAmountSentences(const SpaceFindings& findings, std::vector<std::string>& sentences) {
    std::string enough, gaining;
    bool isSramEnough = false;
    for (const AxisFinding& found : findings.axes) {
        if (!found.ranked.empty()) continue;
        if (found.enough < found.largest) {
            enough = joined(enough, say("beyond {1}", amountText(findings.space, found.axis, found.enough)));
            isSramEnough = isSramEnough || found.axis == Axis::Sram;
        } else if (found.lastGain > 1)
            gaining =
                joined(gaining, say("{1} (by {2} %)", amountText(findings.space, found.axis, found.largest),
                                    threeDigits((found.lastGain - 1) * 100)));
    }
    const bool isBounded = !constraintsText(findings.constraints).empty();
    if (!enough.empty())
        sentences.push_back(isBounded ? say("Energy × delay gains less than 1 % {1} within the bounds.", enough)
                                      : say("Energy × delay gains less than 1 % {1}.", enough));
    if (isSramEnough && findings.space.residentKb.empty())
        sentences.push_back(say("SRAM in which activations stay was not varied (the axis of activations): it "
                                "may gain what more for tiles does not."));
    if (!gaining.empty()) sentences.push_back(gainingSentence(gaining, isBounded, enough.empty()));
}

// A faster clock moves more bytes a second at as many of a cycle.
std::string bandwidthSentence(const DesignSpace& space) {
    const auto [slowest, fastest] = std::minmax_element(space.clocks.begin(), space.clocks.end());
    Accelerator one = space.at(0);
    const auto at = [&](double clock) {
        one.clockGhz = clock;
        return say("{1} GB/s at {2} GHz", threeDigits(one.dramGigabytesPerSecond()), plain(clock));
    };
    std::string rates = at(*slowest);
    if (*slowest < *fastest) rates = joined(rates, at(*fastest));
    return say("The bandwidth of DRAM is held per cycle, not per second: {1} B/cycle are {2}.",
               one.dramBytesPerCycle(), rates);
}

// The price of a faster clock, and up to where the source knows it.
std::string clockSentence(const ClockFinding& found) {
    if (found.known == 0)
        return say("Energy does not know the clock: its table has no voltages, and the fastest one is free.");
    const std::string fastest = plain(found.fastest), slowest = plain(found.slowest);
    const std::string times = threeDigits(found.energyRatio);
    if (found.fastest > found.known * (1 + 1e-9))
        return say(
            "At {1} GHz an operation on chip takes {2} times the energy that it takes at {3} GHz, for the "
            "voltage; beyond {4} GHz that is extrapolated.",
            fastest, times, slowest, threeDigits(found.known));
    return say("At {1} GHz an operation on chip takes {2} times the energy that it takes at {3} GHz, for the "
               "voltage.",
               fastest, times, slowest);
}

// The terms that all points are judged on.
void addTerms(const SpaceFindings& findings, std::vector<std::string>& sentences) {
    const DesignSpace& space = findings.space;
    sentences.push_back(say("Energies are by the table {1}.", energyTableName(space.base.energy)));
    sentences.push_back(areaTerms());
    if (!space.clocks.empty()) sentences.push_back(bandwidthSentence(space));
    if (findings.clock) sentences.push_back(clockSentence(*findings.clock));
}

// The parts of an area above its bound, and what makes the largest of them smaller.
std::string excessAreaSentence(const Accelerator& accelerator, double bound) {
    const Area area = areaPartsOf(accelerator);
    const AreaPart most = area.largest();
    const std::string areas = areaText(accelerator);
    if (area[most] <= bound) return say("Its area is {1}.", areas);
    if (most == AreaPart::Sram)
        return say("Its area is {1}. The {2} alone exceeds the bound: it takes {3}.", areas, titleOf(most),
                   remedyFor(most));
    return say("Its area is {1}. The {2} alone exceed the bound: it takes {3}.", areas, titleOf(most),
               remedyFor(most));
}

void addLeast(const SpaceFindings& findings, std::vector<std::string>& sentences) {
    if (!findings.uncounted.empty())
        sentences.push_back(leastSentence(say("Cycles, times and energies"), findings.uncounted));
}

// While no point is within the constraints: the nearest one, and how many meet each by itself.
table::Answer noneWithin(const SpaceFindings& findings) {
    const DesignSpace& space = findings.space;
    const DesignPoint& nearest = *findings.nearest;
    table::Answer answer{say("None of {1} possible points is within {2}: the nearest, {3} ({4}), has {5}.",
                             spaced(findings.possible), constraintsText(findings.constraints),
                             designName(space, space.at(nearest.index)),
                             figuresOf(nearest, findings.energyUnit),
                             excessText(findings.constraints, nearest)),
                         {},
                         {}};
    addLeast(findings, answer.conditions);
    std::string alone;
    std::size_t bounds = 0;
    for (std::size_t i = 0; i < findings.meeting.size(); ++i) {
        const Constraint& each = constraintTable()[i];
        if (!each.bound(findings.constraints)) continue;
        ++bounds;
        const std::string bound = boundText(each, findings.constraints);
        alone = joined(alone, findings.meeting[i] == 0
                                  ? say("{1} is met by none", bound)
                                  : say("{1} is met by {2}", bound, spaced(findings.meeting[i])));
    }
    if (bounds > 1) answer.conditions.push_back(say("By itself, {1}.", alone));
    if (const auto bound = findings.constraints.maxAreaMm2; bound && nearest.area > *bound)
        answer.conditions.push_back(excessAreaSentence(space.at(nearest.index), *bound));
    addTerms(findings, answer.reasons);
    return answer;
}

std::string withinSentence(const SpaceFindings& findings, const std::string& bounds) {
    const std::string within = spaced(findings.within), points = spaced(findings.points);
    return findings.within == 1 ? say("{1} of {2} points is within {3}.", within, points, bounds)
                                : say("{1} of {2} points are within {3}.", within, points, bounds);
}

// `isOfThese`: of those within the bounds, which the sentence before has counted.
std::string optimalText(const SpaceFindings& findings, bool isOfThese) {
    const std::string optimal = spaced(findings.optimal), points = spaced(findings.points);
    if (findings.optimal == 1)
        return isOfThese ? say("{1} of these is Pareto optimal in time, energy and area", optimal)
                         : say("{1} of {2} points is Pareto optimal in time, energy and area", optimal, points);
    return isOfThese ? say("{1} of these are Pareto optimal in time, energy and area", optimal)
                     : say("{1} of {2} points are Pareto optimal in time, energy and area", optimal, points);
}

std::string countsSentence(const SpaceFindings& findings, bool isOfThese) {
    std::string counts = optimalText(findings, isOfThese);
    if (const std::size_t impossible = findings.points - findings.possible; impossible > 0)
        counts = say("{1}; {2} do not fit a layer into the SRAMs", counts, spaced(impossible));
    if (findings.points < findings.spacePoints)
        counts = say("{1}; the whole space has {2}", counts, spaced(findings.spacePoints));
    return say("{1}.", counts);
}

} // namespace

std::string designName(const DesignSpace& space, const Accelerator& accelerator) {
    const std::string array = std::to_string(accelerator.rows) + " × " + std::to_string(accelerator.cols) +
                              " " + std::string(dataflowName(accelerator.dataflow));
    std::string text =
        say("{1}, {2} KiB", array, splitName({accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb}));
    if (accelerator.arrays > 1 || space.varies(Axis::Arrays))
        text = std::to_string(accelerator.arrays) + " × " + text;
    if (space.varies(Axis::Resident))
        text = say("{1}, {2} for activations", text, roomName(accelerator.residentKb));
    if (space.varies(Axis::Bandwidth)) text = say("{1}, {2} B/cycle", text, accelerator.dramBytesPerCycle());
    if (space.varies(Axis::Clock)) text = say("{1}, {2} GHz", text, plain(accelerator.clockGhz));
    if (space.varies(Axis::WordBytes)) text = say("{1}, {2}-byte words", text, accelerator.wordBytes);
    return text;
}

table::Answer answerOf(const SpaceFindings& findings) {
    if (findings.points == 0) return {};
    if (findings.nearest) return noneWithin(findings);
    if (!findings.best)
        return {say("None of {1} points is possible: a layer does not fit the SRAMs.", spaced(findings.points)),
                {},
                {}};
    const DesignSpace& space = findings.space;
    const auto named = [&](const DesignPoint& point, bool isTied) {
        const std::string name = designName(space, space.at(point.index));
        const std::string figures = figuresOf(point, findings.energyUnit);
        return isTied ? say("{1} ({2}), the smallest within 1 % of the least.", name, figures)
                      : say("{1} ({2}).", name, figures);
    };
    const SpaceFindings::Best& best = *findings.best;
    table::Answer answer{say("Best energy × delay: {1}", named(best.product, best.isProductTied)), {}, {}};
    addLeast(findings, answer.conditions);
    const std::string bounds = constraintsText(findings.constraints);
    if (!bounds.empty()) answer.conditions.push_back(withinSentence(findings, bounds));
    answer.conditions.push_back(countsSentence(findings, !bounds.empty()));
    const auto isOther = [&](const DesignPoint& point) { return point.index != best.product.index; };
    if (isOther(best.fastest))
        answer.reasons.push_back(say("Fastest: {1}", named(best.fastest, best.isFastestTied)));
    if (isOther(best.leastEnergy))
        answer.reasons.push_back(say("Least energy: {1}", named(best.leastEnergy, best.isEnergyTied)));
    if (isOther(best.smallest)) answer.reasons.push_back(say("Smallest: {1}", named(best.smallest, false)));
    for (const AxisFinding& found : findings.axes)
        if (found.ranked.size() > 1) answer.reasons.push_back(rankedSentence(space, found));
    addAmountSentences(findings, answer.reasons);
    addTerms(findings, answer.reasons);
    return answer;
}

} // namespace edgewright::cost
