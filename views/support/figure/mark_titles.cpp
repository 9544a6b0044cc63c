// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/mark_titles.h"

#include <QTextDocument>
#include <QTextDocumentFragment>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

MarkTitles* MarkTitles::of(const QPainter& painter) {
    auto* titles = dynamic_cast<MarkTitles*>(painter.device());
    return titles && titles->m_all.size() < MaxTitles ? titles : nullptr;
}

void MarkTitles::add(const QPainter& painter, const QRectF& place, const QString& text) {
    constexpr double MinExtent = 4; // pixels
    QRectF at = painter.combinedTransform().mapRect(place.normalized());
    if (!std::isfinite(at.left()) || !std::isfinite(at.top()) || !std::isfinite(at.right()) ||
        !std::isfinite(at.bottom()) || text.isEmpty())
        return;
    const double wider = std::max(0.0, MinExtent - at.width()) / 2,
                 higher = std::max(0.0, MinExtent - at.height()) / 2;
    at.adjust(-wider, -higher, wider, higher);
    m_all.push_back(
        {at, Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text});
}

} // namespace edgewright::views
