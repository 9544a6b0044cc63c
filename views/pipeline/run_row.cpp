// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/run_row.h"

#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QAction>
#include <QProgressBar>

namespace edgewright::views {

using namespace Qt::StringLiterals;

RunRow::RunRow(const SplitRuns& runs, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_progress(new QProgressBar(this)),
      m_state(makeLabel(Qt::PlainText, TextSize::Body, false, this)) {
    auto* row = rowIn(this, {}, 8);
    m_plan = addToggle(u"pipelinePlan"_s, tr("Plan stages"), false);
    m_run = addToggle(u"pipelineRun"_s, tr("Run"), true);
    m_state->setObjectName(u"pipelineState"_s);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(u"pipelineProgress"_s);
    m_progress->setAccessibleName(tr("Progress of planning or running"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 6);
    QSizePolicy keeps = m_progress->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keeps);
    row->addWidget(m_state, 1);
    row->addWidget(m_progress);
    connect(&m_runs, &SplitRuns::stateChanged, this, &RunRow::showState);
    connect(&m_runs, &SplitRuns::changed, this, &RunRow::showState);
    showState();
}

// Its button says "Stop" while it runs.
QAction* RunRow::addToggle(const QString& name, const QString& title, bool runs) {
    auto* action = new QAction(title, this);
    action->setObjectName(name + u"Action"_s);
    QToolButton* button = makeButton(name, {}, {}, this);
    button->setDefaultAction(action);
    button->setMinimumHeight(24);
    holdWidth(*button, {title, tr("Stop")});
    layout()->addWidget(button);
    connect(action, &QAction::triggered, this, [this, runs] {
        if (m_runs.isRunning()) {
            emit stopRequested();
        } else {
            m_failure.clear();
            runs ? emit runRequested() : emit planRequested();
        }
    });
    return action;
}

void RunRow::setObstacle(const QString& obstacle) {
    m_obstacle = obstacle;
    showState();
}

void RunRow::showFailure(const QString& why) {
    m_failure = why;
    showState();
}

void RunRow::showState() {
    const bool runs = m_runs.isRunning(), frames = runs && m_runs.runsFrames();
    m_plan->setText(runs && !frames ? tr("Stop") : tr("Plan stages"));
    m_plan->setToolTip(runs && !frames         ? tr("Stop; what was planned before is kept")
                       : !m_obstacle.isEmpty() ? m_obstacle
                                               : tr("Measure the network on each device and the links to them, "
                                                    "and cut it into stages"));
    m_plan->setEnabled(runs ? !frames : m_obstacle.isEmpty());
    m_run->setText(frames ? tr("Stop") : tr("Run"));
    m_run->setToolTip(frames ? tr("Stop; what was planned before is kept")
                      : !m_obstacle.isEmpty()
                          ? m_obstacle
                          : tr("Plan, then send frames through the stages on the devices: what is "
                               "measured stands beside the plan"));
    m_run->setEnabled(runs ? frames : m_obstacle.isEmpty());
    const std::optional<double> progress = m_runs.progress();
    m_progress->setVisible(progress.has_value());
    m_progress->setValue(static_cast<int>(progress.value_or(0) * 1000));
    const bool isFailed = !runs && !m_failure.isEmpty();
    m_told = runs ? m_runs.doing() + u" …"_s : isFailed ? u"✕ "_s + m_failure : QString();
    QPalette colours;
    if (isFailed) colours.setColor(QPalette::PlaceholderText, Theme::forPalette(palette()).bad);
    m_state->setPalette(colours);
    m_state->setToolTip(plainTip(m_told));
    elide();
}

void RunRow::elide() {
    m_state->setText(m_state->fontMetrics().elidedText(m_told, Qt::ElideRight, m_state->width()));
}

void RunRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate(); // the room of the state is known
    elide();
}

} // namespace edgewright::views
