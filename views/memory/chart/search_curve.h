// SPDX-License-Identifier: GPL-3.0-or-later
// The way of the searches to their plans: the smallest peak so far over the time, a step line for each.
#pragma once

#include "core/pipeline/memory/memory_plan.h"
#include "views/support/theme.h"

#include <QPainter>
#include <QWidget>

#include <optional>
#include <vector>

namespace edgewright::views {

// One search, from its first plan to its end.
struct SearchTrace {
    QString name;
    std::vector<pipeline::Improvement> improvements; // by time, at least one; seconds since the search began
    double end = 0;                                  // seconds, when it stopped
    bool optimal = false;                            // its last plan is proven to be the best
};

// Pure. `bound`: bytes that no plan of the graph in this order needs less than; 0: unknown.
void paintSearchCurve(QPainter& painter, const QRectF& area, const Theme& theme,
                      const std::vector<SearchTrace>& traces, std::int64_t bound,
                      std::optional<std::size_t> marked = std::nullopt);
// The trace whose line is at `at`.
std::optional<std::size_t> searchTraceAt(const QRectF& area, const std::vector<SearchTrace>& traces,
                                         std::int64_t bound, QPointF at);

class SearchCurve final : public QWidget {
    Q_OBJECT
public:
    explicit SearchCurve(QWidget* parent = nullptr);
    // `ended`: no more will come.
    void show(std::vector<SearchTrace> traces, std::int64_t bound, bool ended);
    void mark(const QString& name); // of the trace that is chosen; empty: none
    const std::vector<SearchTrace>& traces() const { return m_traces; }
    QPointF pointOf(std::size_t trace) const; // the end of its line
    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {240, 90}; }

signals:
    void chosen(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF area() const { return QRectF(rect()).adjusted(4, 4, -4, -4); }

    std::vector<SearchTrace> m_traces;
    std::int64_t m_bound = 0; // bytes
    bool m_ended = false;
    QString m_marked;
    std::optional<std::size_t> m_hovered;
};

} // namespace edgewright::views
