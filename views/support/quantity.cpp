// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/quantity.h"

#include <QLocale>

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

// Of the language of the window, without separators between thousands: there are three digits and a prefix.
QLocale numbers() {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale;
}

// Three significant digits without an exponent, for 0.001 <= |value| < 1000.
QString threeDigits(double value) {
    const double magnitude = std::abs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return numbers().toString(value, 'f', decimals);
}

QString scaled(double value, double step, const std::array<const char*, 5>& units) {
    std::size_t unit = 0;
    while (unit + 1 < units.size() && std::abs(value) >= step * 0.9995) {
        value /= step;
        ++unit;
    }
    const bool whole = unit == 0 && value == std::floor(value);
    return (whole ? numbers().toString(value, 'f', 0) : threeDigits(value)) + QString::fromUtf8(units[unit]);
}

} // namespace

QString bytesText(std::int64_t bytes) {
    return scaled(static_cast<double>(bytes), 1024, {" B", " KiB", " MiB", " GiB", " TiB"});
}

QString countText(double count) { return scaled(count, 1000, {"", " k", " M", " G", " T"}); }

QString macsText(double macs) { return scaled(macs, 1000, {" MAC", " kMAC", " MMAC", " GMAC", " TMAC"}); }

QString cyclesText(std::int64_t cycles) {
    return QCoreApplication::translate("edgewright::views::Quantity", "%1 cycles")
        .arg(countText(static_cast<double>(cycles)));
}

QString integerText(std::int64_t value) { return numbers().toString(static_cast<qlonglong>(value)); }

QString groupedText(std::int64_t value) {
    QString digits = QString::number(value);
    const qsizetype sign = value < 0 ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > sign; at -= 3)
        digits.insert(at, QChar(0x202f));
    if (sign > 0) digits[0] = QChar(0x2212);
    return digits;
}

QString ratioText(double value, double reference) {
    if (reference == 0) return QStringLiteral("–");
    const double ratio = value / reference;
    QString text = threeDigits(ratio);
    // What is not the same does not read as if it were.
    const auto readsAsOne = [&](int decimals) { return QString::number(ratio, 'f', decimals).toDouble() == 1; };
    for (int decimals = 2; value != reference && decimals <= 9 && readsAsOne(decimals); ++decimals)
        text = numbers().toString(ratio, 'f', decimals + 1);
    return text + QStringLiteral(" ×");
}

QString secondsText(double seconds) {
    if (seconds >= 0.9995) return threeDigits(seconds) + QStringLiteral(" s");
    if (seconds >= 0.9995e-3) return threeDigits(seconds * 1e3) + QStringLiteral(" ms");
    return threeDigits(seconds * 1e6) + QStringLiteral(" µs");
}

QString percentText(double share) { return threeDigits(share * 100) + QStringLiteral(" %"); }

QString significant(double value, int digits) {
    if (value == 0) return QStringLiteral("0");
    if (!std::isfinite(value))
        return value > 0           ? QStringLiteral("∞")
               : std::isnan(value) ? QStringLiteral("NaN")
                                   : QStringLiteral("−∞");
    const double magnitude = std::abs(value);
    if (magnitude >= 1e-3 && magnitude < 1e5) {
        const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))));
        return numbers().toString(value, 'f', decimals);
    }
    return numbers().toString(value, 'e', digits - 1).toLower(); // in English the locale writes 1E-05
}

double roundedScale(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1 - 1e-6)) return factor * decade;
    return 10 * decade;
}

} // namespace edgewright::views
