// SPDX-License-Identifier: GPL-3.0-or-later
// Finds nodes in a graph. Long searches run beside the window; the newest wins.
#pragma once

#include "views/graph/panels/node_query.h"
#include "views/support/job/job_slot.h"
#include "views/support/search_line.h"

#include <memory>
#include <vector>

namespace edgewright::views {

class SearchField final : public SearchLine {
    Q_OBJECT
public:
    explicit SearchField(QThreadPool& pool, QWidget* parent = nullptr);
    // Searched in this order; a node that both have counts once.
    void setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs);
    void step(int by) override;
    const Found& found() const { return m_found; }
    QSize sizeHint() const override { return {320, 28}; }

signals:
    void foundChanged(); // found() is of the newest text
    void current(edgewright::NodeId node);

private:
    void search() override;
    void showFound(const QString& fault = {});

    std::vector<std::shared_ptr<const ir::Graph>> m_graphs;
    Found m_found;
    int m_at = -1; // in m_found.hits
    bool m_stepWhenFound = false;
    JobSlot m_job;
};

} // namespace edgewright::views
