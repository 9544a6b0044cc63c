// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_text.h"

#include "core/pipeline/memory/memory_plan.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/answer_line.h"
#include "views/support/fusion_edits.h"
#include "views/support/job/stage_text.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <string>
#include <vector>

namespace edgewright::views {

namespace {

struct MemoryTextWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryView)
};

constexpr int MaxNameLetters = 48;
constexpr double MaxAnswerName = 240; // pixels

QString difference(std::int64_t now, std::int64_t before) {
    if (before <= 0) return {};
    if (now == before) return MemoryTextWords::tr("as before");
    const double share = static_cast<double>(now) / static_cast<double>(before);
    return now < before
               ? MemoryTextWords::tr("%1 less than before (%2)").arg(percentText(1 - share), bytesText(before))
               : MemoryTextWords::tr("%1 more than before (%2)").arg(percentText(share - 1), bytesText(before));
}

// What the ratio does not say by itself.
QString outcomeRemark(const pipeline::MemoryPlan& plan) {
    if (plan.solution.peak <= plan.lowerBound) return {};
    switch (pipeline::proofOf(plan)) {
    case pipeline::Proof::Optimal:
        return MemoryTextWords::tr(" (proven optimal)");
    case pipeline::Proof::OfPart:
        return MemoryTextWords::tr(" (proven optimal for these tensors)");
    case pipeline::Proof::StoppedAtLimit:
        return MemoryTextWords::tr(" (stopped at the limit)");
    case pipeline::Proof::None:
        break;
    }
    return {};
}

QString partOf(const PlanSide& side) { return plannedPartText(side.plan().liveness); }

using Stages = std::initializer_list<const char*>;

QString whyNone(const pipeline::Analysis* analysis, const Stages& stages) {
    if (!analysis || !analysis->opened)
        return MemoryTextWords::tr("Open a model to see where its tensors live.");
    for (const char* stage : stages)
        if (const QString error = errorText(*analysis, stage); !error.isEmpty())
            return MemoryTextWords::tr("There is no memory plan: %1").arg(error);
    return MemoryTextWords::tr("The memory plan is being computed.");
}

} // namespace

QString planSummary(const PlanSide& side, std::int64_t reference) {
    const pipeline::MemoryPlan& plan = side.plan();
    const QString change = difference(plan.solution.peak, reference);
    QStringList parts;
    parts << QStringLiteral("<b>%1</b>").arg(bytesText(plan.solution.peak)) +
                 (change.isEmpty() ? QString() : QStringLiteral(", <b>") + change + QStringLiteral("</b>"));
    const QString ratio =
        ratioText(static_cast<double>(plan.solution.peak), static_cast<double>(plan.lowerBound));
    parts << MemoryTextWords::tr("%1 lower bound %2").arg(ratio, bytesText(plan.lowerBound)) +
                 outcomeRemark(plan);
    if (const QString part = partOf(side); !part.isEmpty()) parts << part;
    return parts.join(QStringLiteral(" · "));
}

