// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/measure_text.h"

#include "core/device/profile_record.h"
#include "core/device/record/gpu_backends.h"
#include "views/support/answer_line.h"
#include "views/support/capital.h"
#include "views/support/measurement/predicted_text.h"
#include "views/support/measurement/verdict_text.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct MeasureText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Measure)
};

QString percents(double share) { return significant(std::abs(share) * 100, 2); }

QString change(double ratio) {
    return ratio < 1 ? MeasureText::tr("%1 % less").arg(percents(1 - ratio))
                     : MeasureText::tr("%1 % more").arg(percents(ratio - 1));
}

// The savings of INT8 beside float32, or the other way round; nothing where one of them is not told.
QStringList savedText(const device::VariantRecord& shown, const device::VariantRecord& beside) {
    QStringList lines;
    if (shown.variant.quantized == beside.variant.quantized) return lines;
    if (shown.arenaBytes > 0 && beside.arenaBytes > 0)
        lines << MeasureText::tr("The arena goes from %1 to %2.")
                     .arg(bytesText(beside.arenaBytes), bytesText(shown.arenaBytes));
    if (shown.weightBytes > 0 && beside.weightBytes > 0)
        lines << MeasureText::tr("The weights go from %1 to %2.")
                     .arg(bytesText(beside.weightBytes), bytesText(shown.weightBytes));
    return lines;
}

// `text`: what was predicted.
QString predictionText(const QString& text, const cost::Processor& by) {
    return MeasureText::tr("Predicted: %1 %2, on %3.", "mark, time or change, source of the prediction")
        .arg(AnswerLine::mark(Sureness::Estimated), text,
             QString::fromStdString(by.sourceText()).toHtmlEscaped());
}

// `claim`, which begins with a small letter, as a sentence.
QString sentenceOf(const QString& claim, const RunChoice& choice) {
    const QString doubt = doubtText(choice);
    return withCapital(doubt.isEmpty() ? claim : doubt + QStringLiteral(": ") + claim);
}

PageWords answerAlone(const RunChoice& choice, const Predicted& predicted, const QString& device) {
    const device::VariantRecord& shown = choice.shown.get();
    const measure::Summary summary = shown.summary();
    const QString link = AnswerLine::link(
        QStringLiteral("distribution"),
        summary.interval ? MeasureText::tr("%1 (%2 to %3)", "median, interval")
                               .arg(secondsText(summary.median), secondsText(summary.interval->low),
                                    secondsText(summary.interval->high))
                         : secondsText(summary.median));
    PageWords words{
        sentenceOf(MeasureText::tr("the %1 network takes %2 on %3.", "variant, time, device")
                       .arg(variantText(shown.variant).toHtmlEscaped(),
                            AnswerLine::mark(Sureness::Measured) + u' ' + link, device.toHtmlEscaped()),
                   choice)};
    if (predicted.shown > 0)
        words.reasons << predictionText(predictedText(predicted.by, predicted.shown), predicted.by);
    return words;
}

// Of all outputs, relative to the norm.
double furthestOutput(const device::VariantRecord& record) {
    double furthest = 0;
    for (const device::OutputAgreement& each : record.outputs)
        furthest = std::max(furthest, each.relNorm);
    return furthest;
}

} // namespace

QString distributionTip(const VariantChoice& row) {
    const measure::Summary summary = row.get().summary();
    QStringList lines{
        variantText(row.get().variant),
        MeasureText::tr("median %1, 95 % sure between %2 and %3 at all speeds that the machine was seen at")
            .arg(secondsText(summary.median),
                 summary.interval ? secondsText(summary.interval->low) : QStringLiteral("?"),
                 summary.interval ? secondsText(summary.interval->high) : QStringLiteral("?")),
        MeasureText::tr("p95 %1, p99 %2, fastest %3, slowest %4")
            .arg(secondsText(summary.p95), secondsText(summary.p99), secondsText(summary.min),
                 secondsText(summary.max)),
        MeasureText::tr("%1 runs, %2 a second")
            .arg(summary.count)
            .arg(significant(summary.median > 0 ? 1 / summary.median : 0)),
        MeasureText::tr("first run %1").arg(secondsText(row.get().first.wall))};
    if (row.get().arenaBytes > 0) lines << MeasureText::tr("arena %1").arg(bytesText(row.get().arenaBytes));
    if (row.get().weightBytes > 0) lines << MeasureText::tr("weights %1").arg(bytesText(row.get().weightBytes));
    return lines.join(u'\n');
}

