// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/charts/pipeline_charts.h"

#include "core/base/catalogue.h"
#include "pipeline_charts.def"
#include "views/support/chart/chart_layer.h"
#include "views/support/utf8.h"

#include <QPainter>

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_PIPELINE_CHARTS, pipelineCharts, PipelineChart, _pipeline)

// The last colour is grey.
QColor stageInk(const Theme& theme, std::size_t stage) {
    return theme.categories[stage % (theme.categories.size() - 1)];
}

QString deviceName(const PipelinePicture& input, std::size_t device) {
    return text(input.shown().devices[device]);
}

void addUprightLine(QChart& chart, QAbstractSeries& series, double value, const Theme& theme) {
    new ChartLayer(chart, series, 60, [value, &theme](QPainter& painter, const ChartLayer& layer) {
        const double x = layer.place({value, 0}).x();
        if (x < layer.plot().left() || x > layer.plot().right()) return;
        painter.setPen(QPen(theme.text, 1.2, Qt::DotLine));
        painter.drawLine(QPointF(x, layer.plot().top()), QPointF(x, layer.plot().bottom()));
    });
}

} // namespace edgewright::views
