// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/quantity.h"

#include "core/base/digit_groups.h"
#include "core/table/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace edgewright::views {

namespace {

struct QuantityText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Quantity)
};

constexpr QChar Minus(0x2212);

} // namespace

QString localText(const std::string& text) {
    QString number = QString::fromStdString(text);
    for (qsizetype at = 0; at + 1 < number.size(); ++at) {
        if (number[at] == u'-' && (at == 0 || number[at - 1] == u'e')) number[at] = Minus;
        if (at == 0 || !number[at - 1].isDigit() || !number[at + 1].isDigit()) continue;
        if (number[at] == u' ') number[at] = QChar(0x202f);
        if (number[at] == u'.') number.replace(at, 1, QLocale().decimalPoint());
    }
    return number;
}

// There is none to compose: the first that writes so. Exponents are "E−05" there.
QLocale numberLocale() {
    const QString point = QLocale().decimalPoint();
    QLocale found;
    for (const QLocale& each :
         QLocale::matchingLocales(QLocale::AnyLanguage, QLocale::LatinScript, QLocale::AnyTerritory))
        if (each.negativeSign() == Minus && each.decimalPoint() == point &&
            each.zeroDigit() == QLatin1StringView("0") && each.exponential() == QLatin1StringView("E")) {
            found = each;
            break;
        }
    found.setNumberOptions(QLocale::OmitGroupSeparator);
    return found;
}

QString withPlainMinus(QString text) {
    for (qsizetype at = 0; at + 1 < text.size(); ++at)
        if (text[at] == Minus && text[at + 1].isDigit()) text[at] = u'-';
    return text;
}

QString bytesText(std::int64_t bytes) { return localText(table::bytesText(bytes)); }

QString countText(double count) { return localText(table::countText(count)); }

QString macsText(double macs) { return localText(table::macsText(macs)); }

QString macsText(double macs, bool areLeast) {
    return areLeast ? QuantityText::tr("at least %1").arg(macsText(macs)) : macsText(macs);
}

QString cyclesText(std::int64_t cycles) {
    return QuantityText::tr("%1 cycles").arg(countText(static_cast<double>(cycles)));
}

QString integerText(std::int64_t value) { return localText(std::to_string(value)); }

QString groupedText(std::int64_t value) { return localText(inGroups(std::to_string(value))); }

QString ratioText(double value, double reference) {
    return reference == 0 ? QStringLiteral("–") : localText(table::ratioText(value / reference));
}

QString factorText(double ratio, const QString& below, const QString& above) {
    return localText(table::factorText(ratio, below.toStdString(), above.toStdString()));
}

QString secondsText(double seconds) { return localText(table::secondsText(seconds)); }

QString percentText(double share) { return localText(table::percentText(share)); }

QString decibelText(double value) {
    if (std::isinf(value)) return value < 0 ? QuantityText::tr("no signal") : QuantityText::tr("exact");
    return localText(table::decibelText(value));
}

QString significant(double value, int digits) { return localText(table::significant(value, digits)); }

QString fixedText(double value, int decimals) { return localText(table::fixed(value, decimals)); }

QString digitsText(double value, int most) {
    return localText(QString::number(value, 'g', most).toStdString());
}

QString numberText(double value, Unit unit) {
    if (unit == Unit::Decibels) return decibelText(value);
    if (unit == Unit::Estimate)
        return factorText(value, QuantityText::tr("too low"), QuantityText::tr("too high"));
    if (unit == Unit::MacEnergies) return QuantityText::tr("%1 MAC energies").arg(countText(value));
    return localText(table::numberText(value, unit));
}

double roundedScale(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1 - 1e-6)) return factor * decade;
    return 10 * decade;
}

} // namespace edgewright::views