PageWords answerWords(const RunChoice& choice, const Predicted& predicted, const QString& device) {
    if (!choice.shown) return {};
    if (!choice.beside) return answerAlone(choice, predicted, device);
    const device::VariantRecord& shown = choice.shown.get();
    const device::VariantRecord& beside = choice.beside.get();
    const QString what = variantText(shown.variant).toHtmlEscaped();
    const QString mark = AnswerLine::mark(Sureness::Measured);
    const QString other =
        choice.isPaired()
            ? variantText(beside.variant)
            : MeasureText::tr("%1 of %2").arg(variantText(beside.variant), whenText(*choice.beside.record));
    const measure::Summary now = shown.summary(), before = beside.summary();
    const QString times = secondsText(before.median) + QStringLiteral(" → ") +
                          AnswerLine::link(QStringLiteral("distribution"), secondsText(now.median));
    PageWords words;
    bool isClaim = true; // else it says itself that nothing is known
    if (choice.isPaired()) {
        const measure::Comparison comparison = device::compared(beside, shown);
        isClaim = comparison.verdict != measure::Verdict::Undecided;
        const QString verdict = AnswerLine::link(QStringLiteral("distribution"), verdictText(comparison));
        words.headline =
            comparison.verdict == measure::Verdict::Faster || comparison.verdict == measure::Verdict::Slower
                ? MeasureText::tr("%1 takes %2 than %3 on %5; medians of all runs: %4.",
                                  "variant, '24 % less time', other variant, times, device")
                : MeasureText::tr("%1 against %3: %2 (medians of all runs: %4, on %5).",
                                  "variant, 'too noisy to say', other variant, times, device");
        words.headline = words.headline.arg(what, mark + u' ' + verdict, other.toHtmlEscaped(), times,
                                            device.toHtmlEscaped());
        words.reasons << QString::fromStdString(measure::pairedTerms());
        if (const double copied = device::copiedShare(beside, shown); copied > 0)
            words.reasons
                << MeasureText::tr("Copying inputs into the arena takes %1 of it.").arg(percentText(copied));
    } else {
        const auto &a = before.interval, &b = now.interval;
        const bool apart = a && b && (a->high < b->low || b->high < a->low);
        isClaim = apart;
        const double ratio = before.median > 0 ? now.median / before.median : 1;
        words.headline = apart ? MeasureText::tr("%1 takes %2 time than %3: %4.")
                                     .arg(what, mark + u' ' + change(ratio), other.toHtmlEscaped(), times)
                               : MeasureText::tr("%1 and %2: no difference that can be told (%3).")
                                     .arg(what, other.toHtmlEscaped(), mark + u' ' + times);
        if (apart)
            words.conditions << MeasureText::tr(
                "They were not measured in turn: the machine may have been another one to them.");
    }
    if (isClaim)
        words.headline = sentenceOf(words.headline, choice);
    else
        words.headline = withCapital(words.headline);
    if (now.interval)
        words.reasons << MeasureText::tr("%1: 95 % sure between %2 and %3.", "variant, interval")
                             .arg(what, secondsText(now.interval->low), secondsText(now.interval->high));
    if (predicted.shown > 0 && predicted.beside > 0)
        words.reasons << predictionText(change(predicted.shown / predicted.beside), predicted.by);
    words.reasons << savedText(shown, beside);
    return words;
}

QString machineText(const device::Record& record) {
    if (device::isOfProfile(record) && !record.variants.empty())
        return MeasureText::tr("%1 · as %2 recorded it, passes: %3")
                   .arg(QString::fromStdString(record.device),
                        QString::fromStdString(record.variants.front().variant.name),
                        QString::number(record.variants.front().blocks.size())) +
               QStringLiteral(" · ") + whenText(record);
    QStringList parts{QString::fromStdString(record.machine.text()), QString::fromStdString(record.isa)};
    if (const QString agreement = agreementText(record); !agreement.isEmpty()) parts << agreement;
    parts << whenText(record);
    return parts.join(QStringLiteral(" · "));
}

QString clockText(const device::Record& record) {
    QStringList parts;
    if (record.after.megahertz)
        parts << QStringLiteral("%1 GHz").arg(significant(*record.after.megahertz / 1000));
    if (record.after.celsius) parts << QStringLiteral("%1 °C").arg(significant(*record.after.celsius, 2));
    if (record.before.loadAverage && !device::othersComputed(record)) // else a doubt has it
        parts << MeasureText::tr("load %1").arg(significant(*record.before.loadAverage, 2));
    const bool isOfGpu =
        std::ranges::any_of(record.variants, [](const auto& each) { return device::isOfGpu(each.variant); });
    if (isOfGpu) return parts.join(QStringLiteral(" · ")); // no governor of this machine is its
    parts << (record.machine.governor.empty()
                  ? MeasureText::tr("no clock governor to be seen")
                  : MeasureText::tr("governor %1").arg(QString::fromStdString(record.machine.governor)));
    return parts.join(QStringLiteral(" · "));
}

