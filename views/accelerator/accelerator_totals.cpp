// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the page: the totals in words, what would help, and what is left out.
#include "views/accelerator/accelerator_view.h"

#include "core/cost/findings/least.h"
#include "core/cost/findings/off_array.h"
#include "core/pipeline/cost_comparison.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/accelerator/search/tiling_edits.h"
#include "views/accelerator/what_if_row.h"
#include "views/support/quantity.h"

#include <QLabel>
#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace edgewright::views {

namespace {

// The cause that takes most beside computing.
cost::Spent largestLoss(cost::SpentCycles spent) {
    spent[cost::Spent::Computing] = 0;
    return spent.largest();
}

// The gain of larger arrays and memories, in words.
QString findingsText(const pipeline::Improvements& improvements) {
    QStringList steps;
    for (const cost::SizeStep& each : improvements.sizes) {
        if (std::abs(each.power) > 1) continue;
        const cost::Accelerator &from = each.effect.from, &to = each.effect.to;
        steps << AcceleratorView::tr("%1 × %2 → %3 × %4: %5 × as fast (%6 of %7 layers cannot fill it)")
                     .arg(from.rows)
                     .arg(from.cols)
                     .arg(to.rows)
                     .arg(to.cols)
                     .arg(significant(each.effect.speedup()))
                     .arg(each.narrower)
                     .arg(each.layers);
    }
    QString text;
    if (!steps.isEmpty()) text += QStringLiteral("<br>") + steps.join(QStringLiteral(", ")) + u'.';
    if (const auto& stay = improvements.stay)
        text += QStringLiteral("<br>") +
                AcceleratorView::tr(
                    "From %1 KiB of SRAM for activations on, all of them stay on chip: DRAM %2 → %3, "
                    "%4 × as fast, energy %5 ×.")
                    .arg(stay->kiloBytes)
                    .arg(bytesText(stay->dramBefore), bytesText(stay->dramAfter),
                         significant(stay->effect.speedup()), significant(stay->effect.energyRatio()));
    const cost::SramSteps& sram = improvements.sram;
    if (sram.steps.empty()) return text;
    const cost::SramStep& enough = sram.steps[sram.enough];
    text += QStringLiteral("<br>") +
            AcceleratorView::tr("More SRAM for tiles than %1 KiB gains less than 1 %.").arg(enough.kiloBytes);
    if (!enough.last.empty())
        text += u' ' + AcceleratorView::tr("%n layers still move words twice there, most %1.", nullptr,
                                           static_cast<int>(enough.spilling))
                           .arg(QString::fromStdString(enough.last).toHtmlEscaped());
    return text;
}

// Operators that are no work of the array, with their share of the cycles, and those without a cost.
QString offArrayText(const pipeline::Costs& costs) {
    const cost::OffArray off = cost::offArrayOf(costs.report);
    const auto share = [&](std::int64_t cycles) {
        return percentText(static_cast<double>(cycles) /
                           static_cast<double>(std::max<std::int64_t>(1, costs.report.cycles)));
    };
    QStringList named;
    for (std::size_t i = 0; i < std::min(cost::NamedOffArray, off.operators.size()); ++i)
        named << QStringLiteral("%1 %2").arg(QString::fromStdString(off.operators[i].first).toHtmlEscaped(),
                                             share(off.operators[i].second));
    QString text;
    constexpr double MinShare = 0.005; // less than that decides nothing
    if (static_cast<double>(off.cycles) >= MinShare * static_cast<double>(costs.report.cycles) &&
        off.cycles > 0)
        text += u' ' + AcceleratorView::tr("Not on the array: %1 of the cycles (%2).")
                           .arg(share(off.cycles), named.join(QStringLiteral(", ")));
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
    if (all > 0) text += u' ' + AcceleratorView::tr("Not modelled: %1.").arg(left.join(QStringLiteral("; ")));
    return text;
}

} // namespace

