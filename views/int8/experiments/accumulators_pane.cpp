// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/accumulators_pane.h"

#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/pipeline/quantization/simulation/accumulator_table.h"
#include "views/int8/experiments/accumulator_chart.h"
#include "views/int8/experiments/experiment_frame.h"
#include "views/support/chart/run_chart.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QVBoxLayout>

namespace edgewright::views {

AccumulatorsPane::AccumulatorsPane(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_table(new RowTable(pipeline::accumulatorTable(nullptr), this)) {
    m_frame = new ExperimentFrame(context,
                                  {"int8_accumulators", QStringLiteral("int8-accumulators"),
                                   tr("Accumulators of several widths"), tr("Try accumulators"),
                                   tr("32 bits down to 12, saturating and wrapping: what leaves them, and what "
                                      "becomes of the output.")},
                                  *m_table, this);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_frame);
    connect(m_frame, &ExperimentFrame::startRequested, this,
            [this] { m_context.settings.look([](pipeline::ViewState& view) { ++view.accumulatorsAsked; }); });
    connect(&m_frame->table(), &DataTable::rowOpened, this, &AccumulatorsPane::adopt);
    connect(&m_frame->chart().pane(), &ChartPane::targetClicked, this,
            [this](std::size_t index) { adopt(static_cast<int>(index)); });
}

void AccumulatorsPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    if (m_frame->setAnalysis(analysis, analysis && analysis->quantized)) showExperiment();
}

std::shared_ptr<const pipeline::AccumulatorExperiment> AccumulatorsPane::experiment() const {
    return m_frame->analysis() ? m_frame->analysis()->accumulators : nullptr;
}

void AccumulatorsPane::showExperiment() {
    const auto shown = experiment();
    m_table->show(pipeline::accumulatorTable(shown));
    QStringList sentences;
    if (shown) {
        m_frame->table().fitColumns(m_table->columnOf("worst_layer"));
        for (const std::string& each : pipeline::sentencesOf(pipeline::findingsOf(*shown)))
            sentences << QString::fromStdString(each);
        m_frame->chart().display([shown](const Theme& theme) { return buildAccumulators(*shown, theme); },
                                 false, m_frame->isStale());
    } else {
        m_frame->showInvitation();
    }
    const QString conclusion = sentences.isEmpty() ? QString() : sentences.takeFirst();
    m_frame->setFindings(conclusion, sentences);
}

// One layer is then computed with such an accumulator.
void AccumulatorsPane::adopt(int row) {
    const auto shown = experiment();
    if (!shown || row < 0 || static_cast<std::size_t>(row) >= shown->rows.size()) return;
    const pipeline::Int8Accumulator accumulator = shown->rows[static_cast<std::size_t>(row)].accumulator;
    m_context.settings.change(tr("Accumulator"), [&](pipeline::Settings& s) {
        s.int8.study.accumulatorBits = accumulator.bits;
        s.int8.study.overflow = accumulator.overflow;
    });
}

std::optional<Figure> AccumulatorsPane::figure() const { return m_frame->chart().figure(); }

} // namespace edgewright::views
