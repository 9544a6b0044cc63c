// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/experiment_frame.h"

#include "views/support/chart/run_chart.h"
#include "views/support/table/data_table.h"
#include "views/support/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace edgewright::views {

ExperimentFrame::ExperimentFrame(ViewContext& context, const ExperimentWords& words, QAbstractItemModel& rows,
                                 QWidget* parent)
    : QWidget(parent), m_action(words.action), m_bar(new QHBoxLayout), m_button(new QPushButton(this)),
      m_progress(new QLabel(this)), m_conclusion(new QLabel(this)), m_findings(new QLabel(this)) {
    m_button->setObjectName(words.name + QStringLiteral("Start"));
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_running)
            emit stopRequested();
        else
            emit startRequested();
    });
    m_bar->setSpacing(8);
    m_bar->addWidget(m_button);
    m_bar->addWidget(m_progress);
    m_bar->addStretch(1);
    m_conclusion->setObjectName(words.name + QStringLiteral("Conclusion"));
    m_conclusion->setFont(views::font(TextSize::Body, true));
    m_findings->setObjectName(words.name + QStringLiteral("Findings"));
    m_findings->setFont(views::font(TextSize::Small));
    for (QLabel* each : {m_conclusion, m_findings}) {
        each->setTextFormat(Qt::PlainText);
        each->setWordWrap(true);
        each->setTextInteractionFlags(Qt::TextSelectableByMouse);
        each->hide();
    }
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(words.name + QStringLiteral("Rows"));
    split->setHandleWidth(8);
    split->setChildrenCollapsible(false);
    m_chart = new RunChart(words.name, words.title, context.pool, split);
    m_chart->displayNothing(words.invitation);
    m_table = new DataTable(rows, words.name + QStringLiteral("Table"), split);
    m_table->view().setAccessibleName(words.title);
    split->addWidget(m_chart);
    split->addWidget(m_table);
    split->setSizes({1000, 1000});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->setSpacing(8);
    all->addLayout(m_bar);
    all->addWidget(m_conclusion);
    all->addWidget(m_findings);
    all->addWidget(split, 1);
    setRunning(false);
}

void ExperimentFrame::addControl(QWidget* control) { m_bar->insertWidget(1, control); }

void ExperimentFrame::setRunning(bool running) {
    m_running = running;
    m_button->setText(running ? tr("Stop") : m_action);
    m_button->setEnabled(running || m_possible);
    if (!running) m_progress->clear();
}

void ExperimentFrame::setProgress(quint32 done, quint32 total) {
    if (m_running && total > 0) m_progress->setText(tr("%1 %").arg(static_cast<quint64>(done) * 100 / total));
}

void ExperimentFrame::setFindings(const QString& conclusion, const QStringList& sentences) {
    m_conclusion->setText(conclusion);
    m_conclusion->setVisible(!conclusion.isEmpty());
    m_findings->setText(sentences.join(u'\n'));
    m_findings->setVisible(!sentences.isEmpty());
}

void ExperimentFrame::setFailure(const QString& text) {
    if (!text.isEmpty()) setFindings(text, {});
}

} // namespace edgewright::views