void AcceleratorView::showTotals() {
    if (!m_analysis || !m_analysis->costs) {
        m_totals->setText(tr("No costs yet"));
        m_whatIfs->display({}, false);
        m_note->clear();
        return;
    }
    const cost::CostReport& report = m_analysis->costs->report;
    const auto share = [&](std::int64_t cycles) {
        return percentText(static_cast<double>(cycles) /
                           static_cast<double>(std::max<std::int64_t>(1, report.cycles)));
    };
    const bool isExact = std::ranges::all_of(report.layers, &cost::LayerCost::exact);
    // Other pages show both graphs; `cost` without --fuse the one as given.
    const fusion::History* history = m_analysis->fusion.get();
    QString text =
        (!history                 ? QString()
         : history->steps.empty() ? tr("The graph as given, where nothing is fused: ")
                                  : tr("The fused graph: ")) +
        (!m_analysis->costs->uncounted.empty() ? QStringLiteral("≥ ")
         : isExact                             ? QStringLiteral("= ")
                                               : QStringLiteral("≈ ")) + // of estimated, exact and measured
        tr("<b>%1 = %2</b> at %3 GHz: %4 of them compute (%5 GMAC/s), utilisation %6.")
            .arg(cyclesText(report.cycles), secondsText(report.seconds()),
                 significant(report.accelerator.clockGhz), share(report.spent[cost::Spent::Computing]),
                 significant(static_cast<double>(report.macs) / std::max(report.seconds(), 1e-12) * 1e-9),
                 percentText(report.utilization));
    const int layers = static_cast<int>(report.layers.size());
    if (const cost::Spent most = largestLoss(report.spent); report.spent[most] > 0 && !cost::isDram(most)) {
        const auto limited = std::ranges::count(report.layers, most, &cost::LayerCost::limit);
        text += u' ' + tr("<b>%1</b> takes %2; it limits %3 of %n layers.", nullptr, layers)
                           .arg(spentTitle(most), share(report.spent[most]))
                           .arg(limited);
    }
    if (const std::int64_t dram = report.spent.dram(); dram > 0 && dram >= report.cycles / 100) {
        const auto limited = std::ranges::count_if(
            report.layers, [](const cost::LayerCost& layer) { return cost::isDram(layer.limit); });
        text +=
            u' ' + tr("<b>Waiting for DRAM</b> takes %1: without it %2 × as fast; it limits %3 of %n layers.",
                      nullptr, layers)
                       .arg(share(dram), significant(report.speedupWithoutDram()))
                       .arg(limited);
    }
    text += u' ' + tr("%1, DRAM %2, energy %3.")
                       .arg(macsText(static_cast<double>(report.macs), !m_analysis->costs->uncounted.empty()),
                            bytesText(report.dram.total() * report.accelerator.wordBytes),
                            energyText(report.energy.total(), report.energyUnit));
    text += offArrayText(*m_analysis->costs);
    if (const auto compared = pipeline::comparisonOf(*m_analysis))
        text += QStringLiteral("<br>") + comparisonSentence(*compared, report).toHtmlEscaped();
    if (const auto& improvements = m_analysis->improvements) text += findingsText(*improvements);
    m_totals->setText(text);
    m_whatIfs->display(m_analysis->improvements ? m_analysis->improvements->whatIfs
                                                : std::vector<cost::WhatIf>(),
                       m_analysis->isStale("improve"));
    const std::size_t skipped = m_analysis->costs->skipped.size();
    QStringList notes;
    if (skipped > 0) notes << tr("Layers without a full shape, not counted: %1.").arg(skipped);
    if (const ops::Uncounted& uncounted = m_analysis->costs->uncounted; !uncounted.empty())
        notes << QString::fromStdString(cost::leastSentence("Cycles and MACs", uncounted));
    if (const QString tilings = adoptedText(report); !tilings.isEmpty()) notes << tilings;
    m_note->setText(notes.join(u'\n'));
}

} // namespace edgewright::views
