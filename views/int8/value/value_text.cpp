// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_text.h"

#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct ValueText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ValueText)
};

// Without the correction.
constexpr std::size_t StagesBehindTerms = 5;

// "37 − 12 = 25", or "37" where the zero point is 0.
QString fromZero(std::int64_t code, std::int64_t zero) {
    if (zero == 0) return groupedText(code);
    return groupedText(code) + QStringLiteral(" %1 ").arg(zero < 0 ? QLatin1Char('+') : QChar(0x2212)) +
           groupedText(zero < 0 ? -zero : zero) + QStringLiteral(" = ") + groupedText(code - zero);
}

QString sumText(std::int64_t before, std::int64_t after) {
    return ValueText::tr("sum %1 → %2").arg(groupedText(before), groupedText(after));
}

// What an addition that does not fit became; empty where it fits.
QString overflowText(const quant::ValueTrace& trace, std::int64_t wanted, std::int64_t held) {
    const QString bits = groupedText(trace.options.accumulatorBits);
    return trace.options.overflow == quant::Overflow::Saturate
               ? ValueText::tr("; %1 does not fit %2 bits and saturates at %3")
                     .arg(groupedText(wanted), bits, groupedText(held))
               : ValueText::tr("; %1 does not fit %2 bits and wraps to %3")
                     .arg(groupedText(wanted), bits, groupedText(held));
}

// Of raw codes; a pair is added with its second term.
QString pairedTermText(const quant::ValueTrace& trace, std::size_t index) {
    const quant::TraceTerm& term = trace.terms[index];
    const std::int64_t before = index == 0 ? 0 : trace.terms[index - 1].held;
    QString said = ValueText::tr("x = %1, w = %2, product %3")
                       .arg(groupedText(term.xCode), groupedText(term.wCode), groupedText(term.product));
    if (term.padding) said.prepend(ValueText::tr("padding, "));
    if (index % 2 == 0 && index + 1 < trace.terms.size())
        return ValueText::tr("%1; it waits for its pair, the sum stays %2").arg(said, groupedText(term.held));
    const std::int64_t pair = term.product + (index % 2 == 1 ? trace.terms[index - 1].product : 0);
    if (index % 2 == 1) said = ValueText::tr("%1; with the one before %2").arg(said, groupedText(pair));
    const std::int64_t added = term.saturates ? (pair < 0 ? -32768 : 32767) : pair;
    if (term.saturates) said += ValueText::tr(", which saturates at %1").arg(groupedText(added));
    said += QStringLiteral("; ") + sumText(before, term.held);
    if (term.overflows) said += overflowText(trace, before + added, term.held);
    return said;
}

QString termText(const quant::ValueTrace& trace, std::size_t index) {
    if (trace.pairs) return pairedTermText(trace, index);
    const quant::TraceTerm& term = trace.terms[index];
    const std::int64_t before = index == 0 ? 0 : trace.terms[index - 1].held;
    QString text =
        ValueText::tr("x = %1, w = %2, product %3, %4")
            .arg(fromZero(term.xCode, trace.input.zeroPoint), fromZero(term.wCode, trace.weight.zeroPoint),
                 groupedText(term.product), sumText(before, term.held));
    if (term.padding) text.prepend(ValueText::tr("padding, "));
    if (term.overflows) text += overflowText(trace, before + term.product, term.held);
    return text;
}

std::int64_t sumOfTerms(const quant::ValueTrace& trace) {
    return trace.terms.empty() ? 0 : trace.terms.back().held;
}

QString correctionText(const quant::ValueTrace& trace) {
    QString said = ValueText::tr("zero points change the sum of raw codes by %1, %2")
                       .arg(groupedText(trace.correction), sumText(sumOfTerms(trace), trace.correctedHeld));
    if (trace.correctionOverflows)
        said += overflowText(trace, sumOfTerms(trace) + trace.correction, trace.correctedHeld);
    return said;
}

QString biasText(const quant::ValueTrace& trace) {
    if (!trace.hasBias) return ValueText::tr("no bias, the sum stays %1").arg(groupedText(trace.held));
    QString text = ValueText::tr("bias %1 is code %2, %3")
                       .arg(realText(static_cast<double>(trace.bias)), groupedText(trace.biasCode),
                            sumText(trace.correctedHeld, trace.held));
    if (trace.biasOverflows)
        text += overflowText(trace, trace.correctedHeld + std::int64_t(trace.biasCode), trace.held);
    return text;
}

QString multiplyText(const quant::ValueTrace& trace) {
    const quant::RequantizeSteps& steps = trace.requantize;
    const QString factor = steps.fixedPoint
                               ? groupedText(steps.multiplier) + QStringLiteral(" ÷ ") + powerOfTwo(steps.shift)
                               : realText(steps.scale, 7);
    return ValueText::tr("%1 × %2 = %3 codes").arg(groupedText(trace.held), factor, realText(steps.product, 6));
}

QString clampText(const quant::ValueTrace& trace) {
    const quant::RequantizeSteps& steps = trace.requantize;
    const QString range = ValueText::tr("%1 to %2").arg(groupedText(steps.low), groupedText(steps.high));
    return trace.clamps() ? ValueText::tr("%1 leaves %2 and becomes %3")
                                .arg(groupedText(steps.rounded), range, groupedText(steps.clamped))
                          : ValueText::tr("%1 lies within %2").arg(groupedText(steps.rounded), range);
}

QString dequantizeText(const quant::ValueTrace& trace) {
    return ValueText::tr("code %1, times %2 is %3; FP32 %4, error %5")
        .arg(fromZero(trace.code, trace.output.zeroPoint), realText(static_cast<double>(trace.output.scale)),
             realText(static_cast<double>(trace.dequantized)), realText(static_cast<double>(trace.reference)),
             signedText(trace.total()));
}

} // namespace