namespace {

QString contentOf(const PlanSide& side) {
    const QString tensors =
        side.lives().size() == side.count()
            ? MemoryTextWords::tr("%n tensors", nullptr, static_cast<int>(side.count()))
            : MemoryTextWords::tr("%n tensors in %1 buffers", nullptr, static_cast<int>(side.lives().size()))
                  .arg(side.count());
    // Their bytes without sharing in place; packing them is the rest of the way to the arena.
    const std::int64_t apart = memory::sideBySide(side.plan().liveness).tensors;
    return apart > side.plan().sum
               ? MemoryTextWords::tr("%1, side by side %2, shared in place (sum of buffers) %3")
                     .arg(tensors, bytesText(apart), bytesText(side.plan().sum))
               : MemoryTextWords::tr("%1, sum of buffers %2").arg(tensors, bytesText(side.plan().sum));
}

QString arenaLink(const char* target, const PlanSide& side) {
    return AnswerLine::link(QString::fromLatin1(target), bytesText(side.plan().solution.peak));
}

// "at most 0.6 % above the best plan"; how near the lower bound is, stands at the picture.
QString howGood(const PlanSide& side) {
    const pipeline::MemoryPlan& plan = side.plan();
    const auto peak = static_cast<double>(plan.solution.peak);
    const std::int64_t bound = pipeline::provenBound(plan);
    const QString sure =
        !plan.liveness.isWhole()                              ? partOf(side)
        : pipeline::proofOf(plan) == pipeline::Proof::Optimal ? MemoryTextWords::tr("proven optimal")
        : bound > 0 ? MemoryTextWords::tr("at most %1 above the best plan")
                          .arg(percentText((peak - static_cast<double>(bound)) / static_cast<double>(bound)))
                    : MemoryTextWords::tr("not proven");
    return AnswerLine::link(QStringLiteral("planners"), sure);
}

// A group by its first member; weights that are dequantized go without saying.
const ir::Node& firstOf(const ir::Node& node) {
    if (node.domain != ir::FusedDomain || !node.body || node.body->order().empty()) return node;
    const auto& members = node.body->order();
    const auto found =
        std::ranges::find_if(members, [&](NodeId id) { return !node.body->node(id).is("DequantizeLinear"); });
    return node.body->node(found == members.end() ? members.front() : *found);
}

// "; the peak is at /features/3/Conv", "; the peak is at /features/3/Conv and 2 more": empty where nothing
// runs. `target`: of the link, the column that shows the side.
QString withPeak(const QString& sentence, const PlanSide& side, const char* target) {
    const NodeId node = side.nodeAt(side.plan().peakStep);
    if (!node.valid() || !side.given().contains(node)) return MemoryTextWords::tr("%1.").arg(sentence);
    const ir::Node &peak = side.given().node(node), &first = firstOf(peak);
    std::vector<std::string> names{first.label()};
    for (const NodeId each : side.given().order())
        if (each != node) names.push_back(firstOf(side.given().node(each)).label());
    QString name =
        buttonLabel(ShortLabels(names), 0, QFontMetricsF(views::font(TextSize::Title)), MaxAnswerName);
    if (&first != &peak && peak.body->order().size() > 1)
        name = MemoryTextWords::tr("%1 and %2 more").arg(name).arg(peak.body->order().size() - 1);
    name.replace(u' ', QChar(QChar::Nbsp)); // stays in one line
    return MemoryTextWords::tr("%1; the peak is at %2.")
        .arg(sentence, AnswerLine::link(QString::fromLatin1(target), name));
}

// "at the peak 1.28 k elements of 1.6 B are alive, where 2.05 k of 4 B were": empty where tensors are as wide
// as before.
QString narrowerText(const PlanSide& before, const PlanSide& after) {
    const pipeline::ElementsAtPeak was = pipeline::elementsAtPeak(before.plan()),
                                   is = pipeline::elementsAtPeak(after.plan());
    constexpr double SameWidth = 0.95;
    if (is.count <= 0 || is.bytesEach() >= SameWidth * was.bytesEach()) return {};
    return MemoryTextWords::tr("at the peak %1 elements of %2 B are alive, where %3 of %4 B were")
        .arg(countText(is.count), significant(is.bytesEach()), countText(was.count),
             significant(was.bytesEach()));
}

} // namespace

QString contentText(const PlanSide* first, const PlanSide* second) {
    if (!first || !second) return first ? contentOf(*first) : second ? contentOf(*second) : QString();
    const QString one = contentOf(*first), other = contentOf(*second);
    if (one == other) return one;
    return MemoryTextWords::tr("%1: %2 · %3: %4").arg(first->title(), one, second->title(), other);
}

