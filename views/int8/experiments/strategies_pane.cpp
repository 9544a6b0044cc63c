// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/strategies_pane.h"

#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "views/int8/experiments/experiment_frame.h"
#include "views/int8/experiments/quick_latency.h"
#include "views/int8/experiments/strategy_table.h"
#include "views/support/chart/run_chart.h"
#include "views/support/table/data_table.h"

#include <QCheckBox>
#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>
#include <mutex>
#include <utility>

namespace edgewright::views {

struct StrategiesPane::Live {
    std::mutex mutex;
    std::shared_ptr<const pipeline::StrategyComparison> newest;
};

namespace {

// Each remedy on what the matrix begins with per channel.
void addRemedies(std::vector<pipeline::Strategy>& strategies) {
    for (const pipeline::Remedy remedy :
         {pipeline::Remedy::Equalize, pipeline::Remedy::CorrectBias, pipeline::Remedy::FloatLayers})
        for (const quant::Granularity weights :
             {quant::Granularity::PerTensor, quant::Granularity::PerChannel}) {
            pipeline::Strategy strategy;
            strategy.weights = weights;
            strategy.remedy = remedy;
            if (remedy == pipeline::Remedy::FloatLayers) strategy.floatLayers = 1;
            strategies.push_back(strategy);
        }
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
    : QWidget(parent), m_context(context), m_table(new StrategyTable(this)), m_scale(new QComboBox),
      m_remedies(new QCheckBox(tr("with remedies"))), m_times(new QCheckBox(tr("with times"))),
      m_job(context.searches ? *context.searches : context.pool, tr("Compare strategies"), this) {
    m_frame = new ExperimentFrame(context,
                                  {QStringLiteral("int8-strategies"), tr("Strategies to quantize the model"),
                                   tr("Compare strategies"),
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
    connect(m_frame, &ExperimentFrame::startRequested, this, &StrategiesPane::start);
    connect(m_frame, &ExperimentFrame::stopRequested, &m_job, &JobSlot::cancel);
    connect(&m_job, &JobSlot::progressed, this, [this](quint32 done, quint32 total) {
        m_frame->setProgress(done, total);
        take();
    });
    connect(&m_job, &JobSlot::runningChanged, this, [this](bool running) {
        take();
        m_frame->setRunning(running);
    });
    connect(m_scale, &QComboBox::activated, this, &StrategiesPane::draw);
    connect(&m_frame->table(), &DataTable::rowOpened, this, &StrategiesPane::adopt);
    connect(&m_frame->chart().pane(), &ChartPane::targetClicked, this,
            [this](std::size_t index) { adopt(static_cast<int>(index)); });
    connect(&context.settings, &SettingsModel::changed, this, [this] {
        if (m_comparison) draw();
    });
}

void StrategiesPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    const auto calibrated = analysis ? analysis->calibrated : nullptr;
    if (calibrated == m_calibrated) return;
    m_calibrated = calibrated;
    m_job.stop(); // it was of other samples, or of another model
    m_live.reset();
    showComparison(nullptr);
    m_frame->setPossible(m_calibrated != nullptr);
}

void StrategiesPane::start() {
    if (!m_calibrated) return;
    showComparison(nullptr);
    m_live = std::make_shared<Live>();
    pipeline::StrategyOptions options;
    if (m_remedies->isChecked()) addRemedies(options.strategies);
    if (m_times->isChecked()) options.milliseconds = quickLatency;
    options.finished = [live = m_live](const pipeline::StrategyComparison& soFar) {
        auto copy = std::make_shared<const pipeline::StrategyComparison>(soFar);
        const std::scoped_lock lock(live->mutex);
        live->newest = std::move(copy);
    };
    m_job.start(
        [calibrated = m_calibrated, options = std::move(options)](const RunContext& run) mutable {
            const RunContext quiet{run.stop, nullptr};
            options.calibrationInputs = [calibrated, quiet] {
                return pipeline::feedsOf(*calibrated->inputs, quiet);
            };
            return pipeline::compareStrategies(
                calibrated->calibration,
                [calibrated, quiet] { return pipeline::labelledFeeds(*calibrated->samples, quiet); }, options,
                run);
        },
        [this](const Result<pipeline::StrategyComparison>& comparison) {
            if (!comparison) m_frame->setFailure(QString::fromStdString(comparison.error().message));
        });
}

void StrategiesPane::take() {
    if (!m_live) return;
    std::shared_ptr<const pipeline::StrategyComparison> newest;
    {
        const std::scoped_lock lock(m_live->mutex);
        newest = std::exchange(m_live->newest, nullptr);
    }
    if (newest) showComparison(std::move(newest));
}

void StrategiesPane::showComparison(std::shared_ptr<const pipeline::StrategyComparison> comparison) {
    const bool isFirst = !m_comparison && comparison;
    m_comparison = std::move(comparison);
    m_table->setComparison(m_comparison);
    if (isFirst) m_frame->table().fitColumns(StrategyTable::Worst);
    QStringList sentences;
    if (m_comparison)
        for (const std::string& each : pipeline::sentencesOf(pipeline::findingsOf(*m_comparison)))
            sentences << QString::fromStdString(each);
    // What to choose is said last.
    const QString conclusion = sentences.isEmpty() ? QString() : sentences.takeLast();
    m_frame->setFindings(conclusion, sentences);
    draw();
}

void StrategiesPane::draw() {
    if (!m_comparison || m_comparison->rows.empty()) return;
    const auto scale = m_scale->currentIndex() == 0 ? StrategyScale::Sqnr : StrategyScale::Accuracy;
    m_frame->chart().display(
        [comparison = m_comparison, scale, row = chosen()](const Theme& theme) {
            return buildStrategyScatter(*comparison, scale, row, theme);
        },
        false);
    std::vector<int> marked;
    if (const auto row = chosen()) marked.push_back(static_cast<int>(*row));
    m_frame->table().markRows(marked);
}

std::optional<std::size_t> StrategiesPane::chosen() const {
    if (!m_comparison) return std::nullopt;
    const pipeline::Settings& settings = m_context.settings.get();
    const pipeline::Strategy wanted = strategyOf(settings);
    // Other codes than strategies try, int4 weights or symmetric uint8, are no row.
    if (wanted.options({}).codes != pipeline::quantizeOptions(settings.int8, settings.quantization).codes)
        return std::nullopt;
    const auto found = std::ranges::find(m_comparison->rows, wanted, &pipeline::StrategyRow::strategy);
    if (found == m_comparison->rows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - m_comparison->rows.begin());
}

void StrategiesPane::adopt(int row) {
    if (!m_comparison || row < 0 || static_cast<std::size_t>(row) >= m_comparison->rows.size()) return;
    const pipeline::Strategy strategy = m_comparison->rows[static_cast<std::size_t>(row)].strategy;
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
