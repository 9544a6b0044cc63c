// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_words.h"

#include "core/relay/run_limit.h"
#include "views/support/answer_line.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

struct PipelineText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PipelineWords)
};

QString nameOf(const SplitResult& result, std::size_t device) {
    return text(result.shown().devices[device]).toHtmlEscaped();
}

QString everyText(double period) {
    return PipelineText::tr("a frame every %1 (%2 a second)").arg(secondsText(period), significant(1 / period));
}

// A period over that of the plan.
QString besidePlan(double ratio) {
    constexpr double Alike = 0.005;
    if (std::abs(ratio - 1) < Alike) return PipelineText::tr("as planned");
    return ratio > 1 ? PipelineText::tr("%1 more than planned").arg(percentText(ratio - 1))
                     : PipelineText::tr("%1 less than planned").arg(percentText(1 - ratio));
}

QString partLimits(const SplitResult& result, std::size_t stage, std::size_t device, partition::Busy part) {
    if (part == partition::Busy::Host) return PipelineText::tr("the processors of the host limit");
    return part == partition::Busy::Compute ? PipelineText::tr("stage %1 limits, %2 computes all the time")
                                                  .arg(QString::number(stage + 1), nameOf(result, device))
                                            : PipelineText::tr("the link of %1 limits, at stage %2")
                                                  .arg(nameOf(result, device), QString::number(stage + 1));
}

QString plannedHeadline(const SplitResult& result) {
    const partition::Figures& figures = result.shown().choice.figures;
    return AnswerLine::mark(Sureness::Estimated) + u' ' +
           PipelineText::tr("In %n stages %1 is planned: %2.", nullptr, static_cast<int>(figures.stages.size()))
               .arg(everyText(figures.period),
                    partLimits(result, figures.limit, figures.device, figures.limits));
}

QString ranHeadline(const SplitResult& result, double period) {
    const auto limit = relay::limitOf(result.shown());
    const QString why = limit ? text(relay::limitText(result.shown(), *limit)).toHtmlEscaped() : QString();
    const double planned = result.shown().choice.figures.period;
    const QString headline =
        PipelineText::tr("Run in %n stages: %1, %2", "a time between frames, how far from the plan",
                         static_cast<int>(result.shown().choice.split.size()))
            .arg(everyText(period), besidePlan(period / planned));
    return AnswerLine::mark(Sureness::Measured) + u' ' +
           (why.isEmpty() ? headline + u'.'
                          : PipelineText::tr("%1: %2.", "sentence, reason").arg(headline, why));
}

QString headlineOf(const SplitResult& result) {
    const auto& run = result.record->run;
    if (!run) return plannedHeadline(result);
    if (run->relayed.ended)
        return AnswerLine::alarm(PipelineText::tr("The run ended after %1 frames: %2")
                                     .arg(groupedText(static_cast<std::int64_t>(run->relayed.frames)),
                                          text(*run->relayed.ended).toHtmlEscaped()));
    if (!run->relayed.replanned.empty()) {
        const auto period = run->measured->period();
        const int times = static_cast<int>(run->relayed.replanned.size());
        return AnswerLine::mark(Sureness::Measured) + u' ' +
               (period ? PipelineText::tr("Planned anew %n times while it ran, at its end %1.", nullptr, times)
                             .arg(everyText(*period))
                       : PipelineText::tr("Planned anew %n times while it ran.", nullptr, times));
    }
    const auto period = run->measured->period();
    return period ? ranHeadline(result, *period) : plannedHeadline(result);
}

QString settingsText(const SplitResult& result) {
    const device::SplitTask& task = result.task;
    QStringList devices;
    for (const device::StageMachine& each : task.machines)
        devices << text(each.text);
    QStringList said{devices.join(u", "_s), PipelineText::tr("%n threads each", nullptr, task.threads),
                     PipelineText::tr("%1 on the link")
                         .arg(text(protocol::LinkFormats[static_cast<std::size_t>(task.format)].name)),
                     PipelineText::tr("%n credits", nullptr, static_cast<int>(task.credits))};
    if (!task.takesTurns) said << PipelineText::tr("no turns");
    return said.join(u" · "_s);
}

} // namespace

PageWords pipelineWords(const SplitResult& result, bool isOld, bool isOfOther) {
    PageWords words;
    words.headline = headlineOf(result);
    if (isOfOther) words.conditions << PipelineText::tr("Of the graph as it was fused before.");
    if (isOld) words.conditions << PipelineText::tr("Of other devices or settings than those of now.");
    words.conditions << settingsText(result);
    for (const std::string& each : device::answersOf(*result.record))
        words.reasons << text(each).toHtmlEscaped();
    return words;
}

QStringList pipelineOrigin(const SplitResult& result) {
    return {PipelineText::tr("Model: %1").arg(QFileInfo(text(result.record->model)).fileName()),
            PipelineText::tr("Devices and settings: %1").arg(settingsText(result)),
            AnswerLine::withoutMarks(headlineOf(result))};
}

} // namespace edgewright::views
