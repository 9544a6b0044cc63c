// SPDX-License-Identifier: GPL-3.0-or-later
// What the measure page shows of what was chosen.
#include "views/measure/measure_view.h"

#include "views/measure/charts/distribution_chart.h"
#include "views/measure/charts/prediction_pane.h"
#include "views/measure/charts/roof_pane.h"
#include "views/measure/measure_controls.h"
#include "views/measure/measure_text.h"
#include "views/measure/operator_table.h"
#include "views/measure/timeline/timeline_widget.h"
#include "views/support/answer_line.h"
#include "views/support/chart/run_chart.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/measurement/measurements.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

std::vector<VariantChoice> MeasureView::distributionRows() const {
    std::vector<VariantChoice> rows;
    const auto live = this->live();
    const auto record = live ? live : m_choice.shown.record;
    if (!record) return rows;
    for (std::size_t i = 0; i < record->variants.size(); ++i)
        if (!record->variants[i].blocks.empty()) rows.push_back({record, i});
    if (!live && m_choice.beside && !m_choice.isPaired() && !m_choice.beside.get().blocks.empty())
        rows.push_back(m_choice.beside);
    return rows;
}

void MeasureView::showChoice(bool other) {
    const std::vector<VariantChoice> rows = distributionRows();
    const bool runs = runsHere();
    if (rows.empty()) {
        m_distribution->displayNothing(
            !m_analysis || !m_analysis->opened ? tr("Open a model to measure it.")
            : runs                             ? tr("Being measured.")
                   : tr("Not measured yet on %1. Press Measure: it takes about %2 s.")
                         .arg(deviceText(), QString::number(m_controls->plan().effort.seconds)),
            runs);
    } else {
        const auto chosen = std::ranges::find(rows, m_choice.shown);
        m_distribution->display(
            [rows, index = chosen == rows.end() ? -1 : static_cast<int>(chosen - rows.begin())](
                const Theme& theme) { return buildDistribution(rows, index, theme); },
            !other && !live(), runs && !live());
    }
    if (other) {
        fillChoices();
        m_against.reset();
        m_compare.stop();
        if (m_profile && m_choice.shown) compareProfile();
        showTimeline();
        showRows();
    } else {
        showAnswer();
    }
}

void MeasureView::fillChoices() {
    for (QComboBox* box : {m_shown, m_beside})
        box->clear();
    const auto record = m_choice.shown.record;
    m_save->setEnabled(record != nullptr);
    for (QComboBox* box : {m_shown, m_beside})
        box->setEnabled(record != nullptr);
    if (!record) return;
    m_beside->addItem(tr("beside nothing"), NoVariant);
    for (std::size_t i = 0; i < record->variants.size(); ++i) {
        const QString text = variantText(record->variants[i].variant);
        m_shown->addItem(text, static_cast<int>(i));
        if (i != m_choice.shown.variant) m_beside->addItem(tr("beside %1").arg(text), static_cast<int>(i));
    }
    m_shown->setCurrentIndex(m_shown->findData(static_cast<int>(m_choice.shown.variant)));
    int beside = NoVariant;
    if (m_profile) {
        m_beside->addItem(tr("beside %1").arg(m_profile->title), NoneOfThis);
        beside = NoneOfThis;
    } else if (m_choice.isPaired()) {
        if (m_choice.beside.variant == m_choice.shown.variant)
            m_choice.beside = {};
        else
            beside = static_cast<int>(m_choice.beside.variant);
    } else if (m_choice.beside) {
        m_beside->addItem(
            tr("beside %1 of %2")
                .arg(variantText(m_choice.beside.get().variant), whenText(*m_choice.beside.record)),
            NoneOfThis);
        beside = NoneOfThis;
    }
    m_beside->setCurrentIndex(m_beside->findData(beside));
}

