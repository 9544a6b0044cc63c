// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/design_space.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/limits.h"

#include <algorithm>
#include <tuple>

namespace edgewright::cost {

namespace {

// From the axis that varies slowest to the one that varies fastest.
constexpr std::array<Axis, AxisCount> Slowest{Axis::WordBytes, Axis::Sram,      Axis::Split, Axis::Resident,
                                              Axis::Arrays,    Axis::Dataflow,  Axis::Size,  Axis::Rows,
                                              Axis::Cols,      Axis::Bandwidth, Axis::Clock};

// At least 1 KiB each; what rounding leaves goes to the outputs.
void share(Accelerator& accelerator, std::int64_t whole, const std::array<std::int64_t, 3>& parts) {
    const auto sum = static_cast<double>(parts[0] + parts[1] + parts[2]);
    const auto part = [&](std::int64_t of) {
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(static_cast<double>(whole) * static_cast<double>(of) / sum));
    };
    accelerator.ifmapKb = part(parts[0]);
    accelerator.filterKb = part(parts[1]);
    accelerator.ofmapKb = std::max<std::int64_t>(1, whole - accelerator.ifmapKb - accelerator.filterKb);
}

template <typename T>
Result<void> allWithin(std::string_view axis, const std::vector<T>& values, T least, T most) {
    for (const T value : values)
        if (!(value >= least && value <= most))
            return badInput(say("{1}: {2} is outside {3} to {4}", axis, std::to_string(value),
                                std::to_string(least), std::to_string(most)));
    return {};
}

} // namespace

std::string_view nameOf(Axis axis) {
    constexpr std::array<std::string_view, AxisCount> Names{"rows",  "cols",  "size",     "dataflow",
                                                            "sram",  "split", "resident", "bandwidth",
                                                            "clock", "word",  "arrays"};
    return Names[static_cast<std::size_t>(axis)];
}

std::array<std::size_t, AxisCount> DesignSpace::extents() const {
    const auto count = [](const auto& values) { return std::max<std::size_t>(1, values.size()); };
    return {count(rows),       count(cols),       count(sizes),  count(dataflows), count(sramKb), count(splits),
            count(residentKb), count(bandwidths), count(clocks), count(wordBytes), count(arrays)};
}

Result<std::uint64_t> DesignSpace::points() const {
    if (!sizes.empty() && (!rows.empty() || !cols.empty()))
        return badInput(say("size varies rows and cols together: it cannot be given beside them"));
    using Numbers = const std::vector<std::int64_t>*;
    for (const auto& [axis, values, least, most] :
         std::initializer_list<std::tuple<Axis, Numbers, std::int64_t, std::int64_t>>{
             {Axis::Rows, &rows, 1, ArrayLimit},
             {Axis::Cols, &cols, 1, ArrayLimit},
             {Axis::Size, &sizes, 1, ArrayLimit},
             {Axis::Sram, &sramKb, 3, SramLimit},
             {Axis::Bandwidth, &bandwidths, 1, SramLimit},
             {Axis::Arrays, &arrays, 1, ArrayLimit}})
        RETURN_IF_ERROR(allWithin(nameOf(axis), *values, least, most));
    const FieldInfo& word = fieldNamed(acceleratorFields(), "word_bytes");
    for (const std::int64_t bytes : wordBytes)
        if (!word.admits(static_cast<double>(bytes)))
            return badInput(say("{1}: {2} is none of {3}", nameOf(Axis::WordBytes), bytes, word.choiceList()));
    RETURN_IF_ERROR(allWithin(nameOf(Axis::Clock), clocks, 1e-3, 1000.0));
    for (const auto& kiloBytes : residentKb)
        RETURN_IF_ERROR(allWithin<std::int64_t>(nameOf(Axis::Resident), {kiloBytes.value_or(0)}, 0, SramLimit));
    for (const auto& split : splits)
        RETURN_IF_ERROR(allWithin<std::int64_t>(nameOf(Axis::Split), {split.begin(), split.end()}, 1, 1000000));
    constexpr std::uint64_t MaxPoints = 1'000'000'000'000'000'000; // that an index can name
    std::uint64_t product = 1;
    for (const std::size_t extent : extents()) {
        if (product > MaxPoints / extent)
            return badInput(
                say("the space has more than the 10^18 points that can be named; take fewer values"));
        product *= extent;
    }
    return product;
}

std::uint64_t DesignSpace::pointsOfOneMemory() const {
    const auto sizesOf = extents();
    std::uint64_t count = 1;
    for (auto it = Slowest.rbegin(); it != Slowest.rend() && *it != Axis::Resident; ++it)
        count *= sizesOf[static_cast<std::size_t>(*it)];
    return count;
}

