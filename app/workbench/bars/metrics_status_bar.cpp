// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/metrics_status_bar.h"

#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

namespace edgewright::workbench {

using views::bytesText;
using views::countText;

MetricsStatusBar::MetricsStatusBar(QWidget* parent) : QStatusBar(parent) {
    setObjectName(QStringLiteral("statusBar"));
    setSizeGripEnabled(false);
    m_nodes = link(QStringLiteral("statusNodes"), tr("Operators before and after fusion"));
    m_parameters = link(QStringLiteral("statusParameters"), tr("Trained numbers, and what they take"));
    m_macs = link(QStringLiteral("statusMacs"), tr("Multiply-accumulates of one run"));
    m_memory = link(QStringLiteral("statusMemory"),
                    tr("Peak of the planned arena after fusion, and its ratio to the lower bound"));
    m_latency =
        link(QStringLiteral("statusLatency"), tr("Predicted cycles of all operators on the accelerator"));
    m_jobs = link(QStringLiteral("statusJobs"), tr("Running work"));
    m_problems = link(QStringLiteral("statusProblems"), tr("What is wrong or remarkable about the model"));
    const auto page = [this](QToolButton* button, const char* id) {
        connect(button, &QToolButton::clicked, this,
                [this, id] { emit pageRequested(QString::fromLatin1(id)); });
    };
    page(m_nodes, "graph");
    page(m_parameters, "graph");
    page(m_macs, "accelerator");
    page(m_memory, "memory");
    page(m_latency, "accelerator");
    connect(m_problems, &QToolButton::clicked, this, &MetricsStatusBar::problemsRequested);
    connect(m_jobs, &QToolButton::clicked, this, &MetricsStatusBar::jobsRequested);
    for (QToolButton* each : {m_nodes, m_parameters, m_macs, m_memory, m_latency})
        addWidget(each);
    for (QToolButton* each : {m_jobs, m_problems})
        addPermanentWidget(each);
    // While a message is shown, it has the place of the links.
    connect(this, &QStatusBar::messageChanged, this, &MetricsStatusBar::showLinks, Qt::QueuedConnection);
    setAnalysis({});
    updateDrawer(0, 0);
}

void MetricsStatusBar::say(const QString& text) {
    constexpr int Milliseconds = 6000, LongestWord = 56;
    const QString shown = views::shortNames(text, LongestWord);
    setToolTip(shown == text ? QString() : views::plainTip(text));
    showMessage(shown, Milliseconds);
}

void MetricsStatusBar::showLinks() {
    if (currentMessage().isEmpty()) setToolTip({});
    for (QToolButton* each : {m_nodes, m_parameters, m_macs, m_memory, m_latency})
        each->setVisible(currentMessage().isEmpty() && !each->text().isEmpty());
}

QToolButton* MetricsStatusBar::link(const QString& name, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setMinimumHeight(24);
    button->setFont(views::font(views::TextSize::Small));
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

void MetricsStatusBar::setAnalysis(const pipeline::Analysis& analysis) {
    const auto show = [](QToolButton* button, const QString& text) { button->setText(text); };
    const ir::Graph* before = analysis.before();
    const ir::Graph* after = analysis.after();
    show(m_nodes,
         !before ? QString()
         : after ? tr("%1 → %n nodes", nullptr, static_cast<int>(after->nodeCount())).arg(before->nodeCount())
                 : tr("%n nodes", nullptr, static_cast<int>(before->nodeCount())));
    show(m_parameters, analysis.typed ? tr("%1 parameters · %2")
                                            .arg(countText(static_cast<double>(analysis.typed->parameters)),
                                                 bytesText(analysis.typed->parameterBytes))
                                      : QString());
    const ops::Uncounted uncounted = analysis.typed ? analysis.typed->uncounted : ops::Uncounted();
    show(m_macs, analysis.typed ? views::macsText(static_cast<double>(analysis.typed->macs), !uncounted.empty())
                                : QString());
    m_macs->setToolTip(
        tr("Multiply-accumulates of one run") +
        (uncounted.empty()
             ? QString()
             : QStringLiteral("<br>") +
                   tr("%1 not counted")
                       .arg(QString::fromStdString(ops::uncountedText(uncounted)).toHtmlEscaped())));
    const auto& plan = analysis.memoryAfter ? analysis.memoryAfter : analysis.memoryBefore;
    show(m_memory, plan ? (plan->liveness.isWhole() ? tr("peak %1 · %2 lower bound")
                                                    : tr("peak at least %1 · %2 lower bound"))
                              .arg(bytesText(plan->solution.peak),
                                   views::ratioText(static_cast<double>(plan->solution.peak),
                                                    static_cast<double>(plan->lowerBound)))
                        : QString());
    show(m_latency, analysis.costs ? views::cyclesText(analysis.costs->report.cycles) : QString());
    showLinks();
}

void MetricsStatusBar::updateDrawer(int problems, int jobs) {
    m_problems->setText(problems == 0   ? tr("No problems")
                        : problems == 1 ? tr("1 problem")
                                        : tr("%n problems", nullptr, problems));
    m_problems->setVisible(problems > 0 || !m_nodes->text().isEmpty()); // nothing is known of no model
    m_jobs->setText(jobs == 0   ? QString()
                    : jobs == 1 ? tr("1 job running")
                                : tr("%n jobs running", nullptr, jobs));
    m_jobs->setVisible(jobs > 0);
}

} // namespace edgewright::workbench
