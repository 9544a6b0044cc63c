// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/quantities.h"

#include "core/cost/explore/area.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "views/support/quantity.h"
#include "views/support/relative_difference.h"

#include <QCoreApplication>

#include <cmath>

namespace edgewright::views {

namespace {

struct QuantityWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PinQuantity)
};

using pipeline::Analysis;
using MaybeNumber = std::optional<double>;

QString wholeText(double value) { return integerText(std::llround(value)); }
QString wholeBytesText(double value) { return bytesText(std::llround(value)); }
QString wholeCyclesText(double value) { return cyclesText(std::llround(value)); }
QString joulesText(double value) { return numberText(value, Unit::Picojoules); }
QString squareMillimetersText(double value) { return numberText(value, Unit::SquareMillimetres); }
QString plainText(double value) { return significant(value, 2); }

template <typename T>
MaybeNumber asNumber(T value) {
    return static_cast<double>(value);
}

struct QuantityEntry {
    const char* title;
    const char* unit;
    const char* stage; // whose result it is
    QString (*text)(double value);
    MaybeNumber (*of)(const Analysis& now);
    bool ratio = true;
    // The work that the number leaves out; null: it counts all there is.
    ops::Uncounted (*uncounted)(const Analysis& now) = nullptr;
    // The share that the number is; null: it is none.
    std::optional<pipeline::CountedShare> (*share)(const Analysis& now) = nullptr;
    // The verdict on a number that samples tell; null: they do not.
    bool pipeline::PairVerdict::*toldApart = nullptr;
};

ops::Uncounted uncountedByCosts(const Analysis& now) {
    return now.costs ? now.costs->uncounted : ops::Uncounted();
}

// By Quantity.
constexpr std::array<QuantityEntry, QuantityCount> QuantityEntries{{
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "nodes"), "", "fuse", wholeText,
     [](const Analysis& now) { return now.after() ? asNumber(now.after()->nodeCount()) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "opset"), "", "fuse", wholeText,
     [](const Analysis& now) { return now.fusion ? asNumber(ir::opsetOf(now.fusion->opsets)) : MaybeNumber(); },
     false},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "parameters"), "", "type", countText,
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->parameters) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "parameter bytes"), "B", "type", wholeBytesText,
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->parameterBytes) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "MACs"), "MAC", "type", macsText,
     [](const Analysis& now) { return now.typed ? asNumber(now.typed->macs) : MaybeNumber(); }, true,
     [](const Analysis& now) { return now.typed ? now.typed->uncounted : ops::Uncounted(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "arena"), "B", "memory_fused", wholeBytesText,
     [](const Analysis& now) {
         return now.memoryAfter ? asNumber(now.memoryAfter->solution.peak) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "arena, unfused"), "B", "memory", wholeBytesText,
     [](const Analysis& now) {
         return now.memoryBefore ? asNumber(now.memoryBefore->solution.peak) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "lower bound"), "B", "memory_fused", wholeBytesText,
     [](const Analysis& now) {
         return now.memoryAfter ? asNumber(now.memoryAfter->lowerBound) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "sum of buffers"), "B", "memory_fused", wholeBytesText,
     [](const Analysis& now) { return now.memoryAfter ? asNumber(now.memoryAfter->sum) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "calls"), "", "benefits", wholeText,
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->launchesAfter) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "traffic"), "B", "benefits", wholeBytesText,
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->trafficAfter) : MaybeNumber(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "estimated time"), "s", "benefits", secondsText,
     [](const Analysis& now) { return now.benefits ? asNumber(now.benefits->secondsAfter) : MaybeNumber(); },
     true, [](const Analysis& now) { return now.benefits ? now.benefits->untimed : ops::Uncounted(); }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "accelerator"), "cycles", "cost", wholeCyclesText,
     [](const Analysis& now) { return now.costs ? asNumber(now.costs->report.cycles) : MaybeNumber(); }, true,
     uncountedByCosts},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "accelerator time"), "s", "cost", secondsText,
     [](const Analysis& now) { return now.costs ? asNumber(now.costs->report.seconds()) : MaybeNumber(); },
     true, uncountedByCosts},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "accelerator energy"), "pJ", "cost", joulesText,
     [](const Analysis& now) {
         return now.costs && now.costs->report.energyUnit == "pJ" ? asNumber(now.costs->report.energy.total())
                                                                  : MaybeNumber();
     },
     true, uncountedByCosts},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "accelerator DRAM"), "B", "cost", wholeBytesText,
     [](const Analysis& now) {
         if (!now.costs) return MaybeNumber();
         const cost::CostReport& report = now.costs->report;
         return asNumber(report.dram.total() * report.accelerator.wordBytes);
     },
     true, uncountedByCosts},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "accelerator area"), "mm²", "cost",
     squareMillimetersText,
     [](const Analysis& now) {
         return now.costs ? asNumber(cost::areaOf(now.costs->report.accelerator)) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "INT8 accuracy"), "", "int8_model", percentText,
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.accuracyInt8() : MaybeNumber();
     },
     true, nullptr,
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.rightInt8() : std::nullopt;
     },
     &pipeline::PairVerdict::right},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "INT8 agreement"), "", "int8_model", percentText,
     [](const Analysis& now) {
         return now.quantized ? now.quantized->report.counts.agreement() : MaybeNumber();
     },
     true, nullptr,
     [](const Analysis& now) { return now.quantized ? now.quantized->report.counts.agreeing() : std::nullopt; },
     &pipeline::PairVerdict::agreed},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "INT8 SQNR, lowest output"), "dB", "int8_model",
     decibelText,
     [](const Analysis& now) {
         if (!now.quantized || now.quantized->report.outputs.empty()) return MaybeNumber();
         const double sqnr = pipeline::weakestOf(now.quantized->report.outputs).sqnrDb;
         return std::isfinite(sqnr) ? MaybeNumber(sqnr) : MaybeNumber();
     },
     false, nullptr, nullptr, &pipeline::PairVerdict::sqnr},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "INT8 weights"), "B", "int8_model", wholeBytesText,
     [](const Analysis& now) {
         return now.quantized ? asNumber(now.quantized->report.bytesAfter) : MaybeNumber();
     }},
    {QT_TRANSLATE_NOOP("edgewright::views::PinQuantity", "difference"), "", "check", plainText,
     [](const Analysis& now) { return now.check ? asNumber(relativeDifference(*now.check)) : MaybeNumber(); },
     false},
}};

