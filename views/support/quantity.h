// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with their units, three significant digits.
#pragma once

#include "core/base/unit.h"

#include <QLocale>
#include <QString>

#include <cstdint>
#include <string>

namespace edgewright::views {

QString bytesText(std::int64_t bytes);        // "3.20 MiB", "512 B"
QString countText(double count);              // "1.23 M", "640"
QString macsText(double macs);                // "1.23 GMAC"
QString macsText(double macs, bool areLeast); // "at least 1.23 GMAC" where some are not counted
QString cyclesText(std::int64_t cycles);      // "1.72 M cycles"
QString integerText(std::int64_t value);      // "4551", "−12"
QString groupedText(std::int64_t value);      // "−1 204": narrow spaces between groups of three
// "1.04 ×"; "1.00 ×" only where they are equal, else "1.0004 ×"
QString ratioText(double value, double reference);
// "2.00 × too low" of 0.5: at least 1, and which way.
QString factorText(double ratio, const QString& below, const QString& above);
QString secondsText(double seconds);               // "12.7 ms", "69.2 µs"
QString percentText(double share);                 // 0.873 -> "87.3 %"
QString significant(double value, int digits = 3); // "0.00123", "1.23e−07"
QString fixedText(double value, int decimals);     // "−0.50"
QString digitsText(double value, int most);        // as many digits as it has, but for `most`: "0.5", "−12"

QString decibelText(double value);           // "38.2 dB"; "exact" for infinity
QString numberText(double value, Unit unit); // as in tables
// A text of core/table/number_text.h, with the point of the window's language, narrow spaces between groups of
// digits, and the sign of minus (U+2212). All numbers that people read go through it, or through
// numberLocale().
QString localText(const std::string& number);
// Writes the same where only a locale can be given, such as on the axes of Qt Charts.
QLocale numberLocale();
// For the clipboard and for files: `text` with '-' in front of digits.
QString withPlainMinus(QString text);

// The smallest 1, 2 or 5 times a power of ten that is not below `value`; 1 where that is not positive: the end
// of a colour scale, the step of an axis.
double roundedScale(double value);

} // namespace edgewright::views
