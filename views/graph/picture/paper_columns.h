// SPDX-License-Identifier: GPL-3.0-or-later
// A tall graph on paper: cut between its boxes and set in columns, on one page or several. What goes on in the
// next column is named at both ends of the cut.
#pragma once

#include "views/graph/picture/node_colouring.h"
#include "views/graph/picture/scene/graph_scene.h"
#include "views/support/theme.h"

#include <QPainter>

#include <algorithm>
#include <memory>

namespace edgewright::views {

class PaperColumns {
public:
    // `scene` is placed. As many columns as show it the largest on at most so many pages of `room`, where it is
    // higher than one; one column where it can be cut nowhere.
    PaperColumns(std::shared_ptr<const GraphScene> scene, QSizeF room, std::size_t mostPages = 1);
    struct Mark {
        QString name;
        double x = 0; // in the scene
    };
    struct Column {
        double top = 0, bottom = 0; // in the scene
        std::vector<Mark> marks;    // of the cut below it, from the left
    };
    const std::vector<Column>& columns() const { return m_columns; }
    std::size_t pages() const { return (m_columns.size() + m_perPage - 1) / m_perPage; }
    QSizeF size(std::size_t page = 0) const;
    static double widthOf(const GraphScene& scene); // of a column
    // `colouring`: null: by kind.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme, std::size_t page = 0,
               std::shared_ptr<const NodeColouring> colouring = nullptr, bool warmGroups = true) const;

private:
    double width() const { return widthOf(*m_scene); }
    std::size_t endOf(std::size_t page) const { return std::min((page + 1) * m_perPage, m_columns.size()); }
    double marksHeight(std::size_t column) const;
    void paintMarks(QPainter& painter, QPointF origin, const std::vector<Mark>& marks,
                    const Theme& theme) const;

    std::shared_ptr<const GraphScene> m_scene;
    std::vector<Column> m_columns;
    std::size_t m_perPage = 1;
};

} // namespace edgewright::views
