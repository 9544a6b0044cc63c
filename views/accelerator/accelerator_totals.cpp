// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the page: the totals in words, what would help, and what is left out.
#include "views/accelerator/accelerator_view.h"

#include "core/cost/accelerators/presets.h"
#include "core/cost/energy/energy_table.h"
#include "core/cost/explore/area.h"
#include "core/cost/findings/least.h"
#include "core/cost/findings/model_terms.h"
#include "core/cost/findings/off_array.h"
#include "core/pipeline/cost_comparison.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/search/tiling_edits.h"
#include "views/accelerator/what_if_row.h"
#include "views/support/fusion_edits.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"

#include <QLabel>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>

namespace edgewright::views {

namespace {

// Of all cycles.
QString shareOf(std::int64_t cycles, const cost::CostReport& report) {
    return percentText(static_cast<double>(cycles) /
                       static_cast<double>(std::max<std::int64_t>(1, report.cycles)));
}

// Of these causes the one whose removal gains most; nothing where none takes any cycles.
std::optional<cost::Spent> largestLoss(const cost::CostReport& report,
                                       std::initializer_list<cost::Spent> causes) {
    const auto key = [&](cost::Spent cause) {
        return std::pair(report.speedupWithout(cause), report.spent.of(cause));
    };
    std::optional<cost::Spent> most;
    for (const cost::Spent each : causes)
        if (report.spent.of(each) > 0 && (!most || key(each) > key(*most))) most = each;
    return most;
}

// A cause with its share, and what its removal gains, which is less where other parts are as busy.
QString lossText(cost::Spent cause, const cost::CostReport& report) {
    if (cost::isDram(cause))
        return AcceleratorView::tr("Waiting for DRAM takes %1: without it %2.")
            .arg(shareOf(report.spent.dram(), report), speedText(report.speedupWithout(cause)));
    const bool isPlural = cause == cost::Spent::IdleCells || cause == cost::Spent::Fill;
    return (isPlural ? AcceleratorView::tr("%1: %2 of the cycles, without them %3.")
                     : AcceleratorView::tr("%1: %2 of the cycles, without it %3."))
        .arg(spentTitle(cause), shareOf(report.spent[cause], report), speedText(report.speedupWithout(cause)));
}

// The graph, the accelerator and what the network moves and takes, in a line.
QString conditionsText(const pipeline::Analysis& analysis) {
    const cost::CostReport& report = analysis.costs->report;
    const cost::Accelerator& used = report.accelerator;
    // Other pages show both graphs; `cost` without --fuse the one as given.
    const fusion::History* history = analysis.fusion.get();
    QStringList parts;
    if (history) // the rows of the table are layers, the graph's page counts nodes
        parts << (history->steps.empty() ? AcceleratorView::tr("The graph as given, where nothing is fused")
                                         : AcceleratorView::tr("The fused graph"))
              << AcceleratorView::tr("%1 layers of %n nodes", nullptr,
                                     static_cast<int>(history->graph.nodeCount()))
                     .arg(report.layers.size());
    if (const QString failed = failedCheckText(analysis); !failed.isEmpty()) parts << failed;
    QString preset;
    for (const cost::NamedAccelerator& each : cost::presets())
        if (cost::isSame(each.accelerator, used)) preset = QString::fromStdString(each.title);
    parts << (preset.isEmpty() ? AcceleratorView::tr("%1 × %2, %3")
                                     .arg(used.rows)
                                     .arg(used.cols)
                                     .arg(QString::fromLatin1(cost::dataflowName(used.dataflow)))
                               : preset)
          << AcceleratorView::tr("%1 GHz").arg(significant(used.clockGhz))
          << macsText(static_cast<double>(report.macs), !analysis.costs->uncounted.empty())
          << AcceleratorView::tr("DRAM %1").arg(bytesText(report.dram.total() * used.wordBytes))
          << AcceleratorView::tr("%1 by the table %2")
                 .arg(energyText(report.energy.total(), report.energyUnit),
                      QString::fromStdString(cost::energyTableName(used.energy)));
    return parts.join(QStringLiteral(" · "));
}

// The share that computes, then the causes with the layers that they limit; `said`: the answer has its share.
QStringList limitsText(const cost::CostReport& report, std::optional<cost::Spent> said) {
    const double computing = static_cast<double>(report.spent[cost::Spent::Computing]) /
                             static_cast<double>(std::max<std::int64_t>(1, report.cycles));
    constexpr double SameShare = 0.01;
    QString computes = AcceleratorView::tr("%1 of the cycles compute: %2 GMAC/s")
                           .arg(percentText(computing), significant(static_cast<double>(report.macs) /
                                                                    std::max(report.seconds(), 1e-12) * 1e-9));
    if (std::abs(report.utilization - computing) > SameShare)
        computes += AcceleratorView::tr(", utilisation %1").arg(percentText(report.utilization));
    QStringList lines{computes + u'.'};
    // Layers without cycles are computed as a part of others, and nothing limits them.
    const auto layers = std::ranges::count_if(report.layers, [](const auto& each) { return each.cycles > 0; });
    const auto add = [&](cost::Spent cause, const QString& title) {
        const auto isOf = [cause](cost::Spent each) {
            return cost::isDram(cause) ? cost::isDram(each) : each == cause;
        };
        const QString limits =
            AcceleratorView::tr("%1: the limit of %2 of %n layers.", nullptr, static_cast<int>(layers))
                .arg(title)
                .arg(std::ranges::count_if(report.layers, [&](const cost::LayerCost& each) {
                    return each.cycles > 0 && isOf(each.limit());
                }));
        lines << (said && isOf(*said) ? limits : lossText(cause, report) + u' ' + limits);
    };
    if (const std::int64_t dram = report.spent.dram(); dram > 0 && dram >= report.cycles / 100)
        add(cost::Spent::DramInputs, AcceleratorView::tr("Waiting for DRAM"));
    using enum cost::Spent;
    if (const auto most = largestLoss(report, {IdleCells, Fill, Sram, Vector})) add(*most, spentTitle(*most));
    return lines;
}

// The gain of larger arrays and memories, in words.
QStringList findingsText(const pipeline::Improvements& improvements) {
    QStringList lines, steps;
    for (const cost::SizeStep& each : improvements.sizes) {
        if (std::abs(each.power) > 1) continue;
        const cost::Accelerator &from = each.effect.from, &to = each.effect.to;
        steps << AcceleratorView::tr("%1 × %2 → %3 × %4: %5 (%6 of %7 layers cannot fill it)")
                     .arg(from.rows)
                     .arg(from.cols)
                     .arg(to.rows)
                     .arg(to.cols)
                     .arg(speedText(each.effect.speedup()))
                     .arg(each.narrower)
                     .arg(each.layers);
    }
    if (!steps.isEmpty()) lines << steps.join(QStringLiteral(", ")) + u'.';
    if (const auto& stay = improvements.stay) {
        lines << AcceleratorView::tr("From %1 KiB of SRAM for activations on, all of them stay on chip: DRAM "
                                     "%2 → %3, %4, energy %5 ×, area %6 ×; %7.")
                     .arg(stay->kiloBytes)
                     .arg(bytesText(stay->dramBefore), bytesText(stay->dramAfter),
                          speedText(stay->effect.speedup()), significant(stay->effect.energyRatio()),
                          significant(stay->effect.areaRatio()), QString::fromUtf8(cost::stayTerms()));
    }
    const cost::SramSteps& sram = improvements.sram;
    if (sram.steps.empty()) return lines;
    const cost::SramStep& enough = sram.steps[sram.enough];
    lines << AcceleratorView::tr("More SRAM for tiles than %1 KiB gains less than 1 %.").arg(enough.kiloBytes);
    if (sram.enough == 0) lines.last() += u' ' + AcceleratorView::tr("Less was not tried.");
    if (!enough.last.empty())
        lines.last() += u' ' + AcceleratorView::tr("%n layers still move words twice there, most %1.", nullptr,
                                                   static_cast<int>(enough.spilling))
                                   .arg(QString::fromStdString(enough.last).toHtmlEscaped());
    return lines;
}

// Operators that are no work of the array, with their share of the cycles, and those without a cost.
QStringList offArrayText(const pipeline::Costs& costs) {
    const cost::OffArray off = cost::offArrayOf(costs.report);
    QStringList named;
    for (std::size_t i = 0; i < std::min(cost::NamedOffArray, off.operators.size()); ++i)
        named << QStringLiteral("%1 %2").arg(QString::fromStdString(off.operators[i].first).toHtmlEscaped(),
                                             shareOf(off.operators[i].second, costs.report));
    QStringList lines;
    constexpr double MinShare = 0.005; // less than that decides nothing
    if (static_cast<double>(off.cycles) >= MinShare * static_cast<double>(costs.report.cycles) &&
        off.cycles > 0)
        lines << AcceleratorView::tr("Not on the array: %1 of the cycles (%2).")
                     .arg(shareOf(off.cycles, costs.report), named.join(QStringLiteral(", ")));
    QStringList left;
    for (const cost::Unmodelled& each : costs.unmodelled) {
        const QString what =
            QStringLiteral("%1 × %2").arg(each.nodes).arg(QString::fromStdString(each.op).toHtmlEscaped());
        left << (!each.share ? AcceleratorView::tr("%1, share not known").arg(what)
                 : each.isAtMost
                     ? AcceleratorView::tr("%1, at most %2 of the words").arg(what, percentText(*each.share))
                     : AcceleratorView::tr("%1, %2 of the words").arg(what, percentText(*each.share)));
    }
    const qsizetype all = left.size();
    left.resize(std::min(all, qsizetype(cost::NamedOffArray)));
    if (all > left.size()) left << AcceleratorView::tr("%1 more").arg(all - left.size());
    if (all > 0) lines << AcceleratorView::tr("Not modelled: %1.").arg(left.join(QStringLiteral("; ")));
    return lines;
}

} // namespace

void AcceleratorView::showTotals() {
    if (!m_analysis || !m_analysis->costs) {
        m_totals->setAnswer(tr("No costs yet"));
        m_totals->setConditions({});
        m_totals->setReasons({});
        m_whatIfs->display({}, false);
        m_note->clear();
        return;
    }
    const cost::CostReport& report = m_analysis->costs->report;
    const bool isExact = std::ranges::all_of(report.layers, &cost::LayerCost::exact);
    QString answer = (!m_analysis->costs->uncounted.empty() ? QStringLiteral("≥ ")
                      : isExact                             ? QStringLiteral("= ")
                                : QStringLiteral("≈ ")) + // of estimated, exact and measured
                     tr("%1 = %2.").arg(cyclesText(report.cycles), secondsText(report.seconds()));
    const auto compared = pipeline::comparisonOf(*m_analysis);
    if (compared) answer += u' ' + comparisonSentence(*compared, report).toHtmlEscaped();
    using enum cost::Spent;
    const auto loss =
        compared ? std::nullopt : largestLoss(report, {DramInputs, IdleCells, Fill, Sram, Vector});
    if (loss) answer += u' ' + lossText(*loss, report);
    m_totals->setAnswer(answer);
    m_totals->setConditions(conditionsText(*m_analysis));
    QStringList reasons = limitsText(report, loss);
    if (compared) reasons << layersText(*compared, report);
    reasons << offArrayText(*m_analysis->costs);
    reasons << tr(
        "A node has a layer for each of its operators that computes: a group has several, a view has none.");
    reasons << tr("Area: %1.").arg(QString::fromStdString(cost::areaText(report.accelerator))) + u' ' +
                   QString::fromStdString(cost::areaTerms());
    reasons << QString::fromStdString(cost::cyclesTerms(report.mode));
    if (const auto& improvements = m_analysis->improvements) reasons << findingsText(*improvements);
    m_totals->setReasons(reasons);
    m_whatIfs->display(m_analysis->improvements ? m_analysis->improvements->whatIfs
                                                : std::vector<cost::WhatIf>(),
                       m_analysis->isStale("improve"));
    const std::size_t skipped = m_analysis->costs->skipped.size();
    QStringList notes;
    if (skipped > 0) notes << tr("Layers without a full shape, not counted: %1.").arg(skipped);
    if (const ops::Uncounted& uncounted = m_analysis->costs->uncounted; !uncounted.empty())
        notes << QString::fromStdString(cost::leastSentence(tr("Cycles and MACs").toStdString(), uncounted));
    if (const QString tilings = adoptedText(report); !tilings.isEmpty()) notes << tilings;
    m_note->setText(notes.join(u'\n'));
}

} // namespace edgewright::views
