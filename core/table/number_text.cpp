// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/number_text.h"

#include "core/base/digit_groups.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <span>

namespace edgewright::table {

namespace {

// The sign of minus for that of a number and for that of its exponent.
std::string withMinus(std::string text) {
    for (std::size_t at = text.size(); at-- > 0;)
        if (text[at] == '-' && (at == 0 || text[at - 1] == 'e')) text.replace(at, 1, "−");
    return text;
}

std::string formatted(const char* format, int digits, double value) {
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), format, digits, value);
    return withMinus(text.data());
}

constexpr std::array ByteUnits{" B", " KiB", " MiB", " GiB", " TiB"},
    MacUnits{" MAC", " kMAC", " MMAC", " GMAC", " TMAC"}, EnergyUnits{" pJ", " nJ", " µJ", " mJ", " J"},
    CountUnits{" ", " k", " M", " G", " T"},
    WordUnits{" words", " k words", " M words", " G words", " T words"},
    CycleUnits{" cycles", " k cycles", " M cycles", " G cycles", " T cycles"},
    MacEnergyUnits{" MAC energies", " k MAC energies", " M MAC energies", " G MAC energies", " T MAC energies"};
constexpr std::array SecondUnits{" µs", " ms", " s"};

// `times`: so many of the first unit are a number; each unit is `step` of the one before.
Scale scaleAmong(std::span<const char* const> units, double step, double times, double largest) {
    Scale scale{times, 1, {}};
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && largest * times / scale.over >= step * 0.9995; ++unit)
        scale.over *= step;
    scale.name = units[unit] + 1; // without its space
    return scale;
}

std::string scaled(double value, double step, const std::array<const char*, 5>& units) {
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && std::abs(value) >= step * 0.9995; ++unit)
        value /= step;
    const bool whole = unit == 0 && value == std::floor(value);
    return (whole ? fixed(value, 0) : threeDigits(value)) + units[unit];
}

// How heads and keys say a unit, in small letters.
constexpr std::array<std::string_view, UnitCount> Said{
    "",        "",     "",      "",      "",      "",        "",          "",         "",          "",
    "_db",     "bits", "bytes", "words", "steps", "cycles",  "macs",      "mac/byte", "mac/cycle", "gmac/s",
    "seconds", "_ms",  "_us",   "_pj",   "_macs", "b/cycle", "_gb_per_s", "_ghz",     "_mm2"};

} // namespace

std::string printed(const char* format, double value) {
    std::array<char, 400> text{}; // the largest double has 309 digits before the point
    std::snprintf(text.data(), text.size(), format, value);
    return withMinus(text.data());
}

std::string fixed(double value, int decimals) {
    const double scale = std::pow(10.0, decimals), shifted = value * scale;
    const bool isHalf = std::abs(shifted - std::trunc(shifted)) == 0.5;
    return formatted("%.*f", decimals, isHalf ? std::round(shifted) / scale : value);
}

std::string threeDigits(double value) {
    const double magnitude = std::abs(value);
    return fixed(value, magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2);
}

std::string bytesText(std::int64_t bytes) { return scaled(static_cast<double>(bytes), 1024, ByteUnits); }

std::string countText(double count) { return scaled(count, 1000, {"", " k", " M", " G", " T"}); }

std::string macsText(double macs) { return scaled(macs, 1000, MacUnits); }

std::string secondsText(double seconds) {
    const double magnitude = std::abs(seconds);
    if (magnitude >= 0.9995) return threeDigits(seconds) + SecondUnits[2];
    if (magnitude >= 0.9995e-3) return threeDigits(seconds * 1e3) + SecondUnits[1];
    return threeDigits(seconds * 1e6) + SecondUnits[0];
}

std::string percentText(double share) { return threeDigits(share * 100) + " %"; }

std::string changeText(double share) {
    if (share > 1) return ratioText(1 + share);
    return share == 0 ? "±0" : (share > 0 ? "+" : "−") + percentText(std::abs(share));
}

std::string energyText(double picojoules) {
    std::size_t unit = 0;
    for (; unit + 1 < EnergyUnits.size() && picojoules >= 999.5; ++unit)
        picojoules /= 1000;
    return significant(picojoules) + EnergyUnits[unit];
}

std::string decibelText(double value) {
    if (std::isinf(value)) return value < 0 ? say("no signal") : say("exact");
    return significant(value) + " dB";
}

std::string ratioText(double ratio) {
    std::string text = std::abs(ratio) < 0.1 ? significant(ratio) : threeDigits(ratio);
    // What is not the same does not read as if it were.
    for (int decimals = 2; ratio != 1 && decimals <= 9 && fixed(ratio, decimals) == fixed(1, decimals);
         ++decimals)
        text = fixed(ratio, decimals + 1);
    return text + " ×";
}

std::string factorText(double ratio, std::string_view below, std::string_view above) {
    const std::string text = ratioText(ratio > 0 && ratio < 1 ? 1 / ratio : ratio);
    return ratio == 1 ? text : text + ' ' + std::string(ratio < 1 ? below : above);
}