std::array<std::size_t, AxisCount> DesignSpace::placeOf(std::uint64_t index) const {
    const auto sizesOf = extents();
    std::array<std::size_t, AxisCount> place{};
    for (auto it = Slowest.rbegin(); it != Slowest.rend(); ++it) {
        const auto axis = static_cast<std::size_t>(*it);
        place[axis] = static_cast<std::size_t>(index % sizesOf[axis]);
        index /= sizesOf[axis];
    }
    return place;
}

std::uint64_t DesignSpace::indexAt(const std::array<std::size_t, AxisCount>& place) const {
    const auto sizesOf = extents();
    std::uint64_t index = 0;
    for (const Axis each : Slowest) {
        const auto axis = static_cast<std::size_t>(each);
        index = index * sizesOf[axis] + place[axis];
    }
    return index;
}

Accelerator DesignSpace::at(std::uint64_t index) const {
    const auto place = placeOf(index);
    const auto pick = [&](Axis axis, const auto& values, auto& into) {
        if (!values.empty()) into = values[place[static_cast<std::size_t>(axis)]];
    };
    Accelerator made = base;
    std::int64_t high = base.rows, wide = base.cols;
    pick(Axis::Rows, rows, high);
    pick(Axis::Cols, cols, wide);
    if (!sizes.empty()) high = wide = sizes[place[static_cast<std::size_t>(Axis::Size)]];
    made.setArray(high, wide);
    pick(Axis::Dataflow, dataflows, made.dataflow);
    pick(Axis::Resident, residentKb, made.residentKb);
    pick(Axis::Bandwidth, bandwidths, made.bandwidth);
    pick(Axis::Clock, clocks, made.clockGhz);
    pick(Axis::WordBytes, wordBytes, made.wordBytes);
    pick(Axis::Arrays, arrays, made.arrays);
    if (!sramKb.empty() || !splits.empty()) {
        std::int64_t whole = base.ifmapKb + base.filterKb + base.ofmapKb;
        std::array<std::int64_t, 3> parts{base.ifmapKb, base.filterKb, base.ofmapKb};
        pick(Axis::Sram, sramKb, whole);
        pick(Axis::Split, splits, parts);
        share(made, whole, parts);
    }
    return made;
}

std::optional<std::uint64_t> DesignSpace::indexOf(const Accelerator& accelerator) const {
    std::array<std::size_t, AxisCount> place{};
    bool found = true;
    const auto seek = [&](Axis axis, const auto& values, const auto& value) {
        if (values.empty()) return; // at() below compares
        const auto at = std::ranges::find(values, value);
        found = found && at != values.end();
        place[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(at - values.begin());
    };
    seek(Axis::Rows, rows, accelerator.rows);
    seek(Axis::Cols, cols, accelerator.cols);
    seek(Axis::Size, sizes, accelerator.rows);
    seek(Axis::Dataflow, dataflows, accelerator.dataflow);
    seek(Axis::Resident, residentKb, accelerator.residentKb);
    seek(Axis::Bandwidth, bandwidths, accelerator.dramBytesPerCycle());
    seek(Axis::Clock, clocks, accelerator.clockGhz);
    seek(Axis::WordBytes, wordBytes, accelerator.wordBytes);
    seek(Axis::Arrays, arrays, accelerator.arrays);
    // What is shared out is at least 1 KiB for each, so that the sum may exceed the value of the axis.
    seek(Axis::Sram, sramKb,
         std::max<std::int64_t>(accelerator.ifmapKb + accelerator.filterKb + accelerator.ofmapKb, 1));
    if (!found) return std::nullopt;
    Accelerator wanted = accelerator;
    if (!bandwidths.empty()) wanted.bandwidth = accelerator.dramBytesPerCycle();
    for (std::size_t split = 0; split < std::max<std::size_t>(1, splits.size()); ++split) {
        place[static_cast<std::size_t>(Axis::Split)] = split;
        const std::uint64_t index = indexAt(place);
        if (at(index) == wanted) return index;
    }
    return std::nullopt;
}

SpaceChoice SpaceChoice::standard() { return {{"size=4..128", "dataflow=os,ws,is"}, 0}; }

Result<DesignSpace> SpaceChoice::on(const Accelerator& base) const {
    DesignSpace space;
    space.base = base;
    RETURN_IF_ERROR(readAxes(axes, space));
    return space;
}

} // namespace edgewright::cost
