// SPDX-License-Identifier: GPL-3.0-or-later
// FP32 output, INT8 output and error of one layer as aligned pictures with their colour bars. A few rows of
// numbers are no picture: they are drawn as curves or bars (profile_painter.h), both outputs in one panel.
#pragma once

#include "core/base/run_context.h"
#include "views/int8/charts/layer_grid.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>

#include <vector>

namespace edgewright::views {

enum class HeatPanel { Reference, Quantized, Error };

struct HeatOptions {
    std::optional<std::int64_t> channel; // none: all
    double errorScale = 1;               // colours run from -errorScale to +errorScale
    // The part of the grid that is shown, 0..1 of its width and height; the same in every panel.
    QRectF window{0, 0, 1, 1};
    bool errorOnly = false;
    bool exactCells = false; // rectangles instead of images where there are few enough: for paper
    friend bool operator==(const HeatOptions&, const HeatOptions&) = default;
};

class HeatPainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::HeatPainter)
public:
    HeatPainter(std::shared_ptr<const pipeline::ComparedTensor> pictures, HeatOptions options);

    const pipeline::ComparedTensor& pictures() const { return *m_pictures; }
    const HeatOptions& options() const { return m_options; }
    const CellGrid& grid() const { return m_grid; }
    // The rectangle of the panel's grid.
    QRectF panelRect(const QRectF& area, HeatPanel panel) const;
    // On any thread; what is there when `run` is stopped is of no use.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme, const RunContext& run = {}) const;
    // The element at `at` in any panel; -1 when there is none.
    std::int64_t elementAt(const QRectF& area, QPointF at) const;
    std::optional<QRectF> cellRect(const QRectF& area, HeatPanel panel, std::int64_t element) const;
    // Also where the window leaves it out.
    std::optional<QRectF> wholeCellRect(const QRectF& area, HeatPanel panel, std::int64_t element) const;
    QColor colorOf(std::int64_t element, HeatPanel panel, const Theme& theme) const;

private:
    bool isProfile() const;
    void paintHead(QPainter& painter, const QRectF& area, const Theme& theme) const;
    QRectF room(const QRectF& area, HeatPanel panel) const; // the panel with title, without its colour bar
    QRectF cell(const QRectF& panel, int column, int row) const;
    std::pair<int, int> visible(double from, double span, int count) const; // first and one past the last cell
    struct Pixels {
        int width = 0;
        std::vector<std::int64_t> elements; // one for each pixel, row by row; -1: none
    };
    void paintPanel(QPainter& painter, const QRectF& area, const Theme& theme, HeatPanel panel,
                    const Pixels& pixels) const;
    Pixels elementsOf(const QSizeF& size, const RunContext& run) const; // of a panel of that many pixels
    QImage imageOf(const Pixels& pixels, const Theme& theme, HeatPanel panel) const;
    void paintBar(QPainter& painter, const QRectF& rect, const Theme& theme, bool error) const;
    QString title(HeatPanel panel) const;

    std::shared_ptr<const pipeline::ComparedTensor> m_pictures;
    HeatOptions m_options;
    CellGrid m_grid;
};

} // namespace edgewright::views
