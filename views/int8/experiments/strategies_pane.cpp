// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/strategies_pane.h"

#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "core/pipeline/quantization/told_apart.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/run_chart.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLegend>
#include <QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace edgewright::views {

namespace {

enum class StrategyScale { Sqnr, Accuracy }; // of the vertical axis; accuracy without labels: agreement

struct ScatterWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::StrategyScatter)
};

double heightOf(const pipeline::StrategyRow& row, StrategyScale scale) {
    if (scale == StrategyScale::Sqnr) return pipeline::meanComparedDb(row.change); // by which one is advised
    const pipeline::TopCounts& tops = row.change.tops;
    return tops.accuracyInt8().value_or(tops.agreement().value_or(NAN)) * 100;
}

QString tipOf(const pipeline::StrategyRow& row) {
    QStringList lines{
        QString::fromStdString(row.name()),
        ScatterWords::tr("SQNR %1, mean of samples").arg(decibelText(pipeline::meanComparedDb(row.change))),
        ScatterWords::tr("SQNR of all samples %1 at %2")
            .arg(decibelText(row.outputSqnrDb()), QString::fromStdString(row.change.weakest().place()))};
    if (const auto agreeing = row.change.tops.agreeing())
        lines << ScatterWords::tr("Agreement %1").arg(QString::fromStdString(agreeing->text()));
    if (const auto accuracy = row.change.tops.rightInt8())
        lines << ScatterWords::tr("Accuracy %1").arg(QString::fromStdString(accuracy->text()));
    lines << ScatterWords::tr("Weights %1").arg(bytesText(row.weightBytesAfter));
    if (row.latency) {
        const QString between = QString::fromStdString(pipeline::betweenText(*row.latency));
        const QString time = secondsText(row.latency->milliseconds / 1e3);
        lines << (between.isEmpty() ? ScatterWords::tr("● %1").arg(time)
                                    : ScatterWords::tr("● %1 (%2)").arg(time, between));
    }
    return lines.join(u'\n');
}

// Ends of an axis with room around the values.
std::pair<double, double> spanOf(double low, double high) {
    const double room = std::max((high - low) * 0.12, std::max(std::abs(high), 1e-9) * 0.02);
    return {low - room, high + room};
}

// Strategies as points: how right they are over how long they take, or how large they are where that was not
// measured. Targets are the rows. `chosen`: the row that the settings have.
BuiltChart buildStrategyScatter(const pipeline::StrategyComparison& comparison, StrategyScale scale,
                                std::optional<std::size_t> chosen, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const auto& rows = comparison.rows;
    const bool isTimed =
        std::ranges::all_of(rows, [](const pipeline::StrategyRow& row) { return row.latency.has_value(); });
    const auto placeOf = [&](const pipeline::StrategyRow& row) {
        return isTimed ? row.latency->milliseconds : static_cast<double>(row.weightBytesAfter) / 1024;
    };
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    for (const pipeline::StrategyRow& row : rows) {
        left = std::min(left, placeOf(row));
        right = std::max(right, placeOf(row));
        if (const double height = heightOf(row, scale); std::isfinite(height)) {
            low = std::min(low, height);
            high = std::max(high, height);
        }
    }
    if (!(low <= high)) low = 0, high = 1;
    if (!(left <= right)) left = 0, right = 1;
    const auto [from, to] = spanOf(left, right);
    const auto [bottom, top] = spanOf(low, high);
    const bool hasLabels = !rows.empty() && rows.front().change.tops.accuracyInt8().has_value();
    QAbstractAxis* x =
        makeValueAxis(from, to, roundedScale((to - from) / 6),
                      isTimed ? ScatterWords::tr("● Time here (ms)") : ScatterWords::tr("Weights (KiB)"));
    QAbstractAxis* y =
        makeValueAxis(bottom, top, roundedScale((top - bottom) / 6),
                      scale == StrategyScale::Sqnr ? ScatterWords::tr("● Output SQNR, mean of samples (dB)")
                      : hasLabels                  ? ScatterWords::tr("● Accuracy (%)")
                                                   : ScatterWords::tr("● Agreement (%)"));
    // Colour by granularity, shape by the codes of activations.
    std::array<QScatterSeries*, 4> kinds{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const bool perChannel = kind < 2, symmetric = kind % 2 == 1;
        kinds[kind] = addMarks(
            chart, symmetric ? QScatterSeries::MarkerShapeRectangle : QScatterSeries::MarkerShapeCircle,
            symmetric ? 8 : 10, perChannel ? theme.after : theme.before, theme.surface,
            QString::fromStdString(pipeline::weightsName(perChannel ? quant::Granularity::PerChannel
                                                                    : quant::Granularity::PerTensor) +
                                   ", " + pipeline::activationsName(symmetric)));
    }
    addAxes(chart, x, y);
    auto* notes = new ChartAnnotations(chart, theme);
    const auto best = pipeline::recommendationOf(comparison);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const pipeline::StrategyRow& row = rows[i];
        const std::size_t kind = (row.strategy.weights == quant::Granularity::PerChannel ? 0u : 2u) +
                                 (row.strategy.symmetric ? 1u : 0u);
        const double height = heightOf(row, scale);
        const QPointF at(placeOf(row), std::isfinite(height) ? height : height > 0 ? top : bottom);
        kinds[kind]->append(at);
        built.targets.push_back({kinds[kind], at, tipOf(row)});
        if (best && best->isAdvice() && best->row == i)
            notes->add(
                ChartLabel{kinds[kind], at, QString::fromStdString(row.name()), theme.text, Qt::AlignTop, true});
        if (chosen == i) notes->add(ChartRing{kinds[kind], at, theme.accent, 9});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

pipeline::Strategy strategyOf(const pipeline::Settings& settings) {
    pipeline::Strategy strategy;
    const quant::StudyOptions& codes = settings.int8.study;
    strategy.weights = codes.weights;
    strategy.symmetric = codes.activationScheme.symmetric;
    strategy.method = settings.quantization.method;
    if (settings.quantization.equalize) strategy.remedy = pipeline::Remedy::Equalize;
    if (settings.quantization.correctBias) strategy.remedy = pipeline::Remedy::CorrectBias;
    if (settings.quantization.floatLayers > 0) {
        strategy.remedy = pipeline::Remedy::FloatLayers;
        strategy.floatLayers = settings.quantization.floatLayers;
    }
    return strategy;
}

} // namespace

