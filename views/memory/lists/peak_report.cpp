// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/peak_report.h"

#include "core/pipeline/memory/memory_plan.h"
#include "views/support/quantity.h"

#include <algorithm>

namespace edgewright::views {

namespace {

struct PeakReportText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryCharts)
};

} // namespace

StepReport reportOf(const PlanSide& side, std::int64_t step) {
    StepReport report;
    report.step = step;
    report.live = side.liveBytes(step);
    report.unused = std::max<std::int64_t>(side.top(step) - report.live, 0);
    std::vector<BoxId> alive;
    side.boxIndex().visit(step, step + 1, [&](std::size_t i) { alive.emplace_back(i); });
    // What lies in another one that is alive, too, takes nothing.
    const auto inside = [&](BoxId part) {
        const Box& p = side.box(part);
        return std::ranges::any_of(alive, [&](BoxId other) {
            const Box& o = side.box(other);
            if (o.buffer != p.buffer || o.offset > p.offset || p.offset + p.size > o.offset + o.size)
                return false;
            return o.size != p.size || other.index() < part.index();
        });
    };
    for (const BoxId id : alive) {
        const Box& b = side.box(id);
        if (side.partly(b.buffer) && inside(id)) continue;
        report.alive.push_back(
            {side.lifeAt(id, step), b.size,
             report.live > 0 ? static_cast<double>(b.size) / static_cast<double>(report.live) : 0,
             std::nullopt});
    }
    std::ranges::stable_sort(report.alive, std::ranges::greater(), &AliveTensor::bytes);

    const std::vector<std::int64_t>& live = side.plan().liveBytes;
    std::vector<std::int64_t> before(live.size() + 1, 0), behind(live.size() + 1, 0);
    for (std::size_t i = 0; i < live.size(); ++i)
        before[i + 1] = std::max(before[i], live[i]);
    for (std::size_t i = live.size(); i-- > 0;)
        behind[i] = std::max(behind[i + 1], live[i]);
    for (std::size_t i = 0; i < std::min(report.alive.size(), MaxExplained); ++i) {
        const Box& b = side.box(report.alive[i].life);
        const auto lower = static_cast<std::size_t>(std::max<std::int64_t>(b.lower, 0));
        const auto upper = std::min(static_cast<std::size_t>(std::max<std::int64_t>(b.upper, 0)), live.size());
        if (lower >= upper) continue;
        const std::int64_t within = *std::max_element(live.begin() + static_cast<std::ptrdiff_t>(lower),
                                                      live.begin() + static_cast<std::ptrdiff_t>(upper)) -
                                    b.size;
        report.alive[i].boundWithout = std::max({before[lower], behind[upper], within});
    }
    return report;
}

QString whatBlocks(const PlanSide& side) {
    const pipeline::MemoryPlan& plan = side.plan();
    const std::int64_t over = plan.solution.peak - plan.lowerBound;
    if (over <= 0)
        return PeakReportText::
            tr("The arena is as small as the bytes alive in step %1. Only smaller or shorter-lived tensors, "
               "or another order, make it smaller.")
                .arg(plan.peakStep);
    // The first step that reaches the top of the arena.
    std::int64_t top = 0;
    while (top < side.steps() && side.top(top) < plan.solution.peak)
        ++top;
    const std::int64_t unused = std::max<std::int64_t>(plan.solution.peak - side.liveBytes(top), 0);
    const QString lost =
        PeakReportText::tr("The arena is %1 (%2) larger than the lower bound: step %3 reaches its end with %4 "
                           "unused below.")
            .arg(bytesText(over), percentText(static_cast<double>(over) /
                                              static_cast<double>(std::max<std::int64_t>(plan.lowerBound, 1))))
            .arg(top)
            .arg(bytesText(unused));
    const pipeline::Proof proof = pipeline::proofOf(plan);
    return lost + QLatin1Char(' ') +
           (proof == pipeline::Proof::Optimal ? PeakReportText::tr("It is proven that no plan is smaller.")
            : proof == pipeline::Proof::OfPart
                ? PeakReportText::tr("It is proven that no plan of these tensors is smaller.")
            : proof == pipeline::Proof::StoppedAtLimit
                ? PeakReportText::tr(
                      "The search stopped at the limit: whether a smaller plan exists is not known.")
                : PeakReportText::tr("Another planner may do better."));
}

} // namespace edgewright::views
