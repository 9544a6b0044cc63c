// SPDX-License-Identifier: GPL-3.0-or-later
// The row of controls: the chart, its measure and axes, and how far the space is gone through.
#include "views/accelerator/dse/dse_view.h"

#include "views/accelerator/dse/space_text.h"
#include "views/support/flow_layout.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

QWidget* DseView::makeControls() {
    auto* row = new QWidget(this);
    auto* flow = new FlowLayout(row, 8, 4);
    const auto box = [&](const QString& name, const QString& title) {
        auto* made = new QComboBox(row);
        made->setObjectName(name);
        made->setAccessibleName(title);
        made->setToolTip(title);
        return made;
    };
    m_chart = box(u"dseChartSwitch"_s, tr("Chart"));
    for (const Card& card : m_cards)
        m_chart->addItem(card.spec->titleText());
    m_measure = box(u"dseMeasure"_s, tr("Measure"));
    for (int i = 0; i < static_cast<int>(cost::Measure::Count); ++i)
        m_measure->addItem(measureTitle(static_cast<cost::Measure>(i)));
    m_across = box(u"dseAcross"_s, tr("Axis from left to right"));
    m_down = box(u"dseDown"_s, tr("Axis from bottom to top"));
    m_acrossLabel = new QLabel(tr("over"), row);
    m_downLabel = new QLabel(tr("and"), row);
    m_run = new QPushButton(tr("Resume"), row);
    m_run->setObjectName(u"dseRun"_s);
    holdWidth(*m_run, {m_run->text(), tr("Stop")});
    QSizePolicy policy = m_run->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // what stands beside it stays
    m_run->setSizePolicy(policy);
    m_allPoints = new QPushButton(tr("All points"), row);
    m_allPoints->setObjectName(u"dseAllPoints"_s);
    m_allPoints->setToolTip(
        tr("Takes back the intervals that are chosen on the axes of the parallel coordinates"));
    connect(m_allPoints, &QPushButton::clicked, this, [this] { chooseIntervals({}); });
    m_progress = new QLabel(row);
    m_progress->setObjectName(u"dseProgress"_s);
    for (QWidget* each :
         {static_cast<QWidget*>(m_chart), static_cast<QWidget*>(m_measure),
          static_cast<QWidget*>(m_acrossLabel), static_cast<QWidget*>(m_across),
          static_cast<QWidget*>(m_downLabel), static_cast<QWidget*>(m_down), static_cast<QWidget*>(m_run),
          static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_allPoints)})
        flow->addWidget(each);
    connect(m_chart, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        showState();
        draw();
    });
    for (QComboBox* each : {m_measure, m_across, m_down})
        connect(each, &QComboBox::currentIndexChanged, this, &DseView::draw);
    for (QComboBox* each : {m_across, m_down})
        connect(each, &QComboBox::activated, this, [this] { m_axesAreChosen = true; });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (!isRunning())
            emit retryRequested(u"explore"_s);
        else if (m_context.stages)
            m_context.stages->job("explore").cancel();
    });
    return row;
}

// The axes that a map can have. Those that a person chose stay as long as they are varied; else columns and
// rows, or the first two.
void DseView::fillAxes() {
    const QSignalBlocker first(m_across), second(m_down);
    const auto chosen = [this](const QComboBox* box) {
        return m_axesAreChosen ? box->currentData().toInt() : -1;
    };
    const int across = chosen(m_across), down = chosen(m_down);
    m_across->clear();
    m_down->clear();
    const auto points = explored();
    if (!points) return;
    const cost::DesignSpace& space = points->space();
    std::vector<int> varied;
    for (const cost::Axis axis :
         {cost::Axis::Cols, cost::Axis::Rows, cost::Axis::Size, cost::Axis::Sram, cost::Axis::Bandwidth,
          cost::Axis::Dataflow, cost::Axis::Split, cost::Axis::Resident, cost::Axis::Clock,
          cost::Axis::WordBytes, cost::Axis::Arrays}) {
        if (!space.varies(axis)) continue;
        varied.push_back(static_cast<int>(axis));
        m_across->addItem(axisTitle(axis), static_cast<int>(axis));
        m_down->addItem(axisTitle(axis), static_cast<int>(axis));
    }
    if (varied.empty()) return;
    const auto isVaried = [&](int axis) { return std::ranges::find(varied, axis) != varied.end(); };
    const int left = isVaried(across) ? across : varied.front();
    const auto other = std::ranges::find_if(varied, [left](int axis) { return axis != left; });
    const int below = isVaried(down) && down != left ? down : other != varied.end() ? *other : left;
    m_across->setCurrentIndex(m_across->findData(left));
    m_down->setCurrentIndex(m_down->findData(below));
}

void DseView::showState() {
    const auto points = explored();
    const bool isPartial = points && m_analysis->partial.contains("explore");
    const bool usesAxes = current().spec->usesAxes;
    for (QWidget* each : {static_cast<QWidget*>(m_across), static_cast<QWidget*>(m_down),
                          static_cast<QWidget*>(m_acrossLabel), static_cast<QWidget*>(m_downLabel)})
        each->setVisible(usesAxes);
    m_measure->setVisible(current().spec->usesMeasure);
    m_run->setText(isRunning() ? tr("Stop") : tr("Resume"));
    m_run->setVisible(isPartial);
    m_allPoints->setVisible(!m_intervals.empty());
    QString progress;
    const auto grouped = [](std::size_t number) { return groupedText(static_cast<std::int64_t>(number)); };
    if (points && points->points.size() < points->total)
        progress = tr("%1 of %2 points (%3)")
                       .arg(grouped(points->points.size()), grouped(points->total),
                            percentText(static_cast<double>(points->points.size()) /
                                        static_cast<double>(points->total)));
    else if (points)
        progress = tr("%Ln points", nullptr, static_cast<int>(points->points.size()));
    m_progress->setText(progress);
    m_overlay->display(points ? QString() : whyNothing(), isStale(m_analysis.get(), "explore"),
                       isPartial ? QString() : cancelledOf(m_analysis.get(), {"explore"}));
}

} // namespace edgewright::views
