// SPDX-License-Identifier: GPL-3.0-or-later
// Finds nodes in graphs, and in those inside of them. Long searches run beside the window; the newest wins.
#pragma once

#include "views/graph/panels/deep_search.h"
#include "views/support/job/job_slot.h"
#include "views/support/search_line.h"

#include <memory>
#include <vector>

namespace edgewright::views {

class SearchField final : public SearchLine {
    Q_OBJECT
public:
    explicit SearchField(QThreadPool& pool, QWidget* parent = nullptr);
    // Searched in this order; a node that both have counts once. `shown`: of one of them or inside of it, where
    // stepping begins.
    void setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs,
                   std::shared_ptr<const ir::Graph> shown);
    void step(int by) override;
    const DeepFound& found() const { return m_found; }
    QSize sizeHint() const override { return {320, 28}; }

signals:
    void foundChanged(); // found() is of the newest text
    void current(const edgewright::views::DeepHit& hit);

private:
    void search() override;
    void showFound(const QString& fault = {});

    int firstShown(int by) const; // where stepping begins

    std::vector<std::shared_ptr<const ir::Graph>> m_graphs;
    std::shared_ptr<const ir::Graph> m_shown;
    DeepFound m_found;
    int m_at = -1; // in m_found.hits
    bool m_stepWhenFound = false;
    JobSlot m_job;
};

} // namespace edgewright::views
