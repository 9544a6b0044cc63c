// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_words.h"

#include "core/relay/tables/run_limit.h"
#include "views/support/answer_line.h"
#include "views/support/capital.h"
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

// In three digits: more are not known.
QString perSecondText(double perSecond) {
    return perSecond < 1000 ? significant(perSecond) : countText(perSecond);
}

QString everyText(double period) {
    return PipelineText::tr("a frame every %1 (%2 a second)")
        .arg(secondsText(period), perSecondText(1 / period));
}

QString besidePlan(double period, double planned) {
    constexpr double Alike = 0.005;
    return std::abs(period / planned - 1) < Alike ? PipelineText::tr("as planned")
                                                  : PipelineText::tr("planned %1").arg(secondsText(planned));
}

// "In 2 stages"; where devices take turns in some of them "In 2 stages on 3 devices".
QString inStagesText(const relay::SplitShown& shown) {
    const partition::Split& split = shown.choice.split;
    std::size_t devices = 0;
    for (const partition::Stage& stage : split)
        devices += stage.devices.size();
    const QString stages = PipelineText::tr("in %n stages", nullptr, static_cast<int>(split.size()));
    return devices == split.size() ? stages
                                   : PipelineText::tr("%1 on %n devices that take turns", "in so many stages",
                                                      static_cast<int>(devices))
                                         .arg(stages);
}

QString partLimits(const SplitResult& result, std::size_t stage, std::size_t device, partition::Busy part) {
    if (part == partition::Busy::Host) return PipelineText::tr("the processors of the host limit");
    if (part == partition::Busy::Credits)
        return PipelineText::tr("stage %1 limits, %2 may have no more frames at once")
            .arg(QString::number(stage + 1), nameOf(result, device));
    return part == partition::Busy::Compute ? PipelineText::tr("stage %1 limits, %2 computes all the time")
                                                  .arg(QString::number(stage + 1), nameOf(result, device))
                                            : PipelineText::tr("the link of %1 limits, at stage %2")
                                                  .arg(nameOf(result, device), QString::number(stage + 1));
}

QString plannedHeadline(const SplitResult& result) {
    const partition::Figures& figures = result.shown().choice.figures;
    return AnswerLine::mark(Sureness::Estimated) + u' ' +
           withCapital(
               PipelineText::tr("%1 %2 is planned: %3.", "in so many stages, a frame every ..., what limits")
                   .arg(inStagesText(result.shown()), everyText(figures.period),
                        partLimits(result, figures.limit, figures.device, figures.limits)));
}

QString ranHeadline(const SplitResult& result, double period) {
    const auto limit = relay::limitOf(result.shown());
    const QString why = limit ? text(relay::limitText(result.shown(), *limit)).toHtmlEscaped() : QString();
    const double planned = result.shown().choice.figures.period;
    const QString headline =
        PipelineText::tr("Run %1: %2, %3", "in so many stages, a time between frames, that of the plan")
            .arg(inStagesText(result.shown()), everyText(period), besidePlan(period, planned));
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
