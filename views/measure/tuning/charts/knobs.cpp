// SPDX-License-Identifier: GPL-3.0-or-later
// The share of the variance of times that each parameter explains alone, of the program's own kernels and of
// generated ones.
#include "core/tuner/trial_statistics.h"
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QLegend>

#include <algorithm>
#include <utility>

namespace edgewright::views::knobs_tuning {

namespace {

struct TuningKnobs {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningKnobs)
};

constexpr std::size_t MaxKnobs = 14; // of both spaces
constexpr std::size_t MaxTasks = 6;  // in a tip

bool hasBoth(const tuner::Tried& tried) {
    return std::ranges::all_of(tuner::AllKernelSpaces,
                               [&](tuner::KernelSpace space) { return tried.has(space); });
}

// Those of one space stand together, and each has its share of the rows.
std::vector<tuner::KnobImportance> importanceOf(const TuningInput& input) {
    const auto subject = input.subject();
    const auto all =
        subject ? tuner::importanceOf(input.tried(), *subject) : tuner::importanceOf(input.tried());
    const std::size_t most = hasBoth(input.tried()) ? MaxKnobs / 2 : MaxKnobs;
    std::vector<tuner::KnobImportance> shown;
    for (const tuner::KernelSpace space : tuner::AllKernelSpaces) {
        std::size_t count = 0;
        for (const tuner::KnobImportance& each : all)
            if (each.space == space && count++ < most) shown.push_back(each);
    }
    return shown;
}

QString spaceText(tuner::KernelSpace space) {
    return space == tuner::KernelSpace::Parameters ? TuningKnobs::tr("own kernels")
                                                   : TuningKnobs::tr("generated kernels");
}

using ByTask = std::vector<std::vector<tuner::KnobImportance>>;

// "conv1: 34 %": of the kernels of a mean, those that it matters most for first.
QStringList sharesByTask(const tuner::Tried& tried, const ByTask& all, const tuner::KnobImportance& knob) {
    std::vector<std::pair<double, std::size_t>> shares;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const tuner::KnobImportance& each : all[i])
            if (each.space == knob.space && each.knob == knob.knob) shares.emplace_back(each.share, i);
    std::ranges::stable_sort(shares, std::ranges::greater(), &std::pair<double, std::size_t>::first);
    QStringList lines;
    for (const auto& [share, task] : shares) {
        if (lines.size() == MaxTasks) break;
        lines << TuningKnobs::tr("%1: %2", "kernel, share").arg(taskName(tried, task), percentText(share));
    }
    return lines;
}

BuiltChart build(const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::vector<tuner::KnobImportance> all = importanceOf(input);
    const bool areBoth = hasBoth(input.tried());
    ByTask tasksOfMean; // none where it is no mean
    for (std::size_t i = 0; i < input.tried().tasks.size() && !input.subject(); ++i)
        tasksOfMean.push_back(tuner::importanceOf(input.tried(), i));
    double high = 0.1;
    for (const tuner::KnobImportance& each : all)
        high = std::max(high, each.share);
    high = std::min(1.0, high) * 118; // with room for the numbers
    NamedRows named(chart, all.size());
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const tuner::KnobImportance& each = all[i];
        RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.value = 100 * each.share;
        const bool isGenerated = each.space == tuner::KernelSpace::Generated;
        bar.ink = theme.category(isGenerated ? ops::Category::Activation : ops::Category::Compute);
        const QPointF at(bar.value, bar.y);
        named.marks()->append(at);
        notes->add(ChartLabel{named.marks(), at, percentText(each.share), theme.text, Qt::AlignRight});
        // The colour's second carrier.
        const QString name = areBoth ? TuningKnobs::tr("%1 (%2)", "parameter, kernels")
                                           .arg(knobTitle(each.knob), spaceText(each.space))
                                     : knobTitle(each.knob);
        names.push_back(name.toStdString());
        QStringList tip{TuningKnobs::tr("%1: %2 of the variance").arg(name, percentText(each.share)),
                        TuningKnobs::tr("%n values in %1 trials", nullptr, static_cast<int>(each.values))
                            .arg(groupedText(static_cast<std::int64_t>(each.trials)))};
        if (!each.best.empty()) tip << TuningKnobs::tr("fastest with %1, on average").arg(text(each.best));
        tip << sharesByTask(input.tried(), tasksOfMean, each);
        built.targets.push_back({named.marks(), at, tip.join(u'\n'), bar.extent()});
        tasks.push_back(std::nullopt);
    }
    named.finish(names,
                 makeValueAxis(0, high, high > 60 ? 20 : 10,
                               TuningKnobs::tr("Variance of the logarithm of times explained by it alone (%)")),
                 std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

QString noKnobs(const TuningInput& input) {
    if (!importanceOf(input).empty()) return {};
    return TuningKnobs::tr(
               "Which parameter matters is told from %1 trials of a kernel on, of which some have the "
               "same value of it and others another one.")
        .arg(groupedText(static_cast<std::int64_t>(tuner::MinExplained)));
}

} // namespace

extern const TuningChartSpec entry{"tuning-parameters",
                                   QT_TRANSLATE_NOOP("Chart", "Importance of the parameters"),
                                   QT_TRANSLATE_NOOP("Chart", "Parameters"), noKnobs, build};

} // namespace edgewright::views::knobs_tuning
