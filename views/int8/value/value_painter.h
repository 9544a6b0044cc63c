// SPDX-License-Identifier: GPL-3.0-or-later
// The data path of one output, from left to right: codes under the kernel, weights, products, the accumulator's
// path; below them what becomes of the sum; and the FP32 value with the error in its parts.
#pragma once

#include "views/int8/value/value_parts.h"
#include "views/int8/value/value_text.h"

#include <array>
#include <memory>

namespace edgewright::views {

class ValuePainter {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ValuePainter)
public:
    explicit ValuePainter(std::shared_ptr<const quant::ValueTrace> trace);

    const quant::ValueTrace& trace() const { return *m_trace; }
    QSizeF paperSize() const; // natural size of the figure
    static constexpr int SmallestWidth = 560;
    QSizeF smallest() const; // below that, parts are left out
    // Everything stays within `area`. `step`: value_text.h.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme, std::size_t step) const;
    // The step of what is at `at` in the picture of `step`: a term, a point of the path, a stage.
    std::optional<std::size_t> stepAt(const QRectF& area, QPointF at, std::size_t step) const;
    // A cell of the products, in the picture of the same step; empty where it is not shown.
    QRectF cellOf(const QRectF& area, std::size_t step) const;

private:
    static constexpr double StageMargin = 6; // left and right of what a stage says
    enum Grid { Inputs, WeightCodes, Products, Grids };
    struct Stage {
        ValueStage step;
        QString title, number, note;
        bool warns = false;
    };
    struct Layout {
        QRectF head, path, error;
        std::array<QRectF, Grids> grids; // cells only
        std::array<QPointF, Grids> operators;
        std::vector<QRectF> stages;
        QRectF titles, caption;
        ValueWindow window;
    };
    std::int64_t numberOf(int grid, const quant::TraceTerm& term) const;
    std::int64_t zeroOf(int grid) const;
    double cellWidth(int grid) const;
    std::size_t shownTerm(std::size_t step) const;
    int wantedColumns() const;
    QRectF errorBarIn(const QRectF& area) const;         // beside the numbers of the error
    double below(double gridHeight, double width) const; // that all takes, with grids of that height
    int sentenceLines(double width) const;
    std::size_t stageRows(double width) const;
    Layout layout(const QRectF& area, std::size_t step) const;
    std::vector<Stage> stages() const;
    QString titleOf(int grid) const;
    static QRectF cell(const QRectF& grid, const ValueWindow& window, int column, int row);
    void paintHead(QPainter& painter, const QRectF& head, const Theme& theme, std::size_t step) const;
    void paintGrid(QPainter& painter, const Layout& layout, int grid, const Theme& theme,
                   std::size_t step) const;
    void paintStages(QPainter& painter, const Layout& layout, const Theme& theme, std::size_t step) const;
    void paintError(QPainter& painter, const QRectF& area, const Theme& theme) const;

    std::shared_ptr<const quant::ValueTrace> m_trace;
    AccumulatorPath m_path;
    ErrorBar m_error;
    QString m_longest; // sentence of a step
    struct Extent {
        std::int64_t low = 0, high = 0; // of the numbers
        double largest = 1;             // distance from zero, of all terms
    };
    std::array<Extent, Grids> m_extents;
};

} // namespace edgewright::views
