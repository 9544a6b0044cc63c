// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/answer_text.h"

#include "core/cost/findings/least.h"
#include "core/pipeline/bisect.h"
#include "views/graph/panels/benefits_text.h"
#include "views/support/answer_line.h"
#include "views/support/fusion_edits.h"
#include "views/support/measurement/predicted_text.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/measurement/verdict_text.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

namespace {

struct GraphAnswerText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::GraphAnswer)
};

// ", broken by step 877 (Padding into the convolution behind it): leave it out, or switch the rule off"
QString brokenText(const pipeline::Analysis& analysis) {
    if (analysis.isStale("broken")) return GraphAnswerText::tr(", looking for the step that does it …");
    const pipeline::BrokenBy* broken = pipeline::brokenBy(analysis);
    if (!broken) return {};
    const QString step =
        AnswerLine::link(QStringLiteral("broken"), GraphAnswerText::tr("step %1").arg(broken->step + 1));
    const QString rule =
        broken->rule.empty() ? GraphAnswerText::tr("fused by hand") : ruleTitle(broken->rule).toHtmlEscaped();
    const QString out = AnswerLine::link(QStringLiteral("leave-out"), GraphAnswerText::tr("leave it out"));
    if (broken->rule.empty()) return GraphAnswerText::tr(", broken by %1 (%2): %3").arg(step, rule, out);
    return GraphAnswerText::tr(", broken by %1 (%2): %3, or %4")
        .arg(step, rule, out,
             AnswerLine::link(QStringLiteral("rule-off"), GraphAnswerText::tr("switch the rule off")));
}

// Null where there is none, and where random numbers decide all results.
const pipeline::Check* checkOf(const pipeline::Analysis& analysis) {
    const pipeline::Check* check = analysis.isStale("check") ? nullptr : analysis.check.get();
    return check && check->worst() ? check : nullptr;
}

QString failureText(const pipeline::Analysis& analysis, const pipeline::Check& check) {
    const QString link = AnswerLine::link(QStringLiteral("rules"), significant(check.relative(), 2));
    return QStringLiteral("; ") +
           AnswerLine::alarm(GraphAnswerText::tr("the check failed: their results differ by %1").arg(link) +
                             brokenText(analysis));
}

QString samenessText(const pipeline::Check& check) {
    const double relative = check.relative();
    return relative == 0 ? GraphAnswerText::tr("both compute exactly the same")
                         : GraphAnswerText::tr("equal to within %1").arg(significant(relative, 1));
}

// Tensors and operators that the savings are told without.
QStringList leftOutText(const pipeline::Benefits& benefits) {
    QStringList lines{
        unsizedText(benefits),
        text(cost::leastSentence(GraphAnswerText::tr("Predicted times").toStdString(), benefits.untimed))
            .toHtmlEscaped()};
    lines.removeAll(QString());
    return lines;
}

// True while the change of a time is predicted and none is measured.
bool isChangePredicted(const pipeline::Benefits* benefits,
                       const std::shared_ptr<const device::Record>& measured) {
    return !fusionChoice(measured) && benefits && benefits->secondsBefore > 0 && benefits->untimed.empty();
}

// The measured change; before that, the predicted one of the time that stands in the conditions, with the
// machine that it is of: captions have this sentence alone.
QString timeSaved(const pipeline::Benefits* benefits, const std::shared_ptr<const device::Record>& measured) {
    if (const auto fusion = fusionChoice(measured)) {
        const auto comparison = device::compared(fusion->beside.get(), fusion->shown.get());
        const QString doubt = doubtText(*fusion, comparison);
        const QString verdict = AnswerLine::link(QStringLiteral("measure"), verdictText(comparison)),
                      mark = AnswerLine::mark(Sureness::Measured);
        return doubt.isEmpty()
                   ? GraphAnswerText::tr("; measured: %1 %2").arg(mark, verdict)
                   : GraphAnswerText::tr("; measured, %3: %1 %2", "mark, verdict, 'machine not quiet'")
                         .arg(mark, verdict, doubt);
    }
    if (!benefits || benefits->secondsBefore <= 0) return {};
    const QString machine = QString::fromStdString(benefits->processor.title()).toHtmlEscaped();
    if (!benefits->untimed.empty()) // no share of a time that is not known
        return GraphAnswerText::tr("; predicted: %1 at least %2 on %3", "time, machine")
            .arg(AnswerLine::mark(Sureness::Estimated),
                 AnswerLine::link(QStringLiteral("rules"), secondsText(benefits->secondsAfter)), machine);
    const cost::Processor& processor = benefits->processor;
    const QString change =
        AnswerLine::link(QStringLiteral("rules"),
                         predictedChangeText(processor, benefits->secondsBefore, benefits->secondsAfter));
    if (processor.changeOf(benefits->secondsBefore, benefits->secondsAfter).share == 0)
        return GraphAnswerText::tr("; predicted: %1").arg(change);
    return GraphAnswerText::tr("; predicted: %1 on %2", "change of time, machine").arg(change, machine);
}

