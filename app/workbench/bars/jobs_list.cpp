// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/jobs_list.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace edgewright::workbench {

JobsList::JobsList(const views::JobBoard& board, QWidget* parent)
    : QWidget(parent), m_board(board), m_column(new QVBoxLayout(this)),
      m_idle(new QLabel(tr("Nothing is running."), this)) {
    setObjectName(QStringLiteral("jobsList"));
    m_column->setContentsMargins(16, 8, 16, 8);
    m_idle->setForegroundRole(QPalette::PlaceholderText);
    m_column->addWidget(m_idle);
    m_column->addStretch(1);
    connect(&board, &views::JobBoard::changed, this, &JobsList::refresh);
    refresh();
}

JobsList::Row JobsList::makeRow(views::JobSlot& job) {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(job.title(), widget);
    title->setTextFormat(Qt::PlainText);
    title->setMinimumWidth(280);
    auto* bar = new QProgressBar(widget);
    bar->setTextVisible(false);
    bar->setMaximumHeight(8);
    bar->setAccessibleName(tr("Progress of: %1").arg(job.title()));
    auto* stop = new QToolButton(widget);
    stop->setText(tr("Cancel"));
    stop->setToolTip(tr("Cancel: %1").arg(job.title()));
    stop->setAccessibleName(stop->toolTip());
    connect(stop, &QToolButton::clicked, &job, &views::JobSlot::cancel);
    row->addWidget(title);
    row->addWidget(bar, 1);
    row->addWidget(stop);
    return {&job, widget, bar};
}

void JobsList::refresh() {
    const std::vector<views::JobSlot*> running = m_board.running();
    const std::size_t before = m_rows.size();
    std::erase_if(m_rows, [&](const Row& row) {
        const bool over = std::ranges::find(running, row.job) == running.end();
        if (over) row.widget->hide(), row.widget->deleteLater();
        return over;
    });
    std::vector<Row> rows;
    for (views::JobSlot* job : running) {
        const auto known = std::ranges::find(m_rows, job, &Row::job);
        rows.push_back(known == m_rows.end() ? makeRow(*job) : *known);
        const Row& row = rows.back();
        m_column->insertWidget(static_cast<int>(rows.size()), row.widget); // behind the sentence
        const auto [done, total] = job->progress();
        row.bar->setRange(0, static_cast<int>(std::min<std::uint32_t>(total, 1u << 30)));
        row.bar->setValue(static_cast<int>(std::min<std::uint32_t>(done, 1u << 30)));
    }
    m_rows = std::move(rows);
    m_idle->setVisible(m_rows.empty());
    if (m_rows.size() != before) emit countChanged();
}

} // namespace edgewright::workbench