std::string significant(double value, int digits) {
    if (value == 0) return "0";
    if (!std::isfinite(value)) return value > 0 ? "∞" : std::isnan(value) ? "NaN" : "−∞";
    const double magnitude = std::abs(value);
    if (magnitude >= 1e-3 && magnitude < 1e5)
        return fixed(value, std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(magnitude)))));
    return formatted("%.*e", digits - 1, value);
}

std::string wholeText(std::int64_t value) { return withMinus(inGroups(std::to_string(value), 4)); }

std::string numberText(double value, Unit unit) {
    if (!std::isfinite(value) && unit != Unit::Decibels) return significant(value);
    switch (unit) {
    case Unit::Text:
    case Unit::Plain:
    case Unit::Bits:
    case Unit::Steps:
    case Unit::MacsPerByte:
    case Unit::MacsPerCycle:
    case Unit::GigaMacsPerSecond:
    case Unit::BytesPerCycle:
    case Unit::GigabytesPerSecond:
    case Unit::Gigahertz:
        return significant(value);
    case Unit::Real:
        return significant(value, 5);
    case Unit::Count:
    case Unit::Words:
    case Unit::Cycles:
        return countText(value);
    case Unit::Share:
        return percentText(value);
    case Unit::Percent:
        return percentText(value / 100);
    case Unit::Change:
        return changeText(value);
    case Unit::Ratio:
        return ratioText(value);
    case Unit::Estimate:
        return factorText(value, say("too low"), say("too high"));
    case Unit::Cosine:
        return fixed(value, 5);
    case Unit::Decibels:
        return decibelText(value);
    case Unit::Bytes:
        return bytesText(std::llround(value));
    case Unit::Macs:
        return macsText(value);
    case Unit::Seconds:
        return secondsText(value);
    case Unit::Milliseconds:
        return secondsText(value / 1e3);
    case Unit::Microseconds:
        return secondsText(value / 1e6);
    case Unit::Picojoules:
        return energyText(value);
    case Unit::MacEnergies:
        return say("{1} MAC energies", countText(value));
    case Unit::SquareMillimetres:
        return threeDigits(value) + " mm²";
    }
    return significant(value);
}

Scale scaleOf(Unit unit, double largest) {
    switch (unit) {
    case Unit::Share:
    case Unit::Change:
        return {100, 1, "%"};
    case Unit::Percent:
        return {1, 1, "%"};
    case Unit::Ratio:
    case Unit::Estimate:
        return {1, 1, "×"};
    case Unit::Count:
        return scaleAmong(CountUnits, 1000, 1, largest);
    case Unit::Words:
        return scaleAmong(WordUnits, 1000, 1, largest);
    case Unit::Cycles:
        return scaleAmong(CycleUnits, 1000, 1, largest);
    case Unit::MacEnergies:
        return scaleAmong(MacEnergyUnits, 1000, 1, largest);
    case Unit::Bytes:
        return scaleAmong(ByteUnits, 1024, 1, largest);
    case Unit::Macs:
        return scaleAmong(MacUnits, 1000, 1, largest);
    case Unit::Seconds:
        return scaleAmong(SecondUnits, 1000, 1e6, largest);
    case Unit::Milliseconds:
        return scaleAmong(SecondUnits, 1000, 1e3, largest);
    case Unit::Microseconds:
        return scaleAmong(SecondUnits, 1000, 1, largest);
    case Unit::Picojoules:
        return scaleAmong(EnergyUnits, 1000, 1, largest);
    default:
        return {1, 1, nameOf(unit)};
    }
}

std::string scaledText(double value, Unit unit, const Scale& scale) {
    const double scaledValue = value * scale.times / scale.over;
    switch (unit) {
    case Unit::Share:
    case Unit::Percent:
    case Unit::Change:
        return threeDigits(scaledValue);
    case Unit::Estimate:
        return scaledText(value, Unit::Ratio, scale); // a column of files holds the number itself
    case Unit::Real:
    case Unit::Ratio:
    case Unit::Cosine: {
        const std::string text = numberText(value, unit);
        return text.substr(0, text.find(' '));
    }
    default:
        return significant(scaledValue);
    }
}

bool textHasUnit(Unit unit) {
    constexpr std::array Bare{Unit::Bits,
                              Unit::Words,
                              Unit::Steps,
                              Unit::Cycles,
                              Unit::MacsPerByte,
                              Unit::MacsPerCycle,
                              Unit::GigaMacsPerSecond,
                              Unit::BytesPerCycle,
                              Unit::GigabytesPerSecond,
                              Unit::Gigahertz};
    return std::ranges::find(Bare, unit) == Bare.end();
}

std::string shortestText(double number) {
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

bool saysUnit(std::string_view head, Unit unit) {
    const std::string_view said = Said[static_cast<std::size_t>(unit)];
    if (said.empty() || (said.front() == '_' && head == said.substr(1))) return true;
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    return std::search(head.begin(), head.end(), said.begin(), said.end(), same) != head.end();
}

} // namespace edgewright::table
