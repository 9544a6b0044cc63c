// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/text/code_points.h"

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

void append(std::string& text, char32_t value) {
    const auto put = [&](char32_t byte) {
        text.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
    };
    if (value < 0x80) {
        put(value);
    } else if (value < 0x800) {
        put(0xC0 | value >> 6);
        put(0x80 | (value & 0x3F));
    } else if (value < 0x10000) {
        put(0xE0 | value >> 12);
        put(0x80 | (value >> 6 & 0x3F));
        put(0x80 | (value & 0x3F));
    } else {
        put(0xF0 | value >> 18);
        put(0x80 | (value >> 12 & 0x3F));
        put(0x80 | (value >> 6 & 0x3F));
        put(0x80 | (value & 0x3F));
    }
}

template <typename Map>
std::string mapped(std::string_view text, Map map) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        if (point.value == InvalidCodePoint)
            result.push_back(text[at]);
        else
            append(result, map(point.value));
        at += point.bytes;
    }
    return result;
}

} // namespace

CodePoint codePointAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - at < length) return {};
    char32_t value = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return {};
        value = value << 6 | (byte(at + i) & 0x3Fu);
    }
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest[length] || value > 0x10FFFF || surrogate) return {};
    return {value, length};
}

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
