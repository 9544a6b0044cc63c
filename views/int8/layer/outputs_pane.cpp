// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/outputs_pane.h"

#include "views/support/chart/run_chart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr QSizeF OutputsPaper{658, 300}; // logical pixels

// Names of figures, by OutputAxis.
constexpr std::array<const char*, AllOutputAxes.size()> OutputNames{"int8-outputs", "int8-output-errors"};

} // namespace

OutputsPane::OutputsPane(QThreadPool& pool, QWidget* parent) : QWidget(parent) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    auto* label = new QLabel(tr("Over FP32"), this);
    bar->addWidget(label);
    m_axis = new QComboBox(this);
    m_axis->setObjectName(u"int8OutputAxis"_s);
    m_axis->setAccessibleName(tr("What stands over the FP32 output"));
    for (const OutputAxis each : AllOutputAxes)
        m_axis->addItem(outputAxisTitle(each));
    label->setBuddy(m_axis);
    bar->addWidget(m_axis);
    bar->addStretch(1);
    rows->addLayout(bar);
    m_chart = new RunChart(u"int8-outputs"_s, tr("INT8 against FP32 outputs"), pool, this);
    rows->addWidget(m_chart, 1);
    connect(m_axis, &QComboBox::activated, this, [this] { draw(false); });
    connect(&m_chart->pane(), &ChartPane::targetClicked, this,
            [this](std::size_t worst) { emit elementChosen(m_facts->errors.worst.at(worst)); });
}

OutputAxis OutputsPane::axis() const {
    return AllOutputAxes.at(static_cast<std::size_t>(std::max(m_axis->currentIndex(), 0)));
}

void OutputsPane::setAxis(OutputAxis axis) {
    m_axis->setCurrentIndex(static_cast<int>(axis));
    draw(false);
}

void OutputsPane::display(std::shared_ptr<const pipeline::LayerFacts> facts,
                          std::optional<std::int64_t> channel, const QString& why, bool pending) {
    const bool keepView = facts && m_facts && facts->layer->study->node == m_facts->layer->study->node;
    m_facts = std::move(facts);
    m_channel = channel;
    m_why = why;
    m_pending = pending;
    draw(keepView);
}

void OutputsPane::draw(bool keepView) {
    if (!m_facts) return m_chart->displayNothing(m_why, m_pending);
    m_chart->display([facts = m_facts, axis = axis(), marked = m_channel](
                         const Theme& theme) { return buildOutputChart(*facts, axis, marked, theme); },
                     keepView, m_pending);
}

std::vector<Figure> OutputsPane::figures() const {
    std::vector<Figure> all;
    if (!m_facts) return all;
    for (const OutputAxis each : AllOutputAxes)
        all.push_back(chartFigure(QString::fromLatin1(OutputNames[static_cast<std::size_t>(each)]),
                                  tr("%1 over FP32 output").arg(outputAxisTitle(each)), OutputsPaper,
                                  [facts = m_facts, each, marked = m_channel](const Theme& theme) {
                                      return buildOutputChart(*facts, each, marked, theme);
                                  }));
    return all;
}

} // namespace edgewright::views
