// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/tuning/tuning_text.h"

#include "core/kernels/parameter_fields.h"
#include "views/support/answer_line.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace edgewright::views {

namespace {

struct TuningText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningText)
};

constexpr int MaxTaskName = 40; // characters
constexpr qsizetype MaxRemarks = 8;

// Kernels for which a log decided on something else than the default; nothing: it decided on none.
std::optional<int> decidedFaster(const tuner::Tried& tried) {
    std::optional<int> faster;
    for (const tuner::TriedTask& each : tried.tasks)
        if (each.decidedUsual > 0)
            faster = faster.value_or(0) + (each.tunedSeconds < each.decidedUsual ? 1 : 0);
    return faster;
}

QStringList escapedLines(QStringList lines) {
    for (QString& each : lines)
        each = each.toHtmlEscaped();
    return lines;
}

} // namespace

QString taskName(const tuner::Tried& tried, std::size_t task) {
    return shortName(text(tried.tasks[task].name), MaxTaskName);
}

QString knobTitle(const std::string& knob) {
    const auto fields = kernels::parameterFields();
    const auto field = std::ranges::find(fields, knob, &Field<kernels::KernelParameters>::key);
    return field == fields.end() ? text(knob) : settingWords(field->title);
}

QString knobText(const std::vector<tune::Knob>& knobs) {
    QStringList words;
    for (const tune::Knob& each : knobs)
        if (each.value != tune::KnobValue(std::int64_t(0)))
            words << QStringLiteral("%1 %2").arg(text(each.name), text(tune::textOf(each.value)));
    return words.join(QStringLiteral(", "));
}

QString fileText(const QString& file) { return QFileInfo(file).fileName(); }

QStringList tuningOrigin(const TuningShown& shown, const QString& device) {
    QStringList lines, machine, settings;
    if (!shown.log) machine << device;
    machine << shown.machine << shown.isa;
    machine.removeAll(QString());
    if (!shown.model.isEmpty()) lines << TuningText::tr("Model: %1").arg(shown.model);
    if (shown.log) lines << TuningText::tr("Log: %1").arg(fileText(shown.file));
    if (!machine.isEmpty()) lines << TuningText::tr("Tuned on: %1").arg(machine.join(QStringLiteral(", ")));
    const auto fields = tuner::tuneFields();
    for (std::size_t i = 0; i < std::min(fields.size(), shown.choices.size()); ++i)
        settings << TuningText::tr("%1 %2", "a setting, its value")
                        .arg(inSentence(settingWords(fields[i].title)), valueText(fields[i], shown.choices[i]));
    if (!settings.isEmpty())
        lines << TuningText::tr("Settings of the search: %1").arg(settings.join(QStringLiteral(", ")));
    return lines;
}

PageWords tuningWords(const TuningShown& shown, const QString& device) {
    PageWords words;
    const tuner::Tried& tried = *shown.tried;
    const int tasks = static_cast<int>(tried.tasks.size()), trials = static_cast<int>(tried.trials.size());
    if (shown.result) {
        const table::Answer answer = tuner::answerOf(*shown.result);
        words.headline = AnswerLine::mark(Sureness::Measured) + u' ' + text(answer.headline).toHtmlEscaped();
        for (const std::string& each : answer.conditions)
            words.reasons << text(each).toHtmlEscaped();
        for (const std::string& each : answer.reasons)
            words.reasons << text(each).toHtmlEscaped();
        words.reasons << TuningText::tr(
            "Each kernel alone, with what starting it takes: what the network gains is "
            "told by measuring it.");
    } else if (shown.log) {
        words.headline = TuningText::tr("%n trials", nullptr, trials) + u' ' +
                         TuningText::tr("of %n kernels, read from %1.", nullptr, tasks)
                             .arg(fileText(shown.file).toHtmlEscaped());
        if (const auto faster = decidedFaster(tried))
            words.headline += u' ' + TuningText::tr("On new samples %n of them are faster than by default.",
                                                    nullptr, *faster);
    } else {
        words.headline = TuningText::tr("%n trials", nullptr, trials) + u' ' +
                         TuningText::tr("of %n kernels so far; nothing is decided.", nullptr, tasks);
    }
    if (const std::int64_t failed = tried.failed(); failed > 0)
        words.reasons << TuningText::tr("%n trials failed.", nullptr, static_cast<int>(failed));
    words.reasons << escapedLines(shown.remarks.mid(0, MaxRemarks));
    if (!shown.log) words.conditions << device;
    if (!shown.machine.isEmpty()) words.conditions << shown.machine;
    if (!shown.isa.isEmpty()) words.conditions << shown.isa;
    if (!shown.log) words.conditions << TuningText::tr("%n threads", nullptr, shown.threads);
    if (!shown.log && !shown.file.isEmpty())
        words.conditions << TuningText::tr("log: %1").arg(fileText(shown.file));
    if (!shown.log && !shown.roof) words.conditions << TuningText::tr("roof not known");
    if (const qsizetype left = shown.remarks.size(); left > 0)
        words.conditions.prepend(TuningText::tr("%n remarks", nullptr, static_cast<int>(left)));
    return words;
}

} // namespace edgewright::views