const QuantityEntry& entryOf(Quantity quantity) { return QuantityEntries[static_cast<std::size_t>(quantity)]; }

} // namespace

Numbers numbersOf(const Analysis& analysis) {
    Numbers numbers;
    for (std::size_t i = 0; i < QuantityCount; ++i) {
        const QuantityEntry& entry = QuantityEntries[i];
        numbers[i] = {entry.of(analysis), analysis.isStale(entry.stage),
                      entry.uncounted && !entry.uncounted(analysis).empty()};
        if (const auto share = entry.share ? entry.share(analysis) : std::nullopt)
            numbers[i].ends = QString::fromStdString(share->ends());
    }
    return numbers;
}

QString quantityTitle(Quantity quantity) {
    return QCoreApplication::translate("edgewright::views::PinQuantity", entryOf(quantity).title);
}

const char* quantityStage(Quantity quantity) { return entryOf(quantity).stage; }

const char* quantityUnit(Quantity quantity) { return entryOf(quantity).unit; }

QString quantityText(Quantity quantity, double value, bool isLeast, const QString& ends) {
    QString text = entryOf(quantity).text(value);
    if (!ends.isEmpty()) text += QStringLiteral(" (%1)").arg(ends);
    return isLeast ? QuantityWords::tr("at least %1").arg(text) : text;
}

QString signedText(Quantity quantity, double difference) {
    if (difference == 0) return QStringLiteral("±0");
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
           quantityText(quantity, std::abs(difference));
}

std::optional<std::size_t> samplesAlike(Quantity quantity, const Analysis& a, const Analysis& b) {
    const auto isApart = entryOf(quantity).toldApart;
    if (!isApart || !a.quantized || !b.quantized) return std::nullopt;
    const auto verdict = pipeline::toldApart(*a.quantized, *b.quantized);
    return verdict && !((*verdict).*isApart) ? std::optional(verdict->samples) : std::nullopt;
}

bool hasRatio(Quantity quantity) { return entryOf(quantity).ratio; }

} // namespace edgewright::views
