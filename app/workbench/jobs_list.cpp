// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/jobs_list.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::workbench {

JobsList::JobsList(const std::vector<views::JobSlot*>& jobs, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("jobsList"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 8);
    m_idle = new QLabel(tr("Nothing is running."), this);
    m_idle->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_idle);
    for (views::JobSlot* job : jobs) {
        auto* widget = new QWidget(this);
        auto* row = new QHBoxLayout(widget);
        row->setContentsMargins(0, 0, 0, 0);
        auto* title = new QLabel(job->title(), widget);
        title->setMinimumWidth(280);
        auto* bar = new QProgressBar(widget);
        bar->setTextVisible(false);
        bar->setMaximumHeight(8);
        auto* stop = new QToolButton(widget);
        stop->setText(tr("Cancel"));
        connect(stop, &QToolButton::clicked, job, &views::JobSlot::cancel);
        row->addWidget(title);
        row->addWidget(bar, 1);
        row->addWidget(stop);
        column->addWidget(widget);
        m_rows.push_back({job, widget, bar});
    }
    column->addStretch(1);
    refresh();
}

void JobsList::refresh() {
    for (const Row& row : m_rows) {
        row.widget->setVisible(row.job->running());
        const auto [done, total] = row.job->progress();
        row.bar->setRange(0, static_cast<int>(std::min<std::uint32_t>(total, 1u << 30)));
        row.bar->setValue(static_cast<int>(std::min<std::uint32_t>(done, 1u << 30)));
    }
    m_idle->setVisible(running() == 0);
}

int JobsList::running() const {
    return static_cast<int>(std::ranges::count_if(m_rows, [](const Row& row) { return row.job->running(); }));
}

} // namespace edgewright::workbench
