// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_legend.h"

#include "views/measure/timeline/timeline_painter.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace edgewright::views {

namespace {

constexpr QRectF KindsLine(8, 0, 1e6, 0); // one line, pixels

} // namespace

TimelineLegend::TimelineLegend(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timelineLegend"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void TimelineLegend::display(std::set<ops::Category> kinds) {
    m_kinds = std::move(kinds);
    QStringList names;
    for (const ops::Category kind : m_kinds)
        names << QCoreApplication::translate("edgewright::views", categoryName(kind));
    setAccessibleName(tr("Colours by operator kind: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize TimelineLegend::sizeHint() const {
    const QSizeF used = paintTimelineLegend(nullptr, KindsLine, Theme::forPalette(palette()), m_kinds);
    return {static_cast<int>(std::ceil(used.width() + 2 * KindsLine.left())),
            static_cast<int>(std::ceil(used.height()))};
}

void TimelineLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintTimelineLegend(&painter, KindsLine, Theme::forPalette(palette()), m_kinds);
}

void TimelineLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