std::vector<device::OperatorRow> MeasureView::byModule(const std::vector<device::OperatorRow>& rows) {
    const auto graph = m_analysis && m_analysis->typed ? m_analysis->typed->graph : nullptr;
    if (!graph) return rows;
    if (m_modulesOf != graph) {
        m_findModules.start([graph](const RunContext& run) { return modules::modulesOf(*graph, run); },
                            [this, graph](Result<modules::Modules> found) {
                                m_modules = found ? *std::move(found) : modules::undivided(*graph);
                                m_modulesOf = graph;
                                showRows();
                            });
        return rows; // until they are found
    }
    constexpr std::size_t MinHeadings = 6, MaxHeadings = 30;
    const std::set<modules::ModuleId> opened = modules::opened(m_modules, MinHeadings, MaxHeadings);
    return device::grouped(rows, [&](const device::OperatorRow& row) {
        if (row.origins.empty()) return row.op;
        const auto path = m_modules.path(m_modules.moduleOf(row.origins.front()));
        const auto closed =
            std::ranges::find_if(path, [&](modules::ModuleId id) { return !opened.contains(id); });
        return closed != path.end() ? m_modules.pathText(*closed)
               : path.empty()       ? row.name
                                    : m_modules.pathText(path.back());
    });
}

std::vector<device::OperatorRow> MeasureView::rows() {
    if (!m_choice.shown) return {};
    const device::VariantRecord& shown = m_choice.shown.get();
    std::vector<device::OperatorRow> rows;
    if (m_against) {
        for (const device::AgainstRow& each : m_against->rows) {
            device::OperatorRow& row = rows.emplace_back();
            row.name = each.name;
            row.origins = each.nodes;
            row.node = each.nodes.empty() ? NodeId() : each.nodes.front();
            if (row.node.valid() && m_analysis->typed->graph->contains(row.node))
                row.op = m_analysis->typed->graph->node(row.node).op;
            row.seconds = each.ours;
            row.before = each.theirs;
            row.share = m_against->ours > 0 ? each.ours / m_against->ours : 0;
        }
    } else {
        rows = device::operatorRows(shown, m_choice.beside ? &m_choice.beside.get() : nullptr,
                                    m_measurements.predictor(m_device).processor);
    }
    return rows;
}

void MeasureView::showRows() {
    std::vector<device::OperatorRow> all = rows();
    m_sum->setText(m_choice.shown ? sumText(m_choice.shown.get(), m_against ? device::PredictionError()
                                                                            : device::predictionError(all))
                                  : QString());
    const int threads = m_choice.shown ? m_choice.shown.get().variant.threads : 1;
    const auto compared = m_against ? std::vector<device::OperatorRow>() : all;
    m_roof->setRows(m_device, compared, threads);
    m_prediction->setRows(compared);
    showDevices();
    showHistory();
    const bool isGrouped = m_grouping->currentIndex() != static_cast<int>(Grouping::Operators);
    if (m_grouping->currentIndex() == static_cast<int>(Grouping::Kinds))
        all = device::grouped(all, [](const device::OperatorRow& row) { return row.op; });
    else if (m_grouping->currentIndex() == static_cast<int>(Grouping::Modules))
        all = byModule(all);
    const auto roof = m_measurements.roof(m_device);
    m_operators->setRows(std::move(all), [&](const device::OperatorRow& row) -> std::optional<double> {
        return roof && !isGrouped ? device::shareOfRoof(*roof, row, threads) : std::nullopt; // of one kernel
    });
    if (!m_columnsFit && m_operators->rowCount() > 0) {
        m_table->fitColumns();
        m_columnsFit = true;
    }
    m_tableStage->display(m_operators->rowCount() > 0 ? QString()
                          : m_choice.shown
                              ? tr("There are no times by operator: the measurement was stopped before them.")
                              : tr("The time of every operator stands here once it is measured."),
                          false);
    showAnswer();
    markSelectedRows();
}

