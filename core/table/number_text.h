// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them, to three significant digits, with a point and the sign of minus (U+2212).
// views/support/quantity.h writes the same in the language of the window; files have shortestText().
#pragma once

#include "core/base/unit.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace edgewright::table {

// Halves away from zero: 31.25 is "31.3". Every number with a fixed count of decimals is written by it.
std::string fixed(double value, int decimals);
std::string printed(const char* format, double value); // by printf's rules, but for the minus
std::string threeDigits(double value);                 // without an exponent, for 0.001 <= |value| < 1000

std::string bytesText(std::int64_t bytes); // "3.20 MiB", "512 B"
std::string countText(double count);       // "1.23 M", "640"
std::string macsText(double macs);         // "1.23 GMAC"
std::string secondsText(double seconds);   // "12.7 ms", "69.2 µs"
std::string percentText(double share);     // 0.873: "87.3 %"
std::string changeText(double share);      // 0.05: "+5.00 %"; above 1 a factor, 64.9: "65.9 ×"
std::string energyText(double picojoules); // "250 µJ"
std::string decibelText(double value);     // "38.2 dB"; "exact", "no signal" at the infinities
std::string ratioText(double ratio);       // "1.04 ×"; "1.00 ×" only where it is 1, else "1.0004 ×"
// A ratio as a number of times that is at least 1, and which way: 0.5 is "2.00 × too low". Below zero there is
// none.
std::string factorText(double ratio, std::string_view below, std::string_view above);
std::string significant(double value, int digits = 3); // "0.00123", "1.23e-07", "∞"
std::string wholeText(std::int64_t value);             // "4551", "12 340"
std::string shortestText(double number); // for files: the fewest digits that read back as it; "inf"

std::string numberText(double value, Unit unit);
// The unit of a column of numbers that has one for all of them: a number times `times` over `over` counts
// `name`.
struct Scale {
    double times = 1, over = 1;
    std::string_view name; // "MiB", "ms", "%"; empty where a number counts nothing
};
Scale scaleOf(Unit unit, double largest); // by the largest magnitude in the column
// The number alone, which is finite: "3.20".
std::string scaledText(double value, Unit unit, const Scale& scale);
// True if the text of a number names its unit; else the head of its column does.
bool textHasUnit(Unit unit);
// "sqnr_db" says Unit::Decibels, and "us" Unit::Microseconds; "Peak" does not say Unit::Bytes.
bool saysUnit(std::string_view head, Unit unit);

} // namespace edgewright::table
