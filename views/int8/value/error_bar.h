// SPDX-License-Identifier: GPL-3.0-or-later
// The error of one output, split into what brought it in: parts below zero to the left, those above to the
// right.
#pragma once

#include "core/quant/value_trace.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QPainter>

namespace edgewright::views {

class ErrorBar {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ErrorBar)
public:
    explicit ErrorBar(const quant::ValueTrace& trace);
    static double height(); // that it fills: bar and two lines of names
    void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;

private:
    struct Part {
        QString name;
        QChar letter;
        double value;
        std::size_t colour;
    };
    void paintNames(QPainter& painter, const QRectF& area, const Theme& theme) const;

    std::vector<Part> m_parts; // without those too small to matter
    double m_below = 0, m_above = 0, m_total;
};

} // namespace edgewright::views
