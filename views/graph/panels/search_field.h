// SPDX-License-Identifier: GPL-3.0-or-later
// Finds nodes in a graph: a line to type in, how many there are, next and previous. Long searches run beside
// the window; the newest wins.
#pragma once

#include <QWidget>

#include "views/graph/panels/node_query.h"
#include "views/support/job/job_slot.h"

#include <QTimer>

#include <memory>
#include <set>

class QLabel;
class QLineEdit;
class QToolButton;

namespace edgewright::views {

class SearchField final : public QWidget {
    Q_OBJECT
public:
    explicit SearchField(QThreadPool& pool, QWidget* parent = nullptr);
    // Searched in this order; a node that both have counts once.
    void setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs);
    void focus();
    void step(int by); // to the next hit, or the previous
    const Found& found() const { return m_found; }
    QString text() const;
    QSize sizeHint() const override { return {320, 28}; }

signals:
    void foundChanged(); // found() is of the newest text
    void current(edgewright::NodeId node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void showCount(const QString& fault = {});
    void tint();

    std::vector<std::shared_ptr<const ir::Graph>> m_graphs;
    Found m_found;
    int m_at = -1; // in m_found.hits
    bool m_stepWhenFound = false;
    QLineEdit* m_line;
    QLabel* m_count;
    QToolButton *m_previous, *m_next;
    QTimer m_typing;
    JobSlot m_job;
};

} // namespace edgewright::views
