// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_pictures.h"

#include "views/pipeline/stage_graph.h"
#include "views/support/chart/run_chart.h"
#include "views/support/layouts.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>
#include <limits>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int FramesAtFirst = 8, MaxShownFrames = 1000;

QString pipelineChartText(const char* text) { return QCoreApplication::translate("Chart", text); }

} // namespace

PipelinePictures::PipelinePictures(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_tabs(new QTabWidget(this)), m_graph(new StageGraph(context, m_tabs)) {
    m_tabs->setObjectName(u"pipelinePictures"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_graph, tr("Graph"));
    for (const PipelineChart* each : pipelineCharts()) {
        auto* chart =
            new RunChart(QString::fromLatin1(each->name), pipelineChartText(each->title), context.pool, m_tabs);
        m_charts.push_back(chart);
        m_tabs->addTab(chart, pipelineChartText(each->tab));
    }
    auto* column = columnIn(this, {}, 4);
    column->addWidget(m_tabs, 1);
    column->addWidget(makeFrameRow());
    connect(m_tabs, &QTabWidget::currentChanged, this, &PipelinePictures::showTab);
    showTab(m_tabs->currentIndex());
}

QSpinBox* PipelinePictures::makeFrames(const QString& name, const QString& title, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setToolTip(title);
    box->setKeyboardTracking(false);
    box->setMinimumWidth(80);
    connect(box, &QSpinBox::valueChanged, this, [this] {
        m_input.first = static_cast<std::uint64_t>(m_first->value());
        m_input.frames = static_cast<std::uint64_t>(m_frames->value());
        for (std::size_t chart = 0; chart < m_charts.size(); ++chart)
            if (pipelineCharts()[chart]->showsFrames) drawOne(chart, false);
    });
    return box;
}

// Below all pictures, so that none moves; hidden where it has no meaning.
QWidget* PipelinePictures::makeFrameRow() {
    auto* all = new QWidget(this);
    QSizePolicy policy = all->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    all->setSizePolicy(policy);
    auto* row = rowIn(all, {}, 8);
    m_first = makeFrames(u"pipelineFirstFrame"_s, tr("First frame of the timeline"), all);
    m_frames = makeFrames(u"pipelineFrames"_s, tr("Frames of the timeline"), all);
    const QSignalBlocker noFirst(m_first), noFrames(m_frames);
    m_first->setRange(0, 0);
    m_frames->setRange(1, MaxShownFrames);
    m_frames->setValue(FramesAtFirst);
    m_input.frames = FramesAtFirst;
    auto* from = new QLabel(tr("From frame"), all);
    from->setBuddy(m_first);
    auto* count = new QLabel(tr("show", "so many frames"), all);
    count->setBuddy(m_frames);
    for (QWidget* each : std::initializer_list<QWidget*>{from, m_first, count, m_frames})
        row->addWidget(each);
    row->addStretch(1);
    return all;
}

void PipelinePictures::showTab(int tab) {
    const bool isChart = tab > 0 && m_input.record;
    const bool frames = isChart && pipelineCharts()[static_cast<std::size_t>(tab - 1)]->showsFrames;
    m_first->parentWidget()->setVisible(frames);
    m_first->setEnabled(m_first->maximum() > 0);
}

// To the second half of a run, in which all stages have frames.
void PipelinePictures::fitFrames() {
    const relay::Measured* measured = m_input.measured();
    const std::size_t ran = measured ? measured->frames.size() : 0;
    const auto last = static_cast<int>(std::min<std::size_t>(ran, std::numeric_limits<int>::max()));
    const QSignalBlocker noFirst(m_first);
    m_first->setRange(0, std::max(0, last - 1));
    m_first->setValue(last / 2);
    m_input.first = static_cast<std::uint64_t>(m_first->value());
}

void PipelinePictures::display(std::shared_ptr<const SplitResult> result) {
    const bool isSame = m_result && m_result->task.history == result->task.history;
    m_result = std::move(result);
    m_input.record = m_result->record;
    m_why.clear();
    fitFrames();
    draw(isSame);
}

void PipelinePictures::displayNothing(const QString& why) {
    m_result.reset();
    m_input.record.reset();
    m_why = why;
    draw(false);
}

void PipelinePictures::setPending(bool pending) {
    if (pending == m_pending) return;
    m_pending = pending;
    draw(true);
}

void PipelinePictures::draw(bool keepView) {
    if (m_result)
        m_graph->display(m_result->task.history, m_result->record->shown);
    else
        m_graph->displayNothing(m_why);
    m_graph->setPending(m_pending);
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart)
        drawOne(chart, keepView);
    showTab(m_tabs->currentIndex());
}

void PipelinePictures::drawOne(std::size_t chart, bool keepView) {
    if (!m_input.record) return m_charts[chart]->displayNothing(m_why, m_pending);
    m_charts[chart]->display([input = m_input, build = pipelineCharts()[chart]->build](
                                 const Theme& theme) { return build(input, theme); },
                             keepView, m_pending);
}

std::vector<Figure> PipelinePictures::figures() const {
    std::vector<Figure> result;
    if (!m_input.record) return result;
    if (auto graph = m_graph->figure()) {
        graph->hasAnswer = true;
        result.push_back(*std::move(graph));
    }
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart) {
        auto figure = m_charts[chart]->figure();
        if (!figure) continue;
        const PipelineChart& spec = *pipelineCharts()[chart];
        figure->finding = spec.finding(m_input);
        figure->table = spec.table(m_input);
        result.push_back(*std::move(figure));
    }
    return result;
}

} // namespace edgewright::views
