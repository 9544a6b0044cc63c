// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/kind_legend.h"

#include "views/memory/chart/plan_painter.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace edgewright::views {

namespace {
constexpr QRectF KindsOnOneLine(0, 0, 1e6, 0);
} // namespace

KindLegend::KindLegend(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Legend: activations plain; inputs, outputs, working memory and weights hatched; "
                         "lines join tensors that share bytes"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void KindLegend::show(const std::array<std::shared_ptr<const PlanSide>, 2>& sides) {
    m_sides = sides;
    updateGeometry();
    update();
}

QSize KindLegend::sizeHint() const {
    const QSizeF used = paintKindLegend(nullptr, KindsOnOneLine, Theme::forPalette(palette()), m_sides);
    return {static_cast<int>(std::ceil(used.width())) + 2, static_cast<int>(std::ceil(used.height())) + 4};
}

void KindLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintKindLegend(&painter, KindsOnOneLine.translated(0, 2), Theme::forPalette(palette()), m_sides);
}

void KindLegend::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