QString fusionAnswer(const PlanSide* before, const PlanSide* after) {
    if (!before && !after) return {};
    if (!before || !after) return planAnswer(before ? *before : *after, after != nullptr);
    const auto first = static_cast<double>(before->plan().solution.peak);
    const auto second = static_cast<double>(after->plan().solution.peak);
    const QString change =
        MemoryTextWords::tr("%1 → %2").arg(arenaLink("before", *before), arenaLink("after", *after));
    // Fusion in integers changes the types of tensors, too, and that is not what it saves by keeping fewer.
    const QString narrower = first > 0 && second < first ? narrowerText(*before, *after) : QString();
    const QString sentence =
        first <= 0 || first == second ? MemoryTextWords::tr("Fusion leaves the arena as it is (%1, %2)")
                                            .arg(arenaLink("after", *after), howGood(*after))
        : !narrower.isEmpty()
            ? MemoryTextWords::tr("Fused in narrower types, the arena is %1 smaller (%2, %3): %4")
                  .arg(percentText(1 - second / first), change, howGood(*after), narrower)
        : second < first ? MemoryTextWords::tr("Fusion saves %1 of the arena (%2, %3)")
                               .arg(percentText(1 - second / first), change, howGood(*after))
                         : MemoryTextWords::tr("Fusion needs %1 more (%2, %3)")
                               .arg(percentText(second / first - 1), change, howGood(*after));
    return withPeak(sentence, *after, "after");
}

QString plannerAnswer(const PlanSide* a, const PlanSide* b, const QString& nameA, const QString& nameB) {
    if (!a || !b || (a->sharedPlan() == b->sharedPlan() && nameA.isEmpty()))
        return a ? planAnswer(*a, false) : QString();
    const auto first = static_cast<double>(a->plan().solution.peak);
    const auto second = static_cast<double>(b->plan().solution.peak);
    const QString one = nameA.isEmpty() ? planName(a->plan(), b->plan()) : nameA,
                  other = nameB.isEmpty() ? planName(b->plan(), a->plan()) : nameB;
    const QString change = MemoryTextWords::tr("%1 → %2").arg(arenaLink("before", *a), arenaLink("after", *b));
    const QString sentence =
        first <= 0 || first == second ? MemoryTextWords::tr("%1 and %2 need the same (%3, %4)")
                                            .arg(one, other, arenaLink("after", *b), howGood(*b))
        : second < first ? MemoryTextWords::tr("%1 needs %2 less than %3 (%4, %5)")
                               .arg(other, percentText(1 - second / first), one, change, howGood(*b))
                         : MemoryTextWords::tr("%1 needs %2 more than %3 (%4, %5)")
                               .arg(other, percentText(second / first - 1), one, change, howGood(*b));
    return withPeak(sentence, *b, "after");
}

QString planAnswer(const PlanSide& side, bool after) {
    const char* target = after ? "after" : "before";
    const QString arena = arenaLink(target, side);
    return withPeak(
        side.after()
            ? MemoryTextWords::tr("The arena of the fused graph takes %1 (%2)").arg(arena, howGood(side))
            : MemoryTextWords::tr("The arena of the original graph takes %1 (%2)").arg(arena, howGood(side)),
        side, target);
}

QString planName(const pipeline::MemoryPlan& plan, const pipeline::MemoryPlan& other) {
    const QString planner = spelledOut(plan.planner);
    return plan.ordering.scheduler == other.ordering.scheduler
               ? planner
               : MemoryTextWords::tr("%1, %2").arg(planner, spelledOut(plan.ordering.scheduler));
}

QString stepText(const PlanSide& side, std::int64_t step) {
    QStringList parts;
    parts << MemoryTextWords::tr("%1, step %2 of 0 to %3").arg(side.title()).arg(step).arg(side.steps() - 1);
    const NodeId node = side.nodeAt(step);
    if (node.valid() && side.given().contains(node)) {
        const QString label = shortName(text(side.given().node(node).label()), MaxNameLetters);
        const QString op = text(side.given().node(node).op);
        parts << (label.contains(op) ? label : label + QStringLiteral(" (") + op + QStringLiteral(")"));
    }
    parts << MemoryTextWords::tr("%1 alive").arg(bytesText(side.liveBytes(step)));
    parts << MemoryTextWords::tr("arena used up to %1").arg(bytesText(side.top(step)));
    return parts.join(QStringLiteral(" · "));
}

QString emptyStateText(const pipeline::Analysis* analysis, bool anyPlan) {
    if (anyPlan && analysis && analysis->opened) return {};
    return whyNone(analysis, {"memory", "memory_fused"});
}

QString missingText(const pipeline::Analysis* analysis, bool after) {
    return whyNone(analysis, {after ? "memory_fused" : "memory"});
}

} // namespace edgewright::views
