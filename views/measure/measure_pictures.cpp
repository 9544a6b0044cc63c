// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_pictures.h"

#include "views/measure/charts/prediction_pane.h"
#include "views/measure/charts/roof_pane.h"
#include "views/measure/charts/run_charts.h"
#include "views/measure/measure_choice.h"
#include "views/measure/timeline/timeline_widget.h"
#include "views/measure/timeline/unmatched_panel.h"
#include "views/measure/tuning/tuning_view.h"
#include "views/support/chart/run_chart.h"

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

MeasurePictures::MeasurePictures(ViewContext& context, MeasureChoice& choice, QWidget* parent)
    : QTabWidget(parent), m_choice(choice),
      m_distribution(new RunChart(u"distribution"_s, tr("Time of one run"), context.pool, this)),
      m_devices(new RunChart(u"devices"_s, tr("Devices side by side"), context.pool, this)),
      m_history(new RunChart(u"history"_s, tr("Runs by date"), context.pool, this)),
      m_timeline(new TimelineWidget(context.selection, context.pool, this)),
      m_roof(new RoofPane(*context.measurements, context.selection, context.pool, this)),
      m_prediction(new PredictionPane(context.selection, context.pool, this)),
      m_tuning(new TuningView(context, this)),
      m_unmatched(new UnmatchedPanel(this)) { // in a tab where there is a profile
    setObjectName(u"measurePictures"_s);
    setDocumentMode(true);
    m_timeline->setEmptyText(tr("When each operator ran stands here once it is measured."));
    addTab(m_distribution, tr("Distribution"));
    addTab(m_timeline, tr("Timeline"));
    addTab(m_roof, tr("Roofline"));
    addTab(m_prediction, tr("Predicted"));
    addTab(m_devices, tr("Devices"));
    addTab(m_history, tr("History"));
    addTab(m_tuning, tr("Tuning"));
    m_unmatched->hide();
    connect(&m_distribution->pane(), &ChartPane::targetClicked, this, [this](std::size_t row) {
        const std::vector<VariantChoice> all = m_choice.variants();
        if (row < all.size() && !m_choice.live()) m_choice.show(all[row]);
    });
    connect(&m_devices->pane(), &ChartPane::targetClicked, this, [this](std::size_t row) {
        const std::vector<DeviceRow> all = m_choice.devices();
        if (row < all.size()) m_choice.chooseRun(all[row].choice.record);
    });
    connect(&m_history->pane(), &ChartPane::targetClicked, this, [this](std::size_t target) {
        if (const VariantChoice chosen = historyChoice(m_choice.history(), target))
            m_choice.chooseRun(chosen.record);
    });
    connect(m_unmatched, &UnmatchedPanel::nameChosen, this, [this](const QString& name) {
        setCurrentWidget(m_timeline);
        m_timeline->search().setText(name);
    });
    connect(m_timeline, &TimelineWidget::prepared, this, &MeasurePictures::showUnmatched);
}

void MeasurePictures::openDistribution() { setCurrentWidget(m_distribution); }

void MeasurePictures::openTimeline() { setCurrentWidget(m_timeline); }

void MeasurePictures::showDistribution(bool other, const QString& why) {
    const std::vector<VariantChoice> rows = m_choice.variants();
    const bool runs = m_choice.isMeasuring(), isLive = m_choice.live() != nullptr;
    if (rows.empty()) return m_distribution->displayNothing(why, runs);
    const auto chosen = std::ranges::find(rows, m_choice.shown());
    const int index = chosen == rows.end() ? -1 : static_cast<int>(chosen - rows.begin());
    const auto build = [&](int at) {
        return [rows, at](const Theme& theme) { return buildDistribution(rows, at, theme); };
    };
    m_distribution->display(build(index), !other && !isLive, runs && !isLive, build(-1));
}

void MeasurePictures::showTimeline(std::vector<TimelineSource> sources, TimelineGraphs graphs, bool profile) {
    m_hasProfile = profile;
    m_timeline->setSources(std::move(sources), std::move(graphs));
}

void MeasurePictures::showUnmatched() {
    const TimelineScene* scene = m_timeline->scene();
    const bool isThere = scene && m_hasProfile;
    m_unmatched->setTimeline(isThere ? scene->sources.back().model : nullptr);
    const int tab = indexOf(m_unmatched);
    if (isThere && tab < 0) addTab(m_unmatched, tr("Not matched"));
    if (!isThere && tab >= 0) removeTab(tab);
}

void MeasurePictures::showRows(const std::vector<device::OperatorRow>& rows, int threads) {
    m_roof->setRows(m_choice.device(), rows, threads);
    m_prediction->setRows(rows);
    showDevices();
    showHistory();
}

void MeasurePictures::showDevices() {
    const std::vector<DeviceRow> rows = m_choice.devices();
    if (rows.empty())
        return m_devices->displayNothing(
            tr("Each device that this model was measured on stands here. Add a board on the left."));
    const auto chosen = std::ranges::find(rows, m_choice.shown(), &DeviceRow::choice);
    const int index = chosen == rows.end() ? -1 : static_cast<int>(chosen - rows.begin());
    const auto build = [&](int at) {
        return [rows, at](const Theme& theme) { return buildDevices(rows, at, theme); };
    };
    m_devices->display(build(index), false, false, build(-1));
}

void MeasurePictures::showHistory() {
    const std::vector<HistoryRun> runs = m_choice.history();
    if (runs.empty())
        return m_history->displayNothing(
            tr("Every run on %1 stands here, by date.").arg(m_choice.deviceText()));
    const auto chosen = std::ranges::find(runs, m_choice.shown().record, &HistoryRun::record);
    const int index = chosen == runs.end() ? -1 : static_cast<int>(chosen - runs.begin());
    const auto build = [&](int at) {
        return [runs, at](const Theme& theme) { return buildHistory(runs, at, theme); };
    };
    m_history->display(build(index), false, false, build(-1));
}

std::vector<Figure> MeasurePictures::figures() const {
    std::vector<Figure> result;
    const auto add = [&](std::optional<Figure> figure) {
        if (figure) result.push_back(*std::move(figure));
    };
    add(m_distribution->figure());
    if (!result.empty()) result.front().hasAnswer = true;
    add(m_roof->figure());
    add(m_timeline->figure());
    for (Figure& figure : m_prediction->figures())
        result.push_back(std::move(figure));
    add(m_devices->figure());
    add(m_history->figure());
    for (Figure& figure : m_tuning->figures())
        result.push_back(std::move(figure));
    return result;
}

} // namespace edgewright::views
