// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/text/code_points.h"

#include "core/base/utf8.h"

#include <array>

namespace edgewright::ops {

namespace {

// Upper case letters first, first + step, ... last; each lower case letter is `distance` further on.
struct CaseRun {
    char32_t first, last;
    char32_t step, distance;
};

// From the Unicode character database: the letters whose case changes one to one.
constexpr std::array CaseRuns{
    CaseRun{0x41, 0x5A, 1, 0x20},   CaseRun{0xC0, 0xD6, 1, 0x20},   CaseRun{0xD8, 0xDE, 1, 0x20},
    CaseRun{0x100, 0x12E, 2, 1},    CaseRun{0x132, 0x136, 2, 1},    CaseRun{0x139, 0x147, 2, 1},
    CaseRun{0x14A, 0x176, 2, 1},    CaseRun{0x179, 0x17D, 2, 1},    CaseRun{0x386, 0x386, 1, 0x26},
    CaseRun{0x388, 0x38A, 1, 0x25}, CaseRun{0x38C, 0x38C, 1, 0x40}, CaseRun{0x38E, 0x38F, 1, 0x3F},
    CaseRun{0x391, 0x3A1, 1, 0x20}, CaseRun{0x3A3, 0x3AB, 1, 0x20}, CaseRun{0x400, 0x40F, 1, 0x50},
    CaseRun{0x410, 0x42F, 1, 0x20}, CaseRun{0x460, 0x480, 2, 1},    CaseRun{0x48A, 0x4BE, 2, 1},
    CaseRun{0x4C1, 0x4CD, 2, 1},    CaseRun{0x4D0, 0x52E, 2, 1},    CaseRun{0x531, 0x556, 1, 0x30},
    CaseRun{0x1E00, 0x1E94, 2, 1},  CaseRun{0x1EA0, 0x1EFE, 2, 1},  CaseRun{0xFF21, 0xFF3A, 1, 0x20},
};

template <typename Map>
std::string mapped(std::string_view text, Map map) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        if (point.value == InvalidCodePoint)
            result.push_back(text[at]);
        else
            appendUtf8(result, map(point.value));
        at += point.bytes;
    }
    return result;
}

} // namespace

char32_t toLower(char32_t value) {
    for (const CaseRun& run : CaseRuns)
        if (value >= run.first && value <= run.last && (value - run.first) % run.step == 0)
            return value + run.distance;
    return value == 0x178 ? 0xFF : value; // Y with diaeresis
}

char32_t toUpper(char32_t value) {
    for (const CaseRun& run : CaseRuns)
        if (value >= run.first + run.distance && value <= run.last + run.distance &&
            (value - run.first - run.distance) % run.step == 0)
            return value - run.distance;
    if (value == 0xFF) return 0x178;
    return value == 0x3C2 ? 0x3A3 : value; // final sigma
}

std::string toLower(std::string_view text) {
    return mapped(text, [](char32_t value) { return toLower(value); });
}

std::string toUpper(std::string_view text) {
    return mapped(text, [](char32_t value) { return toUpper(value); });
}

} // namespace edgewright::ops
