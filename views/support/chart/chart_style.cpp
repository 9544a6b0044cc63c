// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_style.h"

#include "views/support/quantity.h"

#include <QAbstractAxis>
#include <QAbstractBarSeries>
#include <QGraphicsScene>
#include <QLegend>
#include <QMargins>

#include <algorithm>

namespace edgewright::views {

std::unique_ptr<QChart> emptyChart() {
    auto chart = std::make_unique<QChart>();
    chart->setMargins(QMargins(8, 8, 8, 8));
    chart->setLocalizeNumbers(true);
    chart->setLocale(numberLocale());
    return chart;
}

void styleChart(QChart& chart, const Theme& theme) {
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setBackgroundBrush(theme.surface);
    chart.setBackgroundPen(Qt::NoPen);
    chart.setBackgroundRoundness(0);
    chart.setPlotAreaBackgroundVisible(false);
    chart.setTitleBrush(theme.text);
    chart.setTitleFont(font(TextSize::Body, true));
    chart.legend()->setLabelColor(theme.text);
    chart.legend()->setFont(font(TextSize::Small));
    // A mark means what has its shape and colour; bars would come out without a colour.
    const auto isBars = [](const QAbstractSeries* each) {
        return qobject_cast<const QAbstractBarSeries*>(each) != nullptr;
    };
    if (std::ranges::none_of(chart.series(), isBars))
        chart.legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    QPen grid(theme.line, 1);
    grid.setCosmetic(true);
    QColor faint = theme.line;
    faint.setAlphaF(0.45f);
    for (QAbstractAxis* axis : chart.axes()) {
        axis->setLabelsColor(theme.muted);
        axis->setLabelsFont(font(TextSize::Small));
        axis->setTitleBrush(theme.text);
        axis->setTitleFont(font(TextSize::Small));
        axis->setLinePen(grid);
        axis->setGridLinePen(QPen(faint, 1));
        axis->setMinorGridLineVisible(false);
        axis->setShadesVisible(false);
    }
}

void paintChart(QChart& chart, QPainter& painter, const QRectF& area, const Theme& theme, const Theme& screen) {
    QGraphicsScene* scene = chart.scene();
    if (!scene) return;
    styleChart(chart, theme);
    scene->render(&painter, area, chart.sceneBoundingRect(), Qt::KeepAspectRatio);
    styleChart(chart, screen);
}

} // namespace edgewright::views
