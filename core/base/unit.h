// SPDX-License-Identifier: GPL-3.0-or-later
// Units of numbers in tables: files hold the number in its unit, people read it as core/table/number_text.h
// says.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace edgewright {

enum class Unit : std::uint8_t {
    Text,  // no number
    Plain, // an integer in full, a real number to three digits
    Real,  // to five digits
    Count,
    Share,   // 0.873 is 87.3 %
    Percent, // 87.3 is 87.3 %
    Change,  // 0.05 is +5 %, -0.05 is −5 %
    Ratio,
    Estimate, // over what it estimates: 0.5 is 2.00 × too low
    Cosine,   // five decimals
    Decibels,
    Bits,
    Bytes,
    Words,
    Steps,
    Cycles,
    Macs,
    MacsPerByte,
    MacsPerCycle,
    GigaMacsPerSecond,
    Seconds,
    Milliseconds,
    Microseconds,
    Picojoules,
    MacEnergies, // energy in that of one MAC
    BytesPerCycle,
    GigabytesPerSecond,
    Gigahertz,
    SquareMillimetres
};
inline constexpr std::size_t UnitCount = static_cast<std::size_t>(Unit::SquareMillimetres) + 1;

// "B"; empty where a number counts nothing.
inline std::string_view nameOf(Unit unit) {
    constexpr std::array<std::string_view, UnitCount> Names{
        "",        "",     "",      "",          "",
        "",        "",     "",      "",          "",
        "dB",      "bit",  "B",     "words",     "steps",
        "cycles",  "MAC",  "MAC/B", "MAC/cycle", "GMAC/s",
        "s",       "ms",   "µs",    "pJ",        "MAC energies",
        "B/cycle", "GB/s", "GHz",   "mm²"};
    return Names[static_cast<std::size_t>(unit)];
}

} // namespace edgewright
