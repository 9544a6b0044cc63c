// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar's numbers; each is a link to the page that explains it.
#pragma once

#include "core/pipeline/study.h"

#include <QStatusBar>
#include <QToolButton>

namespace edgewright::workbench {

class MetricsStatusBar final : public QStatusBar {
    Q_OBJECT
public:
    explicit MetricsStatusBar(QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);
    // For a few seconds instead of the numbers; names in it are shortened, the tooltip has them whole.
    void say(const QString& text);
    void updateDrawer(int problems, int jobs);

signals:
    void pageRequested(const QString& id);
    void problemsRequested();
    void jobsRequested();

private:
    void showLinks();
    QToolButton* link(const QString& name, const QString& tip);

    QToolButton *m_nodes, *m_parameters, *m_macs, *m_memory, *m_latency, *m_problems, *m_jobs;
};

} // namespace edgewright::workbench
