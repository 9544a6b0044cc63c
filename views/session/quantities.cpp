// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/quantities.h"

#include "core/pipeline/quantization/improved/quantized_model.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <cmath>

namespace edgewright::views {

namespace {

struct QuantityWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PinQuantity)
};

using pipeline::Analysis;

QString wholeText(double value) { return integerText(std::llround(value)); }
QString wholeBytesText(double value) { return bytesText(std::llround(value)); }
QString wholeCyclesText(double value) { return cyclesText(std::llround(value)); }
QString joulesText(double value) { return numberText(value, Unit::Picojoules); }
QString squareMillimetersText(double value) { return numberText(value, Unit::SquareMillimetres); }
QString plainText(double value) { return significant(value, 2); }

// By Quantity.
constexpr std::array<QString (*)(double value), QuantityCount> Texts{wholeText,
                                                                     wholeText,
                                                                     countText,
                                                                     wholeBytesText,
                                                                     macsText,
                                                                     wholeBytesText,
                                                                     wholeBytesText,
                                                                     wholeBytesText,
                                                                     wholeBytesText,
                                                                     wholeText,
                                                                     wholeBytesText,
                                                                     secondsText,
                                                                     wholeCyclesText,
                                                                     secondsText,
                                                                     joulesText,
                                                                     wholeBytesText,
                                                                     squareMillimetersText,
                                                                     percentText,
                                                                     percentText,
                                                                     decibelText,
                                                                     wholeBytesText,
                                                                     plainText};

} // namespace

Numbers numbersOf(const Analysis& analysis) {
    Numbers numbers;
    for (std::size_t i = 0; i < QuantityCount; ++i) {
        const pipeline::QuantityInfo& entry = pipeline::quantities()[i];
        numbers[i] = {entry.of(analysis), analysis.isStale(entry.stage),
                      entry.uncounted && !entry.uncounted(analysis).empty()};
        if (const auto share = entry.share ? entry.share(analysis) : std::nullopt)
            numbers[i].ends = QString::fromStdString(share->ends());
    }
    return numbers;
}

QString quantityTitle(Quantity quantity) {
    return QCoreApplication::translate("Quantity", pipeline::infoOf(quantity).title);
}

const char* quantityStage(Quantity quantity) { return pipeline::infoOf(quantity).stage; }

const char* quantityUnit(Quantity quantity) { return pipeline::infoOf(quantity).unit; }

QString quantityText(Quantity quantity, double value, bool isLeast, const QString& ends) {
    QString text = Texts[static_cast<std::size_t>(quantity)](value);
    if (!ends.isEmpty()) text += QStringLiteral(" (%1)").arg(ends);
    return isLeast ? QuantityWords::tr("at least %1").arg(text) : text;
}

QString signedText(Quantity quantity, double difference) {
    if (difference == 0) return QStringLiteral("±0");
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
           quantityText(quantity, std::abs(difference));
}

std::optional<std::size_t> samplesAlike(Quantity quantity, const Analysis& a, const Analysis& b) {
    const auto isApart = pipeline::infoOf(quantity).toldApart;
    if (!isApart || !a.quantized || !b.quantized) return std::nullopt;
    const auto verdict = pipeline::toldApart(*a.quantized, *b.quantized);
    return verdict && !((*verdict).*isApart) ? std::optional(verdict->samples) : std::nullopt;
}

bool hasRatio(Quantity quantity) { return pipeline::infoOf(quantity).hasRatio; }

} // namespace edgewright::views
