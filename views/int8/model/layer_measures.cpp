// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/layer_measures.h"

#include "core/pipeline/quantization/improved/quantized_table.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"
#include "views/support/table/row_table.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerMeasure)
};

struct MeasureEntry {
    const char* key; // of saved states
    std::string_view column;
    bool worseLow;
};

// By LayerMeasure.
constexpr std::array<MeasureEntry, AllLayerMeasures.size()> MeasureEntries{{
    {"sqnr", "sqnr_db", true},
    {"sqnr-alone", "local_sqnr_db", true},
    {"sensitivity", "sensitivity_db", true},
    {"within-one-step", "within_one_step", true},
    {"cosine", "cosine", true},
    {"largest-error", "max_steps", false},
    {"mean-error", "mean_steps", false},
    {"bits", "accumulator_bits", false},
}};

const MeasureEntry& entryOf(LayerMeasure measure) { return MeasureEntries[static_cast<std::size_t>(measure)]; }

const table::Head& headOf(LayerMeasure measure) {
    static table::Table table = pipeline::quantizedTable({});
    return table.head(entryOf(measure).column);
}

struct LayerBarsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerBars)
};

QString barTip(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
               std::size_t index) {
    const pipeline::QuantizedLayer& layer = model.report.layers[index];
    QStringList lines{
        QStringLiteral("%1 (%2)").arg(QString::fromStdString(layer.name), QString::fromStdString(layer.op))};
    for (const LayerMeasure measure : AllLayerMeasures)
        if (const auto value = measured(model, sensitivity, index, measure))
            lines << measureTitle(measure) + QStringLiteral(": ") + measuredText(measure, *value);
    return lines.join(u'\n');
}

} // namespace

QString measureTitle(LayerMeasure measure) { return columnText(headOf(measure).head); }
QString measureHint(LayerMeasure measure) { return columnText(headOf(measure).hint); }
const char* measureKey(LayerMeasure measure) { return entryOf(measure).key; }
std::string_view measureColumn(LayerMeasure measure) { return entryOf(measure).column; }
bool isWorseLow(LayerMeasure measure) { return entryOf(measure).worseLow; }

std::optional<double> measured(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                               std::size_t index, LayerMeasure measure) {
    const table::Table table =
        pipeline::quantizedTable({&model.report, &model.improved.quantized.details, sensitivity});
    return table.at(index, entryOf(measure).column).number();
}

QString measuredText(LayerMeasure measure, double value) {
    switch (measure) {
    case LayerMeasure::LargestError:
    case LayerMeasure::MeanError:
        return MeasureWords::tr("%1 steps").arg(significant(value));
    case LayerMeasure::Bits:
        return MeasureWords::tr("%1 bits").arg(static_cast<int>(value));
    default:
        return numberText(value, headOf(measure).unit);
    }
}

std::vector<std::size_t> worstLayers(const pipeline::QuantizedModel& model,
                                     const pipeline::Sensitivity* sensitivity, LayerMeasure measure) {
    std::vector<std::pair<double, std::size_t>> known;
    for (std::size_t i = 0; i < model.report.layers.size(); ++i)
        if (const auto value = measured(model, sensitivity, i, measure))
            known.emplace_back(isWorseLow(measure) ? *value : -*value, i);
    std::ranges::stable_sort(known, {}, &std::pair<double, std::size_t>::first);
    std::vector<std::size_t> order;
    for (const auto& [value, index] : known)
        order.push_back(index);
    return order;
}

BuiltChart buildLayerBars(const pipeline::QuantizedModel& model, const pipeline::Sensitivity* sensitivity,
                          LayerMeasure measure, const std::vector<std::size_t>& order,
                          const std::vector<int>& selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::size_t count = std::min(order.size(), MaxLayerBars);
    const bool hasBeside = measure == LayerMeasure::Sqnr;
    const auto valueOf = [&](std::size_t index, LayerMeasure which) {
        return measured(model, sensitivity, index, which).value_or(0);
    };
    double low = 0, high = 0;
    for (std::size_t i = 0; i < count; ++i)
        for (const double value :
             {valueOf(order[i], measure), valueOf(order[i], hasBeside ? LayerMeasure::SqnrAlone : measure)})
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    if (high <= low) high = low + 1;
    const double room = (high - low) * (hasBeside ? 0.3 : 0.16); // for the numbers behind the bars
    const double end = high + room, begin = low < 0 ? low - room : 0;

    if (count < order.size())
        chart.setTitle((hasBeside ? LayerBarsText::tr("The %1 worst of %2 layers by error added up so far")
                                  : LayerBarsText::tr("The %1 worst of %2 layers"))
                           .arg(count)
                           .arg(order.size()));
    NamedRows named(chart, count);
    QScatterSeries* marks = named.marks();
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t index = order[i];
        names.push_back(model.report.layers[index].name);
        const double value = valueOf(index, measure);
        RowBar bar;
        bar.y = named.middle(i);
        bar.value = std::isfinite(value) ? value : value > 0 ? high : low;
        if (hasBeside)
            if (const double alone = valueOf(index, LayerMeasure::SqnrAlone); std::isfinite(alone))
                bar.beside = alone;
        bar.ink = theme.category(ops::Category::Quantization);
        const bool isSelected = std::ranges::find(selected, static_cast<int>(index)) != selected.end();
        if (isSelected) bar.ink = theme.accent;
        const QPointF tip(std::max(bar.value, 0.0), bar.y);
        marks->append(tip);
        built.targets.push_back({marks, tip, barTip(model, sensitivity, index), bar.extent()});
        ChartLabel label{
            marks,          tip,       measuredText(measure, value), isSelected ? theme.accent : theme.text,
            Qt::AlignRight, isSelected};
        label.stays = true;
        if (bar.beside) notes->add(ChartMark{marks, {*bar.beside, bar.y}, RowBarDiamond});
        // Each number at the end of what it is of, where the first one has room before the diamond; else both
        // behind it.
        constexpr double NumberShare = 0.18; // of the axis, that a number takes with what is around it
        const bool areApart = bar.beside && (*bar.beside - bar.value) > NumberShare * (end - begin);
        if (areApart) {
            ChartLabel alone = label;
            alone.at.setX(*bar.beside);
            alone.text = QStringLiteral("◇ ") + measuredText(measure, *bar.beside);
            notes->add(std::move(alone));
        } else if (bar.beside && *bar.beside >= bar.value) {
            const QString alone = QStringLiteral(" · ◇ ") + measuredText(measure, *bar.beside);
            label.at.setX(*bar.beside);
            label.brief = significant(value) + alone;
            label.text += alone;
        }
        notes->add(std::move(label));
        bars.push_back(bar);
    }
    QString title = measureTitle(measure);
    if (measure == LayerMeasure::Sqnr || measure == LayerMeasure::SqnrAlone ||
        measure == LayerMeasure::Sensitivity)
        title += LayerBarsText::tr(" (dB)");
    if (hasBeside) title += LayerBarsText::tr(": ▬ in the model, ◇ the layer alone");
    QAbstractAxis* x = makeValueAxis(begin, end, roundedScale((end - begin) / 8), title);
    named.finish(names, x, std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
