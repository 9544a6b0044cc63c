// SPDX-License-Identifier: GPL-3.0-or-later
// A tall graph on paper: cut between its boxes and set in columns. What goes on in the next column is named at
// both ends of the cut.
#pragma once

#include "views/graph/picture/scene/graph_scene.h"
#include "views/support/theme.h"

#include <QPainter>

namespace edgewright::views {

class PaperColumns {
public:
    // `scene` is placed. As many columns as show it the largest in `room`, where it is higher than that; one
    // where it can be cut nowhere.
    PaperColumns(std::shared_ptr<const GraphScene> scene, QSizeF room);
    struct Mark {
        QString name;
        double x = 0; // in the scene
    };
    struct Column {
        double top = 0, bottom = 0; // in the scene
        std::vector<Mark> marks;    // of the cut below it, from the left
    };
    const std::vector<Column>& columns() const { return m_columns; }
    QSizeF size() const;
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;

private:
    double width() const; // of a column
    double marksHeight(std::size_t column) const;
    void paintMarks(QPainter& painter, QPointF topLeft, const std::vector<Mark>& marks,
                    const Theme& theme) const;

    std::shared_ptr<const GraphScene> m_scene;
    std::vector<Column> m_columns;
};

} // namespace edgewright::views
