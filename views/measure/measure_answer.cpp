// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_answer.h"

#include "core/device/gpu/placement_text.h"
#include "core/device/profile_record.h"
#include "views/measure/charts/measure_text.h"
#include "views/measure/measure_choice.h"
#include "views/measure/profile_beside.h"
#include "views/session/measurements.h"
#include "views/support/answer_line.h"
#include "views/support/capital.h"
#include "views/support/fusion_edits.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <algorithm>

namespace edgewright::views {

MeasureAnswer::MeasureAnswer(Measurements& measurements, const MeasureChoice& choice,
                             const ProfileBeside& profile)
    : m_measurements(measurements), m_choice(choice), m_profile(profile) {}

PageWords MeasureAnswer::words(const pipeline::Analysis* analysis, bool canRun) const {
    const auto graph = analysis && analysis->typed ? analysis->typed->graph : nullptr;
    if (const DeviceTrace* of = trace()) return traceWords(*of, graph.get());
    const VariantChoice& shown = m_choice.shown();
    if (!shown) return unmeasured(analysis, canRun);
    PageWords words;
    if (const device::Against* against = m_profile.against()) {
        words.headline = againstText(*against);
    } else {
        const cost::Processor& by = m_measurements.predictor(m_choice.device()).processor;
        const auto predictedOf = [&](const VariantChoice& choice) {
            return choice ? device::predictedSeconds(choice.get(), by) : 0;
        };
        words = answerWords(m_choice.both(), {predictedOf(shown), predictedOf(m_choice.beside()), by},
                            m_choice.deviceText());
    }
    // The worst doubt is seen at once.
    const QStringList all = words.conditions + doubtsOfShown();
    QString machine = machineText(*shown.record);
    const auto isFused = [](const VariantChoice& choice) { return choice && choice.get().variant.fusion; };
    if (const QString failed =
            analysis && (isFused(shown) || isFused(m_choice.beside())) ? failedCheckText(*analysis) : QString();
        !failed.isEmpty())
        machine += QStringLiteral(" · ") + failed;
    words.conditions = {all.isEmpty()     ? machine
                        : all.size() == 1 ? all.front() + u' ' + machine
                                          : tr("%1 (+ %2 more) %3", "doubt, number, machine")
                                                .arg(all.front(), QString::number(all.size() - 1), machine)};
    QStringList others = all.mid(1);
    for (const std::string& sentence : device::placementText(shown.get()))
        others << tr("%1.", "a clause as a sentence").arg(text(sentence));
    if (const QString clock = clockText(*shown.record); !clock.isEmpty()) others << clock;
    for (QString& each : others)
        each = each.toHtmlEscaped();
    words.reasons << others;
    return words;
}

const DeviceTrace* MeasureAnswer::trace() const {
    const DeviceTrace* alone = m_profile.alone();
    return alone ? alone : m_profile.traceOf(m_choice.shown());
}

const DeviceStatus& MeasureAnswer::deviceStatus() const {
    const std::string& device = m_choice.device();
    return m_measurements.isThisGpu(device) ? m_measurements.gpu().status()
                                            : m_measurements.boards().status(device);
}

PageWords MeasureAnswer::unmeasured(const pipeline::Analysis* analysis, bool canRun) const {
    const DeviceStatus& status = deviceStatus();
    const bool isGpu = m_measurements.isThisGpu(m_choice.device());
    PageWords words{m_choice.isMeasuring()           ? tr("Being measured …")
                    : !analysis || !analysis->opened ? tr("Nothing measured yet")
                    : !canRun                        ? tr("This model cannot be measured here.")
                              : tr("Not measured yet on %1.").arg(m_choice.deviceText().toHtmlEscaped())};
    words.isAnswer = false;
    if (status.state == DeviceStatus::State::Failed || isGpu) words.conditions << status.text;
    if (m_choice.device().empty())
        words.conditions << text(m_measurements.machine().text());
    else if (status.welcome)
        words.conditions << text(status.welcome->machine.text());
    return words;
}

QString MeasureAnswer::againstText(const device::Against& against) const {
    const double ratio = against.theirs > 0 ? against.ours / against.theirs : 0;
    QString tool = m_profile.profile()->title;
    if (!against.machine.empty()) tool = tr("%1 on %2").arg(tool, text(against.machine));
    if (against.isDevice) tool = tr("%1, kernels of a pass").arg(tool);
    tool = tool.toHtmlEscaped();
    if (against.rows.empty())
        return tr("Stopped before the operators were timed: a run takes %1 in %2.")
            .arg(secondsText(against.theirsAlone), tool);
    return tr("Operators that both have (%1) take %2 here and %3 in %4 (%5).")
        .arg(variantText(m_choice.shown().get().variant).toHtmlEscaped(),
             AnswerLine::mark(Sureness::Measured) + u' ' + secondsText(against.ours),
             secondsText(against.theirs), tool, ratioText(ratio, 1));
}

PageWords MeasureAnswer::traceWords(const DeviceTrace& trace, const ir::Graph* graph) const {
    PageWords words;
    for (const QString& sentence : trace.sentences)
        words.reasons << sentence.toHtmlEscaped();
    if (!trace.otherModel.isEmpty()) {
        const QString doubt = withCapital(trace.otherModel);
        words.headline = AnswerLine::alarm(tr("%1.", "a clause as a sentence").arg(doubt.toHtmlEscaped()));
    } else if (!words.reasons.isEmpty()) {
        words.headline = AnswerLine::mark(Sureness::Measured) + u' ' + words.reasons.takeFirst();
    }
    if (!trace.record)
        words.conditions << tr("None of its kernels was started for a node of this model.");
    else if (!trace.unmatched.isEmpty())
        words.conditions << trace.unmatched;
    if (trace.record) {
        words.conditions << machineText(*trace.record);
        for (const QString& doubt : doubtsOfShown())
            words.reasons << doubt.toHtmlEscaped();
        const QString input = graph ? text(device::otherInputText(*trace.source.trace, *graph)) : QString();
        if (!input.isEmpty())
            words.reasons
                << tr("%1: operations and bytes are not counted.").arg(withCapital(input)).toHtmlEscaped();
    }
    for (const std::string& note : trace.source.trace->notes)
        words.reasons << tr("Profile: %1.").arg(text(note)).toHtmlEscaped();
    return words;
}

QStringList MeasureAnswer::doubtsOfShown() const {
    const auto& record = m_choice.shown().record;
    QStringList lines = doubts(*record);
    for (const device::Run& run : m_measurements.runs())
        if (run.record == record && !m_measurements.isCurrent(run))
            lines.prepend(tr("Measured with other settings than those of now: measure again."));
    const device::Against* against = m_profile.against();
    if (!against) return lines;
    if (against->machine.empty()) lines << tr("The profile does not say on which machine it was taken.");
    for (const std::string& note : against->notes)
        lines << tr("Profile: %1.").arg(text(note));
    const auto isShared = [](const device::AgainstRow& row) { return row.isShared; };
    if (std::ranges::any_of(against->rows, isShared))
        lines << tr("Regions that it runs as one are shared among their operators, by prediction.");
    if (const auto count = static_cast<int>(against->unmatched.size()); count > 0)
        lines << tr("%n operators of the profile have no partner.", nullptr, count);
    if (const auto count = static_cast<int>(against->ambiguous.size()); count > 0)
        lines << tr("%n operators of the profile fit two nodes.", nullptr, count);
    return lines;
}

} // namespace edgewright::views
