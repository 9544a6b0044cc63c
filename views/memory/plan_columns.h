// SPDX-License-Identifier: GPL-3.0-or-later
// Two plans side by side: a summary, the chart of lifetimes and the arena of each, at one scale.
#pragma once

#include "views/memory/chart/gantt_rows.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/compare_bar.h"

#include <array>

class QGridLayout;
class QLabel;
class QSplitter;

namespace edgewright::views {

class StageOverlay;

class PlanColumns final : public QWidget {
    Q_OBJECT
public:
    using Sides = std::array<std::shared_ptr<const PlanSide>, 2>;

    explicit PlanColumns(QThreadPool& pool, QWidget* parent = nullptr);
    // Shows the columns that `compared` asks for; draw() draws them.
    void setSides(const Sides& sides, Compare compared);
    // `references`: bytes of the arena that a summary compares with; 0: none.
    void draw(RowOrder order, const RowGroups& groups, bool ownAxes,
              const std::array<std::int64_t, 2>& references);
    void setSteps(const std::array<std::optional<std::int64_t>, 2>& steps); // the time cursor
    void setHighlighted(std::size_t column, const std::vector<LifeId>& lives);
    void reveal(std::size_t column, std::int64_t step);
    void revealHighlighted(std::size_t column);
    QRect highlightedRect() const; // in the arena, else in the lifetimes, as far as it is seen; null: nowhere
    void zoomTo(std::size_t column, std::int64_t step, const std::vector<LifeId>& lives);
    // Over a column alone; empty: its charts are seen. `cancelled`: as of a StageOverlay.
    void explain(std::size_t column, const QString& why, bool pending, const QString& cancelled);
    void showArenas(bool shown);                   // else the lifetimes have all of the height
    StageOverlay& overlay() { return *m_overlay; } // over both
    const std::vector<GanttRows::Group>& groups(std::size_t column) const;
    int neededWidth(bool both) const; // pixels, for charts that can be read

signals:
    void itemClicked(std::size_t column, const edgewright::views::Item& item); // empty: cleared
    void stepPicked(std::size_t column, qint64 step);
    void groupClicked(std::size_t column, std::size_t group);

private:
    struct Column {
        QSplitter* charts = nullptr;
        QList<int> heights = {}; // of the charts, while the arena is not shown
        QLabel* summary = nullptr;
        StageOverlay* overlay = nullptr;
        PlanChart *gantt = nullptr, *arena = nullptr;
    };
    void makeColumn(QThreadPool& pool, std::size_t index);
    void follow(PlanChart* source, const PlaneWindow& window); // the other charts show the same steps

    std::array<Column, 2> m_columns;
    Sides m_sides;
    QGridLayout* m_grid;
    StageOverlay* m_overlay;
};

} // namespace edgewright::views
