// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/accumulators_pane.h"

#include "core/pipeline/quantization/quantized_model.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "views/int8/experiments/accumulator_chart.h"
#include "views/int8/experiments/accumulator_table.h"
#include "views/int8/experiments/experiment_frame.h"
#include "views/support/chart/run_chart.h"
#include "views/support/table/data_table.h"

#include <QVBoxLayout>

#include <utility>

namespace edgewright::views {

AccumulatorsPane::AccumulatorsPane(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_table(new AccumulatorTable(this)),
      m_job(context.searches ? *context.searches : context.pool, tr("Try accumulators"), this) {
    m_frame = new ExperimentFrame(
        context,
        {QStringLiteral("int8-accumulators"), tr("Accumulators of several widths"), tr("Try accumulators"),
         tr("32 bits down to 12, saturating and wrapping: what leaves them, and what becomes of the output.")},
        *m_table, this);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_frame);
    connect(m_frame, &ExperimentFrame::startRequested, this, &AccumulatorsPane::start);
    connect(m_frame, &ExperimentFrame::stopRequested, &m_job, &JobSlot::cancel);
    connect(&m_job, &JobSlot::progressed, m_frame, &ExperimentFrame::setProgress);
    connect(&m_job, &JobSlot::runningChanged, m_frame, &ExperimentFrame::setRunning);
    connect(&m_frame->table(), &DataTable::rowOpened, this, &AccumulatorsPane::adopt);
    connect(&m_frame->chart().pane(), &ChartPane::targetClicked, this,
            [this](std::size_t index) { adopt(static_cast<int>(index)); });
}

void AccumulatorsPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    const auto model = analysis ? analysis->quantized : nullptr;
    if (model == m_model) return;
    m_model = model;
    m_job.stop(); // it was of other codes, samples, or another model
    showExperiment(nullptr);
    m_frame->setPossible(m_model != nullptr);
}

void AccumulatorsPane::start() {
    if (!m_model) return;
    showExperiment(nullptr);
    m_job.start(
        [model = m_model](const RunContext& run) {
            const pipeline::Calibrated& calibrated = *model->model;
            const RunContext quiet{run.stop, nullptr};
            pipeline::AccumulatorOptions options;
            options.model.study = model->int8.study;
            options.model.fused = model->quantization.folds;
            return pipeline::accumulatorExperiment(
                *calibrated.typed, pipeline::feedsOf(*calibrated.inputs, quiet),
                pipeline::labelledFeeds(*calibrated.samples, quiet), options, run);
        },
        [this](Result<pipeline::AccumulatorExperiment> made) {
            if (!made) return m_frame->setFailure(QString::fromStdString(made.error().message));
            showExperiment(std::make_shared<const pipeline::AccumulatorExperiment>(*std::move(made)));
        });
}

void AccumulatorsPane::showExperiment(std::shared_ptr<const pipeline::AccumulatorExperiment> experiment) {
    m_experiment = std::move(experiment);
    m_table->setExperiment(m_experiment);
    QStringList sentences;
    if (m_experiment) {
        m_frame->table().fitColumns(AccumulatorTable::WorstLayer);
        for (const std::string& each : pipeline::sentencesOf(pipeline::findingsOf(*m_experiment)))
            sentences << QString::fromStdString(each);
        m_frame->chart().display(
            [shown = m_experiment](const Theme& theme) { return buildAccumulators(*shown, theme); }, false);
    }
    const QString conclusion = sentences.isEmpty() ? QString() : sentences.takeFirst();
    m_frame->setFindings(conclusion, sentences);
}

// One layer is then computed with such an accumulator.
void AccumulatorsPane::adopt(int row) {
    if (!m_experiment || row < 0 || static_cast<std::size_t>(row) >= m_experiment->rows.size()) return;
    const pipeline::Int8Accumulator accumulator = m_experiment->rows[static_cast<std::size_t>(row)].accumulator;
    m_context.settings.change(tr("Accumulator"), [&](pipeline::Settings& s) {
        s.int8.study.accumulatorBits = accumulator.bits;
        s.int8.study.overflow = accumulator.overflow;
    });
}

std::optional<Figure> AccumulatorsPane::figure() const { return m_frame->chart().figure(); }

} // namespace edgewright::views
