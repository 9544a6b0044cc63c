// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the drawing of one value.
#pragma once

#include "core/quant/layer/value_trace.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>
#include <QString>

#include <optional>
#include <vector>

namespace edgewright::views {

// The terms of a sum that are shown at once: one input channel under the kernel, or a block of channels where
// the kernel has one position or one axis.
struct ValueWindow {
    int columns = 0, rows = 0;
    std::vector<std::int64_t> terms; // row by row; -1: nothing there
    QString caption;                 // what of all it is

    std::int64_t at(int column, int row) const {
        return terms[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                     static_cast<std::size_t>(column)];
    }
};

// The window that has `term` in it, at most that many columns and rows; the next one begins where it ends, the
// last one ends where all do.
ValueWindow windowAround(const quant::ValueTrace& trace, std::size_t term, int columns, int rows);

// The accumulator over the terms of a sum, between the rails that its width sets.
// Point 0 is the empty sum, point i what is held after term i, the last one with the bias; before it, where
// terms are added in pairs, the one with the zero points' correction.
class AccumulatorPath {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::AccumulatorPath)
public:
    // `trace` outlives this.
    explicit AccumulatorPath(const quant::ValueTrace& trace);

    std::size_t points() const { return m_trace.terms.size() + (m_trace.pairs ? 3 : 2); }
    std::int64_t held(std::size_t point) const;
    std::int64_t exact(std::size_t point) const;
    // `marked`: the point of the current step. Everything stays within `area`.
    void paint(QPainter& painter, const QRectF& area, const Theme& theme, std::size_t marked) const;
    std::optional<std::size_t> pointAt(const QRectF& area, QPointF at) const; // the nearest along the axis
    QString title() const;

private:
    struct Axes {
        QRectF plot;
        double low = 0, high = 1;
        std::size_t last = 1;
        double x(std::size_t point) const {
            return plot.left() + plot.width() * static_cast<double>(point) / static_cast<double>(last);
        }
        double y(double value) const { return plot.bottom() - (value - low) / (high - low) * plot.height(); }
    };
    Axes axes(const QRectF& area) const;
    bool isCorrection(std::size_t point) const { return m_trace.pairs && point == m_trace.terms.size() + 1; }
    bool overflowsAt(std::size_t point) const;
    bool showsRails() const;
    // At most a few points for each pixel; what is outside of the axis is left out.
    std::vector<QPolygonF> lines(const Axes& axes, bool exact) const;
    void paintRails(QPainter& painter, const Axes& axes, const Theme& theme) const;
    void paintOverflows(QPainter& painter, const Axes& axes, const Theme& theme) const;
    void paintMark(QPainter& painter, const Axes& axes, const Theme& theme, std::size_t marked) const;
    void paintFoot(QPainter& painter, const Axes& axes, const Theme& theme) const;
    void paintScale(QPainter& painter, const Axes& axes, const Theme& theme) const;

    const quant::ValueTrace& m_trace;
    double m_rail;        // 2^(bits - 1)
    double m_low, m_high; // what the axis shows
};

// The error of one output, split into what brought it in: parts below zero to the left, those above to the
// right.
class ErrorBar {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ErrorBar)
public:
    explicit ErrorBar(const quant::ValueTrace& trace);
    double height(double width) const; // that it fills: the bar, and as many lines of names as it takes
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;

private:
    struct Part {
        QString name;
        QChar letter;
        double value;
        std::size_t colour;
    };
    // The places where names begin, in lines of that width.
    std::vector<QPointF> namePlaces(double width) const;
    static QString nameOf(const Part& part);
    void paintNames(QPainter& painter, const QRectF& area, const Theme& theme) const;

    std::vector<Part> m_parts; // without those too small to matter
    double m_below = 0, m_above = 0, m_total;
};

} // namespace edgewright::views
