// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_word.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/explore/design_space.h"

#include <charconv>
#include <cmath>
#include <map>
#include <type_traits>

namespace edgewright::cost {

namespace {

constexpr std::size_t MaxValues = 100'000; // of one axis

// None where there are more than MaxValues.
std::vector<std::string> parts(const std::string& text, char separator) {
    std::vector<std::string> found{""};
    for (const char c : text)
        if (c != separator)
            found.back() += c;
        else if (found.size() < MaxValues)
            found.emplace_back();
        else
            return {};
    return found;
}

Error tooMany(const std::string& axis) { return badInput(say("{1}: more than {2} values", axis, MaxValues)); }

template <typename T>
std::optional<T> number(const std::string& text) {
    T value{};
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<T>)
        if (!std::isfinite(value)) return std::nullopt;
    return value;
}

// Counts the values from `from` to `to`.
template <typename T>
double countOf(T from, T to, T step) {
    if constexpr (std::is_integral_v<T>) return static_cast<double>((to - from) / step) + 1;
    return std::floor(static_cast<double>(to - from) / static_cast<double>(step)) + 1;
}

// "8,16,32", "4..128" doubling, "48:384:48".
template <typename T>
Result<std::vector<T>> numbers(const std::string& axis, const std::string& text) {
    const auto wrong = [&] {
        return badInput(say("{1}={2}: expected finite numbers such as 8,16,32, or 4..128 (doubling), or "
                            "48:384:48 (from:to:step)",
                            axis, text.substr(0, 80)));
    };
    std::vector<T> values;
    const std::size_t dots = text.find("..");
    if (dots != std::string::npos) {
        const auto from = number<T>(text.substr(0, dots)), to = number<T>(text.substr(dots + 2));
        if (!from || !to || !(*from > 0) || !(*to >= *from)) return wrong();
        for (T value = *from; value <= *to / 2; value *= 2)
            values.push_back(value);
        values.push_back(values.empty() ? *from : values.back() * 2);
        return values;
    }
    if (text.find(':') != std::string::npos) {
        const auto ends = parts(text, ':');
        if (ends.size() != 3) return wrong();
        const auto from = number<T>(ends[0]), to = number<T>(ends[1]), step = number<T>(ends[2]);
        if (!from || !to || !step || !(*from > 0) || !(*step > 0) || !(*to >= *from)) return wrong();
        const double count = countOf(*from, *to, *step);
        if (!(count <= static_cast<double>(MaxValues)))
            return badInput(say("{1}={2}: that are more than {3} values", axis, text, MaxValues));
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            values.push_back(static_cast<T>(*from + static_cast<T>(i) * *step));
        return values;
    }
    const auto listed = parts(text, ',');
    if (listed.empty()) return tooMany(axis);
    for (const std::string& each : listed) {
        const auto value = number<T>(each);
        if (!value) return wrong();
        values.push_back(*value);
    }
    return values;
}

Result<std::vector<Dataflow>> dataflowsIn(const std::string& text) {
    std::vector<Dataflow> found;
    const auto listed = parts(text, ',');
    if (listed.empty()) return tooMany("dataflow");
    for (const std::string& each : listed) {
        const auto dataflow = dataflowFrom(each);
        if (!dataflow) return badInput(say("dataflow={1}: expected some of os, ws, is", text));
        found.push_back(*dataflow);
    }
    return found;
}

Result<std::vector<std::array<std::int64_t, 3>>> splitsIn(const std::string& text) {
    std::vector<std::array<std::int64_t, 3>> found;
    const auto listed = parts(text, ',');
    if (listed.empty()) return tooMany("split");
    for (const std::string& each : listed) {
        const auto shares = parts(each, '/');
        std::array<std::int64_t, 3> split{};
        bool good = shares.size() == 3;
        for (std::size_t i = 0; good && i < 3; ++i) {
            const auto share = number<std::int64_t>(shares[i]);
            good = share && *share > 0;
            split[i] = share.value_or(0);
        }
        if (!good)
            return badInput(
                say("split={1}: expected shares of inputs, weights and outputs such as 40/40/20", text));
        found.push_back(split);
    }
    return found;
}

// "auto" is nothing.
Result<std::vector<std::optional<std::int64_t>>> roomsIn(const std::string& text) {
    std::vector<std::optional<std::int64_t>> found;
    if (text.find("..") != std::string::npos || text.find(':') != std::string::npos) {
        ASSIGN_OR_RETURN(const auto range, numbers<std::int64_t>("resident", text));
        found.assign(range.begin(), range.end());
        return found;
    }
    const auto listed = parts(text, ',');
    if (listed.empty()) return tooMany("resident");
    for (const std::string& each : listed) {
        const auto kiloBytes = number<std::int64_t>(each);
        if (!kiloBytes && each != "auto")
            return badInput(say("resident={1}: expected KiB for activations such as 0,64,256 or 64:256:64, or "
                                "auto: half of the SRAM for inputs, where all of them fit and that costs less",
                                text.substr(0, 80)));
        found.push_back(kiloBytes);
    }
    return found;
}

} // namespace

