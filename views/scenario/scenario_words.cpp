// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/scenario_words.h"

#include "core/scenario/policy.h"
#include "views/support/answer_line.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace edgewright::views {

namespace {

struct ScenarioText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ScenarioWords)
};

QString escaped(const std::string& words) { return text(words).toHtmlEscaped(); }

QString setName(const std::string& name) {
    return name.empty() ? ScenarioText::tr("the cores") : ScenarioText::tr("core set “%1”").arg(text(name));
}

QString fittingText(const FittingRate& fitting, const scenario::Scenario& scenario) {
    const QString model = escaped(scenario.models[fitting.model].name),
                  bound = secondsText(fitting.deadlineMs / 1000);
    if (!(fitting.found.rate > 0))
        return ScenarioText::tr(
                   "%1: at no rate of random arrivals 99 % are within %2, beside the other models.")
            .arg(model, bound);
    return ScenarioText::tr(
               "%1: ≈ %2 a second of random arrivals fit, 99 % of them within %3, beside the other "
               "models as they are.")
        .arg(model, significant(fitting.found.rate), bound);
}

// Policies with the same verdict share a sentence.
QStringList promiseTexts(const std::vector<ScenarioPromise>& promises) {
    std::vector<std::pair<QString, QString>> places; // where, and the sentence
    for (const ScenarioPromise& each : promises) {
        const QString set = each.coreSet.empty() ? QString() : QStringLiteral(", ") + escaped(each.coreSet),
                      policy = escaped(scenario::titleInQuotes(each.policy)),
                      why = set + QStringLiteral(": ") + escaped(each.verdict.why);
        const auto same = std::ranges::find(places, why, &std::pair<QString, QString>::second);
        if (same == places.end())
            places.emplace_back(policy, why);
        else
            same->first += QStringLiteral(", ") + policy;
    }
    QStringList texts;
    for (const auto& [policies, why] : places)
        texts << policies + why;
    return texts;
}

} // namespace

QStringList scenarioOrigin(const scenario::Scenario& shown, std::int64_t cores, const QString& file,
                           const QString& times) {
    QStringList models;
    for (const scenario::Model& each : shown.models)
        models << ScenarioText::tr("%1 (%2, %n threads)", nullptr, static_cast<int>(each.threads))
                      .arg(text(each.name), text(each.file.filename().string()));
    return {file.isEmpty() ? ScenarioText::tr("Scenario: not saved")
                           : ScenarioText::tr("Scenario: %1").arg(QFileInfo(file).fileName()),
            ScenarioText::tr("Models: %1").arg(models.join(QStringLiteral(", "))),
            ScenarioText::tr("Policy %1, %2 s, %3 cores, seed %4")
                .arg(text(scenario::titleInQuotes(shown.policy)), significant(shown.seconds),
                     QString::number(cores), QString::number(shown.seed)),
            AnswerLine::withoutMarks(times)};
}

QString ranText(const RanScenario& ran, const ScenarioResult* result) {
    return AnswerLine::mark(Sureness::Measured) + u' ' +
           text(scenario::ranSentence(ran.scenario(), ran.result(),
                                      result ? &result->under(ran.scenario().policy).simulation : nullptr));
}

QString overloadText(const std::vector<scenario::Load>& loads) {
    const auto most = std::ranges::max_element(loads, {}, &scenario::Load::utilisation);
    if (most == loads.end() || most->utilisation <= 1) return {};
    return ScenarioText::tr(
               "More is asked of %1 than they can do, %2: queues grow without an end, whatever the "
               "policy.")
        .arg(most->model.empty() ? setName(most->coreSet).toHtmlEscaped()
                                 : ScenarioText::tr("the instances of %1").arg(escaped(most->model)),
             percentText(most->utilisation));
}

PageWords scenarioWords(const ScenarioResult& result, const RanScenario* ran, const ScenarioLoads* loads,
                        const QString& times) {
    const table::Answer answer = scenario::answerOf(*result.runs, result.loads);
    PageWords words;
    const QString overload = overloadText(result.loads),
                  simulated =
                      AnswerLine::mark(Sureness::Estimated) + u' ' +
                      (overload.isEmpty() ? ScenarioText::tr("Simulated: %1").arg(escaped(answer.headline))
                                          : AnswerLine::alarm(overload));
    words.headline = ran ? ranText(*ran, &result).toHtmlEscaped() : simulated;
    if (ran) words.reasons << simulated;
    words.conditions << times;
    for (const std::string& each : answer.conditions)
        words.conditions << text(each);
    if (!overload.isEmpty()) words.reasons << escaped(answer.headline);
    words.reasons << promiseTexts(result.promises);
    for (const std::string& each : answer.reasons)
        words.reasons << escaped(each);
    if (loads)
        for (const FittingRate& each : loads->fitting)
            words.reasons << fittingText(each, result.scenario);
    return words;
}

} // namespace edgewright::views
