// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_legend.h"

#include "views/measure/timeline/timeline_painter.h"

#include <QEvent>
#include <QPixmap>

#include <cmath>

namespace edgewright::views {

namespace {

constexpr double KindsMargin = 8; // pixels

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
    QPixmap nowhere(1, 1);
    QPainter ruler(&nowhere);
    const double width = paintTimelineLegend(ruler, {}, Theme::forPalette(palette()), m_kinds);
    return {static_cast<int>(std::ceil(width + KindsMargin)),
            static_cast<int>(std::ceil(timelineLegendHeight()))};
}

void TimelineLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintTimelineLegend(painter, {KindsMargin, 0}, Theme::forPalette(palette()), m_kinds);
}

void TimelineLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