PageWords fusionAnswer(const pipeline::Analysis& analysis,
                       const std::shared_ptr<const device::Record>& measured) {
    const ir::Graph* before = analysis.before();
    const ir::Graph* after = analysis.after();
    if (!before) return {};
    if (!after || !analysis.fusion)
        return {
            GraphAnswerText::tr("%n nodes, not fused yet.", nullptr, static_cast<int>(before->nodeCount()))};
    if (analysis.fusion->steps.empty())
        return {analysis.fusion->possible.empty()
                    ? GraphAnswerText::tr("No rule finds anything to fuse in these %n nodes.", nullptr,
                                          static_cast<int>(before->nodeCount()))
                    : GraphAnswerText::tr("Nothing of these %n nodes is fused; %1.", nullptr,
                                          static_cast<int>(before->nodeCount()))
                          .arg(AnswerLine::link(
                              QStringLiteral("steps"),
                              GraphAnswerText::tr("%n fusions are switched off", nullptr,
                                                  static_cast<int>(analysis.fusion->possible.size()))))};
    const auto was = static_cast<double>(before->nodeCount()), is = static_cast<double>(after->nodeCount());
    PageWords words{
        GraphAnswerText::tr("Fusion makes %1 of %n nodes", nullptr, static_cast<int>(was))
            .arg(AnswerLine::link(QStringLiteral("steps"), integerText(static_cast<std::int64_t>(is))))};
    const pipeline::Benefits* benefits = analysis.isStale("benefits") ? nullptr : analysis.benefits.get();
    if (benefits && benefits->trafficBefore > benefits->trafficAfter)
        words.headline +=
            GraphAnswerText::tr(" and saves %1 of the bytes between them")
                .arg(AnswerLine::link(QStringLiteral("rules"),
                                      percentText(1 - static_cast<double>(benefits->trafficAfter) /
                                                          static_cast<double>(benefits->trafficBefore))));
    const pipeline::Check* check = checkOf(analysis);
    const bool fails = check && !check->passes();
    words.headline += (fails ? failureText(analysis, *check) : timeSaved(benefits, measured)) + u'.';
    if (analysis.memoryBefore && analysis.memoryAfter && !analysis.isStale("memory") &&
        !analysis.isStale("memory_fused")) {
        const std::int64_t old = analysis.memoryBefore->solution.peak,
                           now = analysis.memoryAfter->solution.peak;
        QString arena = old == now ? GraphAnswerText::tr("arena %1").arg(bytesText(now))
                                   : GraphAnswerText::tr("arena %1 → %2").arg(bytesText(old), bytesText(now));
        for (const pipeline::MemoryPlan* plan : {analysis.memoryAfter.get(), analysis.memoryBefore.get()})
            if (const QString part = plannedPartText(plan->liveness); !part.isEmpty()) {
                arena += QStringLiteral(" (") + part + u')';
                break;
            }
        words.conditions << arena;
    }
    if (!fails && isChangePredicted(benefits, measured))
        words.conditions << GraphAnswerText::tr("predicted %1", "time of the fused graph")
                                .arg(predictedText(benefits->processor, benefits->secondsAfter));
    if (check && !fails) words.conditions << samenessText(*check);
    if (benefits) words.reasons = leftOutText(*benefits);
    return words;
}

} // namespace

PageWords graphAnswer(const pipeline::Analysis& analysis,
                      const std::shared_ptr<const device::Record>& measured) {
    PageWords words = fusionAnswer(analysis, measured);
    const auto errors =
        analysis.typed ? std::ranges::count(analysis.typed->diagnostics, Severity::Error, &Diagnostic::severity)
                       : 0;
    if (errors > 0 && !words.headline.isEmpty())
        words.headline.prepend(GraphAnswerText::tr("The file has %n errors, listed among the problems. ",
                                                   nullptr, static_cast<int>(errors)));
    return words;
}

} // namespace edgewright::views