std::size_t stepCount(const quant::ValueTrace& trace) {
    return trace.terms.size() + StagesBehindTerms + (trace.pairs ? 1 : 0);
}

ValueStage stageOf(const quant::ValueTrace& trace, std::size_t step) {
    if (step < trace.terms.size()) return ValueStage::Term;
    const std::size_t first = trace.pairs ? 1 : 2; // Correction or Bias
    return static_cast<ValueStage>(first + std::min(step, stepCount(trace) - 1) - trace.terms.size());
}

std::size_t stepOf(const quant::ValueTrace& trace, ValueStage stage) {
    if (stage == ValueStage::Term) return trace.terms.empty() ? 0 : trace.terms.size() - 1;
    return trace.terms.size() + static_cast<std::size_t>(stage) - (trace.pairs ? 1 : 2);
}

QString signedText(double value, int digits) {
    const QString text = significant(value, digits);
    return value > 0 ? QLatin1Char('+') + text : text;
}

QString stepsText(double steps) {
    const double size = std::abs(steps);
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    if (size * 2000 < 1) return fixedText(0, decimals);
    const QString text = fixedText(steps, decimals);
    return steps > 0 ? QLatin1Char('+') + text : text;
}

QString powerOfTwo(int exponent) {
    static constexpr std::array<char16_t, 10> Raised{u'⁰', u'¹', u'²', u'³', u'⁴',
                                                     u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
    QString text = QStringLiteral("2");
    for (const QChar digit : QString::number(exponent))
        text += digit.isDigit() ? QChar(Raised[static_cast<std::size_t>(digit.digitValue())]) : QChar(u'⁻');
    return text;
}

QString indexText(const std::vector<std::int64_t>& coordinates) {
    QStringList parts;
    for (const std::int64_t coordinate : coordinates)
        parts.append(groupedText(coordinate));
    return QLatin1Char('[') + parts.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString stepTitle(const quant::ValueTrace& trace, std::size_t step) {
    switch (stageOf(trace, step)) {
    case ValueStage::Term: {
        const QString count = ValueText::tr("Term %1 of %2")
                                  .arg(groupedText(static_cast<std::int64_t>(step) + 1),
                                       groupedText(static_cast<std::int64_t>(trace.terms.size())));
        const QString channel = groupedText(trace.inputChannelOf(step));
        return trace.kernelPositions() > 1 ? ValueText::tr("%1 · input channel %2, kernel %3")
                                                 .arg(count, channel, indexText(trace.tapOf(step)))
                                           : ValueText::tr("%1 · input channel %2").arg(count, channel);
    }
    case ValueStage::Correction:
        return ValueText::tr("Zero points");
    case ValueStage::Bias:
        return ValueText::tr("Bias");
    case ValueStage::Multiply:
        return ValueText::tr("Multiplier");
    case ValueStage::Round:
        return ValueText::tr("Rounding");
    case ValueStage::Clamp:
        return ValueText::tr("Clamp");
    case ValueStage::Dequantize:
        break;
    }
    return ValueText::tr("Dequantized");
}

QString stepText(const quant::ValueTrace& trace, std::size_t step) {
    switch (stageOf(trace, step)) {
    case ValueStage::Term:
        return termText(trace, step);
    case ValueStage::Correction:
        return correctionText(trace);
    case ValueStage::Bias:
        return biasText(trace);
    case ValueStage::Multiply:
        return multiplyText(trace);
    case ValueStage::Round:
        return ValueText::tr("%1 → %2").arg(realText(trace.requantize.product, 6),
                                            groupedText(trace.requantize.rounded));
    case ValueStage::Clamp:
        return clampText(trace);
    case ValueStage::Dequantize:
        break;
    }
    return dequantizeText(trace);
}

std::vector<ErrorContribution> errorContributions(const quant::ErrorParts& parts, bool hasBias) {
    std::vector<ErrorContribution> shares{
        {ValueText::tr("input"), u'I', 0, true},    {ValueText::tr("weights"), u'W', 0, true},
        {ValueText::tr("bias"), u'B', 0, hasBias},  {ValueText::tr("overflow"), u'O', 0, false},
        {ValueText::tr("pairs"), u'P', 0, false},   {ValueText::tr("multiplier"), u'M', 0, false},
        {ValueText::tr("rounding"), u'R', 0, true}, {ValueText::tr("clamp"), u'C', 0, false},
        {ValueText::tr("float32"), u'F', 0, false}};
    const auto values = parts.inOrder();
    for (std::size_t i = 0; i < values.size(); ++i)
        shares[i].value = values[i];
    return shares;
}

QString traceText(const quant::ValueTrace& trace) {
    QStringList lines{
        ValueText::tr("%1, output %2").arg(text(trace.name), indexText(trace.coordinates)),
        ValueText::tr("sum of %1 products: %2")
            .arg(groupedText(static_cast<std::int64_t>(trace.terms.size())), groupedText(sumOfTerms(trace)))};
    for (std::size_t step = trace.terms.size(); step < stepCount(trace); ++step)
        lines.append(stepTitle(trace, step) + QStringLiteral(": ") + stepText(trace, step));
    for (const ErrorContribution& share : errorContributions(trace.error, trace.hasBias))
        lines.append(ValueText::tr("error from %1: %2").arg(share.name, signedText(share.value, 6)));
    lines.append(ValueText::tr("error: %1").arg(signedText(trace.total(), 6)));
    return lines.join(QLatin1Char('\n'));
}

} // namespace edgewright::views