Result<void> readAxis(const std::string& text, DesignSpace& space) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return badInput(say("'{1}': expected NAME=VALUES, an axis with all of its values, such as size=8,16,32",
                            text.substr(0, 80)));
    const std::string name = text.substr(0, equals), values = text.substr(equals + 1);
    const auto readInto = [&](auto& into) -> Result<void> {
        using T = typename std::decay_t<decltype(into)>::value_type;
        ASSIGN_OR_RETURN(into, numbers<T>(name, values));
        return {};
    };
    if (name == nameOf(Axis::Rows)) return readInto(space.rows);
    if (name == nameOf(Axis::Cols)) return readInto(space.cols);
    if (name == nameOf(Axis::Size)) return readInto(space.sizes);
    if (name == nameOf(Axis::Sram)) return readInto(space.sramKb);
    if (name == nameOf(Axis::Bandwidth)) return readInto(space.bandwidths);
    if (name == nameOf(Axis::Clock)) return readInto(space.clocks);
    if (name == nameOf(Axis::WordBytes)) return readInto(space.wordBytes);
    if (name == nameOf(Axis::Arrays)) return readInto(space.arrays);
    if (name == nameOf(Axis::Dataflow)) {
        ASSIGN_OR_RETURN(space.dataflows, dataflowsIn(values));
        return {};
    }
    if (name == nameOf(Axis::Split)) {
        ASSIGN_OR_RETURN(space.splits, splitsIn(values));
        return {};
    }
    if (name == nameOf(Axis::Resident)) {
        ASSIGN_OR_RETURN(space.residentKb, roomsIn(values));
        return {};
    }
    std::vector<std::string_view> known;
    std::string list;
    for (std::size_t i = 0; i < AxisCount; ++i) {
        known.push_back(nameOf(static_cast<Axis>(i)));
        list += (i == 0 ? "" : ", ") + std::string(known.back());
    }
    const auto like = nearestWord(name, known);
    return badInput(like ? say("no axis is called '{1}'; did you mean '{2}'?", name, *like)
                         : say("no axis is called '{1}'; there are {2}", name, list));
}

Result<void> readAxes(std::span<const std::string> axes, DesignSpace& space) {
    std::map<std::string, std::string> seen; // by name
    for (const std::string& axis : axes) {
        RETURN_IF_ERROR(readAxis(axis, space));
        const auto [first, isNew] = seen.emplace(axis.substr(0, axis.find('=')), axis);
        if (!isNew)
            return badInput(say("the axis {1} is there twice: {2} and {3}; list all of its values in one",
                                first->first, first->second.substr(0, 80), axis.substr(0, 80)));
    }
    return {};
}

} // namespace edgewright::cost