void MeasureView::showAnswer() {
    if (!m_choice.shown) {
        const BoardStatus& status = m_measurements.boards().status(m_device);
        m_answer->setAnswer(runsHere() ? tr("Being measured …")
                                       : tr("Not measured yet on %1.").arg(deviceText().toHtmlEscaped()));
        m_machine->setText(m_device.empty() ? QString::fromStdString(m_measurements.machine().text())
                           : status.welcome ? QString::fromStdString(status.welcome->machine.text())
                                            : QString());
        m_doubts->setText(status.state == BoardStatus::State::Failed ? status.text : QString());
        m_doubts->setVisible(!m_doubts->text().isEmpty());
        return;
    }
    if (m_against) {
        const double ratio = m_against->theirs > 0 ? m_against->ours / m_against->theirs : 0;
        m_answer->setAnswer(tr("Operators that both have (%1) take %2 here and %3 in %4 (%5).")
                                .arg(variantText(m_choice.shown.get().variant).toHtmlEscaped(),
                                     AnswerLine::mark(Sureness::Measured) + u' ' + secondsText(m_against->ours),
                                     secondsText(m_against->theirs), m_profile->title.toHtmlEscaped(),
                                     ratioText(ratio, 1)));
    } else {
        const auto predictedOf = [this](const VariantChoice& choice) {
            return choice ? device::predictedSeconds(choice.get(), m_measurements.predictor(m_device).processor)
                          : 0;
        };
        const Predicted predicted{predictedOf(m_choice.shown), predictedOf(m_choice.beside)};
        m_answer->setAnswer(answerText(m_choice, predicted, deviceText()));
    }
    const device::Record& record = *m_choice.shown.record;
    QString machine = machineText(record);
    if (m_choice.shown.get().isPredictable())
        machine += u'\n' + tr("Predictions: %1").arg(m_measurements.predictorText(m_device));
    m_machine->setText(machine);
    QStringList lines = doubts(record);
    for (const device::Run& run : m_measurements.runs())
        if (run.record == m_choice.shown.record && !m_measurements.isCurrent(run))
            lines << tr("Measured with other settings than those of now: measure again.");
    if (m_against) {
        lines << tr("The profile does not say on which machine it was taken.");
        if (const auto count = static_cast<int>(m_against->unmatched.size()); count > 0)
            lines << tr("%n operators of the profile have no partner.", nullptr, count);
        if (const auto count = static_cast<int>(m_against->ambiguous.size()); count > 0)
            lines << tr("%n operators of the profile fit two nodes.", nullptr, count);
    }
    m_doubts->setText(lines.join(u'\n'));
    m_doubts->setVisible(!lines.isEmpty());
}

void MeasureView::markSelectedRows() {
    const NodeId node = context().selection.current().node;
    std::vector<int> marked;
    const auto& all = m_operators->rows();
    for (std::size_t i = 0; node.valid() && i < all.size(); ++i)
        if (all[i].node == node || std::ranges::binary_search(all[i].origins, node))
            marked.push_back(static_cast<int>(i));
    m_table->markRows(marked);
}

void MeasureView::showTimeline() {
    std::vector<TimelineSource> sources;
    TimelineGraphs graphs;
    if (m_analysis && m_analysis->typed) graphs.original = m_analysis->typed->graph;
    const device::Run* run = nullptr; // that is shown, where it is of the present graph
    if (graphs.original)
        for (const device::Run& each : m_measurements.runs())
            if (each.record == m_choice.shown.record && m_measurements.isCurrent(each)) run = &each;
    if (run) graphs.fusion = m_analysis->fusion;
    const auto add = [&](const VariantChoice& choice) {
        if (!choice || choice.get().operators.empty()) return;
        std::shared_ptr<const pipeline::MemoryPlan> plan;
        if (run && choice.record == run->record)
            plan = choice.get().variant.quantized ? m_measurements.quantizedPlan()
                   : choice.get().variant.fusion  ? m_analysis->memoryAfter
                                                  : m_analysis->memoryBefore;
        sources.push_back(recordSource(choice.get(), plan.get()));
        sources.back().title = variantText(choice.get().variant);
    };
    if (!m_profile) add(m_choice.beside); // before is cool, after is warm
    add(m_choice.shown);
    if (m_profile && !sources.empty()) sources.push_back(*m_profile);
    m_timeline->setSources(std::move(sources), std::move(graphs));
}

} // namespace edgewright::views
