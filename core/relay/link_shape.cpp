// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/link_shape.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

namespace edgewright::relay {

namespace {

struct ShapeUnit {
    std::string_view name;
    double scale; // to bytes per second, or to seconds
    bool isRate;
};
constexpr std::array ShapeUnits{ShapeUnit{"bit/s", 1.0 / 8, true},
                                ShapeUnit{"kbit/s", 1e3 / 8, true},
                                ShapeUnit{"Mbit/s", 1e6 / 8, true},
                                ShapeUnit{"Gbit/s", 1e9 / 8, true},
                                ShapeUnit{"us", 1e-6, false},
                                ShapeUnit{"ms", 1e-3, false},
                                ShapeUnit{"s", 1, false}};

// Digits and one point: no sign, no exponent, no words.
std::optional<double> plainNumber(std::string_view text) {
    if (text.empty() || text.size() > 20 || text.find_first_not_of("0123456789.") != text.npos ||
        text.find('.') != text.rfind('.') || text == ".")
        return {};
    double value = 0, place = 1;
    bool isFraction = false;
    for (const char each : text) {
        if (each == '.') {
            isFraction = true;
            continue;
        }
        value = value * 10 + (each - '0');
        if (isFraction) place *= 10;
    }
    return value / place;
}

} // namespace

std::optional<LinkShape> LinkShape::parsed(std::string_view text) {
    LinkShape shape;
    bool hasRate = false, hasDelay = false;
    while (true) {
        const std::size_t plus = text.find('+');
        const std::string_view part = text.substr(0, plus);
        const std::size_t behind = std::min(part.find_first_not_of("0123456789."), part.size());
        const auto number = plainNumber(part.substr(0, behind));
        const ShapeUnit* unit = nullptr;
        for (const ShapeUnit& each : ShapeUnits)
            if (each.name == part.substr(behind)) unit = &each;
        if (!number || !unit || (unit->isRate ? hasRate : hasDelay)) return {};
        (unit->isRate ? hasRate : hasDelay) = true;
        (unit->isRate ? shape.bytesPerSecond : shape.delay) = *number * unit->scale;
        if (plus == std::string_view::npos) break;
        text.remove_prefix(plus + 1);
    }
    if (hasRate && !(shape.bytesPerSecond >= MinBytesPerSecond && shape.bytesPerSecond <= MaxBytesPerSecond))
        return {};
    if (!(shape.delay <= MaxDelay)) return {};
    return shape;
}

} // namespace edgewright::relay
