// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/strategies_pane.h"

#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/strategies/strategy_table.h"
#include "views/int8/experiments/experiment_frame.h"
#include "views/support/chart/run_chart.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QCheckBox>
#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

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
    : QWidget(parent), m_context(context), m_table(new RowTable(pipeline::strategyTable(nullptr), this)),
      m_scale(new QComboBox), m_remedies(new QCheckBox(tr("with remedies"))),
      m_times(new QCheckBox(tr("with times"))) {
    m_frame = new ExperimentFrame(context,
                                  {"int8_strategies", QStringLiteral("int8-strategies"),
                                   tr("Strategies to quantize the model"), tr("Compare strategies"),
                                   tr("Per tensor and per channel, asymmetric and symmetric, by every method "
                                      "to choose ranges: each on the "
                                      "samples of this model.")},
                                  *m_table, this);
    m_scale->setObjectName(QStringLiteral("strategyScale"));
    m_scale->setAccessibleName(tr("Vertical axis"));
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
        m_frame->addControl(each);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_frame);
    connect(m_frame, &ExperimentFrame::startRequested, this, [this] {
        m_context.settings.look([this](pipeline::ViewState& view) {
            view.strategies = {view.strategies.asked + 1, m_remedies->isChecked(), m_times->isChecked()};
        });
    });
    connect(m_scale, &QComboBox::activated, this, &StrategiesPane::draw);
    connect(&m_frame->table(), &DataTable::rowOpened, this, &StrategiesPane::adopt);
    connect(&m_frame->chart().pane(), &ChartPane::targetClicked, this,
            [this](std::size_t index) { adopt(static_cast<int>(index)); });
    connect(&context.settings, &SettingsModel::changed, this, &StrategiesPane::draw);
}

std::shared_ptr<const pipeline::StrategyComparison> StrategiesPane::comparison() const {
    return m_frame->analysis() ? m_frame->analysis()->strategies : nullptr;
}

void StrategiesPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    const bool hadRows = comparison() != nullptr;
    if (m_frame->setAnalysis(analysis, analysis && analysis->calibrated)) showComparison(!hadRows);
}

void StrategiesPane::showComparison(bool isFirst) {
    const auto shown = comparison();
    m_table->show(pipeline::strategyTable(shown));
    QStringList sentences;
    if (shown) {
        if (isFirst) m_frame->table().fitColumns(m_table->columnOf("worst_layer"));
        for (const std::string& each : pipeline::sentencesOf(pipeline::findingsOf(*shown)))
            sentences << QString::fromStdString(each);
    }
    // What to choose is said last.
    const QString conclusion = sentences.isEmpty() ? QString() : sentences.takeLast();
    m_frame->setFindings(conclusion, sentences);
    draw();
}

void StrategiesPane::draw() {
    const auto shown = comparison();
    if (!shown || shown->rows.empty()) return m_frame->showInvitation();
    const auto scale = m_scale->currentIndex() == 0 ? StrategyScale::Sqnr : StrategyScale::Accuracy;
    m_frame->chart().display(
        [shown, scale, row = chosen()](const Theme& theme) {
            return buildStrategyScatter(*shown, scale, row, theme);
        },
        false, m_frame->isStale());
    std::vector<int> marked;
    if (const auto row = chosen()) marked.push_back(static_cast<int>(*row));
    m_frame->table().markRows(marked);
}

std::optional<std::size_t> StrategiesPane::chosen() const {
    const auto shown = comparison();
    if (!shown) return std::nullopt;
    const pipeline::Settings& settings = m_context.settings.get();
    const pipeline::Strategy wanted = strategyOf(settings);
    // Other codes than strategies try, int4 weights or symmetric uint8, are no row.
    if (wanted.options({}).codes != pipeline::quantizeOptions(settings.int8, settings.quantization).codes)
        return std::nullopt;
    const auto found = std::ranges::find(shown->rows, wanted, &pipeline::StrategyRow::strategy);
    if (found == shown->rows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - shown->rows.begin());
}

void StrategiesPane::adopt(int row) {
    const auto shown = comparison();
    if (!shown || row < 0 || static_cast<std::size_t>(row) >= shown->rows.size()) return;
    const pipeline::Strategy strategy = shown->rows[static_cast<std::size_t>(row)].strategy;
    m_context.settings.change(tr("Strategy"), [&](pipeline::Settings& s) {
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

std::optional<Figure> StrategiesPane::figure() const { return m_frame->chart().figure(); }

} // namespace edgewright::views
