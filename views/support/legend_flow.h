// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the entries of a legend: from the left, in as many lines as the width takes.
#pragma once

#include <QPointF>
#include <QSizeF>

#include <algorithm>

namespace edgewright::views {

class LegendFlow {
public:
    LegendFlow(QPointF topLeft, double width, double lineHeight)
        : m_topLeft(topLeft), m_next(topLeft), m_width(width), m_line(lineHeight) {}
    // The upper left corner of the next entry; `gap`: to the one behind it.
    QPointF place(double width, double gap) {
        if (m_next.x() > m_topLeft.x() && m_next.x() + width > m_topLeft.x() + m_width)
            m_next = {m_topLeft.x(), m_next.y() + m_line};
        const QPointF at = m_next;
        m_used = std::max(m_used, at.x() + width - m_topLeft.x());
        m_next.rx() += width + gap;
        return at;
    }
    QSizeF used() const { return {m_used, m_next.y() + m_line - m_topLeft.y()}; }

private:
    QPointF m_topLeft, m_next;
    double m_width, m_line, m_used = 0;
};

} // namespace edgewright::views