StrategiesPane::StrategiesPane(ViewContext& context, QWidget* parent)
    : ExperimentFrame(context,
                      {"int8_strategies", QStringLiteral("int8-strategies"),
                       tr("Strategies to quantize the model"), tr("Compare strategies"),
                       tr("Use this strategy"),
                       tr("Compare %1 ways to quantize this model, each on its samples: per tensor and per "
                          "channel, asymmetric and symmetric, by every method to choose ranges.")
                           .arg(pipeline::strategyMatrix().size())},
                      pipeline::strategyTable(nullptr), parent),
      m_scale(new QComboBox), m_remedies(new QCheckBox(tr("with remedies"))),
      m_times(new QCheckBox(tr("with times"))) {
    m_scale->setObjectName(QStringLiteral("strategyScale"));
    m_scale->setAccessibleName(tr("Vertical axis"));
    m_scale->setToolTip(tr("Vertical axis"));
    m_scale->addItem(tr("SQNR"));
    m_scale->addItem(tr("Accuracy"));
    m_remedies->setObjectName(QStringLiteral("strategyRemedies"));
    m_remedies->setToolTip(
        tr("Also equalized, with corrected biases, and with the costliest layer in float32"));
    m_times->setObjectName(QStringLiteral("strategyTimes"));
    m_times->setToolTip(tr("Also run each of them a few times on this machine"));
    m_times->setChecked(true);
    for (QWidget* each :
         {static_cast<QWidget*>(m_scale), static_cast<QWidget*>(m_times), static_cast<QWidget*>(m_remedies)})
        addControl(each);
    connect(m_scale, &QComboBox::activated, this, &StrategiesPane::draw);
    connect(&context.settings, &SettingsModel::changed, this, &StrategiesPane::draw);
}

void StrategiesPane::start() {
    settings().look([this](pipeline::ViewState& view) {
        view.strategies = {view.strategies.asked + 1, m_remedies->isChecked(), m_times->isChecked()};
    });
}

std::shared_ptr<const pipeline::StrategyComparison> StrategiesPane::comparison() const {
    return analysis() ? analysis()->strategies : nullptr;
}

void StrategiesPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    const bool hadRows = comparison() != nullptr;
    if (ExperimentFrame::setAnalysis(analysis, analysis && analysis->calibrated)) showComparison(!hadRows);
}

void StrategiesPane::showComparison(bool isFirst) {
    const auto shown = comparison();
    rows().show(pipeline::strategyTable(shown));
    if (shown && isFirst) table().fitColumns(); // names tell strategies apart
    showAnswer(shown ? pipeline::answerOf(pipeline::findingsOf(*shown)) : table::Answer());
    draw();
}

void StrategiesPane::draw() {
    const auto shown = comparison();
    if (!shown || shown->rows.empty()) return showInvitation();
    const auto scale = m_scale->currentIndex() == 0 ? StrategyScale::Sqnr : StrategyScale::Accuracy;
    const auto build = [&](std::optional<std::size_t> row) {
        return
            [shown, scale, row](const Theme& theme) { return buildStrategyScatter(*shown, scale, row, theme); };
    };
    chart().display(build(chosen()), false, isStale(), build(std::nullopt));
    std::vector<int> marked;
    if (const auto row = chosen()) marked.push_back(static_cast<int>(*row));
    table().markRows(marked);
}

std::optional<std::size_t> StrategiesPane::chosen() const {
    const auto shown = comparison();
    if (!shown) return std::nullopt;
    const pipeline::Settings& now = settings().get();
    const pipeline::Strategy wanted = strategyOf(now);
    // Other codes than strategies try, int4 weights or symmetric uint8, are no row.
    if (wanted.options({}).codes != pipeline::quantizeOptions(now.int8, now.quantization).codes)
        return std::nullopt;
    const auto found = std::ranges::find(shown->rows, wanted, &pipeline::StrategyRow::strategy);
    if (found == shown->rows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - shown->rows.begin());
}

void StrategiesPane::adopt(int row) {
    const auto shown = comparison();
    if (!shown || row < 0 || static_cast<std::size_t>(row) >= shown->rows.size()) return;
    const pipeline::Strategy strategy = shown->rows[static_cast<std::size_t>(row)].strategy;
    settings().change(tr("Strategy"), [&](pipeline::Settings& s) {
        const quant::QdqOptions codes = strategy.options({}).codes;
        s.int8.study.weights = codes.weights;
        s.int8.study.weightScheme = codes.weightScheme;
        s.int8.study.activationScheme = codes.activationScheme;
        s.quantization.method = strategy.method;
        s.quantization.equalize = strategy.remedy == pipeline::Remedy::Equalize;
        s.quantization.correctBias = strategy.remedy == pipeline::Remedy::CorrectBias;
        s.quantization.floatLayers =
            strategy.remedy == pipeline::Remedy::FloatLayers ? strategy.floatLayers : 0;
    });
}

} // namespace edgewright::views