QStringList doubts(const device::Record& record) {
    QStringList lines;
    for (const device::VariantRecord& each : record.variants)
        if (std::ranges::any_of(each.outputs, [](const auto& output) { return !output.agrees; }))
            lines << MeasureText::tr("%1: the outputs DIFFER from those of this machine, by %2 of their norm.")
                         .arg(variantText(each.variant), significant(furthestOutput(each), 2));
    if (record.end == measure::End::Cancelled)
        lines << MeasureText::tr("Stopped: these are the runs until then.");
    for (const device::LeftOut& each : record.leftOut)
        lines << MeasureText::tr("%1 was not measured: %2.")
                     .arg(variantText(each.variant), QString::fromStdString(each.reason));
    for (const device::VariantRecord& each : record.variants)
        if (each.calibratedOn && each.calibratedOn->isRandom)
            lines << MeasureText::tr(
                         "%1 was calibrated on random inputs: its times hold, its outputs say nothing.")
                         .arg(variantText(each.variant));
    QStringList noisy, disturbed, cold;
    for (const device::VariantRecord& each : record.variants) {
        if (each.isWithoutWarmup()) cold << variantText(each.variant);
        if (each.isNoisy() && !device::isOfProfile(record)) noisy << variantText(each.variant);
        if (each.disturbed > device::MostlyDisturbed)
            disturbed << MeasureText::tr("%1 (%2 of its runs)")
                             .arg(variantText(each.variant), percentText(each.disturbed));
    }
    const QString apart = QStringLiteral("; "); // names of variants have commas
    if (!noisy.isEmpty())
        lines << MeasureText::tr("Times not known well: %1. Measure longer, or with less else running.")
                     .arg(noisy.join(apart));
    if (!cold.isEmpty())
        lines << MeasureText::tr("Without warm-up, right after the first run: %1.").arg(cold.join(apart));
    if (!disturbed.isEmpty())
        lines << MeasureText::tr("The processor was taken away: %1.").arg(disturbed.join(apart));
    if (device::othersComputed(record))
        lines << MeasureText::tr("Other programs were computing (load %1).")
                     .arg(significant(*record.before.loadAverage, 2));
    const measure::Pace pace = record.variants.empty() ? measure::Pace() : record.variants.front().pace;
    if (pace.within > device::NotablePace)
        lines << MeasureText::tr("The machine changed its speed by %1 × meanwhile.")
                     .arg(significant(pace.within));
    if (pace.slowest / pace.fastest > device::NotablePace)
        lines << MeasureText::tr("It was seen at speeds %1 × apart in %n measurements: the times stand between "
                                 "those at these speeds; comparisons within one run do not depend on it.",
                                 nullptr, static_cast<int>(pace.measurements))
                     .arg(significant(pace.slowest / pace.fastest));
    if (const std::string far = device::farCoresText(record); !far.empty())
        lines << QString::fromStdString(far);
    if (measure::wasThrottled(record.before, record.after).value_or(false))
        lines << MeasureText::tr(
            "The clock was held down, for heat or power: these times are not the machine's best.");
    return lines;
}

QString agreementText(const device::Record& record) {
    bool identical = true, isCompared = !record.variants.empty();
    double furthest = 0;
    for (const device::VariantRecord& each : record.variants) {
        isCompared = isCompared && !each.outputs.empty();
        for (const device::OutputAgreement& output : each.outputs)
            identical = identical && output.identical;
        furthest = std::max(furthest, furthestOutput(each));
    }
    if (!isCompared) return {};
    return identical ? MeasureText::tr("outputs identical to this machine's")
                     : MeasureText::tr("outputs within %1 of this machine's").arg(significant(furthest, 2));
}

QString kernelSumText(const device::VariantRecord& shown) {
    return MeasureText::tr("kernels of a pass %1, from its first to its last %2 · kernels: %3")
        .arg(secondsText(shown.operatorSeconds()), secondsText(shown.summary().median),
             integerText(shown.operatorCalls));
}

QString sumText(const device::VariantRecord& shown, const device::PredictionError& error) {
    const double sum = shown.operatorSeconds();
    if (sum <= 0) return MeasureText::tr("No times by operator: the measurement was stopped before them.");
    const double median = shown.summary().median;
    QStringList parts{MeasureText::tr("operators %1, a run %2").arg(secondsText(sum), secondsText(median))};
    if (shown.profiledSeconds > 0)
        parts << MeasureText::tr("with a clock between operators %1").arg(secondsText(shown.profiledSeconds));
    if (error.weighted > 0)
        parts << MeasureText::tr("prediction off by %1 % in all, %2 % by operator")
                     .arg(significant(std::abs(error.total) * 100, 2), significant(error.weighted * 100, 2));
    else if (shown.isOnCodes())
        parts << MeasureText::tr("no prediction, which is of float32 kernels");
    if (const auto& on = shown.calibratedOn)
        parts << MeasureText::tr("calibrated on %n inputs of %1", nullptr, static_cast<int>(on->samples))
                     .arg(QString::fromStdString(on->title()));
    if (shown.weightBytes > 0) parts << MeasureText::tr("weights %1").arg(bytesText(shown.weightBytes));
    parts << MeasureText::tr("peak memory %1, arena %2, allocations %3, operator calls %4")
                 .arg(bytesText(shown.peakBytes), bytesText(shown.arenaBytes))
                 .arg(shown.allocations)
                 .arg(shown.operatorCalls);
    return parts.join(QStringLiteral(" · "));
}

} // namespace edgewright::views
