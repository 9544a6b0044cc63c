// SPDX-License-Identifier: GPL-3.0-or-later
// A few rows of numbers: FP32 and INT8 as two curves (along time) or pairs of bars (features) in one panel, the
// error below them. One band for each row.
#pragma once

#include "views/int8/charts/heat_painter.h"

#include <QCoreApplication>
#include <QPolygonF>

namespace edgewright::views {

class ProfilePainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ProfilePainter)
public:
    // All outlive this.
    ProfilePainter(const pipeline::ComparedTensor& pictures, const HeatOptions& options, const CellGrid& grid,
                   const Theme& theme)
        : m_pictures(pictures), m_options(options), m_grid(grid), m_theme(theme) {}

    static bool suits(const CellGrid& grid);
    // Both outputs share one.
    static QRectF panelRect(const QRectF& area, HeatPanel panel, bool errorOnly, int rows);
    void paint(QPainter& painter, const QRectF& area, const RunContext& run) const;

private:
    enum Line { Reference, Quantized, Error };
    // A row of the grid within a panel, zoomed as the options say.
    struct Band {
        QRectF rect; // may leave the panel
        QRectF seen;
        int row = 0, first = 0, last = 0; // columns in sight, one past the last
        double low = 0, high = 1;         // of the axis
        double x(double column, int columns) const { return rect.left() + column / columns * rect.width(); }
        double y(double value) const { return rect.bottom() - (value - low) / (high - low) * rect.height(); }
    };
    double value(int column, int row, Line line) const;
    std::vector<Band> bands(const QRectF& panel, bool error) const;
    bool drawsBars(const Band& band) const;
    void paintTitle(QPainter& painter, const QRectF& panel, bool error, bool bars) const;
    void paintAxis(QPainter& painter, const QRectF& panel, const Band& band) const;
    void paintCurve(QPainter& painter, const Band& band, Line line) const;
    void paintBars(QPainter& painter, const Band& band, Line line) const;
    void paintColumns(QPainter& painter, const QRectF& panel, const Band& band) const; // what the axis counts

    const pipeline::ComparedTensor& m_pictures;
    const HeatOptions& m_options;
    const CellGrid& m_grid;
    const Theme& m_theme;
};

} // namespace edgewright::views
